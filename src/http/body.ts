import { badRequest, payloadTooLarge, unsupportedMediaType } from '../errors.ts'
import { isTooDeep, MAX_DEPTH } from '../model/json-depth.ts'

export const MAX_BODY_BYTES = 16 * 1024 * 1024

/**
 * The JSON body of a request; `undefined` where there is none. At most `limit` bytes are read, before and after
 * unpacking. An empty body and `null` are told apart from `{}` by the caller.
 *
 * @throws ApiError 413 over the limit, 400 when it is not JSON in UTF-8 or nests too deep, 415 for an unknown encoding
 */
export async function readJson(request: Request, limit = MAX_BODY_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw badRequest('The request body is not valid UTF-8', { cause })
  }
  if (isTooDeep(text)) throw badRequest(`The request body has more than ${MAX_DEPTH} levels of objects and lists`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw badRequest(`The request body is not valid JSON${whereIn(text, cause)}`, { cause })
  }
}

/** Refuses at once what says itself that it is too large. */
export function checkDeclaredLength(headers: Headers, limit = MAX_BODY_BYTES) {
  if (Number(headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  checkDeclaredLength(request.headers, limit)
  if (!request.body) return new Uint8Array()
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' && request.headers.has('content-length')) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > limit) throw tooLarge(limit)
    return bytes
  }
  if (encoding === 'identity') return collect(request.body, limit)
  if (encoding !== 'gzip' && encoding !== 'deflate') throw unsupportedMediaType(`content encoding ${encoding}`)
  try {
    return await collect(request.body.pipeThrough(new DecompressionStream(encoding)), limit)
  } catch (error) {
    if (error instanceof Error && error.name === 'ApiError') throw error
    throw badRequest(`The request body is not valid ${encoding}`, { cause: error })
  }
}

async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const tooLarge = (limit: number) => payloadTooLarge(`The request body is larger than ${limit} bytes`)

/** The engine's own word on where the text breaks, without any of the text itself: it may hold a secret. */
function whereIn(text: string, cause: unknown) {
  if (text.trim() === '') return ': it is blank'
  if (text.startsWith('\uFEFF')) return ': it starts with a byte order mark'
  const position = /position (\d+)/.exec(String(cause))?.[1]
  return position ? ` (at position ${position})` : ''
}
