import { html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Credential } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { DeleteDialog, RenameDialog } from '../parts/dialogs.ts'
import { formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Crumbs, Heading, LoadedItem } from '../parts/states.ts'
import { goTo } from '../routing/route.ts'
import { fieldsOf } from './schema-fields.ts'
import { UsedBy } from './used-by.ts'

/** One credential: what there is to know of it, never what is in it. */
export function CredentialView({ parts: [id = ''] }: { parts: string[] }) {
  const { round, may } = useInstance()
  const [asked, ask] = useState<'rename' | 'delete' | undefined>(undefined)
  const path = `/api/v1/credentials/${encodeURIComponent(id)}`
  const credential = useAnswer(options => call<Credential>('GET', path, options), [path], round)
  const close = () => ask(undefined)
  return html`<${LoadedItem}
    answer=${credential}
    what="Loading the credential"
    kind="credential"
    id=${id}
    place="credentials"
  >
    ${(value: Credential) => html`
      <${Heading} title=${value.name} before=${html`<${Crumbs} parts=${['credentials']} name="Credentials" />`}>
        ${
          may('updateCredential') &&
          html`<button class="button" onClick=${() => ask('rename')}>
            <${Icon} name="pencil" size=${15} />
            Rename
          </button>`
        }
        ${
          may('deleteCredential') &&
          html`<button class="button" onClick=${() => ask('delete')}>
            <${Icon} name="trash" size=${15} />
            Delete
          </button>`
        }
      <//>
      <p class="lead">Its data is encrypted: neither the API nor this page ever shows it.</p>
      <section class="card" aria-label="Details"><${Details} credential=${value} /></section>
      <${UsedBy} id=${id} />
      <${Fields} type=${value.type} />
      ${
        asked === 'rename' &&
        html`<${RenameDialog}
          what="credential"
          name=${value.name}
          onClose=${close}
          sent=${(name: string) => [{ method: 'PATCH', path, body: { name } }]}
        />`
      }
      ${
        asked === 'delete' &&
        html`<${DeleteDialog}
          what="credential"
          name=${value.name}
          path=${path}
          onClose=${close}
          says="Nodes that use it will not find it any more."
          onDone=${() => goTo(['credentials'])}
        />`
      }
    `}
  <//>`
}

const yesOrNo = (value: boolean | undefined) => (value ? 'yes' : 'no')

const Details = ({ credential }: { credential: Credential }) => {
  const { id, type, isManaged, isGlobal, isResolvable, createdAt, updatedAt } = credential
  return html`<dl class="pairs">
    <div><dt>ID</dt><dd>${id}</dd></div>
    <div><dt>Type</dt><dd><code>${type}</code></dd></div>
    <div><dt>Managed</dt><dd>${yesOrNo(isManaged)}</dd></div>
    <div><dt>Global</dt><dd>${yesOrNo(isGlobal)}</dd></div>
    <div><dt>Resolvable</dt><dd>${yesOrNo(isResolvable)}</dd></div>
    <div>
      <dt>Created</dt>
      <dd><time datetime=${createdAt} title=${formatDateTime(createdAt)}>${formatAgo(createdAt)}</time></dd>
    </div>
    <div>
      <dt>Updated</dt>
      <dd><time datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time></dd>
    </div>
  </dl>`
}

/** Which fields a credential of the type has: their names. Nothing where the version knows no such type. */
function Fields({ type }: { type: string }) {
  const types = useAnswer(options => call<{ names: string[] }>('GET', '/page/credential-types', options), [])
  const isKnown = types.value?.names.includes(type) === true
  const schema = useAnswer(
    async options => isKnown && call('GET', `/api/v1/credentials/schema/${encodeURIComponent(type)}`, options),
    [type, isKnown],
  )
  const fields = schema.value ? fieldsOf(schema.value) : []
  if (fields.length === 0) return null
  return html`<section class="card" aria-label="Fields of its type">
    <div class="card-head"><h2>Fields of its type</h2></div>
    <dl class="pairs">
      ${fields.map(
        ({ name, title, kind, isRequired }) => html`<div key=${name}>
          <dt>${title}</dt>
          <dd>${isRequired ? `${kind}, required` : kind}</dd>
        </div>`,
      )}
    </dl>
  </section>`
}
