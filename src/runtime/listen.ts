import type { Fetch, Listener, ListenOptions } from './listener.ts'
import { PLATFORM } from './platform.ts'

/**
 * Listens for requests, on Bun, Deno or Node.
 *
 * @throws an error with code `EADDRINUSE` where the port is taken, `EACCES` where it is not allowed
 */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  if (PLATFORM === 'Bun') return (await import('./bun.ts')).listen(fetch, options)
  if (PLATFORM === 'Deno') return (await import('./deno.ts')).listen(fetch, options)
  return (await import('./node.ts')).listen(fetch, options)
}
