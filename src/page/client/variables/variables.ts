import { html, useState } from '../html.ts'
import { listAll } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Variable } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { RowButton, SearchField } from '../parts/controls.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { breakable, Empty, Heading, Licensed, needsLicence } from '../parts/states.ts'
import { useUrlAction } from '../routing/route.ts'

const PATH = '/api/v1/variables'
const SHOWN = 200
const pathOf = (variable: Variable) => `${PATH}/${encodeURIComponent(variable.id)}`

type Asked = { kind: 'create' } | { kind: 'change' | 'delete'; variable: Variable }

/** The variables: to make, to change and to delete. */
export function VariablesView({ query }: { query: URLSearchParams }) {
  const { round, may } = useInstance()
  const [wanted, setWanted] = useState('')
  const [asked, ask] = useState<Asked | undefined>(undefined)
  useUrlAction(query, () => ask({ kind: 'create' }))
  const variables = useAnswer(options => listAll<Variable>(PATH, options), [], round)
  return html`
    <${Heading} title="Variables">
      ${
        may('createVariable') &&
        !needsLicence(variables.error) &&
        html`<button class="button is-primary" onClick=${() => ask({ kind: 'create' })}>
          <${Icon} name="plus" size=${16} />
          New variable
        </button>`
      }
    <//>
    <${Licensed} answer=${variables} what="Loading variables" title="Variables">
      ${(all: Variable[]) => {
        const found = all.filter(({ key, value }) => `${key}\n${value}`.toLowerCase().includes(wanted.toLowerCase()))
        return html`
          <div class="filters">
            <${SearchField} label="Search variables by key or value" value=${wanted} onChange=${setWanted} />
          </div>
          ${
            found.length === 0
              ? html`<${Empty} icon="code" title=${wanted ? 'No matching variables' : 'No variables yet'} />`
              : html`<div class="card table-card">
                <${Table} variables=${found.slice(0, SHOWN)} ask=${ask} />
              </div>`
          }
          ${
            found.length > SHOWN &&
            html`<p class="quiet">
              The first ${formatNumber(SHOWN)} of ${formatNumber(found.length)}. Search to find another.
            </p>`
          }
        `
      }}
    <//>
    ${asked && html`<${Question} asked=${asked} onClose=${() => ask(undefined)} />`}
  `
}

function Question({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const variable = asked.kind === 'create' ? undefined : asked.variable
  if (variable && asked.kind === 'delete')
    return html`<${ActionDialog}
      title=${`Delete the variable “${variable.key}”?`}
      confirm="Delete variable"
      danger
      onClose=${onClose}
      sent=${() => [{ method: 'DELETE', path: pathOf(variable) }]}
      success=${() => `Deleted “${variable.key}”.`}
    />`
  const fields = html`
    <${NameField}
      label="Key"
      name="key"
      value=${variable?.key ?? ''}
      spellcheck=${false}
      aria-describedby="variable-key"
    />
    <p class="hint" id="variable-key">
      Letters A to Z, digits and underscores${variable ? '' : ', no digit at the beginning'}; at most 50.
    </p>
    <${NameField} label="Value" name="value" value=${variable?.value ?? ''} required=${false} />
  `
  const body = (form: FormData) => ({ key: form.get('key'), value: form.get('value') })
  if (!variable)
    return html`<${ActionDialog}
      title="New variable"
      confirm="Create variable"
      onClose=${onClose}
      sent=${(form: FormData) => [{ method: 'POST', path: PATH, body: body(form) }]}
      success=${(form: FormData) => `Created “${form.get('key')}”.`}
    >${fields}<//>`
  return html`<${ActionDialog}
    title=${`Change “${variable.key}”`}
    confirm="Save variable"
    onClose=${onClose}
    sent=${(form: FormData) => [{ method: 'PUT', path: pathOf(variable), body: body(form) }]}
    success=${(form: FormData) => `Saved “${form.get('key')}”.`}
  >${fields}<//>`
}

function Table({ variables, ask }: { variables: Variable[]; ask: (asked: Asked) => void }) {
  const { may } = useInstance()
  const [mayChange, mayDelete] = [may('updateVariable'), may('deleteVariable')]
  return html`<table class="table">
    <thead>
      <tr>
        <th scope="col">Key</th>
        <th scope="col">Value</th>
        <th scope="col" class="wide-only">Project</th>
        ${
          (mayChange || mayDelete) &&
          html`<th scope="col" class="end">
            <span class="sr-only">Actions</span>
          </th>`
        }
      </tr>
    </thead>
    <tbody>
      ${variables.map(
        variable => html`<tr key=${variable.id}>
          <td><div class="cell-main"><strong>${breakable(variable.key)}</strong></div></td>
          <td><code>${breakable(variable.value ?? '')}</code></td>
          <td class="wide-only">${variable.project?.name ?? html`<span class="quiet">every project</span>`}</td>
          ${
            (mayChange || mayDelete) &&
            html`<td class="end">
              ${
                mayChange &&
                html`<${RowButton}
                  does="Change"
                  what=${variable.key}
                  icon="pencil"
                  onClick=${() => ask({ kind: 'change', variable })}
                />`
              }
              ${
                mayDelete &&
                html`<${RowButton}
                  does="Delete"
                  what=${variable.key}
                  icon="trash"
                  onClick=${() => ask({ kind: 'delete', variable })}
                />`
              }
            </td>`
          }
        </tr>`,
      )}
    </tbody>
  </table>`
}
