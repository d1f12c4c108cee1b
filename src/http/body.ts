import { badRequest, unsupportedMediaType } from '../base/errors.ts'
import { findJsonSyntaxError, findJsonSyntaxErrorSteps, type JsonPosition } from '../base/json-syntax-error.ts'
import { pause, runInSlices } from '../base/run-in-slices.ts'
import { parseJson, startsWithMark, UnusableJson } from '../model/parse-json.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { receive, tooLarge } from './receive.ts'
import { unpack } from './unpack.ts'

export const MAX_BODY_BYTES = 16 * 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** As many keys and list items fit into a body, for each of these bytes of its limit: more are not read in good time. */
const BYTES_A_VALUE = 32

export interface BodyOptions {
  limit?: number
  maxValues?: number
  skipsMark?: boolean
}

/** JSON as it was sent, and what it says. */
export interface Json {
  text: string
  value: unknown
}

/**
 * The JSON body of a request; `undefined` where there is none. At most `limit` bytes are read, before and after
 * unpacking. An empty body and `null` are told apart from `{}` by the caller.
 *
 * @param options.limit in bytes
 * @param options.maxValues how many keys and list items it may have
 * @param options.skipsMark whether a byte order mark may stand before it
 * @throws ApiError 413 over the limit, 400 when it is not JSON in UTF-8, breaks off, nests too deep, or has too many values
 *   or too large a number, 408 when it does not come, 415 for an unknown encoding
 */
export async function readJson(
  request: Request,
  { limit = MAX_BODY_BYTES, maxValues = limit / BYTES_A_VALUE, skipsMark = false }: BodyOptions = {},
): Promise<Json | undefined> {
  checkDeclaredLength(request.headers, limit)
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (!isKnown(encoding)) throw unsupportedMediaType(`content encoding ${encoding}`)
  const sent = await receive(request, limit)
  received.get(request)?.()
  const withoutMark = (bytes: Uint8Array) => (skipsMark && startsWithMark(bytes) ? bytes.subarray(3) : bytes)
  if (encoding === 'identity' && sent.length < LARGE_BYTES) return read(withoutMark(sent), maxValues)
  return inTurn(async () => {
    const bytes = withoutMark(encoding === 'identity' ? sent : await unpack(sent, encoding, limit))
    return bytes.length < LARGE_BYTES ? read(bytes, maxValues) : readLarge(bytes, maxValues)
  })
}

const isKnown = (encoding: string) => encoding === 'identity' || encoding === 'gzip' || encoding === 'deflate'

/** Bodies that take long to read are read one at a time, with pauses in which others are served. */
const LARGE_BYTES = 1024 * 1024
const inTurn = oneAtATime()

const read = (bytes: Uint8Array, maxValues: number) =>
  bytes.length === 0 ? undefined : parse(decode(bytes), maxValues)

async function readLarge(bytes: Uint8Array, maxValues: number): Promise<Json> {
  await pause()
  const text = decode(bytes)
  await pause()
  const { parseJsonSteps } = await import('../model/parse-json-steps.ts')
  try {
    return { text, value: await runInSlices(parseJsonSteps(bytes, maxValues)) }
  } catch (cause) {
    const position = cause instanceof SyntaxError ? await runInSlices(findJsonSyntaxErrorSteps(text)) : undefined
    throw notJson(text, cause, position)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw badRequest('The request body is not valid UTF-8', { cause })
  }
}

function parse(text: string, maxValues: number): Json {
  try {
    return { text, value: parseJson(text, maxValues) }
  } catch (cause) {
    throw notJson(text, cause, cause instanceof SyntaxError ? findJsonSyntaxError(text) : undefined)
  }
}

function notJson(text: string, cause: unknown, position: JsonPosition | undefined) {
  if (cause instanceof UnusableJson) return badRequest(`The request body ${cause.message}`, { cause })
  return badRequest(`The request body is not valid JSON${whereIn(text, position)}`, { cause })
}

/** Refuses at once what says itself that it is too large. */
export function checkDeclaredLength(headers: Headers, limit = MAX_BODY_BYTES) {
  if (Number(headers.get('content-length')) > limit) throw tooLarge(limit)
}

const received = new WeakMap<Request, () => void>()

/** Calls back once, when all of a request's body has come. */
export function onReceived(request: Request, call: () => void) {
  received.set(request, call)
}

/** Where the text breaks, without any of the text itself: it may hold a secret. */
function whereIn(text: string, position: JsonPosition | undefined) {
  if (text.trim() === '') return ': it is blank'
  if (text.startsWith('\uFEFF')) return ': it starts with a byte order mark'
  return position ? ` (line ${position.line}, column ${position.column})` : ''
}
