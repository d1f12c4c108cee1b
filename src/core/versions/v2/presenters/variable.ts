import { findProject } from '../../../features/projects/find-project.ts'
import type { VariableRecord } from '../../../model/source-control.ts'
import type { State } from '../../../model/state.ts'

/** A variable with its project, which is null for a variable of all projects. */
export function showVariable(state: State, { id, key, value, type, projectId }: VariableRecord) {
  const project = projectId ? (findProject(state, projectId) ?? null) : null
  return { id, key, value, type, project }
}
