import { DateTime, type DateTimeUnit, type DurationLikeObject, type DurationUnit } from 'luxon'
import type { NodeItem } from '../../core/model/run-data.ts'
import { calculateOld, formatOld } from './date-time-old.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType, withoutPair } from './tools/node-context.ts'
import { flagOf, nameOf, textOf } from './tools/parameters.ts'
import { timeInUtc } from './tools/value-types.ts'

/** Date & Time: all operations of version 2; formatting and calculating of version 1. */
export const dateTime: NodeType = {
  async run(context) {
    if (context.typeVersion < 2) {
      const action = textOf(context, 'action', 0, 'format')
      if (action !== 'format' && action !== 'calculate') return { main: [[]] }
      const isFormat = action === 'format'
      return {
        main: [await forEachItem(context, (item, at) => (isFormat ? formatOld : calculateOld)(context, item, at))],
      }
    }
    if (!Object.hasOwn(NAMES, textOf(context, 'operation', 0, 'getCurrentDate'))) return { main: [[]] }
    const made = await forEachItem(context, (item, at) => withDate(context, item, at))
    return { main: [made.map(withoutPair)] }
  },
}

const NAMES: Record<string, string> = {
  getCurrentDate: 'currentDate',
  addToDate: 'newDate',
  subtractFromDate: 'newDate',
  formatDate: 'formattedDate',
  roundDate: 'roundedDate',
  getTimeBetweenDates: 'timeDifference',
  extractDate: 'datePart',
}

function withDate(context: NodeContext, item: NodeItem, at: number): NodeItem {
  const operation = textOf(context, 'operation', at, 'getCurrentDate')
  const name = nameOf(context, 'outputFieldName', at, NAMES[operation] ?? 'date')
  const kept = context.parameter('options.includeInputFields', 0) ? item : undefined
  const json = { ...kept?.json, [name]: readValue(context, operation, at) }
  return { json, ...(kept?.binary ? { binary: kept.binary } : {}), pairedItem: { item: at } }
}

function readValue(context: NodeContext, operation: string, at: number): unknown {
  const { zone } = context
  const time = (parameter: string) => timeIn(dateOf(context, parameter, at), zone, context.now)
  switch (operation) {
    case 'addToDate':
      return isoText(calculated(() => time('magnitude').plus(spanOf(context, at))))
    case 'subtractFromDate':
      return isoText(calculated(() => time('magnitude').minus(spanOf(context, at))))
    case 'formatDate':
      return formatted(context, at)
    case 'roundDate':
      return isoText(rounded(context, time('date'), at))
    case 'getTimeBetweenDates':
      return between(context, time('startDate'), time('endDate'), at)
    case 'extractDate':
      return partOf(time('date'), textOf(context, 'part', at, 'month'))
    default: {
      const given = context.parameter('options.timezone', at) || zone
      const now = DateTime.fromMillis(context.now, { zone: String(given) })
      if (!now.isValid) throw new NodeFailure(`The timezone ${String(given)} is not valid. Please check the timezone.`)
      return isoText(context.parameter('includeTime', at, true) ? now : now.startOf('day'))
    }
  }
}

/** What luxon refuses fails the item, in its words. */
function calculated(make: () => DateTime): DateTime {
  try {
    return make()
  } catch (error) {
    if (error instanceof Error && /^Invalid unit/.test(error.message)) throw new NodeFailure(error.message)
    throw error
  }
}

const isoText = (time: DateTime) => time.toISO()
const dateFailure = () => new NodeFailure('Invalid date format')

/** The value of a parameter; of an expression that gives a date of luxon that date, in its own zone, instead of its text. */
function dateOf(context: NodeContext, name: string, at: number): unknown {
  const value = context.parameter(name, at)
  const [, expression] = /^=\s*{{([\s\S]*)}}\s*$/.exec(String(context.stored(name))) ?? []
  if (typeof value !== 'string' || expression === undefined || expression.includes('{{')) return value
  const isDate = context.evaluate(`={{ (${expression})?.isLuxonDateTime === true }}`, at, name)
  return isDate === true ? DateTime.fromISO(value, { setZone: true }) : value
}

/**
 * A time in a zone; without one in UTC, or in that of an offset with a plus, of which the service reads the hours alone. A
 * number, also as a text, is in seconds or milliseconds; nothing at all is now.
 */
function timeIn(value: unknown, zone: string | undefined, now: number): DateTime {
  if (DateTime.isDateTime(value)) return value
  if (value === undefined) return DateTime.fromMillis(now, { zone: zone ?? 'utc' })
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone: zone ?? 'utc' })
  const number = Number(value)
  if (!Number.isNaN(number)) return timeOfNumber(number).setZone(zone ?? 'utc')
  const text = String(value)
  const iso = DateTime.fromISO(text, { zone: 'utc' })
  const time = iso.isValid ? iso.toMillis() : timeInUtc(text)
  if (Number.isNaN(time)) throw dateFailure()
  return DateTime.fromMillis(time, { zone: zone ?? zoneOf(text) })
}

function timeOfNumber(number: number): DateTime {
  const whole = Number.isInteger(number) ? number : Math.trunc(number * 1000)
  const isSeconds = String(whole).length < MILLISECONDS_LENGTH
  return isSeconds ? DateTime.fromSeconds(whole) : DateTime.fromMillis(whole)
}

const MILLISECONDS_LENGTH = 12

function zoneOf(text: string): string {
  const hours = Number(text.split('+')[1]?.slice(0, 2))
  return hours > 0 ? `Etc/GMT-${hours}` : 'utc'
}

function spanOf(context: NodeContext, at: number): DurationLikeObject {
  const unit = textOf(context, 'timeUnit', at, 'days')
  return { [unit]: context.parameter('duration', at, 0) as number }
}

function formatted(context: NodeContext, at: number): string | null | undefined {
  const value = dateOf(context, 'date', at)
  if (value === null || value === undefined) return value
  const given = textOf(context, 'format', at, 'MM/dd/yyyy')
  const format = given === 'custom' ? textOf(context, 'customFormat', at) : given
  const fromFormat = textOf(context, 'options.fromFormat', at)
  const zone = flagOf(context, 'options.timezone', at) ? context.zone : undefined
  // a whole number counts as seconds or milliseconds, also with a format
  const isRead = fromFormat === '' || Number.isInteger(value)
  const time = isRead ? timeIn(value, zone, context.now) : timeOfFormat(String(value), fromFormat, zone)
  return format === '' ? '' : time.toFormat(format)
}

function timeOfFormat(text: string, format: string, zone: string | undefined): DateTime {
  const read = DateTime.fromFormat(text, format, { setZone: true, zone: 'utc' })
  if (!read.isValid) throw dateFailure()
  return zone === undefined ? read : read.setZone(zone)
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second']

function rounded(context: NodeContext, time: DateTime, at: number): DateTime {
  if (textOf(context, 'mode', at, 'roundDown') === 'roundUp') {
    const unit = textOf(context, 'to', at, 'month') as DateTimeUnit
    return time.plus({ [unit]: 1 }).startOf(unit)
  }
  const unit = textOf(context, 'toNearest', at, 'month')
  return time.startOf((UNITS.includes(unit) ? unit : 'month') as DateTimeUnit)
}

function between(context: NodeContext, start: DateTime, end: DateTime, at: number): unknown {
  const given = context.parameter('units', at, ['day'])
  const units = Array.isArray(given) ? given.map(String) : [String(given)]
  if (units.length === 0) throw new NodeFailure('Invalid unit undefined', { context: { itemIndex: at } })
  const span = end.diff(start, units as DurationUnit[])
  return flagOf(context, 'options.isoString', at) ? span.toISO() : span.toObject()
}

function partOf(time: DateTime, part: string): number {
  return part === 'week' ? time.weekNumber : time.get(part as keyof DateTime & 'year')
}
