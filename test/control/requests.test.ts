import { describe, expect, test } from 'bun:test'
import { type LoggedRequest, startInstance, type TestInstance } from '../../src/testing.ts'
import { MEMBER, minimal, SECRET, world } from '../core/api/world.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const start = () => startInstance({ fixture: world, clock: NOW, socket: false })

async function logged(instance: TestInstance, query = '') {
  const { body } = await instance.request('GET', `/_control/requests${query}`)
  return body as { requests: LoggedRequest[]; dropped: number }
}

test.each([
  [{ status: 503 }],
  [{ retryAfter: 0 }],
  [{ status: 201, malformed: 'html' }],
  [{ drop: 'before' }],
  [{ drop: 'middle' }],
  [{ malformed: 'truncated' }],
] as const)('remembers the body of a request that a fault hits, and what is to be said of it: %j', async fault => {
  for (const socket of [true, false]) {
    await using instance = await startInstance({ socket })
    instance.faults.add(fault)
    const headers = { [instance.apiKeyHeader]: instance.apiKey, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"name":"urgent","id":"7"}' }
    const asked = (socket ? fetch : instance.fetch)(`${instance.url}/api/v1/tags`, init)
    await asked.then(answer => answer.text()).catch(() => {})
    expect(instance.requests.all()).toMatchObject([
      { fault: 1, body: { name: 'urgent', id: '7' }, warnings: [expect.stringContaining('id')] },
    ])
  }
})

test.each([
  ['is no JSON', '{"name":'],
  ['is more than is remembered', JSON.stringify({ name: 'x'.repeat(2_000_000) })],
])('a fault answers as ever where the body %s', async (_what, body) => {
  await using instance = await startInstance()
  instance.faults.add({ status: 503 })
  const headers = { [instance.apiKeyHeader]: instance.apiKey, 'content-type': 'application/json' }
  expect((await fetch(`${instance.url}/api/v1/tags`, { method: 'POST', headers, body })).status).toBe(503)
  expect(instance.requests.all()[0]).not.toHaveProperty('body')
})

test('remembers who asked what, and what came of it', async () => {
  await using instance = await start()
  await instance.request('GET', '/api/v1/workflows?active=true')
  await instance.request('GET', '/api/v1/Tags/1/', undefined, MEMBER)
  await instance.request('GET', '/api/v1/tags', undefined, { key: 'wrong' })
  await instance.request('PATCH', '/api/v1/tags')
  await instance.request('GET', '/rest/login')
  const { requests, dropped } = await logged(instance)
  expect(dropped).toBe(0)
  const like = { time: NOW, query: '', milliseconds: expect.any(Number), warnings: [] }
  expect(requests).toEqual([
    {
      ...like,
      id: 1,
      method: 'GET',
      path: '/api/v1/workflows',
      query: 'active=true',
      status: 200,
      operation: 'getWorkflows',
      user: 'olga@example.com',
    },
    {
      ...like,
      id: 2,
      method: 'GET',
      path: '/api/v1/Tags/1/',
      status: 200,
      operation: 'getTag',
      user: 'mia@example.com',
    },
    { ...like, id: 3, method: 'GET', path: '/api/v1/tags', status: 401, operation: 'getTags', user: null },
    { ...like, id: 4, method: 'PATCH', path: '/api/v1/tags', status: 405, operation: null, user: null },
    { ...like, id: 5, method: 'GET', path: '/rest/login', status: 404, operation: null, user: null },
  ])
})

test('does not remember the control API, the health check and the documentation', async () => {
  await using instance = await start()
  for (const path of ['/_control/clock', '/_control/nope', '/healthz', '/api/v1/openapi.json', '/', '/api/v1/tags']) {
    await instance.request('GET', path)
  }
  expect((await logged(instance)).requests.map(({ path }) => path)).toEqual(['/api/v1/tags'])
})

test.each([
  ['GET', '/api/v1/tags', 200],
  ['GET', '/api/v1/nope', 404],
  ['PUT', '/api/v1/tags', 405],
])('does not remember what the page asks: %s %s', async (method, path, status) => {
  await using instance = await start()
  const headers = { 'x-understudy-page': '1' }
  expect((await instance.request(method, path, undefined, { headers })).status).toBe(status)
  expect((await logged(instance)).requests).toEqual([])
})

test.each([
  ['', 7],
  ['?method=POST', 2],
  ['?method=post', 2],
  ['?path=/tags', 3],
  ['?path=/api/v1/tags/:id', 2],
  ['?path=/tags/{id}', 2],
  ['?path=/TAGS/1', 1],
  ['?status=404', 2],
  ['?status=4xx', 4],
  ['?status=2xx&method=POST', 1],
  ['?path=/nope', 0],
  ['?path=/rest/*', 1],
])('filters by %p: %i', async (query, count) => {
  await using instance = await start()
  await instance.request('GET', '/api/v1/tags')
  await instance.request('GET', '/api/v1/tags/1')
  await instance.request('GET', '/api/v1/tags/9')
  await instance.request('POST', '/api/v1/tags', { name: 'new' })
  await instance.request('POST', '/api/v1/tags', { name: 'new' })
  await instance.request('PUT', '/api/v1/workflows/1/tags', {})
  await instance.request('GET', '/rest/login')
  expect((await logged(instance, query)).requests).toHaveLength(count)
})

test.each<[query: string, hasBodies: boolean]>([
  ['?bodies', true],
  ['?bodies=', true],
  ['?bodies=true', true],
  ['?bodies=1', true],
  ['?bodies=false', false],
  ['?bodies=0', false],
  ['', false],
])('%j lists bodies: %p', async (query, hasBodies) => {
  await using instance = await start()
  await instance.request('POST', '/api/v1/tags', { name: 'sent' })
  const { text } = await instance.request('GET', `/_control/requests${query}`)
  const has = (part: string) => text.includes(part)
  expect([has('"path":"/api/v1/tags"'), has('"body":{"name":"sent"}')]).toEqual([true, hasBodies])
})

test.each(['?status=ok', '?status=600', '?stream=maybe', '?bodies=2', '?limit=5'])('refuses %s', async query => {
  await using instance = await start()
  expect((await instance.request('GET', `/_control/requests${query}`)).status).toBe(400)
})

test('forgets the oldest beyond a thousand, and counts them', async () => {
  await using instance = await start()
  for (let number = 0; number < 1010; number++) await instance.request('GET', `/api/v1/tags/${number}`)
  const { requests, dropped } = await logged(instance)
  expect([requests.length, dropped, requests[0]?.id, requests.at(-1)?.path]).toEqual([
    1000,
    10,
    11,
    '/api/v1/tags/1009',
  ])
  const cleared = await instance.request('DELETE', '/_control/requests')
  expect(cleared.body).toEqual({ requests: [], dropped: 0 })
  await instance.request('GET', '/api/v1/tags')
  expect(await logged(instance)).toMatchObject({ requests: [{ id: 1011 }], dropped: 0 })
})

test.each<{ text: string; ids: number[]; says: string }>([
  { text: 'ADDED-TAG', ids: [1, 2], says: 'in the body that was sent, in any case' },
  { text: 'already exists', ids: [2], says: 'in the body of the response' },
  { text: 'tags%2F', ids: [], says: 'only as it was sent' },
  { text: 'page=two', ids: [3], says: 'in the query' },
  { text: 'mia@example.com', ids: [3], says: 'in the user of the key' },
  { text: 'added-tag&status=4xx', ids: [2], says: 'together with another filter' },
  { text: SECRET, ids: [], says: 'never in what is redacted' },
  { text: '[redacted]', ids: [4], says: 'in what is shown instead' },
])('finds text $says', async ({ text, ids }) => {
  await using instance = await start()
  await instance.request('POST', '/api/v1/tags', { name: 'added-tag' })
  await instance.request('POST', '/api/v1/tags', { name: 'added-tag' })
  await instance.request('GET', '/api/v1/workflows?page=two', undefined, MEMBER)
  await instance.request('POST', '/api/v1/credentials', {
    name: 'Shop',
    type: 'httpBasicAuth',
    data: { user: 'shop', password: SECRET },
  })
  const query = text.startsWith('added-tag&') ? `?text=${text}` : `?text=${encodeURIComponent(text)}`
  expect((await logged(instance, query)).requests.map(({ id }) => id)).toEqual(ids)
  const har = (await instance.request('GET', `/_control/requests.har${query}`)).body as { log: { entries: unknown[] } }
  expect(har.log.entries).toHaveLength(ids.length)
})

test.each([`?text=${'x'.repeat(201)}`, '?text=x&stream=true'])('refuses a search for %.20s', async query => {
  await using instance = await start()
  expect((await instance.request('GET', `/_control/requests${query}`)).status).toBe(400)
})

test('deletes one request, which is no longer counted, found or matched', async () => {
  await using instance = await start()
  await instance.request('POST', '/api/v1/tags', { name: 'one' })
  await instance.request('POST', '/api/v1/tags', { name: 'two' })
  const deleted = await instance.request('DELETE', '/_control/requests/1')
  expect([deleted.status, deleted.body]).toMatchObject([200, { id: 1, operation: 'createTag', status: 201 }])
  expect(await logged(instance)).toMatchObject({ requests: [{ id: 2 }], dropped: 0 })
  expect(instance.requests.matching({ operation: 'createTag' })).toHaveLength(1)
  for (const method of ['GET', 'DELETE']) {
    expect((await instance.request(method, '/_control/requests/1')).status).toBe(404)
  }
  await instance.request('GET', '/api/v1/tags')
  expect((await logged(instance)).requests.map(({ id }) => id)).toEqual([2, 3])
})

test('deletes no request that is not answered yet', async () => {
  await using instance = await start()
  instance.faults.add({ operation: 'getTags', hang: true })
  const asked = instance.request('GET', '/api/v1/tags').catch(() => {})
  while ((await logged(instance)).requests.length === 0) await new Promise(done => setTimeout(done, 1))
  const refused = await instance.request('DELETE', '/_control/requests/1')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('not answered yet')])
  await instance.request('DELETE', '/_control/faults')
  await instance.stop()
  await asked
})

describe('bodies', () => {
  test('are shown on request only', async () => {
    await using instance = await start()
    await instance.request('POST', '/api/v1/tags', { name: 'new' })
    expect((await logged(instance)).requests[0]).not.toHaveProperty('body')
    expect((await logged(instance, '?bodies')).requests[0]?.body).toEqual({ name: 'new' })
  })

  test('larger than a megabyte are not kept', async () => {
    await using instance = await start()
    await instance.request('POST', '/api/v1/workflows', minimal({ name: 'x'.repeat(1_100_000) }))
    await instance.request('POST', '/api/v1/workflows', minimal({ name: 'small' }))
    const bodies = instance.requests.all().map(({ body }) => (body as { name: string } | undefined)?.name)
    expect(bodies).toEqual([undefined, 'small'])
    const { body } = await instance.request('GET', '/_control/requests/1')
    expect((body as { bodyBytes: number }).bodyBytes).toBeGreaterThan(1_100_000)
  })

  test('take 16 MB together: the oldest go first', async () => {
    await using instance = await start()
    for (let number = 0; number < 20; number++) {
      await instance.request('POST', '/api/v1/tags', { name: `${number}`, more: 'x'.repeat(1_000_000) })
    }
    const kept = instance.requests.all().map(({ body }) => body !== undefined)
    expect(kept).toEqual([...Array(4).fill(false), ...Array(16).fill(true)])
  })

  test('go with their requests, and leave room for later ones', async () => {
    await using instance = await start()
    for (let number = 0; number < 16; number++) {
      await instance.request('POST', '/api/v1/tags', { name: `${number}`, more: 'x'.repeat(1_000_000) })
    }
    for (let number = 0; number < 992; number++) await instance.request('GET', '/api/v1/tags')
    for (let number = 0; number < 8; number++) {
      await instance.request('POST', '/api/v1/tags', { name: `${number}`, more: 'x'.repeat(1_000_000) })
    }
    const kept = instance.requests.all().map(({ body }) => body !== undefined)
    expect(kept).toEqual([...Array(992).fill(false), ...Array(8).fill(true)])
  })
})

describe('secrets', () => {
  test('in the data of a credential are left out, and can be matched all the same', async () => {
    await using instance = await start()
    const credential = { name: 'Shop', type: 'httpBasicAuth', data: { user: 'shop', password: SECRET } }
    await instance.request('POST', '/api/v1/credentials', credential)
    const { text } = await instance.request('GET', '/_control/requests?bodies')
    expect(text).not.toContain(SECRET)
    expect(instance.requests.all()[0]?.body).toEqual({
      ...credential,
      data: { user: '[redacted]', password: '[redacted]' },
    })
    expect(instance.requests.matching({ body: credential })).toHaveLength(1)
    const nearest = instance.requests.nearest({ body: { ...credential, data: { password: 'other' } } })
    expect(nearest?.differences).toEqual(['body.data.password: expected "other", was "[redacted]"'])
  })

  test.each([
    `/api/v1/tags?api_key=${SECRET}`,
    `/api/v1/tags?limit=1&Token=${SECRET}`,
    `/api/v1/tags/n8n_api_${'a1'.repeat(40)}`,
    `/api/v1/workflows?name=n8n_api_${'a1'.repeat(40)}`,
  ])('in %s are left out', async path => {
    await using instance = await start()
    await instance.request('GET', path)
    const { text } = await instance.request('GET', '/_control/requests')
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('a1a1')
    expect(text).toContain('[redacted]')
  })
})
