import { type FieldEvent, html } from '../html.ts'
import { JsonMistake, lineOf, readJson } from './json-places.ts'

/**
 * The value of a text of JSON; `undefined` for an empty one.
 *
 * @throws Error with the line and the column of the mistake
 */
export function jsonIn(text: string, what: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return readJson(text).value
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error
    const { line, column } = lineOf(text, error.offset)
    throw new Error(`${what} is not JSON: line ${line}, column ${column}`)
  }
}

interface JsonTextProps {
  label: string
  text: string
  onChange: (text: string) => void
  rows?: number
  placeholder?: string
  hint?: string | undefined
}

/** A few lines of JSON to type. A mistake is shown below them while they are typed. */
export function JsonText({ label, text, onChange, rows = 4, placeholder, hint }: JsonTextProps) {
  const mistake = mistakeIn(text)
  return html`<label class="field">
    <span>${label}</span>
    <textarea
      class="is-code"
      rows=${rows}
      spellcheck=${false}
      placeholder=${placeholder}
      aria-invalid=${mistake === undefined ? undefined : 'true'}
      value=${text}
      onInput=${(event: FieldEvent) => onChange(event.target.value)}
    ></textarea>
    <span class=${mistake === undefined ? 'hint' : 'field-error'} role="status">${mistake ?? hint}</span>
  </label>`
}

function mistakeIn(text: string): string | undefined {
  try {
    jsonIn(text, 'This')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
