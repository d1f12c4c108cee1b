import type { ExecutionRecord } from '../model/execution.ts'

/** The fields of an execution in a list. */
export function listedFields(execution: ExecutionRecord) {
  const { id, finished, mode, retryOf, retrySuccessId, status, startedAt, stoppedAt, workflowId, waitTill } = execution
  return { id, finished, mode, retryOf, retrySuccessId, status, startedAt, stoppedAt, workflowId, waitTill }
}

/** The fields of an execution by itself. */
export function singleFields(execution: ExecutionRecord) {
  const { id, finished, mode, retryOf, retrySuccessId, status, startedAt, stoppedAt, deletedAt } = execution
  const { workflowId, waitTill, createdAt = startedAt } = execution
  return {
    id,
    finished,
    mode,
    retryOf,
    retrySuccessId,
    status,
    createdAt,
    startedAt,
    stoppedAt,
    deletedAt,
    workflowId,
    waitTill,
  }
}
