import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../commands/run-cli.ts'
import { answersIn, exchange, hasAnswers, headOf, KEY, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { secondClient } from './asking-meanwhile.ts'
import { contention } from './contention.ts'

/** What any client may have to wait for an answer, whatever another one does, on a machine with nothing else to do. */
const MOST_MS = 250
const MEMBER_KEY = 'the-members-key'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const MIB = 1024 * 1024

function openMany(url: string, count: number, first: string): Socket[] {
  const { hostname, port } = new URL(url)
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(first))
    return socket.on('error', () => {}).resume()
  })
}

describe.each([...RUNTIMES])('on %s', runtime => {
  test('a thousand bodies that come slowly keep no other key waiting, and health is told', async () => {
    await using folder = await temporaryFolder()
    const fixture = join(folder.path, 'fixture.json')
    await writeFile(fixture, JSON.stringify({ users: [{ email: 'mia@example.com', apiKey: MEMBER_KEY }] }))
    await using server = await startOn(runtime, ['--seed', fixture])
    const reports = [await secondClient(server.url), await secondClient(server.url, '/healthz')]
    const head = headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': '1000' })
    const slow = openMany(server.url, 1000, head)
    const drip = setInterval(() => {
      for (const socket of slow) socket.write(' ')
    }, 500)
    try {
      await Bun.sleep(1500)
      const created = await fetch(`${server.url}/api/v1/tags`, {
        method: 'POST',
        headers: { ...JSON_TYPE, 'X-N8N-API-KEY': MEMBER_KEY },
        body: '{"name":"in between"}',
      })
      expect(created.status).toBe(201)
      await Bun.sleep(1500)
      for (const report of reports) {
        const { longest, ...seen } = await report()
        expect(seen).toEqual({ asked: expect.any(Number), isClosed: false, statuses: { 200: expect.any(Number) } })
        expect(seen.asked).toBeGreaterThan(50)
        expect(longest).toBeLessThan(MOST_MS)
      }
    } finally {
      clearInterval(drip)
      for (const socket of slow) socket.destroy()
    }
  }, 30_000)

  test('bodies without a key that never come keep no other caller of a webhook waiting, nor any key', async () => {
    await using folder = await temporaryFolder()
    const fixture = join(folder.path, 'fixture.json')
    const nodes = [{ type: 'n8n-nodes-base.webhook', name: 'Hook', parameters: { path: 'x', httpMethod: 'POST' } }]
    await writeFile(fixture, JSON.stringify({ workflows: [{ name: 'Hooked', active: true, nodes }] }))
    await using server = await startOn(runtime, ['--seed', fixture, '--simulate'])
    const post = (path: string, headers = {}) =>
      fetch(`${server.url}${path}`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: '{"name":"t"}' })
    const stalled = `${headOf('POST', '/webhook/x', { ...JSON_TYPE, 'Content-Length': '10', 'X-N8N-API-KEY': '' })}1`
    const slow = openMany(server.url, 100, stalled)
    try {
      await Bun.sleep(1000)
      const before = contention()
      const began = performance.now()
      expect((await post('/webhook/x')).status).toBe(200)
      expect((performance.now() - began) / Math.max(before, contention())).toBeLessThan(MOST_MS)
      slow.push(...openMany(server.url, 600, stalled))
      await Bun.sleep(1000)
      const refused = await post('/webhook/x')
      expect([refused.status, await refused.json()]).toEqual([
        503,
        { message: expect.stringContaining('More than 500 request bodies are on their way without an API key') },
      ])
      expect((await post('/api/v1/tags', { 'X-N8N-API-KEY': KEY })).status).toBe(201)
      // as long as a body may take, those are given up, and there is room
      const full = performance.now()
      while ((await post('/webhook/x')).status === 503) await Bun.sleep(200)
      expect(performance.now() - full).toBeLessThan(20_000)
      expect((await post('/webhook/x')).status).toBe(200)
    } finally {
      for (const socket of slow) socket.destroy()
    }
  }, 40_000)

  test('a body that comes more slowly than it may is given up', async () => {
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
  }, 30_000)

  test('no body is waited for without a key that is right', async () => {
    await using server = await startOn(runtime)
    for (const key of ['wrong', '']) {
      const headers = { ...JSON_TYPE, 'Content-Length': '1000', 'X-N8N-API-KEY': key }
      const { text } = await exchange(server.url, [headOf('POST', '/api/v1/tags', headers)], hasAnswers(1))
      expect(answersIn(text).map(({ status }) => status)).toEqual([401])
    }
  })

  test.each([
    ['a gigabyte of zeros', Buffer.alloc(1024 * MIB)],
    ['four megabytes that are no JSON', Buffer.alloc(4 * MIB, ' ')],
  ])(
    'forty gzip bombs of %s keep nobody waiting',
    async (_name, unpacked) => {
      const bomb = gzipSync(unpacked, { level: 6 })
      await using server = await startOn(runtime)
      const report = await secondClient(server.url)
      const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip', 'X-N8N-API-KEY': KEY }
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => fetch(`${server.url}/api/v1/tags`, { method: 'POST', headers, body: bomb })),
      )
      for (const { status } of answers) expect([400, 413]).toContain(status)
      const { longest, ...seen } = await report()
      expect(seen.statuses).toEqual({ 200: expect.any(Number) })
      expect(longest).toBeLessThan(MOST_MS)
    },
    60_000,
  )

  test('without file descriptors it goes on with those that are connected, and with others once it can', async () => {
    await using server = await startOn(runtime, [], { fileDescriptors: 256 })
    const report = await secondClient(server.url)
    const idle = openMany(server.url, 400, '')
    await Bun.sleep(1500)
    const { longest, ...seen } = await report()
    expect(seen).toEqual({ asked: expect.any(Number), isClosed: false, statuses: { 200: expect.any(Number) } })
    expect(seen.asked).toBeGreaterThan(50)
    expect(longest).toBeLessThan(MOST_MS)
    for (const socket of idle) socket.destroy()
    await Bun.sleep(500)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  }, 30_000)
})
