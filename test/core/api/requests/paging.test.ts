import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'
import { field, idsIn, namesIn, PROFILES } from '../world.ts'

const COUNT = 12
const numbers = Array.from({ length: COUNT }, (_, at) => String(at + 1))
const uuid = (n: string) => `00000000-0000-4000-8000-${n.padStart(12, '0')}`

/** Twelve of each kind, the first user being the owner. */
const fixture = {
  users: numbers.map(n => ({
    id: uuid(n),
    email: `u${n}@example.com`,
    role: n === '1' ? 'global:owner' : 'global:member',
  })),
  tags: numbers.map(n => ({ id: `t${n.padStart(2, '0')}`, name: `tag ${n}` })),
  workflows: numbers.map(n => ({ id: `w${n.padStart(2, '0')}`, name: `workflow ${n}` })),
  executions: numbers.map(n => ({ id: Number(n), workflowId: 'w01', status: 'success' })),
} as Fixture

const LISTS = ['/tags', '/workflows', '/users', '/executions']
const OFFSET_LISTS = LISTS.slice(0, 3)
const cursorOf = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))
const decoded = (cursor: unknown) => JSON.parse(Buffer.from(String(cursor), 'base64').toString())

describe.each(PROFILES)('in profile %s', profile => {
  const start = () => startInstance({ fixture, profile })

  describe.each(LISTS)('GET %s', list => {
    test.each([1, 5, 11, 12, 13, 250])('gives everything once, in order, in pages of %i', async limit => {
      await using instance = await start()
      const all = idsIn(await instance.request('GET', `/api/v1${list}`))
      const seen: unknown[] = []
      let query = `?limit=${limit}`
      for (let pages = 0; pages <= COUNT; pages++) {
        const page = await instance.request('GET', `/api/v1${list}${query}`)
        expect(idsIn(page).length).toBeGreaterThan(0)
        expect(idsIn(page).length).toBeLessThanOrEqual(limit)
        seen.push(...idsIn(page))
        const cursor = field(page, 'nextCursor')
        if (cursor === null) break
        query = `?cursor=${cursor}`
      }
      expect(all).toHaveLength(COUNT)
      expect(seen).toEqual(all)
    })

    test.each([
      ['99999999999999999999', 'request/query/limit must be <= 250'],
      ['true', 'request/query/limit must be number'],
      ['Infinity', 'request/query/limit must be integer'],
    ])('refuses limit=%s', async (limit, message) => {
      await using instance = await start()
      const answer = await instance.request('GET', `/api/v1${list}?limit=${limit}`)
      expect([answer.status, field(answer, 'message')]).toEqual([400, message])
    })

    test.each([
      ['1e1', 10],
      ['0x5', 5],
      ['%205', 5],
      ['05', 5],
    ])('takes limit=%s for %i', async (limit, count) => {
      await using instance = await start()
      expect(idsIn(await instance.request('GET', `/api/v1${list}?limit=${limit}`))).toHaveLength(count)
    })

    test.each([
      ['not base64', '%25%25%25'],
      ['an id', 'MTIzZTQ1NjctZTg5Yi0xMmQzLWE0NTYtNDI2NjE0MTc0MDA'],
      ['half an offset', cursorOf({ limit: 2, offset: 1.5 })],
      ['an offset in words', cursorOf({ limit: 2, offset: 'abc' })],
      ['a limit in words', cursorOf({ limit: 'abc', offset: 0 })],
      ['a list for a limit', cursorOf({ limit: [2], offset: 0 })],
      ['an offset beyond all numbers', '%7B%22limit%22%3A2%2C%22offset%22%3A1e999%7D'],
      ['invalid UTF-8', '%C3%28'],
    ])('refuses a cursor that is %s', async (_name, cursor) => {
      await using instance = await start()
      const answer = await instance.request('GET', `/api/v1${list}?cursor=${cursor}`)
      expect([answer.status, answer.body]).toEqual([400, { message: 'An invalid cursor was provided' }])
    })

    test.each([
      ['an empty object', {}],
      ['an empty list', []],
      ['a key that means nothing', { page: 2 }],
      ['__proto__', JSON.parse('{"__proto__":{"limit":1}}')],
    ])('takes a cursor that is %s for none', async (_name, cursor) => {
      await using instance = await start()
      const answer = await instance.request('GET', `/api/v1${list}?cursor=${cursorOf(cursor)}`)
      expect(idsIn(answer)).toHaveLength(COUNT)
    })

    test("follows the cursor's limit, and still checks the one in the query", async () => {
      await using instance = await start()
      const first = field(await instance.request('GET', `/api/v1${list}?limit=5`), 'nextCursor')
      const both = await instance.request('GET', `/api/v1${list}?limit=2&cursor=${first}`)
      const wrong = await instance.request('GET', `/api/v1${list}?limit=999&cursor=${first}`)
      expect(idsIn(both)).toHaveLength(5)
      expect(wrong.body).toEqual({ message: 'request/query/limit must be <= 250' })
    })

    test('holds no cursor on the last page, nor on an exactly full one', async () => {
      await using instance = await start()
      for (const limit of [COUNT, COUNT + 1]) {
        const page = await instance.request('GET', `/api/v1${list}?limit=${limit}`)
        expect([idsIn(page).length, field(page, 'nextCursor')]).toEqual([COUNT, null])
      }
    })
  })

  test.each(OFFSET_LISTS)('GET %s gives cursors of limit and offset, in that order', async list => {
    await using instance = await start()
    const page = await instance.request('GET', `/api/v1${list}?limit=5`)
    expect(Buffer.from(String(field(page, 'nextCursor')), 'base64').toString()).toBe('{"limit":5,"offset":5}')
  })

  test('GET /executions gives cursors of the last id, as text, and limit', async () => {
    await using instance = await start()
    const page = await instance.request('GET', '/api/v1/executions?limit=5')
    expect(Buffer.from(String(field(page, 'nextCursor')), 'base64').toString()).toBe('{"lastId":"8","limit":5}')
  })

  test.each([
    { name: 'an offset alone: the default limit', cursor: { offset: 10 }, names: ['tag 11', 'tag 12'] },
    {
      name: 'a limit alone: the start',
      cursor: { limit: 2 },
      names: ['tag 1', 'tag 2'],
      next: { limit: 2, offset: 2 },
    },
    { name: 'an offset beyond the end', cursor: { limit: 2, offset: 1000 }, names: [] },
    {
      name: 'a negative offset',
      cursor: { limit: 2, offset: -3 },
      names: ['tag 1', 'tag 2'],
      next: { limit: 2, offset: -1 },
    },
    { name: 'a limit over 250', cursor: { limit: 1000, offset: 11 }, names: ['tag 12'] },
    {
      name: 'numbers as text, after which no page follows',
      cursor: { limit: '2', offset: '1' },
      names: ['tag 2', 'tag 3'],
    },
    {
      name: 'a cursor of executions: its limit',
      cursor: { limit: 2, lastId: '3' },
      names: ['tag 1', 'tag 2'],
      next: { limit: 2, offset: 2 },
    },
    {
      name: 'a last id that is none',
      list: '/workflows',
      cursor: { limit: 1, lastId: 'x' },
      names: ['workflow 1'],
      next: { limit: 1, offset: 1 },
    },
  ])('takes a cursor with $name', async ({ list = '/tags', cursor, names, next = null }) => {
    await using instance = await start()
    const page = await instance.request('GET', `/api/v1${list}?cursor=${cursorOf(cursor)}`)
    const nextCursor = field(page, 'nextCursor')
    expect<unknown>([namesIn(page), nextCursor && decoded(nextCursor)]).toEqual([names, next])
  })

  test.each([
    ['an unknown last id', { limit: 2, lastId: '99' }, [12, 11]],
    ['a last id as a number', { limit: 2, lastId: 4 }, [3, 2]],
    ['a last id with zeros before it', { limit: 2, lastId: '004' }, [3, 2]],
    ['the last id 0', { limit: 2, lastId: '0' }, []],
    ['a cursor of other lists: its limit', { limit: 2, offset: 5 }, [12, 11]],
  ])('takes a cursor of executions with %s', async (_name, cursor, ids) => {
    await using instance = await start()
    const page = await instance.request('GET', `/api/v1/executions?cursor=${cursorOf(cursor)}`)
    expect(idsIn(page).map(Number)).toEqual(ids)
  })

  test.each(['abc', '', '-1', null, {}, 1.5])('refuses a cursor of executions with the last id %p', async lastId => {
    await using instance = await start()
    const page = await instance.request('GET', `/api/v1/executions?cursor=${cursorOf({ limit: 2, lastId })}`)
    expect(page.body).toEqual({ message: 'An invalid cursor was provided' })
  })

  test('takes a cursor whose padding is not encoded', async () => {
    await using instance = await start()
    const page = await instance.request('GET', '/api/v1/tags?cursor=eyJsaW1pdCI6NSwib2Zmc2V0Ijo1fQ==')
    expect(namesIn(page)).toEqual(['tag 6', 'tag 7', 'tag 8', 'tag 9', 'tag 10'])
  })

  test('does not keep filters in a cursor: they are repeated', async () => {
    await using instance = await start()
    const cursor = field(await instance.request('GET', '/api/v1/workflows?name=w&limit=5'), 'nextCursor')
    const page = await instance.request('GET', `/api/v1/workflows?name=workflow%2012&cursor=${cursor}`)
    expect(page.body).toEqual({ data: [], nextCursor: null })
  })

  test('gives 100 where no limit is asked for', async () => {
    const tags = Array.from({ length: 101 }, (_, at) => ({ name: `tag ${at}` }))
    await using instance = await startInstance({ fixture: { tags }, profile })
    const page = await instance.request('GET', '/api/v1/tags')
    expect([idsIn(page).length, decoded(field(page, 'nextCursor'))]).toEqual([100, { limit: 100, offset: 100 }])
  })
})

test.each(LISTS)('in profile contract GET %s refuses a cursor with limit 0', async list => {
  await using instance = await startInstance({ fixture })
  const answer = await instance.request('GET', `/api/v1${list}?cursor=${cursorOf({ limit: 0, offset: 0 })}`)
  expect(answer.body).toEqual({ message: 'An invalid cursor was provided' })
})

test.each(LISTS)('in profile n8n-1.41 GET %s gives everything for a cursor with limit 0 or -1', async list => {
  await using instance = await startInstance({ fixture, profile: 'n8n-1.41' })
  for (const limit of [0, -1]) {
    const page = await instance.request('GET', `/api/v1${list}?cursor=${cursorOf({ limit, offset: 0 })}`)
    expect([idsIn(page).length, field(page, 'nextCursor')]).toEqual([COUNT, null])
  }
})
