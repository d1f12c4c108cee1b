import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours of JSON: those that it has where it is only read. */
export const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--json-key)' },
  { tag: tags.string, color: 'var(--json-string)' },
  { tag: tags.number, color: 'var(--json-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--json-word)' },
])

const BUTTON = {
  padding: '3px 9px',
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius-s)',
  background: 'var(--surface)',
  color: 'var(--text)',
  font: 'inherit',
}

/** The look of the page; its style sheets do not reach into a shadow root. */
export const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', background: 'var(--raised)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--text-3)', background: 'var(--sunken)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { background: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '.cm-activeLineGutter': { color: 'var(--text)', background: 'color-mix(in srgb, var(--accent) 14%, transparent)' },
  '.cm-content ::selection': { background: 'color-mix(in srgb, var(--accent) 35%, transparent)' },
  '.cm-selectionMatch': { background: 'color-mix(in srgb, var(--accent) 18%, transparent)' },
  '.cm-searchMatch': { background: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { background: 'color-mix(in srgb, var(--warn) 40%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { background: 'color-mix(in srgb, var(--accent) 25%, transparent)' },
  '.cm-foldPlaceholder': { padding: '0 6px', border: '0', color: 'var(--text-2)', background: 'var(--mute-soft)' },
  '.cm-foldGutter span': { color: 'var(--text-3)' },
  '.cm-panels': { color: 'var(--text)', background: 'var(--surface)', fontFamily: 'var(--font)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px 8px',
    padding: '8px 36px 8px 10px',
    fontSize: 'var(--text-s)',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', content: '""' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: 'inherit' },
  '.cm-panel.cm-search input, .cm-panel.cm-search label, .cm-panel.cm-search button': { margin: '0' },
  '.cm-textfield': { ...BUTTON, background: 'var(--raised)', minWidth: '0' },
  '.cm-button': { ...BUTTON, backgroundImage: 'none', cursor: 'pointer' },
  '.cm-panel.cm-search [name=close]': { top: '8px', right: '10px', color: 'inherit', fontSize: '18px' },
  '.cm-tooltip': { border: '1px solid var(--line-strong)', color: 'var(--text)', background: 'var(--surface)' },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--fill-error)' },
})
