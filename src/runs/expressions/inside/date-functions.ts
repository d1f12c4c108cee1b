import { isDateTime, type LuxonDateTime, luxon, now } from './luxon.ts'
import { type Functions, fail } from './outside.ts'
import { TEXT } from './text-functions.ts'

/** A text in the form of a JSON date has these functions, too; to luxon it is an invalid date. */
type Time = Date | LuxonDateTime | string

const named = (names: Record<string, string>, given: unknown) =>
  typeof given === 'string' && Object.hasOwn(names, given) ? names[given] : given

/** Short names of units, beside those that luxon knows. */
const SHORT = {
  hrs: 'hour',
  hr: 'hour',
  mins: 'minute',
  min: 'minute',
  secs: 'second',
  sec: 'second',
  ms: 'millisecond',
}
const PARTS = {
  ...SHORT,
  week: 'weekNumber',
  days: 'day',
  months: 'month',
  years: 'year',
  hours: 'hour',
  minutes: 'minute',
  seconds: 'second',
  milliseconds: 'millisecond',
}
const PLURAL = ['milliseconds', 'seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'quarters', 'years']
const UNITS: unknown[] = [
  ...PLURAL,
  'day',
  'week',
  'month',
  'year',
  'hour',
  'minute',
  'second',
  'millisecond',
  'weekNumber',
  'yearDayNumber',
  'weekday',
]
const DAY_MS = 86_400_000

/** The time as luxon has it, in the workflow's zone; invalid for anything but a `Date` or luxon's own. */
const timeOf = (value: unknown): LuxonDateTime => (isDateTime(value) ? value : luxon().DateTime.fromJSDate(value))

/** What came out, as a `Date` where no time of luxon was given. */
const like = (given: Time, made: LuxonDateTime): Time => (isDateTime(given) ? made : made.toJSDate())

/** One argument is a span of luxon, two are a number and its unit. */
const span = (given: unknown[]) => {
  const [count = 0, unit = 'minutes'] = given
  return given.length === 1 ? given[0] : { [String(named(SHORT, unit))]: count }
}

/** A number for one unit, an object for several. */
function difference(time: Time, other: unknown, unit: unknown = 'days'): unknown {
  const given: unknown[] = Array.isArray(unit) ? unit : [unit]
  const units = given.length > 0 ? given : ['days']
  const wrong = units.find(one => !UNITS.includes(one))
  if (wrong) fail(`Unsupported unit '${String(wrong)}'. Supported: ${PLURAL.map(known => `'${known}'`).join(', ')}.`)
  const to = typeof other === 'string' ? (TEXT.toDateTime?.(other, []) as LuxonDateTime) : timeOf(other)
  if (!isDateTime(time)) throw new TypeError('date.diff is not a function')
  const found = time.diff(to, units)
  return units.length > 1 ? found.toObject() : found.as(units[0] as string)
}

/** A bound of `isBetween`; `undefined` for anything that is no date. */
function boundOf(value: unknown): LuxonDateTime | undefined {
  if (typeof value !== 'string') return value instanceof Date || isDateTime(value) ? timeOf(value) : undefined
  const time = timeOf(new Date(value))
  return time.isValid ? time : undefined
}

function dayOfYear(time: Time): number {
  const date = timeOf(time).toJSDate()
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / DAY_MS)
}

function millisecondsOf(time: Time): number {
  if (typeof time === 'string') throw new TypeError('date.getTime is not a function')
  return isDateTime(time) ? time.toMillis() : time.getTime()
}

/** What a date and a time can do in expressions. */
export const DATE: Functions<Time> = {
  beginningOf: (time, [unit = 'week']) => like(time, timeOf(time).startOf(named(SHORT, unit) as string)),
  diffTo: (time, [other, unit]) => difference(time, other, unit),
  diffToNow: (time, [unit]) => difference(time, now(), unit),
  endOfMonth: time => like(time, timeOf(time).endOf('month')),
  extract: (time, [part = 'week']) =>
    part === 'yearDayNumber' ? dayOfYear(time) : timeOf(time).get(named(PARTS, part) as string),
  format: (time, [format, options]) => timeOf(time).toFormat(format as string, { ...(options as object) }),
  isBetween(time, bounds) {
    if (bounds.length !== 2) fail('isBetween(): expected exactly two args')
    const [one, other] = bounds.map(boundOf)
    if (!one || !other) return undefined
    const [first, last] = [Number(one), Number(other)].sort((a, b) => a - b) as [number, number]
    return first < Number(time) && Number(time) < last
  },
  isDst: time => timeOf(time).isInDST,
  isEmpty: () => false,
  isInLast(time, [count = 0, unit]) {
    const at = Number(timeOf(time))
    return Number(now().minus(span([count, unit]))) <= at && at <= Number(now())
  },
  isNotEmpty: () => true,
  isWeekend: time => timeOf(time).weekday > 5,
  minus: (time, given) => like(time, timeOf(time).minus(span(given))),
  plus: (time, given) => like(time, timeOf(time).plus(span(given))),
  toBoolean: () => undefined,
  toDateTime: time => timeOf(time),
  toFloat: millisecondsOf,
  toInt: millisecondsOf,
}
