import { listAll } from '../api.js'
import { formatNumber } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { ActionDialog } from '../parts/action-dialog.js'
import { Heading } from '../parts/heading.js'
import { Licensed, needsLicence } from '../parts/licensed.js'
import { NameField } from '../parts/name-field.js'
import { RowButton } from '../parts/row-button.js'
import { SearchField } from '../parts/search-field.js'
import { Empty } from '../parts/states.js'
import { isAboveMember } from '../places.js'
import { useAnswer } from '../use-answer.js'
import { useWanted } from '../use-wanted.js'

const PATH = '/api/v1/variables'
const SHOWN = 200
const pathOf = variable => `${PATH}/${encodeURIComponent(variable.id)}`

/** The variables: to make, to change and to delete. */
export function VariablesView({ query }) {
  const shared = useInstance()
  const { round } = shared
  const mayChange = isAboveMember(shared)
  const [wanted, setWanted] = useState('')
  const [asked, ask] = useState(undefined)
  useWanted(query, () => ask({ kind: 'create' }))
  const variables = useAnswer(options => listAll(PATH, options), [], round)
  return html`
    <${Heading} title="Variables">
      ${mayChange && !needsLicence(variables.error) && html`<button class="button is-primary" onClick=${() => ask({ kind: 'create' })}><${Icon} name="plus" size=${16} />New variable</button>`}
    <//>
    <${Licensed} answer=${variables} what="Loading variables" title="Variables">
      ${all => {
        const found = all.filter(({ key, value }) => `${key}\n${value}`.toLowerCase().includes(wanted.toLowerCase()))
        return html`
          <div class="filters"><${SearchField} label="Search variables by key or value" value=${wanted} onChange=${setWanted} /></div>
          ${
            found.length === 0
              ? html`<${Empty} icon="code" title=${wanted ? 'No variable is like that' : 'No variables yet'} />`
              : html`<div class="card table-card"><${Table} variables=${found.slice(0, SHOWN)} ask=${mayChange ? ask : undefined} /></div>`
          }
          ${found.length > SHOWN && html`<p class="quiet">The first ${formatNumber(SHOWN)} of ${formatNumber(found.length)}. Search to find another.</p>`}`
      }}
    <//>
    ${asked && html`<${Question} ...${asked} onClose=${() => ask(undefined)} />`}
  `
}

function Question({ kind, variable, onClose }) {
  if (kind === 'delete')
    return html`<${ActionDialog} title=${`Delete the variable “${variable.key}”?`} confirm="Delete variable" danger onClose=${onClose}
      sent=${() => [{ method: 'DELETE', path: pathOf(variable) }]} success=${() => `“${variable.key}” is deleted.`} />`
  const fields = html`<${NameField} label="Key" name="key" value=${variable?.key ?? ''} spellcheck="false" aria-describedby="variable-key" />
    <p class="hint" id="variable-key">Letters A to Z, digits and underscores${variable ? '' : ', no digit at the beginning'}; at most 50.</p>
    <${NameField} label="Value" name="value" value=${variable?.value ?? ''} required=${false} />`
  const body = form => ({ key: form.get('key'), value: form.get('value') })
  if (kind === 'create')
    return html`<${ActionDialog} title="New variable" confirm="Create variable" onClose=${onClose}
      sent=${form => [{ method: 'POST', path: PATH, body: body(form) }]} success=${form => `“${form.get('key')}” is made.`}>${fields}<//>`
  return html`<${ActionDialog} title=${`Change “${variable.key}”`} confirm="Save variable" onClose=${onClose}
    sent=${form => [{ method: 'PUT', path: pathOf(variable), body: body(form) }]} success=${form => `“${form.get('key')}” is saved.`}>${fields}<//>`
}

const Table = ({ variables, ask }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Key</th><th scope="col">Value</th><th scope="col" class="wide-only">Project</th>${ask && html`<th scope="col" class="end"><span class="sr-only">Actions</span></th>`}</tr>
  </thead>
  <tbody>
    ${variables.map(
      variable => html`<tr key=${variable.id}>
        <td><div class="cell-main"><strong>${variable.key}</strong></div></td>
        <td><code>${variable.value}</code></td>
        <td class="wide-only">${variable.project?.name ?? html`<span class="quiet">every project</span>`}</td>
        ${
          ask &&
          html`<td class="end">
            <${RowButton} does="Change" what=${variable.key} icon="pencil" onClick=${() => ask({ kind: 'change', variable })} />
            <${RowButton} does="Delete" what=${variable.key} icon="trash" onClick=${() => ask({ kind: 'delete', variable })} />
          </td>`
        }
      </tr>`,
    )}
  </tbody>
</table>`
