import type { Draft } from '../../state.ts'
import { deleteDataTable } from '../data-tables/tables.ts'
import { projectIdOf } from './find-project.ts'

/** Deletes a workflow with its executions, versions and publications. */
export function deleteWorkflowRecords(draft: Draft, id: string): void {
  for (const execution of draft.executions.by('workflowId', id)) draft.executions.delete(execution.id)
  for (const version of draft.workflowVersions.by('workflowId', id)) draft.workflowVersions.delete(version.id)
  for (const event of draft.publishEvents.by('workflowId', id)) draft.publishEvents.delete(event.id)
  draft.workflows.delete(id)
}

/** Deletes all that a project holds: workflows, credentials, data tables, folders and variables. */
export function deleteContents(draft: Draft, projectId: string): void {
  const isHeld = (record: { projectId?: string; owner: string }) => projectIdOf(draft, record) === projectId
  for (const { id } of [...draft.workflows.values()].filter(isHeld)) deleteWorkflowRecords(draft, id)
  for (const { id } of [...draft.credentials.values()].filter(isHeld)) draft.credentials.delete(id)
  for (const table of draft.dataTables.by('projectId', projectId)) deleteDataTable(draft, table)
  for (const { id } of draft.folders.by('projectId', projectId)) draft.folders.delete(id)
  for (const variable of [...draft.variables.values()]) {
    if (variable.projectId === projectId) draft.variables.delete(variable.id)
  }
}
