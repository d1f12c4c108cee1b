import { html, useLayoutEffect, useRef } from '../html.js'

/** A question in the middle of the page. Escape, or a click beside it, is a no. */
export function Dialog({ title, children, onClose, isWide = false }) {
  const dialog = useRef(null)
  const isGone = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    const before = /** @type {HTMLElement | null} */ (document.activeElement)
    element.showModal()
    return () => {
      isGone.current = true
      element.close()
      // closing gives the focus back to what asked, unless that is gone
      before?.focus?.()
    }
  }, [])
  return html`<dialog class=${isWide ? 'dialog is-wide' : 'dialog'} ref=${dialog} aria-labelledby="dialog-title"
    onClose=${() => isGone.current || onClose()}
    onMouseDown=${event => event.target === dialog.current && dialog.current.close()}>
    <div class="dialog-content"><h2 id="dialog-title">${title}</h2>${children}</div>
  </dialog>`
}
