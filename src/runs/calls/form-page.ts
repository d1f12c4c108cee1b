import { callAnswers } from '../../core/features/calls/refusals.ts'
import type { Node } from '../../core/model/workflow.ts'
import { type FormField, PLAIN_PAGE } from '../engine/call/form-fields.ts'
import type { SaidReply } from '../engine/call/make-reply.ts'
import { recordOf } from '../schedules/item.ts'

/** The plain page of a form trigger. `prefilled`: what its fields begin with, by label. */
export function formPage({ parameters = {} }: Node, fields: readonly FormField[], prefilled: URLSearchParams): string {
  const { formTitle, formDescription, options } = parameters
  const label = text(recordOf(options).buttonLabel) || 'Submit'
  const title = text(formTitle) || 'Form'
  const description = text(formDescription)
  return page(
    title,
    `<h1>${escaped(title)}</h1>
${description && `<p>${escaped(description)}</p>`}
<form method="post" enctype="multipart/form-data">
<input type="hidden" name="${PLAIN_PAGE}">
${fields.map(field => fieldOf(field, prefilled)).join('\n')}
<button>${escaped(label)}</button>
</form>`,
  )
}

/** A page that only says something. */
export const messagePage = (title: string, message: string) =>
  page(title, `<h1>${escaped(title)}</h1>\n<p>${escaped(message)}</p>`)

/** What a browser is shown once a form was sent, or where it is sent. */
export function thanksPage({ options }: Record<string, unknown>): SaidReply {
  const { respondWith, redirectUrl, formSubmittedText } = recordOf(
    recordOf(recordOf(options).respondWithOptions).values,
  )
  const address = respondWith === 'redirect' ? text(redirectUrl) : ''
  if (/^https?:\/\//i.test(address)) return { status: 303, body: undefined, headers: [['location', address]] }
  const message = text(formSubmittedText) || callAnswers.formRecorded
  return { status: 200, body: messagePage(callAnswers.formSubmitted, message), headers: [] }
}

function fieldOf(field: FormField, prefilled: URLSearchParams): string {
  const { name, type, label, key, isRequired, placeholder } = field
  const value = prefilled.get(key) ?? prefilled.get(label) ?? field.value
  const attributes = `name="${name}"${isRequired ? ' required' : ''}`
  if (type === 'hiddenField') return `<input type="hidden" ${attributes} value="${escaped(value)}">`
  if (type === 'checkbox' || type === 'radio') return choicesOf(field, value)
  return `<label>${escaped(label)}${isRequired ? ' *' : ''}\n${controlOf()}</label>`

  function controlOf() {
    const hint = placeholder && ` placeholder="${escaped(placeholder)}"`
    if (type === 'textarea') return `<textarea rows="4" ${attributes}${hint}>${escaped(value)}</textarea>`
    if (type === 'dropdown') return selectOf(field, attributes, value)
    const kind = PLAIN_TYPES.includes(type) ? type : 'text'
    const step = kind === 'number' ? ' step="any"' : ''
    return `<input type="${kind}" ${attributes}${step}${hint}${kind === 'file' ? '' : ` value="${escaped(value)}"`}>`
  }
}

const PLAIN_TYPES = ['text', 'email', 'number', 'password', 'date', 'file']

function selectOf({ options, isMultiple }: FormField, attributes: string, value: string): string {
  const chosen = isMultiple ? value.split(',') : [value]
  const items = options.map(
    option => `<option${chosen.includes(option) ? ' selected' : ''}>${escaped(option)}</option>`,
  )
  if (!isMultiple) items.unshift('<option value="">Select an option …</option>')
  return `<select ${attributes}${isMultiple ? ' multiple' : ''}>${items.join('')}</select>`
}

function choicesOf({ name, type, label, options, isRequired }: FormField, value: string): string {
  const chosen = value.split(',')
  const choices = options.map(
    option =>
      `<label class="choice"><input type="${type}" name="${name}" value="${escaped(option)}"` +
      `${type === 'radio' && isRequired ? ' required' : ''}${chosen.includes(option) ? ' checked' : ''}>${escaped(option)}</label>`,
  )
  return `<fieldset><legend>${escaped(label)}${isRequired ? ' *' : ''}</legend>${choices.join('\n')}</fieldset>`
}

/** A literal; what only code gives is left out. */
const plainOf = (parameter: unknown) =>
  typeof parameter !== 'string' || !parameter.startsWith('=')
    ? parameter
    : parameter.includes('{{')
      ? undefined
      : parameter.slice(1)

/** Text that is there without code. */
function text(parameter: unknown): string {
  const known = plainOf(parameter)
  return known === undefined || typeof known === 'object' ? '' : String(known)
}

/** The contents of a form are shown as text; no script runs, and no other host is asked. A node cannot change that. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
form,label,fieldset{display:grid;gap:.4rem}form{gap:1.2rem}label.choice{display:flex}
input,select,textarea,button{font:inherit;padding:.4rem .6rem}input[type=checkbox],input[type=radio]{width:auto}
footer{margin-top:3rem;color:#5c5c66;font-size:.85rem}`

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>
${content}
</main><footer>Simulated by Understudy.</footer></body>
</html>
`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (given: string) => given.replace(/[&<>"']/g, sign => ESCAPES[sign] ?? sign)
