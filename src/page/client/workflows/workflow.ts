import { JsonEditor } from '../editor/json-editor.ts'
import { ExecutionList } from '../executions/executions.ts'
import { NodePanel } from '../graph/node-panel.ts'
import { isNote } from '../graph/node-types.ts'
import { WorkflowGraph } from '../graph/workflow-graph.ts'
import { html, useMemo, useState } from '../html.ts'
import { ImportButton } from '../import/import.ts'
import { sendAll } from '../instance/actions.ts'
import { call } from '../instance/api.ts'
import { refusedKeys } from '../instance/body-schema.ts'
import { type Instance, useInstance } from '../instance/instance.ts'
import type { Drawable, Node, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { workflowPath, writablePart } from '../instance/workflow-text.ts'
import { TagChip } from '../parts/badges.ts'
import { Tabs } from '../parts/controls.ts'
import { count, formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { JsonView } from '../parts/json-view.ts'
import { Crumbs, Empty, Heading, LoadedItem } from '../parts/states.ts'
import { runAction, showToast } from '../parts/toasts.ts'
import { hashOf } from '../routing/hash.ts'
import { AddressList } from '../triggers/address-list.ts'
import { addressesOf, type CallAddress } from '../triggers/addresses.ts'
import { WorkflowActions } from './workflow-actions.ts'
import { WorkflowCheck } from './workflow-check.ts'
import { WorkflowRun } from './workflow-run.ts'
import { ActiveSwitch } from './workflow-table.ts'
import { WorkflowVersions } from './workflow-versions.ts'

const TABS: [string, string][] = [
  ['graph', 'Graph'],
  ['run', 'Run'],
  ['check', 'Check'],
  ['executions', 'Executions'],
  ['versions', 'Versions'],
  ['json', 'JSON'],
]
/** They use the control API. */
const OWNERS = ['run', 'check']
const tabsOf = ({ operations, isOwner }: Pick<Instance, 'operations' | 'isOwner'>) =>
  TABS.filter(([part]) => {
    if (part === 'versions') return operations.has('getWorkflowHistory')
    return !OWNERS.includes(part) || isOwner === true
  })

/** One workflow: its graph, a run to try, what is found in it, its executions, its versions and its JSON. */
export function WorkflowView({ parts: [id = '', tab = 'graph'], query }: { parts: string[]; query: URLSearchParams }) {
  const { round, operations, isOwner } = useInstance()
  const workflow = useAnswer(options => call<Workflow>('GET', workflowPath(id), options), [id], round)
  return html`<${LoadedItem} answer=${workflow} what="Loading the workflow" kind="workflow" id=${id} place="workflows">
    ${(value: Workflow) => html`<div class=${['graph', 'check'].includes(tab) ? 'detail stage' : 'detail'}>
      <${Heading}
        title=${value.name || 'Without a name'}
        before=${html`<${Crumbs} parts=${['workflows']} name="Workflows" />`}
      >
        <${ActiveSwitch} workflow=${value} />
        <span class="switch-text">${value.active ? 'Active' : 'Inactive'}</span>
        <${WorkflowActions} workflow=${value} />
      <//>
      <${Facts} workflow=${value} />
      <${Addresses} workflow=${value} />
      <${Tabs} label="Parts of the workflow" base=${['workflows', id]} current=${tab} tabs=${tabsOf({ operations, isOwner })} />
      ${tab === 'graph' && html`<${Graph} workflow=${value} />`}
      ${tab === 'run' && html`<${WorkflowRun} key=${id} workflow=${value} />`}
      ${tab === 'check' && html`<${WorkflowCheck} workflow=${value} />`}
      ${tab === 'executions' && html`<${ExecutionList} workflowId=${id} query=${query} />`}
      ${tab === 'versions' && html`<${WorkflowVersions} workflow=${value} query=${query} />`}
      ${tab === 'json' && html`<${WorkflowJson} workflow=${value} />`}
    </div>`}
  <//>`
}

const Facts = ({
  workflow: { id, tags = [], nodes, updatedAt, isArchived },
}: {
  workflow: Workflow
}) => html`<p class="facts">
  <span>ID ${id}</span>
  ${isArchived && html`<span class="badge status-waiting">Archived</span>`}
  <span>${count(nodes.filter(node => !isNote(node)).length, 'node')}</span>
  <span title=${formatDateTime(updatedAt)}>Updated ${formatAgo(updatedAt)}</span>
  ${tags.map(tag => html`<${TagChip} key=${tag.id} name=${tag.name} />`)}
</p>`

const MAX_ADDRESSES = 3
const UNPUBLISHED = 'Of the edited version: until it is published, the published one answers.'

/** What answers calls: the published version of a workflow that was edited since. */
const servedOf = (workflow: Workflow): Drawable =>
  isEditedSince(workflow) ? (workflow.activeVersion ?? workflow) : workflow

const isEditedSince = ({ active, versionId, activeVersionId, activeVersion }: Workflow) =>
  active && activeVersion != null && versionId !== activeVersionId

const pathsOf = (addresses: CallAddress[]) => addresses.map(({ path, methods }) => `${methods.join(', ')} ${path}`)

/** Where the workflow can be called. */
function Addresses({ workflow }: { workflow: Workflow }) {
  const below = useIdInAddresses(workflow)
  const [addresses, edited] = useMemo(
    () => [addressesOf(servedOf(workflow), below), addressesOf(workflow, below)],
    [workflow, below],
  )
  const warning = useCallWarning(workflow)
  const served = pathsOf(addresses)
  const added = pathsOf(edited).filter(path => !served.includes(path))
  const isOther = added.length > 0 || edited.length !== addresses.length
  if (addresses.length === 0 && !isOther) return null
  return html`
    ${
      isOther &&
      html`<p class="quiet">
        ${addresses.length === 0 ? 'The published version has no URL.' : 'The published version is served:'}
        ${
          added.length > 0
            ? ` Once published, the edited one is called by ${added.slice(0, MAX_ADDRESSES).join(', ')}.`
            : ' The edited one has not all of these URLs.'
        }
      </p>`
    }
    <${AddressList}
      addresses=${addresses.slice(0, MAX_ADDRESSES)}
      warning=${warning}
      nameOf=${addresses.length > 1 ? ({ node }: CallAddress) => node : undefined}
    />
    ${
      addresses.length > MAX_ADDRESSES &&
      html`<p class="quiet">${count(addresses.length - MAX_ADDRESSES, 'more address', 'more addresses')}, at the nodes.</p>`
    }
  `
}

/** The id of a workflow where the version serves webhooks below it. */
const useIdInAddresses = ({ id }: Workflow) => (useInstance().areWebhooksBelowWorkflow ? id : undefined)

/** Why a call of a workflow is not answered now; `undefined` where it is, or where that is not known. */
function useCallWarning({ active }: Workflow): string | undefined {
  const { areRunsSimulated } = useInstance()
  if (!active) return 'The workflow is inactive, so the call answers 404.'
  return areRunsSimulated === false ? 'Simulated runs are off, so the call answers 404.' : undefined
}

function Graph({ workflow }: { workflow: Workflow }) {
  const [selected, select] = useState<string | undefined>(undefined)
  const node = selected === undefined ? undefined : workflow.nodes.find(({ name }) => name === selected)
  if (workflow.nodes.length === 0) return html`<${Nothing} workflow=${workflow} />`
  return html`<div class="graph-stage">
    <${WorkflowGraph} workflow=${workflow} selected=${selected} onSelect=${select} />
    ${
      node &&
      html`<${NodePanel}
        node=${node}
        workflow=${workflow}
        pinned=${workflow.pinData?.[node.name]}
        onClose=${() => select(undefined)}
      >
        <${NodeAddresses} node=${node} workflow=${workflow} />
      <//>`
    }
  </div>`
}

function NodeAddresses({ node, workflow }: { node: Node; workflow: Workflow }) {
  const below = useIdInAddresses(workflow)
  const addresses = addressesOf({ nodes: [node] }, below)
  const served = pathsOf(addressesOf(servedOf(workflow), below))
  const isServed = pathsOf(addresses).every(path => served.includes(path))
  const called = useCallWarning(workflow)
  const warning = called ?? (isServed ? undefined : UNPUBLISHED)
  if (addresses.length === 0) return null
  return html`
    ${!isServed && html`<p class="quiet">${UNPUBLISHED}</p>`}
    <h3>${addresses.length === 1 ? 'URL' : 'URLs'}</h3>
    <${AddressList} addresses=${addresses} warning=${warning} />
  `
}

interface Edited {
  text: string
  /** The workflow that the text was made from. */
  of: Workflow
}

/**
 * A workflow as JSON, to read and to edit. A change by another client is reported, and leaves the edited text
 * unchanged.
 */
function WorkflowJson({ workflow }: { workflow: Workflow }) {
  const { operations, may } = useInstance()
  const [edited, setEdited] = useState<Edited | undefined>(undefined)
  const operation = operations.get('updateWorkflow')
  const edit = () => setEdited({ text: JSON.stringify(writablePart(workflow, operation), null, 2), of: workflow })
  if (!edited)
    return html`
      ${
        !workflow.isArchived &&
        may('updateWorkflow') &&
        html`<div class="buttons">
          <button class="button" onClick=${edit}><${Icon} name="pencil" size=${15} />Edit</button>
        </div>`
      }
      <${JsonView} value=${workflow} name=${`${workflow.name}.json`} label="The workflow as JSON" />
    `
  return html`<${Editing}
    key=${edited.of.updatedAt}
    workflow=${workflow}
    edited=${edited}
    onReload=${edit}
    onClose=${() => setEdited(undefined)}
  />`
}

interface EditingProps {
  workflow: Workflow
  edited: Edited
  onReload: () => void
  onClose: () => void
}

function Editing({ workflow, edited, onReload, onClose }: EditingProps) {
  const operation = useInstance().operations.get('updateWorkflow')
  const [isSaving, setSaving] = useState(false)
  const isOther = !isSaving && workflow.updatedAt !== edited.of.updatedAt
  async function save(body: { name?: string }) {
    setSaving(true)
    try {
      const sent = [{ method: 'PUT', path: workflowPath(workflow.id), body }]
      await sendAll(sent)
      showToast(`Saved “${body.name}”.`, { sent })
    } catch (error) {
      setSaving(false)
      throw error
    }
    onClose()
  }
  return html`<${JsonEditor}
    label="The workflow as JSON, to edit"
    text=${edited.text}
    save="Save the workflow"
    check=${(value: unknown) => refusedKeys(value, operation)}
    onSave=${save}
    onClose=${onClose}
  >
    ${
      isOther &&
      html`<p class="notice" role="status">
        <span>
          The workflow was changed by another client. Your text is unchanged; saving it replaces the other version.
        </span>
        <button type="button" class="button is-small" onClick=${onReload}>Load the other version</button>
      </p>`
    }
  <//>`
}

/** Nodes to begin with: a webhook to call, and what it is answered. */
const starterOf = ({ id }: Workflow) => ({
  nodes: [
    {
      id: 'webhook',
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 1,
      position: [0, 0],
      webhookId: `hello-${id}`,
      parameters: { httpMethod: 'POST', path: `hello-${id}`, responseMode: 'lastNode' },
    },
    {
      id: 'fields',
      name: 'Greet',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      position: [220, 0],
      parameters: {
        assignments: {
          assignments: [
            { id: 'greeting', name: 'greeting', value: "=Hello {{ $json.body.name || 'world' }}", type: 'string' },
          ],
        },
      },
    },
  ],
  connections: { Webhook: { main: [[{ node: 'Greet', type: 'main', index: 0 }]] } },
})

/** What to do with a workflow that has no nodes yet. */
function Nothing({ workflow }: { workflow: Workflow }) {
  const { operations } = useInstance()
  const start = () => {
    const body = { ...writablePart(workflow, operations.get('updateWorkflow')), ...starterOf(workflow) }
    runAction(
      [{ method: 'PUT', path: workflowPath(workflow.id), body }],
      'Added a webhook and its answer. Activate the workflow to call it.',
    )
  }
  return html`
    <${Empty} icon="workflow" title="This workflow has no nodes yet">
      Edit its JSON, drop a file on this page, or begin with an example.
    <//>
    ${
      !workflow.isArchived &&
      html`<div class="empty-action buttons">
        <a class="button" href=${hashOf(['workflows', workflow.id, 'json'])}>
          <${Icon} name="code" size=${15} />
          Edit JSON
        </a>
        <${ImportButton} />
        <button class="button is-primary" onClick=${start}>
          <${Icon} name="sparkle" size=${15} />
          Start with an example
        </button>
      </div>`
    }
  `
}
