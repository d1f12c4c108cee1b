import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { PROFILES, startWorld } from '../world.ts'
import { sendRaw } from './raw-request.ts'

describe.each(PROFILES)('in profile %s', profile => {
  test.each([
    ['a list', 'GET', '/tags', 200],
    ['one thing', 'GET', '/tags/1', 200],
    ['a deletion', 'DELETE', '/tags/1', 200],
    ['a refusal', 'GET', '/tags/99', 404],
    ['an unknown path', 'GET', '/nope', 404],
    ['a wrong method', 'PATCH', '/tags', 405],
  ])('says of %s what it is, how long, and a weak etag', async (_name, method, path, status) => {
    await using instance = await startWorld(profile)
    const answer = await sendRaw(instance, method, `/api/v1${path}`)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(answer.bytes.length),
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(new RegExp(`^W/"${answer.bytes.length.toString(16)}-[A-Za-z0-9+/]{27}"$`)),
    })
  })

  test.each(['x-powered-by', 'cache-control', 'access-control-allow-origin', 'set-cookie', 'allow', 'retry-after'])(
    'sends no %s',
    async header => {
      await using instance = await startWorld(profile)
      const { status, headers } = await sendRaw(instance, 'GET', '/api/v1/tags', {
        headers: { origin: 'http://elsewhere.test' },
      })
      expect([status, headers[header]]).toEqual([200, undefined])
    },
  )

  test('counts bytes, not letters, in its length and etag', async () => {
    await using instance = await startWorld(profile)
    await instance.request('PUT', '/api/v1/tags/1', { name: 'é🚀' })
    const { headers, bytes, text } = await sendRaw(instance, 'GET', '/api/v1/tags/1')
    expect(text).toContain('é🚀')
    expect(headers['content-length']).toBe(String(bytes.length))
  })

  test('answers 304 without a body to the etag that it gave, and 200 once something has changed', async () => {
    await using instance = await startWorld(profile)
    const etag = (await instance.request('GET', '/api/v1/tags')).headers.get('etag') ?? ''
    const seen = { headers: { 'if-none-match': etag } }
    const same = await sendRaw(instance, 'GET', '/api/v1/tags', seen)
    expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag])
    await instance.request('POST', '/api/v1/tags', { name: 'new' })
    expect((await sendRaw(instance, 'GET', '/api/v1/tags', seen)).status).toBe(200)
  })

  test.each([
    ['"other", {etag}', 304],
    ['{strong}', 304],
    ['*', 304],
    ['"other"', 200],
  ])('takes If-None-Match: %s', async (template, status) => {
    await using instance = await startWorld(profile)
    const etag = (await instance.request('GET', '/api/v1/tags')).headers.get('etag') ?? ''
    const given = template.replace('{etag}', etag).replace('{strong}', etag.slice(2))
    expect((await sendRaw(instance, 'GET', '/api/v1/tags', { headers: { 'if-none-match': given } })).status).toBe(
      status,
    )
  })

  test('never answers 304 to a refusal or to a write', async () => {
    await using instance = await startWorld(profile)
    const seen = { headers: { 'if-none-match': '*' } }
    expect((await sendRaw(instance, 'GET', '/api/v1/tags/99', seen)).status).toBe(404)
    expect((await sendRaw(instance, 'DELETE', '/api/v1/tags/1', seen)).status).toBe(200)
  })

  test.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.5', true],
    ['*', true],
    ['GZIP', true],
    ['br', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['deflate', false],
  ])('packs a long answer to a client that accepts %s: %p', async (accepted, packed) => {
    await using instance = await startWorld(profile)
    const plain = await sendRaw(instance, 'GET', '/api/v1/credentials/schema/postgres')
    expect(plain.bytes.length).toBeGreaterThan(1024)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const answer = await sendRaw(instance, 'GET', '/api/v1/credentials/schema/postgres', {
      headers: { 'accept-encoding': accepted },
    })
    expect(answer.headers['content-encoding']).toBe(packed ? 'gzip' : undefined)
    expect(answer.headers.etag).toBe(plain.headers.etag)
    expect((packed ? gunzipSync(answer.bytes) : answer.bytes).toString()).toBe(plain.text)
  })

  test('does not pack a short answer', async () => {
    await using instance = await startWorld(profile)
    const answer = await sendRaw(instance, 'GET', '/api/v1/tags/1', { headers: { 'accept-encoding': 'gzip' } })
    expect([answer.headers['content-encoding'], answer.text]).toEqual([undefined, expect.stringContaining('"urgent"')])
  })

  test.each([
    [1023, undefined],
    [1024, 'gzip'],
  ])('packs an answer of %i bytes as %p', async (bytes, encoding) => {
    await using instance = await startWorld(profile)
    const read = async (letters: number) => {
      await instance.request('POST', '/_control/seed', { tags: [{ id: '1', name: 'x'.repeat(letters) }] })
      return sendRaw(instance, 'GET', '/api/v1/tags/1', { headers: { 'accept-encoding': 'gzip' } })
    }
    const { bytes: short } = await read(1)
    const { headers, bytes: sent } = await read(bytes - short.length + 1)
    expect(headers['content-encoding']).toBe(encoding as string)
    expect((encoding ? gunzipSync(sent) : sent).length).toBe(bytes)
  })

  test.each(['text/html', 'application/xml', 'image/png', '*/*'])('answers JSON to who accepts %s', async accept => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('GET', '/api/v1/tags', undefined, { headers: { accept } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  })

  test.each(['Googlebot/2.1', 'robot/1', ''])('answers who calls itself %s like everyone else', async agent => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('GET', '/api/v1/tags', undefined, { headers: { 'user-agent': agent } })
    expect(answer.status).toBe(200)
  })

  test('says that it is well without a key', async () => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('GET', '/healthz', undefined, { key: null })
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
  })

  test('reads a body that comes in pieces and without its length', async () => {
    await using instance = await startWorld(profile)
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const answer = await sendRaw(instance, 'POST', '/api/v1/tags', { headers, body: ['{"na', 'me":"pie', 'ces"}'] })
    expect([answer.status, JSON.parse(answer.text).name]).toEqual([201, 'pieces'])
  })

  test('does not read the body of a GET', async () => {
    await using instance = await startWorld(profile)
    const headers = { 'content-type': 'application/json', 'content-length': '5' }
    const answer = await sendRaw(instance, 'GET', '/api/v1/tags', { headers, body: '{"a":' })
    expect(answer.status).toBe(200)
  })

  test('answers many requests on one socket', async () => {
    await using instance = await startWorld(profile)
    const headers = { [instance.apiKeyHeader]: instance.apiKey }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${instance.url}/api/v1/tags/1`, { headers }).then(answer => answer.json()),
      ),
    )
    expect(answers).toEqual(Array(50).fill(expect.objectContaining({ id: '1', name: 'urgent' })))
  })

  test('answers over the socket what it answers without one', async () => {
    await using instance = await startWorld(profile)
    for (const [path, status] of [
      ['/api/v1/workflows', 200],
      ['/api/v1/executions/1?includeData=true', 200],
      ['/api/v1/nope', 404],
    ] as const) {
      const { text } = await instance.request('GET', path)
      const raw = await sendRaw(instance, 'GET', path)
      expect([raw.status, raw.text]).toEqual([status, text])
    }
  })
})
