import { html, useState } from '../html.ts'
import { call, type LoadOptions, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import { operationAt } from '../instance/operations.ts'
import type { Execution, List, ListedExecution, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { nodesOf, workflowPath } from '../instance/workflow-text.ts'
import { guessedStatus, StatusBadge } from '../parts/badges.ts'
import { Tabs } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { formatDateTime, formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { Crumbs, Heading, LoadedItem } from '../parts/states.ts'
import { runAction } from '../parts/toasts.ts'
import { hashOf } from '../routing/hash.ts'
import { goTo } from '../routing/route.ts'
import { describeOutcome } from '../simulation/outcome-text.ts'
import { RunGraph } from './run-graph.ts'
import { saveTest } from './save-test.ts'

interface Loaded {
  execution: Execution
  workflow: Workflow
  status: string
  rules?: ListedExecution['rules']
}

const TABS: [string, string][] = [
  ['graph', 'Graph'],
  ['json', 'JSON'],
]

/** One execution, drawn on the graph of its workflow. */
export function ExecutionView({ parts: [id = '', tab = 'graph'] }: { parts: string[] }) {
  const { round, isOwner } = useInstance()
  const loaded = useAnswer(options => loadExecution(id, isOwner, options), [id, isOwner], round)
  return html`<${LoadedItem} answer=${loaded} what="Loading the execution" kind="execution" id=${id} place="executions">
    ${({
      execution,
      workflow,
      status,
      rules = [],
    }: Loaded) => html`<div class=${tab === 'graph' ? 'detail stage' : 'detail'}>
      <${Heading}
        title=${`Execution #${id}`}
        before=${html`<${Crumbs} parts=${['executions']} name="Executions" />`}
        after=${html`<${StatusBadge} status=${status} />`}
      >
        <${ExecutionActions} execution=${execution} workflow=${workflow} status=${status} />
      <//>
      <p class="facts">
        <a href=${hashOf(['workflows', execution.workflowId])}>
          ${workflow?.name ?? `Workflow ${execution.workflowId}`}
        </a>
        <span>Started ${formatDateTime(execution.startedAt)}</span>
        ${
          execution.stoppedAt &&
          html`<span>Took ${formatDuration(Date.parse(execution.stoppedAt) - Date.parse(execution.startedAt))}</span>`
        }
        <span>Mode ${execution.mode}</span>
        ${
          execution.retryOf &&
          html`<span>
            Retry of <a href=${hashOf(['executions', execution.retryOf])}>#${execution.retryOf}</a>
          </span>`
        }
        ${
          execution.retrySuccessId &&
          html`<span>
            Retried with success as <a href=${hashOf(['executions', execution.retrySuccessId])}>
              #${execution.retrySuccessId}
            </a>
          </span>`
        }
        ${execution.waitTill && html`<span>Waits till ${formatDateTime(execution.waitTill)}</span>`}
      </p>
      ${rules.length > 0 && html`<${MetRules} rules=${rules} />`}
      <${Tabs} label="Parts of the execution" base=${['executions', id]} current=${tab} tabs=${TABS} />
      ${tab === 'graph' && html`<${RunGraph} data=${execution.data} workflow=${workflow} />`}
      ${
        tab === 'json' &&
        html`<${JsonView} value=${execution} name=${`execution-${id}.json`} label="The execution as JSON" />`
      }
    </div>`}
  <//>`
}

/** The rules of the simulation that the run used. */
function MetRules({ rules }: { rules: NonNullable<ListedExecution['rules']> }) {
  return html`<p class="facts">
    ${rules.map(
      ({ rule, uses }) => html`<span>
        <a href=${hashOf(['simulation'])}>By a rule</a>: ${describeOutcome(rule).what}${uses > 1 && ` (${uses} times)`}
      </span>`,
    )}
  </p>`
}

/** The workflow is drawn as it ran where the instance tells that, else as it is now. */
async function loadExecution(
  id: string,
  isOwner: boolean | undefined,
  options: LoadOptions,
): Promise<Loaded | undefined> {
  if (isOwner === undefined) return undefined

  const path = `/api/v1/executions/${encodeURIComponent(id)}`
  const [execution, listed] = await Promise.all([
    call<Execution>('GET', `${path}?includeData=true`, options),
    isOwner
      ? call<List<ListedExecution>>('GET', withQuery('/_control/overview/executions', { id }), options)
      : { data: [] },
  ])
  const ran =
    (execution.workflowData as Workflow | null | undefined) ??
    (await call<Workflow>('GET', workflowPath(execution.workflowId), options))
  const workflow = { ...ran, nodes: nodesOf(ran) }
  const [known] = listed.data
  const status = execution.status ?? known?.status ?? guessedStatus(execution)
  return { execution, workflow, status, ...(known?.rules ? { rules: known.rules } : {}) }
}

function ExecutionActions({ execution, workflow, status }: Loaded) {
  const { id } = execution
  const { operations } = useInstance()
  const path = `/api/v1/executions/${encodeURIComponent(id)}`
  const retry = operationAt(operations, 'POST', '/executions/{id}/retry')
  const stop = operationAt(operations, 'POST', '/executions/{id}/stop')
  const [asks, setAsks] = useState(false)
  const again = async () => {
    const answers = await runAction([{ method: 'POST', path: `${path}/retry`, body: {} }], `Retried execution #${id}.`)
    const made = answers?.[0] as { id?: string } | undefined
    if (made?.id) goTo(['executions', String(made.id)])
  }
  return html`
    ${
      retry &&
      ['error', 'crashed'].includes(status) &&
      html`<button class="button is-primary" onClick=${again}>
        <${Icon} name="refresh" size=${15} />
        Retry
      </button>`
    }
    ${
      stop &&
      ['running', 'waiting', 'new'].includes(status) &&
      html`<button
        class="button"
        onClick=${() => runAction([{ method: 'POST', path: `${path}/stop` }], `Stopped execution #${id}.`)}
      >
        <${Icon} name="stop" size=${15} />
        Stop
      </button>`
    }
    <button class="button" onClick=${() => saveTest(execution, workflow)}>
      <${Icon} name="download" size=${15} />
      Save as test
    </button>
    <button class="button" onClick=${() => setAsks(true)}><${Icon} name="trash" size=${15} />Delete</button>
    ${
      asks &&
      html`<${ActionDialog}
        title=${`Delete execution #${id}?`}
        confirm="Delete execution"
        danger
        onClose=${() => setAsks(false)}
        says="Deletes the execution and its data. The workflow stays."
        sent=${() => [{ method: 'DELETE', path }]}
        success=${() => `Deleted execution #${id}.`}
        onDone=${() => goTo(['executions'])}
      />`
    }
  `
}
