import { describe, expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { licensedPlace } from '../place.ts'

const TABLE = '/data-tables/BoundedTable0000'
const start = () =>
  startLicensed({
    ...licensedPlace,
    dataTables: [{ id: 'BoundedTable0000', name: 'bounded', columns: [{ name: 'name', type: 'string' }] }],
  })
const filter = (columnName: string, condition: string, value: unknown) => ({
  filters: [{ columnName, condition, value }],
})
const rowError = '400 Validation error with data table request:'

describe('a table has room', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `c${at}`, type: 'string' }))
  const rows = (count: number, name: string) => Array.from({ length: count }, () => ({ name }))
  const MIB = 1024 * 1024
  const matching = (length: number) => ({
    filter: filter('name', 'like', 'x'.repeat(length)),
    data: { name: 'y' },
  })

  const conditions = (count: number) => ({
    filter: { filters: Array.from({ length: count }, () => filter('name', 'eq', 'x').filters).flat() },
    data: { name: 'y' },
  })

  test.each<[string, string, object, string]>([
    ['50 conditions', `PATCH ${TABLE}/rows/update`, conditions(50), '200'],
    ['no more of them', `PATCH ${TABLE}/rows/update`, conditions(51), '400 A filter may have up to 50 conditions'],
    ['1,000 columns', 'POST /data-tables', { name: 't', columns: columns(1000) }, '201'],
    [
      'no more',
      'POST /data-tables',
      { name: 't', columns: columns(1001) },
      '400 A data table may have up to 1000 columns',
    ],
    ['20,000 rows at once', `POST ${TABLE}/rows`, { data: rows(20_000, 'x') }, '200'],
    [
      'no more at once',
      `POST ${TABLE}/rows`,
      { data: rows(20_001, 'x') },
      `${rowError} 20001 rows are too many at once: up to 20000 are changed`,
    ],
    ['a pattern of 50,000 characters', `PATCH ${TABLE}/rows/update`, matching(50_000), '200'],
    [
      'no longer one',
      `PATCH ${TABLE}/rows/update`,
      matching(50_001),
      `${rowError} LIKE filter value is longer than 50000 characters`,
    ],
  ])('for %s', async (_what, request, body, outcome) => {
    await using instance = await start()
    expect(outcomeOf(await asked(instance, request, body)).startsWith(outcome)).toBe(true)
  })

  test('for no more than 20,000 rows that a filter finds, whatever is done with them', async () => {
    await using instance = await start()
    await asked(instance, `POST ${TABLE}/rows`, { data: rows(20_000, 'x') })
    await asked(instance, `POST ${TABLE}/rows`, { data: rows(1, 'x') })
    const found = filter('name', 'eq', 'x')
    const refusal = `${rowError} 20001 rows are too many at once: up to 20000 are changed`
    for (const [request, body] of [
      [`PATCH ${TABLE}/rows/update`, { filter: found, data: { name: 'y' } }],
      [`DELETE ${TABLE}/rows/delete?filter=${encodeURIComponent(JSON.stringify(found))}`, undefined],
    ] as const) {
      expect(outcomeOf(await asked(instance, request, body))).toBe(refusal)
    }
  })

  test('for patterns by its size: each reads all of it, and each part is searched for in each row', async () => {
    await using instance = await start()
    await asked(instance, `POST ${TABLE}/rows`, { data: rows(25, 'x'.repeat(100_000)) })
    const like = (count: number, value: string) => ({
      filter: { filters: Array.from({ length: count }, () => filter('name', 'like', value).filters).flat() },
      data: { name: 'y' },
    })
    const change = async (body: object) => outcomeOf(await asked(instance, `PATCH ${TABLE}/rows/update`, body))
    const size = 'A filter of a table of 2500575 bytes may have up to'
    expect(await change(like(42, 'a'))).toBe(`400 ${size} 41 conditions with like or ilike`)
    expect(await change(like(41, 'a'))).toBe('200')
    expect(await change(like(1, 'a%'.repeat(400)))).toBe(`400 ${size} 399 parts between the % of like and ilike`)
    expect(await change(like(1, 'a%'.repeat(399)))).toBe('200')
  })

  test('for rows of 50 MiB, and what makes it smaller is let through', async () => {
    await using instance = await start()
    const insert = () => asked(instance, `POST ${TABLE}/rows`, { data: rows(1, 'x'.repeat(12 * MIB)) })
    for (let at = 0; at < 4; at++) expect((await insert()).status).toBe(200)
    expect(outcomeOf(await insert())).toBe(`${rowError} Data table size limit exceeded: 60MB used, limit is 50MB`)
    const change = { filter: filter('name', 'like', 'x%'), data: { name: 'short' } }
    expect((await asked(instance, `PATCH ${TABLE}/rows/update`, change)).status).toBe(200)
    expect((await insert()).status).toBe(200)
  })
})
