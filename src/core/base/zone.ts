import { MAX_TIME_MS } from './clock.ts'

const UTC = 'UTC'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Whether there is a time zone of a name. */
export const isZone = (name: string) => clockOf(name) !== undefined

/** The time zone of a workflow, or the other where it names none; `undefined` where the one that it names is none. */
export function zoneOf(settings: Record<string, unknown>, other: string): string | undefined {
  const { timezone } = settings
  if (typeof timezone !== 'string' || timezone === '' || timezone === 'DEFAULT') return other
  return clockOf(timezone) ? timezone : undefined
}

/** How far a zone's wall clock is ahead of UTC at a time, in minutes. */
export function offsetAt(zone: string, time: number): number {
  if (zone === UTC) return 0
  const clock = clockOf(zone)
  if (!clock) return 0
  const day = Math.floor(time / DAY)
  const offset = startOfDay(clock, day)
  // on nearly every day it does not change
  return offset === startOfDay(clock, day + 1) ? offset : clock.read(time)
}

/** The latest time that has a date, and its day before: zones are not asked beyond. */
const LAST_TIME = MAX_TIME_MS - 2 * DAY

/**
 * The time at which a zone's wall clock shows a date and time, which is given in milliseconds as if it were UTC. What is
 * skipped as clocks go forward is an hour later, of what comes twice it is the first; `NaN` where there is no such time.
 */
export function timeOfWallClock(zone: string, shown: number): number {
  if (zone === UTC) return shown
  if (!(Math.abs(shown) <= LAST_TIME)) return Number.NaN
  const guess = offsetAt(zone, shown)
  const offset = offsetAt(zone, shown - guess * MINUTE)
  if (offset === guess) return shown - offset * MINUTE
  const other = offsetAt(zone, shown - offset * MINUTE)
  return shown - Math.min(offset, other) * MINUTE
}

/** `120` as `+02:00`. */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/** What a zone's wall clock shows at a time, in ISO 8601 with its offset: `2026-03-02T09:00:00.000+01:00`. */
export function localTime(zone: string, time: number): string {
  const offset = offsetAt(zone, time)
  return `${new Date(time + offset * MINUTE).toISOString().slice(0, -1)}${offsetText(offset)}`
}

interface ZoneClock {
  /** Its offset at a time, in minutes. It takes a while. */
  read(time: number): number
  /** The offsets with which days of UTC begin, as far as they are known. */
  days: Map<number, number>
}

const clocks = new Map<string, ZoneClock | undefined>()
/** More names than there are zones, and more days, are asked for only to fill the memory. */
const MAX_CLOCKS = 1000
const MAX_DAYS = 1000

function clockOf(zone: string): ZoneClock | undefined {
  if (clocks.has(zone)) return clocks.get(zone)
  if (clocks.size >= MAX_CLOCKS) clocks.clear()
  const clock = readClock(zone)
  clocks.set(zone, clock)
  return clock
}

function readClock(zone: string): ZoneClock | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    return { read: time => minutesOf(format.format(time)), days: new Map() }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

function startOfDay({ read, days }: ZoneClock, day: number): number {
  const known = days.get(day)
  if (known !== undefined) return known
  if (days.size >= MAX_DAYS) days.clear()
  const offset = read(day * DAY)
  days.set(day, offset)
  return offset
}

/** `3/2/2026, GMT+02:00` in minutes. */
function minutesOf(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
