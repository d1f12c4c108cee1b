import type { TagRecord } from '../../model/tag.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { Collection } from '../../storage/store.ts'
import { kept } from '../kept.ts'

/** The order of workflows in the list, and of tags inside a workflow. */
export type Order = 'creation' | 'id'

/** All workflows in the order of the list. Kept until one changes. */
export const workflowsInOrder = (workflows: Collection<WorkflowRecord>, order: Order) =>
  order === 'id' ? keptById(workflows) : keptByCreation(workflows)

/** A workflow's tags in order. */
export function tagsInOrder(tags: Collection<TagRecord>, ids: readonly string[], order: Order): TagRecord[] {
  const found = ids.flatMap(id => tags.get(id) ?? [])
  if (found.length < 2) return found
  if (order === 'id') return found.sort((a, b) => byteOrder(a.id, b.id))
  const ranks = keptRanks(tags)
  return found.sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0))
}

const byteOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const keptByCreation = kept((workflows: Collection<WorkflowRecord>) => [...workflows.values()])
const keptById = kept((workflows: Collection<WorkflowRecord>) =>
  [...workflows.values()].sort((a, b) => byteOrder(a.id, b.id)),
)
const keptRanks = kept(
  (tags: Collection<TagRecord>) => new Map([...tags.values()].map((tag, rank) => [tag.id, rank] as const)),
)
