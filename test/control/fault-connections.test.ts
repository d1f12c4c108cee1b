import { describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { world } from '../core/api/world.ts'

const start = (options = {}) => startInstance({ fixture: world, faultSeed: 1, socket: false, ...options })
const get = (instance: TestInstance) => instance.request('GET', '/api/v1/tags')

describe('waiting', () => {
  test('a delay ends with the instance', async () => {
    const instance = await start()
    instance.faults.add({ delay: 60_000 })
    // looked at before it is refused
    const refusal = get(instance).catch((error: unknown) => error)
    await instance.stop()
    expect(await refusal).toMatchObject({ message: 'A fault rule reset the connection' })
  })

  test.each([true, false])(
    'what hangs is never answered, until the client gives up (over a socket: %p)',
    async socket => {
      await using instance = await start({ socket })
      instance.faults.add({ hang: true })
      const headers = { [instance.apiKeyHeader]: instance.apiKey }
      const send = socket ? fetch : instance.fetch
      const asked = send(`${instance.url}/api/v1/tags`, { headers, signal: AbortSignal.timeout(100) })
      await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
      expect(instance.requests.all()).toMatchObject([{ operation: 'getTags', status: 0, fault: 1 }])
    },
  )

  test('a delay after a reset is waited for', async () => {
    await using instance = await start()
    await instance.reset()
    instance.faults.add({ delay: 1 })
    expect((await get(instance)).status).toBe(200)
  })

  test('what hangs is dropped by a reset', async () => {
    await using instance = await start()
    instance.faults.add({ hang: true })
    const asked = get(instance)
    await instance.reset()
    await expect(asked).rejects.toThrow('A fault rule reset the connection')
  })
})

describe.each([true, false])('a dropped connection (over a socket: %p)', socket => {
  const ask = (instance: TestInstance, method = 'GET') =>
    (socket ? fetch : instance.fetch)(`${instance.url}/api/v1/tags`, {
      method,
      headers: { [instance.apiKeyHeader]: instance.apiKey, 'content-type': 'application/json', connection: 'close' },
      ...(method === 'POST' ? { body: '{"name":"new"}' } : {}),
    })

  test('before: no answer, and nothing is done', async () => {
    await using instance = await start({ socket })
    const before = instance.state()
    instance.faults.add({ drop: 'before' })
    await expect(ask(instance, 'POST')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(instance.state()).toEqual(before)
    expect(instance.requests.all()[0]).toMatchObject({ status: 0, fault: 1 })
  })

  test('in the middle: the status, a part of the body, and the write is done', async () => {
    await using instance = await start({ socket })
    instance.faults.add({ drop: 'middle' })
    const answer = await ask(instance, 'POST')
    expect(answer.status).toBe(201)
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toStartWith('{"name":"new"')
    await expect(reader.read()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(instance.state().tags?.map(({ name }) => name)).toContain('new')
  })

  test('in the middle of an answer without a body: no answer, and the write is done', async () => {
    await using instance = await start({ socket, profile: 'n8n-2.41' })
    instance.faults.add({ operation: 'deleteUser', drop: 'middle' })
    const { id } = instance.state('users').users.find(({ role }) => role === 'global:member') ?? {}
    const asked = (socket ? fetch : instance.fetch)(`${instance.url}/api/v1/users/${id}`, {
      method: 'DELETE',
      headers: { [instance.apiKeyHeader]: instance.apiKey, connection: 'close' },
    })
    await expect(asked).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(instance.state('users').users.map(({ id }) => id)).not.toContain(id)
    expect(instance.requests.all()).toMatchObject([{ operation: 'deleteUser', status: 0, fault: 1 }])
  })
})
