import { addAddressReader } from '../base/caller-address.ts'
import { type Fetch, type Listener, type ListenOptions, STOP_GRACE_MS, urlOf } from './listener.ts'

interface Info {
  remoteAddr: { hostname?: string }
}

const INFO = Symbol('what Deno says of a request')

/** Stored on the request, since a weak map costs 2.7 µs a request. */
type Informed = Request & { [INFO]?: Info }

interface DenoServer {
  addr: { port: number }
  /** Rejects where no connection can be accepted any longer. */
  finished: Promise<void>
  shutdown(): Promise<void>
}

declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen(): void },
    fetch: (request: Request, info: Info) => Response | Promise<Response>,
  ): DenoServer
}

const LISTEN_AGAIN_MS = 50

/** Not encoded in a URL: Node refuses them by itself, as the service does. */
const BEYOND_ASCII = /[^\0-\x7f]/

export function listen(fetch: Fetch, { hostname, port, report }: ListenOptions): Listener {
  let isStopped = false
  let isDeaf = false
  const underWay = new Set<Promise<Response>>()
  const serve = (port: number) => {
    const server = Deno.serve({ hostname, port, onListen() {} }, answer)
    server.finished.catch(goOn)
    return server
  }
  let server = serve(port)
  const removeReader = addAddressReader((request: Informed) => request[INFO]?.remoteAddr.hostname)
  const { addr } = server

  function answer(request: Informed, info: Info): Response | Promise<Response> {
    if (BEYOND_ASCII.test(request.url)) return new Response(null, { status: 400 })
    request[INFO] = info
    if (isStopped) return new Response(null, { status: 503, headers: { connection: 'close' } })
    const answered = fetch(request)
    if (!(answered instanceof Promise)) return answered
    underWay.add(answered)
    return answered.finally(() => underWay.delete(answered))
  }

  /** Without file descriptors Deno closes the listening socket, not the connections: others can come again later. */
  function goOn(reason: unknown) {
    if (isStopped) return
    if (!isDeaf) report(`Cannot accept connections: ${messageOf(reason)}. The ones that are open go on.`)
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
      // a shutdown breaks off the bodies that are still on their way, and does not end where one never comes to its end
      await within(
        STOP_GRACE_MS,
        Promise.allSettled(underWay).then(() => server.shutdown()),
      )
      removeReader()
    },
  }
}

async function within(milliseconds: number, task: Promise<unknown>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([task, promise])
  clearTimeout(timer)
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason))
