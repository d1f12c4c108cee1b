import type { Clock } from '../../base/clock.ts'
import { type CellValue, type DataTableRecord, type DataTableRowRecord, rowKey } from '../../model/data-table.ts'
import type { Draft } from '../../model/state.ts'
import { toCells } from './cells.ts'
import { beforeAndAfter, listRows, noRow, type RowFilter, type RowView, rowView } from './read-rows.ts'
import { dataTableRefusals } from './refusals.ts'
import { createSizeCheck } from './table-size.ts'

type Given = Record<string, unknown>

export interface RowContext {
  clock: Clock
  /** The time zone of dates without one. */
  zone: string
}

/** The most rows of one change: more would block other requests. */
const MOST_ROWS = 20_000

function checkCount(rows: readonly unknown[]) {
  if (rows.length > MOST_ROWS) throw dataTableRefusals.rowsTooMany(rows.length, MOST_ROWS)
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
  data: Given
}

/** The answer of a change: `true`, or rows. */
export type Changed = true | RowView[]

/** The answer of an insertion: the number of rows, their ids, or the rows. */
export type Inserted = { success: true; insertedRows: number } | { id: number }[] | RowView[]

/** Inserts rows; columns that a row does not name are null. The cost grows with the inserted rows, not with the table. */
export function* insertRows(
  draft: Draft,
  table: DataTableRecord,
  rows: readonly Given[],
  returnType: 'count' | 'id' | 'all',
  { clock, zone }: RowContext,
): Generator<undefined, Inserted> {
  checkCount(rows)
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
export function checkRowChange({ data }: { data: Given }): void {
  if (Object.keys(data).length === 0) throw dataTableRefusals.rowDataEmpty()
}

/** Changes the rows that pass the filter. */
export function* updateRows(
  draft: Draft,
  table: DataTableRecord,
  change: RowChange,
  context: RowContext,
): Generator<undefined, Changed> {
  const { filter, data, dryRun, returnData } = change
  checkRowChange(change)
  const cells = toCells(table, data, context.zone)
  const found = yield* listRows(draft, table, { filter, zone: context.zone })
  return setCells(draft, table, found, cells, { dryRun, returnData, now: context.clock.iso() })
}

/** Changes the rows that pass the filter; inserts one where none does. */
export function* upsertRow(
  draft: Draft,
  table: DataTableRecord,
  change: RowChange,
  context: RowContext,
): Generator<undefined, Changed> {
  const { filter, data, dryRun, returnData } = change
  checkRowChange(change)
  const cells = toCells(table, data, context.zone)
  const found = yield* listRows(draft, table, { filter, zone: context.zone })
  const now = context.clock.iso()
  if (found.length > 0) return setCells(draft, table, found, cells, { dryRun, returnData, now })
  if (dryRun) {
    const given = table.columns.filter(({ id }) => Object.hasOwn(cells, id))
    const after = Object.fromEntries(given.map(({ id, name }) => [name, cells[id]]))
    const before = noRow(given.map(({ name }) => name))
    return beforeAndAfter(before, { id: 0, createdAt: now, updatedAt: now, ...after })
  }
  const inserted = yield* insertRows(draft, table, [data], 'all', context)
  return returnData && Array.isArray(inserted) ? (inserted as RowView[]) : true
}

/** Sets these cells in each of the rows. */
function setCells(
  draft: Draft,
  table: DataTableRecord,
  rows: readonly DataTableRowRecord[],
  cells: Record<string, CellValue>,
  { dryRun, returnData, now }: ChangeOptions & { now: string },
): Changed {
  checkCount(rows)
  const size = createSizeCheck(draft, table)
  const changed = rows.map(before => {
    const after = { ...before, values: { ...before.values, ...cells }, updatedAt: now }
    size.add(after, before)
    return { before, after }
  })
  if (dryRun) {
    return changed.flatMap(({ before, after }) => beforeAndAfter(rowView(table, before), rowView(table, after)))
  }
  for (const { after } of changed) draft.dataTableRows.set(after)
  if (changed.length > 0) {
    const touched = { ...table, updatedAt: now }
    draft.dataTables.set(touched)
    size.keep(touched)
  }
  return returnData ? changed.map(({ after }) => rowView(table, after)) : true
}

/** Deletes the rows that pass the filter, which must have a condition. */
export function* deleteRows(
  draft: Draft,
  table: DataTableRecord,
  { filter, returnData, dryRun }: { filter: RowFilter } & ChangeOptions,
  { clock, zone }: RowContext,
): Generator<undefined, Changed> {
  if (filter.filters.length === 0) {
    throw dataTableRefusals.rowFilterEmpty()
  }
  const rows = yield* listRows(draft, table, { filter, zone })
  checkCount(rows)
  const views = () => rows.map(row => rowView(table, row))
  if (dryRun) return views().flatMap(row => beforeAndAfter(row, noRow(table.columns.map(({ name }) => name))))
  for (const { id } of rows) draft.dataTableRows.delete(id)
  if (rows.length > 0) draft.dataTables.set({ ...table, updatedAt: clock.iso() })
  return returnData ? views() : true
}

/** Deletes all rows; the ids begin at 1 again. */
export function clearRows(draft: Draft, table: DataTableRecord, { clock }: Pick<RowContext, 'clock'>) {
  const rows = draft.dataTableRows.by('tableId', table.id)
  for (const { id } of rows) draft.dataTableRows.delete(id)
  draft.dataTables.set({ ...table, nextRowId: 1, updatedAt: clock.iso() })
  return { deletedCount: rows.length }
}
