import { expect, test } from 'bun:test'
import packageJson from '../../package.json'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { world } from '../core/api/world.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const URL = 'http://localhost/api/v1/tags'
const LIKE = { httpVersion: 'HTTP/1.1', cookies: [], headers: expect.any(Array), headersSize: -1 }
const JSON_TYPE = 'application/json; charset=utf-8'

async function archived(act: (instance: TestInstance) => unknown) {
  await using instance = await startInstance({ fixture: world, clock: NOW, socket: false })
  await act(instance)
  const { body } = await instance.request('GET', '/_control/requests.har')
  return (body as { log: { entries: { time: number; timings: { wait: number } }[] } }).log
}

test('an archive says what made it', async () => {
  const { name, version } = packageJson
  expect(await archived(() => {})).toEqual({ version: '1.2', creator: { name, version }, entries: [] } as never)
})

test.each([
  {
    what: 'a write',
    act: it => it.request('POST', '/api/v1/tags', { name: 'é' }),
    request: {
      method: 'POST',
      url: URL,
      queryString: [],
      bodySize: 13,
      postData: { mimeType: 'application/json', text: '{"name":"é"}' },
    },
    response: {
      status: 201,
      statusText: 'Created',
      bodySize: 100,
      content: { size: 100, mimeType: JSON_TYPE, text: expect.stringContaining('"name":"é"') },
    },
  },
  {
    what: 'a read with a query, and its warning',
    act: it => it.request('GET', '/api/v1/tags?limit=1'),
    request: { method: 'GET', url: `${URL}?limit=1`, queryString: [{ name: 'limit', value: '1' }], bodySize: 0 },
    response: {
      status: 200,
      statusText: 'OK',
      content: { size: expect.any(Number), mimeType: JSON_TYPE, text: expect.any(String) },
    },
    more: { comment: expect.stringContaining('there is a next page') },
  },
  {
    what: 'a connection that was dropped',
    act: async it => {
      it.faults.add({ drop: 'before' })
      await it.request('GET', '/api/v1/tags').catch(() => {})
    },
    request: { method: 'GET', url: URL, queryString: [], bodySize: 0 },
    response: { status: 0, statusText: '', bodySize: 0, content: { size: 0, mimeType: '' } },
  },
  {
    what: 'an answer of plain text',
    act: async it => {
      it.faults.add({ status: 503, body: 'later' })
      await it.request('GET', '/api/v1/tags')
    },
    request: { method: 'GET', url: URL, queryString: [], bodySize: 0 },
    response: {
      status: 503,
      statusText: 'Service Unavailable',
      bodySize: 5,
      content: { size: 5, mimeType: 'text/plain; charset=utf-8', text: 'later' },
    },
  },
] satisfies {
  what: string
  act: (instance: TestInstance) => unknown
  request: object
  response: object
  more?: object
}[])('an entry is whole: $what', async ({ act, request, response, more = {} }) => {
  const { entries } = await archived(act)
  const time = entries[0]?.time
  expect(entries).toEqual([
    {
      startedDateTime: NOW,
      time: expect.any(Number),
      cache: {},
      timings: { send: 0, wait: time, receive: 0 },
      request: { ...LIKE, ...request },
      response: { ...LIKE, redirectURL: '', bodySize: expect.any(Number), ...response },
      ...more,
    } as never,
  ])
})

test('an entry has the headers of both sides, but for what is secret', async () => {
  const { entries } = await archived(it =>
    it.request('GET', '/api/v1/tags', undefined, { headers: { 'x-trace': '7' } }),
  )
  const { request, response } = entries[0] as never as Record<string, { headers: { name: string; value: string }[] }>
  expect(request?.headers).toContainEqual({ name: 'x-trace', value: '7' })
  expect(request?.headers).toContainEqual({ name: 'x-n8n-api-key', value: '[redacted]' })
  expect(response?.headers).toContainEqual({ name: 'content-type', value: JSON_TYPE })
})
