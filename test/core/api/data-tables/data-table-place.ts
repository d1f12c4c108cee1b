import { createClock } from '../../../../src/core/base/clock.ts'
import { createIds } from '../../../../src/core/base/ids.ts'
import { runAtOnce } from '../../../../src/core/base/run-in-slices.ts'
import * as rules from '../../../../src/core/features/data-tables/change-rows.ts'
import { listRows, type RowQuery, rowView } from '../../../../src/core/features/data-tables/read-rows.ts'
import { type GivenRow, readRowFilter, readRowSort } from '../../../../src/core/features/data-tables/row-input.ts'
import { createDataTable, getDataTable } from '../../../../src/core/features/data-tables/tables.ts'
import type { DataTableRecord } from '../../../../src/core/model/data-table.ts'
import type { Draft, Store } from '../../../../src/core/model/state.ts'
import { changed, storeOf } from '../memory-draft.ts'

export const context = {
  ids: createIds('tables'),
  clock: createClock(Date.parse('2026-01-01T00:00:00Z')),
  zone: 'UTC',
}
export const COLUMNS = [
  { name: 'name', type: 'string' },
  { name: 'age', type: 'number' },
  { name: 'ok', type: 'boolean' },
  { name: 'born', type: 'date' },
]

/** A store with one table, and that table. */
export async function withTable(rows: GivenRow[] = []): Promise<{ store: Store; id: string }> {
  const store = storeOf()
  const { id } = await changed(store, draft =>
    createDataTable(draft, { name: 'people', columns: COLUMNS }, 'p', context),
  )
  if (rows.length > 0) await ask({ store, id }, (draft, table) => insertRows(draft, table, rows, 'count', context))
  return { store, id }
}

export const ask = <T>({ store, id }: { store: Store; id: string }, act: (draft: Draft, table: DataTableRecord) => T) =>
  changed(store, draft => act(draft, getDataTable(draft, id)))

export const where = (columnName: string, condition: string, value: unknown) =>
  readRowFilter({ type: 'and', filters: [{ columnName, condition, value }] })

export const shown = (
  { store, id }: { store: Store; id: string },
  { sortBy, ...query }: Omit<RowQuery, 'zone' | 'sort'> & { sortBy?: string },
) => {
  const table = getDataTable(store.data, id)
  const sort = sortBy === undefined ? undefined : readRowSort(sortBy)
  return runAtOnce(listRows(store.data, table, { ...query, sort, zone: context.zone })).map(row => rowView(table, row))
}

export const PEOPLE: GivenRow[] = [
  { name: 'Ann', age: 30, ok: true, born: '1990-05-01' },
  {},
  { name: 'Dan', age: '40' },
  { name: 5, ok: 0 },
]

const atOnce =
  <A extends unknown[], T>(rule: (...given: A) => Generator<undefined, T>) =>
  (...given: A) =>
    runAtOnce(rule(...given))

export const insertRows = atOnce(rules.insertRows)
export const updateRows = atOnce(rules.updateRows)
export const upsertRow = atOnce(rules.upsertRow)
export const deleteRows = atOnce(rules.deleteRows)
