import { type FieldEvent, html, useState } from '../html.ts'
import { call, withQuery } from '../instance/api.ts'
import { useInstance } from '../instance/instance.ts'
import type { List, ListedExecution, Overview } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { guessedStatus, STATUSES, StatusBadge, statusName } from '../parts/badges.ts'
import { Choice, Filters, SearchField } from '../parts/controls.ts'
import { formatAgo, formatDateTime, formatDuration, formatNumber, formatShort, localTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Pager, usePages } from '../parts/pager.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { WorkflowField } from '../parts/workflow-field.ts'
import { hashOf } from '../routing/hash.ts'
import { replaceQuery, useUrlAction } from '../routing/route.ts'
import { ExecutionChart } from './execution-chart.ts'
import { ExecutionDialog } from './execution-dialog.ts'

/** The executions of all workflows. */
export function ExecutionsView({ query }: { query: URLSearchParams }) {
  const { counts, isOwner } = useInstance()
  const [asks, setAsks] = useState(false)
  useUrlAction(query, () => setAsks(true))
  return html`
    <${Heading}
      title="Executions"
      after=${counts && html`<span class="heading-note">${formatNumber(counts.executions)}</span>`}
    >
      ${
        isOwner &&
        html`<button class="button is-primary" onClick=${() => setAsks(true)}>
          <${Icon} name="plus" size=${16} />
          Add an execution
        </button>`
      }
    <//>
    ${asks && html`<${ExecutionDialog} onClose=${() => setAsks(false)} />`}
    <${ExecutionList} query=${query} />
  `
}

const PAGE = 25
const OVERVIEW = '/_control/overview/executions'
const PUBLIC = '/api/v1/executions'
/** Those that the public API can filter by in every version. */
const PUBLIC_STATUSES = ['success', 'error', 'waiting']
const RANGES: [string, string][] = [
  ['24', '24 hours'],
  ['168', '7 days'],
  ['336', '14 days'],
  ['720', '30 days'],
]

type Page = List<ListedExecution> & { total?: number; page?: number }

/** Executions, newest first, with their chart; of one workflow, or of all. The chart is for the owner. */
export function ExecutionList({ workflowId, query }: { workflowId?: string; query: URLSearchParams }) {
  const { isOwner, round, epoch } = useInstance()
  const status = query.get('status') ?? ''
  const hours = query.get('hours') ?? '336'
  const filter = {
    id: query.get('id') ?? '',
    workflowId: workflowId ?? query.get('workflow') ?? '',
    status,
    startedAfter: query.get('after') ?? '',
    startedBefore: query.get('before') ?? '',
  }
  const { workflowId: ofWorkflow, ...others } = filter
  const chosen = Object.values(workflowId === undefined ? filter : others).filter(value => value !== '')
  const pages = usePages(query, ['executions', workflowId, status, isOwner, epoch].join('\n'))
  const executions = useAnswer(
    async options =>
      isOwner === undefined
        ? undefined
        : isOwner
          ? call<Page>('GET', withQuery(OVERVIEW, { ...filter, page: pages.wanted, limit: PAGE }), options)
          : pages.load(cursor =>
              call<Page>('GET', withQuery(PUBLIC, { workflowId, status, limit: PAGE, cursor }), options),
            ),
    [isOwner, JSON.stringify(filter), pages.wanted],
    round,
  )
  return html`
    ${isOwner && html`<${Chart} workflowId=${workflowId} hours=${hours} />`}
    <div class="filters">
      <${Filters} set=${chosen.length}>
        ${
          isOwner &&
          workflowId === undefined &&
          html`<${WorkflowField}
            className="select"
            value=${filter.workflowId}
            placeholder="All"
            onChoose=${(workflow: string) => replaceQuery({ workflow, page: '' })}
          />`
        }
        <${StatusFilter}
          value=${status}
          statuses=${isOwner ? STATUSES : PUBLIC_STATUSES}
          onChange=${(status: string) => replaceQuery({ status, page: '' })}
        />
        ${
          isOwner &&
          html`
            <${TimeFilter} label="From" name="after" value=${filter.startedAfter} />
            <${TimeFilter} label="To" name="before" value=${filter.startedBefore} />
            <${SearchField}
              label="Execution ID"
              placeholder="ID"
              value=${filter.id}
              onChange=${(id: string) => replaceQuery({ id, page: '' })}
            />
          `
        }
      <//>
    </div>
    <${Answered} answer=${executions} what="Loading executions">
      ${({ data, total, nextCursor, page = 1 }: Page) =>
        data.length === 0 && page === 1
          ? html`<${Empty} icon="play" title="No executions">
            ${chosen.length > 0 ? 'No matching executions.' : 'No workflow has run yet.'}
          <//>`
          : html`
            <div class="card table-card"><${Table} executions=${data} showsWorkflow=${workflowId === undefined} /></div>
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

function Chart({ workflowId, hours }: { workflowId: string | undefined; hours: string }) {
  const { round } = useInstance()
  const overview = useAnswer(
    options => call<Overview>('GET', withQuery('/_control/overview', { workflowId, hours }), options),
    [workflowId, hours],
    round,
  )
  return html`<section class="card chart-card" aria-label="Executions over time">
    <div class="card-head">
      <h2>Over time</h2>
      <${Choice}
        label="Time shown"
        value=${hours}
        options=${RANGES}
        onChange=${(hours: string) => replaceQuery({ hours })}
      />
    </div>
    <${Answered} answer=${overview} what="Counting">
      ${({ executions }: Overview) => html`<${ExecutionChart} ...${executions} />`}
    <//>
  </section>`
}

/** A time in the address, chosen by the clock on the wall. */
const TimeFilter = ({
  label,
  name,
  value,
}: {
  label: string
  name: string
  value: string
}) => html`<label class="select">
  <span>${label}</span>
  <input
    type="datetime-local"
    value=${localTime(value)}
    onChange=${(event: FieldEvent) =>
      replaceQuery({ [name]: event.target.value ? new Date(event.target.value).toISOString() : '', page: '' })}
  />
</label>`

interface StatusFilterProps {
  value: string
  statuses: string[]
  onChange: (status: string) => void
}

const StatusFilter = ({ value, statuses, onChange }: StatusFilterProps) => html`<label class="select">
  <span>Status</span>
  <select value=${value} onChange=${(event: FieldEvent) => onChange(event.target.value)}>
    <option value="">All</option>
    ${statuses.map(status => html`<option value=${status}>${statusName(status)}</option>`)}
  </select>
</label>`

const Table = ({
  executions,
  showsWorkflow,
}: {
  executions: ListedExecution[]
  showsWorkflow: boolean
}) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Status</th>
      <th scope="col">${showsWorkflow ? 'Workflow' : 'Execution'}</th>
      <th scope="col">Started</th>
      <th scope="col" class="wide-only end">Took</th>
      <th scope="col" class="wide-only">Mode</th>
    </tr>
  </thead>
  <tbody>
    ${executions.map(
      ({ id, status, finished, waitTill, workflowId, workflowName, startedAt, stoppedAt, mode }) => html`<tr key=${id}>
        <td><${StatusBadge} status=${status ?? guessedStatus({ finished, stoppedAt, waitTill })} /></td>
        <td>
          <div class="cell-main">
            <a class="row-link" href=${hashOf(['executions', id])}>
              ${showsWorkflow ? (workflowName ?? `Workflow ${workflowId}`) : `#${id}`}
            </a>
            ${showsWorkflow && html`<div class="cell-sub"><span>#${id}</span></div>`}
          </div>
        </td>
        <td>
          <time datetime=${startedAt} title=${formatDateTime(startedAt)}>${formatShort(startedAt)}</time>
          <div class="cell-sub">${formatAgo(startedAt)}</div>
        </td>
        <td class="wide-only end">
          ${stoppedAt ? formatDuration(Date.parse(stoppedAt) - Date.parse(startedAt)) : '–'}
        </td>
        <td class="wide-only quiet">${mode}</td>
      </tr>`,
    )}
  </tbody>
</table>`
