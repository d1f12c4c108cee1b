import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Transaction } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { COLOURS, LOOK } from './json-field-look.ts'

/** What is wrong in a text, and where. */
export interface Mark {
  message: string
  offset: number
}

/**
 * A field for JSON: `<json-field>`, by CodeMirror. It sends `change` when its `value` was typed. It has a shadow root, as
 * CodeMirror adds its styles to the document otherwise, which the page's policy does not allow.
 */
export class JsonField extends HTMLElement {
  readonly #view: EditorView
  readonly #settings = new Compartment()
  #label = ''
  #isReadOnly = false
  #marks: Mark[] = []

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    const state = EditorState.create({
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        json(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        syntaxHighlighting(COLOURS),
        LOOK,
        keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
        this.#settings.of([]),
        EditorView.updateListener.of(({ docChanged }) => docChanged && this.dispatchEvent(new Event('change'))),
      ],
    })
    this.#view = new EditorView({ state, root, parent: root })
    // what scrolls is within reach of the keyboard
    this.#view.scrollDOM.tabIndex = 0
  }

  get value() {
    return this.#view.state.doc.toString()
  }
  set value(text: string) {
    if (text === this.value) return
    const { length } = this.#view.state.doc
    this.#view.dispatch({
      changes: { from: 0, to: length, insert: text },
      // the first text is not to be undone
      annotations: Transaction.addToHistory.of(length > 0),
    })
  }

  set label(label: string) {
    this.#label = label
    this.#set()
  }
  set isReadOnly(isReadOnly: boolean) {
    this.#isReadOnly = isReadOnly
    this.#set()
  }
  /** What is wrong in the text. */
  set marks(marks: Mark[]) {
    this.#marks = marks
    this.#view.dispatch(setDiagnostics(this.#view.state, this.#diagnostics()))
  }

  override focus() {
    this.#view.focus()
  }
  jump(offset: number) {
    const at = Math.min(offset, this.#view.state.doc.length)
    this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
    this.focus()
  }
  openSearch() {
    openSearchPanel(this.#view)
  }

  #set() {
    this.#view.dispatch({
      effects: this.#settings.reconfigure([
        EditorState.readOnly.of(this.#isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': this.#label, 'aria-multiline': 'true' }),
      ]),
    })
  }
  #diagnostics = () => this.#marks.map(mark => diagnosticOf(mark, this.#view.state.doc.length))
}

const diagnosticOf = ({ message, offset }: Mark, length: number): Diagnostic => ({
  from: Math.min(offset, length),
  to: Math.min(offset + 1, length),
  severity: 'error',
  message,
})

customElements.define('json-field', JsonField)
