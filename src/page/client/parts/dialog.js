import { html } from '../html.js'
import { useModal } from '../use-modal.js'

/** A question in the middle of the page. Escape, or a click beside it, is a no. */
export function Dialog({ title, children, onClose, isWide = false }) {
  const modal = useModal(onClose)
  return html`<dialog class=${isWide ? 'dialog is-wide' : 'dialog'} aria-labelledby="dialog-title" ...${modal}>
    <div class="dialog-content"><h2 id="dialog-title">${title}</h2>${children}</div>
  </dialog>`
}
