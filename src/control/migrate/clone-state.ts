import { type Static, Type } from '@sinclair/typebox'
import { AnyMap, Enumeration } from '../../core/model/schema.ts'

export const CLONE_STATUSES = ['none', 'running', 'done', 'failed', 'cancelled'] as const

/** How a clone stands. It holds no key. */
export const CloneState = Type.Object(
  {
    status: Enumeration(CLONE_STATUSES),
    url: Type.Optional(Type.String({ description: 'The address of the service' })),
    progress: Type.Array(
      Type.Object(
        {
          part: Type.String(),
          done: Type.Integer({ minimum: 0 }),
          total: Type.Optional(Type.Integer({ minimum: 0, description: 'Where it is known' })),
        },
        { additionalProperties: false },
      ),
      { description: 'The progress of each part' },
    ),
    version: Type.Optional(Type.String({ description: 'The version of the service, once it is done' })),
    alike: Type.Optional(Type.Array(Type.String({ description: 'Another version that it may be' }))),
    counts: Type.Optional(AnyMap({ description: 'Part → number of imported records' })),
    gaps: Type.Optional(
      Type.Array(Type.Object({ part: Type.String(), because: Type.String() }), {
        description: 'What the key may not read, or could not be imported',
      }),
    ),
    error: Type.Optional(Type.String({ description: 'Why it failed; nothing was imported' })),
  },
  { additionalProperties: false },
)

export type CloneState = Static<typeof CloneState>
