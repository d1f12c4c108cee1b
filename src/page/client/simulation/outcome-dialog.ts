import { type FieldEvent, html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import type { Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { workflowPath } from '../instance/workflow-text.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { type OfferedWorkflow, useWorkflowsNamed } from '../parts/workflow-field.ts'
import { describeOutcome, type Outcome } from './outcome-text.ts'

/** Where the control API has the rules by which simulated runs end. */
export const OUTCOME_RULES = '/_control/simulation/rules'

/** What a run may do, and the fields that this takes. */
const ENDS: Record<string, [name: string, fields: string[]]> = {
  error: ['Fails', ['node', 'error', 'duration']],
  wait: ['Waits, then succeeds', ['node', 'wait']],
  duration: ['Takes long, then succeeds', ['duration']],
}

/** Asks how runs of a workflow are to end from now on. */
export function OutcomeDialog({ onClose }: { onClose: () => void }) {
  const [end, setEnd] = useState('error')
  const [workflow, setWorkflow] = useState('')
  const [says, setSays] = useState('')
  const { workflows } = useWorkflowsNamed(workflow)
  const id = workflows.find(it => workflow === it.id || workflow === it.name)?.id
  const loaded = useAnswer(
    async options => (id === undefined ? undefined : call<Workflow>('GET', workflowPath(id), options)),
    [id],
  )
  const has = (name: string) => ENDS[end]?.[1].includes(name)
  const sent = (form: FormData) => {
    const rule = ruleOf(form)
    const { what, when } = describeOutcome(rule)
    setSays(`${what}, ${when}.`)
    return [{ method: 'POST', path: OUTCOME_RULES, body: rule }]
  }
  return html`<${ActionDialog}
    title="New rule"
    confirm="Add the rule"
    onClose=${onClose}
    fields=${end}
    says="The first rule that applies to a run says how it ends."
    sent=${sent}
    success=${() => 'Added the rule.'}
  >
    <${NameField}
      label="Workflow, by name or id"
      name="workflow"
      list="outcome-workflows"
      onInput=${(event: FieldEvent) => setWorkflow(event.target.value.trim())}
    />
    <datalist id="outcome-workflows">
      ${workflows.map(({ id, name }) => html`<option value=${isShared(workflows, name) ? id : name}>${name}</option>`)}
    </datalist>
    <label class="field">
      <span>What a run does</span>
      <select name="end" onChange=${(event: FieldEvent) => setEnd(event.target.value)}>
        ${Object.entries(ENDS).map(([value, [name]]) => html`<option value=${value}>${name}</option>`)}
      </select>
    </label>
    ${
      has('node') &&
      html`<${NameField}
        label="At the node"
        name="node"
        required=${false}
        placeholder="the last one that runs"
        list="outcome-nodes"
      />`
    }
    <datalist id="outcome-nodes">
      ${(loaded.value?.nodes ?? []).map(({ name }) => html`<option value=${name} />`)}
    </datalist>
    ${has('error') && html`<${NameField} label="Error message" name="error" required=${false} />`}
    ${
      has('wait') &&
      html`<${NameField} label="Duration, or until a time" name="wait" placeholder="2h or 2026-12-24T18:00:00Z" />`
    }
    ${
      has('duration') &&
      html`<${NameField}
        key=${end}
        label=${end === 'error' ? 'After' : 'How long'}
        name="duration"
        required=${end === 'duration'}
        placeholder=${end === 'error' ? 'at once' : '5m'}
      />`
    }
    <div class="fields">
      <label class="field">
        <span>Apply to N runs</span>
        <input name="times" type="number" min="1" step="1" placeholder="all" />
      </label>
      <label class="field">
        <span>Chance, %</span>
        <input name="chance" type="number" required min="0" max="100" step="any" defaultValue="100" />
      </label>
    </div>
    <p class="hint" aria-live="polite"><strong>${says}</strong></p>
  <//>`
}

const isShared = (workflows: OfferedWorkflow[], name: string) =>
  workflows.filter(other => other.name === name).length > 1

/** The rule that the fields that are shown make. */
function ruleOf(form: FormData): Outcome {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const given = (name: string): Outcome => (text(name) === '' ? {} : { [name]: text(name) })
  const chance = Number(text('chance') || 100)
  return {
    workflow: text('workflow'),
    ...given('node'),
    ...(form.get('end') === 'error' ? { error: text('error') } : {}),
    ...given('wait'),
    ...given('duration'),
    ...(text('times') === '' ? {} : { times: Number(text('times')) }),
    ...(chance < 100 ? { probability: chance / 100 } : {}),
  }
}
