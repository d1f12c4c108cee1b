import type { Clock } from '../../base/clock.ts'
import { type CellValue, type DataTableRecord, type DataTableRowRecord, rowKey } from '../../model/data-table.ts'
import type { Draft } from '../../model/state.ts'
import { toCells } from './cells.ts'
import { sqlDate } from './dates.ts'
import { beforeAndAfter, listRows, noRow, type RowView, rowView } from './read-rows.ts'
import { dataTableRefusals } from './refusals.ts'
import { checkRowCount, type GivenRow, type RowFilter } from './row-input.ts'
import { createSizeCheck } from './table-size.ts'

export interface RowContext {
  clock: Clock
  /** The time zone of dates without one. */
  zone: string
}

export interface ChangeOptions {
  /** Whether the changed rows are returned. */
  returnData?: boolean | undefined
  /** Whether nothing is changed, and pairs of before and after are returned. */
  dryRun?: boolean | undefined
}

/** Which rows to change, and the new values by the names of columns. */
export interface RowChange extends ChangeOptions {
  filter: RowFilter
  data: GivenRow
}

/** The answer of a change: `true`, or rows. */
export type Changed = true | RowView[]

/** The answer of an insertion: the number of rows, their ids, or the rows. */
export type Inserted = { success: true; insertedRows: number } | { id: number }[] | RowView[]

/** Inserts rows; columns that a row does not name are null. The cost grows with the inserted rows, not with the table. */
export function* insertRows(
  draft: Draft,
  table: DataTableRecord,
  rows: readonly GivenRow[],
  returnType: 'count' | 'id' | 'all',
  { clock, zone }: RowContext,
): Generator<undefined, Inserted> {
  checkRowCount(rows)
  const values: Record<string, CellValue>[] = []
  for (const row of rows) {
    values.push(toCells(table, row, zone))
    yield
  }
  const size = createSizeCheck(draft, table)
  const now = clock.iso()
  const records = values.map((cells, at): DataTableRowRecord => {
    const rowId = table.nextRowId + at
    return { id: rowKey(table.id, rowId), tableId: table.id, rowId, values: cells, createdAt: now, updatedAt: now }
  })
  for (const record of records) {
    size.add(record)
    yield
  }
  for (const record of records) draft.dataTableRows.set(record)
  const grown = { ...table, nextRowId: table.nextRowId + records.length, updatedAt: now }
  draft.dataTables.set(grown)
  size.keep(grown)
  if (returnType === 'count') return { success: true, insertedRows: records.length }
  if (returnType === 'id') return records.map(({ rowId: id }) => ({ id }))
  return records.map(record => rowView(table, record))
}

/** Checked before the table is looked up. @throws ApiError 400 for a change without values */
export function checkRowChange({ data }: { data: GivenRow }): void {
  if (Object.keys(data).length === 0) throw dataTableRefusals.rowDataEmpty()
}

/** Changes need a column that they change, whichever they name. */
function requireColumns({ columns }: DataTableRecord) {
  if (columns.length === 0) throw dataTableRefusals.columnsMissing()
}

/** Changes the rows that pass the filter. */
export function* updateRows(
  draft: Draft,
  table: DataTableRecord,
  change: RowChange,
  context: RowContext,
): Generator<undefined, Changed> {
  const { filter, data, dryRun, returnData } = change
  requireColumns(table)
  const cells = toCells(table, data, context.zone)
  const found = yield* listRows(draft, table, { filter, zone: context.zone })
  const now = context.clock.iso()
  if (dryRun) return tryCells(table, found, tried(table, data, cells), now)
  return setCells(draft, table, found, cells, { returnData, now })
}

/** Changes the rows that pass the filter; inserts one where none does. */
export function* upsertRow(
  draft: Draft,
  table: DataTableRecord,
  change: RowChange,
  context: RowContext,
): Generator<undefined, Changed> {
  const { filter, data, dryRun, returnData } = change
  requireColumns(table)
  const cells = toCells(table, data, context.zone)
  const found = yield* listRows(draft, table, { filter, zone: context.zone })
  const now = context.clock.iso()
  const after = dryRun ? tried(table, data, cells) : undefined
  if (after && found.length > 0) return tryCells(table, found, after, now)
  if (after) return beforeAndAfter(noRow(Object.keys(data)), { id: 0, createdAt: now, updatedAt: now, ...after })
  if (found.length > 0) return setCells(draft, table, found, cells, { returnData, now })
  const inserted = yield* insertRows(draft, table, [data], 'all', context)
  return returnData && Array.isArray(inserted) ? (inserted as RowView[]) : true
}

/** The values of a dry run: texts as they are given, dates as those of SQL, others converted. */
function tried({ columns }: DataTableRecord, data: GivenRow, cells: Record<string, CellValue>): RowView {
  const shown = Object.entries(data).map(([name, given]) => {
    const { id = '', type } = columns.find(column => column.name === name) ?? {}
    const cell = cells[id] ?? null
    if (type === 'string') return [name, given]
    return [name, type === 'date' && cell !== null ? sqlDate(String(cell)) : cell]
  })
  return Object.fromEntries(shown)
}

/** What the change of each of the rows would make of it. */
function tryCells(table: DataTableRecord, rows: readonly DataTableRowRecord[], after: RowView, now: string): Changed {
  checkRowCount(rows)
  return rows.flatMap(row => {
    const before = rowView(table, row)
    return beforeAndAfter(before, { ...before, ...after, updatedAt: now })
  })
}

/** Sets these cells in each of the rows. */
function setCells(
  draft: Draft,
  table: DataTableRecord,
  rows: readonly DataTableRowRecord[],
  cells: Record<string, CellValue>,
  { returnData, now }: { returnData: boolean | undefined; now: string },
): Changed {
  checkRowCount(rows)
  const size = createSizeCheck(draft, table)
  const changed = rows.map(before => {
    const after = { ...before, values: { ...before.values, ...cells }, updatedAt: now }
    size.add(after, before)
    return { before, after }
  })
  for (const { after } of changed) draft.dataTableRows.set(after)
  const touched = { ...table, updatedAt: now }
  draft.dataTables.set(touched)
  size.keep(touched)
  return returnData ? changed.map(({ after }) => rowView(table, after)) : true
}

/** Checked before the table is looked up. @throws ApiError 400 for a filter without conditions */
export function checkRowDeletion({ filters }: RowFilter): void {
  if (filters.length === 0) throw dataTableRefusals.rowFilterEmpty()
}

/** Deletes the rows that pass the filter. The next row has the id after the highest that is left. */
export function* deleteRows(
  draft: Draft,
  table: DataTableRecord,
  { filter, returnData, dryRun }: { filter: RowFilter } & ChangeOptions,
  { clock, zone }: RowContext,
): Generator<undefined, Changed> {
  const rows = yield* listRows(draft, table, { filter, zone })
  checkRowCount(rows)
  const views = () => rows.map(row => rowView(table, row))
  if (dryRun) return views().flatMap(row => beforeAndAfter(row, noRow(table.columns.map(({ name }) => name))))
  for (const { id } of rows) draft.dataTableRows.delete(id)
  const highest = draft.dataTableRows.by('tableId', table.id).reduce((id, row) => Math.max(id, row.rowId), 0)
  draft.dataTables.set({ ...table, nextRowId: highest + 1, updatedAt: clock.iso() })
  return returnData ? views() : true
}

/** Deletes all rows; the ids begin at 1 again. */
export function clearRows(draft: Draft, table: DataTableRecord, { clock }: Pick<RowContext, 'clock'>) {
  const rows = draft.dataTableRows.by('tableId', table.id)
  for (const { id } of rows) draft.dataTableRows.delete(id)
  draft.dataTables.set({ ...table, nextRowId: 1, updatedAt: clock.iso() })
  return { deletedCount: rows.length }
}
