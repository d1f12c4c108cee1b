import type { CellValue, ColumnType, DataTableRecord } from '../../model/data-table.ts'
import { toIsoDate } from './dates.ts'
import { dataTableRefusals } from './refusals.ts'

export const unknownColumn = (name: string) => dataTableRefusals.columnUnknown(shorten(name))

/**
 * A value as its column keeps it: `"31"` is a number where numbers are kept, `1` is true, a date is ISO text. Objects and
 * lists are none of them.
 *
 * @throws ApiError where it cannot be read so.
 * @example
 * toCell('number', 'age', '31') // 31
 */
export function toCell(type: ColumnType, column: string, value: unknown): CellValue {
  if (value === null || value === undefined) return null
  const converted = typeof value === 'object' ? undefined : CONVERSIONS[type](value)
  if (converted !== undefined) return converted
  throw dataTableRefusals.cellTypeWrong(shorten(String(value)), type, column, described(value))
}

/** The values that a request gives for a row, by the ids of their columns. */
export function toCells({ columns }: DataTableRecord, given: Record<string, unknown>): Record<string, CellValue> {
  const byName = new Map(columns.map(column => [column.name, column]))
  const cells: Record<string, CellValue> = {}
  for (const [name, value] of Object.entries(given)) {
    const column = byName.get(name)
    if (!column) throw unknownColumn(name)
    cells[column.id] = toCell(column.type, name, value)
  }
  return cells
}

const CONVERSIONS: Record<ColumnType, (value: unknown) => CellValue | undefined> = {
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

/** What is sent is told back, but not megabytes of it. */
const shorten = (text: string) => (text.length > 1000 ? `${text.slice(0, 1000)}…` : text)
