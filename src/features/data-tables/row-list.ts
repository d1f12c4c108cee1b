import type { CellValue, DataTableRecord, DataTableRowRecord } from '../../model/data-table.ts'
import type { Draft, State } from '../../model/state.ts'
import { findText, lowerAscii } from '../text-search.ts'
import { unknownColumn } from './cell.ts'
import { dataTableRefusals } from './refusals.ts'
import { compileRowFilter, findColumn, type ReadCell, type RowFilter } from './row-filter.ts'
import { dataTableSize } from './table-size.ts'

export interface RowQuery {
  filter?: RowFilter | undefined
  /** `<column>:<asc/desc>`, the direction in any letter case. */
  sortBy?: string | undefined
  /** A part of the text of any column, in any letter case. */
  search?: string | undefined
}

/**
 * The rows of a table that pass filter and search, by id or as asked for; nothing is lower than anything. Works in steps
 * where texts are read.
 *
 * @throws ApiError for the first thing that is wrong.
 */
export function* listRows(
  state: State | Draft,
  table: DataTableRecord,
  { filter, sortBy, search }: RowQuery,
): Generator<undefined, DataTableRowRecord[]> {
  const passes = filter && compileRowFilter(table, filter, () => dataTableSize(state, table))
  const isFound = search ? compileSearch(table, search) : undefined
  const order = sortBy ? readSort(table, sortBy) : undefined
  const rows: DataTableRowRecord[] = []
  for (const row of state.dataTableRows.by('tableId', table.id)) {
    if (passes && !(yield* passes(row))) continue
    if (isFound) yield
    if (isFound?.(row) ?? true) rows.push(row)
  }
  if (!order) return rows.sort((a, b) => a.rowId - b.rowId)
  return rows.sort((a, b) => order.sign * compareCells(order.read(a), order.read(b)) || a.rowId - b.rowId)
}

function readSort(table: DataTableRecord, sortBy: string): { read: ReadCell; sign: number } {
  const [name = '', direction = '', ...more] = sortBy.split(':')
  if (name === '' || direction === '' || more.length > 0) {
    throw dataTableRefusals.rowSortInvalid()
  }
  const lowered = direction.toLowerCase()
  if (lowered !== 'asc' && lowered !== 'desc') throw dataTableRefusals.rowSortDirectionInvalid()
  const column = findColumn(table, name)
  if (!column) throw unknownColumn(name)
  return { read: column.read, sign: lowered === 'asc' ? 1 : -1 }
}

function compileSearch(table: DataTableRecord, search: string) {
  const find = findText(lowerAscii(search))
  return (row: DataTableRowRecord) =>
    table.columns.some(({ id }) => {
      const cell = row.values[id] ?? null
      return cell !== null && find(lowerAscii(String(cell)), 0) !== undefined
    })
}

function compareCells(a: CellValue, b: CellValue): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? -1 : 1
  return a < b ? -1 : 1
}
