import { activeGraph } from '../features/simulation/active-graph.ts'
import { nextDue } from '../features/simulation/due-times.ts'
import { scheduleOf } from '../features/simulation/schedule-triggers.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import type { State, Store } from '../state.ts'
import type { PendingRuns } from './pending.ts'

/** Executions that wait. */
export const WAITING = {
  key: 'simulation:waiting',
  includes: ({ status }: ExecutionRecord) => status === 'waiting',
  order: 'creation',
} as const

/** Knows when something is due next, and finds it out anew only where workflows have changed. */
export function createWakeUp({ data }: Store, pending: PendingRuns) {
  let known: { revision: number; from: number; next: number } | undefined

  function nextSchedule(from: number) {
    const { revision } = data.workflows
    const isValid = known?.revision === revision && known.from <= from && known.next > from
    if (!isValid) known = { revision, from, next: nextScheduled(data, from) }
    return known?.next ?? from
  }

  return {
    /** When something is due for the first time after a time; infinite for never. */
    after(from: number): number {
      let next = Math.min(pending.next, nextSchedule(from))
      for (const { waitTill } of data.executions.select(WAITING)) {
        if (waitTill !== null) next = Math.min(next, Date.parse(waitTill))
      }
      return next
    },
  }
}

function nextScheduled(state: State, from: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const workflow of state.workflows.values()) {
    if (!workflow.active) continue
    const { zone, triggers } = scheduleOf(activeGraph(state, workflow))
    for (const { timing } of triggers) next = Math.min(next, nextDue(timing, zone, from) ?? next)
  }
  return next
}
