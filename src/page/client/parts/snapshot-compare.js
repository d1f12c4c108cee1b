import { call } from '../api.js'
import { html } from '../html.js'
import { CompareForm } from './compare-form.js'

const NOW = ''

/** Compares two snapshots, or a snapshot and what is here now. */
export function SnapshotCompare({ names }) {
  if (names.length === 0) return null
  const taken = () => names.map(name => html`<option key=${name} value=${name}>${name}</option>`)
  const orNow = html`<option value=${NOW}>what is here now</option>${taken()}`
  return html`<${CompareForm} title="Compare" first=${taken()} second=${orNow} load=${stateOf} />`
}

const stateOf = name =>
  call('GET', name === NOW ? '/_control/state' : `/_control/snapshots/${encodeURIComponent(name)}`)
