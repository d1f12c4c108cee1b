import { ListenError } from './listen-error.ts'
import type { Fetch, Listener, ListenOptions } from './listener.ts'
import { PLATFORM } from './platform.ts'

/**
 * Listens for requests, on Bun, Deno or Node.
 *
 * @throws ListenError where the platform refuses; its code is `EADDRINUSE` where the port is taken
 */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const platform = await load()
  try {
    return await platform.listen(fetch, options)
  } catch (cause) {
    throw new ListenError(options.hostname, options.port, cause)
  }
}

function load() {
  if (PLATFORM === 'Bun') return import('./bun.ts')
  if (PLATFORM === 'Deno') return import('./deno.ts')
  return import('./node.ts')
}
