import { isDateTime, type LuxonDateTime, luxon, now } from './luxon.ts'
import { type Functions, fail } from './outside.ts'
import { TEXT } from './text-functions.ts'

type Time = Date | LuxonDateTime

const UNITS: Record<string, string> = {
  weekNumber: 'weekNumber',
  week: 'weekNumber',
  yearDayNumber: 'ordinal',
  weekDay: 'weekday',
}

/** The same as a time of luxon, in the workflow's zone. */
const timeOf = (value: unknown): LuxonDateTime => {
  if (isDateTime(value)) return value
  if (value instanceof Date) return luxon().DateTime.fromJSDate(value)
  if (typeof value === 'number') return luxon().DateTime.fromMillis(value)
  return TEXT.toDateTime?.(String(value), []) as LuxonDateTime
}

/** What came out, as a `Date` where a `Date` was given. */
const like = (given: Time, made: LuxonDateTime): Time => (given instanceof Date ? made.toJSDate() : made)

const span = (count: unknown, unit: unknown) =>
  typeof count === 'object' && count !== null ? count : { [String(unit ?? 'milliseconds')]: Number(count ?? 0) }

/** A number for one unit, an object for several. */
function difference(from: LuxonDateTime, to: LuxonDateTime, unit: unknown): unknown {
  const units = Array.isArray(unit) ? unit : [unit]
  const found = from.diff(to, units).toObject()
  return units.length === 1 ? Object.values(found)[0] : found
}

/** What a date and a time can do in expressions. */
export const DATE: Functions<Time> = {
  beginningOf: (time, [unit = 'week']) => like(time, timeOf(time).startOf(String(unit))),
  diffTo(time, [other, unit = 'days']) {
    const to = timeOf(other)
    return difference(methodsOf(time), to, unit)
  },
  diffToNow: (time, [unit = 'days']) => difference(methodsOf(time), now(), unit),
  endOfMonth: time => like(time, timeOf(time).endOf('month')),
  extract: (time, [part = 'week']) => timeOf(time).get(UNITS[String(part)] ?? String(part)),
  format: (time, [format]) => timeOf(time).toFormat(format as string),
  isBetween(time, dates) {
    if (dates.length !== 2) fail('isBetween(): expected exactly two args')
    const [one, other] = dates.map(date => timeOf(date).toMillis()).sort((a, b) => a - b) as [number, number]
    const at = timeOf(time).toMillis()
    return at > one && at < other
  },
  isDst: time => timeOf(time).isInDST,
  isEmpty: () => false,
  isInLast(time, [count = 0, unit = 'minutes']) {
    const at = timeOf(time).toMillis()
    return (
      at >=
        now()
          .minus({ [String(unit)]: Number(count) })
          .toMillis() && at <= now().toMillis()
    )
  },
  isNotEmpty: () => true,
  isWeekend: time => timeOf(time).weekday > 5,
  minus: (time, [count, unit]) => like(time, timeOf(time).minus(span(count, unit))),
  plus: (time, [count, unit]) => like(time, timeOf(time).plus(span(count, unit))),
  toBoolean: () => undefined,
  toDateTime: time => timeOf(time),
  toFloat: time => timeOf(time).toMillis(),
  toInt: time => timeOf(time).toMillis(),
}

/** A `Date` has no `diff`: the service fails there as it does at any method that is missing. */
function methodsOf(time: Time): LuxonDateTime {
  if (time instanceof Date) throw new TypeError('diff is not a function')
  return time
}
