import { call } from '../api.js'
import { count, formatAgo, formatDateTime } from '../format.js'
import { isNote } from '../graph/kinds.js'
import { WorkflowGraph } from '../graph/workflow-graph.js'
import { html, useState } from '../html.js'
import { useInstance } from '../instance.js'
import { ActiveSwitch } from '../parts/active-switch.js'
import { AnsweredOne } from '../parts/answered-one.js'
import { TagChip } from '../parts/badges.js'
import { Crumbs } from '../parts/crumbs.js'
import { ExecutionList } from '../parts/execution-list.js'
import { Heading } from '../parts/heading.js'
import { NodePanel } from '../parts/node-panel.js'
import { Tabs } from '../parts/tabs.js'
import { WorkflowActions } from '../parts/workflow-actions.js'
import { WorkflowJson } from '../parts/workflow-json.js'
import { WorkflowVersions } from '../parts/workflow-versions.js'
import { useAnswer } from '../use-answer.js'
import { workflowPath } from '../workflow-text.js'

const tabsOf = operations => [
  ['graph', 'Graph'],
  ['executions', 'Executions'],
  ...(operations.has('getWorkflowHistory') ? [['versions', 'Versions']] : []),
  ['json', 'JSON'],
]

/** One workflow: its graph, its executions, its versions and its JSON. */
export function WorkflowView({ parts: [id, tab = 'graph'], query }) {
  const { round, operations } = useInstance()
  const workflow = useAnswer(options => call('GET', workflowPath(id), options), [id], round)
  return html`<${AnsweredOne} answer=${workflow} what="Loading the workflow" kind="workflow" id=${id} place="workflows">
    ${value => html`<div class=${tab === 'graph' ? 'detail stage' : 'detail'}>
      <${Heading} title=${value.name || 'Without a name'} before=${html`<${Crumbs} place="workflows" name="Workflows" />`}>
        <${ActiveSwitch} workflow=${value} />
        <span class="switch-text">${value.active ? 'Active' : 'Inactive'}</span>
        <${WorkflowActions} workflow=${value} />
      <//>
      <${Facts} workflow=${value} />
      <${Tabs} label="Parts of the workflow" base=${['workflows', id]} current=${tab} tabs=${tabsOf(operations)} />
      ${tab === 'graph' && html`<${Graph} workflow=${value} />`}
      ${tab === 'executions' && html`<${ExecutionList} workflowId=${id} query=${query} />`}
      ${tab === 'versions' && html`<${WorkflowVersions} workflow=${value} query=${query} />`}
      ${tab === 'json' && html`<${WorkflowJson} workflow=${value} />`}
    </div>`}
  <//>`
}

const Facts = ({ workflow: { id, tags = [], nodes, updatedAt, isArchived } }) => html`<p class="facts">
  <span>ID ${id}</span>
  ${isArchived && html`<span class="badge status-waiting">Archived</span>`}
  <span>${count(nodes.filter(node => !isNote(node)).length, 'node')}</span>
  <span title=${formatDateTime(updatedAt)}>Updated ${formatAgo(updatedAt)}</span>
  ${tags.map(tag => html`<${TagChip} key=${tag.id} name=${tag.name} />`)}
</p>`

function Graph({ workflow }) {
  const [selected, select] = useState(undefined)
  const node = selected === undefined ? undefined : workflow.nodes.find(({ name }) => name === selected)
  return html`<div class="graph-stage">
    <${WorkflowGraph} workflow=${workflow} selected=${selected} onSelect=${select} />
    ${node && html`<${NodePanel} node=${node} pinned=${workflow.pinData?.[node.name]} onClose=${() => select(undefined)} />`}
  </div>`
}
