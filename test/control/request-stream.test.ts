import { describe, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { world } from '../core/api/world.ts'

const NOW = '2026-05-01T00:00:00.000Z'

describe('the stream of requests', () => {
  test.each([true, false])('tells of every answer as it is given (over a socket: %p)', async socket => {
    await using instance = await startInstance({ fixture: world, clock: NOW, socket })
    const send = socket ? fetch : instance.fetch
    const headers = { [instance.apiKeyHeader]: instance.apiKey }
    const response = await send(`${instance.url}/_control/requests?stream&status=404`, { headers })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await instance.request('GET', '/api/v1/tags/1')
    await instance.request('GET', '/api/v1/tags/9')
    const text = await readUntil(reader, '\n\n', 'event')
    const event = text.slice(text.indexOf('event'))
    expect(event).toStartWith('event: request\nid: 2\ndata: {"id":2,')
    expect(JSON.parse(event.split('data: ')[1] ?? '')).toMatchObject({ path: '/api/v1/tags/9', status: 404 })
    await reader.cancel()
  })

  const owner = 'olga@example.com'
  test.each<[string, (instance: TestInstance) => Promise<unknown> | unknown]>([
    [
      'is revoked',
      async instance => {
        const { keys } = (await instance.request('GET', '/_control/keys')).body as { keys: { id: string }[] }
        await instance.request('DELETE', `/_control/keys/${keys.at(-1)?.id}`)
      },
    ],
    ['has expired', ({ clock }) => clock.advance('2h')],
    [
      'is of somebody who is no longer the owner',
      instance => {
        const before = { ...instance.state('users').users[0], email: owner, role: 'global:admin' }
        return instance.seed({ users: [before, { email: 'next@example.com', role: 'global:owner' }] })
      },
    ],
  ])('ends when its key %s, and sends nothing of what comes then', async (_what, end) => {
    await using instance = await startInstance({ fixture: world, clock: NOW, socket: false })
    const expiresAt = '2026-05-01T01:00:00.000Z'
    const { apiKey } = (await instance.request('POST', '/_control/keys', { user: owner, expiresAt })).body as {
      apiKey: string
    }
    const headers = { [instance.apiKeyHeader]: apiKey }
    const paths = ['/_control/requests?stream', '/_control/events']
    const texts = paths.map(async path => (await instance.fetch(path, { headers })).text())
    await instance.request('GET', '/api/v1/tags/1')
    await end(instance)
    await instance.request('GET', '/api/v1/tags/9')
    for (const text of await Promise.all(texts)) {
      expect(text).toContain('/api/v1/tags/1')
      expect(text).not.toContain('/api/v1/tags/9')
    }
  })

  test('ends when the instance stops', async () => {
    const instance = await startInstance({ fixture: world })
    const headers = { [instance.apiKeyHeader]: instance.apiKey }
    const response = await fetch(`${instance.url}/_control/requests?stream`, { headers })
    const ended = response.text()
    await instance.stop()
    expect(await ended).toBe(':\n\n')
  })
})

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, end: string, from: string) {
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes(from) || !text.slice(text.indexOf(from)).includes(end)) {
    text += decoder.decode((await reader.read()).value)
  }
  return text
}
