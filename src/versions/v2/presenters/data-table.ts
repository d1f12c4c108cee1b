import { dataTableSize } from '../../../features/data-tables/table-size.ts'
import type { DataTableColumn, DataTableRecord } from '../../../model/data-table.ts'
import type { State } from '../../../model/state.ts'

/** A table as the list shows it: its columns do not name it. */
export function showListedTable(state: State, table: DataTableRecord) {
  const { columns, ...rest } = showTable(state, table)
  return { ...rest, columns: columns.map(({ dataTableId: _table, ...column }) => column) }
}

/** A table as the other operations show it. */
export function showTable(state: State, table: DataTableRecord) {
  const { id, name, projectId, createdAt, updatedAt } = table
  const columns = table.columns.map((column, index) => showColumn(table, column, index))
  return { updatedAt, createdAt, id, name, projectId, columns, sizeBytes: dataTableSize(state, table) }
}

/** A column of a table. */
export function showColumn(table: DataTableRecord, column: DataTableColumn, index: number) {
  const { id, name, type, createdAt, updatedAt } = column
  return { updatedAt, createdAt, id, dataTableId: table.id, name, type, index }
}
