import { ApiError, badRequest, payloadTooLarge, requestTimeout, unsupportedMediaType } from '../errors.ts'
import { parseJson, UnusableJson } from '../model/parse-json.ts'

export const MAX_BODY_BYTES = 16 * 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** As many keys and list items fit into a body, for each of these bytes of its limit: more are not read in good time. */
const BYTES_A_VALUE = 32
/** How long a body may take, in milliseconds: so much, and more for each byte that it may have. */
const PATIENCE = 30_000
const BYTES_A_MILLISECOND = 1024

/** JSON as it was sent, and what it says. */
export interface Json {
  text: string
  value: unknown
}

/**
 * The JSON body of a request; `undefined` where there is none. At most `limit` bytes are read, before and after
 * unpacking. An empty body and `null` are told apart from `{}` by the caller.
 *
 * @throws ApiError 413 over the limit, 400 when it is not JSON in UTF-8, breaks off, nests too deep, or has too many values
 *   or too large a number, 408 when it does not come, 415 for an unknown encoding
 */
export async function readJson(request: Request, limit = MAX_BODY_BYTES): Promise<Json | undefined> {
  const bytes = await inTime(readBytes(request, limit), limit)
  if (bytes.byteLength > limit) throw tooLarge(limit)
  if (bytes.byteLength === 0) return undefined
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch (cause) {
    throw badRequest('The request body is not valid UTF-8', { cause })
  }
  try {
    return { text, value: parseJson(text, limit / BYTES_A_VALUE) }
  } catch (cause) {
    if (cause instanceof UnusableJson) throw badRequest(`The request body ${cause.message}`, { cause })
    throw badRequest(`The request body is not valid JSON${whereIn(text, cause)}`, { cause })
  }
}

/** Refuses at once what says itself that it is too large. */
export function checkDeclaredLength(headers: Headers, limit = MAX_BODY_BYTES) {
  if (Number(headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
}

function readBytes(request: Request, limit: number): Promise<ArrayBuffer | Uint8Array> {
  const { headers } = request
  checkDeclaredLength(headers, limit)
  const encoding = (headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity') {
    // whoever touches `body` has the bytes come as a stream, which takes longer
    return headers.has('content-length')
      ? request.arrayBuffer().catch(cause => refuseBody(BROKEN_OFF, cause))
      : collect(request.body ?? [], limit, BROKEN_OFF)
  }
  if (encoding !== 'gzip' && encoding !== 'deflate') throw unsupportedMediaType(`content encoding ${encoding}`)
  const unpacked = request.body?.pipeThrough(new DecompressionStream(encoding))
  return collect(unpacked ?? [], limit, `is not valid ${encoding}`)
}

const BROKEN_OFF = 'breaks off'

/** @param failure what is said of the body where the stream fails: it was no failure of ours */
async function collect(stream: AsyncIterable<Uint8Array> | [], limit: number, failure: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } catch (cause) {
    return refuseBody(failure, cause)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

function refuseBody(failure: string, cause: unknown): never {
  throw cause instanceof ApiError ? cause : badRequest(`The request body ${failure}`, { cause })
}

/** The bytes, or a refusal where they take too long: whoever sends a body piece by piece must not be waited for for ever. */
function inTime<T>(bytes: Promise<T>, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(requestTimeout('The request body did not come in time'))
    const timer = setTimeout(giveUp, PATIENCE + limit / BYTES_A_MILLISECOND)
    bytes.then(
      came => {
        clearTimeout(timer)
        resolve(came)
      },
      (cause: unknown) => {
        clearTimeout(timer)
        reject(cause)
      },
    )
  })
}

const tooLarge = (limit: number) => payloadTooLarge(`The request body is larger than ${limit} bytes`)

/** The engine's own word on where the text breaks, without any of the text itself: it may hold a secret. */
function whereIn(text: string, cause: unknown) {
  if (text.trim() === '') return ': it is blank'
  if (text.startsWith('\uFEFF')) return ': it starts with a byte order mark'
  const position = /position (\d+)/.exec(String(cause))?.[1]
  return position ? ` (at position ${position})` : ''
}
