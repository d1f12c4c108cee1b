import { type FormEvent, html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import { disabledProps } from '../parts/controls.ts'
import { count, typeName } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Empty, Heading } from '../parts/states.ts'
import { withToast } from '../parts/toasts.ts'
import { hashOf } from '../routing/hash.ts'

/** What one category of an audit found. */
interface Report {
  risk: string
  sections: Section[]
}
interface Section {
  title: string
  description: string
  recommendation: string
  location?: Place[]
  [more: string]: unknown
}
interface Place {
  kind: string
  name?: string
  workflowId?: string
  workflowName?: string
  nodeName?: string
  nodeType?: string
  packageUrl?: string
  filePath?: string
}

const CATEGORIES = ['credentials', 'database', 'nodes', 'filesystem', 'instance']
const SHOWN = 50

/** Security audits: asks for one and shows what it found. */
export function AuditView() {
  const [report, setReport] = useState<[string, Report][] | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const form = new FormData(event.target)
    const body = {
      additionalOptions: { categories: form.getAll('category'), daysAbandonedWorkflow: Number(form.get('days')) },
    }
    setBusy(true)
    const answer = await withToast(() => call<Record<string, Report>>('POST', '/api/v1/audit', { body }))
    setBusy(false)
    if (answer && answer !== true) setReport(Object.entries(answer))
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
      <label class="field is-short">
        <span>Abandoned after, days</span>
        <input type="number" name="days" min="1" step="1" defaultValue="90" required />
      </label>
      <button class="button is-primary" type="submit" ...${disabledProps(busy)}>
        <${Icon} name="shield" size=${16} />
        ${busy ? 'Looking…' : 'Run the audit'}
      </button>
    </form>
    ${
      report === undefined &&
      html`<${Empty} icon="shield" title="No report yet">
        An audit looks for credentials that nothing uses, risky nodes, open queries and settings.
      <//>`
    }
    ${report?.length === 0 && html`<${Empty} icon="check" title="Nothing was found" />`}
    ${report?.map(
      ([name, { risk, sections }]) =>
        html`<${ReportCard} key=${name} name=${name} risk=${risk} sections=${sections} />`,
    )}
  `
}

const ReportCard = ({ name, risk, sections }: Report & { name: string }) => html`<section class="card report">
  <div class="card-head"><h2>${name}</h2><span class="chip">${risk}</span></div>
  ${sections.map(
    ({
      title,
      description,
      recommendation,
      location,
      ...extra
    }) => html`<details class="finding" open=${sections.length < 3}>
      <summary>
        <strong>${title}</strong>
        ${location && html`<span class="quiet">${count(location.length, 'place')}</span>`}
      </summary>
      <p>${description}</p>
      <p class="advice"><${Icon} name="bolt" size=${16} />${recommendation}</p>
      ${
        location &&
        html`<ul class="places">
          ${location.slice(0, SHOWN).map(
            place => html`<li>
              <${PlaceLine} place=${place} />
            </li>`,
          )}
        </ul>`
      }
      ${location && location.length > SHOWN && html`<p class="quiet">and ${location.length - SHOWN} more</p>`}
      ${
        Object.keys(extra).length > 0 &&
        html`<pre tabindex="0" role="region" aria-label=${`Details of ${title}`}>
          <code>${JSON.stringify(extra, null, 2)}</code>
        </pre>`
      }
    </details>`,
  )}
</section>`

function PlaceLine({ place }: { place: Place }) {
  if (place.kind === 'credential') return html`<${Icon} name="key" size=${15} /><span>${place.name}</span>`
  if (place.kind === 'node')
    return html`
      <${Icon} name="workflow" size=${15} />
      <span>
        <a href=${hashOf(['workflows', place.workflowId ?? ''])}>${place.workflowName}</a> · ${place.nodeName}
      </span>
      <span class="quiet">${typeName(place.nodeType)}</span>
    `
  return html`
    <${Icon} name="cloud" size=${15} />
    <span>${place.nodeType}</span>
    <span class="quiet">${place.packageUrl ?? place.filePath}</span>
  `
}
