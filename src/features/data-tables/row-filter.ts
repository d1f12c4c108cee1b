import { isRecord } from '../../base/is-record.ts'
import type { CellValue, ColumnType, DataTableRecord, DataTableRowRecord } from '../../model/data-table.ts'
import { isLike, lowerAscii } from '../text-search.ts'
import { toCell, unknownColumn } from './cell.ts'
import { dataTableRefusals } from './refusals.ts'

const CONDITIONS = ['eq', 'neq', 'like', 'ilike', 'gt', 'gte', 'lt', 'lte'] as const
type ConditionName = (typeof CONDITIONS)[number]

/** Each row is asked all of them: with more, one request over a large table would make others wait. */
const MOST_CONDITIONS = 50

export interface RowCondition {
  columnName: string
  condition: ConditionName
  value: CellValue
}

export interface RowFilter {
  /** Default `and`. */
  type?: 'and' | 'or'
  filters: RowCondition[]
}

/** Reads a filter of rows from its JSON. @throws ApiError */
export function readRowFilter(value: unknown): RowFilter {
  if (!isRecord(value)) throw dataTableRefusals.dataTableFilterInvalid()
  const { type = 'and', filters = [] } = value
  if ((type !== 'and' && type !== 'or') || !Array.isArray(filters)) throw dataTableRefusals.dataTableFilterInvalid()
  if (filters.length > MOST_CONDITIONS) throw dataTableRefusals.rowConditionsTooMany(MOST_CONDITIONS)
  return { type, filters: filters.map(readCondition) }
}

function readCondition(given: unknown): RowCondition {
  if (!isRecord(given)) throw dataTableRefusals.dataTableFilterInvalid()
  const { columnName, condition, value } = given
  const known = CONDITIONS.find(name => name === condition)
  if (typeof columnName !== 'string' || !known || !isCellValue(value)) throw dataTableRefusals.dataTableFilterInvalid()
  return { columnName, condition: known, value }
}

/** The value of a column in a row; also of those that every row has. */
export type ReadCell = (row: DataTableRowRecord) => CellValue

/** A column by its name, with the system's own. */
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
 * Which rows of a table pass a filter; all if it has no conditions. A test of a row yields after each pattern.
 *
 * @param sizeOf returns the size of the table, in bytes
 * @throws ApiError for the first thing that is wrong.
 */
export function compileRowFilter(
  table: DataTableRecord,
  { type, filters }: RowFilter,
  sizeOf: () => number,
): (row: DataTableRowRecord) => Generator<undefined, boolean> {
  const cells = filters.map(({ columnName, value }) => {
    const column = findColumn(table, columnName)
    if (!column) throw unknownColumn(columnName)
    return { read: column.read, wanted: toCell(column.type, columnName, value) }
  })
  checkReading(filters, sizeOf)
  const tests = filters.map((filter, at) => {
    const { read, wanted } = cells[at] ?? { read: () => null, wanted: null }
    const test = TESTS[filter.condition](wanted, filter.value)
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

/** How many bytes the conditions with patterns may read together: each of them reads the whole table. */
const MOST_READ = 100 * 1024 * 1024
/** How many parts between `%` the patterns may have together, times the bytes of the table: each may be looked for in each row. */
const MOST_SEARCHES = 1_000_000_000

function checkReading(filters: readonly RowCondition[], sizeOf: () => number) {
  const patterns = filters.filter(isPattern)
  const parts = patterns.reduce((sum, { value }) => sum + partCount(value), 0)
  if (parts <= 1) return
  const size = sizeOf()
  const mostOf = (most: number) => Math.max(1, Math.floor(most / size))
  if (patterns.length * size > MOST_READ) throw dataTableRefusals.rowPatternsTooMany(size, mostOf(MOST_READ))
  if (parts * size > MOST_SEARCHES) throw dataTableRefusals.rowPatternPartsTooMany(size, mostOf(MOST_SEARCHES))
}

const partCount = (value: CellValue) => (typeof value === 'string' ? value.split('%').filter(part => part).length : 1)

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

const isCellValue = (value: unknown): value is CellValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
