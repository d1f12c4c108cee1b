import { call } from './api.js'
import { createContext, useCallback, useContext, useState } from './html.js'
import { hasControl } from './settings.js'
import { useAnswer } from './use-answer.js'

/**
 * What the views share: how many records there are, and how often the whole instance has changed; `changed` says that it
 * has, `recount` that only numbers have.
 */
export const InstanceContext = createContext(undefined)

export const useInstance = () => useContext(InstanceContext)

/** @param place changes when the person goes somewhere: the counts are then asked for anew */
export function useInstanceState(place) {
  const [round, setRound] = useState(0)
  const overview = useAnswer(
    async options => (hasControl ? call('GET', '/_control/overview?hours=1', options) : undefined),
    [place, round],
  )
  const changed = useCallback(() => setRound(before => before + 1), [])
  return { counts: overview.value?.counts, round, changed, recount: overview.reload }
}
