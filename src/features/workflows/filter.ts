import type { State } from '../../context.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { contains } from './like.ts'

export interface WorkflowFilters {
  active?: boolean
  /** Names, separated by commas. */
  tags?: string
  name?: string
}

/** Whether a workflow passes the list's filters, all of them (observed, section 3.5). */
export function workflowFilter(
  state: State,
  { active, tags, name }: WorkflowFilters,
): (workflow: WorkflowRecord) => boolean {
  const wanted = tags === undefined ? undefined : tagIdsOf(state, tags)
  if (wanted?.length === 0) return () => false
  const isNamed = name === undefined ? undefined : contains(name.trim())
  return workflow =>
    (active === undefined || workflow.active === active) &&
    (wanted === undefined || wanted.every(id => workflow.tags.includes(id))) &&
    (isNamed === undefined || isNamed(workflow.name))
}

/** The ids of the tags with these names; names that no tag has are passed over. */
const tagIdsOf = (state: State, names: string) =>
  names.split(',').flatMap(name => state.tags.by('name', name.trim()).map(tag => tag.id))
