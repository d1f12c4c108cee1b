import { describe, expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, licensedPlace } from '../place.ts'

const dates = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const column = (id: string, name: string, type: 'string' | 'number') => ({ id, name, type, ...dates })
const TABLE = '/data-tables/FilledTable00000'
const start = (more = {}) =>
  startLicensed(
    {
      ...licensedPlace,
      dataTables: [
        {
          id: 'FilledTable00000',
          name: 'filled',
          owner: 'olga@example.com',
          ...dates,
          columns: [column('FilledTableName0', 'name', 'string'), column('FilledTableAge00', 'age', 'number')],
          rows: [
            { name: 'Ann', age: 31 },
            { name: 'bob', age: null },
            { name: 'Cid', age: 7 },
          ],
        },
      ],
    },
    more,
  )
const filter = (columnName: string, condition: string, value: unknown) => ({
  filters: [{ columnName, condition, value }],
})
const both = (type: string) => ({
  type,
  filters: [...filter('age', 'gt', 10).filters, ...filter('name', 'eq', 'Cid').filters],
})
const INVALID_NAME =
  'Only alphabetical characters and non-leading numbers and underscores are allowed for column names, and the maximum length is 63 characters.'
const rowError = '400 Validation error with data table request:'

describe('rows', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, ['Ann', 'bob', 'Cid']],
    [{ sortBy: 'age:asc' }, ['bob', 'Cid', 'Ann']],
    [{ sortBy: 'age:DESC' }, ['Ann', 'Cid', 'bob']],
    [{ sortBy: 'name:asc' }, ['Ann', 'Cid', 'bob']],
    [{ sortBy: 'id:desc' }, ['Cid', 'bob', 'Ann']],
    [{ search: 'N' }, ['Ann']],
    [{ search: '7' }, ['Cid']],
    [{ search: 'nobody' }, []],
    [{ filter: JSON.stringify(filter('age', 'eq', 31)) }, ['Ann']],
    [{ filter: JSON.stringify(filter('age', 'neq', 31)) }, ['bob', 'Cid']],
    [{ filter: JSON.stringify(filter('age', 'eq', null)) }, ['bob']],
    [{ filter: JSON.stringify(filter('age', 'gt', 7)) }, ['Ann']],
    [{ filter: JSON.stringify(filter('age', 'gte', 7)) }, ['Ann', 'Cid']],
    [{ filter: JSON.stringify(filter('age', 'lt', 31)) }, ['Cid']],
    [{ filter: JSON.stringify(filter('age', 'lte', 31)) }, ['Ann', 'Cid']],
    [{ filter: JSON.stringify(filter('name', 'like', 'A%')) }, ['Ann']],
    [{ filter: JSON.stringify(filter('name', 'like', 'a')) }, []],
    [{ filter: JSON.stringify(filter('name', 'like', 'i')) }, ['Cid']],
    [{ filter: JSON.stringify(filter('name', 'ilike', 'B%')) }, ['bob']],
    [{ filter: JSON.stringify(filter('id', 'eq', 2)) }, ['bob']],
    [{ filter: JSON.stringify(both('and')) }, []],
    [{ filter: JSON.stringify(both('or')) }, ['Ann', 'Cid']],
    [{ filter: JSON.stringify({ filters: both('and').filters }) }, []],
    [{ filter: '{"filters":[]}' }, ['Ann', 'bob', 'Cid']],
    [{ limit: '1' }, ['Ann']],
    [{ limit: '2.7' }, ['Ann', 'bob']],
    [{ sortBy: 'AGE:asc:x' }, ['bob', 'Cid', 'Ann']],
    [{ filter: '{"filters":[{"columnName":"age","value":31}]}' }, ['Ann']],
  ])('asked for with %j are %j', async (query, names) => {
    await using instance = await start()
    const { status, body } = await asked(instance, `GET ${TABLE}/rows?${new URLSearchParams(query)}`)
    expect([status, (body as { data: { name: string }[] }).data.map(({ name }) => name)]).toEqual([200, names])
  })

  test.each<[Record<string, string>, string]>([
    [{ sortBy: 'age' }, '400 Invalid sort format, expected <columnName>:<asc/desc>'],
    [{ sortBy: ':asc' }, '400 String must contain at least 1 character(s)'],
    [{ sortBy: 'a-b:up' }, `400 ${INVALID_NAME}`],
    [{ sortBy: 'age:' }, '400 Invalid sort direction'],
    [
      { sortBy: 'age', filter: JSON.stringify(filter('nope', 'eq', 1)) },
      '400 Invalid sort format, expected <columnName>:<asc/desc>',
    ],
    [{ sortBy: 'age', filter: '5' }, '400 Invalid filter fields'],
    [{ filter: JSON.stringify(filter('a-b', 'eq', 1)) }, '400 Invalid filter fields'],
    [{ filter: JSON.stringify(filter('age', 'like', '7')) }, `${rowError} LIKE filter value must be a string`],
    [{ sortBy: 'age:up' }, '400 Invalid sort direction'],
    [{ sortBy: 'nope:asc' }, `${rowError} unknown column name 'nope'`],
    [{ filter: JSON.stringify(filter('nope', 'eq', 1)) }, `${rowError} unknown column name 'nope'`],
    [{ filter: JSON.stringify(filter('age', 'gt', null)) }, `${rowError} GT filter value cannot be null or undefined`],
    [
      { filter: JSON.stringify(filter('age', 'gte', null)) },
      `${rowError} GTE filter value cannot be null or undefined`,
    ],
    [{ filter: JSON.stringify(filter('age', 'lt', null)) }, `${rowError} LT filter value cannot be null or undefined`],
    [
      { filter: JSON.stringify(filter('age', 'lte', null)) },
      `${rowError} LTE filter value cannot be null or undefined`,
    ],
    [
      { filter: JSON.stringify(filter('name', 'like', null)) },
      `${rowError} LIKE filter value cannot be null or undefined`,
    ],
    [
      { filter: JSON.stringify(filter('name', 'ilike', null)) },
      `${rowError} ILIKE filter value cannot be null or undefined`,
    ],
    [{ filter: JSON.stringify(filter('name', 'ilike', 5)) }, `${rowError} ILIKE filter value must be a string`],
    [{ filter: '{"filters":[5]}' }, '400 Invalid filter fields'],
    [{ filter: '{"filters":[{"columnName":"age","condition":"eq"}]}' }, '400 Invalid filter fields'],
  ])('asked for with %j are refused: %s', async (query, outcome) => {
    await using instance = await start()
    expect(outcomeOf(await asked(instance, `GET ${TABLE}/rows?${new URLSearchParams(query)}`))).toBe(outcome)
  })
})

test.each<[string, object, string]>([
  ['POST', { data: [{ age: 'x' }, { '': 1 }] }, '400 String must contain at least 1 character(s)'],
  ['POST', { data: [{ nope: 1 }, { age: [] }] }, '400 Invalid input'],
  ['POST', { data: [{ ['a'.repeat(64)]: [] }] }, '400 String must contain at most 63 character(s)'],
  ['POST', { data: [{ 'a b': 1 }] }, `400 ${INVALID_NAME}`],
  ['PATCH', { filter: filter('', 'eq', 1), data: {} }, '400 String must contain at least 1 character(s)'],
  ['PATCH', { filter: filter('age', 'eq', {}), data: { 'a b': 1 } }, '400 Invalid input'],
  ['PATCH', { filter: filter('nope', 'eq', 1), data: { age: {} } }, '400 Invalid input'],
  ['PATCH', { filter: filter('nope', 'eq', 1), data: {} }, '400 data must not be empty'],
])('names and values of rows are read before the table is looked up: %s %j', async (method, body, outcome) => {
  await using instance = await start()
  const path = method === 'POST' ? 'rows' : 'rows/update'
  for (const id of ['FilledTable00000', 'abcdefghijklmnop']) {
    expect(outcomeOf(await asked(instance, `${method} /data-tables/${id}/${path}`, body))).toBe(outcome)
  }
})

test('blanks around the name of a column do not matter', async () => {
  await using instance = await start()
  const { body } = await asked(instance, `POST ${TABLE}/rows`, { data: [{ ' name ': 'Dan' }], returnType: 'all' })
  expect(body).toEqual([expect.objectContaining({ name: 'Dan' })])
})

test('a table without columns has no row to change, and finds all rows', async () => {
  await using instance = await start()
  const { body } = await asked(instance, 'POST /data-tables', { name: 'bare', columns: [] })
  const path = `/data-tables/${(body as { id: string }).id}/rows`
  await asked(instance, `POST ${path}`, { data: [{}] })
  const change = { filter: filter('nope', 'eq', 1), data: { nope: 1 } }
  const none = `${rowError} No columns found for this data table or data table not found`
  expect(outcomeOf(await asked(instance, `PATCH ${path}/update`, change))).toBe(none)
  expect(outcomeOf(await asked(instance, `POST ${path}/upsert`, change))).toBe(none)
  const found = await asked(instance, `GET ${path}?search=x`)
  expect((found.body as { data: object[] }).data).toHaveLength(1)
})

test('rows are sorted and filtered by when they were made and changed', async () => {
  await using instance = await start({ clock: '2026-03-02T09:00:00Z' })
  const names = async (query: Record<string, string>) => {
    const { body } = await asked(instance, `GET ${TABLE}/rows?${new URLSearchParams(query)}`)
    return (body as { data: { name: string }[] }).data.map(({ name }) => name)
  }
  await instance.clock.advance('1s')
  await asked(instance, `PATCH ${TABLE}/rows/update`, { filter: filter('name', 'eq', 'bob'), data: { age: 1 } })
  const { body } = await asked(instance, `GET ${TABLE}/rows`)
  const [{ createdAt = '', updatedAt: unchanged = '' } = {}, { updatedAt = '' } = {}] = (
    body as { data: Record<string, string>[] }
  ).data
  expect(updatedAt > unchanged).toBe(true)
  expect(await names({ sortBy: 'updatedAt:desc' })).toEqual(['bob', 'Ann', 'Cid'])
  expect(await names({ sortBy: 'updatedAt:asc' })).toEqual(['Ann', 'Cid', 'bob'])
  expect(await names({ sortBy: 'createdAt:desc' })).toEqual(['Ann', 'bob', 'Cid'])
  expect(await names({ filter: JSON.stringify(filter('updatedAt', 'eq', updatedAt)) })).toEqual(['bob'])
  expect(await names({ filter: JSON.stringify(filter('createdAt', 'eq', createdAt)) })).toEqual(['Ann', 'bob', 'Cid'])
})

test('a search finds nothing in a column that rows have no cells of', async () => {
  await using instance = await start()
  await asked(instance, `POST ${TABLE}/columns`, { name: 'later', type: 'string' })
  const { status, body } = await asked(instance, `GET ${TABLE}/rows?search=undefined`)
  expect([status, body]).toEqual([200, { data: [], nextCursor: null }])
})

const row = (id: number | null, name: string | null, age: number | null, dryRunState?: string) =>
  expect.objectContaining({ id, name, age, ...(dryRunState ? { dryRunState } : {}) })
const ann = filter('name', 'eq', 'Ann')
const nobody = filter('name', 'eq', 'nobody')

describe('a change of rows answers', () => {
  test.each<[string, unknown, unknown, number]>([
    ['POST rows', { data: [{ name: 'Dee' }] }, { success: true, insertedRows: 1 }, 4],
    ['POST rows', { data: [{ name: 'Dee' }, {}], returnType: 'count' }, { success: true, insertedRows: 2 }, 5],
    ['POST rows', { data: [{ name: 'Dee' }, {}], returnType: 'id' }, [{ id: 4 }, { id: 5 }], 5],
    ['POST rows', { data: [{ name: 'Dee' }], returnType: 'all' }, [row(4, 'Dee', null)], 4],
    ['PATCH rows/update', { filter: ann, data: { age: 32 } }, true, 3],
    ['PATCH rows/update', { filter: ann, data: { age: 32 }, returnData: true }, [row(1, 'Ann', 32)], 3],
    [
      ...(['PATCH rows/update', { filter: ann, data: { age: 32 }, dryRun: true }] as const),
      [row(1, 'Ann', 31, 'before'), row(1, 'Ann', 32, 'after')],
      3,
    ],
    ['PATCH rows/update', { filter: nobody, data: { age: 32 }, returnData: true }, [], 3],
    ['POST rows/upsert', { filter: ann, data: { age: 32 } }, true, 3],
    ['POST rows/upsert', { filter: ann, data: { age: 32 }, returnData: true }, [row(1, 'Ann', 32)], 3],
    ['POST rows/upsert', { filter: nobody, data: { age: 32 } }, true, 4],
    ['POST rows/upsert', { filter: nobody, data: { age: 32 }, returnData: true }, [row(4, null, 32)], 4],
    [
      ...(['POST rows/upsert', { filter: nobody, data: { name: 'Dee' }, dryRun: true }] as const),
      [
        { id: null, createdAt: null, updatedAt: null, name: null, dryRunState: 'before' },
        expect.objectContaining({ id: 0, name: 'Dee', dryRunState: 'after' }),
      ],
      3,
    ],
    [`DELETE rows/delete?filter=${encodeURIComponent(JSON.stringify(ann))}`, undefined, true, 2],
    [
      `DELETE rows/delete?returnData=true&filter=${encodeURIComponent(JSON.stringify(ann))}`,
      undefined,
      [row(1, 'Ann', 31)],
      2,
    ],
    [
      `DELETE rows/delete?dryRun=true&filter=${encodeURIComponent(JSON.stringify(ann))}`,
      undefined,
      [row(1, 'Ann', 31, 'before'), row(null, null, null, 'after')],
      3,
    ],
    ['DELETE rows/clear', undefined, { deletedCount: 3 }, 0],
  ])('%s %j: %j', async (request, body, expected, left) => {
    await using instance = await start()
    const { status, body: answer } = await asked(instance, request.replace(' ', ` ${TABLE}/`), body)
    expect([status, answer]).toEqual([200, expected])
    const { data } = (await asked(instance, `GET ${TABLE}/rows`)).body as { data: unknown[] }
    expect(data.length).toBe(left)
  })

  test('with the number after the highest that is left, or 1 once all are gone', async () => {
    await using instance = await start()
    const insert = async () =>
      (await asked(instance, `POST ${TABLE}/rows`, { data: [{}], returnType: 'id' })).body as object
    await asked(
      instance,
      `DELETE ${TABLE}/rows/delete?filter=${encodeURIComponent(JSON.stringify(filter('id', 'eq', 3)))}`,
    )
    expect(await insert()).toEqual([{ id: 3 }])
    await asked(instance, `DELETE ${TABLE}/rows/clear`)
    expect(await insert()).toEqual([{ id: 1 }])
  })
})

const names = (name: string) => ({ name: 'made', columns: [{ name, type: 'string' }] })

describe('a table and its columns', () => {
  test.each<[string, unknown, string]>([
    ['POST /data-tables', names('c'.repeat(63)), '201'],
    ['POST /data-tables', names('c'.repeat(64)), '400 String must contain at most 63 character(s)'],
    ['POST /data-tables', names('createdAt'), '400 Column name "createdAt" is reserved as a system column name.'],
    ['POST /data-tables', { name: ' ', columns: [] }, '400 String must contain at least 1 character(s)'],
    ['POST /data-tables', { ...names('c'), projectId: IDS.team }, '201'],
    ['POST /data-tables', { ...names('c'), projectId: 'nope' }, '400 Project with ID "nope" not found'],
    [
      'POST /data-tables',
      { ...names('c'), name: 'filled' },
      "409 Data table with name 'filled' already exists in this project",
    ],
    ['POST /data-tables', { ...names('c'), name: 'filled', projectId: IDS.team }, '201'],
    [`PATCH ${TABLE}`, { name: 'filled' }, "409 Data table with name 'filled' already exists in this project"],
    [`PATCH ${TABLE}`, { name: ' other ' }, '200'],
    ['PATCH /data-tables/NoTable000000000', { name: 'x' }, "404 Could not find the data table: 'NoTable000000000'"],
    [
      `POST ${TABLE}/columns`,
      { name: 'NAME', type: 'string' },
      "409 Data table column with name 'NAME' already exists in data table 'filled'",
    ],
    [
      `POST ${TABLE}/columns`,
      { name: 'id', type: 'string' },
      '409 Column name "id" is reserved as a system column name.',
    ],
    [`PATCH ${TABLE}/columns/FilledTableAge00`, { index: 1 }, '200'],
    [
      ...([`PATCH ${TABLE}/columns/FilledTableAge00`, { index: 2 }] as const),
      `${rowError} tried to move column to an index larger than column count`,
    ],
    [
      ...([`PATCH ${TABLE}/columns/FilledTableAge00`, { name: 'age' }] as const),
      "409 Data table column with name 'age' already exists in data table 'filled'",
    ],
    [
      ...([`DELETE ${TABLE}/columns/NoColumn00000000`, undefined] as const),
      "404 Could not find the column 'NoColumn00000000' in the data table: FilledTable00000",
    ],
  ])('%s %j is answered %s', async (request, body, outcome) => {
    await using instance = await start()
    const before = instance.state()
    expect(outcomeOf(await asked(instance, request, body))).toBe(outcome)
    if (!outcome.startsWith('2')) expect(instance.state()).toEqual(before)
  })

  test.each<[string, unknown, [number, string]]>([
    ['POST', { name: 'new', type: 'string' }, [2, 'name age new']],
    ['POST', { name: 'new', type: 'string', index: 0 }, [0, 'new name age']],
    ['POST', { name: 'new', type: 'string', index: 1 }, [1, 'name new age']],
    ['POST', { name: 'new', type: 'string', index: 9 }, [2, 'name age new']],
    ['PATCH', { index: 0 }, [0, 'age name']],
    ['PATCH', { name: 'years' }, [1, 'name years']],
    ['PATCH', { name: 'years', index: 0 }, [0, 'years name']],
  ])('%s of a column with %j leaves %j', async (method, body, [index, order]) => {
    await using instance = await start()
    const path = method === 'POST' ? `${TABLE}/columns` : `${TABLE}/columns/FilledTableAge00`
    expect((await asked(instance, `${method} ${path}`, body)).body).toMatchObject({ index })
    const { body: columns } = await asked(instance, `GET ${TABLE}/columns`)
    const listed = columns as { name: string; index: number; dataTableId: string }[]
    expect(listed.map(({ name }) => name).join(' ')).toBe(order)
    expect(listed.map(({ index }) => index)).toEqual(listed.map((_, at) => at))
  })
})
