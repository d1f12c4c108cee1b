import { call, withQuery } from '../api.js'
import { formatAgo, formatDateTime, formatDuration, formatShort } from '../format.js'
import { html } from '../html.js'
import { useInstance } from '../instance.js'
import { hashOf, replaceQuery } from '../route.js'
import { useAnswer } from '../use-answer.js'
import { usePages } from '../use-pages.js'
import { guessedStatus, STATUSES, StatusBadge, statusName } from './badges.js'
import { Choice } from './choice.js'
import { ExecutionChart } from './execution-chart.js'
import { Pager } from './pager.js'
import { Answered, Empty } from './states.js'

const PAGE = 25
const OVERVIEW = '/_control/overview/executions'
const PUBLIC = '/api/v1/executions'
/** Those that the public API can filter by in every version. */
const PUBLIC_STATUSES = ['success', 'error', 'waiting']
const RANGES = [
  ['24', '24 hours'],
  ['168', '7 days'],
  ['336', '14 days'],
  ['720', '30 days'],
]

/** Executions, newest first, with their chart; of one workflow, or of all. The chart is for the owner. */
export function ExecutionList({ workflowId, query }) {
  const { isOwner, round, epoch } = useInstance()
  const status = query.get('status') ?? ''
  const hours = query.get('hours') ?? '336'
  const pages = usePages(query, ['executions', workflowId, status, isOwner, epoch].join('\n'))
  const executions = useAnswer(
    async options =>
      isOwner === undefined
        ? undefined
        : pages.load(cursor =>
            call('GET', withQuery(isOwner ? OVERVIEW : PUBLIC, { workflowId, status, limit: PAGE, cursor }), options),
          ),
    [isOwner, workflowId, status, pages.wanted],
    round,
  )
  return html`
    ${isOwner && html`<${Chart} workflowId=${workflowId} hours=${hours} />`}
    <div class="filters">
      <${StatusFilter} value=${status} statuses=${isOwner ? STATUSES : PUBLIC_STATUSES} onChange=${status => replaceQuery({ status, page: '' })} />
    </div>
    <${Answered} answer=${executions} what="Loading executions">
      ${({ data, total, nextCursor, page }) =>
        data.length === 0 && page === 1
          ? html`<${Empty} icon="play" title="No executions">${status ? `None has the status “${statusName(status)}”.` : 'Nothing has run yet.'}<//>`
          : html`<div class="card table-card"><${Table} executions=${data} showsWorkflow=${workflowId === undefined} /></div>
              <${Pager} page=${page} next=${nextCursor} shown=${data.length} total=${total} />`}
    <//>
  `
}

function Chart({ workflowId, hours }) {
  const { round } = useInstance()
  const overview = useAnswer(
    options => call('GET', withQuery('/_control/overview', { workflowId, hours }), options),
    [workflowId, hours],
    round,
  )
  return html`<section class="card chart-card" aria-label="Executions over time">
    <div class="card-head">
      <h2>Over time</h2>
      <${Choice} label="Time shown" value=${hours} options=${RANGES} onChange=${hours => replaceQuery({ hours })} />
    </div>
    <${Answered} answer=${overview} what="Counting">
      ${({ executions }) => html`<${ExecutionChart} ...${executions} />`}
    <//>
  </section>`
}

const StatusFilter = ({ value, statuses, onChange }) => html`<label class="select">
  <span>Status</span>
  <select value=${value} onChange=${event => onChange(event.target.value)}>
    <option value="">All</option>
    ${statuses.map(status => html`<option value=${status}>${statusName(status)}</option>`)}
  </select>
</label>`

const Table = ({ executions, showsWorkflow }) => html`<table class="table">
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
            <a class="row-link" href=${hashOf(['executions', id])}>${showsWorkflow ? (workflowName ?? `Workflow ${workflowId}`) : `#${id}`}</a>
            ${showsWorkflow && html`<div class="cell-sub"><span>#${id}</span></div>`}
          </div>
        </td>
        <td><time datetime=${startedAt} title=${formatDateTime(startedAt)}>${formatShort(startedAt)}</time><div class="cell-sub">${formatAgo(startedAt)}</div></td>
        <td class="wide-only end">${stoppedAt ? formatDuration(Date.parse(stoppedAt) - Date.parse(startedAt)) : '–'}</td>
        <td class="wide-only quiet">${mode}</td>
      </tr>`,
    )}
  </tbody>
</table>`
