import type { ExecutionRecord, ExecutionStatus } from '../../model/execution.ts'
import type { Draft, State } from '../../model/state.ts'
import { projectIdOf } from '../projects/find-project.ts'

export interface ExecutionSelection {
  status?: ExecutionStatus | undefined
  workflowId?: string | undefined
  projectId?: string | undefined
  /** ISO 8601. */
  startedAfter?: string | undefined
  startedBefore?: string | undefined
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

/** Whether a list that asks for this status has such an execution: running ones only where they are asked for. */
export function hasStatus(status: ExecutionStatus, asked: ExecutionStatus | undefined): boolean {
  if (asked === undefined) return status !== 'running'
  return status === asked || (asked === 'error' && status === 'crashed')
}
