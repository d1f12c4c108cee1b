import { Cron } from 'croner'
import { offsetAt } from '../../core/base/zone.ts'

/** When a trigger is due. */
export type Timing =
  | ({ cron: string } & Every)
  /** Milliseconds from one time to the next, counted from 1970. */
  | { interval: number }

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A wall clock that does not change so long before and after a time can be taken for one that never does. */
const MARGIN = 26 * HOUR
const WINDOW = 7 * DAY
/** The dates that are computed before other work runs. */
const CHUNK = 50

/** The dates that are computed for one advance of the clock: a few seconds. */
const MAX_DATES = 200_000
/** One date costs as much as so many others: in a zone whose clock changes, and the first of an expression. */
const ZONED_DATES = 10
const FIRST_DATES = 20

/** What finding out when schedules are due may cost. */
export interface DateBudget {
  readonly isSpent: boolean
  spend(dates: number): void
}

export function createDateBudget(): DateBudget {
  let left = MAX_DATES
  return {
    get isSpent() {
      return left <= 0
    },
    spend(dates) {
      left -= dates
    },
  }
}

interface Stretch {
  from: number
  until: number
  most: number
  budget: DateBudget
}

/**
 * The times after `from`, up to and at `until`, at which a trigger is due, the last first: no more than `most`, and
 * fewer where the budget is spent. The dates are croner's; where the wall clock does not change they are found by its
 * offset, which is a hundred times as fast.
 */
export function* dueTimes(
  timing: Timing,
  zone: string,
  { from, until, most, budget }: Stretch,
): Generator<void, number[]> {
  if ('interval' in timing) return multiples(timing.interval, from, until, most)
  const first = yield* nextDue(timing, zone, from, budget)
  if (first === undefined || first > until) return []
  const found: number[] = []
  for (let end = until; end >= first && found.length < most && !budget.isSpent; ) {
    const { start, cron, cost } = windowBefore(timing.cron, zone, first - 1, end)
    let before = end + 1
    budget.spend(FIRST_DATES)
    for (let chunk = 1; before > start && found.length < most && !budget.isSpent; chunk = Math.min(2 * chunk, CHUNK)) {
      budget.spend(chunk * cost)
      const dates = cron.previousRuns(chunk, new Date(Math.ceil(before / 1000) * 1000))
      const times = dates.map(date => date.getTime())
      for (const time of times) {
        if (time > start && time < before && isKept(timing, zone, time) && found.length < most) found.push(time)
      }
      yield
      before = times.find(time => time <= start) ?? times.at(-1) ?? Number.NEGATIVE_INFINITY
    }
    // nothing is due in between, whichever way the wall clock was set then
    end = Math.min(start, before + MARGIN)
  }
  return found
}

/** The first time after `from` at which a trigger is due; `undefined` where there is none. */
export function* nextDue(
  timing: Timing,
  zone: string,
  from: number,
  budget?: DateBudget,
): Generator<void, number | undefined> {
  if ('interval' in timing) return (Math.floor(from / timing.interval) + 1) * timing.interval
  const cron = new Cron(timing.cron, { timezone: zone, mode: '5-or-6-parts' })
  let next = cron.nextRun(new Date(from))
  for (let tries = 0; next && tries < MAX_TRIES; tries++) {
    const time = next.getTime()
    budget?.spend(FIRST_DATES)
    if (isKept(timing, zone, time)) return time
    yield
    next = cron.nextRun(new Date(Math.max(time, nextKept(timing, zone, time) - MARGIN)))
  }
  return undefined
}

/** An expression that meets no kept day in this number of tries counts as one that never does. */
const MAX_TRIES = 1000

function windowBefore(pattern: string, zone: string, from: number, end: number) {
  for (const length of [WINDOW, DAY]) {
    const start = Math.max(from, end - length)
    const offset = offsetAt(zone, end + MARGIN)
    if (offset === offsetAt(zone, start - MARGIN)) {
      return { start, cron: new Cron(pattern, { utcOffset: offset, mode: '5-or-6-parts' }), cost: 1 }
    }
  }
  const cron = new Cron(pattern, { timezone: zone, mode: '5-or-6-parts' })
  return { start: Math.max(from, end - DAY), cron, cost: ZONED_DATES }
}

/** Of an interval of several days or weeks, those are kept whose number since 1970 it divides. */
function isKept({ every }: Every, zone: string, time: number): boolean {
  return !every || numberOf(every, zone, time) % every.count === 0
}

/** When the next day or week begins that is kept, in UTC. */
function nextKept({ every }: Every, zone: string, time: number): number {
  if (!every) return time
  const { unit, count } = every
  const next = (Math.floor(numberOf(every, zone, time) / count) + 1) * count
  return (unit === 'day' ? next : next * 7 - THURSDAY) * DAY
}

function numberOf({ unit }: NonNullable<Every['every']>, zone: string, time: number): number {
  const day = Math.floor((time + offsetAt(zone, time) * 60_000) / DAY)
  return unit === 'day' ? day : Math.floor((day + THURSDAY) / 7)
}

interface Every {
  every?: { unit: 'day' | 'week'; count: number }
}

/** 1970 began on it; weeks begin on Sundays. */
const THURSDAY = 4

function multiples(interval: number, from: number, until: number, most: number): number[] {
  const found: number[] = []
  for (let time = Math.floor(until / interval) * interval; time > from && found.length < most; time -= interval) {
    found.push(time)
  }
  return found
}
