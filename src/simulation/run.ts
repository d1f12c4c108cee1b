import type { ExecutionMode, ExecutionRecord } from '../model/execution.ts'
import { nextNumber } from '../model/next-id.ts'
import type { Draft } from '../model/state.ts'
import type { WorkflowRecord } from '../model/workflow.ts'
import type { PathOptions } from './execution-path.ts'
import { runData, workflowDataOf } from './run-data.ts'

/** What is to be run: a graph from its trigger. */
export interface Run {
  /** With the graph that runs: of an active workflow the published one. */
  workflow: WorkflowRecord
  start: PathOptions['start']
  mode: ExecutionMode
  /** In milliseconds since 1970. */
  at: number
  retryOf?: string | undefined
  /** How many failures have led to it, one by one. */
  depth?: number
}

/** How a run ends. It succeeds at once where nothing is said. */
export interface Outcome {
  /** Where it fails or waits; the last node that runs where left out. */
  node?: string | undefined
  /** What the node says when it fails. */
  error?: string | undefined
  /** Until when it waits, in milliseconds since 1970. */
  waitTill?: number | undefined
  /** How long it takes, in milliseconds. */
  duration?: number | undefined
}

/** An execution as a run leaves it, and as it will be when it ends; the same where it has ended. */
export interface Played {
  first: ExecutionRecord
  end: ExecutionRecord
  /** When it ends, in milliseconds since 1970; `undefined` where it has ended or waits. */
  endsAt?: number
}

/** Plays what a run leaves behind. Nothing is kept yet but its id, which is never given again. */
export function playRun(draft: Draft, run: Run, outcome: Outcome = {}): Played {
  const { workflow, at, mode, retryOf = null } = run
  const { error, waitTill, duration = 0 } = outcome
  const startedAt = timeText(at)
  const status = error !== undefined ? 'error' : waitTill !== undefined ? 'waiting' : 'success'
  const base: ExecutionRecord = {
    ...{ id: nextNumber(draft, 'executions'), workflowId: workflow.id, status, finished: status === 'success' },
    ...{ mode, retryOf, retrySuccessId: null, createdAt: startedAt, startedAt, stoppedAt: timeText(at + duration) },
    ...{ waitTill: waitTill === undefined ? null : timeText(waitTill), deletedAt: null },
    workflowVersionId: workflow.activeVersionId ?? workflow.versionId,
  }
  const failure = { node: outcome.node, message: error }
  const filled = (record: ExecutionRecord): ExecutionRecord => ({
    ...record,
    data: runData(workflow, record, failure, run.start),
    workflowData: workflowDataOf(workflow, record),
  })
  const end = filled(base)
  if (duration === 0) return { first: end, end }
  const first = filled({ ...base, status: 'running', finished: false, stoppedAt: null, waitTill: null })
  return { first, end, endsAt: at + duration }
}

/** An execution that waited, gone on at its time to its end. */
export function resumed(execution: ExecutionRecord, workflow: WorkflowRecord | undefined, at: number): ExecutionRecord {
  const ended: ExecutionRecord = {
    ...execution,
    ...{ status: 'success', finished: true, waitTill: null, stoppedAt: timeText(at) },
  }
  const { data: _before, ...rest } = ended
  if (!workflow) return rest
  return { ...rest, data: runData(workflow, ended, {}, startOf(execution, workflow)) }
}

/** How an execution began, as far as its data tells and the workflow still has the node. */
export function startOf({ data }: Pick<ExecutionRecord, 'data'>, { nodes }: Pick<WorkflowRecord, 'nodes'>) {
  const runs = (data as { resultData?: { runData?: Record<string, FirstRun[]> } } | undefined)?.resultData?.runData
  const [node, [run] = []] = Object.entries(runs ?? {})[0] ?? []
  const main = run?.data?.main
  if (node === undefined || !Array.isArray(main) || !nodes.some(({ name }) => name === node)) return undefined
  const output = main.findIndex(items => Array.isArray(items) && items.length > 0)
  if (output < 0) return undefined
  return { node, output, items: (main[output] ?? []).map(item => item?.json ?? {}) }
}

interface FirstRun {
  data?: { main?: ({ json?: Record<string, unknown> } | null)[][] }
}

const timeText = (time: number) => new Date(time).toISOString()
