import { dataSizeOf, detailsOf, jsonSizeOf } from '../../../../runs/schedules/run-data.ts'
import { isRecord } from '../../../base/is-record.ts'
import { redactRunData } from '../../../features/executions/redact.ts'
import type { ExecutionRecord } from '../../../model/execution.ts'
import type { State } from '../../../model/state.ts'
import { listedFields, singleFields } from '../../execution-fields.ts'
import { runs } from '../runs.ts'

export interface Details {
  /** With the data of the run, and the workflow as it ran. */
  data?: boolean
  /** With what items hold left out. */
  redact?: boolean
}

/** An execution in the list. */
export function showListedExecution(state: State, execution: ExecutionRecord, details: Details) {
  const shown = listedFields(execution)
  if (!details.data) return shown
  const { storedAt = 'db' } = execution
  const { data, workflowData, customData } = showDetails(state, execution, details)
  const sizes = { storedAt, jsonSizeBytes: sizeOf(state, execution), workflowVersionId: versionIdOf(state, execution) }
  return { ...shown, ...sizes, data, workflowData, customData }
}

/** An execution as GET by id and DELETE show it. */
export function showExecution(state: State, execution: ExecutionRecord, details: Details = {}) {
  const { storedAt = 'db', tracingContext = null, deduplicationKey = null } = execution
  const { binaryDataSizeBytes = 0, usedPrivateCredentials = false } = execution
  return {
    ...singleFields(execution),
    storedAt,
    tracingContext,
    deduplicationKey,
    jsonSizeBytes: sizeOf(state, execution),
    binaryDataSizeBytes,
    workflowVersionId: versionIdOf(state, execution),
    usedPrivateCredentials,
    ...(details.data ? showDetails(state, execution, details) : {}),
  }
}

/** What a retry answers with. */
export function showRetry(state: State, execution: ExecutionRecord) {
  const { id, mode, startedAt, workflowId, finished, retryOf, status, storedAt = 'db' } = execution
  const { data, workflowData, customData } = showDetails(state, execution, {})
  // here alone the workflow says that it is not active
  const workflow = isRecord(workflowData) ? { ...workflowData, active: false, activeVersionId: null } : workflowData
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

function showDetails(state: State, execution: ExecutionRecord, { redact }: Details) {
  const { customData = {} } = execution
  const data = dataOf(state, execution)
  return { data: redact ? redactRunData(data) : data, customData, workflowData: workflowDataOf(state, execution) }
}

const FORM = { isNumbered: true, defaults: runs.defaults }

/** The data that was put in, or made up in the form of this version. */
const dataOf = (state: State, execution: ExecutionRecord): unknown => detailsOf(state, execution, FORM).data

const workflowDataOf = (state: State, execution: ExecutionRecord) => detailsOf(state, execution, FORM).workflowData

const sizeOf = (state: State, execution: ExecutionRecord) =>
  execution.jsonSizeBytes ?? ('data' in execution ? dataSizeOf(execution) : jsonSizeOf(dataOf(state, execution)))

/** The version that ran: the one that was given, else the published or current one. */
function versionIdOf(state: State, { workflowVersionId, workflowId }: ExecutionRecord): string | null {
  if (workflowVersionId !== undefined) return workflowVersionId
  const workflow = state.workflows.get(workflowId)
  return workflow ? (workflow.activeVersionId ?? workflow.versionId) : null
}
