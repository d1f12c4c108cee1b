/** A running server. `stop` waits for the requests that are under way. */
export interface Listener {
  url: string
  port: number
  stop(): Promise<void>
}

export interface ListenOptions {
  hostname: string
  /** 0: any free one. */
  port: number
  /** Called when connections can no longer be accepted, and when they can again. */
  report(message: string): void
}

export type Fetch = (request: Request) => Response | Promise<Response>

/** Seconds without a byte after which Bun and Node close a connection; on Deno it stays open. */
export const IDLE_SECONDS = 10
/** How long a stop waits for the requests that are under way, in milliseconds. */
export const STOP_GRACE_MS = 5000

export function urlOf(hostname: string, port: number) {
  const host = hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '::' ? '[::1]' : hostname
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
}
