import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { world } from '../api/world.ts'

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
