import { isNote } from '../graph/node-types.ts'
import { type FieldEvent, html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import type { Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { workflowPath } from '../instance/workflow-text.ts'
import { STATUSES, statusName } from '../parts/badges.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { WorkflowField } from '../parts/workflow-field.ts'
import { goTo } from '../routing/route.ts'

const FAILED = ['error', 'crashed']
const MODES = ['manual', 'trigger', 'webhook', 'retry', 'cli', 'error', 'integrated', 'internal']

/** Adds an execution of a workflow, with the status that is chosen; of any workflow where none is given. */
export function ExecutionDialog({ workflow, onClose }: { workflow?: Workflow; onClose: () => void }) {
  const [status, setStatus] = useState('success')
  const [chosen, choose] = useState('')
  const loaded = useAnswer(
    async options => workflow ?? (chosen === '' ? undefined : call<Workflow>('GET', workflowPath(chosen), options)),
    [workflow?.id, chosen],
  )
  const of = loaded.value
  const nodes = (of?.nodes ?? []).filter(node => !isNote(node) && !node.disabled)
  const sent = (form: FormData) => {
    const given = (name: string) => String(form.get(name) ?? '') || undefined
    if (!workflow && chosen === '') throw new Error('Choose a workflow.')
    const body = {
      workflowId: workflow?.id ?? chosen,
      status: given('status'),
      mode: given('mode'),
      startedAt: dateOf(given('startedAt')),
      ...(FAILED.includes(given('status') ?? '') ? { errorNode: given('errorNode'), error: given('error') } : {}),
    }
    return [{ method: 'POST', path: '/_control/executions', body }]
  }
  return html`<${ActionDialog}
    title=${workflow ? `Add an execution of “${workflow.name}”` : 'Add an execution'}
    confirm="Add execution"
    onClose=${onClose}
    fields=${`${chosen} ${of?.id}`}
    says="Adds an execution as if the workflow had run. No node is executed; the data follows the nodes."
    sent=${sent}
    success=${() => 'Added the execution.'}
    onDone=${([made]: [{ id: string }]) => goTo(['executions', made.id])}
  >
    ${!workflow && html`<${WorkflowField} value=${chosen} placeholder="A part of its name" onChoose=${choose} />`}
    <div class="fields">
      <label class="field">
        <span>Status</span>
        <select name="status" value=${status} onChange=${(event: FieldEvent) => setStatus(event.target.value)}>
          ${STATUSES.map(it => html`<option value=${it}>${statusName(it)}</option>`)}
        </select>
      </label>
      <label class="field">
        <span>Mode</span>
        <select name="mode">
          <option value="">as usual</option>
          ${MODES.map(it => html`<option value=${it}>${it}</option>`)}
        </select>
      </label>
      <${NameField} label="Started" name="startedAt" type="datetime-local" step="1" required=${false} />
    </div>
    ${
      FAILED.includes(status) &&
      html`<div class="fields">
        <label class="field">
          <span>Failed at</span>
          <select name="errorNode">
            <option value="">the last node</option>
            ${nodes.map(({ name }) => html`<option value=${name}>${name}</option>`)}
          </select>
        </label>
        <${NameField} label="Error message" name="error" required=${false} />
      </div>`
    }
  <//>`
}

const dateOf = (text: string | undefined) => (text ? new Date(text).toISOString() : undefined)
