import { type ComponentChildren, type FieldEvent, html, useRef, useState } from '../html.ts'
import { messageOf } from '../instance/act.ts'
import { disabledProps } from './controls.ts'
import { splitMessages } from './dialogs.ts'
import { Icon } from './icons.ts'
import { JsonMistake, lineOf, readJson } from './json-places.ts'
import { useUnsaved } from './unsaved.ts'

const LINE = 20

/**
 * JSON to edit and send. What is refused is shown at its place: at its line, and in the list below, from where one gets
 * there.
 */
interface JsonEditorProps {
  label: string
  /** What to begin with. */
  text: string
  save?: string
  /** Rejects with the refusal. */
  onSave: (value: unknown) => Promise<void>
  onClose: () => void
  children?: ComponentChildren
}

interface Mark {
  message: string
  offset: number
}

export function JsonEditor({ label, text: first, save = 'Save', onSave, onClose, children }: JsonEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(first)
  const [marks, setMarks] = useState<Mark[]>([])
  const [busy, setBusy] = useState(false)
  const [scrolled, setScrolled] = useState(0)
  const isChanged = text !== first

  const show = (found: Mark[]) => {
    setMarks(found)
    if (found[0] && area.current) jump(area.current, found[0].offset)
  }
  async function submit() {
    let read: ReturnType<typeof readJson>
    try {
      read = readJson(text)
    } catch (error) {
      if (!(error instanceof JsonMistake)) throw error
      return show([{ message: error.message, offset: error.offset }])
    }
    setBusy(true)
    try {
      await onSave(read.value)
      setMarks([])
    } catch (error) {
      show(splitMessages(messageOf(error)).map(message => ({ message, offset: read.offsetOf(pathIn(message)) })))
    }
    setBusy(false)
  }
  useUnsaved(isChanged)
  const marked = marks.map(mark => ({ ...mark, ...lineOf(text, mark.offset) }))
  return html`<div class="editor">
    <div class="editor-field">
      <div class="editor-marks" aria-hidden="true">
        ${marked.map(({ line }) => html`<span style=${{ top: `${(line - 1) * LINE + 12 - scrolled}px` }}>${line}</span>`)}
      </div>
      <textarea ref=${area} class="editor-text" aria-label=${label} spellcheck="false" autocomplete="off" wrap="off" value=${text} readonly=${busy}
        aria-invalid=${marks.length ? 'true' : 'false'} aria-describedby="editor-marks"
        onInput=${(event: FieldEvent) => {
          setText(event.target.value)
          setMarks([])
        }}
        onScroll=${(event: FieldEvent) => setScrolled(event.target.scrollTop)}></textarea>
    </div>
    <div id="editor-marks" role="alert">
      ${
        marked.length > 0 &&
        html`<ul class="editor-refusals">
          ${marked.map(
            ({ message, offset, line, column }) => html`<li>
              <button type="button" onClick=${() => jump(area.current, offset)}><${Icon} name="alert" size=${15} />Line ${line}, column ${column}</button>
              <span>${message}</span>
            </li>`,
          )}
        </ul>`
      }
    </div>
    ${children}
    <div class="buttons">
      <button type="button" class="button is-primary" ...${disabledProps(busy || !isChanged, submit)}>${save}</button>
      <button type="button" class="button" onClick=${onClose}>${isChanged ? 'Discard the changes' : 'Close the editor'}</button>
    </div>
  </div>`
}

/** Where in the body a refusal is: `request/body/nodes/0/name must be string` → `['nodes', '0', 'name']`. */
function pathIn(message: string) {
  const [, path = ''] = /^request\/body(\/\S+)?/.exec(message) ?? []
  return path.split('/').slice(1)
}

function jump(area: HTMLTextAreaElement | null, offset: number) {
  if (!area) return
  area.focus()
  area.setSelectionRange(offset, offset + 1)
  const { line } = lineOf(area.value, offset)
  area.scrollTop = Math.max(0, (line - 5) * LINE)
}
