import { call, withQuery } from '../api.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { useInstance } from '../instance.js'
import { AnsweredOne } from '../parts/answered-one.js'
import { Crumbs } from '../parts/crumbs.js'
import { DeleteDialog } from '../parts/delete-dialog.js'
import { Heading } from '../parts/heading.js'
import { Menu } from '../parts/menu.js'
import { Pager } from '../parts/pager.js'
import { RenameDialog } from '../parts/rename-dialog.js'
import { DeleteRow, RowDialog } from '../parts/row-dialog.js'
import { RowTable } from '../parts/row-table.js'
import { SearchField } from '../parts/search-field.js'
import { Answered, Empty } from '../parts/states.js'
import { goTo, replaceQuery } from '../route.js'
import { useAnswer } from '../use-answer.js'
import { usePages } from '../use-pages.js'

const PAGE = 50

/** One data table: its rows, searched and sorted, to add, to change and to delete. */
export function DataTableView({ parts: [id], query }) {
  const { round, epoch } = useInstance()
  const path = `/api/v1/data-tables/${encodeURIComponent(id)}`
  const [search, sortBy] = ['search', 'sortBy'].map(field => query.get(field) ?? '')
  const [asked, ask] = useState(undefined)
  const pages = usePages(query, ['rows', id, search, sortBy, epoch].join('\n'))
  const table = useAnswer(options => call('GET', path, options), [path], round)
  const rows = useAnswer(
    options =>
      pages.load(cursor => call('GET', withQuery(`${path}/rows`, { search, sortBy, limit: PAGE, cursor }), options)),
    [path, search, sortBy, pages.wanted],
    round,
  )
  const actions = [
    { text: 'Rename', icon: 'pencil', onChoose: () => ask({ kind: 'rename' }) },
    { text: 'Delete the table', icon: 'trash', onChoose: () => ask({ kind: 'drop' }) },
  ]
  const Asked = DIALOGS[asked?.kind]
  return html`<${AnsweredOne} answer=${table} what="Loading the data table" kind="data table" id=${id} place="data-tables">
    ${shown => html`
      <${Heading} title=${shown.name} before=${html`<${Crumbs} place="data-tables" name="Data tables" />`}>
        <button class="button is-primary" onClick=${() => ask({ kind: 'new' })}><${Icon} name="plus" size=${16} />New row</button>
        <${Menu} label="Actions" items=${actions} />
      <//>
      <div class="filters"><${SearchField} label="Search the rows" value=${search} onChange=${text => replaceQuery({ search: text, page: '' })} /></div>
      <${Answered} answer=${rows} what="Loading the rows">
        ${({ data, nextCursor, page }) =>
          data.length === 0 && page === 1
            ? html`<${Empty} icon="table" title=${search ? 'No row is like that' : 'No rows yet'} />`
            : html`<${RowTable} table=${shown} rows=${data} sortBy=${sortBy} onSort=${order => replaceQuery({ sortBy: order, page: '' })} ask=${ask} />
              <${Pager} page=${page} next=${nextCursor} shown=${data.length} />`}
      <//>
      ${Asked && html`<${Asked} path=${path} table=${shown} row=${asked.row} onClose=${() => ask(undefined)} />`}
    `}
  <//>`
}

const Rename = ({ path, table, onClose }) => html`<${RenameDialog} what="table" name=${table.name} onClose=${onClose}
  sent=${name => [{ method: 'PATCH', path, body: { name } }]} />`

const Drop = ({
  path,
  table,
  onClose,
}) => html`<${DeleteDialog} what="table" name=${table.name} path=${path} onClose=${onClose}
  says="The table and all its rows are gone then. A snapshot can bring them back." onDone=${() => goTo(['data-tables'])} />`

const DIALOGS = { new: RowDialog, edit: RowDialog, delete: DeleteRow, rename: Rename, drop: Drop }
