import { Type } from '@sinclair/typebox'
import { DateTime, ReadOnly } from '../../../model/schema.ts'

const strict = { additionalProperties: false }

/** A tag as sent: only its name. */
export const TagInput = Type.Object(
  {
    id: ReadOnly(Type.String()),
    name: Type.String(),
    createdAt: ReadOnly(DateTime()),
    updatedAt: ReadOnly(DateTime()),
  },
  strict,
)

/** A tag as shown. */
export const Tag = Type.Object(
  { id: Type.String(), name: Type.String(), createdAt: DateTime(), updatedAt: DateTime() },
  strict,
)

/** A tag after a change: its date only where it changed. */
export const ChangedTag = Type.Object(
  { id: Type.String(), name: Type.String(), updatedAt: Type.Optional(DateTime()) },
  strict,
)

/** The new tags of a workflow or an execution. */
export const TagIds = Type.Array(Type.Object({ id: Type.String() }, strict))
