import { html } from '../html.js'
import { fieldText, rowData } from '../table-rows.js'
import { ActionDialog } from './action-dialog.js'

/** The filter that finds one row. */
const only = row => ({ type: 'and', filters: [{ columnName: 'id', condition: 'eq', value: row.id }] })

/** Asks for the cells of a row: of a new one, or of one that is there. */
export function RowDialog({ path, table, row, onClose }) {
  const fields = table.columns.map(
    column => html`<${Field} key=${column.id} column=${column} value=${row?.[column.name]} />`,
  )
  if (!row)
    return html`<${ActionDialog} title=${`New row in “${table.name}”`} confirm="Add row" onClose=${onClose}
      sent=${form => [{ method: 'POST', path: `${path}/rows`, body: { data: [rowData(form, table.columns)] } }]}
      success=${() => 'The row is added.'}>${fields}<//>`
  const sent = form => {
    const data = rowData(form, table.columns, row)
    if (Object.keys(data).length === 0) throw new Error('Nothing of the row is changed.')
    return [{ method: 'PATCH', path: `${path}/rows/update`, body: { filter: only(row), data } }]
  }
  return html`<${ActionDialog} title=${`Row ${row.id} of “${table.name}”`} confirm="Save row" onClose=${onClose} sent=${sent}
    success=${() => `Row ${row.id} is saved.`}>${fields}<//>`
}

export const DeleteRow = ({ path, table, row, onClose }) => {
  const query = `filter=${encodeURIComponent(JSON.stringify(only(row)))}`
  return html`<${ActionDialog} title=${`Delete row ${row.id} of “${table.name}”?`} confirm="Delete row" danger onClose=${onClose}
    sent=${() => [{ method: 'DELETE', path: `${path}/rows/delete?${query}` }]} success=${() => `Row ${row.id} is deleted.`} />`
}

function Field({ column: { name, type }, value }) {
  const label = `${name} (${type})`
  const text = fieldText(value)
  const given = `cell.${name}`
  if (type === 'boolean')
    return html`<label class="field"><span>${label}</span>
      <select name=${given}>${['', 'true', 'false'].map(option => html`<option value=${option} selected=${option === text}>${option}</option>`)}</select>
    </label>`
  if (type === 'string')
    return html`<label class="field"><span>${label}</span><textarea name=${given} rows="2" defaultValue=${text}></textarea></label>`
  const more =
    type === 'number' ? { type: 'number', step: 'any' } : { type: 'text', placeholder: '2026-01-31T12:00:00Z' }
  return html`<label class="field"><span>${label}</span><input name=${given} autocomplete="off" defaultValue=${text} ...${more} /></label>`
}
