import { decisionsOf } from './decisions.ts'
import { createV1 } from './v1.ts'

/** What version 1.41.1 of the service was measured to do. */
export const n8n141 = createV1('n8n-1.41', decisionsOf('n8n-1.41'))
