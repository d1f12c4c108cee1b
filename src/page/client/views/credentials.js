import { call } from '../api.js'
import { formatAgo, formatDateTime, formatNumber } from '../format.js'
import { lookOf } from '../graph/node-look.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { Heading } from '../parts/heading.js'
import { NotAvailable } from '../parts/not-available.js'
import { SearchField } from '../parts/search-field.js'
import { Answered, Empty } from '../parts/states.js'
import { hasControl } from '../settings.js'
import { useAnswer } from '../use-answer.js'

const SHOWN = 200
const KEY = { icon: 'key', hue: 'grey' }

/** The credentials: which there are, never what is in them. */
export function CredentialsView() {
  if (!hasControl) return html`<${Heading} title="Credentials" /><${NotAvailable} />`
  return html`<${Listed} />`
}

function Listed() {
  const { round } = useInstance()
  const [wanted, setWanted] = useState('')
  const state = useAnswer(options => call('GET', '/_control/state?only=credentials', options), [round])
  return html`
    <${Heading} title="Credentials" />
    <p class="lead">Their data is sealed: neither the API nor this page ever shows it.</p>
    <div class="filters"><${SearchField} label="Search credentials by name or type" value=${wanted} onChange=${setWanted} /></div>
    <${Answered} answer=${state} what="Loading credentials">
      ${({ credentials = [] }) => {
        const text = wanted.toLowerCase()
        const found = credentials.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(text))
        if (found.length === 0)
          return html`<${Empty} icon="key" title=${wanted ? 'No credential is like that' : 'No credentials yet'} />`
        return html`<div class="card table-card"><${Table} credentials=${found.slice(0, SHOWN)} /></div>
          ${found.length > SHOWN && html`<p class="quiet">The first ${formatNumber(SHOWN)} of ${formatNumber(found.length)}. Search to find another.</p>`}`
      }}
    <//>
  `
}

const Table = ({ credentials }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col" class="wide-only">Updated</th></tr>
  </thead>
  <tbody>
    ${credentials.map(
      ({ id, name, type, updatedAt }) => html`<tr key=${id}>
        <td>
          <div class="workflow-cell">
            <span class=${`tile hue-${lookOf(type, KEY).hue}`}><${Icon} name=${lookOf(type, KEY).icon} size=${18} /></span>
            <div class="cell-main"><strong>${name}</strong><div class="cell-sub"><span>${id}</span></div></div>
          </div>
        </td>
        <td><code>${type}</code></td>
        <td class="wide-only"><time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time></td>
      </tr>`,
    )}
  </tbody>
</table>`
