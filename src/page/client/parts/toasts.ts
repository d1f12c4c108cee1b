import { html, useEvent, useState } from '../html.ts'
import { sendAll } from '../instance/actions.ts'
import { messageOf, type Sent } from '../instance/api.ts'
import { curlOf } from '../instance/curl.ts'
import { useCopy } from './controls.ts'
import { Icon } from './icons.ts'

const SHOWN_MS = 6000
const shown = new EventTarget()
let number = 0

interface Toast {
  key: number
  text: string
  bad: boolean
  /** The requests that did it. */
  sent: Sent[]
}

/** Shows a message at the edge of the page: something is done, or (`bad`) it is not. */
export const showToast = (text: string, { bad = false, sent = [] }: Partial<Toast> = {}) =>
  shown.dispatchEvent(new CustomEvent('shown', { detail: { text, bad, sent, key: ++number } }))

/** Runs an action and shows how it went. Returns its value; `undefined` where it failed. */
export async function withToast<Value>(
  action: () => Promise<Value>,
  success?: string,
): Promise<Value | true | undefined> {
  try {
    const value = await action()
    if (success) showToast(success)
    return value ?? true
  } catch (error) {
    showToast(messageOf(error), { bad: true })
    return undefined
  }
}

/**
 * Sends requests one after the other and shows how it went, with the requests to copy.
 *
 * @returns the values of the answers; `undefined` where one was refused
 */
export async function runAction(sent: Sent[], success?: string): Promise<unknown[] | undefined> {
  try {
    const values = await sendAll(sent)
    if (success) showToast(success, { sent })
    return values
  } catch (error) {
    showToast(messageOf(error), { bad: true, sent })
    return undefined
  }
}

export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([])
  const remove = (key: number) => setToasts(before => before.filter(toast => toast.key !== key))
  useEvent<Toast>(shown, 'shown', detail => {
    setToasts(before => [...before.slice(-3), detail])
    setTimeout(() => remove(detail.key), SHOWN_MS)
  })
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.map(
      ({ key, text, bad, sent }) => html`<div key=${key} class=${bad ? 'toast is-bad' : 'toast'}>
        <${Icon} name=${bad ? 'alert' : 'check'} size=${17} />
        <span>${text}</span>
        <${CurlButton} sent=${sent} isBare />
        <button class="tool is-bare" aria-label="Dismiss" onClick=${() => remove(key)}>
          <${Icon} name="close" size=${15} />
        </button>
      </div>`,
    )}
  </div>`
}

/** Copies requests as commands for a shell; nothing where there is none, or where the browser does not let a page copy. */
export function CurlButton({ sent, isBare = false }: { sent: Sent[]; isBare?: boolean }) {
  const [copied, copy] = useCopy(() => sent.map(it => curlOf(it)).join('\n\n'))
  if (!sent.length || !navigator.clipboard) return null
  const label = copied ? 'Copied' : 'Copy as curl'
  return html`<button
    type="button"
    class=${isBare ? 'button is-small is-bare' : 'button is-small'}
    title="The key is taken from $API_KEY"
    onClick=${copy}
  >
    <${Icon} name=${copied ? 'check' : 'terminal'} size=${14} />
    ${label}
  </button>`
}
