import { type FieldEvent, type FormEvent, html, useState } from '../html.ts'
import { messageOf, type Sent, sendAsClient } from '../instance/api.ts'
import { AnswerStatus } from './badges.ts'
import { disabledProps } from './controls.ts'
import { Dialog, Refusal } from './dialogs.ts'
import { HeaderText, headersIn } from './header-text.ts'
import { JsonText, jsonIn } from './json-text.ts'
import { JsonView } from './json-view.ts'
import { CurlButton } from './toasts.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const WITHOUT_BODY = ['GET', 'HEAD']

interface SendDialogProps {
  title?: string
  says?: string
  /** What its path must begin with. */
  base?: string
  methods?: readonly string[]
  /** Parts of the path that take any text, each with a field: `:id`. */
  openParts?: readonly string[]
  /** Whether headers can be given. */
  hasHeaders?: boolean
  /** What it begins with. */
  sent: Sent
  onClose: () => void
}

/** Sends a request, as it was or edited: as a client would, so that it is logged and meets fault rules. */
export function SendDialog({
  title = 'Send again',
  says = 'Sends it with the key of this page. Its changes are real.',
  base = '/api/',
  methods = METHODS,
  openParts = [],
  hasHeaders = false,
  sent,
  onClose,
}: SendDialogProps) {
  const [method, setMethod] = useState(sent.method)
  const [path, setPath] = useState(sent.path)
  const [text, setText] = useState(sent.body === undefined ? '' : JSON.stringify(sent.body, null, 2))
  const [parts, setParts] = useState<Record<string, string>>({})
  const [headers, setHeaders] = useState('')
  const [answer, setAnswer] = useState<{ status: number; body: unknown } | undefined>(undefined)
  const [error, setError] = useState<{ message: string } | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const takesBody = !WITHOUT_BODY.includes(method)
  const edited = (): Sent => ({
    ...sent,
    method,
    path: filled(path, parts),
    body: takesBody ? jsonIn(text, 'The body') : undefined,
    headers: { ...sent.headers, ...headersIn(headers) },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAnswer(undefined)
    setError(undefined)
    try {
      if (!path.startsWith(base)) throw new Error(`The path must begin with ${base}.`)
      setBusy(true)
      setAnswer(await sendAsClient(edited()))
    } catch (failure) {
      setError({ message: messageOf(failure) })
    }
    setBusy(false)
  }
  const planned = () => {
    try {
      return [edited()]
    } catch {
      return []
    }
  }
  return html`<${Dialog} title=${title} onClose=${onClose} isWide>
    <form class="form" onSubmit=${submit}>
      <p class="dialog-says">${says}</p>
      <div class="fields is-send">
        <label class="field">
          <span>Method</span>
          <select value=${method} onChange=${(event: FieldEvent) => setMethod(event.target.value)}>
            ${methods.map(it => html`<option value=${it}>${it}</option>`)}
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
      ${
        openParts.length > 0 &&
        html`<div class="fields">
          ${openParts.map(
            part => html`<label class="field" key=${part}>
              <span>In place of <code>${part}</code></span>
              <input
                required
                autocomplete="off"
                value=${parts[part] ?? ''}
                onInput=${({ target: { value } }: FieldEvent) => setParts(before => ({ ...before, [part]: value }))}
              />
            </label>`,
          )}
        </div>`
      }
      ${
        hasHeaders &&
        html`<${HeaderText}
          placeholder="x-signature: 1"
          field=${{ value: headers, onInput: (event: FieldEvent) => setHeaders(event.target.value) }}
        />`
      }
      ${takesBody && html`<${JsonText} label="Body, as JSON" rows=${8} text=${text} onChange=${setText} />`}
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
        <button type="submit" class="button is-primary" ...${disabledProps(busy)}>${busy ? 'Waiting…' : 'Send'}</button>
      </div>
    </form>
  <//>`
}

/** A path with the texts that stand for its open parts. */
const filled = (path: string, parts: Record<string, string>) =>
  path
    .split('/')
    .map(part => (parts[part] ? encodeURIComponent(parts[part]) : part))
    .join('/')
