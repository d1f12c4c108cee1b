import { describe, expect, test } from 'bun:test'
import { type LoggedRequest, startInstance, type TestInstance } from '../../src/testing.ts'
import { MEMBER, world } from '../core/api/world.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const start = () => startInstance({ fixture: world, clock: NOW, socket: false })

const logged = async (instance: TestInstance) =>
  (await instance.request<{ requests: LoggedRequest[] }>('GET', '/_control/requests')).body

describe.each([true, false])('names who sent what a fault hits (over a socket: %p)', socket => {
  test.each([
    { status: 503 },
    { status: 401, body: { message: 'unauthorized' } },
    { retryAfter: 1 },
    { malformed: 'html', status: 200 },
    { malformed: 'truncated' },
    { drop: 'before' },
    { drop: 'middle' },
    { delay: 1 },
    { delay: 1, status: 500 },
    { delay: 60_000 },
    { hang: true },
  ] as const)('%j', async fault => {
    await using instance = await startInstance({ fixture: world, socket })
    instance.faults.add(fault)
    const ask = (key?: string) =>
      (socket ? fetch : instance.fetch)(`${instance.url}/api/v1/tags`, {
        headers: { connection: 'close', ...(key === undefined ? {} : { [instance.apiKeyHeader]: key }) },
        signal: AbortSignal.timeout(200),
      })
        .then(answer => answer.text())
        .catch(() => {})
    for (const key of [instance.apiKey, MEMBER.key, ` ${MEMBER.key} `, 'nobody-has-this-key', '', undefined]) {
      await ask(key)
    }
    const { requests } = await logged(instance)
    const users = ['olga@example.com', 'mia@example.com', 'mia@example.com', null, null, null]
    expect(requests.map(({ user }) => user)).toEqual(users)
    expect(requests.every(request => request.fault === 1)).toBe(true)
    expect(instance.requests.all().map(({ user }) => user)).toEqual(users)
    expect(instance.requests.matching({ user: 'mia@example.com' })).toHaveLength(2)
    for (const key of [instance.apiKey, MEMBER.key, 'nobody-has-this-key']) {
      expect(JSON.stringify(requests)).not.toContain(key)
    }
  })
})

test.each(['{"name":"new"}', '\ufeff{"name":"new"}'])('the body that a fault hits is shown: %j', async body => {
  await using instance = await start()
  instance.faults.add({ status: 503 })
  const headers = { [instance.apiKeyHeader]: instance.apiKey }
  await instance.fetch('/api/v1/tags', { method: 'POST', headers, body: new TextEncoder().encode(body) })
  expect(instance.requests.all()).toMatchObject([{ status: 503, body: { name: 'new' } }])
  const { log } = (await instance.request('GET', '/_control/requests.har')).body as { log: { entries: object[] } }
  expect(log.entries).toMatchObject([{ request: { postData: { mimeType: '', text: '{"name":"new"}' } } }])
})

test('a body that a fault hits is read to its end before the answer', async () => {
  await using instance = await start()
  instance.faults.add({ status: 503 })
  const body = new ReadableStream({
    async pull(controller) {
      await Bun.sleep(5)
      controller.enqueue(new TextEncoder().encode('{"name":"new"}'))
      controller.close()
    },
  })
  const headers = { [instance.apiKeyHeader]: instance.apiKey }
  await instance.fetch('/api/v1/tags', { method: 'POST', headers, body })
  expect(instance.requests.all()).toMatchObject([{ status: 503, body: { name: 'new' } }])
})

test('what is answered after a delay is sent by whose key is right then', async () => {
  await using instance = await start()
  const { body } = await instance.request('POST', '/_control/keys', { user: 'mia@example.com' })
  const { id, apiKey } = body as { id: string; apiKey: string }
  instance.faults.add({ delay: 150, path: '/tags' })
  const asked = instance.request('GET', '/api/v1/tags', undefined, { key: apiKey })
  expect((await logged(instance)).requests).toMatchObject([{ status: 0, user: 'mia@example.com' }])
  await instance.request('DELETE', `/_control/keys/${id}`)
  expect((await asked).status).toBe(401)
  expect((await logged(instance)).requests).toMatchObject([{ status: 401, user: null }])
})

test('a key that only faults have met was not used', async () => {
  await using instance = await start()
  const { body } = await instance.request('POST', '/_control/keys', { user: 'mia@example.com' })
  const { id, apiKey } = body as { id: string; apiKey: string }
  const lastUse = async () => {
    const { keys } = (await instance.request('GET', '/_control/keys')).body as { keys: Record<string, unknown>[] }
    return keys.find(key => key.id === id)?.lastUsedAt
  }
  instance.faults.add({ status: 503, times: 1 })
  await instance.request('GET', '/api/v1/tags', undefined, { key: apiKey })
  expect(await lastUse()).toBeNull()
  await instance.request('GET', '/api/v1/tags', undefined, { key: apiKey })
  expect(await lastUse()).toBe(NOW)
})
