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

type Fetch = (request: Request) => Response | Promise<Response>

// bodies are limited where they are read, so that the refusal is the API's own
const MAX_BODY_BYTES = 512 * 1024 * 1024
const STOP_GRACE_MS = 5000

/**
 * Listens for requests, on Bun or on Deno.
 *
 * @throws an error with code `EADDRINUSE` where the port is taken, `EACCES` where it is not allowed
 */
export function listen(fetch: Fetch, options: ListenOptions): Listener {
  return 'Bun' in globalThis ? listenOnBun(fetch, options) : listenOnDeno(fetch, options)
}

function listenOnBun(fetch: Fetch, { hostname, port }: ListenOptions): Listener {
  // without `reusePort: false` a second instance would share the port unnoticed
  const limits = { maxRequestBodySize: MAX_BODY_BYTES, development: false, reusePort: false }
  const server = Bun.serve({ hostname, port, fetch, ...limits })
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

interface DenoServer {
  addr: { port: number }
  shutdown(): Promise<void>
}

declare const Deno: {
  serve(options: { hostname: string; port: number; signal: AbortSignal; onListen(): void }, fetch: Fetch): DenoServer
}

function listenOnDeno(fetch: Fetch, { hostname, port }: ListenOptions): Listener {
  const abort = new AbortController()
  const server = Deno.serve({ hostname, port, signal: abort.signal, onListen() {} }, fetch)
  return {
    url: urlOf(hostname, server.addr.port),
    port: server.addr.port,
    async stop() {
      const force = setTimeout(() => abort.abort(), STOP_GRACE_MS)
      await server.shutdown()
      clearTimeout(force)
    },
  }
}

function urlOf(hostname: string, port: number) {
  const host = hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '::' ? '[::1]' : hostname
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}
