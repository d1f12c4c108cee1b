import type { UserRecord } from '../../model/user.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { State } from '../../state.ts'
import type { Order, Selection } from '../../storage/store.ts'
import { ownerSeenBy, sees } from '../visibility.ts'
import { contains } from './like.ts'

export interface WorkflowFilters {
  active?: boolean
  /** Names, separated by commas. */
  tags?: string
  name?: string
}

/** The workflows of a list: those that the user sees and that pass all filters (observed, section 3.5). */
export function workflowSelection(
  state: State,
  user: UserRecord,
  { active, tags, name }: WorkflowFilters,
  order: Order,
): Selection<WorkflowRecord> {
  const wanted = tags === undefined ? undefined : tagIdsOf(state, tags)
  const isNamed = name === undefined ? undefined : contains(name.trim())
  return {
    key: JSON.stringify([ownerSeenBy(user), active, wanted, name, order]),
    includes: workflow =>
      sees(user, workflow.owner) &&
      (active === undefined || workflow.active === active) &&
      (wanted === undefined || (wanted.length > 0 && wanted.every(id => workflow.tags.includes(id)))) &&
      (isNamed === undefined || isNamed(workflow.name)),
    order,
  }
}

/** The ids of the tags with these names; names that no tag has are passed over. */
const tagIdsOf = (state: State, names: string) =>
  names.split(',').flatMap(name => state.tags.by('name', name.trim()).map(tag => tag.id))
