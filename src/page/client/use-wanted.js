import { useEffect } from './html.js'
import { replaceQuery } from './route.js'

/**
 * Does what an address like `#/tags?new=1` asks for, once, and takes it out of the address.
 *
 * @param {URLSearchParams} query
 * @param {() => void} open
 */
export function useWanted(query, open, name = 'new') {
  const wanted = query.get(name)
  useEffect(() => {
    if (wanted === null) return
    open()
    replaceQuery({ [name]: '' })
  }, [wanted])
}
