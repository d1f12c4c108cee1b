import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { Ended } from './runs.ts'

/** An execution that is running, and how it is to end. */
export interface PendingRun extends Ended {
  first: ExecutionRecord
  endsAt: number
}

/** The executions that are running. */
export interface PendingRuns {
  readonly size: number
  /** When the next one ends, at the earliest; infinite where none runs. */
  readonly next: number
  add(run: PendingRun): void
  has(id: string): boolean
  delete(id: string): void
  /** Takes out those that end by a time. */
  takeUntil(time: number): PendingRun[]
  clear(): void
}

export function createPendingRuns(): PendingRuns {
  const runs = new Map<string, PendingRun>()
  let next = Number.POSITIVE_INFINITY

  return {
    get size() {
      return runs.size
    },
    get next() {
      return next
    },
    add(run) {
      runs.set(run.first.id, run)
      next = Math.min(next, run.endsAt)
    },
    has: id => runs.has(id),
    delete(id) {
      runs.delete(id)
    },
    takeUntil(time) {
      if (next > time) return []
      const ended = [...runs.values()].filter(({ endsAt }) => endsAt <= time)
      for (const { first } of ended) runs.delete(first.id)
      next = Number.POSITIVE_INFINITY
      for (const { endsAt } of runs.values()) next = Math.min(next, endsAt)
      return ended
    },
    clear() {
      runs.clear()
      next = Number.POSITIVE_INFINITY
    },
  }
}

/** Whether an execution still runs as it did: false if it was stopped, deleted or replaced. */
export const isStillRunning = (record: ExecutionRecord | undefined, { first }: Pick<PendingRun, 'first'>) =>
  record === first
