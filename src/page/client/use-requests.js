import { call } from './api.js'
import { useEffect, useRef, useState } from './html.js'
import { live, liveState, pastRequests } from './live.js'
import { useEvent } from './use-event.js'

const KEPT = 1000

/**
 * The latest requests to the instance, newest first, as they come in.
 *
 * @param epoch asks anew when it changes
 */
export function useRequests(epoch) {
  const [requests, setRequests] = useState(undefined)
  const [state, setState] = useState(liveState.current)
  const [error, setError] = useState(undefined)
  const paused = useRef(false)
  const waiting = useRef([])
  /** What is heard while the log is asked for. */
  const latest = useRef(undefined)

  async function refresh() {
    // what was heard before is in the answer too, or is of an instance that is no more
    const asked = { heard: [] }
    latest.current = asked
    try {
      const past = await pastRequests()
      setRequests(merged(asked.heard, past))
      waiting.current = []
      setError(undefined)
    } catch (failure) {
      setError(failure)
    }
    if (latest.current === asked) latest.current = undefined
  }
  useEffect(() => {
    setRequests(undefined)
    refresh()
  }, [epoch])
  useEvent(live, 'back', refresh)
  useEvent(live, 'state', ({ detail }) => setState(detail))
  // it may have changed before it was listened to
  useEffect(() => setState(liveState.current), [])
  useEvent(live, 'request', ({ detail }) => {
    if (latest.current) latest.current.heard = merged([detail], latest.current.heard)
    if (paused.current) waiting.current = [detail, ...waiting.current].slice(0, KEPT)
    else setRequests((before = []) => merged([detail], before))
  })

  function pause(value) {
    paused.current = value
    if (value) return
    setRequests((before = []) => merged(waiting.current, before))
    waiting.current = []
  }
  async function clear() {
    await call('DELETE', '/_control/requests')
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
