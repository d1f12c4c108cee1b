import { ApiError } from '../../base/errors.ts'
import { isRecord } from '../../base/is-record.ts'
import type { CellValue } from '../../model/data-table.ts'
import { dataTableRefusals } from './refusals.ts'

/** Values by the names of columns, as a request gives them: neither looked up nor converted. */
export type GivenRow = Record<string, CellValue>

const LONGEST_COLUMN_NAME = 63

/** The name of a column in a request, without the blanks around it. @throws ApiError for a name that no column can have */
export function readColumnName(given: string): string {
  const name = given.trim()
  if (name === '') throw dataTableRefusals.columnNameEmpty()
  if (name.length > LONGEST_COLUMN_NAME) throw dataTableRefusals.columnNameTooLong()
  if (!/^[a-zA-Z][a-zA-Z0-9_]*$/.test(name)) throw dataTableRefusals.columnNameInvalid()
  return name
}

/**
 * The values of a row, before the table is looked for.
 *
 * @throws ApiError for the first name or value that no cell can have
 * @example
 * readRow({ ' name ': 'Ann' }) // { name: 'Ann' }
 */
export function readRow(given: Record<string, unknown>): GivenRow {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const column = readColumnName(name)
      if (!isCellValue(value)) throw dataTableRefusals.rowValueInvalid()
      return [column, value]
    }),
  )
}

/** The most rows of one change: more would block other requests. */
const MAX_ROWS = 20_000

/** @throws ApiError 400 for more rows than one change may have */
export function checkRowCount(rows: readonly unknown[]) {
  if (rows.length > MAX_ROWS) throw dataTableRefusals.rowsTooMany(rows.length, MAX_ROWS)
}

/** The rows of an insertion. Yields after each, so that others are served. @throws ApiError for the first fault */
export function* readRows(rows: readonly Record<string, unknown>[]): Generator<undefined, GivenRow[]> {
  checkRowCount(rows)
  const given: GivenRow[] = []
  for (const row of rows) {
    given.push(readRow(row))
    yield
  }
  return given
}

const CONDITIONS = ['eq', 'neq', 'like', 'ilike', 'gt', 'gte', 'lt', 'lte'] as const
export type ConditionName = (typeof CONDITIONS)[number]

/** Each row is tested with all of them: with more, a request over a large table would make others wait. */
const MAX_CONDITIONS = 50

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
  if (filters.length > MAX_CONDITIONS) throw dataTableRefusals.rowConditionsTooMany(MAX_CONDITIONS)
  return { type, filters: filters.map(readCondition) }
}

function readCondition(given: unknown): RowCondition {
  if (!isRecord(given)) throw dataTableRefusals.dataTableFilterInvalid()
  const { columnName, condition = 'eq', value } = given
  const known = CONDITIONS.find(name => name === condition)
  if (typeof columnName !== 'string' || !known) throw dataTableRefusals.dataTableFilterInvalid()
  const column = readColumnName(columnName)
  if (!isCellValue(value)) throw dataTableRefusals.rowValueInvalid()
  return { columnName: column, condition: known, value }
}

/** Reads the filter of a query, whose faults have one text. @throws ApiError */
export function readQueryFilter(text: string): RowFilter {
  try {
    return readRowFilter(JSON.parse(text))
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.refusal === 'rowConditionsTooMany') throw cause
    throw dataTableRefusals.dataTableFilterInvalid().with({ cause })
  }
}

/** A column to sort by, and the sign of its direction. */
export interface RowSort {
  column: string
  sign: 1 | -1
}

/** Reads `<column>:<asc/desc>`, the direction in any letter case; what follows a second colon is ignored. @throws ApiError */
export function readRowSort(sortBy: string): RowSort {
  const [name = '', direction] = sortBy.split(':')
  if (direction === undefined) throw dataTableRefusals.rowSortInvalid()
  const column = readColumnName(name)
  const lowered = direction.toLowerCase()
  if (lowered !== 'asc' && lowered !== 'desc') throw dataTableRefusals.rowSortDirectionInvalid()
  return { column, sign: lowered === 'asc' ? 1 : -1 }
}

const isCellValue = (value: unknown): value is CellValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
