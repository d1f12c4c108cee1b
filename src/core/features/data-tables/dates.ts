import { timeOfWallClock } from '../../base/zone.ts'

const DAY = '([+-]\\d{6}|\\d{4})(?:-?(\\d{2})(?:-?(\\d{2}))?)?'
const TIME = '(\\d{2}):?(\\d{2})(?::?(\\d{2})(?:[.,](\\d{1,9}))?)?'
const OFFSET = '(Z|[+-]\\d{2}(?::?\\d{2})?)'
const ISO = new RegExp(`^${DAY}(?:[T ]${TIME})?\\s*${OFFSET}?$`)
const ISO_WEEK = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/
const ISO_DAY_OF_YEAR = /^(\d{4})-?(\d{3})$/

/** Longer text is never a date. */
const MAX_LENGTH = 100
const MILLISECONDS_OF_DAY = 24 * 60 * 60 * 1000

/**
 * A date given as text or number, as ISO text in UTC; `undefined` if it is not a date. Dates of ISO and SQL without a zone
 * are in the given one; all others, such as `1/2/2026` and those of mail and HTTP, in UTC. A number on its own is a year,
 * or a month of 2001.
 *
 * @example
 * toIsoDate('2026-01-02', 'America/New_York') // '2026-01-02T05:00:00.000Z'
 */
export function toIsoDate(value: unknown, zone: string): string | undefined {
  const text = String(value).trim()
  if (text.length > MAX_LENGTH) return
  const milliseconds = fromIso(text, zone) ?? fromNumbers(text) ?? fromNames(text)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

/** A date of ISO text in SQL's words. */
export const sqlDate = (iso: string) => iso.replace('T', ' ').replace('Z', '')

function fromIso(text: string, zone: string): number | undefined {
  const dayOfYear = ISO_DAY_OF_YEAR.exec(text)
  if (dayOfYear) return fromDayOfYear(dayOfYear, zone)
  const week = ISO_WEEK.exec(text)
  if (week) return fromWeek(week, zone)
  const whole = ISO.exec(text)
  return whole ? fromDay(whole, zone) : undefined
}

/** A day that its month does not have counts on into the next one, in UTC. */
function fromDay([, year = '', ...rest]: RegExpExecArray, zone: string): number | undefined {
  const [month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', offset] = rest
  if (!isIn(Number(month), 1, 12) || !isIn(Number(day), 1, 31)) return
  const midnight = new Date(new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day)))
  if (Number.isNaN(midnight.getTime())) return Number.NaN
  const exists = midnight.getUTCMonth() === Number(month) - 1
  const date = exists ? `${year}-${month}-${day}` : midnight.toISOString().slice(0, 10)
  const time = `${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`
  if (offset === undefined) return timeOfWallClock(exists ? zone : 'UTC', Date.parse(`${time}Z`))
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(offset) ?? []
  return Date.parse(`${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
}

function fromDayOfYear([, year, day]: RegExpExecArray, zone: string): number | undefined {
  const first = Date.parse(`${year}-01-01T00:00:00Z`)
  const time = first + (Number(day) - 1) * MILLISECONDS_OF_DAY
  return Number(day) > 0 && new Date(time).getUTCFullYear() === Number(year) ? timeOfWallClock(zone, time) : undefined
}

/** The first week of a year is the one with 4 January; it begins on a Monday. */
function fromWeek([, year, week, day = '1']: RegExpExecArray, zone: string): number | undefined {
  if (!isIn(Number(week), 1, 53)) return
  const fourth = Date.parse(`${year}-01-04T00:00:00Z`)
  const sinceMonday = (new Date(fourth).getUTCDay() + 6) % 7
  const days = (Number(week) - 1) * 7 + Number(day) - 1 - sinceMonday
  return timeOfWallClock(zone, fourth + days * MILLISECONDS_OF_DAY)
}

const SEPARATOR = '[\\s\\-/.,]'
const NUMBERS = new RegExp(`^${SEPARATOR}*(\\d+)(?:${SEPARATOR}+(\\d+))?(?:${SEPARATOR}+(\\d+))?[^\\w+)]*$`)

/** One to three numbers: month, day and year, or year, month and day where the first is no day. */
function fromNumbers(text: string): number | undefined {
  const found = NUMBERS.exec(text)
  if (!found) return
  const [first = 0, second = 1, third = 1] = found.slice(1).map(part => (part === undefined ? undefined : Number(part)))
  // a time of day without a day
  if (/^[01]\d$|^2[0-3]$/.test(text)) return Number.NaN
  const [year, month, day] = isIn(first, 1, 31) ? [third, first, second] : [first, second, third]
  if (!isIn(month, 1, 12) || !isIn(day, 1, 31)) return Number.NaN
  return Date.UTC(isIn(year, 0, 49) ? 2000 + year : year, month - 1, day)
}

const NAMED = /[a-z]{3}/i
const ZONED = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})$/i

function fromNames(text: string): number {
  if (!NAMED.test(text) || !/\d/.test(text)) return Number.NaN
  return Date.parse(ZONED.test(text) ? text : `${text} UTC`)
}

const isIn = (value: number, least: number, most: number) => value >= least && value <= most
