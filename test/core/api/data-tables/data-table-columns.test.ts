import { describe, expect, test } from 'bun:test'
import { addColumn, changeColumn, deleteColumn } from '../../../../src/core/features/data-tables/columns.ts'
import {
  checkDataTable,
  checkDataTableSort,
  createDataTable,
  deleteDataTable,
  getDataTable,
  listDataTables,
  readDataTableFilter,
  renameDataTable,
} from '../../../../src/core/features/data-tables/tables.ts'
import type { DataTableRecord } from '../../../../src/core/model/data-table.ts'
import type { Draft } from '../../../../src/core/model/state.ts'
import { changed, refusalOf } from '../memory-draft.ts'
import { ask, context, PEOPLE, withTable } from './data-table-place.ts'

describe('a table', () => {
  const json = [{ name: 'a', type: 'json' }]
  test.each<[string, { name: string; columns: { name: string; type: string }[] }, string]>([
    ['a blank name', { name: '  ', columns: [] }, '400 String must contain at least 1 character(s)'],
    [
      'a taken name',
      { name: ' people ', columns: [] },
      "409 Data table with name 'people' already exists in this project",
    ],
    [
      'a column of JSON',
      { name: 'x', columns: json },
      "400 Invalid enum value. Expected 'string' | 'number' | 'boolean' | 'date', received 'json'",
    ],
    [
      'a column with a blank',
      { name: 'x', columns: [{ name: 'a b', type: 'string' }] },
      '400 Only alphabetical characters and non-leading numbers and underscores are allowed for column names, and the maximum length is 63 characters.',
    ],
    [
      'a long column',
      { name: 'x', columns: [{ name: 'a'.repeat(64), type: 'string' }] },
      '400 String must contain at most 63 character(s)',
    ],
    [
      "the system's column",
      { name: 'x', columns: [{ name: 'id', type: 'number' }] },
      '400 Column name "id" is reserved as a system column name.',
    ],
    [
      'one column twice',
      {
        name: 'x',
        columns: [
          { name: 'a', type: 'string' },
          { name: 'A', type: 'string' },
        ],
      },
      "409 Data table column with name 'A' already exists in data table 'x'",
    ],
  ])('is not made with %s', async (_says, input, text) => {
    const { store } = await withTable()
    await changed(store, draft => {
      const make = () => {
        checkDataTable(input)
        createDataTable(draft, input, 'p', context)
      }
      expect(refusalOf(make)).toBe(text)
      expect(draft.dataTables.size).toBe(1)
    })
  })

  test('may have a name that another project has, and goes with its rows', async () => {
    const place = await withTable(PEOPLE)
    const other = await changed(place.store, draft =>
      createDataTable(draft, { name: 'people', columns: [] }, 'q', context),
    )
    expect(other.name).toBe('people')
    await ask(place, deleteDataTable)
    expect([place.store.data.dataTables.size, place.store.data.dataTableRows.size]).toEqual([1, 0])
    expect(refusalOf(() => getDataTable(place.store.data, place.id))).toBe(
      `404 Could not find the data table: '${place.id}'`,
    )
  })

  test('is not renamed to its own name', async () => {
    const place = await withTable()
    await ask(place, (draft, table) => {
      expect(refusalOf(() => renameDataTable(draft, table, 'people', context))).toStartWith('409 Data table with name')
      expect(renameDataTable(draft, table, ' folk ', context).name).toBe('folk')
    })
  })

  test('is listed last changed first, or as asked for', async () => {
    const { store } = await withTable(PEOPLE)
    for (const name of ['b', 'A'])
      await changed(store, draft => createDataTable(draft, { name, columns: [] }, 'q', context))
    const names = (query: Parameters<typeof listDataTables>[2], includes = (_id: string) => true) =>
      listDataTables(store.data, includes, query).map(({ name }) => name)
    expect(names({})).toEqual(['A', 'b', 'people'])
    const [later] = store.data.dataTables.by('projectId', 'q')
    if (!later) throw new Error('There is no table')
    await changed(store, draft => draft.dataTables.set({ ...later, updatedAt: '2030-01-01T00:00:00.000Z' }))
    expect(names({})).toEqual(['b', 'A', 'people'])
    const nextYear = { ...context, clock: { ...context.clock, iso: () => '2031-01-01T00:00:00.123Z' } }
    expect((await changed(store, draft => renameDataTable(draft, later, 'b2', nextYear))).updatedAt).toEndWith(
      ':00.000Z',
    )
    await changed(store, draft => draft.dataTables.set({ ...later, updatedAt: later.createdAt }))
    expect(names({ sortBy: 'name:asc' })).toEqual(['A', 'b', 'people'])
    expect(names({ sortBy: 'createdAt:asc' })).toEqual(['people', 'b', 'A'])
    expect(names({ sortBy: 'size:desc' })[0]).toBe('people')
    expect(names({ filter: readDataTableFilter({ name: ['EO', 'b'] }) })).toEqual(['b', 'people'])
    expect(names({}, id => id === 'q')).toEqual(['A', 'b'])
    for (const odd of [[], 5, { foo: 1 }, { name: 5 }]) {
      expect(refusalOf(() => readDataTableFilter(odd))).toBe('400 Invalid filter fields')
    }
    expect(refusalOf(() => checkDataTableSort('foo:asc'))).toStartWith('400 sortBy must be one of: name:asc, name:desc')
  })

  test('has its columns in the order asked for', async () => {
    const place = await withTable(PEOPLE)
    const names = () => getDataTable(place.store.data, place.id).columns.map(({ name }) => name)
    const nick = await ask(place, (draft, table) =>
      addColumn(draft, table, { name: 'nick', type: 'string', index: 0 }, context),
    )
    await ask(place, (draft, table) => addColumn(draft, table, { name: 'far', type: 'string', index: 99 }, context))
    expect(names()).toEqual(['nick', 'name', 'age', 'ok', 'born', 'far'])
    await ask(place, (draft, table) => changeColumn(draft, table, nick.column.id, { name: 'alias', index: 2 }, context))
    expect(names()).toEqual(['name', 'age', 'alias', 'ok', 'born', 'far'])
    const told = (act: (draft: Draft, table: DataTableRecord) => unknown) =>
      ask(place, (draft, table) => refusalOf(() => act(draft, table)))
    const change = (column: string, to: { name?: string; index?: number }) =>
      told((draft, table) => changeColumn(draft, table, column, to, context))
    expect(await change(nick.column.id, { name: 'alias' })).toBe(
      "409 Data table column with name 'alias' already exists in data table 'people'",
    )
    expect(await change(nick.column.id, { name: 'id' })).toBe(
      '409 Column name "id" is reserved as a system column name.',
    )
    expect(await change(nick.column.id, { index: 6 })).toEndWith(
      'tried to move column to an index larger than column count',
    )
    expect(await change('gone', { index: 0 })).toBe(
      `404 Could not find the column 'gone' in the data table: ${place.id}`,
    )
    await ask(place, (draft, table) => deleteColumn(draft, table, nick.column.id, context))
    expect(names()).not.toContain('alias')
  })
})
