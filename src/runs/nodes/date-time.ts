import { DateTime, type DateTimeUnit, type DurationLikeObject, type DurationUnit } from 'luxon'
import type { NodeItem } from '../../core/model/run-data.ts'
import { calculateOld, formatOld } from './date-time-old.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { flagOf, textOf } from './tools/parameters.ts'
import { timeInUtc } from './tools/value-types.ts'

/** Date & Time: all operations of version 2; formatting and calculating of version 1. */
export const dateTime: NodeType = {
  async run(context) {
    if (context.typeVersion < 2) {
      const isFormat = textOf(context, 'action', 0, 'format') === 'format'
      return {
        main: [await forEachItem(context, (item, at) => (isFormat ? formatOld : calculateOld)(context, item, at))],
      }
    }
    return { main: [await forEachItem(context, (item, at) => withDate(context, item, at))] }
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
  const name = textOf(context, 'outputFieldName', at, NAMES[operation] ?? 'date')
  const isKeepingFields = flagOf(context, 'options.includeInputFields', at)
  const value = readValue(context, operation, at)
  return { json: { ...(isKeepingFields ? item.json : {}), [name]: value }, pairedItem: { item: at } }
}

function readValue(context: NodeContext, operation: string, at: number): unknown {
  const { zone } = context
  const time = (parameter: string) => localTime(context.parameter(parameter, at, ''), zone)
  switch (operation) {
    case 'addToDate':
      return isoText(time('magnitude').plus(spanOf(context, at)))
    case 'subtractFromDate':
      return isoText(time('magnitude').minus(spanOf(context, at)))
    case 'formatDate':
      return formatted(context, at)
    case 'roundDate':
      return isoText(rounded(context, time('date'), at))
    case 'getTimeBetweenDates':
      return between(context, time('startDate'), time('endDate'), at)
    case 'extractDate':
      return partOf(time('date'), textOf(context, 'part', at, 'month'))
    default: {
      const now = DateTime.fromMillis(context.now, { zone: textOf(context, 'options.timezone', at) || zone })
      return isoText(flagOf(context, 'includeTime', at, true) ? now : now.startOf('day'))
    }
  }
}

const isoText = (time: DateTime) => time.toISO()
const dateFailure = () => new NodeFailure('Invalid date format')

/** A time as it is written: in its own zone, or UTC where it names none. A number is in seconds or milliseconds. */
function writtenTime(value: unknown): DateTime {
  if (DateTime.isDateTime(value)) return value
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone: 'utc' })
  const number = typeof value === 'string' || typeof value === 'number' || value === null ? Number(value) : Number.NaN
  if (Number.isInteger(number)) {
    return Math.abs(number) < MILLISECONDS_FROM
      ? DateTime.fromSeconds(number, { zone: 'utc' })
      : DateTime.fromMillis(number, { zone: 'utc' })
  }
  const text = String(value)
  const iso = DateTime.fromISO(text, { setZone: true, zone: 'utc' })
  if (iso.isValid) return iso
  const time = timeInUtc(text)
  if (Number.isNaN(time)) throw dateFailure()
  return DateTime.fromMillis(time, { zone: 'utc' })
}

const MILLISECONDS_FROM = 10_000_000_000

const localTime = (value: unknown, zone: string) => writtenTime(value).setZone(zone)

function spanOf(context: NodeContext, at: number): DurationLikeObject {
  const unit = textOf(context, 'timeUnit', at, 'days')
  return { [unit]: Number(context.parameter('duration', at, 0)) }
}

function formatted(context: NodeContext, at: number): string | null {
  const value = context.parameter('date', at, '')
  if (value === null || value === undefined) return null
  const given = textOf(context, 'format', at, 'MM/dd/yyyy')
  const format = given === 'custom' ? textOf(context, 'customFormat', at) : given
  const fromFormat = textOf(context, 'options.fromFormat', at)
  const read =
    fromFormat === ''
      ? writtenTime(value)
      : DateTime.fromFormat(String(value), fromFormat, { setZone: true, zone: 'utc' })
  if (!read.isValid) throw dateFailure()
  const time = flagOf(context, 'options.timezone', at) ? read.setZone(context.zone) : read
  return format === '' ? '' : time.toFormat(format)
}

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second']

function rounded(context: NodeContext, time: DateTime, at: number): DateTime {
  if (textOf(context, 'mode', at, 'roundDown') === 'roundUp') return time.plus({ months: 1 }).startOf('month')
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
