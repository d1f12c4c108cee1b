import { CloneButton, CloneDialog } from '../clone/clone.ts'
import { html, useState } from '../html.ts'
import { ImportButton } from '../import/import.ts'
import { call, type LoadOptions, listAll, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { List, Tag, Workflow } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { emptyWorkflow } from '../instance/workflow-text.ts'
import { Choice, SearchField, useClosingMenu } from '../parts/controls.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { formatNumber } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Pager, usePages } from '../parts/pager.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { goTo, replaceQuery, useUrlAction } from '../routing/route.ts'
import { BulkActions } from './bulk-actions.ts'
import { type ListedWorkflow, useSelection, WorkflowTable } from './workflow-table.ts'

const PAGE = 25
const ACTIVE: [string, string][] = [
  ['', 'All'],
  ['true', 'Active'],
  ['false', 'Inactive'],
]
const ARCHIVED = 'archived'

/** All workflows: to find one, and to switch it on or off. */
export function WorkflowsView({ query }: { query: URLSearchParams }) {
  const { counts, isOwner, round, epoch, operations, may } = useInstance()
  const selection = useSelection()
  const [isNew, setNew] = useState(false)
  const [isCloning, setCloning] = useState(false)
  useUrlAction(query, () => setNew(true))
  useUrlAction(query, () => setCloning(true), 'clone')
  const [name, tags, active] = [query.get('name') ?? '', query.get('tags') ?? '', query.get('active') ?? '']
  const sortBy = query.get('sort') ?? 'updatedAt:desc'
  const pages = usePages(query, ['workflows', name, tags, active, epoch].join('\n'))

  const workflows = useAnswer(
    async options =>
      isOwner === undefined
        ? undefined
        : isOwner
          ? loadSorted({ name, tags, active, sortBy, page: pages.wanted }, options)
          : pages.load(cursor => loadWorkflows({ name, tags, active, cursor }, options)),
    [isOwner, name, tags, active, sortBy, pages.wanted],
    round,
  )
  const allTags = useAnswer(options => listAll<Tag>('/api/v1/tags', options), [], round)
  const shown: [string, string][] = operations.has('archiveWorkflow') ? [...ACTIVE, [ARCHIVED, 'Archived']] : ACTIVE
  const isFiltered = name !== '' || tags !== '' || active !== ''

  return html`
    <${Heading}
      title="Workflows"
      after=${
        counts &&
        html`<span class="heading-note">
          ${formatNumber(counts.activeWorkflows)} of ${formatNumber(counts.workflows)} active
        </span>`
      }
    >
      ${
        may('createWorkflow') &&
        html`
          <${ImportButton} />
          <button class="button is-primary" onClick=${() => setNew(true)}>
            <${Icon} name="plus" size=${16} />
            New workflow
          </button>
        `
      }
    <//>
    ${isNew && html`<${NewWorkflow} onClose=${() => setNew(false)} />`}
    ${isCloning && html`<${CloneDialog} onClose=${() => setCloning(false)} />`}
    <div class="filters">
      <${SearchField}
        label="Search workflows by name"
        value=${name}
        onChange=${(name: string) => replaceQuery({ name, page: '' })}
      />
      <${TagFilter}
        tags=${allTags.value ?? []}
        chosen=${tags ? tags.split(',') : []}
        onChange=${(chosen: string[]) => replaceQuery({ tags: chosen.join(','), page: '' })}
      />
      <${Choice}
        label="Show"
        value=${active}
        options=${shown}
        onChange=${(active: string) => replaceQuery({ active, page: '' })}
      />
    </div>
    <${BulkActions} selection=${selection} />
    <${Answered} answer=${workflows} what="Loading workflows">
      ${({ data, nextCursor, page, total }: Page) =>
        data.length === 0 && page === 1 && !nextCursor
          ? html`<${Nothing} isFiltered=${isFiltered} onClone=${() => setCloning(true)} />`
          : html`
            <div class="card table-card">
              <${WorkflowTable} workflows=${data} sortBy=${isOwner ? sortBy : undefined} selection=${selection} />
            </div>
            <${Pager}
              page=${page}
              next=${nextCursor}
              shown=${data.length}
              total=${total}
              size=${PAGE}
            />
          `}
    <//>
  `
}

interface Wanted {
  name: string
  tags: string
  cursor: string | undefined
}

type Page = List<ListedWorkflow> & { page: number; total?: number }

interface Sorted {
  name: string
  tags: string
  active: string
  /** `updatedAt:desc`. */
  sortBy: string
  page: number
}

/** A page in the order that is chosen, with how many there are: the owner's. */
async function loadSorted({ sortBy: sort, ...wanted }: Sorted, options: LoadOptions): Promise<Page> {
  const [sortBy, order] = sort.split(':')
  const path = withQuery('/_control/overview/workflows', { ...wanted, sortBy, order, limit: PAGE })
  const found = await call<{ data: ListedWorkflow[]; total: number; page: number }>('GET', path, options)
  return { ...found, nextCursor: found.page * PAGE < found.total ? 'next' : null }
}

const loadWorkflows = (
  { name, tags, active, cursor }: Wanted & { active: string },
  options: LoadOptions,
): Promise<List<Workflow>> =>
  active === ARCHIVED
    ? loadArchived({ name, tags, cursor, atLeast: PAGE }, options)
    : call('GET', withQuery('/api/v1/workflows', { name, tags, active, limit: PAGE, cursor }), options)

const NewWorkflow = ({ onClose }: { onClose: () => void }) => html`<${ActionDialog}
  title="New workflow"
  confirm="Create workflow"
  onClose=${onClose}
  says="Creates an empty workflow. Then edit its JSON, drop a file, or start from an example."
  sent=${(form: FormData) => [{ method: 'POST', path: '/api/v1/workflows', body: emptyWorkflow(form.get('name')) }]}
  success=${(form: FormData) => `Created “${form.get('name')}”.`}
  onDone=${([made]: [{ id: string }]) => goTo(['workflows', made.id, 'json'])}
>
  <${NameField} />
<//>`

const Nothing = ({ isFiltered, onClone }: { isFiltered: boolean; onClone: () => void }) =>
  isFiltered
    ? html`<${Empty} icon="search" title="No matching workflows">
      <button class="button" onClick=${() => replaceQuery({ name: '', tags: '', active: '' })}>
        Show all workflows
      </button>
    <//>`
    : html`
      <${Empty} icon="workflow" title="No workflows yet">
        Create one, drop a file here, or start the instance with <code>--demo</code> to see some.
      <//>
      <div class="empty-action"><${CloneButton} onClick=${onClone} /></div>
    `

const PAGES = 4

/**
 * A page of archived workflows. The API cannot be asked for them alone, so those that are not active are looked through,
 * a thousand at most; there may be more behind `nextCursor`, even where none was found.
 */
async function loadArchived(
  { name, tags, cursor, atLeast }: Wanted & { atLeast: number },
  options: LoadOptions,
): Promise<List<Workflow>> {
  const data: Workflow[] = []
  let nextCursor: string | null = cursor ?? null
  for (let page = 0; page < PAGES; page++) {
    const asked = { name, tags, active: 'false', excludePinnedData: 'true', limit: 250, cursor: nextCursor }
    const found = await call<List<Workflow>>('GET', withQuery('/api/v1/workflows', asked), options)
    data.push(...found.data.filter(({ isArchived }) => isArchived))
    nextCursor = found.nextCursor
    if (!nextCursor || data.length >= atLeast) break
  }
  return { data, nextCursor }
}

interface TagFilterProps {
  tags: Tag[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** Chooses tags by name. A name with a comma cannot be asked for, so it is not offered. */
function TagFilter({ tags, chosen, onChange }: TagFilterProps) {
  const menu = useClosingMenu()
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter(other => other !== name) : [...chosen, name])
  const offered = tags.filter(({ name }) => !name.includes(','))
  return html`<details class="menu" ref=${menu}>
    <summary class="button">
      <${Icon} name="tag" size=${15} />
      ${chosen.length ? chosen.join(', ') : 'Tags'}
      <${Icon} name="chevronDown" size=${14} />
    </summary>
    <fieldset class="menu-body">
      <legend class="sr-only">Tags that a workflow must have</legend>
      ${offered.length === 0 && html`<p class="quiet">There are no tags.</p>`}
      ${offered.map(
        ({ id, name }) => html`<label key=${id} class="menu-item">
          <input type="checkbox" checked=${chosen.includes(name)} onChange=${() => toggle(name)} />
          ${name}
        </label>`,
      )}
      ${
        chosen.length > 0 &&
        html`<button type="button" class="button is-small" onClick=${() => onChange([])}>Clear</button>`
      }
    </fieldset>
  </details>`
}
