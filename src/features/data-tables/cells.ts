import { timeOfWallClock } from '../../base/zone.ts'
import type { CellValue, ColumnType, DataTableRecord } from '../../model/data-table.ts'
import { dataTableRefusals } from './refusals.ts'

export const unknownColumn = (name: string) => dataTableRefusals.columnUnknown(shorten(name))

/**
 * A value as a cell of its column: `"31"` is a number in a column of numbers, `1` is true, a date is ISO text. Objects and
 * lists are refused.
 *
 * @param zone the time zone of dates without one
 * @throws ApiError where the value does not fit the column
 * @example
 * toCell('number', 'age', '31', 'UTC') // 31
 */
export function toCell(type: ColumnType, column: string, value: unknown, zone: string): CellValue {
  if (value === null || value === undefined) return null
  const converted = typeof value === 'object' ? undefined : CONVERSIONS[type](value, zone)
  if (converted !== undefined) return converted
  throw dataTableRefusals.cellTypeWrong(shorten(String(value)), type, column, described(value))
}

/** The values that a request gives for a row, by the ids of their columns. */
export function toCells(
  { columns }: DataTableRecord,
  given: Record<string, unknown>,
  zone: string,
): Record<string, CellValue> {
  const byName = new Map(columns.map(column => [column.name, column]))
  const cells: Record<string, CellValue> = {}
  for (const [name, value] of Object.entries(given)) {
    const column = byName.get(name)
    if (!column) throw unknownColumn(name)
    cells[column.id] = toCell(column.type, name, value, zone)
  }
  return cells
}

const CONVERSIONS: Record<ColumnType, (value: unknown, zone: string) => CellValue | undefined> = {
  string: value => String(value),
  number: value => (Number.isFinite(Number(value)) ? Number(value) : undefined),
  boolean: toBoolean,
  date: toIsoDate,
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = String(value).trim().toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === '' || (Number(text) !== 0 && Number(text) !== 1)) return undefined
  return Number(text) === 1
}

const described = (value: unknown) =>
  Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : `'${shorten(String(value))}'`

/** Echoed values are truncated. */
const shorten = (text: string) => (text.length > 1000 ? `${text.slice(0, 1000)}…` : text)

const ISO =
  /^([+-]\d{6}|\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/
const NAMED = /[a-z]{3}/i
const ZONED = /(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})$/i

/** Longer text is never a date. */
const LONGEST = 100

/**
 * A date given as text or number, as ISO text in UTC; `undefined` if it is not a date. ISO dates and those of SQL, mail and
 * HTTP are read; a number on its own is a month or a year, as at the service.
 */
function toIsoDate(value: unknown, zone: string): string | undefined {
  const text = String(value).trim()
  if (text.length > LONGEST) return
  const iso = ISO.exec(text)
  const milliseconds = iso ? fromIso(iso, zone) : /^\d+$/.test(text) ? fromNumber(text, zone) : fromNames(text, zone)
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString()
}

function fromIso([, year, ...rest]: RegExpExecArray, zone: string): number {
  const [month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', given] = rest
  const date = `${year}-${month}-${day}`
  const midnight = Date.parse(`${date}T00:00:00Z`)
  // 30 February is no date, where some would read it as 2 March
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return Number.NaN
  const time = `${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`
  if (given === undefined) return timeOfWallClock(zone, Date.parse(`${time}Z`))
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(given) ?? []
  return Date.parse(`${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
}

/** 1 to 12 are months of 2001, two digits a year of 1950 to 2049, and three digits a year. */
function fromNumber(text: string, zone: string): number {
  const number = Number(text)
  if (number >= 1 && number <= 12) return timeOfWallClock(zone, Date.UTC(2001, number - 1))
  if (number === 0 || (number >= 32 && number <= 49)) return timeOfWallClock(zone, Date.UTC(2000 + number, 0))
  if (number >= 50 && number <= 99) return timeOfWallClock(zone, Date.UTC(1900 + number, 0))
  return number >= 100 && number <= 999 ? timeOfWallClock(zone, Date.UTC(number, 0)) : Number.NaN
}

function fromNames(text: string, zone: string): number {
  if (!NAMED.test(text) || !/\d/.test(text)) return Number.NaN
  return ZONED.test(text) ? Date.parse(text) : timeOfWallClock(zone, Date.parse(`${text} UTC`))
}
