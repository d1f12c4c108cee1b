import { describe, expect, jest, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { readJson } from '../../../../src/core/http/body.ts'

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
  test.each<{ name: string; body: Body; options?: Options; headers?: Record<string, string>; want?: unknown }>([
    { name: 'of no bytes, nothing is read', body: '' },
    { name: 'without a length and without bytes, nothing is read', body: inChunks() },
    { name: 'in one chunk, the value', body: inChunks('[1]'), want: [1] },
    { name: 'in two chunks, the value', body: inChunks('[1,', '2]'), want: [1, 2] },
    { name: 'at its limit, the value', body: '[1,2]', options: { limit: 5, maxValues: 9 }, want: [1, 2] },
    {
      name: 'over its limit, nothing',
      body: '[1,2]',
      options: { limit: 4 },
      want: '413 The request body is larger than 4 bytes',
    },
    {
      name: 'that says more than its limit, nothing',
      body: inChunks('1'),
      options: { limit: 4 },
      headers: { 'content-length': '5' },
      want: '413 The request body is larger than 4 bytes',
    },
    {
      name: 'at its limit in chunks, the value',
      body: inChunks('[1,', '2]'),
      options: { limit: 5, maxValues: 9 },
      want: [1, 2],
    },
    {
      name: 'over its limit in chunks, nothing',
      body: inChunks('[1,', '2]', ' '),
      options: { limit: 5 },
      want: '413 The request body is larger than 5 bytes',
    },
    {
      name: 'at its limit when unpacked, the value',
      body: packed(`"${'x'.repeat(998)}"`),
      options: { limit: 1000 },
      headers: GZIP,
      want: 'x'.repeat(998),
    },
    {
      name: 'over its limit when unpacked, nothing',
      body: packed(`"${'x'.repeat(999)}"`),
      options: { limit: 1000 },
      headers: GZIP,
      want: '413 The request body is larger than 1000 bytes',
    },
    {
      name: 'packed in capital letters, the value',
      body: packed('[1]'),
      headers: { 'content-encoding': ' GZIP ' },
      want: [1],
    },
    {
      name: 'that says it is not packed, the value',
      body: '[1]',
      headers: { 'content-encoding': 'identity' },
      want: [1],
    },
    { name: 'of many packed pieces, the value', body: packed(`"${letters}"`), headers: GZIP, want: letters },
    { name: 'that is packed and large, the value', body: packed(`[${PADDING}1]`), headers: GZIP, want: [1] },
    {
      name: 'with a value for each 32 bytes of its limit, the value',
      body: '[1,2]',
      options: { limit: 64 },
      want: [1, 2],
    },
    {
      name: 'with one value more, nothing',
      body: '[1,2,3]',
      options: { limit: 64 },
      want: '400 The request body has more than 2 keys and list items',
    },
    {
      name: 'with a mark that may stand there, the value',
      body: `${MARK}[1]`,
      options: { skipsMark: true },
      want: [1],
    },
    { name: 'with a mark that may not, nothing', body: `${MARK}[1]`, want: UNREAD },
    {
      name: 'that is packed, with a mark that may stand there, the value',
      body: packed(`${MARK}[1]`),
      options: { skipsMark: true },
      headers: GZIP,
      want: [1],
    },
    {
      name: 'that is large, with a mark that may stand there, the value',
      body: `${MARK}[1${PADDING}]`,
      options: { skipsMark: true },
      want: [1],
    },
    { name: 'that is large, with a mark that may not, nothing', body: `${MARK}[1${PADDING}]`, want: UNREAD },
    {
      name: 'that is large and not JSON, the place where it is not',
      body: `[${PADDING}\n 1 2]`,
      want: '400 The request body is not valid JSON (line 2, column 4)',
    },
    {
      name: 'that is large and blank, that it is',
      body: PADDING,
      want: '400 The request body is not valid JSON: it is blank',
    },
    {
      name: 'that is large and has too many values, that it has',
      body: `[1,2,3${PADDING}]`,
      options: { maxValues: 2 },
      want: '400 The request body has more than 2 keys and list items',
    },
    {
      name: 'of more than 16 MiB, nothing',
      body: inChunks('1'),
      headers: { 'content-length': '16777217' },
      want: '413 The request body is larger than 16777216 bytes',
    },
    {
      name: 'packed with deflate, the value',
      body: Uint8Array.from(deflateSync('[1]')),
      headers: { 'content-encoding': 'deflate' },
      want: [1],
    },
    {
      name: 'packed in another way, nothing',
      body: '[1]',
      headers: { 'content-encoding': 'br' },
      want: '415 unsupported media type content encoding br',
    },
    { name: 'that is not packed, nothing', body: '[1]', headers: GZIP, want: '400 The request body is not valid gzip' },
    {
      name: 'that is half of a packed one, nothing',
      body: packed(`"${letters}"`).slice(0, -9),
      headers: GZIP,
      want: '400 The request body is not valid gzip',
    },
    {
      name: 'that goes on after a packed one, nothing',
      body: Uint8Array.from([...packed('[1]'), 1, 2]),
      headers: GZIP,
      want: '400 The request body is not valid gzip',
    },
    { name: 'that is not UTF-8, nothing', body: Uint8Array.of(0x22, 0xff, 0x22), want: NOT_TEXT },
    {
      name: 'that is large and not UTF-8, nothing',
      body: Uint8Array.from(Buffer.concat([Buffer.of(0xff), Buffer.from(PADDING)])),
      want: NOT_TEXT,
    },
    {
      name: 'that is not JSON, the place where it is not',
      body: '[1\n 2]',
      want: '400 The request body is not valid JSON (line 2, column 2)',
    },
    {
      name: 'that breaks off, nothing',
      body: inChunks('[1,', new Error('gone')),
      want: '400 The request body is incomplete',
    },
    {
      name: 'that is small and breaks off, nothing',
      body: inChunks('[1,', new Error('gone')),
      headers: { 'content-length': '9' },
      want: '400 The request body is incomplete',
    },
  ])('$name', async ({ body, options, headers, want }) => {
    expect(await read(body, options, headers)).toEqual(want)
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
