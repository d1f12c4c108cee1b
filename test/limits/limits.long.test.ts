import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../commands/run-cli.ts'
import { answersIn, exchange, hasAnswers, headOf, KEY, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { readRss } from '../tools/soak/process-figures.ts'

const MIB = 1024 * 1024
const JSON_TYPE = { 'Content-Type': 'application/json' }
const CHUNKED = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }
const piece = 'a'.repeat(64 * 1024)
const GOES_ON = { status: 200, body: { status: 'ok' } }

function* body(bytes: number, { isChunked }: { isChunked: boolean }) {
  for (let sent = 0; sent < bytes; sent += piece.length) yield isChunked ? `10000\r\n${piece}\r\n` : piece
  if (isChunked) yield '0\r\n\r\n'
}

let bombs: Uint8Array<ArrayBuffer>[] | undefined
/** A gigabyte in many members of gzip, and in one; packed once. */
function gigabytes() {
  bombs ??= [
    Buffer.concat(Array(32).fill(gzipSync(Buffer.alloc(32 * MIB)))),
    gzipSync(Buffer.alloc(1024 * MIB), { level: 1 }),
  ]
  return bombs
}

describe.each([...RUNTIMES])('on %s', runtime => {
  // one for what is refused at its head
  let server: Awaited<ReturnType<typeof startOn>>
  beforeAll(async () => {
    server = await startOn(runtime)
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test.each([
    ['/api/v1/workflows', 413],
    ['/api/v1/nope', 404],
    ['/_control/clock', 413],
  ])('a body of 300 MiB without its length to POST or PUT %s is never in memory', async (path, status) => {
    await using server = await startOn(runtime)
    const method = path.endsWith('clock') ? 'PUT' : 'POST'
    await exchange(server.url, [headOf('GET', '/healthz')], hasAnswers(1))
    const before = readRss(server.pid)
    const { text } = await exchange(
      server.url,
      (function* () {
        yield headOf(method, path, CHUNKED)
        yield* body(300 * MIB, { isChunked: true })
        yield headOf('GET', '/healthz')
      })(),
      hasAnswers(2),
    )
    const [refusal] = answersIn(text)
    expect([refusal?.status, refusal?.body]).toEqual([status, { message: expect.any(String) }])
    expect(readRss(server.pid) - before).toBeLessThan(150 * MIB)
    expect(answersIn((await exchange(server.url, [headOf('GET', '/healthz')], hasAnswers(1))).text)).toEqual([GOES_ON])
  })

  test('a body that says it has a gigabyte is refused at its head', async () => {
    const head = headOf('POST', '/api/v1/workflows', { ...JSON_TYPE, 'Content-Length': String(1024 * MIB) })
    const { text } = await exchange(server.url, [head], hasAnswers(1))
    expect(answersIn(text)).toEqual([
      { status: 413, body: { message: 'The request body is larger than 16777216 bytes' } },
    ])
  })

  test('a gigabyte in a megabyte of gzip is given up at 16 MiB', async () => {
    await using server = await startOn(runtime)
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-n8n-api-key': KEY }
    const before = readRss(server.pid)
    for (const sent of gigabytes()) {
      const answer = await fetch(`${server.url}/api/v1/workflows`, { method: 'POST', headers, body: sent })
      expect([413, 400]).toContain(answer.status)
      await answer.text()
    }
    // Deno's streams hold more than what is asked of them
    expect(readRss(server.pid) - before).toBeLessThan(700 * MIB)
  })

  test.each([
    ['a URL of 200 KB', headOf('GET', `/api/v1/tags?cursor=${'a'.repeat(200_000)}`)],
    ['a header of 200 KB', headOf('GET', '/api/v1/tags', { 'X-Long': 'a'.repeat(200_000) })],
    [
      '10,000 headers',
      headOf('GET', '/api/v1/tags', Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`X-${n}`, 'a']))),
    ],
    ['two lengths', headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': '1', 'content-length': '2' })],
    ['a length and chunks', headOf('POST', '/api/v1/tags', { ...CHUNKED, 'Content-Length': '2' })],
    ['a length below zero', headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': '-1' })],
    ['no HTTP', '\x16\x03\x01\x02\x00\r\n\r\n'],
  ])('%s is refused by the runtime, which hangs up and goes on with others', async (_name, bytes) => {
    const { text } = await exchange(server.url, [bytes])
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answersIn((await exchange(server.url, [headOf('GET', '/healthz')], hasAnswers(1))).text)).toEqual([GOES_ON])
  })

  test('clients that send nothing, or half of something, keep nobody else waiting', async () => {
    await using server = await startOn(runtime)
    const idle = [[], ['GET /api'], [headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': '100' })]]
    const hung = Array.from({ length: 300 }, (_, n) => exchange(server.url, idle[n % 3] ?? [], hasAnswers(1)))
    for (let asked = 0; asked < 20; asked++) {
      const { text } = await exchange(server.url, [headOf('GET', '/healthz')], hasAnswers(1))
      expect(answersIn(text)).toEqual([GOES_ON])
    }
    await server[Symbol.asyncDispose]()
    // Bun's own client does not tell that a socket was closed on which nothing was ever sent
    const told = hung.filter((_, n) => n % 3 > 0)
    for (const { text } of await Promise.all(told)) expect(text).toMatch(/^$|^HTTP\/1\.1 40[08] /)
  })

  test('a body that breaks off is no failure of ours, and nothing is logged of it', async () => {
    const half = [headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': '100' }), '{"name":"ha']
    const chunked = [headOf('POST', '/api/v1/tags', CHUNKED), '5\r\n{"nam\r\n']
    for (const pieces of [half, chunked]) {
      const { hostname, port } = new URL(server.url)
      const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } })
      for (const part of pieces) socket.write(part)
      socket.flush()
      await Bun.sleep(50)
      socket.terminate()
    }
    const { text } = await exchange(server.url, [headOf('GET', '/api/v1/tags')], hasAnswers(1))
    expect(answersIn(text)).toEqual([{ status: 200, body: { data: [], nextCursor: null } }])
    expect(server.said.err).toBe('')
  })

  test.each([
    ['in memory', false],
    ['with a document on disk', true],
  ])('%s, requests that come before the answer to the one before are answered in order', async (_name, isOnDisk) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    await using server = await startOn(runtime, [], isOnDisk ? { file } : {})
    const reads = await exchange(server.url, [headOf('GET', '/api/v1/tags').repeat(2)], hasAnswers(2))
    expect(answersIn(reads.text).map(({ status }) => status)).toEqual([200, 200])

    const { text, isClosed } = await exchange(server.url, [create('a') + create('b')], hasAnswers(2))
    const tags = await exchange(server.url, [headOf('GET', '/api/v1/tags')], hasAnswers(1))
    const names = Object(answersIn(tags.text)[0]?.body).data.map(({ name }: { name: string }) => name)
    if (runtime === 'Bun' && isOnDisk) {
      // Bun closes a connection on which a request comes while the one before is still written to disk
      expect({ text, isClosed }).toEqual({ text: '', isClosed: true })
      expect(['', 'a']).toContain(names.join())
    } else {
      expect(answersIn(text).map(({ status }) => status)).toEqual([201, 201])
      expect(names).toEqual(['a', 'b'])
    }
  })
})

function create(name: string) {
  const sent = JSON.stringify({ name })
  return headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': String(sent.length) }) + sent
}
