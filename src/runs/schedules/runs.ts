import { jsonOf, RawJson } from '../../core/base/raw-json.ts'
import type { ExecutionMode, ExecutionRecord } from '../../core/model/execution.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import type { Draft, State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import type { SentCall } from '../engine/call/read-call.ts'
import type { RunRefusal } from '../engine/failed-run.ts'
import { leadsTo } from '../engine/graph.ts'
import type { RunContext, StartFailure } from '../engine/job.ts'
import { runErrors } from '../engine/run-errors.ts'
import type { Beginning, Earlier, MadeRun, SentRun } from '../engine/sent-run.ts'
import { activeGraph } from './active-graph.ts'
import { callRefusal } from './project-access.ts'
import { detailsOf } from './run-data.ts'
import type { Caller } from './task-queue.ts'

/** What is to be run: a graph from its trigger, or an execution that goes on. */
export interface PlannedRun {
  /** With the graph that runs: of an active workflow the published one. */
  workflow: WorkflowRecord
  start: Beginning | undefined
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
  /** An execution that goes on. */
  resumed?: ExecutionRecord
  /** What it goes on from, or what is run again. */
  earlier?: Earlier
  /** The run that led to this one. */
  parent?: { context: RunContext; execution: Record<string, unknown> | undefined } | undefined
  deduplicationKey?: string
  /** Why it cannot run: its trigger fails with this. */
  misconfigured?: StartFailure | undefined
  /** Why it may not begin. */
  refusal?: RunRefusal | undefined
  /** Whether a call waits for its answer. */
  answers?: SentRun['answers']
  /** The caller that waits for it. */
  caller?: Caller | undefined
}

/** A run that has ended or waits, the execution that it left, and what else came of it. */
export interface Ended {
  end: ExecutionRecord
  run: PlannedRun
  made: MadeRun
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
  { end: failed, run: { workflow, depth = 0, base, refusal }, made }: Ended,
  options: FollowOptions,
): PlannedRun | undefined {
  const { form, needsActive } = options
  const { mode, retryOf, id } = failed
  if (!made.failed || refusal || mode === 'manual' || depth >= MAX_IN_A_ROW) return undefined
  const named = workflow.settings.errorWorkflow
  const isNamed = typeof named === 'string' && named !== '' && named !== 'DEFAULT'
  if (mode === 'error' && (!isNamed || named === workflow.id)) return undefined
  const found = isNamed ? draft.workflows.get(named) : workflow
  if (!found || (needsActive && isNamed && !found.active)) return undefined
  const handler = activeGraph(draft, found)
  const trigger = handler.nodes.find(({ type, disabled }) => type === ERROR_TRIGGER && disabled !== true)
  if (trigger?.name === undefined) return undefined
  const denied = isNamed && callRefusal(draft, found, workflow) ? denialOf(trigger.name, workflow.id) : undefined
  const isPlain = form === 'plain'
  const { context } = made
  const { error, lastNode } = made.failed
  const execution = jsonOf({
    id,
    ...(isPlain ? {} : { url: `${base ?? options.base}/workflow/${workflow.id}/executions/${id}` }),
    ...(retryOf === null ? {} : { retryOf }),
    error: new RawJson(error),
    lastNodeExecuted: lastNode,
    mode,
    ...(isPlain ? {} : { executionContext: context }),
  })
  const isNamedWhole = form === 'signed'
  const parent = {
    executionId: id,
    workflowId: workflow.id,
    executionContext: context,
    ...(isNamedWhole ? { shouldResume: false } : {}),
  }
  const about = { execution: new RawJson(execution), workflow: { id: workflow.id, name: workflow.name } }
  return {
    workflow: handler,
    start: {
      node: trigger.name,
      given: { json: jsonOf(about) },
      ...(isPlain ? {} : { metadata: { parentExecution: parent } }),
    },
    mode: 'error',
    at: Date.parse(failed.stoppedAt ?? failed.startedAt),
    base,
    depth: depth + 1,
    refusal: denied,
    parent:
      isPlain || denied
        ? undefined
        : { context: { ...context, parentExecutionId: id }, execution: isNamedWhole ? parent : undefined },
  }
}

/** Why a workflow may not handle the errors of another one, which it does not let call it. */
const denialOf = (node: string, callerId: string): RunRefusal => ({
  node,
  message: runErrors.errorWorkflowDenied(callerId),
  description: runErrors.errorWorkflowDeniedHint,
  isDenied: 'errorWorkflow',
})

/** The run of an execution that waited for another one, which has ended. */
export function runOfCaller(draft: Draft, { end: ended, run: { depth, base }, made }: Ended): PlannedRun | undefined {
  const { executionId, shouldResume } = made.parentExecution ?? {}
  if (shouldResume !== true || ended.status === 'waiting' || ended.status === 'running') return undefined
  const caller = draft.executions.get(String(executionId))
  const workflow = caller && draft.workflows.get(caller.workflowId)
  if (caller?.status !== 'waiting' || !workflow || !caller.data) return undefined
  const at = Date.parse(ended.stoppedAt ?? ended.startedAt)
  return {
    workflow: activeGraph(draft, workflow),
    start: undefined,
    mode: caller.mode,
    at,
    base,
    resumed: caller,
    earlier: { data: caller.data.text, as: 'resumed', end: { called: ended.id, data: made.data } },
    depth,
  }
}

/**
 * How an execution that waited goes on: the node that it waited at puts out its input, or the items of what ended the
 * wait.
 *
 * @param call what ended the wait; its time has come where left out
 */
export function resumedRun(
  state: State | Draft,
  execution: ExecutionRecord,
  workflow: WorkflowRecord,
  { at, base, call, form }: { at: number; base?: string | undefined; call?: SentCall; form: RunForm },
): PlannedRun {
  const { data } = detailsOf(state as State, execution, form)
  const resumed = execution.data === undefined ? { ...execution, data } : execution
  return {
    workflow,
    start: undefined,
    mode: execution.mode,
    at,
    base,
    resumed,
    earlier: { data: data.text, as: 'resumed', ...(call ? { end: { call } } : {}) },
  }
}

/** How a failed execution is run again: from the node at which it failed, where its data says so, or from its start. */
export function retriedRun(original: ExecutionRecord, workflow: WorkflowRecord, at: number): PlannedRun {
  const run: PlannedRun = { workflow, start: undefined, mode: 'retry', at, retryOf: original.id }
  return original.data ? { ...run, earlier: { data: original.data.text, as: 'retried' } } : run
}

/** Whether a run can reach a node that it may fail or wait at. */
export function reaches({ workflow, start }: PlannedRun, node: string): boolean {
  if (start !== undefined && !leadsTo(workflow, start.node, node)) return false
  return workflow.nodes.some(({ name, disabled }) => name === node && disabled !== true)
}
