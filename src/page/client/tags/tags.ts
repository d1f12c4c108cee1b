import { html, useState } from '../html.ts'
import { listAll } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { Tag } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { RowButton } from '../parts/controls.ts'
import { ActionDialog, NameField, RenameDialog } from '../parts/dialogs.ts'
import { formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { useUrlAction } from '../routing/route.ts'

type Asked = { kind: 'create' } | { kind: 'rename' | 'delete'; tag: Tag }

/** The tags: to make, to rename and to delete. */
export function TagsView({ query }: { query: URLSearchParams }) {
  const { round, may } = useInstance()
  const tags = useAnswer(options => listAll<Tag>('/api/v1/tags', options), [], round)
  const [asked, ask] = useState<Asked | undefined>(undefined)
  useUrlAction(query, () => ask({ kind: 'create' }))
  return html`
    <${Heading} title="Tags">
      ${
        may('createTag') &&
        html`<button class="button is-primary" onClick=${() => ask({ kind: 'create' })}>
          <${Icon} name="plus" size=${16} />
          New tag
        </button>`
      }
    <//>
    <${Answered} answer=${tags} what="Loading tags">
      ${(value: Tag[]) =>
        value.length === 0
          ? html`<${Empty} icon="tag" title="No tags yet">
            Tags group workflows. Create one, then add it to a workflow.
          <//>`
          : html`<div class="card table-card">
            <${Table} tags=${value} ask=${ask} mayChange=${may('updateTag')} mayDelete=${may('deleteTag')} />
          </div>`}
    <//>
    ${asked && html`<${Question} asked=${asked} onClose=${() => ask(undefined)} />`}
  `
}

const pathOf = (tag: Tag) => `/api/v1/tags/${encodeURIComponent(tag.id)}`

function Question({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  if (asked.kind === 'create')
    return html`<${ActionDialog}
      title="New tag"
      confirm="Create tag"
      onClose=${onClose}
      sent=${(form: FormData) => [{ method: 'POST', path: '/api/v1/tags', body: { name: form.get('name') } }]}
      success=${(form: FormData) => `Created tag “${form.get('name')}”.`}
    >
      <${NameField} />
    <//>`
  const { kind, tag } = asked
  if (kind === 'rename')
    return html`<${RenameDialog}
      what="tag"
      name=${tag.name}
      says="Workflows that have it show the new name."
      onClose=${onClose}
      sent=${(name: string) => [{ method: 'PUT', path: pathOf(tag), body: { name } }]}
    />`
  return html`<${ActionDialog}
    title=${`Delete the tag “${tag.name}”?`}
    confirm="Delete tag"
    danger
    onClose=${onClose}
    says="Removes it from every workflow that has it. The workflows stay."
    sent=${() => [{ method: 'DELETE', path: pathOf(tag) }]}
    success=${() => `Deleted tag “${tag.name}”.`}
  />`
}

interface TableProps {
  tags: Tag[]
  ask: (asked: Asked) => void
  mayChange: boolean
  mayDelete: boolean
}

const Table = ({ tags, ask, mayChange, mayDelete }: TableProps) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Name</th>
      <th scope="col" class="wide-only">Updated</th>
      <th scope="col" class="end"><span class="sr-only">Actions</span></th>
    </tr>
  </thead>
  <tbody>
    ${tags.map(
      tag => html`<tr key=${tag.id}>
        <td>
          <div class="workflow-cell">
            <span class="tile hue-indigo"><${Icon} name="tag" size=${18} /></span>
            <div class="cell-main">
              <a class="row-link" href=${hashOf(['workflows'], { tags: tag.name })}>${tag.name}</a>
              <div class="cell-sub"><span>${tag.id}</span></div>
            </div>
          </div>
        </td>
        <td class="wide-only">
          <time class="quiet" datetime=${tag.updatedAt} title=${formatDateTime(tag.updatedAt)}>
            ${formatAgo(tag.updatedAt)}
          </time>
        </td>
        <td class="end">
          ${
            mayChange &&
            html`<${RowButton}
              does="Rename"
              what=${tag.name}
              icon="pencil"
              onClick=${() => ask({ kind: 'rename', tag })}
            />`
          }
          ${
            mayDelete &&
            html`<${RowButton}
              does="Delete"
              what=${tag.name}
              icon="trash"
              onClick=${() => ask({ kind: 'delete', tag })}
            />`
          }
        </td>
      </tr>`,
    )}
  </tbody>
</table>`
