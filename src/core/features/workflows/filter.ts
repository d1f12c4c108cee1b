import type { Order, Selection } from '../../base/store.ts'
import type { State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { contains } from './like.ts'

export interface WorkflowFilters {
  active?: boolean
  /** Names, separated by commas. */
  tags?: string
  name?: string
  /** The project, team or personal, that has them. */
  projectId?: string
}

/** Which workflows a user sees. */
export interface Visibility {
  /** The same key means the same workflows. */
  key: string
  includes(workflow: WorkflowRecord): boolean
}

export interface FilterRules {
  order: Order
  /** Whether the name of an unknown tag matches no workflow; it is ignored otherwise. */
  unknownTagsMatchNothing: boolean
}

/** The workflows of a list: those that the user sees and that pass all filters. */
export function workflowSelection(
  state: State,
  visible: Visibility,
  { active, tags, name, projectId }: WorkflowFilters,
  { order, unknownTagsMatchNothing }: FilterRules,
): Selection<WorkflowRecord> {
  const wanted = tags === undefined ? undefined : tagIdsOf(state, tags, unknownTagsMatchNothing)
  const owner = projectId === undefined ? undefined : ownerOf(state, projectId)
  const isNamed = name === undefined ? undefined : contains(name.trim())
  return {
    key: JSON.stringify([visible.key, active, wanted, name, owner, order]),
    includes: workflow =>
      visible.includes(workflow) &&
      (active === undefined || workflow.active === active) &&
      (wanted === undefined || (wanted.length > 0 && wanted.every(id => workflow.tags.includes(id)))) &&
      (isNamed === undefined || isNamed(workflow.name)) &&
      (owner === undefined ||
        ('projectId' in owner ? workflow.projectId === owner.projectId : isIn(workflow, owner.owner))),
    order,
  }
}

const isIn = (workflow: WorkflowRecord, owner: string | undefined) =>
  workflow.projectId === undefined && workflow.owner === owner

/** The team project with this id, or the user whose personal one it is. */
function ownerOf(state: State, projectId: string): { projectId: string } | { owner: string | undefined } {
  return state.projects.has(projectId) ? { projectId } : { owner: state.users.by('projectId', projectId)[0]?.id }
}

/** The ids of the tags with these names. */
function tagIdsOf(state: State, names: string, unknownMatchNothing: boolean): string[] {
  const found = names.split(',').map(name => state.tags.by('name', name.trim())[0]?.id)
  if (unknownMatchNothing && found.includes(undefined)) return []
  return found.filter(id => id !== undefined)
}
