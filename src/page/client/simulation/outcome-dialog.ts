import { type FieldEvent, html, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import type { Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { workflowPath } from '../instance/workflow-text.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { jsonIn } from '../parts/json-text.ts'
import { type OfferedWorkflow, useWorkflowsNamed } from '../parts/workflow-field.ts'
import { describeOutcome, type Outcome } from './outcome-text.ts'

/** Where the control API has the rules by which simulated runs end. */
export const OUTCOME_RULES = '/_control/simulation/rules'

/** What a run may do, or what stands for what it calls, and the fields that this takes. */
const ENDS: Record<string, [name: string, fields: string[]]> = {
  error: ['Fails', ['node', 'error', 'duration']],
  wait: ['Waits, then succeeds', ['node', 'wait']],
  duration: ['Takes long, then succeeds', ['duration']],
  output: ['Has a given output of a node', ['node', 'output']],
  http: ['Gets an answer to its HTTP requests', ['url', 'answer']],
  forward: ['Has its HTTP requests forwarded to this machine', ['url', 'forward']],
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
    says=${SAYS[end] ?? 'The first rule that applies to a run says how it ends.'}
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
        key=${end === 'output' ? end : 'end'}
        required=${end === 'output'}
        placeholder=${end === 'output' ? '' : 'the last one that runs'}
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
    ${
      has('url') &&
      html`<div class="fields is-send">
        <label class="field">
          <span>Method</span>
          <select name="method">
            <option value="">any</option>
            ${METHODS.map(method => html`<option value=${method}>${method}</option>`)}
          </select>
        </label>
        <${NameField} label="URL, with * for any text" name="url" placeholder="https://api.example.com/*" />
      </div>`
    }
    ${
      has('forward') &&
      html`<${NameField} label="Forward to" name="forward" placeholder="http://127.0.0.1:3000" spellcheck=${false} />`
    }
    ${
      has('answer') &&
      html`<${NameField} key="status" label="Status" name="status" type="number" min="100" max="599" value="200" />`
    }
    ${
      (has('answer') || has('output')) &&
      html`<label class="field">
        <span>${end === 'output' ? 'Output, as JSON' : 'Body, as JSON (optional)'}</span>
        <textarea
          name="json"
          class="is-code"
          rows="3"
          spellcheck=${false}
          required=${end === 'output'}
          placeholder=${end === 'output' ? '[{ "ok": true }]' : '{}'}
        ></textarea>
      </label>`
    }
    <div class="fields">
      <label class="field">
        <span>Apply to N ${has('url') ? 'requests' : 'runs'}</span>
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

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const SAYS: Readonly<Record<string, string>> = {
  output: 'The first rule for a node says what it puts out instead of running.',
  http: 'The first rule that fits a request answers it.',
  forward:
    'The first rule that fits a request sends it on, to this machine or a host that the instance was started with. ' +
    'It is sent really.',
}

/** The answer, or where requests are sent on. @throws Error for what is not JSON */
function httpOf(form: FormData, text: (name: string) => string) {
  const asked = { ...(text('method') === '' ? {} : { method: text('method') }), url: text('url') }
  if (form.get('end') === 'forward') return { ...asked, forward: text('forward') }
  const json = jsonIn(text('json'), 'The body')
  return { ...asked, status: Number(text('status')), ...(json === undefined ? {} : { json }) }
}

/** The rule that the fields that are shown make. */
function ruleOf(form: FormData): Outcome {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const given = (name: string): Outcome => (text(name) === '' ? {} : { [name]: text(name) })
  const chance = Number(text('chance') || 100)
  const end = String(form.get('end'))
  return {
    workflow: text('workflow'),
    ...given('node'),
    ...(end === 'output' ? { output: jsonIn(text('json'), 'The output') } : {}),
    ...(['http', 'forward'].includes(end) ? { http: httpOf(form, text) } : {}),
    ...(form.get('end') === 'error' ? { error: text('error') } : {}),
    ...given('wait'),
    ...given('duration'),
    ...(text('times') === '' ? {} : { times: Number(text('times')) }),
    ...(chance < 100 ? { probability: chance / 100 } : {}),
  }
}
