/** What listens: where, and how to stop it once the running requests are answered. */
export interface Listener {
  url: string
  port: number
  stop(): Promise<void>
}

export interface ListenOptions {
  hostname: string
  /** 0: any free one. */
  port: number
}

export type Fetch = (request: Request) => Response | Promise<Response>

/** After this long without a byte a connection is closed, on Bun; Deno leaves that to its clients. */
const IDLE_SECONDS = 10
const STOP_GRACE_MS = 5000
const SENDING_MS = 20

/**
 * Listens for requests, on Bun or on Deno.
 *
 * @throws an error with code `EADDRINUSE` where the port is taken, `EACCES` where it is not allowed
 */
export function listen(fetch: Fetch, options: ListenOptions): Listener {
  return isOnBun ? listenOnBun(fetch, options) : listenOnDeno(fetch, options)
}

const isOnBun = 'Bun' in globalThis
const SAYS_DROPPED = isOnBun ? undefined : 'A connection is dropped on purpose: a fault rule wants it'

function listenOnBun(fetch: Fetch, { hostname, port }: ListenOptions): Listener {
  const server = Bun.serve({
    hostname,
    port,
    // two instances would share the port unnoticed
    reusePort: false,
    development: false,
    idleTimeout: IDLE_SECONDS,
    // bodies are limited where they are read, so that the refusal is the API's own
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, server) {
      const answered = fetch(request)
      if (!(answered instanceof Promise)) return answered
      // the time in which an answer is made does not count as idle
      server.timeout(request, 0)
      return answered.finally(() => server.timeout(request, IDLE_SECONDS))
    },
  })
  return {
    url: urlOf(hostname, server.port ?? port),
    port: server.port ?? port,
    async stop() {
      const force = setTimeout(() => server.stop(true), STOP_GRACE_MS)
      await server.stop()
      clearTimeout(force)
    },
  }
}

/** Responses with which the connection is reset, and what of their bodies is sent before. */
const cut = new WeakMap<Response, Uint8Array<ArrayBuffer> | undefined>()

/**
 * Answered with this, Bun resets the connection without having sent anything; Deno sends a status line and headers
 * before it does.
 */
export function droppedConnection(): Response {
  const response = new Response(brokenStream(undefined))
  cut.set(response, undefined)
  return response
}

/** Whether the connection is dropped with this response before anything is sent. */
export const isDropped = (response: Response) => cut.has(response) && cut.get(response) === undefined

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
  const failure = Object.assign(new TypeError('The connection was reset: a fault rule wants it'), {
    code: 'ECONNRESET',
  })
  if (!beginning) throw failure
  return new Response(brokenStream(beginning, failure), { status: response.status, headers: response.headers })
}

/** Aborted when the client of a request goes away. On Deno nothing tells: asking prints a warning there. */
export const clientGone = (request: Request) => (isOnBun ? request.signal : undefined)

/** Some bytes, then a failure. Both print its reason; Bun does not where there is none. */
function brokenStream(beginning: Uint8Array<ArrayBuffer> | undefined, failure: unknown = SAYS_DROPPED) {
  if (!beginning?.length) return new ReadableStream({ start: controller => controller.error(failure) })
  let isSent = false
  return new ReadableStream({
    async pull(controller) {
      if (!isSent) controller.enqueue(beginning)
      // what was sent must have left before the connection is reset, for a reset discards it
      else await new Promise(resolve => setTimeout(resolve, SENDING_MS)).then(() => controller.error(failure))
      isSent = true
    },
  })
}

interface DenoServer {
  addr: { port: number }
  shutdown(): Promise<void>
}

declare const Deno: {
  serve(options: { hostname: string; port: number; onListen(): void }, fetch: Fetch): DenoServer
}

function listenOnDeno(fetch: Fetch, { hostname, port }: ListenOptions): Listener {
  const server = Deno.serve({ hostname, port, onListen() {} }, fetch)
  return {
    url: urlOf(hostname, server.addr.port),
    port: server.addr.port,
    async stop() {
      // nothing ends a connection whose request never comes to its end: it is left behind
      let grace: ReturnType<typeof setTimeout> | undefined
      const patience = new Promise<void>(resolve => {
        grace = setTimeout(resolve, STOP_GRACE_MS)
      })
      await Promise.race([server.shutdown(), patience])
      clearTimeout(grace)
    },
  }
}

function urlOf(hostname: string, port: number) {
  const host = hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '::' ? '[::1]' : hostname
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}
