import { describe, expect, test } from 'bun:test'
import { type RequestPattern, startInstance, type TestInstance } from '../../src/testing.ts'
import { MEMBER, world } from '../core/api/world.ts'

const start = () => startInstance({ fixture: world, clock: '2026-05-01T00:00:00Z', socket: false })

/** Three requests: two reads of different tags, and a write. */
async function asked() {
  const instance = await start()
  await instance.request('GET', '/api/v1/tags/1?a=1&a=2&b=x')
  await instance.request('GET', '/api/v1/tags/2', undefined, MEMBER)
  await instance.request('POST', '/api/v1/tags', { name: 'x', list: [{ a: 1 }, 'two'], none: null, id: '7' })
  return instance
}

class Even {
  asymmetricMatch(value: unknown) {
    return value === 2 || value === 'two'
  }
}

describe('matching finds the requests', () => {
  test.each<[pattern: RequestPattern, ids: number[]]>([
    [{}, [1, 2, 3]],
    [{ method: 'get' }, [1, 2]],
    [{ path: '/tags/:id' }, [1, 2]],
    [{ path: /2$/g }, [2]],
    [{ query: { a: 1 } }, [1]],
    [{ query: { a: '2', b: 'x' } }, [1]],
    [{ query: { a: 3 } }, []],
    [{ query: {} }, [1, 2, 3]],
    [{ status: 400 }, [1, 3]],
    [{ status: '2XX' }, [2]],
    [{ status: '3xx' }, []],
    [{ status: '400' }, [1, 3]],
    [{ operation: 'getTag' }, [1, 2]],
    [{ user: 'mia@example.com' }, [2]],
    [{ user: null }, []],
    [{ body: { name: 'x' } }, [3]],
    [{ body: { name: /^x/y } }, [3]],
    [{ body: { list: [{ a: 1 }, 'two'] } }, [3]],
    [{ body: { list: [{}, new Even()] } }, [3]],
    [{ body: { list: [{}] } }, []],
    [{ body: { none: null } }, [3]],
    [{ body: { none: {} } }, []],
    [{ body: { name: new Even() } }, []],
    [{ body: Object.assign(Object.create(null), { name: 'x' }) }, [3]],
  ])('%j: %j', async (pattern, ids) => {
    await using instance = await asked()
    const found = instance.requests.matching(pattern)
    expect(found.map(({ id }) => id)).toEqual(ids)
    expect(found).toEqual(instance.requests.all().filter(({ id }) => ids.includes(id)))
  })
})

describe('nearest says what differs', () => {
  test.each<[pattern: RequestPattern, id: number, differences: string[]]>([
    [{ method: 'DELETE' }, 1, ['method: expected "DELETE", was "GET"']],
    [{ method: 'POST', status: 201 }, 3, ['status: expected 201, was 400']],
    [{ path: '/tags/3', status: 200 }, 2, ['path: expected "/api/v1/tags/3", was "/api/v1/tags/2"']],
    [{ path: /nope/i }, 1, ['path: expected /nope/i, was "/api/v1/tags/1"']],
    [
      { operation: 'createTag', status: 200, user: null },
      3,
      ['user: expected null, was "olga@example.com"', 'status: expected 200, was 400'],
    ],
    [{ path: '/tags/1', query: { c: true } }, 1, ['query c: expected "true", was null']],
    [
      { operation: 'createTag', body: { name: /y/, id: new Even(), list: [{ a: 2 }, 5] } },
      3,
      [
        'body.name: expected /y/, was "x"',
        'body.id: expected Even {}, was "7"',
        'body.list[0].a: expected 2, was 1',
        'body.list[1]: expected 5, was "two"',
      ],
    ],
    [{ operation: 'createTag', body: { list: ['two'] } }, 3, ['body.list: expected a list of 1, was one of 2']],
    [
      { operation: 'createTag', body: { name: ['x'], list: {} } },
      3,
      ['body.name: expected a list, was "x"', 'body.list: expected a map, was [{"a":1},"two"]'],
    ],
    [{ operation: 'createTag', body: { toString: 1 } }, 3, ['body.toString: expected 1, was undefined']],
    [
      { operation: 'createTag', body: { name: 'y'.repeat(198) } },
      3,
      [`body.name: expected "${'y'.repeat(198)}", was "x"`],
    ],
    [
      { operation: 'createTag', body: { name: 'y'.repeat(199) } },
      3,
      [`body.name: expected "${'y'.repeat(199)}…, was "x"`],
    ],
  ])('of %j', async (pattern, id, differences) => {
    await using instance = await asked()
    expect(instance.requests.nearest(pattern)).toMatchObject({ request: { id }, differences })
  })

  test('with the request and its body, or nothing without requests', async () => {
    await using instance = await start()
    expect(instance.requests.nearest({})).toBeUndefined()
    await instance.request('POST', '/api/v1/tags', { name: 'x' })
    expect(instance.requests.nearest({ method: 'GET' })?.request.body).toEqual({ name: 'x' })
  })
})

test.each<[patterns: RequestPattern[], ids: number[]]>([
  [[], []],
  [
    [{ method: 'GET' }, { method: 'POST' }],
    [1, 3],
  ],
  [
    [{ method: 'GET' }, { method: 'GET' }, { method: 'GET' }],
    [1, 2],
  ],
  [[{ path: '/tags/2' }, { path: '/tags/1' }, { method: 'POST' }], [2]],
  [[{ method: 'POST' }, { method: 'GET' }], [3]],
])('inOrder finds of %j those up to the first that is not there: %j', async (patterns, ids) => {
  await using instance = await asked()
  const found = instance.requests.inOrder(patterns)
  expect(found.map(({ id }) => id)).toEqual(ids)
  expect(found).toEqual(instance.requests.all().filter(({ id }) => ids.includes(id)))
})

const OPERATIONS = 'There is no operation "getTagz"; there are: '

test.each<[pattern: unknown, message: string]>([
  [[], "A request pattern must be an object such as { operation: 'createTag' }, not []"],
  [
    { paht: 'x' },
    'There is no key in a request pattern "paht"; there are: method, path, query, body, status, operation, user',
  ],
  [{ method: 5 }, 'method must be text such as POST, not 5'],
  [{ path: 'tags' }, "path must begin with / and have no query, or be an expression, not 'tags'"],
  [{ path: '/tags?a' }, "path must begin with / and have no query, or be an expression, not '/tags?a'"],
  [{ query: 'a=1' }, "query must be an object such as { limit: 10 }, not 'a=1'"],
  [{ operation: 'getTagz' }, OPERATIONS],
  [{ status: 'ok' }, "ok is not a status such as 404, a class such as '4xx', or 0 for none"],
  [{ status: 600 }, "600 is not a status such as 404, a class such as '4xx', or 0 for none"],
])('the pattern %j is refused with the whole sentence', async (pattern, message) => {
  await using instance = await start()
  const given = pattern as RequestPattern
  for (const ask of [
    () => instance.requests.matching(given),
    () => instance.requests.nearest(given),
    () => instance.requests.inOrder([given]),
  ]) {
    let said = ''
    try {
      ask()
    } catch (error) {
      said = error instanceof TypeError ? error.message : ''
    }
    if (message === OPERATIONS) expect(said).toStartWith(message)
    else expect(said).toBe(message)
  }
})

test('an order that is no list is refused', async () => {
  await using instance = await start()
  expect(() => instance.requests.inOrder({} as never)).toThrow(
    "An order of requests must be a list of objects such as { operation: 'createTag' }, not {}",
  )
})

const listed = async (instance: TestInstance) =>
  (await instance.request<{ requests: { id: number; status: number }[] }>('GET', '/_control/requests')).body.requests

describe('the log of requests', () => {
  test('has a request under way with the status 0, and a revision for each that comes and is answered', async () => {
    await using instance = await start()
    instance.faults.add({ path: '/tags', delay: 600_000 })
    const pending = instance.request('GET', '/api/v1/tags').catch(() => 'ended')
    await Bun.sleep(0)
    expect(await listed(instance)).toMatchObject([{ id: 1, status: 0 }])
    expect((await instance.request('GET', '/_control/requests/1')).body).toMatchObject({ status: 0, response: null })
    await instance.reset()
    await pending
  })

  test('forgets requests that are deleted, and counts on; a reset begins again', async () => {
    await using instance = await asked()
    await instance.request('DELETE', '/_control/requests')
    expect((await instance.request('GET', '/_control/requests/3')).body).toEqual({
      message: 'There is no request 3; the last 1,000 are stored',
    })
    await instance.request('GET', '/api/v1/tags')
    expect((await listed(instance)).map(({ id }) => id)).toEqual([4])
    await instance.reset()
    await instance.request('GET', '/api/v1/tags')
    expect((await listed(instance)).map(({ id }) => id)).toEqual([1])
  })

  test('has no response of a connection that was dropped in the place of a 304', async () => {
    await using instance = await start()
    const { headers } = await instance.request('GET', '/api/v1/tags')
    instance.faults.add({ drop: 'middle' })
    const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
    await instance.request('GET', '/api/v1/tags', undefined, known).catch(() => {})
    expect((await instance.request('GET', '/_control/requests/2')).body).toMatchObject({ status: 0, response: null })
  })
})
