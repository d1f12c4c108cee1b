import { type ComponentChildren, html, useMemo } from '../html.ts'
import { useCopy } from './controls.ts'
import { Icon } from './icons.ts'

const COLORED_UP_TO = 200_000
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g

/** A value as JSON, to read, copy and save. */
export function JsonView({ value, name, label }: { value: unknown; name?: string; label: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2) ?? 'undefined', [value])
  const [copied, copy] = useCopy(() => text)
  return html`<div class="json">
    <div class="json-tools">
      ${
        navigator.clipboard &&
        html`<button class="button is-small" onClick=${copy}>
          <${Icon} name=${copied ? 'check' : 'copy'} size=${14} />
          ${copied ? 'Copied' : 'Copy'}
        </button>`
      }
      ${
        name &&
        html`<button class="button is-small" onClick=${() => saveText(name, 'application/json', text)}>
          <${Icon} name="download" size=${14} />
          Save
        </button>`
      }
    </div>
    <pre tabindex="0" role="region" aria-label=${label}>
      <code>${text.length > COLORED_UP_TO ? text : colored(text)}</code>
    </pre>
  </div>`
}

function colored(text: string) {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, word, number] = match
    if (match.index > end) parts.push(text.slice(end, match.index))
    if (string) parts.push(html`<span class=${colon ? 'json-key' : 'json-string'}>${string}</span>`, colon ?? '')
    else parts.push(html`<span class=${word ? 'json-word' : 'json-number'}>${word ?? number}</span>`)
    end = match.index + whole.length
  }
  parts.push(text.slice(end))
  return parts
}

/** Offers a text as a file to save. */
export function saveText(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
