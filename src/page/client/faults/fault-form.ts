import { type FieldEvent, type FormEvent, html, useState } from '../html.ts'
import type { Operation } from '../instance/operations.ts'
import type { FaultRule } from '../instance/records.ts'
import { describeRule } from '../parts/fault-text.ts'
import { HeaderText, headerOf } from '../parts/header-text.ts'
import { CurlButton } from '../parts/toasts.ts'

type Fields = Record<string, string>

const EFFECTS: Record<string, [name: string, effect: (form: Fields) => FaultRule]> = {
  status: [
    'Answers with a status',
    ({ status, body, headers }) => ({ status: Number(status), ...bodyOf(body), ...headersOf(headers) }),
  ],
  retry: ['Answers 429 with Retry-After', ({ retryAfter }) => ({ retryAfter: Number(retryAfter) })],
  delay: ['Answers late', ({ delay }) => ({ delay: Number(delay) })],
  hang: ['Never answers', () => ({ hang: true })],
  before: ['Drops the connection before the request has an effect', () => ({ drop: 'before' })],
  middle: ['Drops the connection in the middle of the answer', () => ({ drop: 'middle' })],
  truncated: ['Answers half of the JSON', () => ({ malformed: 'truncated' })],
  html: ['Answers HTML instead of JSON', () => ({ malformed: 'html' })],
}
/** In the place of an operation: a path is typed. */
const BY_PATH = 'path'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const FIRST: Fields = {
  operation: '',
  method: '',
  path: '',
  effect: 'status',
  status: '503',
  body: '',
  headers: '',
  retryAfter: '2',
  delay: '1000',
  times: '1',
  after: '0',
  chance: '100',
}

interface FaultFormProps {
  operations: Operation[]
  first?: Fields
  onAdd: (rule: FaultRule) => void
}

/** Puts a fault rule together, and says in words what it will do. `first`: what it begins with. */
export function FaultForm({ operations, first = {}, onAdd }: FaultFormProps) {
  const [form, setForm] = useState<Fields>({
    ...FIRST,
    ...first,
    ...(first.path ? { operation: BY_PATH } : {}),
    effect: Object.hasOwn(EFFECTS, first.effect ?? '') ? (first.effect ?? '') : 'status',
  })
  const field = (name: string) => ({
    name,
    value: form[name],
    onInput: ({ target: { value } }: FieldEvent) => setForm(before => ({ ...before, [name]: value })),
  })
  const rule = ruleOf(form)
  const { what, when } = describeRule(rule)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAdd(rule)
  }
  return html`<form class="form" onSubmit=${submit}>
    <label class="field">
      <span>Operation</span>
      <select ...${field('operation')}>
        <option value="">Every operation</option>
        <option value=${BY_PATH}>A path, such as a webhook’s</option>
        ${operations.map(({ id, summary }) => html`<option value=${id}>${id} · ${summary}</option>`)}
      </select>
    </label>
    ${
      form.operation === BY_PATH &&
      html`<div class="fields is-send">
        <label class="field">
          <span>Method</span>
          <select ...${field('method')}>
            <option value="">any</option>
            ${METHODS.map(method => html`<option value=${method}>${method}</option>`)}
          </select>
        </label>
        <label class="field">
          <span>Path</span>
          <input required autocomplete="off" pattern="/.*" placeholder="/webhook/orders" ...${field('path')} />
        </label>
      </div>`
    }
    <label class="field">
      <span>What happens</span>
      <select ...${field('effect')}>
        ${Object.entries(EFFECTS).map(([value, [name]]) => html`<option value=${value}>${name}</option>`)}
      </select>
    </label>
    ${
      form.effect === 'status' &&
      html`
        <${NumberField} name="Status" min="200" max="599" field=${field('status')} />
        <label class="field">
          <span>Body, as JSON or text (optional)</span>
          <textarea class="is-code" rows="3" spellcheck=${false} ...${field('body')}></textarea>
        </label>
        <${HeaderText} placeholder="retry-after: 2" field=${field('headers')} />
      `
    }
    ${
      form.effect === 'retry' &&
      html`<${NumberField} name="Retry after, seconds" min="0" max="86400" field=${field('retryAfter')} />`
    }
    ${
      form.effect === 'delay' &&
      html`<${NumberField} name="Delay, milliseconds" min="0" max="600000" field=${field('delay')} />`
    }
    <div class="fields">
      <label class="field">
        <span>Apply to N requests</span>
        <input type="number" min="1" placeholder="all" ...${field('times')} />
      </label>
      <${NumberField} name="Skip first" min="0" field=${field('after')} />
      <${NumberField} name="Chance, %" min="1" max="100" field=${field('chance')} />
    </div>
    <p class="hint" aria-live="polite"><strong>${what}</strong>, ${when}.</p>
    <div class="buttons">
      <button class="button is-primary" type="submit">Add the rule</button>
      <${CurlButton} sent=${[{ method: 'POST', path: '/_control/faults', body: rule }]} />
    </div>
  </form>`
}

interface NumberFieldProps {
  name: string
  min: string
  max?: string
  field: object
}

const NumberField = ({ name, min, max, field }: NumberFieldProps) => html`<label class="field">
  <span>${name}</span>
  <input type="number" required min=${min} max=${max} ...${field} />
</label>`

/** JSON as what it means, and everything else as text. */
function bodyOf(text = ''): FaultRule {
  if (text.trim() === '') return {}
  try {
    return { body: JSON.parse(text) }
  } catch {
    return { body: text }
  }
}

function headersOf(text = ''): FaultRule {
  const pairs = text.split('\n').flatMap(line => {
    const pair = headerOf(line)
    return pair ? [pair] : []
  })
  return pairs.length === 0 ? {} : { headers: Object.fromEntries(pairs) }
}

function ruleOf(form: Fields): FaultRule {
  const { effect = '', times, after, chance } = form
  return {
    ...targetOf(form),
    ...EFFECTS[effect]?.[1](form),
    ...(times ? { times: Number(times) } : {}),
    ...(Number(after) > 0 ? { after: Number(after) } : {}),
    ...(Number(chance) < 100 ? { probability: Number(chance) / 100 } : {}),
  }
}

/** Which requests a rule is for. */
function targetOf({ operation, method, path = '' }: Fields): FaultRule {
  if (operation !== BY_PATH) return operation ? { operation } : {}
  const known = METHODS.find(it => it === method)
  return known ? { method: known, path: path.trim() } : { path: path.trim() }
}
