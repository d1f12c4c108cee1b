import { Cron } from 'croner'
import { offsetAt } from './zone.ts'

/** When a trigger is due. */
export type Timing =
  | { cron: string; every?: { unit: 'day' | 'week'; count: number } }
  /** Every so many milliseconds, counted from 1970. */
  | { interval: number }

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A wall clock that does not change so long before and after a time can be taken for one that never does. */
const MARGIN = 26 * HOUR
const WINDOW = 7 * DAY
/** So many dates are sought before others run. */
const CHUNK = 50

/**
 * The times after `from`, up to and at `until`, at which a trigger is due, the last first: no more than `most`. The dates
 * are croner's; where the wall clock does not change they are found by its offset, which is a hundred times as fast.
 */
export function* dueTimes(
  timing: Timing,
  zone: string,
  from: number,
  until: number,
  most: number,
): Generator<void, number[]> {
  if ('interval' in timing) return multiples(timing.interval, from, until, most)
  const first = nextDue(timing, zone, from)
  if (first === undefined || first > until) return []
  const found: number[] = []
  for (let end = until; end >= first && found.length < most; ) {
    const { start, cron } = windowBefore(timing.cron, zone, first - 1, end)
    for (let before = end + 1; found.length < most; ) {
      const dates = cron.previousRuns(CHUNK, new Date(Math.ceil(before / 1000) * 1000))
      for (const date of dates) {
        const time = date.getTime()
        if (time > start && time < before && isKept(timing, zone, time) && found.length < most) found.push(time)
      }
      const last = dates.at(-1)?.getTime()
      yield
      if (last === undefined || last <= start) break
      before = last
    }
    end = start
  }
  return found
}

/** The first time after `from` at which a trigger is due; `undefined` where there is none. */
export function nextDue(timing: Timing, zone: string, from: number): number | undefined {
  if ('interval' in timing) return (Math.floor(from / timing.interval) + 1) * timing.interval
  const cron = new Cron(timing.cron, { timezone: zone, mode: '5-or-6-parts' })
  let next = cron.nextRun(new Date(from))
  for (let tries = 0; next && tries < MOST_TRIES; tries++) {
    if (isKept(timing, zone, next.getTime())) return next.getTime()
    next = cron.nextRun(next)
  }
  return undefined
}

/** As many days or weeks as an interval may have: one that is longer is due at none. */
const MOST_TRIES = 1000

function windowBefore(pattern: string, zone: string, from: number, end: number) {
  for (const length of [WINDOW, DAY]) {
    const start = Math.max(from, end - length)
    const offset = offsetAt(zone, end + MARGIN)
    if (offset === offsetAt(zone, start - MARGIN)) {
      return { start, cron: new Cron(pattern, { utcOffset: offset, mode: '5-or-6-parts' }) }
    }
  }
  return { start: Math.max(from, end - DAY), cron: new Cron(pattern, { timezone: zone, mode: '5-or-6-parts' }) }
}

/** Of an interval of several days or weeks, those are kept whose number since 1970 it divides. */
function isKept({ every }: { every?: { unit: 'day' | 'week'; count: number } }, zone: string, time: number): boolean {
  if (!every) return true
  const day = Math.floor((time + offsetAt(zone, time) * 60_000) / DAY)
  // 1970 began on a Thursday, weeks begin on Sundays
  const number = every.unit === 'day' ? day : Math.floor((day + 4) / 7)
  return number % every.count === 0
}

function multiples(interval: number, from: number, until: number, most: number): number[] {
  const found: number[] = []
  for (let time = Math.floor(until / interval) * interval; time > from && found.length < most; time -= interval) {
    found.push(time)
  }
  return found
}
