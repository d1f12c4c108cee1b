import { call, type LoadOptions, send } from './api.ts'
import type { LoggedRequest } from './records.ts'

export interface ServerEvent {
  event: string
  data: string
}

/** Reads server-sent events from an answer, as an `EventSource` would, but with a key in a header. */
export async function readEvents(response: Response, onEvent: (event: ServerEvent) => void): Promise<void> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (rest + value).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event.data !== '') onEvent(event)
    }
  }
}

/** One event: `data` lines joined, comments ignored. */
export function eventOf(block: string): ServerEvent {
  const fields = block.split(/\r?\n/).map(line => /^([^:]*):? ?(.*)$/.exec(line))
  const valuesOf = (name: string) => fields.filter(field => field?.[1] === name).map(field => field?.[2] ?? '')
  return { event: valuesOf('event').at(-1) ?? 'message', data: valuesOf('data').join('\n') }
}

const AGAIN_MS = 2000
const POLL_MS = 4000
const HIDDEN_MS = 5000

/**
 * Hears what happens in the instance: `request` (its `detail` is the request), `change` (something of
 * it is another), `state` (`live` or `connecting`), `back` after a time in which nothing was heard.
 */
export type LiveState = 'live' | 'connecting'

export const live = new EventTarget()
export const liveState: { current: LiveState } = { current: 'connecting' }

const announce = (type: string, detail?: unknown) => live.dispatchEvent(new CustomEvent(type, { detail }))

function become(state: LiveState) {
  if (liveState.current === state) return
  liveState.current = state
  announce('state', state)
}

/**
 * Listens as long as somebody looks at the page: a browser has few connections to one host, so a tab in the background
 * gives its own back. Who may not read the event stream looks again every few seconds.
 *
 * @returns what ends it
 */
export function listen(hasStream: boolean): () => void {
  let stopped = false
  let abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function follow() {
    clearTimeout(timer)
    // one that is still on its way would be a second one
    abort.abort()
    abort = new AbortController()
    const { signal } = abort
    try {
      const stream = await send('GET', '/_control/events', { signal })
      become('live')
      announce('back')
      await readEvents(stream, ({ event, data }) => announce(event, JSON.parse(data)))
    } catch {
      if (signal.aborted) return
    }
    if (stopped) return
    become('connecting')
    timer = setTimeout(follow, AGAIN_MS)
  }

  function poll() {
    clearTimeout(timer)
    become('live')
    announce('change')
    timer = setTimeout(poll, POLL_MS)
  }

  const begin = hasStream ? follow : poll
  const pause = () => {
    clearTimeout(timer)
    abort.abort()
    become('connecting')
  }
  const look = () => {
    clearTimeout(timer)
    if (!document.hidden) {
      if (liveState.current !== 'live') begin()
    } else timer = setTimeout(pause, HIDDEN_MS)
  }
  document.addEventListener('visibilitychange', look)
  begin()
  return () => {
    stopped = true
    document.removeEventListener('visibilitychange', look)
    pause()
  }
}

/** The requests that the instance stores, oldest first, and how many older ones it deleted for lack of space. */
export const pastRequests = (options?: LoadOptions) =>
  call<{ requests: LoggedRequest[]; dropped: number }>('GET', '/_control/requests', options)
