import { call, listAll, withQuery } from '../api.js'
import { count, formatAgo, formatDateTime, formatNumber, typeName } from '../format.js'
import { isNote, isTrigger } from '../graph/kinds.js'
import { lookOf } from '../graph/node-look.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { loadArchived } from '../load-archived.js'
import { ActionDialog } from '../parts/action-dialog.js'
import { ActiveSwitch } from '../parts/active-switch.js'
import { TagChip } from '../parts/badges.js'
import { Choice } from '../parts/choice.js'
import { CloneButton } from '../parts/clone-button.js'
import { CloneDialog } from '../parts/clone-dialog.js'
import { Heading } from '../parts/heading.js'
import { ImportButton } from '../parts/import-button.js'
import { NameField } from '../parts/name-field.js'
import { Pager } from '../parts/pager.js'
import { SearchField } from '../parts/search-field.js'
import { Answered, Empty } from '../parts/states.js'
import { TagFilter } from '../parts/tag-filter.js'
import { goTo, hashOf, replaceQuery } from '../route.js'
import { useAnswer } from '../use-answer.js'
import { usePages } from '../use-pages.js'
import { useWanted } from '../use-wanted.js'
import { emptyWorkflow } from '../workflow-text.js'

const PAGE = 25
const SHOWN_ICONS = 6
const ACTIVE = [
  ['', 'All'],
  ['true', 'Active'],
  ['false', 'Inactive'],
]
const ARCHIVED = 'archived'

/** All workflows: to find one, and to switch it on or off. */
export function WorkflowsView({ query }) {
  const { counts, round, epoch, operations } = useInstance()
  const [isNew, setNew] = useState(false)
  const [isCloning, setCloning] = useState(false)
  useWanted(query, () => setNew(true))
  useWanted(query, () => setCloning(true), 'clone')
  const [name, tags, active] = ['name', 'tags', 'active'].map(field => query.get(field) ?? '')
  const pages = usePages(query, ['workflows', name, tags, active, epoch].join('\n'))

  const workflows = useAnswer(
    options => pages.load(cursor => loadWorkflows({ name, tags, active, cursor }, options)),
    [name, tags, active, pages.wanted],
    round,
  )
  const allTags = useAnswer(options => listAll('/api/v1/tags', options), [], round)
  const shown = operations.has('archiveWorkflow') ? [...ACTIVE, [ARCHIVED, 'Archived']] : ACTIVE
  const isFiltered = name !== '' || tags !== '' || active !== ''

  return html`
    <${Heading} title="Workflows" after=${counts && html`<span class="heading-note">${formatNumber(counts.activeWorkflows)} of ${formatNumber(counts.workflows)} active</span>`}>
      <${ImportButton} />
      <button class="button is-primary" onClick=${() => setNew(true)}><${Icon} name="plus" size=${16} />New workflow</button>
    <//>
    ${isNew && html`<${NewWorkflow} onClose=${() => setNew(false)} />`}
    ${isCloning && html`<${CloneDialog} onClose=${() => setCloning(false)} />`}
    <div class="filters">
      <${SearchField} label="Search workflows by name" value=${name} onChange=${name => replaceQuery({ name, page: '' })} />
      <${TagFilter} tags=${allTags.value ?? []} chosen=${tags ? tags.split(',') : []} onChange=${chosen => replaceQuery({ tags: chosen.join(','), page: '' })} />
      <${Choice} label="Show" value=${active} options=${shown} onChange=${active => replaceQuery({ active, page: '' })} />
    </div>
    <${Answered} answer=${workflows} what="Loading workflows">
      ${({ data, nextCursor, page }) =>
        data.length === 0 && page === 1 && !nextCursor
          ? html`<${Nothing} isFiltered=${isFiltered} onClone=${() => setCloning(true)} />`
          : html`<div class="card table-card">
              <${WorkflowTable} workflows=${data} />
            </div>
            <${Pager} page=${page} next=${nextCursor} shown=${data.length} />`}
    <//>
  `
}

const loadWorkflows = ({ name, tags, active, cursor }, options) =>
  active === ARCHIVED
    ? loadArchived({ name, tags, cursor, atLeast: PAGE }, options)
    : call('GET', withQuery('/api/v1/workflows', { name, tags, active, limit: PAGE, cursor }), options)

const NewWorkflow = ({
  onClose,
}) => html`<${ActionDialog} title="New workflow" confirm="Create workflow" onClose=${onClose}
  says="An empty workflow is made. Its nodes can then be put in as JSON."
  sent=${form => [{ method: 'POST', path: '/api/v1/workflows', body: emptyWorkflow(form.get('name')) }]}
  success=${form => `“${form.get('name')}” is made.`} onDone=${([made]) => goTo(['workflows', made.id, 'json'])}><${NameField} /><//>`

const WorkflowTable = ({ workflows }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Name</th><th scope="col" class="wide-only">Nodes</th><th scope="col" class="wide-only">Updated</th><th scope="col" class="end">Active</th></tr>
  </thead>
  <tbody>
    ${workflows.map(workflow => html`<${WorkflowRow} key=${workflow.id} workflow=${workflow} />`)}
  </tbody>
</table>`

function WorkflowRow({ workflow }) {
  const { id, name, tags = [], nodes, updatedAt, isArchived } = workflow
  return html`<tr>
    <td>
      <div class="workflow-cell">
        <${StartIcon} nodes=${nodes} />
        <div class="cell-main">
          <a class="row-link" href=${hashOf(['workflows', id])}>${name || 'Without a name'}</a>
          <div class="cell-sub"><span>${id}</span>${isArchived && html`<span class="badge status-waiting">Archived</span>`}${tags.map(tag => html`<${TagChip} key=${tag.id} name=${tag.name} />`)}</div>
        </div>
      </div>
    </td>
    <td class="wide-only"><${NodeIcons} nodes=${nodes} /></td>
    <td class="wide-only"><time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time></td>
    <td class="end"><${ActiveSwitch} workflow=${workflow} /></td>
  </tr>`
}

function StartIcon({ nodes }) {
  const start = nodes.find(node => isTrigger(node) && !node.disabled) ?? nodes.find(node => !isNote(node))
  const { icon, hue } = start ? lookOf(start.type) : { icon: 'workflow', hue: 'grey' }
  return html`<span class=${`tile hue-${hue}`} title=${start ? typeName(start.type) : 'No nodes'}><${Icon} name=${icon} size=${20} /></span>`
}

function NodeIcons({ nodes }) {
  const steps = nodes.filter(node => !isNote(node))
  const types = [...new Map(steps.map(({ type }) => [lookOf(type).icon + lookOf(type).hue, type])).values()]
  return html`<span class="node-icons" title=${count(steps.length, 'node')}>
    ${types.slice(0, SHOWN_ICONS).map(type => html`<span class=${`dot-icon hue-${lookOf(type).hue}`}><${Icon} name=${lookOf(type).icon} size=${15} /></span>`)}
    <span class="quiet">${count(steps.length, 'node')}</span>
  </span>`
}

const Nothing = ({ isFiltered, onClone }) =>
  isFiltered
    ? html`<${Empty} icon="search" title="No workflow is like that">
        <button class="button" onClick=${() => replaceQuery({ name: '', tags: '', active: '' })}>Show all workflows</button>
      <//>`
    : html`<${Empty} icon="workflow" title="No workflows yet">
        Make one, drop the file of one here, or start the instance with <code>--demo</code> to see some.
      <//>
      <div class="empty-action"><${CloneButton} onClick=${onClone} /></div>`
