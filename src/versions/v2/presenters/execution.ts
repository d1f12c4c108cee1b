import type { ExecutionRecord } from '../../../model/execution.ts'

/** An execution as GET by id shows it. */
export function showExecution(execution: ExecutionRecord) {
  const { id, finished, mode, retryOf, retrySuccessId, status, startedAt, stoppedAt, deletedAt } = execution
  const { workflowId, waitTill, createdAt = startedAt } = execution
  return {
    ...{ id, finished, mode, retryOf, retrySuccessId, status, createdAt, startedAt, stoppedAt, deletedAt },
    ...{ workflowId, waitTill },
  }
}
