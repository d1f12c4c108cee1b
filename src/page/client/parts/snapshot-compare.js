import { call } from '../api.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { DifferenceView } from './difference-view.js'
import { telling } from './toasts.js'

const NOW = ''

/** Compares two snapshots, or a snapshot and what is here now. */
export function SnapshotCompare({ names }) {
  const [found, setFound] = useState(undefined)
  const [busy, setBusy] = useState(false)
  if (names.length === 0) return null
  const compare = async event => {
    event.preventDefault()
    const form = new FormData(event.target)
    setBusy(true)
    const states = await telling(() => Promise.all([form.get('first'), form.get('second')].map(stateOf)))
    setBusy(false)
    if (states) setFound({ before: states[0], after: states[1] })
  }
  return html`<section class="card" aria-label="Compare">
    <div class="card-head"><h2>Compare</h2></div>
    <form class="inline-form" onSubmit=${compare}>
      <label class="field"><span>First</span><select name="first">${names.map(name => html`<option value=${name}>${name}</option>`)}</select></label>
      <label class="field"><span>Second</span>
        <select name="second"><option value=${NOW}>what is here now</option>${names.map(name => html`<option value=${name}>${name}</option>`)}</select>
      </label>
      <button class="button is-primary" type="submit" disabled=${busy}><${Icon} name="split" size=${15} />Compare</button>
    </form>
    ${found && html`<div aria-live="polite"><${DifferenceView} ...${found} /></div>`}
  </section>`
}

const stateOf = name =>
  call('GET', name === NOW ? '/_control/state' : `/_control/snapshots/${encodeURIComponent(name)}`)
