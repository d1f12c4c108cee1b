import type { ExecutionRecord, ExecutionStatus } from '../../model/execution.ts'
import type { Draft, State } from '../../model/state.ts'
import type { Access } from '../projects/access.ts'
import { projectIdOf } from '../projects/find-project.ts'

export interface ExecutionSelection {
  status?: ExecutionStatus | undefined
  workflowId?: string | undefined
  projectId?: string | undefined
  /** ISO 8601. */
  startedAfter?: string | undefined
  startedBefore?: string | undefined
}

/** Whether a user may do this with an execution: as with its workflow; one whose workflow is gone is nobody's. */
export const executionAccess =
  (state: State | Draft, access: Access, scope: string) => (execution: ExecutionRecord) => {
    const workflow = state.workflows.get(execution.workflowId)
    return workflow ? access.with(scope, workflow) : access.everywhere(scope)
  }

/** Which executions a list asks for. Running ones only by their status; crashed ones are errors, too. */
export function executionSelection(state: State | Draft, asked: ExecutionSelection) {
  const after = asked.startedAfter === undefined ? undefined : Date.parse(asked.startedAfter)
  const before = asked.startedBefore === undefined ? undefined : Date.parse(asked.startedBefore)
  return (execution: ExecutionRecord): boolean => {
    const { status, workflowId, startedAt } = execution
    if (asked.workflowId !== undefined && workflowId !== asked.workflowId) return false
    if (!hasStatus(status, asked.status)) return false
    if (after !== undefined && Date.parse(startedAt) < after) return false
    if (before !== undefined && Date.parse(startedAt) > before) return false
    if (asked.projectId === undefined) return true
    const workflow = state.workflows.get(workflowId)
    return workflow !== undefined && projectIdOf(state, workflow) === asked.projectId
  }
}

function hasStatus(status: ExecutionStatus, asked: ExecutionStatus | undefined): boolean {
  if (asked === undefined) return status !== 'running'
  return status === asked || (asked === 'error' && status === 'crashed')
}
