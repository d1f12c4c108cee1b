import { addAddressReader } from '../base/caller-address.ts'
import { type Fetch, IDLE_SECONDS, type Listener, type ListenOptions, STOP_GRACE_MS, urlOf } from './listener.ts'

export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  try {
    return serve(fetch, options)
  } catch (error) {
    // Bun reports a name without an address as a port in use
    const { lookup } = await import('node:dns/promises')
    await lookup(options.hostname.replace(/^\[(.*)\]$/, '$1'))
    throw error
  }
}

function serve(fetch: Fetch, { hostname, port }: ListenOptions): Listener {
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
  const removeReader = addAddressReader(request => server.requestIP(request)?.address)
  return {
    url: urlOf(hostname, server.port ?? port),
    port: server.port ?? port,
    async stop() {
      const force = setTimeout(() => server.stop(true), STOP_GRACE_MS)
      await server.stop()
      clearTimeout(force)
      removeReader()
    },
  }
}
