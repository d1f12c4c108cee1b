import { type ComponentChildren, html, useState } from '../html.ts'
import { call, withQuery } from '../instance/api.ts'
import { choicesOf } from '../instance/body-schema.ts'
import { useInstance } from '../instance/instance.ts'
import type { Column, DataTable, List, Row } from '../instance/records.ts'
import { useAnswer } from '../instance/use-answer.ts'
import { Menu, RowButton, SearchField, SortHead } from '../parts/controls.ts'
import { ActionDialog, DeleteDialog, NameField, RenameDialog } from '../parts/dialogs.ts'
import { formatAgo, formatDateTime } from '../parts/format.ts'
import { Icon } from '../parts/icons.ts'
import { Pager, usePages } from '../parts/pager.ts'
import { Answered, Crumbs, Empty, Heading, LoadedItem } from '../parts/states.ts'
import { goTo, replaceQuery } from '../routing/route.ts'
import { cellText, fieldText, ID_COLUMN, nextOrder, rowData } from './table-rows.ts'

/** What is asked about the table, or about one of its rows. */
interface Asked {
  kind: 'new' | 'edit' | 'delete' | 'column' | 'rename' | 'drop'
  row?: Row
}

interface QuestionProps {
  path: string
  table: DataTable
  row: Row | undefined
  onClose: () => void
}

const PAGE = 50

/** One data table: its rows, searched and sorted, to add, to change and to delete. */
export function DataTableView({ parts: [id = ''], query }: { parts: string[]; query: URLSearchParams }) {
  const { round, epoch, may } = useInstance()
  const path = `/api/v1/data-tables/${encodeURIComponent(id)}`
  const [search, sortBy] = [query.get('search') ?? '', query.get('sortBy') ?? '']
  const [asked, ask] = useState<Asked | undefined>(undefined)
  const pages = usePages(query, ['rows', id, search, sortBy, epoch].join('\n'))
  const table = useAnswer(options => call<DataTable>('GET', path, options), [path], round)
  const rows = useAnswer(
    options =>
      pages.load(cursor =>
        call<List<Row>>('GET', withQuery(`${path}/rows`, { search, sortBy, limit: PAGE, cursor }), options),
      ),
    [path, search, sortBy, pages.wanted],
    round,
  )
  const actions = (
    [
      ['column', 'Add a column', 'plus', 'createDataTableColumn'],
      ['rename', 'Rename', 'pencil', 'updateDataTable'],
      ['drop', 'Delete the table', 'trash', 'deleteDataTable'],
    ] as const
  )
    .filter(([, , , operation]) => may(operation))
    .map(([kind, text, icon]) => ({ text, icon, onChoose: () => ask({ kind }) }))
  const Question = asked && DIALOGS[asked.kind]
  return html`<${LoadedItem}
    answer=${table}
    what="Loading the data table"
    kind="data table"
    id=${id}
    place="data-tables"
  >
    ${(shown: DataTable) => html`
      <${Heading} title=${shown.name} before=${html`<${Crumbs} parts=${['data-tables']} name="Data tables" />`}>
        ${
          may('insertDataTableRows') &&
          html`<button class="button is-primary" onClick=${() => ask({ kind: 'new' })}>
            <${Icon} name="plus" size=${16} />
            New row
          </button>`
        }
        ${actions.length > 0 && html`<${Menu} label="Actions" items=${actions} />`}
      <//>
      <div class="filters">
        <${SearchField}
          label="Search the rows"
          value=${search}
          onChange=${(text: string) => replaceQuery({ search: text, page: '' })}
        />
      </div>
      <${Answered} answer=${rows} what="Loading the rows">
        ${({ data, nextCursor, page }: List<Row> & { page: number }) =>
          html`
            <${RowTable}
              table=${shown}
              rows=${data}
              sortBy=${sortBy}
              onSort=${(order: string) => replaceQuery({ sortBy: order, page: '' })}
              ask=${ask}
            />
            <${Pager} page=${page} next=${nextCursor} shown=${data.length} />
            ${
              data.length === 0 &&
              page === 1 &&
              html`<${Empty} icon="table" title=${search ? 'No matching rows' : 'No rows yet'} />`
            }
          `}
      <//>
      ${Question && html`<${Question} path=${path} table=${shown} row=${asked.row} onClose=${() => ask(undefined)} />`}
    `}
  <//>`
}

const Rename = ({ path, table, onClose }: QuestionProps) => html`<${RenameDialog}
  what="table"
  name=${table.name}
  onClose=${onClose}
  sent=${(name: string) => [{ method: 'PATCH', path, body: { name } }]}
/>`

/** A column is added at the end: rows that are there have nothing in it. */
function AddColumn({ path, table, onClose }: QuestionProps) {
  const types = choicesOf(useInstance().operations.get('createDataTableColumn'), ['type'])
  return html`<${ActionDialog}
    title=${`Add a column to “${table.name}”`}
    confirm="Add column"
    onClose=${onClose}
    sent=${(form: FormData) => [
      { method: 'POST', path: `${path}/columns`, body: { name: form.get('name'), type: form.get('type') } },
    ]}
    success=${(form: FormData) => `Added the column “${form.get('name')}”.`}
  >
    <${NameField} maxlength="63" />
    <label class="field">
      <span>Type</span>
      <select name="type">${types.map(type => html`<option value=${type}>${type}</option>`)}</select>
    </label>
  <//>`
}

const Drop = ({ path, table, onClose }: QuestionProps) => html`<${DeleteDialog}
  what="table"
  name=${table.name}
  path=${path}
  onClose=${onClose}
  says="Deletes the table with all its rows. Only a snapshot can restore them."
  onDone=${() => goTo(['data-tables'])}
/>`

interface RowTableProps {
  table: DataTable
  rows: Row[]
  sortBy: string
  onSort: (order: string) => void
  ask: (asked: Asked) => void
}

/** The rows of a data table. A press on a column's name sorts by it. */
function RowTable({ table, rows, sortBy, onSort, ask }: RowTableProps) {
  const { may } = useInstance()
  return html`<div
    class="card table-card is-scrolled"
    tabindex="0"
    role="region"
    aria-label=${`Rows of ${table.name}`}
  >
    <table class="table">
      <thead>
        <tr>
          ${[ID_COLUMN, ...table.columns.map(({ name }) => name), 'updatedAt'].map(
            name => html`<${SortHead}
              key=${name}
              name=${name}
              sortBy=${sortBy}
              onSort=${(column: string) => onSort(nextOrder(sortBy, column))}
            />`,
          )}
          <th scope="col" class="end"><span class="sr-only">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          row => html`<tr key=${row.id}>
            <td>${row.id}</td>
            ${table.columns.map(
              ({ id, name, type }) => html`<td key=${id} class=${`cell is-${type}`}>
                <${Cell} value=${row[name]} />
              </td>`,
            )}
            <td>
              <time class="quiet" datetime=${row.updatedAt} title=${formatDateTime(row.updatedAt)}>
                ${formatAgo(row.updatedAt)}
              </time>
            </td>
            <td class="end">
              ${
                may('updateDataTableRows') &&
                html`<${RowButton}
                  does="Edit"
                  what=${`row ${row.id}`}
                  icon="pencil"
                  onClick=${() => ask({ kind: 'edit', row })}
                />`
              }
              ${
                may('deleteDataTableRows') &&
                html`<${RowButton}
                  does="Delete"
                  what=${`row ${row.id}`}
                  icon="trash"
                  onClick=${() => ask({ kind: 'delete', row })}
                />`
              }
            </td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function Cell({ value }: { value: unknown }) {
  const text = cellText(value)
  return text === null ? html`<span class="quiet">null</span>` : text
}

/** The filter that finds one row. */
const only = (row: Row) => ({ type: 'and', filters: [{ columnName: 'id', condition: 'eq', value: row.id }] })

/** Asks for the cells of a row: of a new one, or of one that is there. */
function RowDialog({ path, table, row, onClose }: QuestionProps) {
  const fields = table.columns.map(
    column => html`<${Field} key=${column.id} column=${column} value=${row?.[column.name]} />`,
  )
  if (!row)
    return html`<${ActionDialog}
      title=${`New row in “${table.name}”`}
      confirm="Add row"
      onClose=${onClose}
      sent=${(form: FormData) => {
        const body = { data: [rowData(form, table.columns)] }
        return [{ method: 'POST', path: `${path}/rows`, body }]
      }}
      success=${() => 'Added the row.'}
    >${fields}<//>`
  const sent = (form: FormData) => {
    const data = rowData(form, table.columns, row)
    if (Object.keys(data).length === 0) throw new Error('Nothing of the row is changed.')
    return [{ method: 'PATCH', path: `${path}/rows/update`, body: { filter: only(row), data } }]
  }
  return html`<${ActionDialog}
    title=${`Row ${row.id} of “${table.name}”`}
    confirm="Save row"
    onClose=${onClose}
    sent=${sent}
    success=${() => `Saved row ${row.id}.`}
  >${fields}<//>`
}

const DeleteRow = ({ path, table, row, onClose }: QuestionProps) => {
  if (!row) return null
  const query = `filter=${encodeURIComponent(JSON.stringify(only(row)))}`
  return html`<${ActionDialog}
    title=${`Delete row ${row.id} of “${table.name}”?`}
    confirm="Delete row"
    danger
    onClose=${onClose}
    sent=${() => [{ method: 'DELETE', path: `${path}/rows/delete?${query}` }]}
    success=${() => `Deleted row ${row.id}.`}
  />`
}

function Field({ column: { name, type }, value }: { column: Column; value: unknown }) {
  const label = `${name} (${type})`
  const text = fieldText(value)
  const given = `cell.${name}`
  if (type === 'boolean')
    return html`<label class="field">
      <span>${label}</span>
      <select name=${given}>
        ${['', 'true', 'false'].map(
          option => html`<option value=${option} selected=${option === text}>${option}</option>`,
        )}
      </select>
    </label>`
  if (type === 'string')
    return html`<label class="field">
      <span>${label}</span>
      <textarea name=${given} rows="2" defaultValue=${text}></textarea>
    </label>`
  const more =
    type === 'number' ? { type: 'number', step: 'any' } : { type: 'text', placeholder: '2026-01-31T12:00:00Z' }
  return html`<label class="field">
    <span>${label}</span>
    <input name=${given} autocomplete="off" defaultValue=${text} ...${more} />
  </label>`
}

const DIALOGS: Record<Asked['kind'], (props: QuestionProps) => ComponentChildren> = {
  new: RowDialog,
  edit: RowDialog,
  delete: DeleteRow,
  column: AddColumn,
  rename: Rename,
  drop: Drop,
}
