import { useLayoutEffect } from './html.js'

const edits = new Set()

/**
 * Hears of `leaving`, where that would lose what is not saved (its `detail` goes all the same), and of `saved`: nothing
 * would be lost any more.
 */
export const unsaved = new EventTarget()

/** Whether something was typed that leaving would lose. */
export const isUnsaved = () => edits.size > 0

/** Lets go what was typed: nobody is asked about it. */
export const giveUpEdits = () => edits.clear()

/**
 * Says of the part of the page that it holds what is not saved, as long as it is shown.
 *
 * @param {boolean} isChanged
 */
export function useUnsaved(isChanged) {
  useLayoutEffect(() => {
    if (!isChanged) return
    const edit = {}
    edits.add(edit)
    const warn = event => edits.has(edit) && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('beforeunload', warn)
      if (edits.delete(edit) && !isUnsaved()) unsaved.dispatchEvent(new Event('saved'))
    }
  }, [isChanged])
}

/**
 * Goes, at once where nothing is lost by it; otherwise the person is asked first.
 *
 * @param {() => void} go
 */
export function leave(go) {
  if (!isUnsaved()) return go()
  unsaved.dispatchEvent(new CustomEvent('leaving', { detail: go }))
}
