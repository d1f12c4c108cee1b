import { useLayoutEffect, useRef } from './html.js'
import { holdFocus } from './keep-focus.js'

/** What a `<dialog>` needs to be modal. Escape, or a press beside it, closes it; the focus goes back to where it was. */
export function useModal(onClose) {
  const dialog = useRef(null)
  const isGone = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    const giveBack = holdFocus()
    element.showModal()
    return () => {
      isGone.current = true
      element.close()
      giveBack()
    }
  }, [])
  return {
    ref: dialog,
    onClose: () => isGone.current || onClose(),
    onMouseDown: event => event.target === dialog.current && dialog.current.close(),
  }
}
