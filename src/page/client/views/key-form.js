import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { Mark } from '../navigation.js'
import { saveKey } from '../session.js'
import { apiKeyHeader } from '../settings.js'

/** Asks for the API key. It stays in this tab. */
export function KeyForm({ refused, onKey }) {
  const [key, setKey] = useState('')
  const submit = event => {
    event.preventDefault()
    saveKey(key.trim())
    onKey()
  }
  return html`<main class="welcome">
    <form class="card welcome-card" onSubmit=${submit}>
      <${Mark} size=${44} />
      <h1>Understudy</h1>
      <p>The instance showed an API key when it first started, and a link that carries it. Enter the key to look inside.</p>
      ${refused && html`<p class="field-error" role="alert"><${Icon} name="alert" size=${16} />The instance does not know that key.</p>`}
      <label class="field">
        <span>API key</span>
        <input type="password" name="key" autocomplete="off" required value=${key} onInput=${event => setKey(event.target.value)} />
      </label>
      <button class="button is-primary is-wide" type="submit">Open the instance</button>
      <p class="hint">It is kept in this tab only, and sent as <code>${apiKeyHeader}</code>.</p>
    </form>
  </main>`
}
