import { call, send } from './api.js'
import { useEffect, useRef, useState } from './html.js'
import { readEvents } from './read-events.js'

const KEPT = 500
const AGAIN_MS = 2000

/**
 * The latest requests to the instance, newest first, as they come in.
 *
 * @param round asks anew when it changes
 */
export function useRequests(round) {
  const [requests, setRequests] = useState(undefined)
  const [state, setState] = useState('connecting')
  const [error, setError] = useState(undefined)
  const paused = useRef(false)
  const waiting = useRef([])

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    let timer
    const add = request => {
      if (paused.current) waiting.current = [request, ...waiting.current].slice(0, KEPT)
      else setRequests((before = []) => merged([request], before))
    }
    async function follow() {
      try {
        const stream = await send('GET', '/_control/requests?stream', { signal })
        const { requests: past } = await call('GET', '/_control/requests', { signal })
        setRequests((before = []) => merged(past, before))
        setState('live')
        await readEvents(stream, ({ event, data }) => event === 'request' && add(JSON.parse(data)))
      } catch (failure) {
        if (signal.aborted) return
        if (failure.status === 403 || failure.status === 404) return setError(failure)
      }
      if (signal.aborted) return
      setState('connecting')
      timer = setTimeout(follow, AGAIN_MS)
    }
    setRequests(undefined)
    follow()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [round])

  function pause(value) {
    paused.current = value
    if (value) return
    setRequests((before = []) => merged(waiting.current, before))
    waiting.current = []
  }
  /** Some warnings come late: that a page was never asked for shows only when everything else has been. */
  async function refresh() {
    const { requests: past } = await call('GET', '/_control/requests')
    setRequests((before = []) => merged(past, before))
  }
  const clear = () => {
    waiting.current = []
    setRequests([])
  }
  return { requests, state, error, pause, clear, refresh }
}

/** Newer ones before older ones, each once. */
function merged(newer, older) {
  const known = new Set(newer.map(({ id }) => id))
  return [...newer, ...older.filter(({ id }) => !known.has(id))].sort((a, b) => b.id - a.id).slice(0, KEPT)
}
