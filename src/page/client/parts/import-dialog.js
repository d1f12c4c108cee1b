import { count, formatNumber } from '../format.js'
import { html, useState } from '../html.js'
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
 * may not use the control API creates its workflows one by one, and goes on where one was refused.
 */
export function ImportDialog({ fixture, mistakes, onClose }) {
  const { isOwner, operations, changed } = useInstance()
  const workflows = fixture.workflows ?? []
  const [reached, setReached] = useState({ there: 0, isUnanswered: false })
  const rest = workflows.slice(reached.there)
  const hasIds = workflows.some(({ id }) => id !== undefined)
  const what = summaryOf(isOwner ? fixture : { workflows: rest })
  const isNothing = what === ''
  const sent = form => {
    if (isNothing) throw new Error('There is nothing to put in.')
    if (!isOwner) {
      const create = operations.get('createWorkflow')
      return rest.map(it => ({
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
  const refused = ({ status }, { length }) =>
    isOwner || setReached({ there: reached.there + length, isUnanswered: !status })
  const from = Math.max(0, reached.there - SHOWN / 2)
  const listed = workflows.slice(from, from + SHOWN)
  const later = workflows.length - from - listed.length
  return html`<${ActionDialog} title="Put this in?" confirm=${isNothing ? 'Nothing to put in' : `Put in ${what}`} onClose=${onClose}
    says=${isOwner ? 'All of it is put in, or nothing of it.' : 'The workflows are created one by one. Tags, executions and the rest are for the owner’s key.'}
    sent=${sent} success=${() => `${what} put in.`} onDone=${done} fields=${reached.there} onRefused=${refused}>
    ${mistakes.length > 0 && html`<${Refusal} error=${{ message: `Left out: ${mistakes.slice(0, SHOWN).join('; ')}${mistakes.length > SHOWN ? `; and ${mistakes.length - SHOWN} more` : ''}` }} />`}
    ${reached.there > 0 && html`<p>${formatNumber(reached.there)} of ${count(workflows.length, 'workflow')} ${reached.there === 1 ? 'is' : 'are'} in already. Only the rest is sent.</p>`}
    <ul class="places">
      ${from > 0 && html`<li class="quiet">${count(from, 'workflow')} in already, and</li>`}
      ${listed.map((workflow, nth) => {
        const after = from + nth - reached.there
        return html`<${Listed} workflow=${workflow} isIn=${after < 0} isUnsure=${after === 0 && reached.isUnanswered} />`
      })}
      ${later > 0 && html`<li class="quiet">and ${count(later, 'more workflow')}</li>`}
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

const Listed = ({ workflow: { name, nodes }, isIn, isUnsure }) => html`<li>
  <${Icon} name=${isIn ? 'check' : 'workflow'} size=${15} /><strong>${String(name)}</strong>
  <span class="quiet">${isIn ? 'in already' : count(Array.isArray(nodes) ? nodes.length : 0, 'node')}</span>
  ${isUnsure && html`<span>may be in: there was no answer</span>`}
</li>`

const summaryOf = fixture =>
  Object.entries(NAMES)
    .filter(([part]) => fixture[part]?.length > 0)
    .map(([part, one]) => count(fixture[part].length, one))
    .join(', ')

const withoutId = ({ id, ...rest }) => rest
