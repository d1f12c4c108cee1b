import { call } from '../api.js'
import { count, typeName } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { Heading } from '../parts/heading.js'
import { offWhile } from '../parts/off-while.js'
import { Empty } from '../parts/states.js'
import { telling } from '../parts/toasts.js'
import { hashOf } from '../route.js'

const CATEGORIES = ['credentials', 'database', 'nodes', 'filesystem', 'instance']
const SHOWN = 50

/** Security audits: asks for one and shows what it found. */
export function AuditView() {
  const [report, setReport] = useState(undefined)
  const [busy, setBusy] = useState(false)
  const run = async event => {
    event.preventDefault()
    const form = new FormData(event.target)
    const body = {
      additionalOptions: { categories: form.getAll('category'), daysAbandonedWorkflow: Number(form.get('days')) },
    }
    setBusy(true)
    const answer = await telling(() => call('POST', '/api/v1/audit', { body }))
    setBusy(false)
    if (answer) setReport(Object.entries(answer))
  }
  return html`
    <${Heading} title="Audit" />
    <form class="card audit-form" onSubmit=${run}>
      <fieldset class="checks">
        <legend>Look at</legend>
        ${CATEGORIES.map(
          category =>
            html`<label><input type="checkbox" name="category" value=${category} defaultChecked />${category}</label>`,
        )}
      </fieldset>
      <label class="field is-short"><span>Abandoned after, days</span><input type="number" name="days" min="1" step="1" defaultValue="90" required /></label>
      <button class="button is-primary" type="submit" ...${offWhile(busy)}><${Icon} name="shield" size=${16} />${busy ? 'Looking…' : 'Run the audit'}</button>
    </form>
    ${report === undefined && html`<${Empty} icon="shield" title="No report yet">An audit looks for credentials that nothing uses, risky nodes, open queries and settings.<//>`}
    ${report?.length === 0 && html`<${Empty} icon="check" title="Nothing was found" />`}
    ${report?.map(([name, { risk, sections }]) => html`<${Report} key=${name} name=${name} risk=${risk} sections=${sections} />`)}
  `
}

const Report = ({ name, risk, sections }) => html`<section class="card report">
  <div class="card-head"><h2>${name}</h2><span class="chip">${risk}</span></div>
  ${sections.map(
    ({
      title,
      description,
      recommendation,
      location,
      ...extra
    }) => html`<details class="finding" open=${sections.length < 3}>
      <summary><strong>${title}</strong>${location && html`<span class="quiet">${count(location.length, 'place')}</span>`}</summary>
      <p>${description}</p>
      <p class="advice"><${Icon} name="bolt" size=${16} />${recommendation}</p>
      ${location && html`<ul class="places">${location.slice(0, SHOWN).map(place => html`<li><${Place} place=${place} /></li>`)}</ul>`}
      ${location?.length > SHOWN && html`<p class="quiet">and ${location.length - SHOWN} more</p>`}
      ${Object.keys(extra).length > 0 && html`<pre tabindex="0" role="region" aria-label=${`Details of ${title}`}><code>${JSON.stringify(extra, null, 2)}</code></pre>`}
    </details>`,
  )}
</section>`

function Place({ place }) {
  if (place.kind === 'credential') return html`<${Icon} name="key" size=${15} /><span>${place.name}</span>`
  if (place.kind === 'node')
    return html`<${Icon} name="workflow" size=${15} />
      <span><a href=${hashOf(['workflows', place.workflowId])}>${place.workflowName}</a> · ${place.nodeName}</span>
      <span class="quiet">${typeName(place.nodeType)}</span>`
  return html`<${Icon} name="cloud" size=${15} /><span>${place.nodeType}</span><span class="quiet">${place.packageUrl ?? place.filePath}</span>`
}
