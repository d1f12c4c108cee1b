import { type Static, Type } from '@sinclair/typebox'
import { AnyMap, Enumeration } from '../../model/schema.ts'

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
      { description: 'How far each part is' },
    ),
    version: Type.Optional(Type.String({ description: 'The version that the service answers like, once it is done' })),
    alike: Type.Optional(Type.Array(Type.String({ description: 'A version that cannot be told from it' }))),
    counts: Type.Optional(AnyMap({ description: 'Part → how many records were put in' })),
    gaps: Type.Optional(
      Type.Array(Type.Object({ part: Type.String(), because: Type.String() }), {
        description: 'What the key may not read, or could not be kept',
      }),
    ),
    error: Type.Optional(Type.String({ description: 'Why it failed; nothing was put in' })),
  },
  { additionalProperties: false },
)

export type CloneState = Static<typeof CloneState>
