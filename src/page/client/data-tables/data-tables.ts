import { html, useState } from '../html.ts'
import { call, withQuery } from '../instance/api.ts'
import { choicesOf } from '../instance/body-schema.ts'
import { useInstance } from '../instance/instance.ts'
import type { DataTable, List } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { Choice } from '../parts/controls.ts'
import { ActionDialog, NameField } from '../parts/dialogs.ts'
import { count, formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Pager, usePages } from '../parts/pager.ts'
import { Answered, Empty, Heading } from '../parts/states.ts'
import { hashOf } from '../routing/hash.ts'
import { goTo, replaceQuery, useUrlAction } from '../routing/route.ts'
import { columnsIn } from './table-rows.ts'

const PAGE = 50
const PATH = '/api/v1/data-tables'
const ORDERS: [string, string][] = [
  ['', 'Newest'],
  ['name:asc', 'By name'],
  ['size:desc', 'Largest'],
]

/** The data tables: to open one, and to make one. */
export function DataTablesView({ query }: { query: URLSearchParams }) {
  const { round, epoch, may } = useInstance()
  const sortBy = query.get('sortBy') ?? ''
  const [isNew, setNew] = useState(false)
  useUrlAction(query, () => setNew(true))
  const pages = usePages(query, `data tables ${sortBy} ${epoch}`)
  const tables = useAnswer(
    options =>
      pages.load(cursor => call<List<DataTable>>('GET', withQuery(PATH, { sortBy, limit: PAGE, cursor }), options)),
    [sortBy, pages.wanted],
    round,
  )
  return html`
    <${Heading} title="Data tables">
      ${
        may('createDataTable') &&
        html`<button class="button is-primary" onClick=${() => setNew(true)}>
          <${Icon} name="plus" size=${16} />
          New table
        </button>`
      }
    <//>
    <div class="filters">
      <${Choice}
        label="Order"
        value=${sortBy}
        options=${ORDERS}
        onChange=${(order: string) => replaceQuery({ sortBy: order, page: '' })}
      />
    </div>
    <${Answered} answer=${tables} what="Loading data tables">
      ${({ data, nextCursor, page }: List<DataTable> & { page: number }) =>
        data.length === 0 && page === 1
          ? html`<${Empty} icon="table" title="No data tables yet">A data table stores rows for workflows.<//>`
          : html`
            <div class="card table-card"><${Table} tables=${data} /></div>
            <${Pager} page=${page} next=${nextCursor} shown=${data.length} />
          `}
    <//>
    ${isNew && html`<${NewTable} onClose=${() => setNew(false)} />`}
  `
}

function NewTable({ onClose }: { onClose: () => void }) {
  const types = choicesOf(useInstance().operations.get('createDataTable'), ['columns', 'type'])
  return html`<${ActionDialog}
    title="New data table"
    confirm="Create table"
    onClose=${onClose}
    sent=${(form: FormData) => {
      const body = { name: form.get('name'), columns: columnsIn(String(form.get('columns'))) }
      return [{ method: 'POST', path: PATH, body }]
    }}
    success=${(form: FormData) => `Created “${form.get('name')}”.`}
    onDone=${([made]: [{ id: string }]) => goTo(['data-tables', made.id])}
  >
    <${NameField} />
    <${NameField} label="Columns" name="columns" placeholder="email, age: number" />
    <p class="hint">
      Types: ${types.map((type, at) => html`${at > 0 && ', '}<strong>${type}</strong>`)}.
      A column without one is of <strong>string</strong>.${
        types.includes('json') && html` The API documents <strong>json</strong>, and the service refuses it.`
      }
    </p>
  <//>`
}

const Table = ({ tables }: { tables: DataTable[] }) => html`<table class="table">
  <thead>
    <tr>
      <th scope="col">Name</th>
      <th scope="col">Columns</th>
      <th scope="col" class="wide-only">Size</th>
      <th scope="col" class="wide-only">Updated</th>
    </tr>
  </thead>
  <tbody>
    ${tables.map(
      ({ id, name, columns, sizeBytes, updatedAt }) => html`<tr key=${id}>
        <td>
          <div class="workflow-cell">
            <span class="tile hue-teal"><${Icon} name="table" size=${18} /></span>
            <div class="cell-main">
              <a class="row-link" href=${hashOf(['data-tables', id])}>${name}</a>
              <div class="cell-sub"><span>${id}</span></div>
            </div>
          </div>
        </td>
        <td><div class="cell-main">${columns.map(column => column.name).join(', ')}</div></td>
        <td class="wide-only quiet">${count(sizeBytes, 'byte')}</td>
        <td class="wide-only">
          <time class="quiet" datetime=${updatedAt} title=${formatDateTime(updatedAt)}>${formatAgo(updatedAt)}</time>
        </td>
      </tr>`,
    )}
  </tbody>
</table>`
