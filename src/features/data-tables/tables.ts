import type { DataTableRecord } from '../../model/data-table.ts'
import type { Draft, State } from '../../model/state.ts'
import { checkColumns, type DataTableContext, findDuplicate, isReserved, newColumn } from './columns.ts'
import { dataTableRefusals } from './refusals.ts'

export interface DataTableInput {
  name: string
  columns: readonly { name: string; type: string }[]
}

export function getDataTable(state: State | Draft, id: string): DataTableRecord {
  const table = state.dataTables.get(id)
  if (!table) throw dataTableRefusals.dataTableNotFound(id)
  return table
}

/**
 * Checks what a new table shall be, beyond the shape of the body: to be called before its project is looked for.
 *
 * @throws ApiError for the first thing that is wrong.
 */
export function checkDataTable({ name, columns }: DataTableInput): void {
  checkBlank(name)
  checkColumns(columns)
}

/** Makes a table in a project that there is. */
export function createDataTable(draft: Draft, input: DataTableInput, projectId: string, context: DataTableContext) {
  const { columns } = input
  const name = input.name.trim()
  checkColumns(columns)
  checkName(draft, name, projectId)
  const reserved = columns.find(column => isReserved(column.name))
  if (reserved) throw dataTableRefusals.newColumnNameReserved(reserved.name)
  const duplicate = findDuplicate(columns)
  if (duplicate !== undefined) throw dataTableRefusals.columnNameTaken(duplicate, name)
  const now = context.clock.iso()
  const table: DataTableRecord = {
    id: context.ids.short(),
    name,
    projectId,
    nextRowId: 1,
    createdAt: now,
    updatedAt: now,
    columns: columns.map(column => newColumn(column, context)),
  }
  draft.dataTables.set(table)
  return table
}

/** Renames a table. Its own name counts as taken. */
export function renameDataTable(draft: Draft, table: DataTableRecord, given: string, { clock }: DataTableContext) {
  checkBlank(given)
  const name = given.trim()
  checkName(draft, name, table.projectId)
  const renamed = { ...table, name, updatedAt: clock.iso() }
  draft.dataTables.set(renamed)
  return renamed
}

/** Deletes a table with its rows. */
export function deleteDataTable(draft: Draft, table: DataTableRecord): void {
  for (const row of draft.dataTableRows.by('tableId', table.id)) draft.dataTableRows.delete(row.id)
  draft.dataTables.delete(table.id)
}

function checkBlank(name: string) {
  if (name.trim() === '') throw dataTableRefusals.dataTableNameEmpty()
}

function checkName(draft: Draft, name: string, projectId: string) {
  if (draft.dataTables.by('projectId', projectId).some(other => other.name === name)) {
    throw dataTableRefusals.dataTableNameTaken(name)
  }
}
