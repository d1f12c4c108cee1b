import { compare } from '../../base/compare.ts'
import type { Collection, Order } from '../../base/store.ts'
import type { TagRecord } from '../../model/tag.ts'
import { memoizeByRevision } from '../memoize-by-revision.ts'

/** A workflow's tags in order. */
export function tagsInOrder(tags: Collection<TagRecord>, ids: readonly string[], order: Order): TagRecord[] {
  const found = ids.flatMap(id => tags.get(id) ?? [])
  if (found.length < 2) return found
  if (order === 'id') return found.sort((a, b) => compare(a.id, b.id))
  const ranks = keptRanks(tags)
  return found.sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
}

const keptRanks = memoizeByRevision(
  (tags: Collection<TagRecord>) => new Map([...tags.values()].map((tag, rank) => [tag.id, rank] as const)),
)
