import { runInSlices } from '../../core/base/run-in-slices.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { State, Store } from '../../core/model/state.ts'
import { activeGraph } from './active-graph.ts'
import { nextDue } from './due-times.ts'
import type { PendingRuns } from './pending.ts'
import { type Schedule, scheduleOf } from './schedule-triggers.ts'

/** Executions that wait. */
export const WAITING = {
  key: 'simulation:waiting',
  includes: ({ status }: ExecutionRecord) => status === 'waiting',
  order: 'creation',
} as const

/** Computes when something is due next, and again only when workflows have changed. */
export function createWakeUp({ data }: Store, pending: Pick<PendingRuns, 'next'>, zone: string) {
  let known: { revision: number; from: number; next: number } | undefined

  async function nextSchedule(from: number) {
    const { revision } = data.workflows
    if (known?.revision === revision && known.from <= from && known.next > from) return known.next
    const next = await runInSlices(nextScheduled(data, from, zone))
    known = { revision, from, next }
    // a change of a workflow in between may have made one due
    return data.workflows.revision === revision ? next : from
  }

  return {
    /** When something is due for the first time after a time; infinite for never. */
    async after(from: number): Promise<number> {
      let next = Math.min(await nextSchedule(from), pending.next)
      for (const { waitTill } of data.executions.select(WAITING)) {
        if (waitTill !== null) next = Math.min(next, Date.parse(waitTill))
      }
      return next
    },
  }
}

function* nextScheduled(state: State, from: number, zone: string): Generator<void, number> {
  let next = Number.POSITIVE_INFINITY
  for (const workflow of state.workflows.values()) {
    if (!workflow.active) continue
    next = Math.min(next, yield* nextOf(scheduleOf(activeGraph(state, workflow), zone), from))
    yield
  }
  return next
}

const nexts = new WeakMap<Schedule, { from: number; next: number }>()

/** When one of the triggers of a workflow is due next: found out once for as long as it is true. */
function* nextOf(schedule: Schedule, from: number): Generator<void, number> {
  const known = nexts.get(schedule)
  if (known && known.from <= from && known.next > from) return known.next
  let next = Number.POSITIVE_INFINITY
  for (const { timing } of schedule.triggers) {
    next = Math.min(next, (yield* nextDue(timing, schedule.zone, from)) ?? next)
    yield
  }
  nexts.set(schedule, { from, next })
  return next
}
