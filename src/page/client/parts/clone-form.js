import { call } from '../api.js'
import { html, useLayoutEffect, useRef, useState } from '../html.js'
import { CurlButton } from './curl-button.js'
import { NameField } from './name-field.js'
import { offWhile } from './off-while.js'
import { Refusal } from './refusal.js'

export const CLONE = '/_control/clone'

/** Which service is to be copied, and how much of it; `given`: what was typed before. The key is sent once and stored nowhere. */
export function CloneForm({ given, why, isCancelled, onBegun, onClose }) {
  const [form, key] = [useRef(null), useRef(null)]
  const [planned, setPlanned] = useState([])
  // what is copied has no key in it
  const plan = () => {
    const body = { ...requestOf(new FormData(form.current)), apiKey: 'KEY-OF-THE-SERVICE' }
    setPlanned([{ method: 'POST', path: CLONE, body }])
  }
  useLayoutEffect(plan, [])
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState(undefined)
  async function submit(event) {
    event.preventDefault()
    setBusy(true)
    setRefused(undefined)
    try {
      const { apiKey, ...rest } = requestOf(new FormData(event.target))
      await call('POST', CLONE, { body: { ...rest, apiKey } })
      key.current.value = ''
      onBegun(rest)
    } catch (error) {
      setRefused(error)
    }
    setBusy(false)
  }
  const error = refused ?? (why === undefined ? undefined : { message: why })
  return html`<form ref=${form} method="post" onSubmit=${submit} onInput=${plan} onChange=${plan}>
    <p class="dialog-says">The instance reads the service through its public API, and puts all of it in at the end, or nothing. No API gives the data of credentials: it is made up.</p>
    <div class="form">
      <${NameField} label="Address" name="url" type="url" placeholder="https://n8n.example.com" spellcheck="false" value=${given.url ?? ''} />
      <label class="field"><span>API key of that service</span><input ref=${key} name="apiKey" type="password" required autocomplete="off" spellcheck="false" aria-describedby="clone-key" /></label>
      <p class="hint" id="clone-key">Made there under Settings, n8n API. It goes to that address alone, and is neither kept nor logged.</p>
      <div class="fields">
        <${NameField} label="Executions, the newest" name="executions" type="number" min="0" max="10000" step="1" value=${given.executions ?? 0} />
        <${NameField} label="Only workflows with the tag" name="tag" required=${false} value=${given.tags?.[0] ?? ''} />
      </div>
      <label class="check"><input type="checkbox" name="active" defaultChecked=${given.active} />Only active workflows</label>
      <label class="check"><input type="checkbox" name="insecure" defaultChecked=${given.insecure} />Plain http to another machine is meant (--insecure)</label>
    </div>
    ${error && html`<${Refusal} error=${error} />`}
    ${!error && isCancelled && html`<p role="status">Cancelled. Nothing was put in.</p>`}
    <div class="planned"><div class="planned-lines"><code>POST ${CLONE}</code></div><${CurlButton} sent=${planned} /></div>
    <div class="dialog-actions">
      <button type="button" class="button" onClick=${onClose}>Close</button>
      <button type="submit" class="button is-primary" ...${offWhile(busy)}>Clone</button>
    </div>
  </form>`
}

/** The body of the request, options as far as they are given. */
export function requestOf(form) {
  const tag = String(form.get('tag') ?? '').trim()
  return {
    url: String(form.get('url')).trim(),
    apiKey: String(form.get('apiKey')).trim(),
    executions: Number(form.get('executions')),
    ...(tag === '' ? {} : { tags: [tag] }),
    ...(form.get('active') === null ? {} : { active: true }),
    ...(form.get('insecure') === null ? {} : { insecure: true }),
  }
}
