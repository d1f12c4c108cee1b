import { ApiError, badRequest, payloadTooLarge, requestTimeout, unsupportedMediaType } from '../base/errors.ts'
import { findJsonSyntaxErrorSteps } from '../base/json-text.ts'
import { newBuffer } from '../base/new-buffer.ts'
import { oneAtATime } from '../base/one-at-a-time.ts'
import { giveWay, pause, runInSlices } from '../base/run-in-slices.ts'
import { bodyText, type Json, notJson, parseBody } from '../model/parse-body.ts'
import { startsWithMark } from '../model/parse-json.ts'
import type { RequestRecord } from './request-record.ts'

export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** As many keys and list items fit into a body, for each of these bytes of its limit: more are not read in good time. */
export const BYTES_A_VALUE = 32

interface BodyOptions {
  limit?: number
  maxValues?: number
  skipsMark?: boolean
}

/**
 * The JSON body of a request; `undefined` where there is none. At most `limit` bytes are read, before and after
 * unpacking. The caller distinguishes an empty body and `null` from `{}`.
 *
 * @param options.limit in bytes
 * @param options.maxValues how many keys and list items it may have
 * @param options.skipsMark whether a byte order mark may stand before it
 * @throws ApiError 413 over the limit, 400 when it is not JSON in UTF-8, breaks off, nests too deep, or has too many values
 *   or too large a number, 408 when it does not come, 415 for an unknown encoding
 */
export async function readJson(request: Request & Noted, options: BodyOptions = {}): Promise<Json | undefined> {
  const json = await readUnnoted(request, options)
  request[RECORD]?.noteBody(json)
  return json
}

/** The key of the record that gets the JSON of a request's body. */
const RECORD = Symbol()

interface Noted {
  [RECORD]?: Pick<RequestRecord, 'noteBody' | 'noteBytes'>
}

/** Notes the JSON of a request that another thread reads. */
export function noteBytesOf(request: Request & Noted, bytes: Uint8Array | undefined) {
  const type = mediaTypeOf(request.headers)
  if (type === undefined || type === JSON_TYPE) request[RECORD]?.noteBytes(bytes)
}

/** Has the JSON of a request's body noted by whoever reads it. */
export function noteJsonOf(request: Request & Noted, record: Pick<RequestRecord, 'noteBody' | 'noteBytes'>) {
  request[RECORD] = record
}

async function readUnnoted(
  request: Request & Received,
  { limit = MAX_BODY_BYTES, maxValues = limit / BYTES_A_VALUE, skipsMark = false }: BodyOptions,
): Promise<Json | undefined> {
  checkDeclaredLength(request.headers, limit)
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (!isKnown(encoding)) throw unsupportedMediaType(`content encoding ${encoding}`)
  const sent = await receive(request, limit)
  request[RECEIVED]?.()
  const withoutMark = (bytes: Uint8Array) => (skipsMark && startsWithMark(bytes) ? bytes.subarray(3) : bytes)
  if (encoding === 'identity' && sent.length < QUEUED_BYTES) return parseBody(withoutMark(sent), maxValues)
  return inTurn(async () => {
    await pause()
    const bytes = withoutMark(encoding === 'identity' ? sent : await unpack(sent, encoding, limit))
    return bytes.length < LARGE_BYTES ? parseBody(bytes, maxValues) : readLarge(bytes, maxValues)
  })
}

const isKnown = (encoding: string) => encoding === 'identity' || encoding === 'gzip' || encoding === 'deflate'

/** Bodies that take some milliseconds to read are read one at a time, with pauses in which others are served. */
const QUEUED_BYTES = 128 * 1024
/** Those that take long are read in slices. */
const LARGE_BYTES = 1024 * 1024
const inTurn = oneAtATime()

async function readLarge(bytes: Uint8Array, maxValues: number): Promise<Json> {
  await pause()
  const text = bodyText(bytes)
  await pause()
  const { parseJsonSteps } = await import('../model/parse-json-steps.ts')
  try {
    return { text, value: await runInSlices(parseJsonSteps(bytes, maxValues)) }
  } catch (cause) {
    const position = cause instanceof SyntaxError ? await runInSlices(findJsonSyntaxErrorSteps(text)) : undefined
    throw notJson(text, cause, position)
  }
}

/** Refuses at once what says itself that it is too large. */
export function checkDeclaredLength(headers: Headers, limit = MAX_BODY_BYTES) {
  if (Number(headers.get('content-length')) > limit) throw tooLarge(limit)
}

/**
 * The bytes of a body, unpacked: `limit` at most, before and after.
 *
 * @throws ApiError 413 over the limit, 400 when it breaks off or is not packed as it says, 408 when it does not come, 415 for
 *   an unknown encoding
 */
export async function receiveUnpacked(request: Request & Received, limit: number): Promise<Uint8Array> {
  checkDeclaredLength(request.headers, limit)
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (!isKnown(encoding)) throw unsupportedMediaType(`content encoding ${encoding}`)
  const sent = await receive(request, limit)
  request[RECEIVED]?.()
  if (encoding === 'identity') return sent
  return inTurn(async () => {
    await pause()
    const bytes = await unpack(sent, encoding, limit)
    const refusal = request[COUNTED]?.(bytes.length)
    if (refusal) throw refusal
    return bytes
  })
}

/** The key of what is called when the body has come. */
const RECEIVED = Symbol()
/** The key of what counts the bytes of the body as they come. */
const COUNTED = Symbol()

interface Received {
  [RECEIVED]?: () => void
  [COUNTED]?: (bytes: number) => ApiError | undefined
}

/** Calls back once, when all of a request's body has come. On the request itself: a weak map costs several times as much. */
export function onReceived(request: Request & Received, call: () => void) {
  request[RECEIVED] = call
}

/**
 * Calls back with the number of bytes that a request's body has so far, unpacked ones at its end. The body is refused with
 * what it returns.
 */
export function onBytes(request: Request & Received, call: (bytes: number) => ApiError | undefined) {
  request[COUNTED] = call
}

/** As most clients send it, and nothing else then is to be looked at. */
const JSON_TYPE = 'application/json'

/** The media type of a request without its parameters, or `undefined` where it names none. */
export function mediaTypeOf(headers: Headers): string | undefined {
  const given = headers.get('content-type')
  return given === JSON_TYPE ? given : given?.split(';')[0]?.trim().toLowerCase() || undefined
}

/** Refuses anything but JSON, as the operations with a required body do (docs/behaviour/common.md#content-type). */
export function requireJson(headers: Headers) {
  const type = mediaTypeOf(headers)
  if (type !== JSON_TYPE) throw unsupportedMediaType(type)
  if (headers.get('content-type') === JSON_TYPE) return
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers.get('content-type') ?? '')?.[1]?.toLowerCase()
  if (charset && charset !== 'utf-8' && charset !== 'utf8') throw unsupportedMediaType(`${type}; charset=${charset}`)
}

/** A body may take so long, in milliseconds, and longer for every byte of it that has come. */
const GRACE_MS = 5000
const LEAST_BYTES_A_MILLISECOND = 64
/** Bytes up to which the runtime itself reads a body: faster, but without progress. */
const SMALL_BYTES = 64 * 1024

const BROKEN_OFF = 'The request body is incomplete'

/**
 * The bytes of a body as they were sent: `limit` at most, and at no less than the least rate.
 *
 * @throws ApiError 413 over the limit, 408 when it comes too slowly, 400 when it breaks off
 */
export function receive(request: Request & Received, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared <= SMALL_BYTES) return receiveSmall(request, declared)
  if (!request.body) return Promise.resolve(new Uint8Array())
  return receiveStream(request.body, new Pieces(declared <= limit ? declared : 0), limit, request[COUNTED])
}

/** Pieces of fewer bytes are copied into blocks: as values of their own they would take many times their bytes. */
const SMALL_PIECE_BYTES = 4 * 1024
const BLOCK_BYTES = 64 * 1024

/** Bytes as they come: into their place where their number was said, so that they are not in memory twice. */
class Pieces {
  readonly #whole: Uint8Array
  readonly #others: Uint8Array[] = []
  #filled = 0
  #block = new Uint8Array()
  #blockFilled = 0
  size = 0

  constructor(declared: number) {
    this.#whole = new Uint8Array(newBuffer(declared), 0, declared)
  }

  add(piece: Uint8Array) {
    this.size += piece.length
    if (this.#others.length > 0 || this.#blockFilled > 0 || this.size > this.#whole.length) this.#addOther(piece)
    else {
      this.#whole.set(piece, this.#filled)
      this.#filled = this.size
    }
  }

  #addOther(piece: Uint8Array) {
    const isSmall = piece.length < SMALL_PIECE_BYTES
    if (!isSmall || this.#blockFilled + piece.length > this.#block.length) this.#endBlock()
    if (!isSmall) {
      this.#others.push(piece)
      return
    }
    if (this.#blockFilled === 0) this.#block = new Uint8Array(BLOCK_BYTES)
    this.#block.set(piece, this.#blockFilled)
    this.#blockFilled += piece.length
  }

  #endBlock() {
    if (this.#blockFilled > 0) this.#others.push(this.#block.subarray(0, this.#blockFilled))
    this.#blockFilled = 0
  }

  all(): Uint8Array {
    this.#endBlock()
    const [only, ...others] = this.#others
    if (only && this.#filled === 0 && others.length === 0) return only
    const first = this.#whole.subarray(0, this.#filled)
    return this.#others.length === 0 ? first : Buffer.concat([first, ...this.#others], this.size)
  }
}

const tooLarge = (limit: number) => payloadTooLarge(`The request body is larger than ${limit} bytes`)

function receiveSmall(request: Request, declared: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooSlow()), GRACE_MS + declared / LEAST_BYTES_A_MILLISECOND)
    request.arrayBuffer().then(
      bytes => {
        clearTimeout(timer)
        resolve(new Uint8Array(bytes))
      },
      (cause: unknown) => {
        clearTimeout(timer)
        reject(badRequest(BROKEN_OFF, { cause }))
      },
    )
  })
}

async function receiveStream(
  stream: ReadableStream<Uint8Array>,
  pieces: Pieces,
  limit: number,
  refusalAt: Received[typeof COUNTED] = () => undefined,
): Promise<Uint8Array> {
  const reader = stream.getReader()
  const began = performance.now()
  let isTooSlow = false
  let refusal: ApiError | undefined
  let timer = setTimeout(check, GRACE_MS)

  function check() {
    const left = began + GRACE_MS + pieces.size / LEAST_BYTES_A_MILLISECOND - performance.now()
    if (left > 0) timer = setTimeout(check, left)
    else giveUp()
  }
  function giveUp() {
    isTooSlow = true
    // ends the read that is waited for
    reader.cancel().catch(() => {})
  }

  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const size = pieces.size + next.value.length
      refusal = size > limit ? tooLarge(limit) : refusalAt(size)
      if (refusal) break
      pieces.add(next.value)
      // many that are there already let nothing else run
      if (next.value.length < SMALL_PIECE_BYTES) await giveWay()
    }
  } catch (cause) {
    if (!isTooSlow) throw badRequest(BROKEN_OFF, { cause })
  } finally {
    clearTimeout(timer)
  }
  if (isTooSlow) throw tooSlow()
  if (refusal) {
    reader.cancel().catch(() => {})
    throw refusal
  }
  return pieces.all()
}

const tooSlow = () => requestTimeout('The request body did not come in time')

/** Packed bytes that are unpacked at a time: they may become a thousand times as many before other requests continue. */
const SLICE_BYTES = 1024
/** After so much work there is a pause. */
const WORK_MS = 5

/**
 * Unpacks a body of at most `limit` bytes, in slices between which others are served.
 *
 * @throws ApiError 413 over the limit, 400 when it is not valid
 */
async function unpack(packed: Uint8Array, encoding: 'gzip' | 'deflate', limit: number): Promise<Uint8Array> {
  try {
    return await inflate(packed, encoding, limit)
  } catch (cause) {
    throw cause instanceof ApiError ? cause : badRequest(`The request body is not valid ${encoding}`, { cause })
  }
}

async function inflate(packed: Uint8Array, encoding: 'gzip' | 'deflate', limit: number) {
  const { readable, writable } = new DecompressionStream(encoding)
  // what fails here fails the reading below as well
  feed(writable.getWriter(), packed).catch(() => {})
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

async function feed(writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>, packed: Uint8Array) {
  let since = performance.now()
  for (let at = 0; at < packed.length; at += SLICE_BYTES) {
    await writer.write(new Uint8Array(packed.subarray(at, at + SLICE_BYTES)))
    if (performance.now() - since < WORK_MS) continue
    await pause()
    since = performance.now()
  }
  await writer.close()
}
