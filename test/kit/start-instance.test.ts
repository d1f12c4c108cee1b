import { describe, expect, test } from 'bun:test'
import { aWorkflow, startInstance } from '../../src/testing.ts'

const headers = { 'X-N8N-API-KEY': 'owner-key' }

test('serves on a free port of this machine until the block ends', async () => {
  let url = ''
  {
    await using instance = await startInstance()
    url = instance.url
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${url}/api/v1/tags`, { headers })).status).toBe(200)
  }
  await expect(fetch(`${url}/api/v1/tags`, { headers })).rejects.toThrow()
})

test('stopping twice is fine, also at once', async () => {
  const instance = await startInstance()
  await Promise.all([instance.stop(), instance.stop()])
  await instance.stop()
  await expect(fetch(`${instance.url}/healthz`)).rejects.toThrow()
})

test('stopping waits for what is being answered', async () => {
  const instance = await startInstance()
  const asked = fetch(`${instance.url}/api/v1/workflows`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(aWorkflow()),
  })
  while (instance.requests.all().length === 0) await Bun.sleep(1)
  await instance.stop()
  expect((await asked).status).toBe(200)
})

describe('fetch without a socket', () => {
  test.each<[string, (url: string) => Parameters<typeof fetch>]>([
    ['a path', () => ['/api/v1/tags', { headers }]],
    ['a URL as text', url => [`${url}/api/v1/tags`, { headers }]],
    ['a URL', url => [new URL('/api/v1/tags', url), { headers }]],
    ['a URL of any host', () => ['https://n8n.example.com/api/v1/tags', { headers }]],
    ['a Request', url => [new Request(`${url}/api/v1/tags`, { headers })]],
    ['a Request and more', url => [new Request(`${url}/api/v1/tags`), { headers }]],
  ])('takes %s', async (_name, input) => {
    await using instance = await startInstance({ socket: false, fixture: { tags: [{ name: 'urgent' }] } })
    const answer = await instance.fetch(...(input(instance.url) as [string]))
    expect(await answer.json()).toMatchObject({ data: [{ name: 'urgent' }] })
  })

  test('is what a client can be given instead of the global one', async () => {
    await using instance = await startInstance({ socket: false })
    const { fetch } = instance
    const body = new URLSearchParams({ name: 'x' })
    expect((await fetch('/api/v1/tags', { method: 'POST', headers, body })).status).toBe(415)
  })

  test('rejects as the global one does when it is aborted', async () => {
    await using instance = await startInstance({ socket: false })
    const signal = AbortSignal.abort()
    await expect(instance.fetch('/api/v1/tags', { headers, signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test.each([
  ['a key', { apiKey: 'mine' }, 'X-N8N-API-KEY', 'mine'],
  ['a service name', { serviceName: 'flow' }, 'X-FLOW-API-KEY', 'owner-key'],
])('takes %s', async (_name, options, header, key) => {
  await using instance = await startInstance({ ...options, socket: false })
  expect([instance.apiKeyHeader, instance.apiKey]).toEqual([header, key])
  expect((await instance.fetch('/api/v1/tags', { headers: { [header]: key } })).status).toBe(200)
  expect((await instance.request('GET', '/api/v1/tags')).status).toBe(200)
  expect((await instance.request('GET', '/api/v1/tags', undefined, { key: null })).status).toBe(401)
})

test.each([
  ['the content type', { 'Content-Type': 'text/plain' }, 415],
  ['the content type, the same', { 'CONTENT-TYPE': 'application/json' }, 201],
  ['the key, the same', { 'x-n8n-api-key': 'owner-key' }, 201],
  ['the key', { 'x-n8n-api-key': 'other' }, 401],
])(
  'a header of a request takes the place of the one that is usual, in any letters: %s',
  async (_name, headers, status) => {
    await using instance = await startInstance({ socket: false })
    const answer = await instance.request('POST', '/api/v1/tags', { name: 'urgent' }, { headers })
    expect(answer).toMatchObject({ status })
  },
)

describe('seed', () => {
  test('puts records in, and says how many', async () => {
    await using instance = await startInstance({ socket: false })
    expect(await instance.seed({ tags: [{ name: 'a' }, { name: 'b' }] })).toEqual({
      tags: { inserted: 2, replaced: 0 },
    })
    expect(await instance.seed(aWorkflow({ name: 'exported' }))).toEqual({ workflows: { inserted: 1, replaced: 0 } })
  })

  test('takes several, also such that are of different forms: a later one replaces what an earlier one put in', async () => {
    await using instance = await startInstance({ socket: false })
    const several = [
      { tags: [{ id: 't1', name: 'urgent' }] },
      aWorkflow({ name: 'exported', tags: ['urgent'] }),
      { tags: [{ id: 't1', name: 'replaced' }, { name: 'another' }] },
    ]
    expect(await instance.seed(several)).toEqual({
      tags: { inserted: 2, replaced: 1 },
      workflows: { inserted: 1, replaced: 0 },
    })
    const { body } = await instance.request('GET', '/api/v1/tags')
    expect(body).toMatchObject({ data: [{ name: 'replaced' }, { name: 'another' }] })
  })

  test.each([
    ['fixture/1/tags/0/nam is not a known property', [{ tags: [{ name: 'a' }] }, { tags: [{ nam: 'b' }] }]],
    [
      'fixture/1/workflows/0/tags/0: there is no tag "ghost"',
      [{ tags: [{ name: 'a' }] }, aWorkflow({ tags: ['ghost'] })],
    ],
  ])('of several is refused whole where one is wrong: %s', async (message, several) => {
    await using instance = await startInstance({ socket: false })
    const before = instance.state()
    await expect(instance.seed(several as never)).rejects.toThrow(message)
    expect(instance.state()).toEqual(before)
  })

  test('of none changes nothing', async () => {
    await using instance = await startInstance({ socket: false })
    expect(await instance.seed([])).toEqual({})
  })

  test('is refused with every fault, and changes nothing', async () => {
    await using instance = await startInstance({ socket: false })
    const before = instance.state()
    const fixture = { tags: [{ name: 'a' }], workflows: [{ name: 'w', tags: ['ghost'] }] }
    await expect(instance.seed(fixture)).rejects.toThrow('fixture/workflows/0/tags/0: there is no tag "ghost"')
    expect(instance.state()).toEqual(before)
  })
})

test('says that a fixture is none when it starts', async () => {
  await expect(startInstance({ fixture: { workflow: [] } as never })).rejects.toThrow(
    'fixture/workflow is not a known property',
  )
})

describe('the seed of chance', () => {
  test('is told at the end of an instance whose faults went by it, unless it was chosen', async () => {
    const told: string[] = []
    const original = console.error
    console.error = (message: string) => void told.push(message)
    try {
      for (const options of [{}, { faultSeed: 1 }, { idSeed: 'a' }]) {
        await using instance = await startInstance({ ...options, socket: false })
        instance.faults.add({ status: 500, probability: 0.5 })
        await instance.request('GET', '/api/v1/tags')
        if ('faultSeed' in options) expect(instance.faults.seed).toBe(1)
      }
    } finally {
      console.error = original
    }
    expect(told).toEqual([expect.stringMatching(/faultSeed: \d+ repeats them/)])
  })

  test('is not told where nothing was left to it', async () => {
    const told: string[] = []
    const original = console.error
    console.error = (message: string) => void told.push(message)
    try {
      await using instance = await startInstance({ socket: false })
      instance.faults.add({ status: 500, times: 1 })
      expect((await instance.request('GET', '/api/v1/tags')).status).toBe(500)
    } finally {
      console.error = original
    }
    expect(told).toEqual([])
  })
})

test('a start that fails leaves nothing behind that fails later', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const wrong = { users: [{ email: 'no address' }] }
  for (const socket of [true, false]) await expect(startInstance({ fixture: wrong, socket })).rejects.toThrow('email')
  await Bun.sleep(20)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
