import { isRecord } from '../../../base/is-record.ts'
import { type RedactedData, redactRunData } from '../../../features/executions/redact.ts'
import type { Context } from '../../../http/context.ts'
import type { ExecutionRecord } from '../../../model/execution.ts'
import type { State } from '../../../model/state.ts'
import { listedFields, singleFields } from '../../execution-fields.ts'
import { RUN_FORM } from '../runs.ts'

/** What the data of executions is read with. */
type RunContext = Pick<Context, 'runData'> & { store: { data: State } }

export interface Details {
  /** With the data of the run, and the workflow as it ran. */
  data?: boolean
  /** With what items hold left out. */
  redact?: boolean
  /** Large data that was redacted before. */
  redacted?: RedactedData | undefined
}

/** An execution in the list. */
export function showListedExecution(context: RunContext, execution: ExecutionRecord, details: Details) {
  const shown = listedFields(execution)
  if (!details.data) return shown
  const { storedAt = 'db' } = execution
  const { data, workflowData, customData } = showDetails(context, execution, details)
  const sizes = {
    storedAt,
    jsonSizeBytes: sizeOf(context, execution),
    workflowVersionId: versionIdOf(context, execution),
  }
  return { ...shown, ...sizes, data, workflowData, customData }
}

/** An execution as GET by id and DELETE show it. */
export function showExecution(context: RunContext, execution: ExecutionRecord, details: Details = {}) {
  const { storedAt = 'db', tracingContext = null, deduplicationKey = null } = execution
  const { binaryDataSizeBytes = 0, usedPrivateCredentials = false } = execution
  return {
    ...singleFields(execution),
    storedAt,
    tracingContext,
    deduplicationKey,
    jsonSizeBytes: sizeOf(context, execution),
    binaryDataSizeBytes,
    workflowVersionId: versionIdOf(context, execution),
    usedPrivateCredentials,
    ...(details.data ? showDetails(context, execution, details) : {}),
  }
}

/** What a retry answers with. */
export function showRetry(context: RunContext, execution: ExecutionRecord) {
  const { id, mode, startedAt, workflowId, finished, retryOf, status, storedAt = 'db' } = execution
  const { data, workflowData, customData } = showDetails(context, execution, {})
  // here alone the workflow says that it is not active
  const shown = workflowData.value
  const workflow = isRecord(shown) ? { ...shown, active: false, activeVersionId: null } : shown
  return {
    id,
    mode,
    startedAt,
    workflowId,
    finished,
    retryOf,
    status,
    data,
    workflowData: workflow,
    customData,
    storedAt,
  }
}

function showDetails(context: RunContext, execution: ExecutionRecord, { redact, redacted }: Details) {
  const { customData = {} } = execution
  const { data, workflowData } = detailsIn(context, execution)
  return { data: redact ? (redacted?.get(data) ?? redactRunData(data.value)) : data, customData, workflowData }
}

/** The data that was put in, or made up in the form of this version. */
const detailsIn = ({ store, runData }: RunContext, execution: ExecutionRecord) =>
  runData.detailsOf(store.data, execution, RUN_FORM)

const sizeOf = ({ store, runData }: RunContext, execution: ExecutionRecord) =>
  execution.jsonSizeBytes ?? runData.sizeOf(store.data, execution, RUN_FORM)

/** The version that ran: the one that was given, else the published or current one. */
function versionIdOf(
  { store: { data: state } }: RunContext,
  { workflowVersionId, workflowId }: ExecutionRecord,
): string | null {
  if (workflowVersionId !== undefined) return workflowVersionId
  const workflow = state.workflows.get(workflowId)
  return workflow ? (workflow.activeVersionId ?? workflow.versionId) : null
}
