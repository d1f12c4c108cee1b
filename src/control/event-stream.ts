/** Below the ten seconds after which Bun closes a connection on which nothing happens. */
const HEARTBEAT_MS = 5000
/** A reader that is this many events behind is given up. */
const MAX_BEHIND = 1000

/** Sends an event. `data` is sent as JSON. */
export type Send = (event: string, data: unknown, id?: number) => void

/**
 * Events to come as server-sent events, until the reader goes away or falls behind, or `ended`.
 *
 * @param begin called when the reader is there; what it returns ends it
 */
export function eventStream(begin: (send: Send) => () => void, ended: AbortSignal): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if ((controller.desiredSize ?? 0) < -MAX_BEHIND) close()
        else controller.enqueue(encoder.encode(text))
      }
      const end = begin((event, data, id) =>
        write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
      )
      const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
      const close = () => {
        stop()
        controller.close()
      }
      stop = () => {
        end()
        clearInterval(heartbeat)
        ended.removeEventListener('abort', close)
      }
      ended.addEventListener('abort', close)
      write(':\n\n')
      if (ended.aborted) close()
    },
    cancel: () => stop(),
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}
