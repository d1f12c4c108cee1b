import { NodePanel } from '../graph/node-panel.ts'
import { isNote, lookOf } from '../graph/node-types.ts'
import { failureOf, type Results, resultDataOf, runResults } from '../graph/run-results.ts'
import { WorkflowGraph } from '../graph/workflow-graph.ts'
import { html, useMemo, useState } from '../html.ts'
import { call, type LoadOptions, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import { operationAt } from '../instance/operations.ts'
import type { Drawable, Execution, List, ListedExecution, Node, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { guessedStatus, STATUS_ICONS, StatusBadge } from '../parts/badges.ts'
import { Tabs } from '../parts/controls.ts'
import { ActionDialog } from '../parts/dialogs.ts'
import { count, formatDateTime, formatDuration } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { Crumbs, Heading, LoadedItem } from '../parts/states.ts'
import { runAction } from '../parts/toasts.ts'
import { hashOf } from '../routing/hash.ts'
import { goTo } from '../routing/route.ts'

interface Loaded {
  execution: Execution
  workflow: Workflow
  status: string
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
    ${({ execution, workflow, status }: Loaded) => html`<div class=${tab === 'graph' ? 'detail stage' : 'detail'}>
      <${Heading}
        title=${`Execution #${id}`}
        before=${html`<${Crumbs} place="executions" name="Executions" />`}
        after=${html`<${StatusBadge} status=${status} />`}
      >
        <${ExecutionActions} execution=${execution} status=${status} />
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
      <${Tabs} label="Parts of the execution" base=${['executions', id]} current=${tab} tabs=${TABS} />
      ${tab === 'graph' && html`<${Graph} execution=${execution} workflow=${workflow} />`}
      ${
        tab === 'json' &&
        html`<${JsonView} value=${execution} name=${`execution-${id}.json`} label="The execution as JSON" />`
      }
    </div>`}
  <//>`
}

function Graph({ execution, workflow }: Pick<Loaded, 'execution' | 'workflow'>) {
  const results = useMemo(() => runResults(execution.data), [execution])
  const failure = failureOf(resultDataOf(execution.data))
  const [selected, select] = useState<string | undefined>(undefined)
  const node = workflow?.nodes.find(({ name }) => name === selected)
  return html`
    ${failure && html`<${FailureLine} failure=${failure} onShow=${() => select(failure.node)} />`}
    <div class="graph-stage">
      ${
        workflow &&
        html`<${WorkflowGraph} workflow=${workflow} results=${results} selected=${selected} onSelect=${select} />`
      }
      ${
        node
          ? html`<${NodePanel}
            node=${node}
            result=${results.get(node.name)}
            isExecution
            onClose=${() => select(undefined)}
          />`
          : html`<${RunSteps} results=${results} nodes=${workflow?.nodes ?? []} onSelect=${select} />`
      }
    </div>
  `
}

interface FailureLineProps {
  failure: { node: string; error: { message: string } }
  onShow: () => void
}

const FailureLine = ({ failure, onShow }: FailureLineProps) => html`<div class="failure is-line" role="status">
  <${Icon} name="alert" size=${20} />
  <div><strong>Failed at “${failure.node}”</strong><p>${failure.error.message}</p></div>
  <button class="button is-small" onClick=${onShow}>Show the node</button>
</div>`

/** An execution that was put in may bring anything along. */
const nodesOf = ({ nodes }: Drawable): Node[] =>
  Array.isArray(nodes) ? nodes.filter(node => typeof node === 'object' && node !== null) : []

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
    (await call<Workflow>('GET', `/api/v1/workflows/${encodeURIComponent(execution.workflowId)}`, options))
  const workflow = { ...ran, nodes: nodesOf(ran) }
  return { execution, workflow, status: execution.status ?? listed.data[0]?.status ?? guessedStatus(execution) }
}

interface RunStepsProps {
  results: Results
  nodes: Node[]
  onSelect: (name: string) => void
}

/** The nodes that ran, in the order in which they did. */
function RunSteps({ results, nodes, onSelect }: RunStepsProps) {
  const types = new Map(nodes.map(({ name, type }) => [name, type]))
  const steps = [...results].sort(([, a], [, b]) => (a.started ?? Infinity) - (b.started ?? Infinity))
  return html`<aside class="panel" aria-label="Nodes that ran">
    <header class="panel-head">
      <div class="cell-main">
        <h2>What ran</h2>
        <p class="quiet">${count(steps.length, 'node')} of ${nodes.filter(node => !isNote(node)).length}</p>
      </div>
    </header>
    ${steps.length === 0 && html`<p class="panel-note">No node is known to have run.</p>`}
    <ol class="steps">
      ${steps.map(
        ([name, { state, milliseconds, outputs, error }]) => html`<li key=${name}>
          <button class=${`step state-${state}`} onClick=${() => onSelect(name)}>
            <span class=${`dot-icon hue-${lookOf(types.get(name)).hue}`}>
              <${Icon} name=${lookOf(types.get(name)).icon} size=${15} />
            </span>
            <span class="cell-main">
              <strong>${name}</strong>
              <span class="cell-sub">
                ${
                  error
                    ? error.message
                    : `${formatDuration(milliseconds)} · ${count(
                        outputs.reduce((sum, items) => sum + items, 0),
                        'item',
                      )}`
                }
              </span>
            </span>
            <span class="step-sign" title=${state}>
              <${Icon} name=${STATUS_ICONS[state] ?? 'check'} size=${15} />
              <span class="sr-only">${state}</span>
            </span>
          </button>
        </li>`,
      )}
    </ol>
  </aside>`
}

/** What can be done with an execution. */
function ExecutionActions({ execution: { id }, status }: { execution: Execution; status: string }) {
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
    <button class="button" onClick=${() => setAsks(true)}><${Icon} name="trash" size=${15} />Delete</button>
    ${
      asks &&
      html`<${ActionDialog}
        title=${`Delete execution #${id}?`}
        confirm="Delete execution"
        danger
        onClose=${() => setAsks(false)}
        says="Deletes the execution and its data. The workflow stays."
        sent=${() => [{ method: 'DELETE', path: `/api/v1/executions/${encodeURIComponent(id)}` }]}
        success=${() => `Deleted execution #${id}.`}
        onDone=${() => goTo(['executions'])}
      />`
    }
  `
}
