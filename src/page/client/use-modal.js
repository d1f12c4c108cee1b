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
    onMouseDown: event => event.target === dialog.current && isBeside(dialog.current, event) && dialog.current.close(),
  }
}

/** Not on its edge, nor on its scroll bar: these too are the dialog itself to a press. */
function isBeside(element, { clientX, clientY }) {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
