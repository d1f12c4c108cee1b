import { describe, expect, jest, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { readJson } from '../../../src/http/body.ts'

type Options = Parameters<typeof readJson>[1]
type Body = string | Uint8Array<ArrayBuffer> | ReadableStream

/** What is read of a body: its JSON, or how it is refused. */
async function read(body: Body, options?: Options, headers: Record<string, string> = {}) {
  const length = typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const init = { method: 'POST', body, headers: { ...length, ...headers }, duplex: 'half' } as RequestInit
  return readJson(new Request('http://localhost/', init), options).then(
    json => json?.value,
    ({ status, message }) => `${status} ${message}`,
  )
}

/** A body in chunks, without a declared length; an error ends it. */
const inChunks = (...chunks: (string | Error)[]) =>
  new ReadableStream({
    pull(controller) {
      const next = chunks.shift()
      if (next === undefined) controller.close()
      else if (next instanceof Error) controller.error(next)
      else controller.enqueue(new TextEncoder().encode(next))
    },
  })

const packed = (text: string | Buffer) => Uint8Array.from(gzipSync(text))
const GZIP = { 'content-encoding': 'gzip' }
const MARK = '\uFEFF'
const PADDING = ' '.repeat(1024 * 1024)
const UNREAD = '400 The request body is not valid JSON: it starts with a byte order mark'
const NOT_TEXT = '400 The request body is not valid UTF-8'
const letters = randomBytes(20_000).toString('hex')

describe('of a body', () => {
  test.each<[string, Body, Options | undefined, Record<string, string> | undefined, unknown]>([
    ['of no bytes, nothing is read', '', {}, {}, undefined],
    ['without a length and without bytes, nothing is read', inChunks(), {}, {}, undefined],
    ['in one chunk, the value', inChunks('[1]'), {}, {}, [1]],
    ['in two chunks, the value', inChunks('[1,', '2]'), {}, {}, [1, 2]],
    ['at its limit, the value', '[1,2]', { limit: 5, maxValues: 9 }, {}, [1, 2]],
    ['over its limit, nothing', '[1,2]', { limit: 4 }, {}, '413 The request body is larger than 4 bytes'],
    [
      'that says more than its limit, nothing',
      inChunks('1'),
      { limit: 4 },
      { 'content-length': '5' },
      '413 The request body is larger than 4 bytes',
    ],
    ['at its limit in chunks, the value', inChunks('[1,', '2]'), { limit: 5, maxValues: 9 }, {}, [1, 2]],
    [
      'over its limit in chunks, nothing',
      inChunks('[1,', '2]', ' '),
      { limit: 5 },
      {},
      '413 The request body is larger than 5 bytes',
    ],
    ['at its limit when unpacked, the value', packed(`"${'x'.repeat(998)}"`), { limit: 1000 }, GZIP, 'x'.repeat(998)],
    [
      'over its limit when unpacked, nothing',
      packed(`"${'x'.repeat(999)}"`),
      { limit: 1000 },
      GZIP,
      '413 The request body is larger than 1000 bytes',
    ],
    ['packed in capital letters, the value', packed('[1]'), {}, { 'content-encoding': ' GZIP ' }, [1]],
    ['that says it is not packed, the value', '[1]', {}, { 'content-encoding': 'identity' }, [1]],
    ['of many packed pieces, the value', packed(`"${letters}"`), {}, GZIP, letters],
    ['that is packed and large, the value', packed(`[${PADDING}1]`), {}, GZIP, [1]],
    ['with a value for each 32 bytes of its limit, the value', '[1,2]', { limit: 64 }, {}, [1, 2]],
    [
      'with one value more, nothing',
      '[1,2,3]',
      { limit: 64 },
      {},
      '400 The request body has more than 2 keys and list items',
    ],
    ['with a mark that may stand there, the value', `${MARK}[1]`, { skipsMark: true }, {}, [1]],
    ['with a mark that may not, nothing', `${MARK}[1]`, {}, {}, UNREAD],
    [
      'that is packed, with a mark that may stand there, the value',
      packed(`${MARK}[1]`),
      { skipsMark: true },
      GZIP,
      [1],
    ],
    [
      'that is large, with a mark that may stand there, the value',
      `${MARK}[1${PADDING}]`,
      { skipsMark: true },
      {},
      [1],
    ],
    ['that is large, with a mark that may not, nothing', `${MARK}[1${PADDING}]`, {}, {}, UNREAD],
    [
      'that is large and not JSON, the place where it is not',
      `[${PADDING}\n 1 2]`,
      {},
      {},
      '400 The request body is not valid JSON (line 2, column 4)',
    ],
    ['that is large and blank, that it is', PADDING, {}, {}, '400 The request body is not valid JSON: it is blank'],
    [
      'that is large and has too many values, that it has',
      `[1,2,3${PADDING}]`,
      { maxValues: 2 },
      {},
      '400 The request body has more than 2 keys and list items',
    ],
    [
      'of more than 16 MiB, nothing',
      inChunks('1'),
      {},
      { 'content-length': '16777217' },
      '413 The request body is larger than 16777216 bytes',
    ],
    ['packed with deflate, the value', Uint8Array.from(deflateSync('[1]')), {}, { 'content-encoding': 'deflate' }, [1]],
    [
      'packed in another way, nothing',
      '[1]',
      {},
      { 'content-encoding': 'br' },
      '415 unsupported media type content encoding br',
    ],
    ['that is not packed, nothing', '[1]', {}, GZIP, '400 The request body is not valid gzip'],
    [
      'that is half of a packed one, nothing',
      packed(`"${letters}"`).slice(0, -9),
      {},
      GZIP,
      '400 The request body is not valid gzip',
    ],
    [
      'that goes on after a packed one, nothing',
      Uint8Array.from([...packed('[1]'), 1, 2]),
      {},
      GZIP,
      '400 The request body is not valid gzip',
    ],
    ['that is not UTF-8, nothing', Uint8Array.of(0x22, 0xff, 0x22), {}, {}, NOT_TEXT],
    [
      'that is large and not UTF-8, nothing',
      Uint8Array.from(Buffer.concat([Buffer.of(0xff), Buffer.from(PADDING)])),
      {},
      {},
      NOT_TEXT,
    ],
    [
      'that is not JSON, the place where it is not',
      '[1\n 2]',
      {},
      {},
      '400 The request body is not valid JSON (line 2, column 2)',
    ],
    ['that breaks off, nothing', inChunks('[1,', new Error('gone')), {}, {}, '400 The request body is incomplete'],
    [
      'that is small and breaks off, nothing',
      inChunks('[1,', new Error('gone')),
      {},
      { 'content-length': '9' },
      '400 The request body is incomplete',
    ],
  ])('%s', async (_, body, options, headers, expected) => {
    expect(await read(body, options, headers)).toEqual(expected)
  })

  test('that says more than its limit, nothing is asked for', async () => {
    let asked = 0
    const body = new ReadableStream({ pull: () => void asked++ }, { highWaterMark: 0 })
    expect(await read(body, { limit: 4 }, { 'content-length': '5' })).toStartWith('413')
    expect(asked).toBe(0)
  })

  test('that goes on after its limit, no more is asked for', async () => {
    let asked = 0
    let isCancelled = false
    const body = new ReadableStream(
      {
        pull(controller) {
          asked++
          controller.enqueue(new Uint8Array(3))
        },
        cancel() {
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    expect(await read(body, { limit: 5 })).toStartWith('413')
    expect([asked, isCancelled]).toEqual([2, true])
  })

  test('no timer is left, whatever is read of it', async () => {
    jest.useFakeTimers()
    try {
      for (const headers of [undefined, { 'content-length': '9' }]) {
        for (const body of [inChunks('[1]', ' 9 '), inChunks(new Error('gone')), inChunks('[1,2,3,4,5]')]) {
          await read(body, { limit: 9 }, headers)
          expect(jest.getTimerCount()).toBe(0)
        }
      }
    } finally {
      jest.useRealTimers()
    }
  })
})
