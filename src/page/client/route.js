import { useLayoutEffect, useState } from './html.js'

/** What a hash like `#/workflows/7?tab=json` says: its parts and its query. */
export function routeOf(hash) {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?')
  return { parts: path.split('/').filter(Boolean).map(decode), query: new URLSearchParams(search) }
}

/** The hash of a place: `hashOf(['workflows', '7'], { tab: 'json' })`. Values that are empty are left out. */
export function hashOf(parts, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(kept).toString()
  return `#/${parts.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`
}

export const goTo = (parts, query) => {
  location.hash = hashOf(parts, query)
  tellRoute()
}

/** Changes what the address asks for without a step in the history. */
export function replaceQuery(changes) {
  const { parts, query } = routeOf(location.hash)
  history.replaceState(null, '', hashOf(parts, { ...Object.fromEntries(query), ...changes }))
  tellRoute()
}

/** At once: the browser tells of a new hash later, and of a replaced one never. */
const tellRoute = () => dispatchEvent(new HashChangeEvent('hashchange'))

/** Where the page is. */
export function useRoute() {
  const [hash, setHash] = useState(location.hash)
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return routeOf(hash)
}

function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
