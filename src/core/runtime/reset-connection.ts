import { PLATFORM } from './platform.ts'

/** What was sent must have left before the connection is reset, for a reset discards it. */
export const SENDING_MS = 20

const SAYS_DROPPED = PLATFORM === 'Deno' ? 'A fault rule drops this connection' : undefined

/** Responses with which the connection is reset, and what of their bodies is sent before. */
const cut = new WeakMap<Response, Uint8Array<ArrayBuffer> | undefined>()

/**
 * Answered with this, Bun and Node reset the connection without having sent anything; Deno sends a status line and
 * headers before it does.
 */
export function droppedConnection(): Response {
  const response = new Response(brokenStream(undefined))
  cut.set(response, undefined)
  return response
}

/** Whether the connection is dropped with this response before anything is sent. */
export const isDropped = (response: Response) => isCut(response) && cut.get(response) === undefined

/** Whether the connection is reset with this response. */
export const isCut = (response: Response) => cut.has(response)

/** What is sent of the body of such a response; `undefined` where nothing is sent at all. */
export const beginningOf = (response: Response) => cut.get(response)

/** Status and headers of a response, these bytes as the beginning of its body, then a reset connection. */
export function cutResponse(beginning: Uint8Array<ArrayBuffer>, { status, headers }: Response): Response {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'etag']) kept.delete(name)
  const response = new Response(brokenStream(beginning), { status, headers: kept })
  cut.set(response, beginning)
  return response
}

/**
 * A response as a client without a socket gets it: where the connection would be reset, it fails as `fetch` does.
 *
 * @throws TypeError with code `ECONNRESET` where nothing is sent
 */
export function withoutSocket(response: Response): Response {
  if (!cut.has(response)) return response
  const beginning = cut.get(response)
  const failure = Object.assign(new TypeError('A fault rule reset the connection'), {
    code: 'ECONNRESET',
  })
  if (!beginning) throw failure
  return new Response(brokenStream(beginning, failure), { status: response.status, headers: response.headers })
}

/** Some bytes, then a failure. Deno prints its reason, and Bun where there is one. */
function brokenStream(beginning: Uint8Array<ArrayBuffer> | undefined, failure: unknown = SAYS_DROPPED) {
  if (!beginning?.length) return new ReadableStream({ start: controller => controller.error(failure) })
  let isSent = false
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) controller.enqueue(beginning)
      else await new Promise(resolve => setTimeout(resolve, SENDING_MS)).then(() => controller.error(failure))
      isSent = true
    },
  })
}
