import type { CellValue, ColumnType, DataTableRecord } from '../../model/data-table.ts'
import { toIsoDate } from './dates.ts'
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
  string: sqlText,
  number: value => (Number.isFinite(Number(value)) ? Number(value) : undefined),
  boolean: toBoolean,
  date: toIsoDate,
}

/**
 * The text that the database makes of a value: a boolean is 1 or 0, a number that is no integer has a point, and half a
 * surrogate pair is U+FFFD.
 */
function sqlText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? numberText(value) : String(value).toWellFormed()
}

/** The integers of the database have 64 bits. */
const MAX_INTEGER = 2 ** 63
const DIGITS = 15

function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < MAX_INTEGER) return String(value)
  const [digits = '', exponent] = value.toPrecision(DIGITS).split('e')
  const shortest = digits.includes('.') ? digits.replace(/0+$/, '') : `${digits}.`
  const mantissa = shortest.endsWith('.') ? `${shortest}0` : shortest
  return exponent === undefined ? mantissa : `${mantissa}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = String(value).toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  if (text.trim() === '' || (Number(text) !== 0 && Number(text) !== 1)) return undefined
  return Number(text) === 1
}

const described = (value: unknown) =>
  Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : `'${shorten(String(value))}'`

/** Echoed values are truncated. */
const shorten = (text: string) => (text.length > 1000 ? `${text.slice(0, 1000)}…` : text)
