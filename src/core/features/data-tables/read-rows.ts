import {
  type CellValue,
  type ColumnType,
  type DataTableRecord,
  type DataTableRowRecord,
  SYSTEM_COLUMNS,
} from '../../model/data-table.ts'
import type { Draft, State } from '../../model/state.ts'
import { isLike, lowerAscii } from '../text-search.ts'
import { toCell, unknownColumn } from './cells.ts'
import { sqlDate } from './dates.ts'
import { dataTableRefusals } from './refusals.ts'
import type { ConditionName, RowCondition, RowFilter, RowSort } from './row-input.ts'
import { dataTableSize } from './table-size.ts'

export interface RowQuery {
  filter?: RowFilter | undefined
  sort?: RowSort | undefined
  /** A part of the text of any column, in any letter case; `%` stands for anything. */
  search?: string | undefined
  /** The time zone of dates without one in the filter. */
  zone: string
}

/**
 * The rows of a table that pass filter and search, by id or sorted; empty cells come first. Yields where texts are
 * searched, so that others are served.
 *
 * @throws ApiError for the first fault
 */
export function* listRows(
  state: State | Draft,
  table: DataTableRecord,
  { filter, sort, search, zone }: RowQuery,
): Generator<undefined, DataTableRowRecord[]> {
  const passes = filter && compileRowFilter(table, filter, zone, () => dataTableSize(state, table))
  const isFound = search ? compileSearch(table, search) : undefined
  const order = sort && sortOf(table, sort)
  const rows: DataTableRowRecord[] = []
  for (const row of state.dataTableRows.by('tableId', table.id)) {
    if (passes && !(yield* passes(row))) continue
    if (isFound) yield
    if (isFound?.(row) ?? true) rows.push(row)
  }
  if (!order) return rows.sort((a, b) => a.rowId - b.rowId)
  return rows.sort((a, b) => order.sign * compareCells(order.read(a), order.read(b)) || a.rowId - b.rowId)
}

/** The database does not mind the letter case of a column to sort by. */
function sortOf(table: DataTableRecord, { column: name, sign }: RowSort): { read: ReadCell; sign: number } {
  const names = [...SYSTEM_COLUMNS, ...table.columns.map(column => column.name)]
  const column = findColumn(table, names.find(known => known.toLowerCase() === name.toLowerCase()) ?? name)
  if (!column) throw unknownColumn(name)
  return { read: column.read, sign }
}

/** A table without columns has nothing to search: all its rows are found. */
function compileSearch({ columns }: DataTableRecord, search: string): (row: DataTableRowRecord) => boolean {
  if (columns.length === 0) return () => true
  const matches = isLike(lowerAscii(`%${search}%`))
  return row =>
    columns.some(({ id, type }) => {
      const cell = row.values[id] ?? null
      return cell !== null && matches(lowerAscii(searchedText(type, cell)))
    })
}

/** A cell as the database holds it: a boolean is 1 or 0, a date that of SQL. */
function searchedText(type: ColumnType, cell: NonNullable<CellValue>): string {
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  return type === 'date' ? sqlDate(String(cell)) : String(cell)
}

function compareCells(a: CellValue, b: CellValue): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  return a < b ? -1 : 1
}

/** A row as answered: its columns in their order, then `id`, `createdAt` and `updatedAt`. */
export type RowView = Record<string, CellValue>

export function rowView({ columns }: DataTableRecord, row: DataTableRowRecord): RowView {
  const { rowId: id, createdAt, updatedAt } = row
  return {
    ...Object.fromEntries(columns.map(column => [column.name, row.values[column.id] ?? null])),
    id,
    createdAt,
    updatedAt,
  }
}

/** The answer of a dry run: the row as it is, and as it would be. */
export const beforeAndAfter = (before: RowView, after: RowView): RowView[] => [
  { ...before, dryRunState: 'before' },
  { ...after, dryRunState: 'after' },
]

/** The `before` of a row that is inserted, the `after` of one that is deleted. */
export const noRow = (names: Iterable<string>): RowView => ({
  id: null,
  createdAt: null,
  updatedAt: null,
  ...Object.fromEntries([...names].map(name => [name, null])),
})

/** Reads the value of a column in a row. */
export type ReadCell = (row: DataTableRowRecord) => CellValue

/** A column by its name; `id`, `createdAt` and `updatedAt` are columns too. */
export function findColumn(table: DataTableRecord, name: string): { type: ColumnType; read: ReadCell } | undefined {
  if (name === 'id') return { type: 'number', read: row => row.rowId }
  if (name === 'createdAt') return { type: 'date', read: row => row.createdAt }
  if (name === 'updatedAt') return { type: 'date', read: row => row.updatedAt }
  const column = table.columns.find(column => column.name === name)
  return column && { type: column.type, read: row => row.values[column.id] ?? null }
}

/** Whether a filter reads texts with patterns, which may take long. */
export const hasPatterns = ({ filters }: RowFilter) => filters.some(isPattern)

const isPattern = ({ condition }: RowCondition) => condition === 'like' || condition === 'ilike'

/**
 * The test that rows of a table must pass; a filter without conditions passes all. The test yields after each pattern.
 *
 * @param sizeOf returns the size of the table, in bytes
 * @throws ApiError for the first fault
 */
export function compileRowFilter(
  table: DataTableRecord,
  { type, filters }: RowFilter,
  zone: string,
  sizeOf: () => number,
): (row: DataTableRowRecord) => Generator<undefined, boolean> {
  const cells = filters.map(({ columnName, value }) => {
    const column = findColumn(table, columnName)
    if (!column) throw unknownColumn(columnName)
    const { type, read } = column
    return { type, read, wanted: toCell(type, columnName, value, zone) }
  })
  checkReading(filters, sizeOf)
  const tests = filters.map((filter, at) => {
    const { type, read, wanted } = cells[at] ?? { type: 'string' as const, read: () => null, wanted: null }
    const test = TESTS[filter.condition](wanted, textOf(type, filter.value, wanted))
    return { passes: (row: DataTableRowRecord) => test(read(row)), isPattern: isPattern(filter) }
  })
  return function* (row) {
    for (const { passes, isPattern } of tests) {
      const passed = passes(row)
      if (isPattern) yield
      // with `or` the first that passes decides, else the first that does not
      if (passed === (type === 'or')) return passed
    }
    return tests.length === 0 || type !== 'or'
  }
}

/** Bytes that the conditions with patterns may read together: each of them reads the whole table. */
const MAX_READ = 100 * 1024 * 1024
/** Parts between `%` that the patterns may have together, times the bytes of the table: each is searched for in each row. */
const MAX_SEARCHES = 1_000_000_000

function checkReading(filters: readonly RowCondition[], sizeOf: () => number) {
  const patterns = filters.filter(isPattern)
  const parts = patterns.reduce((sum, { value }) => sum + partCount(value), 0)
  if (parts <= 1) return
  const size = sizeOf()
  const mostOf = (most: number) => Math.max(1, Math.floor(most / size))
  if (patterns.length * size > MAX_READ) throw dataTableRefusals.rowPatternsTooMany(size, mostOf(MAX_READ))
  if (parts * size > MAX_SEARCHES) throw dataTableRefusals.rowPatternPartsTooMany(size, mostOf(MAX_SEARCHES))
}

const partCount = (value: CellValue) => (typeof value === 'string' ? value.split('%').filter(part => part).length : 1)

/** What a pattern is read of: numbers and booleans are converted first, and are no text. */
const textOf = (type: ColumnType, given: CellValue, wanted: CellValue) =>
  type === 'number' || type === 'boolean' ? wanted : given

type Test = (cell: CellValue) => boolean

const TESTS: Record<ConditionName, (wanted: CellValue, given: CellValue) => Test> = {
  eq: wanted => cell => cell === wanted,
  neq: wanted => cell => cell !== wanted,
  gt: ordered('GT', (cell, wanted) => cell > wanted),
  gte: ordered('GTE', (cell, wanted) => cell >= wanted),
  lt: ordered('LT', (cell, wanted) => cell < wanted),
  lte: ordered('LTE', (cell, wanted) => cell <= wanted),
  like: (_wanted, given) => {
    const matches = isLike(patternOf('LIKE', given))
    return cell => cell !== null && matches(String(cell))
  },
  ilike: (_wanted, given) => {
    const matches = isLike(lowerAscii(patternOf('ILIKE', given)))
    return cell => cell !== null && matches(lowerAscii(String(cell)))
  },
}

type Comparable = string | number | boolean

function ordered(name: string, compare: (cell: Comparable, wanted: Comparable) => boolean) {
  return (wanted: CellValue): Test => {
    if (wanted === null) throw dataTableRefusals.rowFilterValueNull(name)
    return cell => cell !== null && compare(cell, wanted)
  }
}

const LONGEST_PATTERN = 50_000

/** A value without `%` may stand anywhere in the text. */
function patternOf(name: string, value: CellValue): string {
  if (value === null) throw dataTableRefusals.rowFilterValueNull(name)
  if (typeof value !== 'string') throw dataTableRefusals.rowFilterValueNoText(name)
  if (value.length > LONGEST_PATTERN) throw dataTableRefusals.rowFilterValueTooLong(name, LONGEST_PATTERN)
  return value.includes('%') ? value : `%${value}%`
}
