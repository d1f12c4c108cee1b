import { call } from '../api.js'
import { formatShort } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { versionParts } from '../version-parts.js'
import { workflowPath } from '../workflow-text.js'
import { DifferenceView } from './difference-view.js'
import { telling } from './toasts.js'

/** Compares two versions of a workflow: to begin with, the newest and the one before. */
export function VersionCompare({ workflowId, versions }) {
  const [found, setFound] = useState(undefined)
  const [busy, setBusy] = useState(false)
  const load = id => call('GET', `${workflowPath(workflowId)}/versions/${encodeURIComponent(id)}`)
  const compare = async event => {
    event.preventDefault()
    const form = new FormData(event.target)
    setBusy(true)
    const both = await telling(() => Promise.all([form.get('first'), form.get('second')].map(load)))
    setBusy(false)
    if (both) setFound({ before: versionParts(both[0]), after: versionParts(both[1]) })
  }
  const options = chosen =>
    versions.map(
      ({ versionId, name, createdAt }, at) =>
        html`<option value=${versionId} selected=${at === chosen}>${name || formatShort(createdAt)} · ${versionId.slice(0, 8)}</option>`,
    )
  return html`<section class="card" aria-label="Compare">
    <div class="card-head"><h2>What changed between two</h2></div>
    <form class="inline-form" onSubmit=${compare}>
      <label class="field"><span>First</span><select name="first">${options(1)}</select></label>
      <label class="field"><span>Second</span><select name="second">${options(0)}</select></label>
      <button class="button is-primary" type="submit" disabled=${busy}><${Icon} name="split" size=${15} />Compare</button>
    </form>
    ${found && html`<div aria-live="polite"><${DifferenceView} ...${found} /></div>`}
  </section>`
}
