import type { Draft } from '../../model/state.ts'
import { deleteDataTable } from '../data-tables/tables.ts'
import { removeWorkflow } from '../workflows/rules.ts'
import { projectIdOf } from './find-project.ts'

/** Deletes all that a project holds: workflows, credentials, data tables, folders and variables. */
export function deleteContents(draft: Draft, projectId: string): void {
  const isHeld = (record: { projectId?: string; owner: string }) => projectIdOf(draft, record) === projectId
  for (const { id } of [...draft.workflows.values()].filter(isHeld)) removeWorkflow(draft, id)
  for (const { id } of [...draft.credentials.values()].filter(isHeld)) draft.credentials.delete(id)
  for (const table of draft.dataTables.by('projectId', projectId)) deleteDataTable(draft, table)
  for (const { id } of draft.folders.by('projectId', projectId)) draft.folders.delete(id)
  for (const variable of [...draft.variables.values()]) {
    if (variable.projectId === projectId) draft.variables.delete(variable.id)
  }
}
