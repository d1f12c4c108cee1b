import { html, useLayoutEffect, useRef } from '../html.js'

/** A question in the middle of the page. Escape, or a click beside it, is a no. */
export function Dialog({ title, children, confirm, danger, busy, onConfirm, onClose }) {
  const dialog = useRef(null)
  const isGone = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    element.showModal()
    return () => {
      // closing gives the focus back to what asked
      isGone.current = true
      element.close()
    }
  }, [])
  const submit = event => {
    event.preventDefault()
    onConfirm(new FormData(event.target))
  }
  return html`<dialog class="dialog" ref=${dialog} aria-labelledby="dialog-title"
    onClose=${() => isGone.current || onClose()}
    onClick=${event => event.target === dialog.current && dialog.current.close()}>
    <form onSubmit=${submit}>
      <h2 id="dialog-title">${title}</h2>
      <div class="dialog-body">${children}</div>
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${() => dialog.current.close()}>Cancel</button>
        <button type="submit" class=${danger ? 'button is-danger' : 'button is-primary'} disabled=${busy}>${confirm}</button>
      </div>
    </form>
  </dialog>`
}
