import { zoneOf } from '../base/zone.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import { reserveId } from '../model/next-id.ts'
import type { Draft, State } from '../model/state.ts'
import type { Node } from '../model/workflow.ts'
import { activeGraph } from './active-graph.ts'
import { withExecution } from './files.ts'
import { type NodeItem, recordOf } from './item.ts'
import type { PendingRuns } from './pending.ts'
import { type NodeRun, type Outcome, type Play, play, type SubResult, type WaitEnd } from './play.ts'
import { runErrors } from './refusals.ts'
import { isKept, pruneData, pruneExecutions } from './retention.ts'
import { contextOf, executionData, jsonSizeOf, type RunContext, type RunForm, workflowDataOf } from './run-data.ts'
import { itemsGiven, MOST_IN_A_ROW, type Run, runAfterFailure, runOfCaller, storedContext } from './runs.ts'

/** The execution that a run leaves, and the one that it becomes at its end: the same where it has ended. */
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

/** Plays runs, and stores the executions that they leave. */
export interface Player {
  /** Plays a run; nothing is stored yet. */
  play(state: State | Draft, run: Run): Generator<void, Played>
  /** Whether no other record has taken an id of it meanwhile. */
  isFree(state: State | Draft, played: Played): boolean
  /** Releases the ids of a run that is not stored. */
  abandon(played: Played): void
  /** Stores a run; returns the runs that follow from its end, which are to be played next. */
  commit(draft: Draft, played: Played): Run[]
  /** Stores the end of an execution; returns the runs that follow from it. */
  finish(draft: Draft, ended: ExecutionRecord, run: Run): Run[]
  /** Plays and stores runs, with all that follow from them; returns them in that order. */
  playAll(draft: Draft, runs: Run[]): Generator<void, Played[]>
}

/** The most bytes of JSON that the data of all executions takes. */
const MAX_DATA_BYTES = 64 * 1024 * 1024
/** After this number of added bytes the limit is checked. */
const CHECKED_EVERY_BYTES = 16 * 1024 * 1024
/** The most workflows that one run may call. */
const MOST_CALLS = 100
const CALLED_TRIGGER = 'n8n-nodes-base.executeWorkflowTrigger'

export function createPlayer(options: PlayerOptions): Player {
  const { pending, outcomeOf, keepExecutions, form, zone: defaultZone, newToken, needsActive } = options
  /** Ids of runs that are being played. */
  const taken = new Set<string>()
  let unchecked = 0

  function newId({ counters, executions }: State | Draft): string {
    let number = counters.executions + 1
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
      ...resumed,
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
    return [runAfterFailure(draft, ended, run, options), runOfCaller(draft, ended, run, options)].filter(
      next => next !== undefined,
    )
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

const withFiles = (items: readonly NodeItem[], workflowId: string, executionId: string) =>
  items.map(item => (item.binary ? { ...item, binary: withExecution(item.binary, workflowId, executionId) } : item))

const withFilesOf = (end: WaitEnd | undefined, workflowId: string, executionId: string): WaitEnd | undefined =>
  end && 'items' in end ? { ...end, items: withFiles(end.items, workflowId, executionId) } : end

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

const timeText = (time: number) => new Date(time).toISOString()
