import { count, formatNumber } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { goTo } from '../route.js'
import { writablePart } from '../workflow-text.js'
import { ActionDialog } from './action-dialog.js'
import { Refusal } from './refusal.js'

const SHOWN = 8
const IN = 'in already'
const OUT = 'left out'
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

/** @typedef {{ ends: string[], failed?: 'refused' | 'unanswered' }} Reached what became of each so far, and of the next */

/**
 * Asks whether what files hold is to be put in. The owner seeds it, all or nothing, with ids, tags and executions; whoever
 * may not use the control API creates its workflows one by one, and goes on where one was refused, or after it.
 */
export function ImportDialog({ fixture, mistakes, onClose }) {
  const { isOwner, operations, changed } = useInstance()
  const workflows = fixture.workflows ?? []
  const [{ ends, failed }, setReached] = useState(/** @type {Reached} */ ({ ends: [] }))
  const there = ends.filter(end => end === IN).length
  const rest = workflows.slice(ends.length)
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
  const refused = ({ status }, values) =>
    isOwner || setReached({ ends: [...ends, ...values.map(() => IN)], failed: status ? 'refused' : 'unanswered' })
  const leaveOut = () => setReached({ ends: [...ends, OUT] })
  const from = Math.max(0, ends.length - SHOWN / 2)
  const listed = workflows.slice(from, from + SHOWN)
  const later = workflows.length - from - listed.length
  return html`<${ActionDialog} title="Put this in?" confirm=${isNothing ? 'Nothing to put in' : `Put in ${what}`} onClose=${onClose}
    says=${isOwner ? 'All of it is put in, or nothing of it.' : 'The workflows are created one by one. Tags, executions and the rest are for the owner’s key.'}
    sent=${sent} success=${() => `${what} put in.`} onDone=${done} fields=${ends.length} onRefused=${refused}>
    ${mistakes.length > 0 && html`<${Refusal} error=${{ message: `Left out: ${mistakes.slice(0, SHOWN).join('; ')}${mistakes.length > SHOWN ? `; and ${mistakes.length - SHOWN} more` : ''}` }} />`}
    ${there > 0 && html`<p>${formatNumber(there)} of ${count(workflows.length, 'workflow')} ${there === 1 ? 'is' : 'are'} in already. Only the rest is sent.</p>`}
    <ul class="places">
      ${from > 0 && html`<li class="quiet">${count(from, 'workflow')} before, and</li>`}
      ${listed.map((workflow, nth) => {
        const at = from + nth
        return html`<${Listed} workflow=${workflow} end=${ends[at]} failed=${at === ends.length && failed} onLeaveOut=${leaveOut} />`
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

const Listed = ({ workflow: { name, nodes }, end, failed, onLeaveOut }) => html`<li>
  <${Icon} name=${end === IN ? 'check' : 'workflow'} size=${15} /><strong>${String(name)}</strong>
  <span class="quiet">${end ?? count(Array.isArray(nodes) ? nodes.length : 0, 'node')}</span>
  ${failed === 'unanswered' && html`<span>may be in: there was no answer</span>`}
  ${failed && html`<button type="button" class="button is-small" onClick=${onLeaveOut}>Leave it out</button>`}
</li>`

const summaryOf = fixture =>
  Object.entries(NAMES)
    .filter(([part]) => fixture[part]?.length > 0)
    .map(([part, one]) => count(fixture[part].length, one))
    .join(', ')

const withoutId = ({ id, ...rest }) => rest
