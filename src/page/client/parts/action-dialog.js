import { perform } from '../act.js'
import { html, useEffect, useLayoutEffect, useRef, useState } from '../html.js'
import { CurlButton } from './curl-button.js'
import { Dialog } from './dialog.js'
import { offWhile } from './off-while.js'
import { Refusal } from './refusal.js'

/**
 * Asks whether something is to be done, with what is needed for it: says what will happen, shows the requests that will do
 * it, and stays with the reason where they are refused.
 *
 * @param says what will happen, in a sentence
 * @param sent what is sent: `(form: FormData) => Sent[]`; may throw an `Error` that says what is missing
 * @param success what is told afterwards: `(form) => string`
 * @param onDone gets the values of the answers
 * @param onRefused gets the refusal, and the values of the answers before it
 * @param fields differs where other fields are shown
 */
export function ActionDialog({
  title,
  says,
  confirm,
  danger,
  sent,
  success,
  onDone,
  onRefused,
  onClose,
  isWide,
  fields,
  children,
}) {
  const form = useRef(null)
  const [planned, setPlanned] = useState([])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(undefined)
  const plan = () => {
    try {
      setPlanned(sent(new FormData(form.current)))
    } catch {
      setPlanned([])
    }
  }
  useLayoutEffect(plan, [fields])
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
    },
    [],
  )
  async function submit(event) {
    event.preventDefault()
    setBusy(true)
    const place = placeOf(location)
    const values = []
    try {
      const given = new FormData(form.current)
      await perform(sent(given), success?.(given), values)
      if (!isGone.current) onClose()
      // who closed it may be at something else by now
      else if (placeOf(location) !== place || document.querySelector('dialog[open]')) return
      onDone?.(values, given)
    } catch (error) {
      onRefused?.(error, values)
      setRefused(error)
      setBusy(false)
    }
  }
  return html`<${Dialog} title=${title} onClose=${onClose} isWide=${isWide}>
    <form ref=${form} onSubmit=${submit} onInput=${plan} onChange=${plan}>
      ${says && html`<p class="dialog-says">${says}</p>`}
      <div class="form">${children}</div>
      ${refused && html`<${Refusal} error=${refused} />`}
      <${Planned} sent=${planned} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${onClose}>Cancel</button>
        <button type="submit" class=${danger ? 'button is-danger' : 'button is-primary'} ...${offWhile(busy)}>${confirm}</button>
      </div>
    </form>
  <//>`
}

const placeOf = ({ hash }) => hash.split('?')[0]

const SHOWN = 3

/** The requests that will be sent. */
const Planned = ({ sent }) =>
  sent.length > 0 &&
  html`<div class="planned">
    <div class="planned-lines">
      ${sent.slice(0, SHOWN).map(({ method, path }) => html`<code>${method} ${path}</code>`)}
      ${sent.length > SHOWN && html`<span class="quiet">and ${sent.length - SHOWN} more</span>`}
    </div>
    <${CurlButton} sent=${sent} />
  </div>`
