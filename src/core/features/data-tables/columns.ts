import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import { type ColumnType, type DataTableColumn, type DataTableRecord, SYSTEM_COLUMNS } from '../../model/data-table.ts'
import type { Draft } from '../../model/state.ts'
import { dataTableRefusals } from './refusals.ts'
import { readColumnName } from './row-input.ts'

export interface DataTableContext {
  clock: Clock
  ids: Ids
}

export interface ColumnInput {
  name: string
  type: ColumnType
}

/** Each row has all of them when it is shown. */
const MAX_COLUMNS = 1000

/** @throws ApiError 400 for more columns than a table may have */
export function checkColumnCount(count: number) {
  if (count > MAX_COLUMNS) throw dataTableRefusals.columnsTooMany(MAX_COLUMNS)
}

/** Makes a column; `index` is its place from 0, the end where left out or beyond it. */
export function addColumn(
  draft: Draft,
  table: DataTableRecord,
  input: ColumnInput & { index?: number },
  context: DataTableContext,
) {
  checkColumnName(table, input.name)
  checkColumnCount(table.columns.length + 1)
  const column = newColumn(input, context)
  const columns = table.columns.toSpliced(input.index ?? table.columns.length, 0, column)
  draft.dataTables.set({ ...table, columns, updatedAt: context.clock.iso() })
  return { column, index: columns.indexOf(column) }
}

/** Renames a column, moves it, or both. Its own name counts as taken. */
export function changeColumn(
  draft: Draft,
  table: DataTableRecord,
  columnId: string,
  { name, index }: { name?: string; index?: number },
  { clock }: { clock: Clock },
) {
  const before = getColumn(table, columnId)
  if (name !== undefined) checkColumnName(table, name)
  if (index !== undefined && index >= table.columns.length) {
    throw dataTableRefusals.columnIndexTooLarge()
  }
  const column = { ...before, name: name ?? before.name, updatedAt: clock.iso() }
  const at = table.columns.indexOf(before)
  const columns = table.columns.toSpliced(at, 1).toSpliced(index ?? at, 0, column)
  draft.dataTables.set({ ...table, columns, updatedAt: clock.iso() })
  return { column, index: index ?? at }
}

/** Deletes a column. What rows hold under it is never shown again, and goes with them. */
export function deleteColumn(draft: Draft, table: DataTableRecord, columnId: string, { clock }: { clock: Clock }) {
  const column = getColumn(table, columnId)
  const columns = table.columns.filter(other => other !== column)
  draft.dataTables.set({ ...table, columns, updatedAt: clock.iso() })
}

export function newColumn({ name, type }: ColumnInput, { clock, ids }: DataTableContext): DataTableColumn {
  const now = clock.iso()
  return { id: ids.short(), name, type, createdAt: now, updatedAt: now }
}

/** The first two columns with one name; two that differ in letter case have one, too. */
export function findDuplicate(columns: readonly ColumnInput[]): string | undefined {
  const seen = new Set<string>()
  for (const { name } of columns) {
    if (seen.has(name.toLowerCase())) return name
    seen.add(name.toLowerCase())
  }
}

export const isReserved = (name: string) => SYSTEM_COLUMNS.some(column => column === name)

function checkColumnName(table: DataTableRecord, name: string) {
  if (isReserved(name)) throw dataTableRefusals.columnNameReserved(name)
  if (table.columns.some(column => column.name.toLowerCase() === name.toLowerCase())) {
    throw dataTableRefusals.columnNameTaken(name, table.name)
  }
}

function getColumn(table: DataTableRecord, columnId: string): DataTableColumn {
  const column = table.columns.find(({ id }) => id === columnId)
  if (!column) throw dataTableRefusals.columnNotFound(columnId, table.id)
  return column
}

/**
 * Checks the columns of a new table beyond what the shape of the body says.
 *
 * @throws ApiError for the first thing that is wrong.
 */
export function checkColumns(columns: readonly { name: string; type: string }[]): asserts columns is ColumnInput[] {
  checkColumnCount(columns.length)
  for (const { name, type } of columns) {
    readColumnName(name)
    if (type === 'json') throw dataTableRefusals.columnTypeInvalid()
  }
}
