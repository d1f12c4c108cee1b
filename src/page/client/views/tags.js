import { call, listAll } from '../api.js'
import { formatAgo, formatDateTime } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { Dialog } from '../parts/dialog.js'
import { Heading } from '../parts/heading.js'
import { Answered, Empty } from '../parts/states.js'
import { telling } from '../parts/toasts.js'
import { hashOf } from '../route.js'
import { useAnswer } from '../use-answer.js'

/** The tags: to make, to rename and to delete. */
export function TagsView() {
  const { round, changed } = useInstance()
  const tags = useAnswer(options => listAll('/api/v1/tags', options), [round])
  const [asked, ask] = useState(undefined)
  const act = async (action, success) => {
    if (await telling(action, success)) changed()
    ask(undefined)
  }
  return html`
    <${Heading} title="Tags">
      <button class="button is-primary" onClick=${() => ask({ kind: 'create' })}><${Icon} name="plus" size=${16} />New tag</button>
    <//>
    <${Answered} answer=${tags} what="Loading tags">
      ${value =>
        value.length === 0
          ? html`<${Empty} icon="tag" title="No tags yet">Tags sort workflows. Make one, then put it on a workflow with <code>PUT /api/v1/workflows/:id/tags</code>.<//>`
          : html`<div class="card table-card"><${Table} tags=${value} ask=${ask} /></div>`}
    <//>
    ${
      asked?.kind === 'create' &&
      html`<${NameDialog} title="New tag" confirm="Create tag" name="" onClose=${() => ask(undefined)}
      onName=${name => act(() => call('POST', '/api/v1/tags', { body: { name } }), `Tag “${name}” is made.`)} />`
    }
    ${
      asked?.kind === 'rename' &&
      html`<${NameDialog} title=${`Rename “${asked.tag.name}”`} confirm="Rename tag" name=${asked.tag.name} onClose=${() => ask(undefined)}
      onName=${name => act(() => call('PUT', pathOf(asked.tag), { body: { name } }), `The tag is called “${name}” now.`)} />`
    }
    ${
      asked?.kind === 'delete' &&
      html`<${Dialog} title=${`Delete the tag “${asked.tag.name}”?`} confirm="Delete tag" danger onClose=${() => ask(undefined)}
      onConfirm=${() => act(() => call('DELETE', pathOf(asked.tag)), `Tag “${asked.tag.name}” is deleted.`)}>
      <p>It is taken off every workflow that has it. The workflows stay.</p>
    <//>`
    }
  `
}

const pathOf = tag => `/api/v1/tags/${encodeURIComponent(tag.id)}`

const NameDialog = ({ title, confirm, name, onName, onClose }) => html`<${Dialog} title=${title} confirm=${confirm}
  onClose=${onClose} onConfirm=${form => onName(form.get('name'))}>
  <label class="field"><span>Name</span><input name="name" required autocomplete="off" value=${name} /></label>
<//>`

const Table = ({ tags, ask }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Name</th><th scope="col" class="wide-only">Updated</th><th scope="col" class="end"><span class="sr-only">Actions</span></th></tr>
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
        <td class="wide-only"><time class="quiet" datetime=${tag.updatedAt} title=${formatDateTime(tag.updatedAt)}>${formatAgo(tag.updatedAt)}</time></td>
        <td class="end">
          <button class="tool is-bare" aria-label=${`Rename ${tag.name}`} title="Rename" onClick=${() => ask({ kind: 'rename', tag })}><${Icon} name="pencil" size=${17} /></button>
          <button class="tool is-bare" aria-label=${`Delete ${tag.name}`} title="Delete" onClick=${() => ask({ kind: 'delete', tag })}><${Icon} name="trash" size=${17} /></button>
        </td>
      </tr>`,
    )}
  </tbody>
</table>`
