import { isRecord } from '../../core/base/is-record.ts'
import type { ExecutionMode, ExecutionRecord } from '../../core/model/execution.ts'
import type { NodeItem, NodeRun, RunForm } from '../../core/model/run-data.ts'
import type { Draft, State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { storedProgress } from '../engine/execution-data.ts'
import { leadsTo } from '../engine/graph.ts'
import type { RunContext, RunJob, WaitEnd } from '../engine/job.ts'
import { activeGraph } from './active-graph.ts'
import { recordOf } from './item.ts'
import { detailsOf } from './run-data.ts'

/** What is to be run: a graph from its trigger, or an execution that goes on. */
export interface Run {
  /** With the graph that runs: of an active workflow the published one. */
  workflow: WorkflowRecord
  start: RunJob['start']
  mode: ExecutionMode
  /** When it was asked for; when it begins where left out. In milliseconds since 1970, as the next. */
  createdAt?: number
  /** When it begins. */
  at: number
  /** Where the instance is called, without a slash at the end. */
  base?: string | undefined
  retryOf?: string | undefined
  /** How many failures, or calls of other workflows, have led to it. */
  depth?: number
  /** An execution that goes on, and what it goes on with. */
  resumed?: ExecutionRecord
  before?: RunJob['before']
  /** The run that led to this one. */
  parent?: { context: RunContext; execution: Record<string, unknown> } | undefined
  /** What its data says of where it comes from, where it comes from an earlier one. */
  context?: RunContext
  deduplicationKey?: string
  /** Why it cannot run: its trigger fails with this. */
  misconfigured?: string | undefined
}

/** The most runs in a chain, of failures that start error workflows, and of workflows that call each other. */
export const MAX_IN_A_ROW = 10
const ERROR_TRIGGER = 'n8n-nodes-base.errorTrigger'

/** What the runs that follow from another one depend on. */
export interface FollowOptions {
  form: RunForm
  /** Where the instance is called, where a run does not say it. */
  base: string
  /** Whether only active workflows are run as error workflows. */
  needsActive: boolean
}

/**
 * The run that follows a failure: of the error workflow that the settings name, or of the workflow itself where it
 * has an error trigger. One that failed as its own error workflow is not run again.
 */
export function runAfterFailure(
  draft: Draft,
  failed: ExecutionRecord,
  { workflow, depth = 0, base }: Run,
  options: FollowOptions,
): Run | undefined {
  const { form, needsActive } = options
  const { status, mode, retryOf, id } = failed
  const { error, lastNodeExecuted } = recordOf(recordOf(failed.data).resultData)
  const isFailed = status === 'error' || (status === 'canceled' && error !== undefined)
  if (!isFailed || mode === 'manual' || depth >= MAX_IN_A_ROW) return undefined
  const named = workflow.settings.errorWorkflow
  const isNamed = typeof named === 'string' && named !== '' && named !== 'DEFAULT'
  if (mode === 'error' && (!isNamed || named === workflow.id)) return undefined
  const found = isNamed ? draft.workflows.get(named) : workflow
  if (!found || (needsActive && isNamed && !found.active)) return undefined
  const handler = activeGraph(draft, found)
  const trigger = handler.nodes.find(({ type, disabled }) => type === ERROR_TRIGGER && disabled !== true)
  if (trigger?.name === undefined) return undefined
  const { message, stack } = recordOf(error)
  const context = storedContext(recordOf(failed.data))
  const { isNumbered } = form
  const execution = isNumbered
    ? {
        id,
        url: `${base ?? options.base}/workflow/${workflow.id}/executions/${id}`,
        ...(retryOf === null ? {} : { retryOf }),
        error,
        lastNodeExecuted,
        mode,
        executionContext: context,
      }
    : { id, ...(retryOf === null ? {} : { retryOf }), error: { message, stack }, lastNodeExecuted, mode }
  const parent = { executionId: id, workflowId: workflow.id, executionContext: context, shouldResume: false }
  return {
    workflow: handler,
    start: {
      node: trigger.name,
      items: [{ json: { execution, workflow: { id: workflow.id, name: workflow.name } } }],
      ...(isNumbered ? { metadata: { parentExecution: parent } } : {}),
    },
    mode: 'error',
    at: Date.parse(failed.stoppedAt ?? failed.startedAt),
    base,
    depth: depth + 1,
    parent: context && isNumbered ? { context: { ...context, parentExecutionId: id }, execution: parent } : undefined,
  }
}

/** The run of an execution that waited for another one, which has ended. */
export function runOfCaller(
  draft: Draft,
  ended: ExecutionRecord,
  { depth, base }: Run,
  { form }: Pick<FollowOptions, 'form'>,
): Run | undefined {
  const { parentExecution, resultData } = recordOf(ended.data)
  const { executionId, shouldResume } = recordOf(parentExecution)
  if (shouldResume !== true || ended.status === 'waiting' || ended.status === 'running') return undefined
  const caller = draft.executions.get(String(executionId))
  const workflow = caller && draft.workflows.get(caller.workflowId)
  if (caller?.status !== 'waiting' || !workflow) return undefined
  const waitsFor = storedProgress(caller.data)?.stack[0]?.metadata?.waitingChildExecutionIds
  if (!Array.isArray(waitsFor) || !waitsFor.includes(ended.id)) return undefined
  const { error, runData, lastNodeExecuted } = recordOf(resultData)
  const lastRun = (recordOf(runData)[String(lastNodeExecuted)] as NodeRun[] | undefined)?.at(-1)
  const end: WaitEnd = isRecord(error)
    ? { error }
    : { main: (lastRun?.data?.main ?? []).map(items => items ?? []), isCall: false }
  const at = Date.parse(ended.stoppedAt ?? ended.startedAt)
  return { ...resumedRun(draft, caller, activeGraph(draft, workflow), { at, base, end, form }), depth }
}

/**
 * How an execution that waited goes on: the node that it waited at puts out its input, or the items of what ended the
 * wait.
 *
 * @param end what ended the wait; its time has come where left out
 */
export function resumedRun(
  state: State | Draft,
  execution: ExecutionRecord,
  workflow: WorkflowRecord,
  { at, base, end, form }: { at: number; base?: string | undefined; end?: WaitEnd; form: RunForm },
): Run {
  const { data } = detailsOf(state as State, execution, form)
  const before = storedProgress(data)
  const resumed = execution.data === undefined ? { ...execution, data } : execution
  const run: Run = { workflow, start: undefined, mode: execution.mode, at, base, resumed }
  if (!before) return { ...run, start: startOf(execution, workflow) }
  return { ...run, before: { ...before, isResumed: true, resumedWith: end } }
}

/** How a failed execution is run again: from the node at which it failed, where its data says so, or from its start. */
export function retriedRun(original: ExecutionRecord, workflow: WorkflowRecord, at: number): Run {
  const kept = storedProgress(original.data)
  const isThere = (name: string | undefined) => workflow.nodes.some(node => node.name === name)
  const before = kept?.stack.every(({ node }) => isThere(node.name)) ? kept : undefined
  const run: Run = { workflow, start: startOf(original, workflow), mode: 'retry', at, retryOf: original.id }
  const context = storedContext(recordOf(original.data))
  return { ...run, ...(before ? { before } : {}), ...(context ? { context } : {}) }
}

/** How an execution began, as far as its data says and the workflow still has the node. */
export function startOf({ data }: Pick<ExecutionRecord, 'data'>, { nodes }: Pick<WorkflowRecord, 'nodes'>) {
  const runs = (data as { resultData?: { runData?: Record<string, NodeRun[]> } } | undefined)?.resultData?.runData
  const [node, [run] = []] = Object.entries(runs ?? {})[0] ?? []
  const main = run?.data?.main
  if (node === undefined || !Array.isArray(main) || !nodes.some(({ name }) => name === node)) return undefined
  const output = main.findIndex(items => Array.isArray(items) && items.length > 0)
  if (output < 0) return undefined
  return { node, output, items: (main[output] ?? []).map(item => ({ ...item, json: item?.json ?? {} })) }
}

/** Whether a run can reach a node that it may fail or wait at. */
export function reaches({ workflow, start }: Run, node: string): boolean {
  if (start !== undefined && !leadsTo(workflow, start.node, node)) return false
  return workflow.nodes.some(({ name, disabled }) => name === node && disabled !== true)
}

/** The items that a run begins or goes on with. */
export function itemsGiven({ start, before }: Run): readonly NodeItem[] {
  const end = before?.resumedWith
  return [...(start?.items ?? []), ...(end && 'main' in end && end.isCall ? end.main.flat() : [])]
}

/** Where an execution came from, as its data says. */
export function storedContext(data: Record<string, unknown>): RunContext | undefined {
  const { runtimeData } = recordOf(data.executionData)
  return recordOf(runtimeData).version === 1 ? (runtimeData as RunContext) : undefined
}
