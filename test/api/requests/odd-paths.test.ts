import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
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

test.each(['/api/v1/tags', '/healthz'])('a byte of %s?x= that is no UTF-8 is 400 without a body', async path => {
  await using instance = await startInstance()
  const { status, text, headers } = await sendRaw(instance, 'GET', `${path}?x=\xe9`)
  expect([status, text, headers['content-type']]).toEqual([400, '', undefined])
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
