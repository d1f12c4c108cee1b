import { formatAgo, formatDateTime } from '../format.js'
import { html } from '../html.js'
import { Icon } from '../icons.js'
import { cellText, ID_COLUMN, nextOrder } from '../table-rows.js'
import { RowButton } from './row-button.js'

const ARIA = { asc: 'ascending', desc: 'descending' }

/** The rows of a data table. A press on a column's name sorts by it. */
export const RowTable = ({
  table,
  rows,
  sortBy,
  onSort,
  ask,
}) => html`<div class="card table-card is-scrolled" tabindex="0" role="region" aria-label=${`Rows of ${table.name}`}>
  <table class="table">
    <thead>
      <tr>
        ${[ID_COLUMN, ...table.columns.map(({ name }) => name), 'updatedAt'].map(name => html`<${Column} key=${name} name=${name} sortBy=${sortBy} onSort=${onSort} />`)}
        <th scope="col" class="end"><span class="sr-only">Actions</span></th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        row => html`<tr key=${row.id}>
          <td>${row.id}</td>
          ${table.columns.map(({ id, name, type }) => html`<td key=${id} class=${`cell is-${type}`}><${Cell} value=${row[name]} /></td>`)}
          <td><time class="quiet" datetime=${row.updatedAt} title=${formatDateTime(row.updatedAt)}>${formatAgo(row.updatedAt)}</time></td>
          <td class="end">
            <${RowButton} does="Edit" what=${`row ${row.id}`} icon="pencil" onClick=${() => ask({ kind: 'edit', row })} />
            <${RowButton} does="Delete" what=${`row ${row.id}`} icon="trash" onClick=${() => ask({ kind: 'delete', row })} />
          </td>
        </tr>`,
      )}
    </tbody>
  </table>
</div>`

function Column({ name, sortBy, onSort }) {
  const at = sortBy.lastIndexOf(':')
  const direction = sortBy.slice(0, at) === name ? sortBy.slice(at + 1) : undefined
  return html`<th scope="col" aria-sort=${ARIA[direction]}>
    <button type="button" class="sort" onClick=${() => onSort(nextOrder(sortBy, name))}>${name}<${Icon} name=${direction === 'desc' ? 'chevronDown' : direction ? 'chevronUp' : 'sort'} size=${13} /></button>
  </th>`
}

function Cell({ value }) {
  const text = cellText(value)
  return text === null ? html`<span class="quiet">null</span>` : text
}
