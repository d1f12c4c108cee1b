import type { TagRecord } from '../../../model/tag.ts'

/** A tag, of a workflow or an execution. */
export const showTag = ({ id, name, createdAt, updatedAt }: TagRecord) => ({ id, name, createdAt, updatedAt })
