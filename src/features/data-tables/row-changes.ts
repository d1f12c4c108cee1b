import type { Clock } from '../../base/clock.ts'
import { type DataTableRecord, type DataTableRowRecord, rowKey } from '../../model/data-table.ts'
import type { Draft } from '../../model/state.ts'
import { toCells } from './cell.ts'
import { dataTableRefusals } from './refusals.ts'
import type { RowFilter } from './row-filter.ts'
import { listRows } from './row-list.ts'
import { beforeAndAfter, noRow, type RowView, rowView } from './row-view.ts'
import { createSizeCheck } from './table-size.ts'

type Given = Record<string, unknown>

export interface Context {
  clock: Clock
}

/** More rows are not changed at once: others would wait. */
const MOST_ROWS = 20_000

function checkCount(rows: readonly unknown[]) {
  if (rows.length > MOST_ROWS) throw dataTableRefusals.rowsTooMany(rows.length, MOST_ROWS)
}

/** What a change answers with: the rows, with `dryRun` pairs of before and after, else just `true`. */
export interface ChangeOptions {
  returnData?: boolean | undefined
  dryRun?: boolean | undefined
}

/** What a change answers with: `true`, or rows. */
export type Changed = true | RowView[]

/** Inserts rows; columns that one does not name are null. Takes as long as what is inserted, not as the table is. */
export function insertRows(
  draft: Draft,
  table: DataTableRecord,
  rows: readonly Given[],
  returnType: 'count' | 'id' | 'all',
  { clock }: Context,
) {
  checkCount(rows)
  const values = rows.map(row => toCells(table, row))
  const size = createSizeCheck(draft, table)
  const now = clock.iso()
  const records = values.map((cells, at): DataTableRowRecord => {
    const rowId = table.nextRowId + at
    return { id: rowKey(table.id, rowId), tableId: table.id, rowId, values: cells, createdAt: now, updatedAt: now }
  })
  for (const record of records) size.add(record)
  for (const record of records) draft.dataTableRows.set(record)
  const grown = { ...table, nextRowId: table.nextRowId + records.length, updatedAt: now }
  draft.dataTables.set(grown)
  size.keep(grown)
  if (returnType === 'count') return { success: true, insertedRows: records.length }
  if (returnType === 'id') return records.map(({ rowId: id }) => ({ id }))
  return records.map(record => rowView(table, record))
}

/** That a change says something, which is asked before its table is looked for. @throws ApiError 400 */
export function checkRowChange({ data }: { data: Given }): void {
  if (Object.keys(data).length === 0) throw dataTableRefusals.rowDataEmpty()
}

/** Changes the rows that pass the filter. */
export function* updateRows(
  draft: Draft,
  table: DataTableRecord,
  change: { filter: RowFilter; data: Given } & ChangeOptions,
  context: Context,
): Generator<undefined, Changed> {
  const { filter, data } = change
  checkRowChange(change)
  const cells = toCells(table, data)
  const now = context.clock.iso()
  const found = yield* listRows(draft, table, { filter })
  checkCount(found)
  const size = createSizeCheck(draft, table)
  const changed = found.map(before => {
    const after = { ...before, values: { ...before.values, ...cells }, updatedAt: now }
    size.add(after, before)
    return { before, after }
  })
  if (change.dryRun) {
    return changed.flatMap(({ before, after }) => beforeAndAfter(rowView(table, before), rowView(table, after)))
  }
  for (const { after } of changed) draft.dataTableRows.set(after)
  if (changed.length > 0) {
    const touched = { ...table, updatedAt: now }
    draft.dataTables.set(touched)
    size.keep(touched)
  }
  return change.returnData ? changed.map(({ after }) => rowView(table, after)) : true
}

/** Changes the rows that pass the filter; inserts one where none does. */
export function* upsertRow(
  draft: Draft,
  table: DataTableRecord,
  change: { filter: RowFilter; data: Given } & ChangeOptions,
  context: Context,
): Generator<undefined, Changed> {
  const { filter, data, dryRun, returnData } = change
  checkRowChange(change)
  const cells = toCells(table, data)
  if ((yield* listRows(draft, table, { filter })).length > 0) return yield* updateRows(draft, table, change, context)
  if (dryRun) {
    const given = table.columns.filter(({ id }) => Object.hasOwn(cells, id))
    const now = context.clock.iso()
    const after = Object.fromEntries(given.map(({ id, name }) => [name, cells[id]]))
    const before = noRow(given.map(({ name }) => name))
    return beforeAndAfter(before, { id: 0, createdAt: now, updatedAt: now, ...after })
  }
  const inserted = insertRows(draft, table, [data], 'all', context)
  return returnData && Array.isArray(inserted) ? (inserted as RowView[]) : true
}

/** Deletes the rows that pass the filter, which must have a condition. */
export function* deleteRows(
  draft: Draft,
  table: DataTableRecord,
  { filter, returnData, dryRun }: { filter: RowFilter } & ChangeOptions,
  { clock }: Context,
): Generator<undefined, Changed> {
  if (filter.filters.length === 0) {
    throw dataTableRefusals.rowFilterEmpty()
  }
  const rows = yield* listRows(draft, table, { filter })
  checkCount(rows)
  const views = () => rows.map(row => rowView(table, row))
  if (dryRun) return views().flatMap(row => beforeAndAfter(row, noRow(table.columns.map(({ name }) => name))))
  for (const { id } of rows) draft.dataTableRows.delete(id)
  if (rows.length > 0) draft.dataTables.set({ ...table, updatedAt: clock.iso() })
  return returnData ? views() : true
}

/** Deletes all rows; the next one is number 1 again. */
export function clearRows(draft: Draft, table: DataTableRecord, { clock }: Context) {
  const rows = draft.dataTableRows.by('tableId', table.id)
  for (const { id } of rows) draft.dataTableRows.delete(id)
  draft.dataTables.set({ ...table, nextRowId: 1, updatedAt: clock.iso() })
  return { deletedCount: rows.length }
}
