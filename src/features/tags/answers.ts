import type { TagRecord } from '../../model/tag.ts'

/** A tag as every read answers it (observed, section 2). */
export const tagAnswer = ({ createdAt, updatedAt, id, name }: TagRecord) => ({ createdAt, updatedAt, id, name })
