import { describe, expect, test } from 'bun:test'
import { type RequestDetails, startInstance, type TestInstance } from '../../src/testing.ts'
import { MEMBER, SECRET, world } from '../core/api/world.ts'

const start = () => startInstance({ fixture: world, clock: '2026-05-01T00:00:00Z', socket: false })

async function detailsOf(instance: TestInstance, id = 1) {
  return (await instance.request('GET', `/_control/requests/${id}`)).body as RequestDetails
}

describe('the details of a request', () => {
  test('have headers, body, response, warnings and a time line', async () => {
    await using instance = await start()
    const { body: made } = await instance.request('POST', '/api/v1/tags?dry=1', { name: 'new' })
    const details = await detailsOf(instance)
    expect(details).toMatchObject({
      status: 400,
      url: 'http://localhost/api/v1/tags?dry=1',
      query: 'dry=1',
      headers: { 'content-type': 'application/json', 'x-n8n-api-key': '[redacted]' },
      body: { name: 'new' },
      response: {
        headers: { 'content-type': 'application/json; charset=utf-8' },
        bytes: JSON.stringify(made).length,
        body: made as object,
      },
      warnings: [],
    })
    expect(details).not.toHaveProperty('faultRule')
    expect(details.timeline.map(({ what }) => what)).toEqual(['received', 'key accepted', 'response made', 'answered'])
    const times = details.timeline.map(({ milliseconds }) => milliseconds)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect([times[0], times.at(-1)]).toEqual([0, details.milliseconds])
  })

  test.each<[string, string, string, unknown]>([
    ['a list', 'GET', '/api/v1/tags', undefined],
    ['one record', 'GET', '/api/v1/tags/1', undefined],
    ['a record that is not there', 'GET', '/api/v1/tags/9', undefined],
    ['a path that is not there', 'GET', '/api/v1/nope', undefined],
    ['a method that is not there', 'PATCH', '/api/v1/tags', undefined],
    ['a write', 'POST', '/api/v1/tags', { name: 'made' }],
  ])('have the response to %s', async (_name, method, path, sent) => {
    await using instance = await start()
    for (const id of [1, 2]) {
      const { body, text } = await instance.request(method, path, sent)
      expect((await detailsOf(instance, id)).response).toMatchObject({
        bytes: Buffer.byteLength(text),
        body: body as object,
      })
    }
  })

  test('have none of a 304', async () => {
    await using instance = await start()
    const { headers } = await instance.request('GET', '/api/v1/tags')
    await instance.request('GET', '/api/v1/tags', undefined, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(await detailsOf(instance, 2)).toMatchObject({ status: 304, response: { bytes: 0 } })
    expect((await detailsOf(instance, 2)).response).not.toHaveProperty('body')
  })

  test.each([
    [{ status: 503, body: 'later' }, 503, 'later'],
    [{ retryAfter: 2 }, 429, { message: 'Too Many Requests' }],
    [{ malformed: 'html' as const }, 200, expect.stringContaining('<!DOCTYPE html>')],
  ])('have the fault that hit, and what it answered: %j', async (rule, status, body) => {
    await using instance = await start()
    instance.faults.add({ status: 500, path: '/audit' })
    instance.faults.add(rule)
    await instance.request('GET', '/api/v1/tags')
    instance.faults.clear()
    expect(await detailsOf(instance)).toMatchObject({ status, fault: 2, faultRule: rule, response: { body } })
  })

  test('say that the connection was dropped', async () => {
    await using instance = await start()
    instance.faults.add({ drop: 'before' })
    await instance.request('GET', '/api/v1/tags').catch(() => {})
    const { status, response, timeline } = await detailsOf(instance)
    expect([status, response, timeline.at(-1)?.what]).toEqual([0, null, 'connection dropped'])
  })

  test('have the warnings that only later requests can bring', async () => {
    await using instance = await start()
    await instance.request('GET', '/api/v1/tags?limit=1')
    expect((await detailsOf(instance)).warnings).toEqual([expect.stringContaining('nextCursor')])
  })

  test('leave secrets out, wherever they stand', async () => {
    await using instance = await start()
    const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${SECRET}`
    const headers = { authorization: `Bearer ${SECRET}`, cookie: `a=${SECRET}`, 'x-trace': `for ${token}` }
    const credential = { name: 'Shop', type: 'httpBasicAuth', data: { user: 'u', password: SECRET } }
    await instance.request('POST', '/api/v1/credentials', credential, { headers })
    await instance.request('GET', `/api/v1/tags/${token}`)
    for (const path of ['/_control/requests/1', '/_control/requests/2', '/_control/requests.har']) {
      const { text } = await instance.request('GET', path)
      expect(text).toContain('/api/v1/')
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain('owner-key')
    }
  })

  test('are kept for bodies up to a megabyte, 16 MB together', async () => {
    await using instance = await start()
    const big = (id: number, length: number) => ({ id, name: `${id} ${'x'.repeat(length)}` })
    await instance.seed({
      tags: [...Array.from({ length: 20 }, (_, at) => big(100 + at, 1_000_000)), big(99, 1_100_000)],
    })
    await instance.request('GET', '/api/v1/tags/99')
    for (let id = 100; id < 120; id++) await instance.request('GET', `/api/v1/tags/${id}`)
    const kept: boolean[] = []
    for (let id = 1; id <= 21; id++) kept.push((await detailsOf(instance, id)).response?.body !== undefined)
    expect(kept).toEqual([false, ...Array(4).fill(false), ...Array(16).fill(true)])
    expect((await detailsOf(instance, 1)).response?.bytes).toBeGreaterThan(1_100_000)
  })

  test.each(['99', '0', 'x', '1.5'])('are refused for %s', async id => {
    await using instance = await start()
    expect((await instance.request('GET', `/_control/requests/${id}`)).status).toBe(id === '99' ? 404 : 400)
  })
})

describe('the HTTP archive', () => {
  test('has every request with its response', async () => {
    await using instance = await start()
    await instance.request('POST', '/api/v1/tags', { name: 'new' })
    await instance.request('GET', '/api/v1/tags?limit=2')
    const { body } = await instance.request('GET', '/_control/requests.har')
    expect(body).toMatchObject({
      log: {
        version: '1.2',
        creator: { name: 'n8n-understudy' },
        entries: [
          {
            startedDateTime: '2026-05-01T00:00:00.000Z',
            request: {
              method: 'POST',
              url: 'http://localhost/api/v1/tags',
              postData: { mimeType: 'application/json', text: '{"name":"new"}' },
            },
            response: { status: 201, statusText: 'Created', content: { mimeType: 'application/json; charset=utf-8' } },
          },
          { request: { method: 'GET', queryString: [{ name: 'limit', value: '2' }] }, response: { status: 200 } },
        ],
      },
    })
  })

  test.each([
    ['?operation=getTags', 2],
    ['?user=mia@example.com', 1],
    ['?status=4xx', 1],
    ['', 3],
  ])('takes the filters of the list: %p', async (query, count) => {
    await using instance = await start()
    await instance.request('GET', '/api/v1/tags')
    await instance.request('GET', '/api/v1/tags', undefined, MEMBER)
    await instance.request('GET', '/api/v1/nope')
    const { body } = await instance.request('GET', `/_control/requests.har${query}`)
    expect((body as { log: { entries: unknown[] } }).log.entries).toHaveLength(count)
    const listed = await instance.request('GET', `/_control/requests${query}`)
    expect((listed.body as { requests: unknown[] }).requests).toHaveLength(count)
  })
})
