import { type FieldEvent, type FormEvent, html, useState } from '../html.ts'
import { messageOf, type Sent, sendAsClient } from '../instance/api.ts'
import { AnswerStatus } from '../parts/badges.ts'
import { Dialog, Refusal } from '../parts/dialogs.ts'
import { JsonMistake, lineOf, readJson } from '../parts/json-places.ts'
import { JsonView } from '../parts/json-view.ts'
import { CurlButton } from '../parts/toasts.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Sends a request again, as it was or edited: as a client would, so that it is logged and meets fault rules. */
export function SendDialog({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const [method, setMethod] = useState(sent.method)
  const [path, setPath] = useState(sent.path)
  const [text, setText] = useState(sent.body === undefined ? '' : JSON.stringify(sent.body, null, 2))
  const [answer, setAnswer] = useState<{ status: number; body: unknown } | undefined>(undefined)
  const [error, setError] = useState<{ message: string } | undefined>(undefined)
  const edited = (): Sent => ({ ...sent, method, path, body: text.trim() === '' ? undefined : bodyIn(text) })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAnswer(undefined)
    setError(undefined)
    try {
      if (!path.startsWith('/api/')) throw new Error('The path must begin with /api/.')
      setAnswer(await sendAsClient(edited()))
    } catch (failure) {
      setError({ message: messageOf(failure) })
    }
  }
  const planned = () => {
    try {
      return [edited()]
    } catch {
      return []
    }
  }
  return html`<${Dialog} title="Send again" onClose=${onClose} isWide>
    <form class="form" onSubmit=${submit}>
      <p class="dialog-says">Sends it with the key of this page. Its changes are real.</p>
      <div class="fields is-send">
        <label class="field">
          <span>Method</span>
          <select value=${method} onChange=${(event: FieldEvent) => setMethod(event.target.value)}>
            ${METHODS.map(it => html`<option value=${it}>${it}</option>`)}
          </select>
        </label>
        <label class="field">
          <span>Path and query</span>
          <input
            required
            autocomplete="off"
            value=${path}
            onInput=${(event: FieldEvent) => setPath(event.target.value)}
          />
        </label>
      </div>
      <label class="field">
        <span>Body, as JSON</span>
        <textarea
          class="is-code"
          rows="8"
          spellcheck="false"
          value=${text}
          onInput=${(event: FieldEvent) => setText(event.target.value)}
        ></textarea>
      </label>
      ${error && html`<${Refusal} error=${error} />`}
      ${
        answer &&
        html`<section class="stack" aria-label="The answer" aria-live="polite">
          <p class="request-line"><strong>Answered</strong><${AnswerStatus} status=${answer.status} /></p>
          <${JsonView} value=${answer.body} label="The body of the answer" />
        </section>`
      }
      <div class="dialog-actions">
        <${CurlButton} sent=${planned()} />
        <button type="button" class="button" onClick=${onClose}>Close</button>
        <button type="submit" class="button is-primary">Send</button>
      </div>
    </form>
  <//>`
}

function bodyIn(text: string): unknown {
  try {
    return readJson(text).value
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error
    const { line, column } = lineOf(text, error.offset)
    throw new Error(`The body is not JSON: line ${line}, column ${column}`)
  }
}
