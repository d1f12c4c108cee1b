import { type Fetch, type Listener, type ListenOptions, STOP_GRACE_MS, urlOf } from './listener.ts'

interface DenoServer {
  addr: { port: number }
  /** Rejects where no connection can be accepted any longer. */
  finished: Promise<void>
  shutdown(): Promise<void>
}

declare const Deno: {
  serve(options: { hostname: string; port: number; onListen(): void }, fetch: Fetch): DenoServer
}

const LISTEN_AGAIN_MS = 50

export function listen(fetch: Fetch, { hostname, port, report }: ListenOptions): Listener {
  let isStopped = false
  let isDeaf = false
  const serve = (port: number) => {
    const server = Deno.serve({ hostname, port, onListen() {} }, fetch)
    server.finished.catch(goOn)
    return server
  }
  let server = serve(port)
  const { addr } = server

  /** Without file descriptors Deno closes the listening socket, not the connections: others can come again later. */
  function goOn(reason: unknown) {
    if (isStopped) return
    if (!isDeaf) report(`No connection can be accepted: ${messageOf(reason)}. The ones that are open go on.`)
    isDeaf = true
    setTimeout(listenAgain, LISTEN_AGAIN_MS)
  }

  function listenAgain() {
    if (isStopped) return
    try {
      server = serve(addr.port)
      isDeaf = false
    } catch (error) {
      goOn(error)
    }
  }

  return {
    url: urlOf(hostname, addr.port),
    port: addr.port,
    async stop() {
      isStopped = true
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

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
