import { lookOf } from '../graph/node-types.ts'
import { html, useState } from '../html.ts'
import { call, type LoadOptions, listAll } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Credential } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { RowButton, SearchField } from '../parts/controls.ts'
import { DeleteDialog } from '../parts/dialogs.ts'
import { formatAgo, formatDateTime, formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { useUrlAction } from '../routing/route.ts'
import { CredentialDialog } from './credential-dialog.ts'

const SHOWN = 200
const KEY = { icon: 'key', hue: 'grey' }

type Asked = { kind: 'create' } | { kind: 'delete'; credential: Credential }

/** The credentials: which there are, never what is in them; to add, and to delete. */
export function CredentialsView({ query }: { query: URLSearchParams }) {
  const { round, isOwner, operations, may } = useInstance()
  const [wanted, setWanted] = useState('')
  const [asked, ask] = useState<Asked | undefined>(undefined)
  useUrlAction(query, () => ask({ kind: 'create' }))
  const isListed = operations.has('getCredentials')
  const credentials = useAnswer(options => loadCredentials({ isOwner, isListed }, options), [isOwner, isListed], round)
  const close = () => ask(undefined)
  return html`
    <${Heading} title="Credentials">
      ${
        may('createCredential') &&
        html`<button class="button is-primary" onClick=${() => ask({ kind: 'create' })}>
          <${Icon} name="plus" size=${16} />
          New credential
        </button>`
      }
    <//>
    <p class="lead">Their data is encrypted: neither the API nor this page ever shows it.</p>
    <div class="filters">
      <${SearchField} label="Search credentials by name or type" value=${wanted} onChange=${setWanted} />
    </div>
    <${Answered} answer=${credentials} what="Loading credentials">
      ${(all: Credential[] | 'unlisted') => {
        if (all === 'unlisted')
          return html`<${Empty} icon="key" title="They are not listed">
            The API of this version lists no credentials; the owner’s key sees them here. Adding one works all the same.
          <//>`
        const text = wanted.toLowerCase()
        const found = all.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(text))
        if (found.length === 0)
          return html`<${Empty} icon="key" title=${wanted ? 'No matching credentials' : 'No credentials yet'} />`
        return html`
          <div class="card table-card">
            <${Table}
              credentials=${found.slice(0, SHOWN)}
              ask=${ask}
              hasDetails=${operations.has('getCredential')}
              mayDelete=${may('deleteCredential')}
            />
          </div>
          ${
            found.length > SHOWN &&
            html`<p class="quiet">
              The first ${formatNumber(SHOWN)} of ${formatNumber(found.length)}. Search to find another.
            </p>`
          }
        `
      }}
    <//>
    ${asked?.kind === 'create' && html`<${CredentialDialog} onClose=${close} />`}
    ${
      asked?.kind === 'delete' &&
      html`<${DeleteDialog}
        what="credential"
        name=${asked.credential.name}
        onClose=${close}
        says="Nodes that use it will not find it any more."
        path=${`/api/v1/credentials/${encodeURIComponent(asked.credential.id)}`}
      />`
    }
  `
}

async function loadCredentials(
  { isOwner, isListed }: { isOwner: boolean | undefined; isListed: boolean },
  options: LoadOptions,
) {
  if (isOwner === undefined) return undefined
  if (isOwner) {
    const state = await call<{ credentials?: Credential[] }>('GET', '/_control/state?only=credentials', options)
    return state.credentials ?? []
  }
  return isListed ? listAll<Credential>('/api/v1/credentials', options) : 'unlisted'
}

interface TableProps {
  credentials: Credential[]
  ask: (asked: Asked) => void
  hasDetails: boolean
  mayDelete: boolean
}

const Table = ({ credentials, ask, hasDetails, mayDelete }: TableProps) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Name</th>
      <th scope="col" class="wide-only">Type</th>
      <th scope="col" class="wide-only">Updated</th>
      <th scope="col" class="end"><span class="sr-only">Actions</span></th>
    </tr>
  </thead>
  <tbody>
    ${credentials.map(
      credential => html`<tr key=${credential.id}>
        <td>
          <div class="workflow-cell">
            <span class=${`tile hue-${lookOf(credential.type, KEY).hue}`}>
              <${Icon} name=${lookOf(credential.type, KEY).icon} size=${18} />
            </span>
            <div class="cell-main">
              ${
                hasDetails
                  ? html`<a class="row-link" href=${hashOf(['credentials', credential.id])}>${credential.name}</a>`
                  : html`<strong>${credential.name}</strong>`
              }
              <div class="cell-sub">
                <span>${credential.id}</span>
                <code class="narrow-only">${credential.type}</code>
              </div>
            </div>
          </div>
        </td>
        <td class="wide-only"><code>${credential.type}</code></td>
        <td class="wide-only">
          <time class="quiet" datetime=${credential.updatedAt} title=${formatDateTime(credential.updatedAt)}>
            ${formatAgo(credential.updatedAt)}
          </time>
        </td>
        <td class="end">
          ${
            mayDelete &&
            html`<${RowButton}
              does="Delete"
              what=${credential.name}
              icon="trash"
              onClick=${() => ask({ kind: 'delete', credential })}
            />`
          }
        </td>
      </tr>`,
    )}
  </tbody>
</table>`
