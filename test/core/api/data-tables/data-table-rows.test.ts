import { describe, expect, test } from 'bun:test'
import { checkRowChange, checkRowDeletion, clearRows } from '../../../../src/core/features/data-tables/change-rows.ts'
import { type GivenRow, type RowFilter, readRowFilter } from '../../../../src/core/features/data-tables/row-input.ts'
import type { CellValue } from '../../../../src/core/model/data-table.ts'
import { refusalOf } from '../memory-draft.ts'
import { ask, context, deleteRows, insertRows, PEOPLE, shown, upsertRow, where, withTable } from './data-table-place.ts'

const LONG = 'a'.repeat(1000)
const SQL_DATE = '2001-02-03 04:05:06'

describe('a cell', () => {
  test.each<{ says: string; column?: string; given: unknown; kept: unknown }>([
    { says: 'a number as text', column: 'age', given: '31', kept: 31 },
    { says: 'text as a number', column: 'name', given: 5, kept: '5' },
    { says: 'a boolean as text', column: 'ok', given: 'TRUE', kept: true },
    { says: 'a boolean as number', column: 'ok', given: 0, kept: false },
    { says: 'true as a number', column: 'ok', given: 1, kept: true },
    { says: 'true as the text of a number', column: 'ok', given: ' 1 ', kept: true },
    { says: 'a date', given: '2001-02-03', kept: '2001-02-03T00:00:00.000Z' },
    { says: 'a date with a zone', given: '2001-02-03T04:05:06+02:00', kept: '2001-02-03T02:05:06.000Z' },
    { says: 'a date of SQL', given: '2001-02-03 04:05:06', kept: '2001-02-03T04:05:06.000Z' },
    { says: 'a date with a part of a second', given: '2001-02-03 04:05:06.7', kept: '2001-02-03T04:05:06.700Z' },
    { says: 'a date with microseconds', given: '2001-02-03 04:05:06,123456', kept: '2001-02-03T04:05:06.123Z' },
    { says: 'a year and a month', given: '2001-02', kept: '2001-02-01T00:00:00.000Z' },
    { says: 'a year', given: '2001', kept: '2001-01-01T00:00:00.000Z' },
    { says: 'the first year of four digits', given: 1000, kept: '1000-01-01T00:00:00.000Z' },
    { says: 'a date of HTTP', given: 'Tue, 01 Jan 2019 00:00:00 GMT', kept: '2019-01-01T00:00:00.000Z' },
    { says: 'a month', given: 5, kept: '2001-05-01T00:00:00.000Z' },
    { says: 'the first month', given: 1, kept: '2001-01-01T00:00:00.000Z' },
    { says: 'the last month of one digit', given: 9, kept: '2001-09-01T00:00:00.000Z' },
    { says: 'a month and a day', given: 1.5, kept: '2001-01-05T00:00:00.000Z' },
    { says: 'a month after a dash', given: -1, kept: '2001-01-01T00:00:00.000Z' },
    { says: 'a year of five digits', given: 10_000, kept: '+010000-01-01T00:00:00.000Z' },
    { says: 'month, day and year', given: '2/3/2001', kept: '2001-02-03T00:00:00.000Z' },
    { says: 'year, month and day in short', given: '2001-2-3', kept: '2001-02-03T00:00:00.000Z' },
    { says: 'a day without dashes', given: '20010203', kept: '2001-02-03T00:00:00.000Z' },
    { says: 'a week', given: '2026-W01', kept: '2025-12-29T00:00:00.000Z' },
    { says: 'a day of the year', given: '2026-032', kept: '2026-02-01T00:00:00.000Z' },
    { says: 'a day that its month does not have', given: '2001-02-30', kept: '2001-03-02T00:00:00.000Z' },
    { says: 'a boolean as text', column: 'name', given: true, kept: '1' },
    { says: 'a boolean that is false as text', column: 'name', given: false, kept: '0' },
    { says: 'a large number as text', column: 'name', given: 2 ** 53, kept: '9007199254740992' },
    { says: 'a huge number as text', column: 'name', given: 1e21, kept: '1.0e+21' },
    { says: 'a part of a number as text', column: 'name', given: 0.1, kept: '0.1' },
    { says: 'a year of no digits', given: 0, kept: '2000-01-01T00:00:00.000Z' },
    { says: 'the first year of two digits', given: 32, kept: '2032-01-01T00:00:00.000Z' },
    { says: 'the last year of this century', given: 49, kept: '2049-01-01T00:00:00.000Z' },
    { says: 'the first year of the last century', given: 50, kept: '1950-01-01T00:00:00.000Z' },
    { says: 'the last year of two digits', given: 99, kept: '1999-01-01T00:00:00.000Z' },
    { says: 'the first year of three digits', given: 100, kept: '0100-01-01T00:00:00.000Z' },
    { says: 'the last year of three digits', given: 999, kept: '0999-01-01T00:00:00.000Z' },
    {
      says: 'a date of SQL in 100 characters',
      given: SQL_DATE.padEnd(99).concat('Z'),
      kept: '2001-02-03T04:05:06.000Z',
    },
    { says: 'nothing', given: null, kept: null },
  ])('takes $says', async ({ column = 'born', given, kept }) => {
    const place = await withTable([{ [column]: given as CellValue }])
    expect(shown(place, {})[0]?.[column]).toEqual(kept as string)
  })

  const bad = (value: string, type: string, column: string) =>
    `400 Validation error with data table request: value '${value}' does not match column type '${type}': '${column}' expects a ${type === 'date' ? 'dateTime' : type} but we got `

  test.each<[string, Record<string, unknown>, string]>([
    ['text for a number', { age: 'str' }, `${bad('str', 'number', 'age')}'str'`],
    ['an endless number', { age: 'Infinity' }, `${bad('Infinity', 'number', 'age')}'Infinity'`],
    ['text for a boolean', { ok: 'yes' }, `${bad('yes', 'boolean', 'ok')}'yes'`],
    ['a list', { name: ['a'] }, `${bad('a', 'string', 'name')}array`],
    [
      'a date that is none',
      { born: 'yesterday' },
      `${bad('yesterday', 'date', 'born')}'yesterday' <br/><br/> Consider`,
    ],
    ['a month that there is not', { born: '2001-13-01' }, `${bad('2001-13-01', 'date', 'born')}'2001-13-01' <br/>`],
    ['a time without a day', { born: '12:00' }, `${bad('12:00', 'date', 'born')}'12:00' <br/>`],
    ['a boolean with a blank', { ok: 'true ' }, `${bad('true ', 'boolean', 'ok')}'true '`],
    [
      'a date of SQL in 101 characters',
      { born: SQL_DATE.padEnd(100).concat('Z') },
      `${bad(SQL_DATE.padEnd(100).concat('Z'), 'date', 'born')}'${SQL_DATE}`,
    ],
    ...[12, 13, 23, 31].map((day): [string, Record<string, unknown>, string] => [
      `the number ${day} for a date`,
      { born: day },
      `${bad(String(day), 'date', 'born')}'${day}'`,
    ]),
    ['an unknown column', { zz: 1 }, "400 Validation error with data table request: unknown column name 'zz'"],
    [
      'a column of 1,000 letters',
      { [LONG]: 1 },
      `400 Validation error with data table request: unknown column name '${LONG}'`,
    ],
    [
      'a longer one, of which the first are shown',
      { [`${LONG}b`]: 1 },
      `400 Validation error with data table request: unknown column name '${LONG}…'`,
    ],
    ['an id', { id: 1 }, "400 Validation error with data table request: unknown column name 'id'"],
  ])('refuses %s', async (_says, row, text) => {
    const place = await withTable()
    await ask(place, (draft, table) => {
      expect(refusalOf(() => insertRows(draft, table, [{}, row as GivenRow], 'all', context))).toStartWith(text)
    })
    expect(shown(place, {})).toEqual([])
  })
})

describe('rows', () => {
  test.each<[string, RowFilter | undefined, { sortBy?: string; search?: string }, number[]]>([
    ['by id', undefined, {}, [1, 2, 3, 4]],
    ['that are equal', where('age', 'eq', '40'), {}, [3]],
    ['that are not, with those without a value', where('age', 'neq', 40), {}, [1, 2, 4]],
    ['without a value', where('age', 'eq', null), {}, [2, 4]],
    ['with a value', where('age', 'neq', null), {}, [1, 3]],
    ['that are greater', where('age', 'gt', 30), {}, [3]],
    ['that are at most', where('age', 'lte', 30), {}, [1]],
    ['that are true', where('ok', 'eq', true), {}, [1]],
    ['of a date', where('born', 'eq', '1990-05-01'), {}, [1]],
    ['by the columns of the system', where('id', 'gte', 3), {}, [3, 4]],
    ['like a part', where('name', 'like', 'an'), {}, [3]],
    ['like a beginning in any case', where('name', 'ilike', 'a%'), {}, [1]],
    ['like _, which is only itself', where('name', 'like', '_nn'), {}, []],
    [
      'of either',
      { type: 'or', filters: [...where('age', 'eq', 40).filters, ...where('id', 'eq', 1).filters] },
      {},
      [1, 3],
    ],
    ['without conditions', readRowFilter({}), {}, [1, 2, 3, 4]],
    ['in order, nothing first', undefined, { sortBy: 'age:asc' }, [2, 4, 1, 3]],
    ['in the other order', undefined, { sortBy: 'id:DESC' }, [4, 3, 2, 1]],
    ['that have a text', undefined, { search: 'AN' }, [1, 3]],
    ['that have a number', undefined, { search: '40' }, [3]],
    ['that have a pattern', undefined, { search: 'A%n' }, [1, 3]],
    ['that have a boolean, which is 1 or 0', undefined, { search: 'true' }, []],
    ['that have a date as text of SQL', undefined, { search: '1990-05-01 00' }, [1]],
    ['in order of a column in another case', undefined, { sortBy: 'AGE:asc' }, [2, 4, 1, 3]],
    ['in order, whatever follows', undefined, { sortBy: 'id:desc:x' }, [4, 3, 2, 1]],
  ])('are listed %s', async (_says, filter, query, ids) => {
    expect(shown(await withTable(PEOPLE), { filter, ...query }).map(row => row.id)).toEqual(ids)
  })

  const ROWS = 'Validation error with data table request:'
  test.each<[string, unknown, { sortBy?: string }, string]>([
    ['a list', [], {}, 'Invalid filter fields'],
    [
      'an unknown condition',
      { filters: [{ columnName: 'age', condition: 'foo', value: 1 }] },
      {},
      'Invalid filter fields',
    ],
    ['an unknown type', { type: 'xor', filters: [] }, {}, 'Invalid filter fields'],
    ['very many conditions', { filters: Array(51).fill({}) }, {}, 'A filter may have up to 50 conditions'],
    ['no value', { filters: [{ columnName: 'age', condition: 'eq' }] }, {}, 'Invalid input'],
    [
      'an unknown column',
      { filters: [{ columnName: 'zz', condition: 'eq', value: 1 }] },
      {},
      `${ROWS} unknown column name 'zz'`,
    ],
    [
      'greater than nothing',
      { filters: [{ columnName: 'age', condition: 'gt', value: null }] },
      {},
      `${ROWS} GT filter value cannot be null or undefined`,
    ],
    [
      'like a number',
      { filters: [{ columnName: 'name', condition: 'like', value: 5 }] },
      {},
      `${ROWS} LIKE filter value must be a string`,
    ],
    ['an order without direction', {}, { sortBy: 'age' }, 'Invalid sort format, expected <columnName>:<asc/desc>'],
    ['an odd direction', {}, { sortBy: 'age:constructor' }, 'Invalid sort direction'],
    ['an unknown order', {}, { sortBy: 'zz:asc' }, `${ROWS} unknown column name 'zz'`],
  ])('are not listed by %s', async (_says, filter, query, text) => {
    const place = await withTable(PEOPLE)
    expect(refusalOf(() => shown(place, { filter: readRowFilter(filter), ...query }))).toBe(`400 ${text}`)
  })

  test('are numbered on after the highest id that is left, and from 1 again once all are cleared', async () => {
    const place = await withTable(PEOPLE)
    await ask(place, (draft, table) => deleteRows(draft, table, { filter: where('id', 'eq', 4) }, context))
    const next = () => ask(place, (draft, table) => insertRows(draft, table, [{}], 'id', context))
    expect(await next()).toEqual([{ id: 4 }])
    const counted = (draft: Parameters<typeof insertRows>[0], table: Parameters<typeof insertRows>[1]) =>
      insertRows(draft, table, [{}], 'count', context)
    expect(await ask(place, counted)).toEqual({ success: true, insertedRows: 1 })
    const drop = (returnData: boolean) =>
      ask(place, (draft, table) => deleteRows(draft, table, { filter: where('id', 'eq', 5), returnData }, context))
    expect(await drop(false)).toBe(true)
    expect(await drop(true)).toEqual([])
    expect(await ask(place, (draft, table) => clearRows(draft, table, context))).toEqual({ deletedCount: 4 })
    expect(await next()).toEqual([{ id: 1 }])
  })

  test('that would be inserted or deleted are shown as pairs', async () => {
    const place = await withTable([{ name: 'Fay' }])
    const now = context.clock.iso()
    const dryRun = true
    expect(
      await ask(place, (draft, table) =>
        upsertRow(draft, table, { filter: where('name', 'eq', 'Gus'), data: { name: 'Gus' }, dryRun }, context),
      ),
    ).toEqual([
      { id: null, createdAt: null, updatedAt: null, name: null, dryRunState: 'before' },
      { id: 0, createdAt: now, updatedAt: now, name: 'Gus', dryRunState: 'after' },
    ])
    const gone = { id: null, createdAt: null, updatedAt: null, name: null, age: null, ok: null, born: null }
    expect(
      await ask(place, (draft, table) => deleteRows(draft, table, { filter: where('id', 'eq', 1), dryRun }, context)),
    ).toEqual([
      { id: 1, createdAt: now, updatedAt: now, name: 'Fay', age: null, ok: null, born: null, dryRunState: 'before' },
      { ...gone, dryRunState: 'after' },
    ])
    expect(shown(place, {}).length).toBe(1)
  })

  test('date their table when they are deleted, and also where none is', async () => {
    const place = await withTable(PEOPLE)
    const dateAfter = (id: number) =>
      ask(place, (draft, table) => {
        draft.dataTables.set({ ...table, updatedAt: 'before' })
        deleteRows(draft, { ...table, updatedAt: 'before' }, { filter: where('id', 'eq', id) }, context)
        return draft.dataTables.get(table.id)?.updatedAt
      })
    expect(await dateAfter(999)).toBe(context.clock.iso())
    expect(await dateAfter(1)).toBe(context.clock.iso())
  })

  test('are changed by something, and deleted under a condition', () => {
    expect(refusalOf(() => checkRowChange({ data: {} }))).toBe('400 data must not be empty')
    expect(refusalOf(() => checkRowDeletion(readRowFilter({})))).toBe(
      '400 At least one filter condition is required for delete operations',
    )
  })
})
