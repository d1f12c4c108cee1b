import { type ComponentChildren, html, useEffect, useRef, useState } from '../html.ts'
import { messageOf } from '../instance/api.ts'
import type { RefusedKey } from '../instance/body-schema.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { disabledProps } from '../parts/controls.ts'
import { splitMessages } from '../parts/dialogs.ts'
import { Icon } from '../parts/icons.ts'
import { JsonMistake, lineOf, readJson } from '../parts/json-places.ts'
import { Answered } from '../parts/states.ts'
import { useUnsaved } from '../routing/unsaved.ts'
import type { JsonField, Mark } from './json-field.ts'

interface JsonEditorProps {
  label: string
  /** What to begin with. */
  text: string
  save?: string
  /** What is known to be refused of a value, before it is sent. */
  check?: (value: unknown) => RefusedKey[]
  /** Rejects with the refusal. */
  onSave: (value: unknown) => Promise<void>
  onClose: () => void
  children?: ComponentChildren
}

/**
 * JSON to edit and send. What is wrong is shown at its place while one types, and what was refused after saving: at its
 * line, and in the list below, from where one gets there.
 */
export function JsonEditor({ label, text: first, save = 'Save', check, onSave, onClose, children }: JsonEditorProps) {
  const field = useRef<JsonField>(null)
  const script = useAnswer(loadField, [])
  const [text, setText] = useState(first)
  const [marks, setMarks] = useState<Mark[]>([])
  const [busy, setBusy] = useState(false)
  const isChanged = text !== first

  const [isTyped, setTyped] = useState(false)
  useEffect(() => {
    if (!isTyped) return
    const timer = setTimeout(() => setMarks(mistakesIn(text, check)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, isTyped])

  const show = (found: Mark[]) => {
    setTyped(false)
    setMarks(found)
    if (found[0]) field.current?.jump(found[0].offset)
  }
  /** The text as a value; `undefined` where it is no JSON, which is then shown. */
  function readText() {
    try {
      return readJson(text)
    } catch (error) {
      if (!(error instanceof JsonMistake)) throw error
      show([{ message: error.message, offset: error.offset }])
      return undefined
    }
  }
  async function submit() {
    const read = readText()
    if (!read) return
    setBusy(true)
    try {
      await onSave(read.value)
      setMarks([])
    } catch (error) {
      show(splitMessages(messageOf(error)).map(message => ({ message, offset: read.offsetOf(pathIn(message)) })))
    }
    setBusy(false)
  }
  const format = () => {
    const read = readText()
    if (read && field.current) field.current.value = JSON.stringify(read.value, null, 2)
  }
  useUnsaved(isChanged)
  useEffect(() => field.current?.focus(), [script.value])
  return html`<div class="editor">
    <div class="buttons">
      <button type="button" class="button is-small" ...${disabledProps(busy || !script.value, format)}>
        <${Icon} name="code" size=${14} />
        Format
      </button>
      <button
        type="button"
        class="button is-small"
        ...${disabledProps(!script.value, () => field.current?.openSearch())}
      >
        <${Icon} name="search" size=${14} />
        Search
      </button>
    </div>
    <${Answered} answer=${script} what="Loading the editor">
      ${() => html`<json-field
        ref=${field}
        class="editor-field"
        label=${label}
        value=${text}
        isReadOnly=${busy}
        marks=${marks}
        onChange=${({ target }: Event & { target: JsonField }) => {
          setText(target.value)
          setTyped(true)
        }}
      ></json-field>`}
    <//>
    <div role=${isTyped ? 'status' : 'alert'}>
      ${
        marks.length > 0 &&
        html`<ul class="editor-refusals">
          ${marks.map(({ message, offset }) => {
            const { line, column } = lineOf(text, offset)
            return html`<li>
              <button type="button" onClick=${() => field.current?.jump(offset)}>
                <${Icon} name="alert" size=${15} />
                Line ${line}, column ${column}
              </button>
              <span>${message}</span>
            </li>`
          })}
        </ul>`
      }
    </div>
    ${children}
    <div class="buttons">
      <button type="button" class="button is-primary" ...${disabledProps(busy || !isChanged, submit)}>${save}</button>
      <button type="button" class="button" onClick=${onClose}>
        ${isChanged ? 'Discard the changes' : 'Close the editor'}
      </button>
    </div>
  </div>`
}

/** What is typed is checked once the typing pauses. */
const PAUSE_MS = 300

/** Where a text is no JSON; else the keys that are known to be refused. */
function mistakesIn(text: string, check: JsonEditorProps['check']): Mark[] {
  try {
    const { value, keyOffsetOf } = readJson(text)
    return (check?.(value) ?? []).map(({ path, message }) => ({ message, offset: keyOffsetOf(path) }))
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error
    return [{ message: error.message, offset: error.offset }]
  }
}

let attempts = 0

/** The field is larger than the rest of the page, so it is loaded where it is needed. */
async function loadField() {
  if (customElements.get('json-field')) return true
  // a browser may remember that a script did not load
  await import(new URL(`/page/editor.js?${attempts++}`, location.href).href)
  return true
}

/** Where in the body a refusal is: `request/body/nodes/0/name must be string` → `['nodes', '0', 'name']`. */
function pathIn(message: string) {
  const [, path = ''] = /^request\/body(\/\S+)?/.exec(message) ?? []
  return path.split('/').slice(1)
}
