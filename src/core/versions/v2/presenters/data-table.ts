import { dataTableSize } from '../../../features/data-tables/table-size.ts'
import type { DataTableColumn, DataTableRecord } from '../../../model/data-table.ts'
import type { State } from '../../../model/state.ts'

/** A table as the list shows it: its columns do not name it. */
export function showListedTable(state: State, table: DataTableRecord) {
  const { columns, ...rest } = showTable(state, table)
  return { ...rest, columns: columns.map(({ dataTableId: _table, ...column }) => column) }
}

const PAGE_BYTES = 4096

/** The service stores tables in whole pages of its database, an empty one in one. */
const pagesOf = (bytes: number) => Math.max(1, Math.ceil(bytes / PAGE_BYTES)) * PAGE_BYTES

/** A table as the other operations show it. */
export function showTable(state: State, table: DataTableRecord) {
  const { id, name, projectId, createdAt, updatedAt } = table
  const columns = table.columns.map((column, index) => showColumn(table, column, index))
  return { updatedAt, createdAt, id, name, projectId, columns, sizeBytes: pagesOf(dataTableSize(state, table)) }
}

/** A column of a table. */
export function showColumn(table: DataTableRecord, column: DataTableColumn, index: number) {
  const { id, name, type, createdAt, updatedAt } = column
  return { updatedAt, createdAt, id, dataTableId: table.id, name, type, index }
}
