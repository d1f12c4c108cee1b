import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { ApiError } from '../../src/core/base/errors.ts'
import { readJson } from '../../src/core/http/body.ts'
import { errorReply } from '../../src/core/http/error-handling.ts'
import { type Limits, limitInFlight } from '../../src/core/http/in-flight-limit.ts'
import { respond } from '../../src/core/http/reply.ts'
import { receiveCall } from '../../src/runs/calls/calls.ts'

const KEY = 'x-key'
const HAS_BODY = { 'content-length': '2' }
const ask = (method = 'GET', headers: Record<string, string> = {}, path = '/api/v1/tags') =>
  new Request(`http://localhost${path}`, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) })

/** A service that answers a request when it is let go, and the limits around it. */
function start(limits: Partial<Limits>) {
  const waiting: (() => void)[] = []
  const slow = () => new Promise<Response>(resolve => waiting.push(() => resolve(new Response('done'))))
  return {
    fetch: limitInFlight(slow, KEY, limits),
    answerAll() {
      for (const answer of waiting.splice(0)) answer()
    },
  }
}

/** What is thrown is answered, as in an instance. */
const respondingTo = (serve: (request: Request) => Promise<Response>) => (request: Request) =>
  serve(request).catch((error: ApiError) => respond(request, errorReply(error, request)))

test('one request more than may be under way is answered 503 and told when to come again', async () => {
  const { fetch, answerAll } = start({ inFlight: 2 })
  const [first, second] = [fetch(ask()), fetch(ask())]
  const refused = await fetch(ask())
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toEqual({ message: 'More than 2 requests are under way; try again in a second' })
  answerAll()
  expect(await Promise.all([first, second].map(async it => (await it).status))).toEqual([200, 200])
  const third = fetch(ask())
  answerAll()
  expect((await third).status).toBe(200)
})

test('calls of webhooks and forms take no place from the API, and have a limit of their own', async () => {
  const { fetch, answerAll } = start({ inFlight: 1, calls: 2 })
  const call = (path: string) => fetch(ask('POST', HAS_BODY, path))
  const calls = [call('/webhook/a'), call('/form/a')]
  const refused = await fetch(ask('GET', {}, '/webhook-waiting/1'))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ message: 'More than 2 calls are under way; try again in a second' })
  const asked = fetch(ask())
  answerAll()
  expect(await Promise.all([...calls, asked].map(async it => (await it).status))).toEqual([200, 200, 200])
  const again = fetch(ask('GET', {}, '/webhook/a'))
  answerAll()
  expect((await again).status).toBe(200)
})

describe('of the bytes of calls', () => {
  const TOO_MANY = { message: 'Calls with more than 1 MB of bodies are under way; try again in a second' }
  const MB = 1024 * 1024

  /** A service that reads calls and answers them once it may; a limit of 1 MB. */
  function reading() {
    const read: number[] = []
    const answers: (() => void)[] = []
    const serve = async (request: Request) => {
      const { body } = await receiveCall(request, { secret: [], webhookUrl: '' })
      read.push(body?.byteLength ?? 0)
      await new Promise<void>(resolve => answers.push(resolve))
      return new Response('done')
    }
    return {
      read,
      fetch: limitInFlight(respondingTo(serve), KEY, { callBytes: MB }),
      async answerAll(count: number) {
        while (answers.length < count) await Bun.sleep(1)
        for (const answer of answers.splice(0)) answer()
      },
    }
  }

  /** A call of text whose body comes in pieces; whether it says its length is up to the headers. */
  const callOf = (bytes: number, headers: Record<string, string>, body: Uint8Array | undefined = undefined) => {
    const piece = new Uint8Array(64 * 1024)
    let left = bytes
    const stream = new ReadableStream({
      pull(controller) {
        if (body) controller.enqueue(body)
        else for (; left > 0; left -= piece.length) controller.enqueue(piece.subarray(0, Math.min(left, piece.length)))
        controller.close()
      },
    })
    return new Request('http://localhost/webhook/a', { method: 'POST', headers, body: stream })
  }
  const chunked = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }
  const declared = (bytes: number) => ({ 'content-type': 'text/plain', 'content-length': String(bytes) })
  const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' }

  test.each([
    ['that say their length', () => callOf(600_000, declared(600_000))],
    ['in chunks', () => callOf(600_000, chunked)],
    ['that are packed', () => callOf(0, packed, gzipSync(Buffer.alloc(600_000, ' ')))],
  ])('bodies %s count, and one too many is answered 503', async (_name, call) => {
    const { fetch, answerAll, read } = reading()
    const first = fetch(call())
    while (read.length < 1) await Bun.sleep(1)
    const refused = await fetch(call())
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([503, '1', TOO_MANY])
    await answerAll(1)
    expect((await first).status).toBe(200)
    const again = fetch(call())
    await answerAll(1)
    expect([(await again).status, read]).toEqual([200, [600_000, 600_000]])
  })

  test('small bodies are not counted', async () => {
    const { fetch, answerAll } = reading()
    const calls = Array.from({ length: 40 }, () => fetch(callOf(60_000, chunked)))
    await answerAll(40)
    expect(await Promise.all(calls.map(async it => (await it).status))).toEqual(Array(40).fill(200))
  })
})

test('whether it is healthy it says also when it takes no more requests', async () => {
  const { fetch, answerAll } = start({ inFlight: 1 })
  const asked = [fetch(ask()), fetch(ask('GET', {}, '/healthz'))]
  answerAll()
  expect(await Promise.all(asked.map(async it => (await it).status))).toEqual([200, 200])
})

test.each([
  ['a GET', 'GET', {}],
  ['a request with a body', 'POST', HAS_BODY],
])('%s that fails makes room again, at once or later', async (_name, method, headers) => {
  for (const fail of [
    () => Promise.reject(new Error('broken')),
    () => {
      throw new Error('broken')
    },
  ]) {
    const fetch = limitInFlight(fail, KEY, { inFlight: 1, bodies: 1 })
    for (let n = 0; n < 3; n++) await expect((async () => fetch(ask(method, headers)))()).rejects.toThrow('broken')
  }
})

test.each([
  ['reads the body', async (request: Request) => Response.json((await readJson(request))?.value)],
  ['does not read it', async () => new Response('{}')],
  ['answers at once', () => new Response('{}')],
])('a request with a body takes its place once, and makes room again, where the service %s', async (_name, serve) => {
  const fetch = limitInFlight(serve, KEY, { inFlight: 1, bodies: 1, bodiesOfAKey: 1 })
  for (let n = 0; n < 3; n++) {
    const answer = await fetch(ask('POST', HAS_BODY))
    expect([answer.status, await answer.text()]).toEqual([200, '{}'])
  }
})

/** A service that reads the body of a request, and answers it when it is let go. */
function readingJson() {
  const answers: (() => void)[] = []
  const read = async (request: Request) => {
    await readJson(request)
    await new Promise<void>(resolve => answers.push(resolve))
    return new Response('done')
  }
  return { answers, read }
}

test('a call whose body has come takes no place from the API, either', async () => {
  const { answers, read } = readingJson()
  const fetch = limitInFlight(read, KEY, { inFlight: 1 })
  const call = fetch(ask('POST', HAS_BODY, '/webhook/a'))
  while (answers.length < 1) await Bun.sleep(1)
  const other = fetch(ask())
  // a refusal comes at once
  expect(other).toBeInstanceOf(Promise)
  while (answers.length < 2) await Bun.sleep(1)
  for (const answer of answers.splice(0)) answer()
  expect([(await call).status, (await other).status]).toEqual([200, 200])
})

test('a request whose body has come is one under way, and no body on its way any more', async () => {
  const { answers, read } = readingJson()
  const fetch = limitInFlight(read, KEY, { inFlight: 2, bodies: 1 })
  const first = fetch(ask('POST', HAS_BODY))
  while (answers.length < 1) await Bun.sleep(1)
  const second = fetch(ask('POST', HAS_BODY))
  while (answers.length < 2) await Bun.sleep(1)
  const refused = await fetch(ask())
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('More than 2 requests') })
  for (const answer of answers.splice(0)) answer()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
})

describe('of bodies on their way', () => {
  const TOO_MANY = 'More than 1 request bodies are on their way; try again in a second'

  const BODIES: [string, string, Record<string, string>, boolean][] = [
    ['a POST that says its length is one', 'POST', HAS_BODY, true],
    ['a POST in chunks is one', 'POST', { 'transfer-encoding': 'chunked' }, true],
    ['a POST of length 0 is none', 'POST', { 'content-length': '0' }, false],
    ['a POST that says nothing of a body is none', 'POST', {}, false],
    ['a GET is none', 'GET', HAS_BODY, false],
  ]

  test.each(
    ['/api/v1/tags', '/webhook/a'].flatMap(path => BODIES.map(([name, ...row]) => [name, path, ...row] as const)),
  )('%s, and a second one is refused: %s', async (_name, path, method, headers, isRefused) => {
    const { fetch, answerAll } = start({ bodies: 1 })
    const first = fetch(ask('POST', HAS_BODY))
    const second = fetch(ask(method, headers, path))
    answerAll()
    const answer = await second
    expect((await first).status).toBe(200)
    if (isRefused) expect([answer.status, await answer.json()]).toEqual([503, { message: TOO_MANY }])
    else expect(answer.status).toBe(200)
  })

  test('one key has a limit, and others go on', async () => {
    const { fetch, answerAll } = start({ bodiesOfAKey: 2 })
    const send = (key: string) => fetch(ask('POST', { ...HAS_BODY, [KEY]: key }))
    const taken = [send('a'), send('a'), send('b')]
    expect(await (await send('a')).json()).toEqual({
      message: 'More than 2 request bodies are on their way with this API key; try again in a second',
    })
    answerAll()
    expect(await Promise.all(taken.map(async it => (await it).status))).toEqual([200, 200, 200])
    const again = send('a')
    answerAll()
    expect((await again).status).toBe(200)
  })

  test.each<[string, string, (n: number) => Record<string, string>]>([
    ['of the API without a key', '/api/v1/tags', () => ({})],
    ['of webhooks', '/webhook/x', () => ({})],
    ['of webhooks, whatever keys they make up', '/webhook/x', n => ({ [KEY]: `made-up-${n}` })],
  ])('those %s have a number of their own, and keys go on', async (_name, path, headers) => {
    const { fetch, answerAll } = start({ bodies: 5, bodiesOfAKey: 1, bodiesWithoutKey: 3 })
    const send = (n: number) => fetch(ask('POST', { ...HAS_BODY, ...headers(n) }, path))
    const taken = [send(1), send(2), send(3)]
    expect(await (await send(4)).json()).toEqual({
      message: 'More than 3 request bodies are on their way without an API key; try again in a second',
    })
    for (const api of ['/api/v1/tags', '/API/v1/tags']) {
      taken.push(fetch(ask('POST', { ...HAS_BODY, [KEY]: api }, api)))
    }
    answerAll()
    expect(await Promise.all(taken.map(async it => (await it).status))).toEqual([200, 200, 200, 200, 200])
    const again = send(5)
    answerAll()
    expect((await again).status).toBe(200)
  })
})

test.each<[string, (n: number) => Request, number, string]>([
  ['requests', () => ask(), 1000, 'More than 1000 requests are under way'],
  ['bodies', n => ask('POST', { ...HAS_BODY, [KEY]: `k${n}` }), 1000, 'More than 1000 request bodies are on their way'],
  ['bodies with one key', () => ask('POST', { ...HAS_BODY, [KEY]: 'k' }), 100, 'More than 100 request bodies'],
  ['bodies without a key', () => ask('POST', HAS_BODY), 500, 'More than 500 request bodies'],
])('the usual limit of %s', async (_what, request, count, message) => {
  const { fetch, answerAll } = start({})
  const taken = Array.from({ length: count }, (_, n) => fetch(request(n)))
  const refused = await fetch(request(count))
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining(message)])
  answerAll()
  expect((await Promise.all(taken)).every(({ status }) => status === 200)).toBe(true)
})
