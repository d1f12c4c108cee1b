import { count } from '../format.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { goTo } from '../route.js'
import { writablePart } from '../workflow-text.js'
import { ActionDialog } from './action-dialog.js'
import { Refusal } from './refusal.js'

const SHOWN = 8
const NAMES = {
  tags: 'tag',
  workflows: 'workflow',
  credentials: 'credential',
  executions: 'execution',
  users: 'user',
  variables: 'variable',
  projects: 'project',
  folders: 'folder',
  dataTables: 'data table',
}

/**
 * Asks whether what files hold is to be put in. The owner seeds it, all or nothing, with ids, tags and executions; whoever
 * may not use the control API creates its workflows one by one.
 */
export function ImportDialog({ fixture, mistakes, onClose }) {
  const { isOwner, operations, changed } = useInstance()
  const workflows = fixture.workflows ?? []
  const hasIds = workflows.some(({ id }) => id !== undefined)
  const what = summaryOf(isOwner ? fixture : { workflows })
  const isNothing = what === ''
  const sent = form => {
    if (isNothing) throw new Error('There is nothing to put in.')
    if (!isOwner) {
      const create = operations.get('createWorkflow')
      return workflows.map(it => ({
        method: 'POST',
        path: '/api/v1/workflows',
        body: { settings: {}, ...writablePart(it, create) },
      }))
    }
    const isNew = form.get('same') === 'new'
    const body = isNew ? { ...fixture, workflows: workflows.map(withoutId) } : fixture
    return [{ method: 'POST', path: '/_control/seed', body }]
  }
  const done = ([first], form) => {
    changed()
    const [only, ...more] = workflows
    const id = isOwner && form.get('same') !== 'new' ? only?.id : first?.id
    if (only) goTo(more.length || id === undefined ? ['workflows'] : ['workflows', String(id)])
  }
  return html`<${ActionDialog} title="Put this in?" confirm=${isNothing ? 'Nothing to put in' : `Put in ${what}`} onClose=${onClose}
    says=${isOwner ? 'All of it is put in, or nothing of it.' : 'The workflows are created one by one. Tags, executions and the rest are for the owner’s key.'}
    sent=${sent} success=${() => `${what} put in.`} onDone=${done}>
    ${mistakes.length > 0 && html`<${Refusal} error=${{ message: `Left out: ${mistakes.slice(0, SHOWN).join('; ')}${mistakes.length > SHOWN ? `; and ${mistakes.length - SHOWN} more` : ''}` }} />`}
    <ul class="places">
      ${workflows.slice(0, SHOWN).map(
        ({ name, nodes }) => html`<li><${Icon} name="workflow" size=${15} /><strong>${String(name)}</strong>
          <span class="quiet">${count(Array.isArray(nodes) ? nodes.length : 0, 'node')}</span></li>`,
      )}
      ${workflows.length > SHOWN && html`<li class="quiet">and ${count(workflows.length - SHOWN, 'more workflow')}</li>`}
    </ul>
    ${
      isOwner &&
      hasIds &&
      html`<label class="field"><span>Where a workflow with the same id is here</span>
        <select name="same"><option value="replace">It is replaced</option><option value="new">It stays: all are put in under new ids</option></select>
      </label>`
    }
  <//>`
}

const summaryOf = fixture =>
  Object.entries(NAMES)
    .filter(([part]) => fixture[part]?.length > 0)
    .map(([part, one]) => count(fixture[part].length, one))
    .join(', ')

const withoutId = ({ id, ...rest }) => rest
