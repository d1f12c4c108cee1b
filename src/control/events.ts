import { Type } from '@sinclair/typebox'
import { type ControlPart, controlOperation, type Revisions } from './operation.ts'
import { loggedRequest } from './requests/logged-request.ts'
import type { RequestLog } from './requests/request-log.ts'

/**
 * What happens to the instance, while it happens. A stop ends every stream.
 *
 * @param stopping aborted by the stop
 */
export function eventPart(
  parts: readonly Pick<ControlPart, 'revisions'>[],
  requests: RequestLog,
  stopping: AbortController,
) {
  const control = {
    /** What differs after every change, of each part that changes. */
    revisions: (): Revisions => Object.assign({}, ...parts.map(part => part.revisions?.())),
    /** Aborted when the instance stops. */
    stopped: stopping.signal,
  }
  return {
    control,
    stop: () => stopping.abort(),
    operations: [
      controlOperation({
        id: 'streamEvents',
        method: 'GET',
        path: '/events',
        tag: 'Requests',
        summary: 'Stream requests and changes of the instance',
        description:
          'Server-sent events without an end: `request` for each request, and `change` with `{"changed": […]}`, names of ' +
          'collections or of `faults`, `clock`, `simulation`, `snapshots`, `clone` and `requests`, a few times a second at most.',
        responses: {
          200: {
            description: 'Events',
            schema: Type.String({ description: '`event:`, `id:` and `data:` lines; `data` is JSON' }),
            type: 'text/event-stream',
          },
        },
        run: ({ isAllowed }) =>
          eventStream(
            send => {
              const unsubscribe = requests.subscribe(entry => send('request', loggedRequest(entry), entry.id))
              const unwatch = watchRevisions(control.revisions, changed => send('change', { changed }))
              return () => {
                unsubscribe()
                unwatch()
              }
            },
            { stopped: stopping.signal, isAllowed },
          ),
      }),
    ],
  } satisfies ControlPart
}

/** The shortest time between two reports of changes, in milliseconds. */
const INTERVAL_MS = 200

/**
 * Reports which parts changed: a few times a second at most, however many changes there are.
 *
 * @param report called with the names of the parts that are not as they were
 * @returns what ends it
 */
function watchRevisions(read: () => Revisions, report: (changed: string[]) => void): () => void {
  let before = read()
  const timer = setInterval(() => {
    const now = read()
    const changed = Object.keys(now).filter(name => now[name] !== before[name])
    before = now
    if (changed.length) report(changed)
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}

/** Below the ten seconds after which Bun closes a connection on which nothing happens. */
const HEARTBEAT_MS = 5000
const KEY_CHECK_MS = 250
/** A stream whose reader is this many events behind is closed. */
const MAX_BEHIND = 1000

/** Sends an event. `data` is sent as JSON. */
type Send = (event: string, data: unknown, id?: number) => void

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
