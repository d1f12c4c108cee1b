import { html, useState } from '../html.ts'
import { useInstance } from '../instance/instance.ts'
import { statusOf } from '../instance/use-answer.ts'
import { writablePart } from '../instance/workflow-text.ts'
import { ActionDialog, Refusal } from '../parts/dialogs.ts'
import { count, formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { goTo } from '../routing/route.ts'
import type { DroppedFixture } from './fixture-in.ts'

const SHOWN = 8
const IN = 'imported'
const OUT = 'left out'
const NAMES: Record<string, string> = {
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

/** What became of each so far, and of the next. */
interface Reached {
  ends: string[]
  failed?: 'refused' | 'unanswered'
}

interface ImportDialogProps {
  fixture: DroppedFixture
  mistakes: string[]
  onClose: () => void
}

/**
 * Asks whether what files hold is to be put in. The owner seeds it, all or nothing, with ids, tags and executions; whoever
 * may not use the control API creates its workflows one by one, and goes on where one was refused, or after it.
 */
export function ImportDialog({ fixture, mistakes, onClose }: ImportDialogProps) {
  const { isOwner, operations, changed } = useInstance()
  const workflows: Record<string, unknown>[] = Array.isArray(fixture.workflows) ? fixture.workflows : []
  const [{ ends, failed }, setReached] = useState<Reached>({ ends: [] })
  const there = ends.filter(end => end === IN).length
  const rest = workflows.slice(ends.length)
  const hasIds = workflows.some(({ id }) => id !== undefined)
  const what = summaryOf(isOwner ? fixture : { workflows: rest })
  const isNothing = what === ''
  const sent = (form: FormData) => {
    if (isNothing) throw new Error('There is nothing to import.')
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
  const done = ([first]: { id?: string }[], form: FormData) => {
    changed()
    const [only, ...more] = workflows
    const id = isOwner && form.get('same') !== 'new' ? only?.id : first?.id
    if (only) goTo(more.length || id === undefined ? ['workflows'] : ['workflows', String(id)])
  }
  const refused = (error: unknown, values: unknown[]) =>
    isOwner ||
    setReached({ ends: [...ends, ...values.map(() => IN)], failed: statusOf(error) ? 'refused' : 'unanswered' })
  const leaveOut = () => setReached({ ends: [...ends, OUT] })
  const from = Math.max(0, ends.length - SHOWN / 2)
  const listed = workflows.slice(from, from + SHOWN)
  const later = workflows.length - from - listed.length
  const more = mistakes.length > SHOWN ? [`and ${mistakes.length - SHOWN} more`] : []
  return html`<${ActionDialog}
    title="Import"
    confirm=${isNothing ? 'Nothing to import' : `Import ${what}`}
    onClose=${onClose}
    says=${
      isOwner
        ? 'Imports everything, or nothing.'
        : 'The workflows are created one by one. Tags, executions and the rest are for the owner’s key.'
    }
    sent=${sent}
    success=${() => `Imported ${what}.`}
    onDone=${done}
    fields=${ends.length}
    onRefused=${refused}
  >
    ${
      mistakes.length > 0 &&
      html`<${Refusal} error=${{ message: `Left out: ${[...mistakes.slice(0, SHOWN), ...more].join('; ')}` }} />`
    }
    ${
      there > 0 &&
      html`<p>
        ${formatNumber(there)} of ${count(workflows.length, 'workflow')} ${there === 1 ? 'is' : 'are'} imported. Only
        the rest is sent.
      </p>`
    }
    <ul class="places">
      ${from > 0 && html`<li class="quiet">${count(from, 'workflow')} before, and</li>`}
      ${listed.map((workflow, nth) => {
        const at = from + nth
        return html`<${Listed}
          workflow=${workflow}
          end=${ends[at]}
          failed=${at === ends.length && failed}
          onLeaveOut=${leaveOut}
        />`
      })}
      ${later > 0 && html`<li class="quiet">and ${count(later, 'more workflow')}</li>`}
    </ul>
    ${
      isOwner &&
      hasIds &&
      html`<label class="field">
        <span>Workflows with the same id</span>
        <select name="same">
          <option value="replace">Replace it</option>
          <option value="new">Keep it, and import under new ids</option>
        </select>
      </label>`
    }
  <//>`
}

interface ListedProps {
  workflow: Record<string, unknown>
  end: string | undefined
  failed: Reached['failed'] | false
  onLeaveOut: () => void
}

const Listed = ({ workflow: { name, nodes }, end, failed, onLeaveOut }: ListedProps) => html`<li>
  <${Icon} name=${end === IN ? 'check' : 'workflow'} size=${15} />
  <strong>${String(name)}</strong>
  <span class="quiet">${end ?? count(Array.isArray(nodes) ? nodes.length : 0, 'node')}</span>
  ${failed === 'unanswered' && html`<span>may be imported: there was no answer</span>`}
  ${failed && html`<button type="button" class="button is-small" onClick=${onLeaveOut}>Leave it out</button>`}
</li>`

const summaryOf = (fixture: DroppedFixture) =>
  Object.entries(NAMES)
    .flatMap(([part, one]) => {
      const records = fixture[part]
      return Array.isArray(records) && records.length > 0 ? [count(records.length, one)] : []
    })
    .join(', ')

const withoutId = ({ id, ...rest }: Record<string, unknown>) => rest
