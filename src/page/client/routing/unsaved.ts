import { useLayoutEffect } from '../html.ts'

const edits = new Set<object>()

/**
 * Has `leaving` when a navigation would lose unsaved edits (its `detail` navigates all the same), and `saved` when none are
 * left.
 */
export const unsaved = new EventTarget()

export const isUnsaved = () => edits.size > 0

/** Discards unsaved edits without asking. */
export const discardEdits = () => edits.clear()

/** Marks a part of the page as changed, as long as it is shown. */
export function useUnsaved(isChanged: boolean) {
  useLayoutEffect(() => {
    if (!isChanged) return
    const edit = {}
    edits.add(edit)
    const warn = (event: Event) => edits.has(edit) && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('beforeunload', warn)
      if (edits.delete(edit) && !isUnsaved()) unsaved.dispatchEvent(new Event('saved'))
    }
  }, [isChanged])
}

/** Navigates at once, or after the user agreed to lose unsaved edits. */
export function leave(go: () => void): void {
  if (isUnsaved()) unsaved.dispatchEvent(new CustomEvent('leaving', { detail: go }))
  else go()
}
