import type { ExecutionRecord } from '../../../model/execution.ts'
import type { Decisions } from '../decisions.ts'

const WHOLE = /^(0|[1-9]\d{0,14})$/

export interface Shown {
  /** GET by id and DELETE show more than the list does. */
  single?: boolean
  deleted?: boolean
  /** With its data, and the workflow as it ran. */
  details?: { data: unknown; workflowData: unknown }
}

/** An execution as the API shows it. */
export function showExecution(
  execution: ExecutionRecord,
  decisions: Decisions,
  { single, deleted, details }: Shown = {},
) {
  const id = (text: string) => (decisions.executionIds === 'number' ? Number(text) : text)
  const retry = (text: string | null) => (text === null ? null : id(text))
  const extra = single && decisions.executionExtras
  const { workflowId } = execution
  return {
    id: deleted ? Number(execution.id) : id(execution.id),
    finished: execution.finished,
    mode: execution.mode,
    retryOf: retry(execution.retryOf),
    retrySuccessId: retry(execution.retrySuccessId),
    ...(extra ? { status: execution.status } : {}),
    startedAt: execution.startedAt,
    stoppedAt: execution.stoppedAt ?? (decisions.absentAsNull ? null : undefined),
    ...(extra ? { deletedAt: execution.deletedAt } : {}),
    workflowId: decisions.executionWorkflowId === 'number' && WHOLE.test(workflowId) ? Number(workflowId) : workflowId,
    waitTill: execution.waitTill,
    ...(details ? { data: details.data } : {}),
    ...(details && decisions.executionExtras ? { workflowData: details.workflowData } : {}),
  }
}
