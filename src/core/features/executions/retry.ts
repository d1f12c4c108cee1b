import type { Clock } from '../../base/clock.ts'
import type { ExecutionRecord, ExecutionStatus } from '../../model/execution.ts'
import { nextNumber } from '../../model/next-id.ts'
import type { Draft, State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { executionRefusals } from './refusals.ts'

/** What a run that went wrong ends as when it is run again: nothing runs here, so nothing gets better. */
const FAILURES: ExecutionStatus[] = ['error', 'crashed', 'canceled']

export interface RetryOptions {
  /** Whether the user sees the original. */
  sees(execution: ExecutionRecord): boolean
  /** Run the workflow as it is now, not as it was. */
  loadWorkflow: boolean | undefined
  clock: Clock
}

/**
 * The execution that is to be run again, and the workflow that is to run, where there is one.
 *
 * @throws ApiError 404, 409
 */
export function executionToRetry(
  draft: State | Draft,
  id: string,
  { sees, loadWorkflow }: Omit<RetryOptions, 'clock'>,
) {
  const original = draft.executions.get(id)
  if (!original || !sees(original)) throw executionRefusals.executionToRetryNotFound(id)
  if (original.status === 'success') throw executionRefusals.executionSucceeded()
  const workflow = draft.workflows.get(original.workflowId)
  return { original, workflow: workflow && !loadWorkflow ? asItRan(workflow, original) : workflow }
}

/** Runs an execution again, which ends at once as the original did; one that had not ended succeeds. */
export function retryExecution(draft: Draft, id: string, { sees, loadWorkflow, clock }: RetryOptions): ExecutionRecord {
  const { original } = executionToRetry(draft, id, { sees, loadWorkflow })
  const workflow = draft.workflows.get(original.workflowId)
  const status = FAILURES.includes(original.status) ? original.status : 'success'
  const now = clock.iso()
  const { data, workflowData, workflowVersionId } = original
  const asItWas = Object.fromEntries(
    Object.entries({ data, workflowData, workflowVersionId }).filter(([, value]) => value !== undefined),
  )
  const asItIs = workflow ? { workflowVersionId: workflow.versionId } : {}
  const retry: ExecutionRecord = {
    id: nextNumber(draft, 'executions'),
    workflowId: original.workflowId,
    status,
    finished: status === 'success',
    mode: 'retry',
    retryOf: original.id,
    retrySuccessId: null,
    createdAt: now,
    startedAt: now,
    stoppedAt: now,
    waitTill: null,
    deletedAt: null,
    ...(loadWorkflow || status !== original.status ? asItIs : asItWas),
  }
  draft.executions.set(retry)
  if (status === 'success') draft.executions.set({ ...original, retrySuccessId: retry.id })
  return retry
}

/** The workflow with the nodes and connections that it had then, as far as the execution stores them. */
function asItRan(workflow: WorkflowRecord, { workflowData }: ExecutionRecord): WorkflowRecord {
  const { nodes, connections } = (workflowData?.value ?? {}) as Partial<WorkflowRecord>
  return Array.isArray(nodes) && connections ? { ...workflow, nodes, connections, activeVersionId: null } : workflow
}
