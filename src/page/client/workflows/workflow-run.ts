import { RunGraph } from '../executions/run-graph.ts'
import { saveTest } from '../executions/save-test.ts'
import { type FieldEvent, type FormEvent, html, useEffect, useRef, useState } from '../html.ts'
import { call } from '../instance/api.ts'
import type { RunReport, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { AnswerStatus, StatusBadge } from '../parts/badges.ts'
import { disabledProps } from '../parts/controls.ts'
import { Refusal } from '../parts/dialogs.ts'
import { count } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonText } from '../parts/json-text.ts'
import { JsonView } from '../parts/json-view.ts'
import { CurlButton } from '../parts/toasts.ts'
import { EMPTY_RUN, inputHint, type RunForm, type RunParts, runParts, runRequest } from './run-form.ts'

/** As in the style sheet. */
const NARROW = '(max-width: 1000px)'
const RUNS = '/_control/runs'

/** What was typed for each workflow, as long as the page is open. */
const typed = new Map<string, RunForm>()

/** Tries a workflow with an input and mocks. Nothing is stored, nothing is sent. */
export function WorkflowRun({ workflow }: { workflow: Workflow }) {
  const [form, setForm] = useState(typed.get(workflow.id) ?? EMPTY_RUN)
  const [report, setReport] = useState<RunReport | undefined>(undefined)
  const [refused, setRefused] = useState<Error | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const abort = useRef(new AbortController())
  const types = useAnswer(options => call<{ names: string[] }>('GET', '/page/run-node-types', options), [])
  useEffect(() => () => abort.current.abort(), [])

  const change = (changes: Partial<RunForm>) => {
    const next = { ...form, ...changes }
    typed.set(workflow.id, next)
    setForm(next)
  }
  async function run(event?: Event) {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      const body = runRequest(workflow.id, form)
      setReport(await call<RunReport>('POST', RUNS, { body, signal: abort.current.signal }))
    } catch (error) {
      setReport(undefined)
      setRefused(error instanceof Error ? error : new Error(String(error)))
    }
    setBusy(false)
  }
  const parts = runParts(workflow, new Set(types.value?.names), report?.unmocked)
  return html`<div class="run">
    <form
      class="card form run-form"
      onSubmit=${(event: FormEvent) => run(event)}
      onKeyDown=${(event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && run(event)}
    >
      <p class="dialog-says">Runs it as a test does: nothing is stored, nothing is sent.</p>
      ${types.value && html`<${RunFields} form=${form} parts=${parts} onChange=${change} />`}
      ${refused && html`<${Refusal} error=${refused} />`}
      <div class="buttons">
        <button type="submit" class="button is-primary" ...${disabledProps(busy)}>
          <${Icon} name="play" size=${15} />
          ${busy ? 'Running…' : 'Run'}
        </button>
        <${CurlButton} sent=${planned(workflow, form)} />
      </div>
    </form>
    ${report && html`<${RunOutcome} report=${report} workflow=${workflow} />`}
  </div>`
}

function planned({ id }: Workflow, form: RunForm) {
  try {
    return [{ method: 'POST', path: RUNS, body: runRequest(id, form) }]
  } catch {
    return []
  }
}

interface RunFieldsProps {
  form: RunForm
  parts: RunParts
  onChange: (changes: Partial<RunForm>) => void
}

function RunFields({ form, parts: { triggers, called, asksHttp, hasPinned }, onChange }: RunFieldsProps) {
  const trigger = triggers.find(({ name }) => name === form.trigger) ?? triggers[0]
  return html`
    ${
      triggers.length > 1 &&
      html`<label class="field">
        <span>Begin at</span>
        <select
          value=${form.trigger || undefined}
          onChange=${(event: FieldEvent) => onChange({ trigger: event.target.value })}
        >
          <option value="">Choose a trigger</option>
          ${triggers.map(({ name }) => html`<option key=${name} value=${name}>${name}</option>`)}
        </select>
      </label>`
    }
    <${JsonText}
      label="Input, as JSON"
      text=${form.input}
      onChange=${(input: string) => onChange({ input })}
      ...${inputHint(trigger)}
    />
    ${
      called.length > 0 &&
      html`<fieldset class="form">
        <legend>Mocks: what nodes put out that call a service</legend>
        ${called.map(
          ({ name }) => html`<${JsonText}
            key=${name}
            label=${name}
            rows=${2}
            placeholder='[{ "ok": true }]'
            text=${form.mocks[name] ?? ''}
            onChange=${(text: string) => onChange({ mocks: { ...form.mocks, [name]: text } })}
          />`,
        )}
        <label class="check">
          <input
            type="checkbox"
            checked=${form.passes}
            onChange=${(event: FieldEvent) => onChange({ passes: event.target.checked })}
          />
          Nodes without a mock pass their items on
        </label>
      </fieldset>`
    }
    ${
      asksHttp &&
      html`<${JsonText}
        label="Answers to HTTP requests, as JSON"
        rows=${3}
        placeholder='[{ "url": "https://api.example.com/*", "json": {} }]'
        hint="The first that fits a request answers it."
        text=${form.http}
        onChange=${(http: string) => onChange({ http })}
      />`
    }
    ${
      hasPinned &&
      html`<label class="check">
        <input
          type="checkbox"
          checked=${form.usesPinned}
          onChange=${(event: FieldEvent) => onChange({ usesPinned: event.target.checked })}
        />
        Pinned data is what its node puts out
      </label>`
    }
  `
}

/** What a run did: how it ended, what its caller gets, and each node on the graph. */
function RunOutcome({ report, workflow }: { report: RunReport; workflow: Workflow }) {
  const { status, path, response, requests, notes, unmocked, unusedMocks, execution } = report
  const ran = new Set(path).size
  const outcome = useRef<HTMLElement>(null)
  useEffect(() => {
    // below the form it would go unseen
    if (matchMedia(NARROW).matches) outcome.current?.scrollIntoView({ block: 'start' })
  }, [report])
  return html`<section ref=${outcome} class="run-outcome" aria-label="What the run did">
    <div class="facts" role="status">
      <${StatusBadge} status=${status} />
      <span>${count(ran, 'node')} ran</span>
      ${response && html`<span>The caller gets <${AnswerStatus} status=${response.status} /></span>`}
      ${requests.length > 0 && html`<span>${count(requests.length, 'HTTP request')}, not sent</span>`}
      <button type="button" class="button is-small" onClick=${() => saveTest(execution, workflow)}>
        <${Icon} name="download" size=${14} />
        Save as test
      </button>
    </div>
    ${
      unmocked.length > 0 &&
      html`<p class="notice">
        <span>Without a mock: ${unmocked.join(', ')}. Give what they put out, beside the input.</span>
      </p>`
    }
    ${
      unusedMocks.length > 0 &&
      html`<p class="notice"><span>Mocks that were not used: ${unusedMocks.join(', ')}.</span></p>`
    }
    ${
      notes.length > 0 &&
      html`<details>
        <summary>${count(notes.length, 'note')}</summary>
        <ul>${notes.map((note, at) => html`<li key=${at}>${note}</li>`)}</ul>
      </details>`
    }
    ${
      response &&
      html`<details>
        <summary>What the caller gets</summary>
        <${JsonView} value=${response} label="What the caller gets" />
      </details>`
    }
    ${
      requests.length > 0 &&
      html`<details>
        <summary>HTTP requests that were not sent</summary>
        <${JsonView} value=${requests} label="HTTP requests" />
      </details>`
    }
    <${RunGraph} data=${execution.data} workflow=${workflow} />
  </section>`
}
