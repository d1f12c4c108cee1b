import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import type { State, Store } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { activeGraph } from './active-graph.ts'
import { createDateBudget, dueTimes } from './due-times.ts'
import type { Played } from './execution-record.ts'
import { isStillRunning, type PendingRun, type PendingRuns } from './pending.ts'
import type { Runner } from './runner.ts'
import { type PlannedRun, resumedRun } from './runs.ts'
import { scheduleItem } from './schedule-item.ts'
import { scheduleOf } from './schedule-triggers.ts'

/** The most scheduled runs that are played of a jump: the last ones. */
export const MAX_RUNS_PER_ADVANCE = 1000

export interface Window {
  /** What was due up to and at this time was run before; in milliseconds since 1970. */
  from: number
  until: number
  store: Store
  runner: Runner
  pending: PendingRuns
  form: RunForm
  /** Of workflows that name none. */
  zone: string
  note(text: string): void
  /** Whether a reset or a stop has come in between. */
  isCancelled(): boolean
}

/** A run that is due. */
interface Due {
  at: number
  workflow: WorkflowRecord
  node: string
  zone: string
}

/** Finds out when the schedules are due, in order, while others write. */
export const findDueTimes = (state: State, window: Window): Generator<void, Due[]> => schedulesDue(state, window)

/**
 * Runs all that is due in a stretch of time, in order: schedules, executions that end, and those that waited. Each is
 * stored by itself.
 *
 * @param scheduled what the schedules make due; of a workflow that was changed or deactivated since, nothing is run
 */
export async function playWindow(scheduled: readonly Due[], window: Window): Promise<void> {
  const { until, from, runner, pending, store } = window
  const waiting = [...store.data.executions.values()].flatMap(waitOf).filter(({ at }) => at <= until)
  waiting.sort((a, b) => a.at - b.at)
  let next = 0
  let nextWaiting = 0
  while (!window.isCancelled()) {
    const due = scheduled[next]
    const wait = waiting[nextWaiting]
    const at = Math.min(due?.at ?? Number.POSITIVE_INFINITY, wait?.at ?? Number.POSITIVE_INFINITY, pending.next)
    if (at > until) return
    const played: Played[] = []
    if (pending.next === at) {
      for (const run of inOrder(pending.takeUntil(at))) played.push(...(await end(run, window)))
    } else if (wait?.at === at) {
      nextWaiting++
      played.push(...(await resume(wait.id, Math.max(at, from), window)))
    } else if (due) {
      if (isStillDue(store.data, due)) played.push(...(await runner.runAll([runOf(due)], window.isCancelled)))
      next++
    }
    for (const record of played.flatMap(recordsOf)) {
      for (const begun of waitOf(record)) if (begun.at <= until) insert(waiting, begun)
    }
  }
}

interface Wait {
  at: number
  id: string
}

const waitOf = ({ id, status, waitTill }: ExecutionRecord): Wait[] =>
  status === 'waiting' && waitTill !== null ? [{ at: Date.parse(waitTill), id }] : []

/** Puts one in its order, after those of the same time. */
function insert(waiting: Wait[], wait: Wait) {
  let at = waiting.length
  while ((waiting[at - 1]?.at ?? 0) > wait.at) at--
  waiting.splice(at, 0, wait)
}

/** Whether its workflow still runs the same version. */
function isStillDue(state: State, { workflow }: Due) {
  const now = state.workflows.get(workflow.id)
  return now?.active === true && runningVersionOf(now) === runningVersionOf(workflow)
}

const runningVersionOf = ({ activeVersionId, versionId }: WorkflowRecord) => activeVersionId ?? versionId

function* schedulesDue(state: State, window: Window): Generator<void, Due[]> {
  const { from, until, note } = window
  const found: Due[] = []
  const budget = createDateBudget()
  // many schedules may share a timing and a zone
  const known = new Map<string, { after: number; times: number[]; isWhole: boolean }>()
  let isCut = false
  let left = 0
  for (const workflow of state.workflows.values()) {
    if (window.isCancelled()) break
    if (!workflow.active) continue
    const graph = activeGraph(state, workflow)
    const { zone, triggers, problem } = scheduleOf(graph, window.zone)
    if (problem !== undefined) note(`workflow ${workflow.id} does not run by its schedule: ${problem}`)
    for (const { node, timing } of triggers) {
      // what comes before those that are retained already need not be found
      const after = isCut ? (found[0]?.at ?? from) - 1 : from
      const key = `${zone} ${JSON.stringify(timing)}`
      let due = known.get(key)
      if (!due || due.after > after) {
        const stretch = { from: after, until, most: MAX_RUNS_PER_ADVANCE + 1, budget }
        const times = budget.isSpent ? [] : yield* dueTimes(timing, zone, stretch)
        due = { after, times, isWhole: !budget.isSpent }
        known.set(key, due)
      }
      if (!due.isWhole) left++
      for (const at of due.times) if (at > after) found.push({ at, workflow: graph, node, zone })
      if (found.length > MAX_RUNS_PER_ADVANCE) isCut = keepLast(found) || isCut
      yield
    }
  }
  keepLast(found)
  const stretch = `from ${new Date(from).toISOString()} to ${new Date(until).toISOString()}`
  if (isCut) {
    note(
      `more than ${MAX_RUNS_PER_ADVANCE} scheduled runs were due ${stretch}: the last ${MAX_RUNS_PER_ADVANCE} were played`,
    )
  }
  if (left > 0) note(`not all runs of ${left} schedules were found ${stretch}: there are too many different ones`)
  return found
}

/** Puts them in order, and retains the last of them; whether there were more. */
function keepLast(found: Due[]): boolean {
  found.sort((a, b) => a.at - b.at)
  return found.splice(0, Math.max(found.length - MAX_RUNS_PER_ADVANCE, 0)).length > 0
}

function runOf({ at, workflow, node, zone }: Due): PlannedRun {
  const found = workflow.nodes.find(({ name }) => name === node)
  const json = found?.type === 'n8n-nodes-base.scheduleTrigger' ? scheduleItem(at, zone) : {}
  const deduplicationKey = `${workflow.id}:${found?.id ?? node}:${new Date(at).toISOString()}`
  return { workflow, start: { node, given: [{ json }] }, mode: 'trigger', at, deduplicationKey }
}

const inOrder = (runs: PendingRun[]) => runs.sort((a, b) => a.endsAt - b.endsAt)

/** The executions that a run has stored, as they end or wait. */
const recordsOf = ({ end, called }: Played) => [end, ...called.map(call => call.end)]

async function end(pending: PendingRun, { store, runner, isCancelled }: Window): Promise<Played[]> {
  const next = await store.update(draft =>
    isStillRunning(draft.executions.get(pending.end.id), pending) ? runner.finish(draft, pending) : [],
  )
  return runner.runAll(next, isCancelled)
}

async function resume(id: string, at: number, { runner, form, store, isCancelled }: Window): Promise<Played[]> {
  const execution = store.data.executions.get(id)
  const workflow = execution && store.data.workflows.get(execution.workflowId)
  if (execution?.status !== 'waiting' || !workflow) return []
  return runner.runAll(
    [resumedRun(store.data, execution, activeGraph(store.data, workflow), { at, form })],
    isCancelled,
  )
}
