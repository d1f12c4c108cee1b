import { call, send } from './api.js'
import { readEvents } from './read-events.js'

const AGAIN_MS = 2000
const POLL_MS = 4000
const HIDDEN_MS = 5000

/**
 * Hears what happens in the instance: `request` (its `detail` is the request), `change` (something of
 * it is another), `state` (`live` or `connecting`), `back` after a time in which nothing was heard.
 */
export const live = new EventTarget()
export const liveState = { current: 'connecting' }

const tell = (type, detail = undefined) => live.dispatchEvent(new CustomEvent(type, { detail }))

function become(state) {
  if (liveState.current === state) return
  liveState.current = state
  tell('state', state)
}

/**
 * Listens as long as somebody looks at the page: a browser has few connections to one host, so a tab in the background
 * gives its own back. Who may not read the event stream looks again every few seconds.
 *
 * @param {boolean} hasStream
 * @returns what ends it
 */
export function listen(hasStream) {
  let stopped = false
  let abort = new AbortController()
  let timer

  async function follow() {
    clearTimeout(timer)
    // one that is still on its way would be a second one
    abort.abort()
    abort = new AbortController()
    const { signal } = abort
    try {
      const stream = await send('GET', '/_control/events', { signal })
      become('live')
      tell('back')
      await readEvents(stream, ({ event, data }) => tell(event, JSON.parse(data)))
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
    tell('change')
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

/** The requests that the instance remembers, oldest first. */
export const pastRequests = async options => (await call('GET', '/_control/requests', options)).requests
