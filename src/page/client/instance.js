import { acts, isActing } from './act.js'
import { call } from './api.js'
import { noteClock } from './clock.js'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from './html.js'
import { listen, live } from './live.js'
import { operationsIn } from './offers.js'
import { hasControl } from './settings.js'
import { mayPass, useAnswer } from './use-answer.js'
import { useEvent } from './use-event.js'

const LEAST_APART_MS = 500
const AGAIN_MS = 2000

/**
 * What the views share: how many records there are (`counts`), whose key it is
 * (`user`), which version runs and which scopes its roles may hold (`version`, `scopesOf`), whether it may use the control
 * API (`isOwner`; both are `undefined` until that is known), what the version offers (`operations`), and `round`, which
 * grows when anything may have changed. `refresh` says that it has; `changed` that the whole instance is another (`epoch`).
 */
export const InstanceContext = createContext(undefined)

export const useInstance = () => useContext(InstanceContext)

export function useInstanceState() {
  const [round, setRound] = useState(0)
  const [epoch, setEpoch] = useState(0)
  const me = useAnswer(loadMe, [], round)
  const user = me.value?.user
  const isOwner = user && hasControl && me.value.mayControl
  const overview = useAnswer(
    async options => (isOwner ? call('GET', '/_control/overview?hours=1', options) : undefined),
    [isOwner],
    round,
  )
  const document = useAnswer(options => call('GET', '/api/v1/openapi.json', options), [])
  const operations = useMemo(() => operationsIn(document.value), [document.value])

  useAgain(me)
  useAgain(document)
  const refresh = useRefresh(setRound)
  const changed = useCallback(() => {
    setEpoch(before => before + 1)
    setRound(before => before + 1)
  }, [])
  useEffect(() => (isOwner === undefined ? undefined : listen(isOwner)), [isOwner])
  useEvent(live, 'change', refresh, [refresh])
  useEvent(live, 'back', refresh, [refresh])
  useEvent(acts, 'end', refresh, [refresh])
  const { version, scopesOf } = me.value ?? {}
  return {
    counts: overview.value?.counts,
    user,
    version,
    scopesOf,
    isOwner,
    operations,
    round,
    epoch,
    refresh,
    changed,
  }
}

/** Whose key it is. Each time the instance tells its time too: times are told by it. */
async function loadMe(options) {
  const { clock, ...me } = await call('GET', '/page/me', options)
  noteClock(clock)
  return me
}

/**
 * Asks again for what nothing can be shown without.
 *
 * @param {import('./use-answer.js').Answer} answer
 */
function useAgain({ error, reload }) {
  useEffect(() => {
    if (error === undefined || !mayPass(error)) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [error])
}

/** Lets many changes come together into one look, now and then. */
function useRefresh(setRound) {
  const last = useRef(0)
  const timer = useRef(undefined)
  return useCallback(() => {
    if (timer.current !== undefined) return
    const wait = Math.max(0, last.current + LEAST_APART_MS - performance.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      // a deletion is heard of before it is answered: its end comes back here
      if (isActing()) return
      last.current = performance.now()
      setRound(before => before + 1)
    }, wait)
  }, [])
}
