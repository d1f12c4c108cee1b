import { FailureLine, RunSteps } from '../executions/run-graph.ts'
import { saveTest } from '../executions/save-test.ts'
import { NodePanel } from '../graph/node-panel.ts'
import { failureOf, PASSED_ON, type Results, resultDataOf, runResults } from '../graph/run-results.ts'
import { WorkflowGraph } from '../graph/workflow-graph.ts'
import {
  type FieldEvent,
  type FormEvent,
  html,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from '../html.ts'
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
import { breakable } from '../parts/states.ts'
import { CurlButton } from '../parts/toasts.ts'
import { RunFiles } from './run-files.ts'
import {
  EMPTY_RUN,
  inputHint,
  type RunFile,
  type RunForm,
  type RunParts,
  runParts,
  runRequest,
  takesFiles,
} from './run-form.ts'
import { storeTypedRun, typedRun } from './typed-runs.ts'

/** As in the style sheet. */
const NARROW = '(max-width: 1000px)'
const RUNS = '/_control/runs'

/** A run, and what it was tried with. */
interface Tried {
  request: object
  report: RunReport
  /** The workflow as it ran. */
  workflow: Workflow
}

/** Tries a workflow with an input and mocks. Nothing is stored, and nothing is sent but what an answer forwards. */
export function WorkflowRun({ workflow }: { workflow: Workflow }) {
  const [form, setForm] = useState(() => typedRun(workflow.id))
  const [tried, setTried] = useState<Tried | undefined>(undefined)
  const [refused, setRefused] = useState<Error | undefined>(undefined)
  const [busy, setBusy] = useState(false)
  const abort = useRef(new AbortController())
  const types = useAnswer(options => call<{ names: string[] }>('GET', '/page/run-node-types', options), [])
  useEffect(() => () => abort.current.abort(), [])

  const change = (changes: Partial<RunForm> | ((before: RunForm) => Partial<RunForm>)) =>
    setForm(before => ({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) }))
  useLayoutEffect(() => {
    if (form !== EMPTY_RUN) storeTypedRun(workflow.id, form)
  }, [form])
  async function run(event?: Event) {
    event?.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      const body = runRequest(workflow.id, form)
      const report = await call<RunReport>('POST', RUNS, { body, signal: abort.current.signal })
      setTried({ request: body, report, workflow })
    } catch (error) {
      setTried(undefined)
      setRefused(error instanceof Error ? error : new Error(String(error)))
    }
    setBusy(false)
  }
  const parts = runParts(workflow, new Set(types.value?.names), tried?.report.unmocked)
  const [selected, select] = useState<string | undefined>(undefined)
  const data = tried?.report.execution.data
  const results = useMemo(() => (tried ? runResults(data) : undefined), [data])
  const drawn = tried?.workflow ?? workflow
  return html`<div class="run">
    <div class="graph-stage run-graph">
      <${WorkflowGraph} workflow=${drawn} results=${results} selected=${selected} onSelect=${select} />
    </div>
    <form
      class="card form run-form"
      onSubmit=${(event: FormEvent) => run(event)}
      onKeyDown=${(event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && run(event)}
    >
      <p class="dialog-says">
        Runs it as a test does: nothing is stored, and nothing is sent but what an answer forwards.
      </p>
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
    ${
      tried && results && html`<${RunOutcome} ...${tried} results=${results} selected=${selected} onSelect=${select} />`
    }
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
  onChange: (changes: Partial<RunForm> | ((before: RunForm) => Partial<RunForm>)) => void
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
      (takesFiles(trigger) || form.files.length > 0) &&
      html`<${RunFiles}
        files=${form.files}
        onChange=${(next: (before: RunFile[]) => RunFile[]) => onChange(before => ({ files: next(before.files) }))}
      />`
    }
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

interface RunOutcomeProps extends Tried {
  results: Results
  selected: string | undefined
  onSelect: (name: string | undefined) => void
}

/** What a run did: how it ended, what its caller gets, and each of its nodes. */
function RunOutcome({ report, request, workflow, results, selected, onSelect }: RunOutcomeProps) {
  const { status, path, response, requests, notes, warnings, unmocked, unusedMocks, execution } = report
  const passedOn = [...results.values()].filter(({ state }) => state === PASSED_ON).length
  const ran = new Set(path).size - passedOn
  const failure = failureOf(resultDataOf(execution.data))
  const node = workflow.nodes.find(({ name }) => name === selected)
  const sent = requests.filter(request => request.sent === true).length
  const outcome = useRef<HTMLElement>(null)
  useEffect(() => {
    // below the form it would go unseen
    if (matchMedia(NARROW).matches) outcome.current?.scrollIntoView({ block: 'start' })
  }, [report])
  return html`<section ref=${outcome} class="run-outcome" aria-label="What the run did">
    <div class="facts" role="status">
      <${StatusBadge} status=${status} />
      <span>${count(ran, 'node')} ran</span>
      ${passedOn > 0 && html`<span>${count(passedOn, 'node')} not simulated</span>`}
      ${response && html`<span>The caller gets <${AnswerStatus} status=${response.status} /></span>`}
      ${
        requests.length > 0 &&
        html`<span>${count(requests.length, 'HTTP request')}, ${sent === 0 ? 'not sent' : `${sent} forwarded`}</span>`
      }
      ${
        // a test of it would be broken, too
        status !== 'broken' &&
        html`<button type="button" class="button is-small" onClick=${() => saveTest(execution, workflow, request)}>
          <${Icon} name="download" size=${14} />
          Save as test
        </button>`
      }
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
    ${warnings.map(warning => html`<p key=${warning} class="notice"><span>Warning: ${warning}.</span></p>`)}
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
        <summary>HTTP requests${sent === 0 ? ' that were not sent' : ''}</summary>
        <${RequestList} requests=${requests} />
        <${JsonView} value=${requests} label="HTTP requests" />
      </details>`
    }
    ${failure && html`<${FailureLine} failure=${failure} onShow=${() => onSelect(failure.node)} />`}
    <div class="card run-nodes">
      ${
        node
          ? html`<${NodePanel}
            node=${node}
            workflow=${workflow}
            results=${results}
            called=${report.nodes[node.name]}
            onClose=${() => onSelect(undefined)}
          />`
          : html`<${RunSteps} results=${results} nodes=${workflow.nodes} onSelect=${onSelect} />`
      }
    </div>
  </section>`
}

/** Each request, and what answered it. */
const RequestList = ({
  requests,
}: {
  requests: RunReport['requests']
}) => html`<ol class="rules" aria-label="What answered">
  ${requests.map(
    ({ node, method, url, mock, to }, at) => html`<li key=${at}>
      <div class="cell-main">
        <strong>${breakable(`${method} ${url}`)}</strong>
        <div class="cell-sub">
          ${node}: ${
            mock === undefined
              ? 'not answered'
              : `answered by answer ${Number(mock) + 1}${to === undefined ? '' : `, forwarded to ${to}`}`
          }
        </div>
      </div>
    </li>`,
  )}
</ol>`
