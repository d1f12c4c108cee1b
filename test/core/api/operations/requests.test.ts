import { expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { place } from '../place.ts'
import measured from './discover.json'

const start = () => startInstance({ socket: false, profile: 'n8n-2.41', fixture: place })

test("GET /discover tells an owner's key what the service was measured to tell one", async () => {
  interface Discovered {
    resources: Record<string, { endpoints: { method: string; path: string; operationId: string }[] }>
    filters: unknown
  }
  await using instance = await start()
  const { body } = await instance.request<{ data: Discovered }>('GET', '/api/v1/discover')
  const told = Object.entries(body.data.resources).flatMap(([resource, { endpoints }]) =>
    endpoints.map(({ method, path, operationId }) => `${resource} ${method} ${path} ${operationId}`),
  )
  expect(told).toEqual(
    measured.operations.map(one => `${one.resource} ${one.method} /api/v1${one.path} ${one.operationId}`),
  )
  expect(body.data.filters).toEqual(measured.filters)
})

test.each([
  ['/workflows/x/history', 'GET, HEAD'],
  ['/workflows/x/tags', 'GET, HEAD, PUT'],
  ['/workflows/x/activate', 'POST'],
  ['/projects/x/folders', 'GET, HEAD'],
  ['/roles/x', 'DELETE, GET, HEAD, PUT'],
  ['/executions/stop', 'DELETE, GET, HEAD, POST'],
])('OPTIONS %s names %s', async (path, methods) => {
  await using instance = await start()
  const { status, text } = await instance.request('OPTIONS', `/api/v1${path}`, undefined, { key: null })
  expect([status, text]).toEqual([200, methods])
})

test.each([
  ['/tags', '{"name":"marked"}'],
  ['/users', '[{"email":"marked@example.com"}]'],
])('POST %s takes a byte order mark before its JSON', async (path, json) => {
  await using instance = await start()
  const headers = { 'content-type': 'application/json' }
  const { status, text } = await instance.request('POST', `/api/v1${path}`, `\uFEFF${json}`, { headers })
  expect([status, text]).toEqual([201, expect.stringContaining('marked')])
})

test.each(['/users', '/workflows', '/tags'])('GET %s takes a cursor with a limit of 0 for everything', async list => {
  await using instance = await start()
  const cursor = Buffer.from('{"limit":0,"offset":0}').toString('base64')
  const all = await instance.request('GET', `/api/v1${list}`)
  const { status, body } = await instance.request('GET', `/api/v1${list}?cursor=${cursor}`)
  expect([status, body]).toEqual([200, all.body])
})

test.each([
  ['/workflows?active=1&limit=abc', 'request/query/limit Param `limit` must be a valid integer'],
  [
    '/executions?status=failed&limit=abc',
    "request/query/status Invalid enum value. Expected 'canceled' | 'crashed' | 'error' | 'new' | 'running' | 'success' | 'unknown' | 'waiting', received 'failed'",
  ],
  ['/executions?limit=abc&cursor=x', 'request/query/limit Param `limit` must be a valid integer'],
  ['/workflows?limit=abc&offset=x', 'request/query/offset Param `offset` must be a valid integer'],
  ['/settings/ldap/sync?limit=251', 'request/query/limit must be <= 250'],
  ['/settings/ldap/sync?foo=1', "Unknown query parameter 'foo'"],
])('GET %s is refused for the first parameter in the order of the document', async (path, message) => {
  await using instance = await start()
  const { status, body } = await instance.request('GET', `/api/v1${path}`)
  expect([status, body]).toEqual([400, { message }])
})

test('a data table is not looked for where a change of its rows says nothing', async () => {
  await using instance = await start()
  const change = { filter: { filters: [{ columnName: 'email', condition: 'eq', value: 'x' }] }, data: {} }
  for (const [method, path] of [
    ['PATCH', 'update'],
    ['POST', 'upsert'],
  ] as const) {
    const { body } = await instance.request(method, `/api/v1/data-tables/abcdefghijklmnop/rows/${path}`, change)
    expect(body).toEqual({ message: 'data must not be empty' })
  }
})
