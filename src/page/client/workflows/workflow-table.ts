import { isNote, isTrigger, lookOf } from '../graph/node-types.ts'
import { html, useState } from '../html.ts'
import { useInstance } from '../instance/instance.ts'
import type { Node, Tag, Workflow } from '../instance/records.ts'
import { workflowPath } from '../instance/workflow-text.ts'
import { TagChip } from '../parts/badges.ts'
import { SortHead, Switch } from '../parts/controls.ts'
import { count, formatAgo, formatDateTime, typeName } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { runAction } from '../parts/toasts.ts'
import { hashOf } from '../routing/hash.ts'
import { replaceQuery } from '../routing/route.ts'

const SHOWN_ICONS = 6
/** The id of what can be done with the selected workflows. */
export const BULK_ACTIONS = 'bulk-actions'

/** What a list shows of a workflow. */
export type ListedWorkflow = Pick<Workflow, 'id' | 'name' | 'active' | 'isArchived' | 'updatedAt'> & {
  tags?: Pick<Tag, 'id' | 'name'>[]
  nodes: Pick<Node, 'type' | 'disabled'>[]
}
/** The workflows that are selected, also those of other pages of the list. */
export interface Selection {
  workflows: ListedWorkflow[]
  has(id: string): boolean
  set(workflows: ListedWorkflow[], isSelected: boolean): void
  clear(): void
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedWorkflow>>(new Map())
  return {
    workflows: [...selected.values()],
    has: id => selected.has(id),
    set(workflows, isSelected) {
      const next = new Map(selected)
      for (const workflow of workflows) {
        if (isSelected) next.set(workflow.id, workflow)
        else next.delete(workflow.id)
      }
      setSelected(next)
    },
    clear: () => setSelected(new Map()),
  }
}

const COLUMNS: [name: string, title: string, className?: string][] = [
  ['name', 'Name'],
  ['nodes', 'Nodes', 'wide-only'],
  ['updatedAt', 'Updated', 'wide-only'],
  ['active', 'Active', 'end'],
]

/** A press on a column sorts by it; another one turns the order round. */
function sortWorkflows(sortBy: string, name: string) {
  const first = name === 'name' ? 'asc' : 'desc'
  const other = first === 'asc' ? 'desc' : 'asc'
  replaceQuery({ sort: sortBy === `${name}:${first}` ? `${name}:${other}` : `${name}:${first}`, page: '' })
}

interface WorkflowTableProps {
  workflows: ListedWorkflow[]
  /** `updatedAt:desc`; `undefined` where the list cannot be sorted. */
  sortBy: string | undefined
  /** Without it, nothing can be selected. */
  selection?: Selection | undefined
}

/** Workflows, each to open, to switch, and to select for what is done with several. */
export const WorkflowTable = ({ workflows, sortBy, selection }: WorkflowTableProps) => html`<table class="table">
  <thead>
    <tr>
      ${
        selection &&
        html`<th scope="col" class="select-cell">
          <${SelectAll} workflows=${workflows} selection=${selection} />
        </th>`
      }
      ${COLUMNS.map(([name, title, className]) =>
        sortBy === undefined
          ? html`<th key=${name} scope="col" class=${className}>${title}</th>`
          : html`<${SortHead}
            key=${name}
            name=${name}
            title=${title}
            className=${className}
            sortBy=${sortBy}
            onSort=${(column: string) => sortWorkflows(sortBy, column)}
          />`,
      )}
    </tr>
  </thead>
  <tbody>
    ${workflows.map(
      workflow => html`<${WorkflowRow} key=${workflow.id} workflow=${workflow} selection=${selection} />`,
    )}
  </tbody>
</table>`

/** By Enter from a row to what can be done with the selected ones: by Tab it is past all controls of the rows before. */
function toActions(event: KeyboardEvent) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  document.querySelector<HTMLElement>(`#${BULK_ACTIONS} button`)?.focus()
}

/** One checkbox for all that are shown. */
function SelectAll({ workflows, selection }: { workflows: ListedWorkflow[]; selection: Selection }) {
  const isAll = workflows.length > 0 && workflows.every(({ id }) => selection.has(id))
  return html`<input
    type="checkbox"
    aria-label="Select all that are shown"
    checked=${isAll}
    onChange=${() => selection.set(workflows, !isAll)}
  />`
}

function WorkflowRow({ workflow, selection }: { workflow: ListedWorkflow; selection: Selection | undefined }) {
  const { id, name, tags = [], nodes, updatedAt, isArchived } = workflow
  return html`<tr>
    ${
      selection &&
      html`<td class="select-cell">
        <input
          type="checkbox"
          aria-label=${`Select ${name || 'the workflow without a name'}`}
          checked=${selection.has(id)}
          onChange=${() => selection.set([workflow], !selection.has(id))}
          onKeyDown=${toActions}
        />
      </td>`
    }
    <td>
      <div class="workflow-cell">
        <${StartIcon} nodes=${nodes} />
        <div class="cell-main">
          <a class="row-link" href=${hashOf(['workflows', id])}>${name || 'Without a name'}</a>
          <div class="cell-sub">
            <span>${id}</span>
            ${isArchived && html`<span class="badge status-waiting">Archived</span>`}
            ${tags.map(tag => html`<${TagChip} key=${tag.id} name=${tag.name} />`)}
          </div>
        </div>
      </div>
    </td>
    <td class="wide-only"><${NodeIcons} nodes=${nodes} /></td>
    <td class="wide-only">
      <time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time>
    </td>
    <td class="end"><${ActiveSwitch} workflow=${workflow} /></td>
  </tr>`
}

function StartIcon({ nodes }: { nodes: ListedWorkflow['nodes'] }) {
  const start = nodes.find(node => isTrigger(node) && !node.disabled) ?? nodes.find(node => !isNote(node))
  const { icon, hue } = start ? lookOf(start.type) : { icon: 'workflow', hue: 'grey' }
  return html`<span class=${`tile hue-${hue}`} title=${start ? typeName(start.type) : 'No nodes'}>
    <${Icon} name=${icon} size=${20} />
  </span>`
}

function NodeIcons({ nodes }: { nodes: ListedWorkflow['nodes'] }) {
  const steps = nodes.filter(node => !isNote(node))
  const types = [...new Map(steps.map(({ type }) => [lookOf(type).icon + lookOf(type).hue, type])).values()]
  return html`<span class="node-icons" title=${count(steps.length, 'node')}>
    ${types.slice(0, SHOWN_ICONS).map(
      type => html`<span class=${`dot-icon hue-${lookOf(type).hue}`}>
        <${Icon} name=${lookOf(type).icon} size=${15} />
      </span>`,
    )}
    <span class="quiet">${count(steps.length, 'node')}</span>
  </span>`
}

/** Whether a workflow is active; switching it asks the API. An archived one cannot be switched. */
export function ActiveSwitch({ workflow }: { workflow: Pick<Workflow, 'id' | 'name' | 'active' | 'isArchived'> }) {
  const { may } = useInstance()
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    const path = `${workflowPath(workflow.id)}/${on ? 'activate' : 'deactivate'}`
    await runAction([{ method: 'POST', path }], `${on ? 'Activated' : 'Deactivated'} “${workflow.name}”.`)
    setBusy(false)
  }
  if (workflow.isArchived) return null
  if (!may(workflow.active ? 'deactivateWorkflow' : 'activateWorkflow'))
    return html`<span class="badge">${workflow.active ? 'Active' : 'Inactive'}</span>`
  return html`<${Switch} on=${workflow.active} busy=${busy} label=${`${workflow.name} active`} onChange=${change} />`
}
