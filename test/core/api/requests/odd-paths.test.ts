import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { sendRaw } from './raw-request.ts'

const NOT_FOUND = '404 {"message":"not found"}'
const EMPTY = '200 {"data":[],"nextCursor":null}'

describe('in profile n8n-2.41', () => {
  test.each([
    { request: 'GET /tags//', answer: EMPTY },
    { request: 'GET /TAGS//?limit=1', answer: EMPTY },
    { request: 'GET /workflows//', answer: EMPTY },
    { request: 'POST /tags//', answer: `400 {"message":"request/body must have required property 'name'"}` },
    { request: 'OPTIONS /tags//', answer: '200 GET, HEAD, POST' },
    { request: 'PATCH /tags//', answer: NOT_FOUND },
    { request: 'PATCH /tags/', answer: '405 {"message":"PATCH method not allowed"}' },
    { request: 'GET /tags///', answer: NOT_FOUND },
    { request: 'GET /tags//nope', answer: NOT_FOUND },
    { request: 'GET /tags/nope//', answer: NOT_FOUND },
    { request: 'GET /users//', answer: NOT_FOUND },
    { request: 'GET /data-tables//', answer: NOT_FOUND },
    { request: 'GET /tags#x', answer: EMPTY },
    { request: 'PUT /tags#x', answer: NOT_FOUND },
    { request: 'PUT /tags?a=1#x', answer: '405 {"message":"PUT method not allowed"}' },
    { request: 'PATCH /tags/nope#x', answer: '405 {"message":"PATCH method not allowed"}' },
    {
      request: 'GET /tags?limit=1&limit[a]=1',
      answer: '400 {"message":"request/query/limit Expected string, received array"}',
    },
  ])('$request is answered $answer', async ({ request, answer }) => {
    await using instance = await startInstance({ profile: 'n8n-2.41' })
    const [method = '', path = ''] = request.split(' ')
    const hasBody = method === 'POST'
    const { status, text } = await sendRaw(instance, method, `/api/v1${path}`, {
      ...(hasBody ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
    })
    expect(`${status} ${text}`).toBe(answer)
  })

  test.each([
    { key: '', cookie: 'n8n-auth=x', text: 'Unauthorized' },
    { key: 'bad', cookie: 'a=b; n8n-auth=x', text: 'Unauthorized' },
    { key: 'bad', cookie: 'n8n-auth=', text: 'unauthorized' },
    { key: '', cookie: 'other-n8n-auth=x', text: "'X-N8N-API-KEY' header required" },
  ])('an older operation with the key "$key" and the cookie $cookie is 401 $text', async ({ key, cookie, text }) => {
    await using instance = await startInstance({ socket: false, profile: 'n8n-2.41' })
    const answer = await instance.request('GET', '/api/v1/users', undefined, { key, headers: { cookie } })
    expect([answer.status, answer.body]).toEqual([401, { message: text }])
  })
})

test('after a page of a history by a cursor with texts comes one where there is one more version', async () => {
  await using instance = await startInstance({ socket: false, profile: 'n8n-2.41' })
  const sent = { name: 'w', nodes: [], connections: {}, settings: {} }
  const made = await instance.request('POST', '/api/v1/workflows', sent)
  const path = `/api/v1/workflows/${Object(made.body).id}`
  const noOp = { id: 'a', name: 'N', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [0, 0], parameters: {} }
  for (const name of ['A', 'B']) await instance.request('PUT', path, { ...sent, nodes: [{ ...noOp, name }] })
  const after = async (offset: string) => {
    const cursor = Buffer.from(JSON.stringify({ limit: '1', offset })).toString('base64')
    const { body } = await instance.request('GET', `${path}/history?cursor=${encodeURIComponent(cursor)}`)
    const { data, nextCursor } = body as { data: unknown[]; nextCursor: string | null }
    return [data.length, nextCursor && Buffer.from(nextCursor, 'base64').toString()]
  }
  expect(await after('1')).toEqual([1, '{"limit":"1","offset":"11"}'])
  expect(await after('2')).toEqual([1, null])
})

test.each([
  { limit: '2', offset: '0', next: { limit: '2', offset: '02' } },
  { limit: '1', offset: '1', next: undefined },
  { limit: '1', offset: 1, next: undefined },
  { limit: '0', offset: 0, next: undefined },
])('after the page of %j comes the offset of both texts', async ({ limit, offset, next }) => {
  const tags = Array.from({ length: 5 }, (_, at) => ({ name: `t${at}` }))
  await using instance = await startInstance({ socket: false, profile: 'n8n-2.41', fixture: { tags } })
  const cursor = Buffer.from(JSON.stringify({ limit, offset })).toString('base64')
  const { body } = await instance.request('GET', `/api/v1/tags?cursor=${encodeURIComponent(cursor)}`)
  const { nextCursor } = body as { nextCursor: string | null }
  expect(nextCursor && JSON.parse(Buffer.from(nextCursor, 'base64').toString())).toEqual(next ?? null)
})
