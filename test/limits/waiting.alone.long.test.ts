import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../commands/run-cli.ts'
import { headOf, KEY, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { countOpenFiles } from '../tools/soak/process-figures.ts'
import { secondClient } from './asking-meanwhile.ts'
import { leastOf } from './longest-wait.ts'
import { connected, openMany, STALLED, startHooked } from './many-connections.ts'
import { slowdown } from './slowdown.ts'

/** What any client may have to wait for an answer, whatever another one does, on a machine with nothing else to do. */
const MOST_MS = 250
const FILE_DESCRIPTORS = 256
/** Asked by another client, each answered. */
const LEAST_ASKED = 10
const MEMBER_KEY = 'the-members-key'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const MIB = 1024 * 1024

describe.each([...RUNTIMES])('on %s', runtime => {
  // one for the bodies: each start costs more than what is sent
  let server: Awaited<ReturnType<typeof startOn>>
  beforeAll(async () => {
    await using folder = await temporaryFolder()
    const fixture = join(folder.path, 'fixture.json')
    await writeFile(fixture, JSON.stringify({ users: [{ email: 'mia@example.com', apiKey: MEMBER_KEY }] }))
    server = await startOn(runtime, ['--seed', fixture])
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test('a thousand slow bodies do not hold other keys, and health says so', async () => {
    const reports = [await secondClient(server.url), await secondClient(server.url, '/healthz')]
    const head = headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': '1000' })
    const slow = openMany(server.url, 1000, head)
    const drip = setInterval(() => {
      for (const socket of slow) socket.write(' ')
    }, 100)
    try {
      await connected(slow)
      const created = await fetch(`${server.url}/api/v1/tags`, {
        method: 'POST',
        headers: { ...JSON_TYPE, 'X-N8N-API-KEY': MEMBER_KEY },
        body: '{"name":"in between"}',
      })
      expect(created.status).toBe(201)
      for (const report of reports) {
        const { longest, ...seen } = await report()
        expect(seen).toEqual({ asked: expect.any(Number), isClosed: false, statuses: { 200: expect.any(Number) } })
        expect(seen.asked).toBeGreaterThanOrEqual(LEAST_ASKED)
        expect(longest).toBeLessThan(MOST_MS)
      }
    } finally {
      clearInterval(drip)
      for (const socket of slow) socket.destroy()
    }
  }, 30_000)

  test('bodies without a key that never come keep no other caller of a webhook waiting, nor any key', async () => {
    await using server = await startHooked(runtime)
    // the first run starts the worker
    await server.post('/webhook/x')
    const slow = openMany(server.url, 100, STALLED)
    try {
      await connected(slow)
      const wait = async () => {
        const before = slowdown()
        const began = performance.now()
        expect((await server.post('/webhook/x')).status).toBe(200)
        return (performance.now() - began) / Math.max(before, slowdown())
      }
      // a caller that waits for them waits each time
      expect(await leastOf(3, MOST_MS, wait)).toBeLessThan(MOST_MS)
    } finally {
      for (const socket of slow) socket.destroy()
    }
  }, 40_000)

  test.each([
    // many times what is unpacked before it is given up
    [20, '256 megabytes of zeros', 256 * MIB, '\0'],
    [40, 'four megabytes that are no JSON', 4 * MIB, ' '],
  ])(
    '%i gzip bombs of %s delay no other client',
    async (count, _name, bytes, text) => {
      const bomb = gzipSync(Buffer.alloc(bytes, text), { level: 6 })
      const report = await secondClient(server.url)
      const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip', 'X-N8N-API-KEY': KEY }
      const answers = await Promise.all(
        Array.from({ length: count }, () =>
          fetch(`${server.url}/api/v1/tags`, { method: 'POST', headers, body: bomb }),
        ),
      )
      for (const { status } of answers) expect([400, 413]).toContain(status)
      const { longest, ...seen } = await report()
      expect(seen.statuses).toEqual({ 200: expect.any(Number) })
      expect(longest).toBeLessThan(MOST_MS)
    },
    60_000,
  )

  test('without file descriptors it goes on with those that are connected, and with others once it can', async () => {
    await using server = await startOn(runtime, [], { fileDescriptors: FILE_DESCRIPTORS })
    const report = await secondClient(server.url)
    const idle = openMany(server.url, 400, '')
    while (Number(countOpenFiles(server.pid)) < FILE_DESCRIPTORS - 10) await Bun.sleep(10)
    const { longest, ...seen } = await report()
    expect(seen).toEqual({ asked: expect.any(Number), isClosed: false, statuses: { 200: expect.any(Number) } })
    expect(seen.asked).toBeGreaterThanOrEqual(LEAST_ASKED)
    expect(longest).toBeLessThan(MOST_MS)
    for (const socket of idle) socket.destroy()
    // until the sockets are closed a connection is refused, or waits
    const isHealthy = () =>
      fetch(`${server.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isHealthy()));
  }, 30_000)
})
