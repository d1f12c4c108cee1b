import { useEffect, useLayoutEffect, useState } from '../html.ts'
import { hashOf, pathOf, type Query, routeOf } from './hash.ts'
import { isUnsaved, leave } from './unsaved.ts'

export const goTo = (parts: string[], query?: Query) => {
  location.hash = hashOf(parts, query)
  announceRoute()
}

/** Changes what the address asks for without a step in the history. */
export function replaceQuery(changes: Query): void {
  const { parts, query } = routeOf(location.hash)
  history.replaceState(history.state, '', hashOf(parts, { ...Object.fromEntries(query), ...changes }))
  announceRoute()
}

/** At once: the browser announces a new hash later, and a replaced one never. */
const announceRoute = () => dispatchEvent(new HashChangeEvent('hashchange'))

/** Where the page is. It does not leave what is not saved unasked: it goes back there, asks, and goes on afterwards. */
export function useRoute() {
  const [hash, setHash] = useState(location.hash)
  useLayoutEffect(() => {
    const shown = { hash: '', step: 0 }
    /** Where it went, and comes back from to ask. */
    let wanted: { hash: string; go: () => void } | undefined
    const show = () => {
      const { step = shown.step + 1 } = history.state ?? {}
      Object.assign(shown, { hash: location.hash, step })
      if (history.state?.step !== step) history.replaceState({ step }, '')
      setHash(shown.hash)
    }
    const follow = () => {
      const { hash } = location
      if (hash === wanted?.hash) return
      if (hash !== shown.hash && isUnsaved() && pathOf(hash) !== pathOf(shown.hash)) {
        // a step that has no number yet is a new one
        const steps = (history.state?.step ?? shown.step + 1) - shown.step
        wanted = { hash, go: history.state ? () => history.go(steps) : () => location.assign(hash) }
        return history.go(-steps)
      }
      show()
      if (wanted) leave(wanted.go)
      wanted = undefined
    }
    // the address that is shown, given again, replaces its step by one without a number
    const numberAgain = () => {
      if (location.hash === shown.hash && !history.state) history.replaceState({ step: shown.step }, '')
    }
    show()
    addEventListener('hashchange', follow)
    addEventListener('popstate', numberAgain)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', numberAgain)
    }
  }, [])
  return routeOf(hash)
}

/**
 * Does what an address like `#/tags?new=1` asks for, once, and takes it out of the address.
 */
export function useUrlAction(query: URLSearchParams, open: () => void, name = 'new'): void {
  const wanted = query.get(name)
  useEffect(() => {
    if (wanted === null) return
    open()
    replaceQuery({ [name]: '' })
  }, [wanted])
}
