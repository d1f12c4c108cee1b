import { decisionsOf } from './decisions.ts'
import { createV1 } from './v1.ts'

/** The published reference to the letter; where it is silent, the measured behaviour of version 1.41.1. */
export const contract = createV1(
  {
    name: 'contract',
    measured: { release: '1.41.1', day: '2026-11-20' },
    isReference: true,
    isAnsweredBy: async () => true,
  },
  decisionsOf('contract'),
)
