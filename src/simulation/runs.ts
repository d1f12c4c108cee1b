import { isRecord } from '../base/is-record.ts'
import { zoneOf } from '../base/zone.ts'
import type { ExecutionMode, ExecutionRecord } from '../model/execution.ts'
import { reserveId } from '../model/next-id.ts'
import type { Draft, State } from '../model/state.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'
import { activeGraph } from './active-graph.ts'
import { withExecution } from './files.ts'
import { leadsTo } from './graph.ts'
import { recordOf } from './item.ts'
import type { NodeItem } from './nodes.ts'
import type { PendingRuns } from './pending.ts'
import {
  keptPlay,
  type NodeRun,
  type Outcome,
  type Play,
  type PlayOptions,
  play,
  type SubResult,
  type WaitEnd,
} from './play.ts'
import { runErrors } from './refusals.ts'
import { isKept, pruneData, pruneExecutions } from './retention.ts'
import {
  contextOf,
  detailsOf,
  executionData,
  jsonSizeOf,
  type RunContext,
  type RunForm,
  workflowDataOf,
} from './run-data.ts'

/** What is to be run: a graph from its trigger, or an execution that goes on. */
export interface Run {
  /** With the graph that runs: of an active workflow the published one. */
  workflow: WorkflowRecord
  start: PlayOptions['start']
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
  before?: PlayOptions['before']
  /** The run that led to this one. */
  parent?: { context: RunContext; execution: Record<string, unknown> } | undefined
  /** What its data says of where it comes from, where it comes from an earlier one. */
  context?: RunContext
  deduplicationKey?: string
  /** Why it cannot run: its trigger fails with this. */
  misconfigured?: string | undefined
}

/** An execution as a run leaves it, and as it will be when it ends; the same where it has ended. */
export interface Played {
  first: ExecutionRecord
  end: ExecutionRecord
  /** When it ends, in milliseconds since 1970; `undefined` where it has ended or waits. */
  endsAt?: number
  /** Executions of other workflows that it called. */
  called: { record: ExecutionRecord; run: Run }[]
  play: Play
  run: Run
}

/** Says how a run ends. */
export type OutcomeOf = (run: Run) => Outcome | undefined

export interface PlayerOptions {
  pending: PendingRuns<Run>
  outcomeOf: OutcomeOf
  /** How many executions are stored. */
  keepExecutions: number
  form: RunForm
  /** Of workflows that name none. */
  zone: string
  /** 64 hex digits that cannot be guessed. */
  newToken(): string
  /** Where the instance is called, where a run does not say it. */
  base: string
  /** Whether only active workflows are run as error workflows, and as those that others call. */
  needsActive: boolean
}

/** Plays runs, and writes down what they leave. */
export interface Player {
  /** Plays a run; nothing is written yet. */
  play(state: State | Draft, run: Run): Generator<void, Played>
  /** Whether no other record has taken an id of it meanwhile. */
  isFree(state: State | Draft, played: Played): boolean
  /** Gives the ids of a run back that is not written. */
  abandon(played: Played): void
  /** Stores a run; returns the runs that follow from its end, which are to be played next. */
  commit(draft: Draft, played: Played): Run[]
  /** Stores the end of an execution; returns the runs that follow from it. */
  finish(draft: Draft, ended: ExecutionRecord, run: Run): Run[]
  /** Plays and stores runs, with all that follow from them; returns them in that order. */
  playAll(draft: Draft, runs: Run[]): Generator<void, Played[]>
}

/** So much data executions may have together, in bytes of JSON; it is looked after once so much has been added. */
const MAX_DATA_BYTES = 64 * 1024 * 1024
const CHECKED_EVERY_BYTES = 16 * 1024 * 1024
/** The most runs in a chain, of failures that start error workflows, and of workflows that call each other. */
const MOST_IN_A_ROW = 10
/** The most workflows that one run may call. */
const MOST_CALLS = 100
const ERROR_TRIGGER = 'n8n-nodes-base.errorTrigger'
const CALLED_TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger'

export function createPlayer(options: PlayerOptions): Player {
  const { pending, outcomeOf, keepExecutions, form, zone: defaultZone, newToken, needsActive } = options
  /** Ids of runs that are being played. */
  const taken = new Set<string>()
  let unchecked = 0

  function newId({ counters, executions }: State | Draft): string {
    let number = (counters.executions ?? 0) + 1
    while (taken.has(String(number)) || executions.has(String(number))) number++
    taken.add(String(number))
    return String(number)
  }

  function* playOne(state: State | Draft, run: Run, calls = { left: MOST_CALLS }): Generator<void, Played> {
    const { workflow, at, mode, resumed, start, parent } = run
    const { id, retryOf, startedAt, createdAt } = resumed ?? {
      id: newId(state),
      retryOf: run.retryOf ?? null,
      startedAt: timeText(at),
      createdAt: timeText(run.createdAt ?? at),
    }
    const stored = recordOf(resumed?.data)
    const resumeToken = typeof stored.resumeToken === 'string' ? stored.resumeToken : newToken()
    const trigger = workflow.nodes.find(({ name }) => name === start?.node)
    const context = run.context ?? storedContext(stored) ?? contextFor(run, trigger)
    const base = run.base ?? options.base
    const signature = form.isNumbered ? `?signature=${resumeToken}` : ''
    const called: Played['called'] = []

    function* call(workflowId: string, items: NodeItem[], now: number, isAwaited: boolean): Generator<void, SubResult> {
      const found = state.workflows.get(workflowId)
      const depth = (run.depth ?? 0) + 1
      if (depth > MOST_IN_A_ROW || calls.left-- <= 0) {
        const message = runErrors.callsTooMany(MOST_IN_A_ROW, MOST_CALLS)
        return { error: { message, stack: `Error: ${message}` }, until: now }
      }
      const graph = found && activeGraph(state, found)
      const node = graph?.nodes.find(({ type, disabled }) => type === CALLED_TRIGGER && disabled !== true)
      if (!graph || node?.name === undefined || (needsActive && !found.active)) {
        const message = !graph
          ? runErrors.calledWorkflowUnknown(workflowId)
          : needsActive && !found.active
            ? runErrors.calledWorkflowNotActive(workflowId)
            : runErrors.calledWorkflowCannotStart
        return { error: { message, stack: `Error: ${message}` }, until: now }
      }
      const execution = { executionId: id, workflowId: workflow.id, shouldResume: isAwaited, executionContext: context }
      const sub = yield* playOne(
        state,
        {
          workflow: graph,
          start: {
            node: node.name,
            items: items.map((item, index) => ({ ...item, index })),
            metadata: { parentExecution: execution },
          },
          mode: 'integrated',
          at: now,
          base,
          depth,
          parent: { context: { ...context, parentExecutionId: id }, execution },
        },
        calls,
      )
      called.push({ record: sub.end, run: sub.run }, ...sub.called)
      const until = Math.max(sub.play.until, now)
      const executionId = sub.end.id
      if (sub.end.status === 'success' || sub.end.status === 'waiting') {
        const main = sub.play.runData.get(sub.play.last ?? '')?.at(-1)?.data?.main
        return {
          items: main?.find(items => items?.length) ?? [],
          executionId,
          until,
          isWaiting: sub.end.status === 'waiting',
        }
      }
      const whole = { ...sub.play.error, executionId, workflowId }
      return { error: { ...sub.play.error, errorResponse: whole, executionId, workflowId }, executionId, until }
    }

    const outcome = resumed ? {} : (outcomeOf(run) ?? {})
    const played = run.misconfigured
      ? misconfigured(run.misconfigured, trigger, at)
      : yield* play(workflow, {
          start: start && { ...start, items: withFiles(start.items, workflow.id, id) },
          before: run.before && {
            ...run.before,
            resumedWith: withFilesOf(run.before.resumedWith, workflow.id, id),
          },
          outcome,
          at,
          zone: zoneOf(workflow.settings, defaultZone) ?? defaultZone,
          execution: { id, mode, resumeUrl: `${base}/webhook-waiting/${id}${signature}` },
          call,
          waitsForCalled: form.isNumbered,
        })
    const { status, waitTill, until } = played
    const ending: ExecutionRecord = {
      ...(resumed ?? {}),
      id,
      workflowId: workflow.id,
      status,
      finished: status === 'success',
      mode: resumed?.mode ?? mode,
      retryOf,
      retrySuccessId: resumed?.retrySuccessId ?? null,
      ...(createdAt === undefined ? {} : { createdAt }),
      startedAt,
      stoppedAt: timeText(until),
      waitTill: waitTill === undefined ? null : timeText(waitTill),
      deletedAt: null,
      workflowVersionId:
        mode === 'retry' && form.isNumbered
          ? null
          : (resumed?.workflowVersionId ?? workflow.activeVersionId ?? workflow.versionId),
      ...(run.deduplicationKey === undefined ? {} : { deduplicationKey: run.deduplicationKey }),
      ...sizeOfFiles(resumed, itemsGiven(run)),
    }
    const parentExecution = parent?.execution ?? (stored.parentExecution as Record<string, unknown> | undefined)
    const facts = { context, resumeToken, parentExecution }
    const end = {
      ...ending,
      data: executionData(played, form, facts),
      workflowData: workflowDataOf(workflow, ending, form),
    }
    if (until <= at) return { first: end, end, called, play: played, run }
    const running: ExecutionRecord = { ...ending, status: 'running', finished: false, stoppedAt: null, waitTill: null }
    const first = {
      ...running,
      data: executionData(form.isNumbered ? begun(played, run) : { ...played, status: 'success' }, form, facts),
      workflowData: workflowDataOf(workflow, running, form),
    }
    return { first, end, endsAt: until, called, play: played, run }
  }

  const idsOf = ({ first, called }: Played) => [first.id, ...called.map(({ record }) => record.id)]

  function abandon(played: Played) {
    for (const id of idsOf(played)) taken.delete(id)
  }

  function commit(draft: Draft, played: Played): Run[] {
    abandon(played)
    const { first, end, endsAt, called, run } = played
    for (const id of idsOf(played)) reserveId(draft, 'executions', id)
    // before those that it called, as it began before them
    if (endsAt === undefined) draft.executions.set(end)
    else {
      put(draft, first)
      pending.add({ first, end, endsAt, run })
    }
    const next = called.flatMap(({ record, run }) => finish(draft, record, run))
    if (endsAt === undefined) next.push(...finish(draft, end, run))
    prune(draft)
    return next
  }

  function put(draft: Draft, execution: ExecutionRecord) {
    draft.executions.set(execution)
    unchecked += jsonSizeOf(execution.data)
  }

  function prune(draft: Draft) {
    pruneExecutions(draft, keepExecutions)
    if (unchecked < CHECKED_EVERY_BYTES) return
    for (const id of pruneData(draft, MAX_DATA_BYTES)) pending.delete(id)
    unchecked = 0
  }

  function finish(draft: Draft, ended: ExecutionRecord, run: Run): Run[] {
    if (isKept(ended, run.workflow)) put(draft, ended)
    else draft.executions.delete(ended.id)
    const original = ended.retryOf === null ? undefined : draft.executions.get(ended.retryOf)
    if (original && ended.status === 'success') draft.executions.set({ ...original, retrySuccessId: ended.id })
    return [runAfterFailure(draft, ended, run), callerOf(draft, ended, run)].filter(next => next !== undefined)
  }

  /** How the execution goes on that waits for another one, now that this has ended. */
  function callerOf(draft: Draft, ended: ExecutionRecord, { depth, base }: Run): Run | undefined {
    const { parentExecution, resultData } = recordOf(ended.data)
    const { executionId, shouldResume } = recordOf(parentExecution)
    if (shouldResume !== true || ended.status === 'waiting' || ended.status === 'running') return undefined
    const caller = draft.executions.get(String(executionId))
    const workflow = caller && draft.workflows.get(caller.workflowId)
    if (caller?.status !== 'waiting' || !workflow) return undefined
    const waitsFor = keptPlay(caller.data)?.stack[0]?.metadata?.waitingChildExecutionIds
    if (!Array.isArray(waitsFor) || !waitsFor.includes(ended.id)) return undefined
    const { error, runData, lastNodeExecuted } = recordOf(resultData)
    const lastRun = (recordOf(runData)[String(lastNodeExecuted)] as NodeRun[] | undefined)?.at(-1)
    const end: WaitEnd = isRecord(error)
      ? { error }
      : { items: lastRun?.data?.main.find(main => main?.length) ?? [], isCall: false }
    const at = Date.parse(ended.stoppedAt ?? ended.startedAt)
    return { ...resumedRun(draft, caller, activeGraph(draft, workflow), { at, base, end, form }), depth }
  }

  /**
   * The run that follows a failure: of the error workflow that the settings name, or of the workflow itself where it
   * has an error trigger. One that failed as its own error workflow is not run again.
   */
  function runAfterFailure(draft: Draft, failed: ExecutionRecord, { workflow, depth = 0, base }: Run): Run | undefined {
    const { status, mode, retryOf, id } = failed
    const { error, lastNodeExecuted } = recordOf(recordOf(failed.data).resultData)
    const isFailed = status === 'error' || (status === 'canceled' && error !== undefined)
    if (!isFailed || mode === 'manual' || depth >= MOST_IN_A_ROW) return undefined
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

  return {
    play: (state, run) => playOne(state, run),
    isFree: ({ executions }, played) => idsOf(played).every(id => id === played.run.resumed?.id || !executions.has(id)),
    abandon,
    commit,
    finish,
    *playAll(draft, runs) {
      const played: Played[] = []
      const left = [...runs]
      for (let run = left.shift(); run; run = left.shift()) {
        const made = yield* playOne(draft, run)
        played.push(made)
        left.push(...commit(draft, made))
      }
      return played
    },
  }
}

function contextFor({ mode, at, parent }: Run, trigger: Node | undefined): RunContext {
  return parent ? { ...parent.context, source: mode } : contextOf(mode, at, trigger)
}

function storedContext(data: Record<string, unknown>): RunContext | undefined {
  const { runtimeData } = recordOf(data.executionData)
  return recordOf(runtimeData).version === 1 ? (runtimeData as RunContext) : undefined
}

const withFiles = (items: readonly NodeItem[], workflowId: string, executionId: string) =>
  items.map(item => (item.binary ? { ...item, binary: withExecution(item.binary, workflowId, executionId) } : item))

const withFilesOf = (end: WaitEnd | undefined, workflowId: string, executionId: string): WaitEnd | undefined =>
  end && 'items' in end ? { ...end, items: withFiles(end.items, workflowId, executionId) } : end

/** The items that a run begins or goes on with. */
export function itemsGiven({ start, before }: Run): readonly NodeItem[] {
  const end = before?.resumedWith
  return [...(start?.items ?? []), ...(end && 'items' in end && end.isCall ? end.items : [])]
}

/** A run that has begun: the service stores no more of it before its end. */
function begun(played: Play, { start, before }: Run): Play {
  const [trigger] = played.order
  const main = [start?.items ?? [{ json: {} }]]
  return {
    ...played,
    runData: before?.runData ?? new Map(),
    last: undefined,
    status: 'success',
    stack: before?.stack ?? (trigger ? [{ node: trigger.node, data: { main }, source: null }] : []),
    waiting: before?.waiting ?? new Map(),
  }
}

function sizeOfFiles(resumed: ExecutionRecord | undefined, items: readonly NodeItem[]) {
  let bytes = Number(resumed?.binaryDataSizeBytes ?? 0)
  for (const { binary } of items)
    for (const file of Object.values(binary ?? {})) bytes += Number(recordOf(file).bytes ?? 0)
  return bytes > 0 ? { binaryDataSizeBytes: bytes } : {}
}

function misconfigured(message: string, trigger: Node | undefined, at: number): Play {
  const error = { message, stack: `WorkflowConfigurationError: ${message}` }
  const name = trigger?.name ?? ''
  const run: NodeRun = {
    startTime: at,
    executionIndex: 0,
    source: [],
    hints: [],
    executionTime: 0,
    executionStatus: 'error',
    error,
  }
  const main = [[{ json: {}, pairedItem: { item: 0 } }]]
  return {
    runData: new Map([[name, [run]]]),
    order: trigger ? [{ name, node: trigger }] : [],
    last: name,
    status: 'error',
    error,
    stack: trigger ? [{ node: trigger, data: { main }, source: null }] : [],
    waiting: new Map(),
    until: at,
    responded: [],
    execution: { id: '', mode: '', resumeUrl: '' },
  }
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
  const before = keptPlay(data)
  const resumed = execution.data === undefined ? { ...execution, data } : execution
  const run: Run = { workflow, start: undefined, mode: execution.mode, at, base, resumed }
  if (!before) return { ...run, start: startOf(execution, workflow) }
  return { ...run, before: { ...before, isResumed: true, resumedWith: end } }
}

/** How a failed execution is run again: from the node at which it failed, where its data says so, or from its start. */
export function retriedRun(original: ExecutionRecord, workflow: WorkflowRecord, at: number): Run {
  const kept = keptPlay(original.data)
  const isThere = (name: string | undefined) => workflow.nodes.some(node => node.name === name)
  const before = kept?.stack.every(({ node }) => isThere(node.name)) ? kept : undefined
  const run: Run = { workflow, start: startOf(original, workflow), mode: 'retry', at, retryOf: original.id }
  const context = storedContext(recordOf(original.data))
  return { ...run, ...(before ? { before } : {}), ...(context ? { context } : {}) }
}

/** How an execution began, as far as its data says and the workflow still has the node. */
function startOf({ data }: Pick<ExecutionRecord, 'data'>, { nodes }: Pick<WorkflowRecord, 'nodes'>) {
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

const timeText = (time: number) => new Date(time).toISOString()
