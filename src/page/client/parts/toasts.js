import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useEvent } from '../use-event.js'
import { CurlButton } from './curl-button.js'

const SHOWN_MS = 6000
const told = new EventTarget()
let number = 0

/**
 * Tells at the edge of the page that something is done, or (`bad`) that it is not.
 *
 * @param {string} text
 * @param {{ bad?: boolean, sent?: import('../curl.js').Sent[] }} [more] `sent`: the requests that did it
 */
export const tell = (text, { bad = false, sent = [] } = {}) =>
  told.dispatchEvent(new CustomEvent('told', { detail: { text, bad, sent, key: ++number } }))

/** Runs an action and tells how it went. Gives its value; `undefined` where it failed. */
export async function telling(action, success) {
  try {
    const value = await action()
    if (success) tell(success)
    return value ?? true
  } catch (error) {
    tell(error.message, { bad: true })
    return undefined
  }
}

export function Toasts() {
  const [toasts, setToasts] = useState([])
  const remove = key => setToasts(before => before.filter(toast => toast.key !== key))
  useEvent(told, 'told', ({ detail }) => {
    setToasts(before => [...before.slice(-3), detail])
    setTimeout(() => remove(detail.key), SHOWN_MS)
  })
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.map(
      ({ key, text, bad, sent }) => html`<div key=${key} class=${bad ? 'toast is-bad' : 'toast'}>
        <${Icon} name=${bad ? 'alert' : 'check'} size=${17} />
        <span>${text}</span>
        <${CurlButton} sent=${sent} isBare />
        <button class="tool is-bare" aria-label="Dismiss" onClick=${() => remove(key)}><${Icon} name="close" size=${15} /></button>
      </div>`,
    )}
  </div>`
}
