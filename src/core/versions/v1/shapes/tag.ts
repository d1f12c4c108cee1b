import { Type } from '@sinclair/typebox'
import { answerOf, DateTime, ReadOnly } from '../../../model/schema.ts'

/** A tag as sent: only its name. */
export const TagInput = Type.Object(
  {
    id: ReadOnly(Type.String()),
    name: Type.String(),
    createdAt: ReadOnly(DateTime()),
    updatedAt: ReadOnly(DateTime()),
  },
  { additionalProperties: false },
)

/** A tag as answered. */
export const Tag = answerOf(TagInput)

/** The new tags of a workflow. */
export const TagIds = Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: false }))
