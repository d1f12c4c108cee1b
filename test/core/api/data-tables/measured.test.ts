import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { asked, startLicensed } from '../asked.ts'
import { licensedPlace } from '../place.ts'

const TABLE = '/data-tables/MeasuredTable000'
const dataTables = [
  {
    id: 'MeasuredTable000',
    name: 'measured',
    columns: [
      { name: 'name', type: 'string' as const },
      { name: 'born', type: 'date' as const },
    ],
  },
]

describe('a date without a zone', () => {
  const NEW_YORK = { timezone: 'America/New_York' }
  test.each<{ fact: string; options?: object; given: unknown; stored: string }>([
    { fact: 'is in the zone of the instance', given: '2026-01-02T03:04:05', stored: '2026-01-02T08:04:05.000Z' },
    { fact: 'begins its day there', given: '2026-01-02', stored: '2026-01-02T05:00:00.000Z' },
    { fact: 'follows summer time', given: '2026-07-02', stored: '2026-07-02T04:00:00.000Z' },
    { fact: 'may be one of SQL', given: '2026-07-02 10:00:00', stored: '2026-07-02T14:00:00.000Z' },
    {
      fact: 'that is not of ISO or SQL is in UTC',
      given: 'Fri, 02 Jan 2026 00:00:00',
      stored: '2026-01-02T00:00:00.000Z',
    },
    { fact: 'is in UTC for a month', given: 5, stored: '2001-05-01T00:00:00.000Z' },
    {
      fact: 'is in UTC for a day that its month does not have',
      given: '2026-02-30',
      stored: '2026-03-02T00:00:00.000Z',
    },
    { fact: 'that clocks skip is an hour later', given: '2026-03-08T02:30:00', stored: '2026-03-08T07:30:00.000Z' },
    {
      fact: 'east of UTC',
      options: { timezone: 'Asia/Tokyo' },
      given: '2026-01-02',
      stored: '2026-01-01T15:00:00.000Z',
    },
    { fact: 'is in UTC where no zone is set', options: {}, given: '2026-01-02', stored: '2026-01-02T00:00:00.000Z' },
    {
      fact: 'is in the zone of runs where they are simulated',
      options: { simulate: true },
      given: '2026-01-02',
      stored: '2026-01-02T05:00:00.000Z',
    },
  ])('$fact', async ({ options = NEW_YORK, given, stored }) => {
    await using instance = await startInstance({
      ...options,
      socket: false,
      profile: 'n8n-2.41',
      fixture: { ...licensedPlace, dataTables },
    })
    const inserted = await asked(instance, `POST ${TABLE}/rows`, { data: [{ born: given }], returnType: 'all' })
    expect([inserted.status, inserted.body]).toEqual([200, [expect.objectContaining({ born: stored })]])
    const filter = { filters: [{ columnName: 'born', condition: 'eq', value: given }] }
    const changed = await asked(instance, `PATCH ${TABLE}/rows/update`, {
      filter,
      data: { name: 'found' },
      returnData: true,
    })
    expect(changed.body).toEqual([expect.objectContaining({ name: 'found', born: stored })])
  })

  test.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
    ['Fri, 02 Jan 2026 00:00:00 GMT', '2026-01-02T00:00:00.000Z'],
  ])('but %s has one, and the zone of the instance does not matter', async (born, stored) => {
    const fixture = { ...licensedPlace, dataTables }
    await using instance = await startInstance({
      ...{ timezone: 'Asia/Tokyo' },
      socket: false,
      profile: 'n8n-2.41',
      fixture,
    })
    const { body } = await asked(instance, `POST ${TABLE}/rows`, { data: [{ born }], returnType: 'all' })
    expect(body).toEqual([expect.objectContaining({ born: stored })])
  })

  test.each(['+275760-09-12', '-271821-04-21', '9999-99-99'])('%s, which has no time there, is refused', async born => {
    const fixture = { ...licensedPlace, dataTables }
    await using instance = await startInstance({ timezone: 'Asia/Tokyo', socket: false, profile: 'n8n-2.41', fixture })
    const { status, text } = await asked(instance, `POST ${TABLE}/rows`, { data: [{ born }] })
    expect([status, text]).toEqual([400, expect.stringContaining(`'${born}' does not match column type 'date'`)])
  })
})

test.each([
  ['no rows', 0, 4096],
  ['two rows', 2, 4096],
  ['more than a page', 3, 8192],
])('a table with %s has a size in whole pages of 4,096 bytes', async (_rows, count, size) => {
  await using instance = await startLicensed({ ...licensedPlace, dataTables })
  const data = Array.from({ length: count }, () => ({ name: 'x'.repeat(2000) }))
  if (count > 0) await asked(instance, `POST ${TABLE}/rows`, { data })
  const one = await asked(instance, `GET ${TABLE}`)
  const all = await asked(instance, 'GET /data-tables?sortBy=createdAt:desc'.replace(':', '%3A'))
  const listed = (all.body as { data: { id: string }[] }).data.find(({ id }) => id === 'MeasuredTable000')
  expect([one.body, listed]).toEqual([
    expect.objectContaining({ sizeBytes: size }),
    expect.objectContaining({ sizeBytes: size }),
  ])
})
