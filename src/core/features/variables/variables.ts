import { compare } from '../../base/compare.ts'
import type { Ids } from '../../base/ids.ts'
import { unusedId } from '../../model/next-id.ts'
import type { VariableRecord } from '../../model/source-control.ts'
import type { Draft, State } from '../../model/state.ts'
import { findProject } from '../projects/find-project.ts'
import { projectRefusals } from '../projects/refusals.ts'
import { variableRefusals } from './refusals.ts'

export interface VariableInput {
  key: string
  value: string
  /** Null or left out: every project has it. */
  projectId?: string | null
}

/** The variables that a user sees, by key: global ones, and those of the projects that the user may read. */
export function listVariables(
  state: State,
  mayRead: (projectId: string | null) => boolean,
  { projectId, state: only }: { projectId?: string | undefined; state?: 'empty' | undefined },
): VariableRecord[] {
  return [...state.variables.values()]
    .filter(variable => projectId === undefined || variable.projectId === projectId)
    .filter(({ value }) => only === undefined || value === '')
    .filter(variable => mayRead(variable.projectId ?? null))
    .sort((a, b) => compare(a.key, b.key))
}

export function createVariable(draft: Draft, input: VariableInput, { ids }: { ids: Ids }): VariableRecord {
  const projectId = input.projectId ?? null
  check(draft, input.key, projectId)
  const id = unusedId(draft.variables, ids)
  const variable = { id, key: input.key, type: 'string', value: input.value, projectId }
  draft.variables.set(variable)
  return variable
}

/** Replaces key and value, and the project where one is given. */
export function updateVariable(draft: Draft, id: string, input: VariableInput): VariableRecord {
  const before = getVariable(draft, id)
  const projectId = input.projectId === undefined ? (before.projectId ?? null) : input.projectId
  check(draft, input.key, projectId, id)
  const variable = { ...before, key: input.key, value: input.value, projectId }
  draft.variables.set(variable)
  return variable
}

export function deleteVariable(draft: Draft, id: string): void {
  draft.variables.delete(getVariable(draft, id).id)
}

export function getVariable(state: State | Draft, id: string): VariableRecord {
  const variable = state.variables.get(id)
  if (!variable) throw variableRefusals.variableNotFound(id)
  return variable
}

/** In one place a key stands once. */
function check(draft: Draft, key: string, projectId: string | null, id?: string): void {
  if (projectId !== null && !findProject(draft, projectId)) throw projectRefusals.projectNotFound()
  const isTaken = draft.variables
    .by('key', key)
    .some(variable => variable.id !== id && (variable.projectId ?? null) === projectId)
  if (isTaken) throw variableRefusals.variableKeyTaken(key)
}
