import { RawJson } from '../../core/base/raw-json.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import type { Store } from '../../core/model/state.ts'
import type { UsedRules } from '../engine/job.ts'
import type { MadeCall, MadeRun } from '../engine/sent-run.ts'
import { activeGraph } from './active-graph.ts'
import type { RuleCounts } from './run-setup.ts'
import type { Ended, PlannedRun } from './runs.ts'
import { workflowText } from './shared-values.ts'

/** A run that was computed: the execution that it leaves, and the one that it becomes at its end; the same where it has ended. */
export interface Played extends Ended {
  first: ExecutionRecord
  /** When it ends, in milliseconds since 1970; `undefined` where it has ended or waits. */
  endsAt?: number
  /** Executions of other workflows that it called. */
  called: Ended[]
  /** The counts of the rules that it used, and the workflows that it called, with the execution of each. */
  usedRules: { counts: RuleCounts; used: UsedRules; executionId: string }[]
}

export interface RecordOptions {
  store: Store
  form: RunForm
}

/** The execution that a run leaves, the one that it is until its end, and those of the workflows that it called. */
export function playedOf(
  run: PlannedRun,
  id: string,
  made: MadeRun,
  options: RecordOptions,
): Omit<Played, 'usedRules'> {
  const { form } = options
  const end = executionOf(run, id, { ...made, data: new RawJson(made.data) }, options)
  const called = made.called.flatMap(call => calledOf(call, run, options))
  if (made.begun === undefined) return { first: end, end, called, made, run }
  const first: ExecutionRecord = {
    ...end,
    status: 'running',
    finished: false,
    stoppedAt: null,
    waitTill: null,
    data: new RawJson(made.begun),
    workflowData: workflowText(run.workflow, { status: 'running', mode: end.mode }, form),
  }
  return { first, end, endsAt: made.until, called, made, run }
}

function calledOf(made: MadeCall, { base }: PlannedRun, options: RecordOptions): Ended[] {
  const { id, workflowId, at, depth } = made
  const found = options.store.data.workflows.get(workflowId)
  if (!found) return []
  const workflow = activeGraph(options.store.data, found)
  const run: PlannedRun = { workflow, start: undefined, mode: 'integrated', at, base, depth }
  const end = executionOf(run, id, { ...made, data: new RawJson(made.data) }, options)
  return [{ end, run, made }]
}

/** @param id of the execution, where it does not go on from an earlier one */
export function executionOf(run: PlannedRun, id: string, made: Made, { form }: RecordOptions): ExecutionRecord {
  const { workflow, mode, resumed } = run
  const base = baseOf(run, id)
  const { status, until, waitTill, data } = made
  const isNew = mode === 'retry' && form === 'signed'
  const fileBytes = Number(resumed?.binaryDataSizeBytes ?? 0) + made.fileBytes
  return {
    ...resumed,
    id: base.id,
    workflowId: workflow.id,
    status,
    finished: status === 'success',
    mode: resumed?.mode ?? mode,
    retryOf: base.retryOf,
    retrySuccessId: resumed?.retrySuccessId ?? null,
    ...(base.createdAt === undefined ? {} : { createdAt: base.createdAt }),
    startedAt: base.startedAt,
    stoppedAt: timeText(until),
    waitTill: waitTill === undefined ? null : timeText(waitTill),
    deletedAt: null,
    workflowVersionId: isNew ? null : (resumed?.workflowVersionId ?? workflow.activeVersionId ?? workflow.versionId),
    ...(run.deduplicationKey === undefined ? {} : { deduplicationKey: run.deduplicationKey }),
    ...(fileBytes > 0 ? { binaryDataSizeBytes: fileBytes } : {}),
    data,
    workflowData: workflowText(workflow, { status, mode: resumed?.mode ?? mode }, form),
  }
}

type RecordBase = Pick<ExecutionRecord, 'id' | 'retryOf' | 'startedAt' | 'createdAt'>

type Made = Pick<MadeRun, 'status' | 'until' | 'waitTill' | 'fileBytes'> & { data: RawJson }

const baseOf = ({ resumed, retryOf, at, createdAt }: PlannedRun, id: string): RecordBase =>
  resumed ?? { id, retryOf: retryOf ?? null, startedAt: timeText(at), createdAt: timeText(createdAt ?? at) }

/** Code may wait for any time: later ones are no dates of four digits. */
const LATEST = Date.UTC(3000, 0, 1)
const timeText = (time: number) => new Date(Math.min(time, LATEST)).toISOString()
