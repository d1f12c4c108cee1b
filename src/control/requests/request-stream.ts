import { loggedRequest } from './logged-request.ts'
import type { RequestEntry } from './request-entry.ts'
import type { RequestLog } from './request-log.ts'

/** Below the ten seconds after which Bun closes a connection on which nothing happens. */
const HEARTBEAT_MS = 5000
/** A reader that is this many events behind is given up. */
const MAX_BEHIND = 1000

/** Answers to come as server-sent events: `event: request`, `data:` the request as JSON. Until `ended`. */
export function streamRequests(
  log: RequestLog,
  isWanted: (entry: RequestEntry) => boolean,
  ended: AbortSignal,
): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => {
        if ((controller.desiredSize ?? 0) < -MAX_BEHIND) stop()
        else controller.enqueue(encoder.encode(text))
      }
      const unsubscribe = log.subscribe(entry => {
        if (isWanted(entry)) send(eventOf(entry))
      })
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS)
      const close = () => {
        stop()
        controller.close()
      }
      stop = () => {
        unsubscribe()
        clearInterval(heartbeat)
        ended.removeEventListener('abort', close)
      }
      ended.addEventListener('abort', close)
      send(':\n\n')
    },
    cancel: () => stop(),
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}

function eventOf(entry: RequestEntry) {
  const request = loggedRequest(entry)
  return `event: request\nid: ${request.id}\ndata: ${JSON.stringify(request)}\n\n`
}
