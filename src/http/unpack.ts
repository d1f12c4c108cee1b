import { ApiError, badRequest } from '../base/errors.ts'
import { pause } from '../base/run-in-slices.ts'
import { tooLarge } from './receive.ts'

/** So many packed bytes at a time: the worst of them become a thousand times as many before anyone else has a turn. */
const SLICE_BYTES = 1024
/** After so much work there is a pause. */
const WORK_MS = 5

/**
 * Unpacks a body of at most `limit` bytes, in slices between which others are served.
 *
 * @throws ApiError 413 over the limit, 400 when it is not valid
 */
export async function unpack(packed: Uint8Array, encoding: 'gzip' | 'deflate', limit: number): Promise<Uint8Array> {
  try {
    return await inflate(packed, encoding, limit)
  } catch (cause) {
    throw cause instanceof ApiError ? cause : badRequest(`The request body is not valid ${encoding}`, { cause })
  }
}

async function inflate(packed: Uint8Array, encoding: 'gzip' | 'deflate', limit: number) {
  const { readable, writable } = new DecompressionStream(encoding)
  const feeding = feed(writable.getWriter(), packed)
  // what fails here fails the reading below as well
  feeding.catch(() => {})
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  await feeding
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
