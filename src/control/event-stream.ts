/** Below the ten seconds after which Bun closes a connection on which nothing happens. */
const HEARTBEAT_MS = 5000
const KEY_CHECK_MS = 250
/** A stream whose reader is this many events behind is closed. */
const MAX_BEHIND = 1000

/** Sends an event. `data` is sent as JSON. */
export type Send = (event: string, data: unknown, id?: number) => void

export interface StreamEnd {
  /** Aborted when the instance stops. */
  stopped: AbortSignal
  /** Whether the reader's key is still accepted. */
  isAllowed(): boolean
}

/**
 * Server-sent events until the reader closes the connection or falls behind, its key is no longer accepted, or the
 * instance stops.
 *
 * @param begin subscribes to what is sent, and returns what unsubscribes
 */
export function eventStream(begin: (send: Send) => () => void, { stopped, isAllowed }: StreamEnd): Response {
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        if (!isAllowed() || (controller.desiredSize ?? 0) < -MAX_BEHIND) close()
        else controller.enqueue(encoder.encode(text))
      }
      const unsubscribe = begin((event, data, id) =>
        write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
      )
      const heartbeat = setInterval(() => write(':\n\n'), HEARTBEAT_MS)
      const keyCheck = setInterval(() => {
        if (!isAllowed()) close()
      }, KEY_CHECK_MS)
      let isOpen = true
      const close = () => {
        isOpen = false
        stop()
        controller.close()
      }
      stop = () => {
        unsubscribe()
        clearInterval(heartbeat)
        clearInterval(keyCheck)
        stopped.removeEventListener('abort', close)
      }
      stopped.addEventListener('abort', close)
      write(':\n\n')
      if (stopped.aborted && isOpen) close()
    },
    cancel: () => stop(),
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  })
}
