import { type Static, Type } from '@sinclair/typebox'
import { answerOf, DateTime, ReadOnly } from './schema.ts'

/** A tag as sent (reference 2.4): only its name. */
export const TagInput = Type.Object(
  {
    id: ReadOnly(Type.String()),
    name: Type.String(),
    createdAt: ReadOnly(DateTime()),
    updatedAt: ReadOnly(DateTime()),
  },
  { additionalProperties: false },
)
export type TagInput = { name: string }

/** A tag as answered. */
export const Tag = answerOf(TagInput)

/** The tags that a workflow is to have (reference 2.4). */
export const TagIds = Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: false }))
export type TagIds = Static<typeof TagIds>

/** A tag as the document keeps it. */
export interface TagRecord {
  id: string
  name: string
  createdAt: string
  updatedAt: string
}

/** An annotation tag, which marks executions. Workflow tags are another list. */
export interface AnnotationTagRecord extends TagRecord {}
