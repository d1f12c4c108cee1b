import type { TagRecord } from '../../../model/tag.ts'

/** A tag as every read shows it. */
export const showTag = ({ createdAt, updatedAt, id, name }: TagRecord) => ({ createdAt, updatedAt, id, name })
