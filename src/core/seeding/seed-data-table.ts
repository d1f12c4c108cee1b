import { badRequest, conflict } from '../base/errors.ts'
import { checkColumnCount } from '../features/data-tables/columns.ts'
import { projectIdOf } from '../features/projects/find-project.ts'
import {
  type CellValue,
  type ColumnType,
  type DataTableColumn,
  type DataTableRecord,
  type DataTableRowRecord,
  rowKey,
  SYSTEM_COLUMNS,
  tableName,
} from '../model/data-table.ts'
import type { FixtureOf } from '../model/fixture.ts'
import type { Draft } from '../model/state.ts'
import { datesOf, type SeedContext } from './seed-context.ts'
import { ownerOf } from './seed-project.ts'

type Given = FixtureOf<'dataTables'>

/** Puts in the table's rows as well, in the place of those it had; those stay where none are given. */
export function* dataTableRecord(
  draft: Draft,
  given: Given,
  context: SeedContext,
  owner: () => string,
): Generator<undefined, DataTableRecord> {
  const id = given.id ?? context.ids.short()
  const name = given.name.trim()
  if (name === '') throw badRequest('/name must NOT have fewer than 1 characters')
  const projectId = projectIdOf(draft, ownerOf(draft, given, owner))
  if (draft.dataTables.by('name', tableName(projectId, name)).some(other => other.id !== id)) {
    throw conflict(`/name: another data table of the project has the name ${JSON.stringify(name)}`)
  }
  const known = draft.dataTables.get(id)
  checkColumnCount(given.columns.length)
  const columns = columnsOf(given, known, context)
  const dates = datesOf(given, context.clock)
  const highest = given.rows
    ? yield* setRows(draft, given.rows, { id, columns, ...dates }, context)
    : yield* fitRows(draft, id, columns)
  const nextRowId = Math.max(highest + 1, given.nextRowId ?? known?.nextRowId ?? 1)
  return { id, name, projectId, columns, nextRowId, ...dates }
}

/** A row as a document stores it. */
export function dataTableRowRecord(
  draft: Draft,
  given: FixtureOf<'dataTableRows'>,
  { clock }: SeedContext,
  columnsOf: (table: DataTableRecord) => ReadonlyMap<string, DataTableColumn>,
): DataTableRowRecord {
  const { rowId, values } = given
  const tableId = String(given.tableId)
  const table = draft.dataTables.get(tableId)
  if (!table) throw badRequest(`/tableId: there is no data table ${JSON.stringify(tableId)}`)
  const id = rowKey(tableId, rowId)
  if (given.id !== undefined && given.id !== id) throw badRequest(`/id: the row's id is ${id}`)
  const columns = columnsOf(table)
  const cells = Object.entries(values).map(([columnId, value]) => {
    const column = columns.get(columnId)
    if (!column) throw badRequest(`/values/${columnId}: the data table has no such column`)
    return [columnId, cellOf(value, column.type, `/values/${columnId}`)]
  })
  if (table.nextRowId <= rowId) draft.dataTables.set({ ...table, nextRowId: rowId + 1 })
  return { id, tableId, rowId, values: Object.fromEntries(cells), ...datesOf(given, clock) }
}

/** The columns of tables by their ids, each table gone through once. */
export function columnsById() {
  const known = new Map<readonly DataTableColumn[], ReadonlyMap<string, DataTableColumn>>()
  return ({ columns }: DataTableRecord) => {
    const found = known.get(columns) ?? new Map(columns.map(column => [column.id, column]))
    known.set(columns, found)
    return found
  }
}

/** The id of a column whose name is known stays. */
function columnsOf({ columns }: Given, known: DataTableRecord | undefined, { clock, ids }: SeedContext) {
  const names = new Set<string>(SYSTEM_COLUMNS)
  const idsByName = new Map(known?.columns.map(old => [old.name, old.id]))
  const columnIds = new Set<string>()
  return columns.map((column, at): DataTableColumn => {
    const { name, type } = column
    if (names.has(name)) {
      const isSystem = (SYSTEM_COLUMNS as readonly string[]).includes(name)
      throw conflict(
        `/columns/${at}/name: ${isSystem ? 'every data table has a column of its own' : 'there are two columns'} ${name}`,
      )
    }
    names.add(name)
    const id = column.id ?? idsByName.get(name) ?? ids.short()
    if (columnIds.has(id)) throw conflict(`/columns/${at}/id: there are two columns with the id ${id}`)
    columnIds.add(id)
    return { id, name, type, ...datesOf(column, clock) }
  })
}

type Table = Pick<DataTableRecord, 'id' | 'columns' | 'createdAt'>

/** @returns the highest number of a row */
function* setRows(draft: Draft, rows: readonly Record<string, unknown>[], table: Table, context: SeedContext) {
  for (const { id } of draft.dataTableRows.by('tableId', table.id)) draft.dataTableRows.delete(id)
  const columns = new Map(table.columns.map(column => [column.name, column]))
  let highest = 0
  for (const [at, row] of rows.entries()) {
    yield
    const place = `/rows/${at}`
    const { id = highest + 1, createdAt = context.clock.iso(), updatedAt = createdAt, ...cells } = row
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw badRequest(`${place}/id must be >= 1`)
    const key = rowKey(table.id, id)
    if (draft.dataTableRows.has(key)) throw conflict(`${place}/id: there are two rows ${id}`)
    const values = Object.entries(cells).map(([name, value]) => {
      const column = columns.get(name)
      if (!column) throw badRequest(`${place}/${name}: the data table has no such column`)
      return [column.id, cellOf(value, column.type, `${place}/${name}`)]
    })
    draft.dataTableRows.set({
      id: key,
      tableId: table.id,
      rowId: id,
      values: Object.fromEntries(values),
      createdAt: dateOf(createdAt, `${place}/createdAt`),
      updatedAt: dateOf(updatedAt, `${place}/updatedAt`),
    })
    highest = Math.max(highest, id)
  }
  return highest
}

/** Takes what the columns no longer hold out of the rows. @returns the highest number of a row */
function* fitRows(draft: Draft, tableId: string, columns: readonly DataTableColumn[]) {
  const before = draft.dataTables.get(tableId)?.columns ?? []
  const types = new Map(columns.map(({ id, type }) => [id, type]))
  const gone = new Set(before.filter(old => types.get(old.id) !== old.type).map(({ id }) => id))
  let highest = 0
  for (const row of draft.dataTableRows.by('tableId', tableId)) {
    yield
    highest = Math.max(highest, row.rowId)
    const left = gone.size ? Object.entries(row.values).filter(([id]) => !gone.has(id)) : undefined
    if (left) draft.dataTableRows.set({ ...row, values: Object.fromEntries(left) })
  }
  return highest
}

function cellOf(value: unknown, type: ColumnType, place: string): CellValue {
  if (value === null) return null
  if (type === 'date') return dateOf(value, place)
  if (typeof value === type) return value as CellValue
  throw badRequest(`${place} must be ${type}`)
}

function dateOf(value: unknown, place: string): string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw badRequest(`${place} must match format "date"`)
  return new Date(time).toISOString()
}
