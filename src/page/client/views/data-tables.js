import { call, withQuery } from '../api.js'
import { count, formatAgo, formatDateTime } from '../format.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { ActionDialog } from '../parts/action-dialog.js'
import { Choice } from '../parts/choice.js'
import { Heading } from '../parts/heading.js'
import { NameField } from '../parts/name-field.js'
import { Pager } from '../parts/pager.js'
import { Answered, Empty } from '../parts/states.js'
import { goTo, hashOf, replaceQuery } from '../route.js'
import { columnsIn } from '../table-rows.js'
import { useAnswer } from '../use-answer.js'
import { usePages } from '../use-pages.js'
import { useWanted } from '../use-wanted.js'

const PAGE = 50
const PATH = '/api/v1/data-tables'
const ORDERS = [
  ['', 'Newest'],
  ['name:asc', 'By name'],
  ['size:desc', 'Largest'],
]

/** The data tables: to open one, and to make one. */
export function DataTablesView({ query }) {
  const { round, epoch } = useInstance()
  const sortBy = query.get('sortBy') ?? ''
  const [isNew, setNew] = useState(false)
  useWanted(query, () => setNew(true))
  const pages = usePages(query, `data tables ${sortBy} ${epoch}`)
  const tables = useAnswer(
    options => pages.load(cursor => call('GET', withQuery(PATH, { sortBy, limit: PAGE, cursor }), options)),
    [sortBy, pages.wanted],
    round,
  )
  return html`
    <${Heading} title="Data tables">
      <button class="button is-primary" onClick=${() => setNew(true)}><${Icon} name="plus" size=${16} />New table</button>
    <//>
    <div class="filters"><${Choice} label="Order" value=${sortBy} options=${ORDERS} onChange=${order => replaceQuery({ sortBy: order, page: '' })} /></div>
    <${Answered} answer=${tables} what="Loading data tables">
      ${({ data, nextCursor, page }) =>
        data.length === 0 && page === 1
          ? html`<${Empty} icon="table" title="No data tables yet">A data table keeps rows for workflows. Make one.<//>`
          : html`<div class="card table-card"><${Table} tables=${data} /></div>
            <${Pager} page=${page} next=${nextCursor} shown=${data.length} />`}
    <//>
    ${isNew && html`<${NewTable} onClose=${() => setNew(false)} />`}
  `
}

const NewTable = ({ onClose }) => html`<${ActionDialog} title="New data table" confirm="Create table" onClose=${onClose}
  sent=${form => [{ method: 'POST', path: PATH, body: { name: form.get('name'), columns: columnsIn(form.get('columns')) } }]}
  success=${form => `“${form.get('name')}” is made.`} onDone=${([made]) => goTo(['data-tables', made.id])}>
  <${NameField} />
  <${NameField} label="Columns" name="columns" placeholder="email, age: number" />
  <p class="hint">Types: <strong>string</strong> (where none is said), <strong>number</strong>, <strong>boolean</strong>, <strong>date</strong>.</p>
<//>`

const Table = ({ tables }) => html`<table class="table">
  <thead>
    <tr><th scope="col">Name</th><th scope="col">Columns</th><th scope="col" class="wide-only">Size</th><th scope="col" class="wide-only">Updated</th></tr>
  </thead>
  <tbody>
    ${tables.map(
      ({ id, name, columns, sizeBytes, updatedAt }) => html`<tr key=${id}>
        <td>
          <div class="workflow-cell">
            <span class="tile hue-teal"><${Icon} name="table" size=${18} /></span>
            <div class="cell-main"><a class="row-link" href=${hashOf(['data-tables', id])}>${name}</a><div class="cell-sub"><span>${id}</span></div></div>
          </div>
        </td>
        <td><div class="cell-main">${columns.map(column => column.name).join(', ')}</div></td>
        <td class="wide-only quiet">${count(sizeBytes, 'byte')}</td>
        <td class="wide-only"><time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time></td>
      </tr>`,
    )}
  </tbody>
</table>`
