import { describe, expect, test } from 'bun:test'
import { ALL_RUNTIMES, answersIn, exchange, hasAnswers, headOf, KEY, startOn } from '../runtimes/runtimes.ts'
import { openMany, STALLED, startHooked } from './many-connections.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

describe.each([...ALL_RUNTIMES])('on %s', runtime => {
  // the time that a body may take is what they wait for
  test.concurrent('bodies without a key that never come are refused beyond 500, until they are given up', async () => {
    await using server = await startHooked(runtime)
    const slow = openMany(server.url, 700, STALLED)
    try {
      let refused = await server.post('/webhook/x')
      while (refused.status === 200) refused = await server.post('/webhook/x')
      expect([refused.status, await refused.json()]).toEqual([
        503,
        { message: expect.stringContaining('More than 500 request bodies are on their way without an API key') },
      ])
      expect((await server.post('/api/v1/tags', { 'X-N8N-API-KEY': KEY })).status).toBe(201)
      // as long as a body may take, those are given up, and there is room
      const full = performance.now()
      while ((await server.post('/webhook/x')).status === 503) await Bun.sleep(200)
      expect(performance.now() - full).toBeLessThan(20_000)
      expect((await server.post('/webhook/x')).status).toBe(200)
    } finally {
      for (const socket of slow) socket.destroy()
    }
  }, 60_000)

  test.concurrent('a body that comes more slowly than it may is given up', async () => {
    await using server = await startOn(runtime)
    const sizes: Record<string, string>[] = [
      { 'Content-Length': '1000' },
      { 'Content-Length': '1000000' },
      { 'Transfer-Encoding': 'chunked' },
    ]
    const began = performance.now()
    const answered = await Promise.all(
      sizes.map(size =>
        exchange(server.url, [headOf('POST', '/api/v1/tags', { ...JSON_TYPE, ...size })], hasAnswers(1)),
      ),
    )
    const late = { status: 408, body: { message: 'The request body did not come in time' } }
    expect(answered.flatMap(({ text }) => answersIn(text))).toEqual([late, late, late])
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 60_000)

  test('no body is waited for without a key that is right', async () => {
    await using server = await startOn(runtime)
    for (const key of ['wrong', '']) {
      const headers = { ...JSON_TYPE, 'Content-Length': '1000', 'X-N8N-API-KEY': key }
      const { text } = await exchange(server.url, [headOf('POST', '/api/v1/tags', headers)], hasAnswers(1))
      expect(answersIn(text).map(({ status }) => status)).toEqual([401])
    }
  })
})
