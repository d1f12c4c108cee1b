import { type FieldEvent, type FormEvent, html, useLayoutEffect, useRef, useState } from '../html.ts'
import { apiKeyHeader, saveKey } from '../instance/api.ts'
import { Icon } from '../parts/icons.ts'
import { Mark } from './navigation.ts'

/** Asks for the API key, and says where one comes from. It stays in the tabs of this browser session. */
export function KeyForm({ refused, onKey }: { refused: boolean; onKey: () => void }) {
  const [key, setKey] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saveKey(key.trim())
    onKey()
  }
  return html`<main class="welcome">
    <form class="card welcome-card" onSubmit=${submit}>
      <${Mark} size=${44} />
      <h1>Understudy</h1>
      ${refused && html`<p class="field-error" role="alert"><${Icon} name="alert" size=${16} />Wrong API key.</p>`}
      <label class="field">
        <span>API key</span>
        <input
          ref=${field}
          type="password"
          name="key"
          autocomplete="off"
          required
          value=${key}
          onInput=${(event: FieldEvent) => setKey(event.target.value)}
        />
      </label>
      <button class="button is-primary is-wide" type="submit">Open the instance</button>
      <div class="welcome-help">
        <h2>Where is the key?</h2>
        <ul>
          <li>The instance showed it when it first started, with a link to this page that carries it.</li>
          <li>If it is lost, start the instance with <code>--api-key</code> and a key of your own.</li>
          <li>With the owner’s key, <code>npx n8n-understudy keys</code> creates one for any user.</li>
        </ul>
      </div>
      <p class="hint">Stored for this browser session only; sent as <code>${apiKeyHeader}</code>.</p>
    </form>
  </main>`
}
