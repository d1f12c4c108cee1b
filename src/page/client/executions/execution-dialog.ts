import { isNote } from '../graph/node-types.ts'
import { type FieldEvent, html, useState } from '../html.ts'
import { listAll } from '../instance/api.ts'
import type { Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { STATUSES, statusName } from '../parts/badges.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { goTo } from '../routing/route.ts'

const FAILED = ['error', 'crashed']
const MODES = ['manual', 'trigger', 'webhook', 'retry', 'cli', 'error', 'integrated', 'internal']

/** Adds an execution of a workflow, with the status that is chosen; of any workflow where none is given. */
export function ExecutionDialog({ workflow, onClose }: { workflow?: Workflow; onClose: () => void }) {
  const workflows = useAnswer(
    async options => (workflow ? [workflow] : listAll<Workflow>('/api/v1/workflows', options)),
    [workflow?.id],
  )
  const [status, setStatus] = useState('success')
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const all = workflows.value ?? []
  const of = all.find(({ id }) => id === chosen) ?? all[0]
  const nodes = (of?.nodes ?? []).filter(node => !isNote(node) && !node.disabled)
  const sent = (form: FormData) => {
    const given = (name: string) => String(form.get(name) ?? '') || undefined
    const body = {
      workflowId: workflow?.id ?? given('workflowId') ?? all[0]?.id,
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
    says="Adds an execution as if the workflow had run. No node is executed; the data follows the nodes."
    sent=${sent}
    success=${() => 'Added the execution.'}
    onDone=${([made]: [{ id: string }]) => goTo(['executions', made.id])}
  >
    ${
      !workflow &&
      html`<label class="field">
        <span>Workflow</span>
        <select name="workflowId" onChange=${(event: FieldEvent) => setChosen(event.target.value)}>
          ${all.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
        </select>
      </label>`
    }
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
