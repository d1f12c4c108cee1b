import { badRequest, payloadTooLarge, requestTimeout } from '../base/errors.ts'

/** A body may take so long, in milliseconds, and longer for every byte of it that has come. */
const GRACE_MS = 5000
const LEAST_BYTES_A_MILLISECOND = 64
/** Up to so many bytes the runtime itself puts a body together, which is faster and does not tell how far it is. */
const SMALL_BYTES = 64 * 1024

const BROKEN_OFF = 'The request body breaks off'

/**
 * The bytes of a body as they were sent: `limit` at most, and at no less than the least rate.
 *
 * @throws ApiError 413 over the limit, 408 when it comes too slowly, 400 when it breaks off
 */
export function receive(request: Request, limit: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > limit) throw tooLarge(limit)
  if (declared <= SMALL_BYTES) return receiveSmall(request, declared)
  return request.body ? receiveStream(request.body, limit) : Promise.resolve(new Uint8Array())
}

export const tooLarge = (limit: number) => payloadTooLarge(`The request body is larger than ${limit} bytes`)

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

async function receiveStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  const began = performance.now()
  let size = 0
  let isTooSlow = false
  let timer = setTimeout(check, GRACE_MS)

  function check() {
    const left = began + GRACE_MS + size / LEAST_BYTES_A_MILLISECOND - performance.now()
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
      size += next.value.length
      if (size > limit) break
      chunks.push(next.value)
    }
  } catch (cause) {
    if (!isTooSlow) throw badRequest(BROKEN_OFF, { cause })
  } finally {
    clearTimeout(timer)
  }
  if (isTooSlow) throw tooSlow()
  if (size > limit) {
    reader.cancel().catch(() => {})
    throw tooLarge(limit)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

const tooSlow = () => requestTimeout('The request body did not come in time')
