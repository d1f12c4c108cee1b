import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import type { RecordedRun, RecordedRuns } from './recorded-mocks.ts'

/** An execution with its data, as a service answers it. */
export interface RecordedExecution {
  id: string | number
  status?: string
  startedAt?: string
  stoppedAt?: string | null
  data?: unknown
  workflowData?: unknown
}

/**
 * The runs of nodes in the data of an execution, by names of any kind.
 *
 * @throws ApiError 400 where they are in another shape: a service may answer anything
 */
export function recordedRunsOf({ id, data }: { id: string | number; data?: unknown }): RecordedRuns {
  const { resultData } = isRecord(data) ? data : {}
  const { runData } = isRecord(resultData) ? resultData : {}
  const found: RecordedRuns = Object.create(null)
  for (const [name, runs] of Object.entries(isRecord(runData) ? runData : {})) {
    if (!Array.isArray(runs) || !runs.every(isRun)) throw wrongShape(id, `the runs of node ${JSON.stringify(name)}`)
    if (runs.length > 0) found[name] = runs.map(run => ({ ...run, source: run.source ?? [] }) as RecordedRun)
  }
  return found
}

/** @throws ApiError 400 for a workflow that is none */
export function checkRecordedWorkflow(id: string | number, workflow: unknown) {
  if (!isRecord(workflow) || !Array.isArray(workflow.nodes))
    throw badRequest(`Execution ${id} holds no workflow: it cannot be recorded`)
  if (!workflow.nodes.every(node => isRecord(node) && typeof node.name === 'string'))
    throw wrongShape(id, 'the nodes of its workflow')
  const { connections } = workflow
  if (connections !== undefined && !isRecord(connections)) throw wrongShape(id, 'the connections of its workflow')
}

function isRun(run: unknown): run is RecordedRun {
  if (!isRecord(run)) return false
  const { source, data, error } = run
  const isSource = source === undefined || source === null || (Array.isArray(source) && source.every(isRecordOrNull))
  if (!isSource || (error !== undefined && !isRecordOrNull(error))) return false
  if (data === undefined || data === null) return true
  return isRecord(data) && Object.values(data).every(outputs => Array.isArray(outputs) && outputs.every(isOutput))
}

const isOutput = (items: unknown) =>
  items === null || (Array.isArray(items) && items.every(item => isRecord(item) && isJson(item.json)))

/** HTTP Request puts out what was answered, also a number. */
const isJson = (value: unknown) => value !== undefined && value !== null

const isRecordOrNull = (value: unknown) => value === null || isRecord(value)

const wrongShape = (id: string | number, what: string) =>
  badRequest(`Execution ${id} cannot be recorded: ${what} are in a shape that no service answers`)
