import type demoFile from '../../data/demo.json'
import type { FixtureSource } from '../core/seeding/fixture-files.ts'

/** The end of the two weeks that `data/demo.json` covers. */
export const DEMO_END = Date.parse('2026-11-20T18:00:00.000Z')

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3600 * 1000
const TWO_WEEKS_MS = 14 * DAY_MS
const NEVER = Date.parse('2100-01-01')

type Execution = (typeof demoFile)['executions'][number]

/**
 * The shipped demo, as if its two weeks ended at a time. Executions that run, wait or have just begun are as old as in the
 * file. The others are moved by two weeks at a time, so that they stay at the hour and on the weekday of their schedule;
 * all other records by whole days.
 *
 * @param now in ms since 1970; the same time gives the same demo
 * @example
 * await readDemo(Date.parse('2027-01-01T12:00:00Z')) // the newest execution began at 11:59:13
 */
export async function readDemo(now: number): Promise<FixtureSource> {
  const { default: demo } = await import('../../data/demo.json', { with: { type: 'json' } })
  const { executions, ...records } = demo
  const moved = Object.entries(shifted(records, wholeBefore(now - DEMO_END, DAY_MS)) as object)
  return { source: 'demo.json', value: Object.fromEntries([...moved, ['executions', executionsUpTo(now, executions)]]) }
}

/** The executions in the order in which they begin, with ids in that order. */
function executionsUpTo(now: number, executions: readonly Execution[]) {
  const shiftOf = createShiftOf(now, executions)
  const moved = executions
    .map(execution => shifted(execution, shiftOf(execution)) as Execution)
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
  const first = Number(executions[0]?.id)
  const ids = new Map(moved.map(({ id }, nth) => [id, String(first + nth)]))
  return moved.map(execution => ({
    ...execution,
    id: ids.get(execution.id),
    ...('retryOf' in execution ? { retryOf: ids.get(String(execution.retryOf)) } : {}),
    ...('retrySuccessId' in execution ? { retrySuccessId: ids.get(String(execution.retrySuccessId)) } : {}),
  }))
}

/** By how many ms each execution is moved. One that was retried moves with its retries. */
function createShiftOf(now: number, executions: readonly Execution[]) {
  const ends = new Map<string, number>()
  const firstOf = ({ id, retryOf }: Execution) => retryOf ?? id
  for (const execution of executions) {
    const end = Date.parse(execution.stoppedAt ?? execution.startedAt)
    ends.set(firstOf(execution), Math.max(end, ends.get(firstOf(execution)) ?? end))
  }
  return (execution: Execution) =>
    isOfNow(execution) ? now - DEMO_END : wholeBefore(now - (ends.get(firstOf(execution)) ?? DEMO_END), TWO_WEEKS_MS)
}

const isOfNow = ({ status, startedAt }: Execution) =>
  status === 'running' || status === 'waiting' || Date.parse(startedAt) > DEMO_END - 15 * MINUTE_MS

const wholeBefore = (time: number, unit: number) => Math.floor(time / unit) * unit

/** A value with each of its times moved, but those that stand for never. */
function shifted(value: unknown, shift: number): unknown {
  if (Array.isArray(value)) return value.map(item => shifted(item, shift))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        typeof item === 'number' && (key === 'startTime' || key === 'timestamp') ? item + shift : shifted(item, shift),
      ]),
    )
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(value)) return value
  const time = Date.parse(value)
  return time > NEVER ? value : new Date(time + shift).toISOString()
}
