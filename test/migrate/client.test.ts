import { describe, expect, test } from 'bun:test'
import { cloneService, promote } from '../../src/index.ts'
import { connectService, createPause } from '../../src/migrate/client/client.ts'
import { startInstance } from '../../src/testing.ts'
import { sampleFixture } from './sample.ts'

const sizes = { workflows: 3, tags: 2, credentials: 2, executions: 4 }
const HASTY = { tries: 3, firstWait: 1 }

describe('an address', () => {
  test.each([
    ['ftp://example.com', 'must begin with https:// or http://'],
    ['example.com', 'must begin with https:// or http://'],
    ['https://user:secret@example.com', 'must not contain a user name or password'],
    ['https://example.com/?key=secret', 'must not contain ? or #'],
    ['http://n8n.example.com', 'is not encrypted, so others could read the key'],
  ])('%s is refused before anything is sent', (url, message) => {
    expect(() => connectService({ url, apiKey: 'key' })).toThrow(message)
    expect(() => connectService({ url, apiKey: 'key' })).not.toThrow('secret')
  })

  test.each(['', '/', '/api/v1', '/api/v1/', '/API/v1'])('may end in %p', async end => {
    await using service = await startInstance()
    const { url } = connectService({ url: service.url + end, apiKey: service.apiKey })
    expect(url).toBe(service.url)
  })

  test('of another machine without encryption is taken where that is meant', () => {
    const options = { url: 'http://n8n.example.com/base/', apiKey: 'key', insecure: true }
    expect(connectService(options).url).toBe('http://n8n.example.com/base')
  })
})

describe('a service that is none, or not to be had', () => {
  const html = () => new Response('<!doctype html><title>n8n</title>', { headers: { 'content-type': 'text/html' } })
  const json = (body: unknown, status = 200) => Response.json(body, { status })

  test.each([
    ['answers with a page', html, 'a web page came instead of an answer of the API'],
    ['answers other JSON', () => json({ hello: 1 }), 'is not an n8n service'],
    ['answers a list', () => json([]), 'is not an n8n service'],
    ['knows no such path', () => json({ message: 'not found' }, 404), 'is not an n8n service'],
    ['does not know the key', () => json({ message: 'unauthorized' }, 401), 'the key is not accepted (401)'],
    ['lets the key list no workflows', () => json({ message: 'Forbidden' }, 403), 'the key may not list workflows'],
    ['has pages without an end', () => json({ data: [{ id: '1' }], nextCursor: 'again' }), 'its pages have no end'],
    ['breaks off its answers', () => new Response('{"data":['), 'the answer is incomplete, or not JSON'],
    [
      'is down',
      () => Promise.reject(Object.assign(new TypeError('no'), { code: 'ECONNREFUSED' })),
      'nothing answers there (ECONNREFUSED)',
    ],
  ])('that %s: one line that says so', async (_what, respond, message) => {
    const options = {
      url: 'https://service.example.com',
      apiKey: 'the-key',
      retries: HASTY,
      fetch: async () => respond(),
    }
    const error = await cloneService(options).catch(error => error)
    expect(error.message).toContain(message)
    expect(error.message).not.toMatch(/the-key|\n/)
  })

  test.each([
    ['another host', 'https://elsewhere.example.com/api/v1/workflows'],
    ['another port', 'https://service.example.com:8443/api/v1/workflows'],
    ['no encryption', 'http://service.example.com/api/v1/workflows'],
    ['nowhere', ''],
  ])('that sends on to %s is not followed', async (_where, location) => {
    const asked: string[] = []
    const fetch = async (url: string) => {
      asked.push(new URL(url).origin)
      return new Response(null, { status: 302, headers: { location } })
    }
    const options = { url: 'https://service.example.com', apiKey: 'the-key', retries: HASTY, fetch }
    await expect(cloneService(options)).rejects.toThrow('and the key is not sent there')
    expect(new Set(asked)).toEqual(new Set(['https://service.example.com']))
  })

  test('that sends on to itself is followed', async () => {
    await using service = await startInstance({ fixture: sampleFixture(sizes) })
    const fetch = async (url: string, init: RequestInit) => {
      const [, path] = /\/old(\/.*)$/.exec(url) ?? []
      if (path) return new Response(null, { status: 307, headers: { location: path } })
      return globalThis.fetch(url, init)
    }
    const { counts } = await cloneService({ url: `${service.url}/old`, apiKey: service.apiKey, fetch })
    expect(counts).toMatchObject({ workflows: 3 })
  })
})

describe('waiting', () => {
  test('a service that never answers is given up', async () => {
    await using service = await startInstance({ fixture: sampleFixture(sizes) })
    service.faults.add({ hang: true })
    const retries = { tries: 2, firstWait: 1, timeout: 50 }
    await expect(cloneService({ url: service.url, apiKey: service.apiKey, retries })).rejects.toThrow(
      'no answer within',
    )
    service.faults.clear()
  })
})

test('a pause goes on where the clock of the machine is set forward', async () => {
  const controller = new AbortController()
  const pause = createPause(controller.signal)
  pause.extend(60_000)
  const { now } = Date
  Date.now = () => now() + 3_600_000
  const ended = pause.over().then(
    () => 'over',
    () => 'stopped',
  )
  Date.now = now
  controller.abort()
  expect(await ended).toBe('stopped')
})

test('a key with too few rights: what is missing is named, and the rest is done', async () => {
  await using service = await startInstance({
    fixture: {
      ...sampleFixture(sizes),
      users: [
        { email: 'owner@example.com', role: 'global:owner' },
        { email: 'mia@example.com', apiKey: 'mia-key' },
      ],
      workflows: [
        { id: '1', name: 'Mine', owner: 'mia@example.com' },
        { id: '2', name: 'Not mine' },
      ],
      executions: [],
    },
  })
  const { fixture, gaps } = await cloneService({ url: service.url, apiKey: 'mia-key' })
  expect(fixture.workflows?.map(({ name }) => name)).toEqual(['Mine'])
  expect(gaps).toEqual([{ part: 'users', because: expect.stringContaining('the key may not read them') }])
})

test('a document that there is not is no reason to ask the service', async () => {
  await expect(
    promote({ file: '/nowhere/instance.json', url: 'https://service.example.com', apiKey: 'k' }),
  ).rejects.toThrow('there is no such document')
})
