import { call, withQuery } from '../api.js'
import { formatDateTime, formatDuration } from '../format.js'
import { failureOf, runResults } from '../graph/run-results.js'
import { WorkflowGraph } from '../graph/workflow-graph.js'
import { html, useMemo, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { AnsweredOne } from '../parts/answered-one.js'
import { guessedStatus, StatusBadge } from '../parts/badges.js'
import { Crumbs } from '../parts/crumbs.js'
import { ExecutionActions } from '../parts/execution-actions.js'
import { Heading } from '../parts/heading.js'
import { JsonView } from '../parts/json-view.js'
import { NodePanel } from '../parts/node-panel.js'
import { RunSteps } from '../parts/run-steps.js'
import { Tabs } from '../parts/tabs.js'
import { hashOf } from '../route.js'
import { useAnswer } from '../use-answer.js'

const TABS = [
  ['graph', 'Graph'],
  ['json', 'JSON'],
]

/** One execution, drawn on the graph of its workflow. */
export function ExecutionView({ parts: [id, tab = 'graph'] }) {
  const { round, isOwner } = useInstance()
  const loaded = useAnswer(options => loadExecution(id, isOwner, options), [id, isOwner], round)
  return html`<${AnsweredOne} answer=${loaded} what="Loading the execution" kind="execution" id=${id} place="executions">
    ${({ execution, workflow, status }) => html`<div class=${tab === 'graph' ? 'detail stage' : 'detail'}>
      <${Heading} title=${`Execution #${id}`} before=${html`<${Crumbs} place="executions" name="Executions" />`}
        after=${html`<${StatusBadge} status=${status} />`}><${ExecutionActions} execution=${execution} /><//>
      <p class="facts">
        <a href=${hashOf(['workflows', execution.workflowId])}>${workflow?.name ?? `Workflow ${execution.workflowId}`}</a>
        <span>Started ${formatDateTime(execution.startedAt)}</span>
        ${execution.stoppedAt && html`<span>Took ${formatDuration(Date.parse(execution.stoppedAt) - Date.parse(execution.startedAt))}</span>`}
        <span>Mode ${execution.mode}</span>
        ${execution.retryOf && html`<span>Retry of <a href=${hashOf(['executions', execution.retryOf])}>#${execution.retryOf}</a></span>`}
        ${execution.retrySuccessId && html`<span>Retried with success as <a href=${hashOf(['executions', execution.retrySuccessId])}>#${execution.retrySuccessId}</a></span>`}
        ${execution.waitTill && html`<span>Waits till ${formatDateTime(execution.waitTill)}</span>`}
      </p>
      <${Tabs} label="Parts of the execution" base=${['executions', id]} current=${tab} tabs=${TABS} />
      ${tab === 'graph' && html`<${Graph} execution=${execution} workflow=${workflow} />`}
      ${tab === 'json' && html`<${JsonView} value=${execution} name=${`execution-${id}.json`} label="The execution as JSON" />`}
    </div>`}
  <//>`
}

function Graph({ execution, workflow }) {
  const results = useMemo(() => runResults(execution.data), [execution])
  const failure = failureOf(execution.data?.resultData)
  const [selected, select] = useState(undefined)
  const node = workflow?.nodes.find(({ name }) => name === selected)
  return html`
    ${failure && html`<${FailureLine} failure=${failure} onShow=${() => select(failure.node)} />`}
    <div class="graph-stage">
      ${workflow && html`<${WorkflowGraph} workflow=${workflow} results=${results} selected=${selected} onSelect=${select} />`}
      ${
        node
          ? html`<${NodePanel} node=${node} result=${results.get(selected)} isExecution onClose=${() => select(undefined)} />`
          : html`<${RunSteps} results=${results} nodes=${workflow?.nodes ?? []} onSelect=${select} />`
      }
    </div>
  `
}

const FailureLine = ({ failure, onShow }) => html`<div class="failure is-line" role="status">
  <${Icon} name="alert" size=${20} />
  <div><strong>Failed at “${failure.node}”</strong><p>${failure.error.message}</p></div>
  <button class="button is-small" onClick=${onShow}>Show the node</button>
</div>`

/** An execution that was put in may bring anything along. */
const nodesOf = ({ nodes }) =>
  Array.isArray(nodes) ? nodes.filter(node => typeof node === 'object' && node !== null) : []

/** The workflow is drawn as it ran where the instance tells that, else as it is now. */
async function loadExecution(id, isOwner, options) {
  if (isOwner === undefined) return undefined

  const path = `/api/v1/executions/${encodeURIComponent(id)}`
  const [execution, listed] = await Promise.all([
    call('GET', `${path}?includeData=true`, options),
    isOwner ? call('GET', withQuery('/_control/overview/executions', { id }), options) : { data: [] },
  ])
  const ran =
    execution.workflowData ??
    (await call('GET', `/api/v1/workflows/${encodeURIComponent(execution.workflowId)}`, options))
  const workflow = { ...ran, nodes: nodesOf(ran) }
  return { execution, workflow, status: execution.status ?? listed.data[0]?.status ?? guessedStatus(execution) }
}
