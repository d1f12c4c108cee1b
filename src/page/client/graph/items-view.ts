import { html } from '../html.ts'
import { count, formatNumber } from '../parts/format.ts'
import { JsonView } from '../parts/json-view.ts'
import { columnsOf, inLine, shapeOf } from './item-shape.ts'

const MAX_ROWS = 100
const MAX_COLUMNS = 30

/** How items are shown. */
export type ItemsLook = 'table' | 'json' | 'schema'

export const ITEMS_LOOKS: [ItemsLook, string][] = [
  ['table', 'Table'],
  ['json', 'JSON'],
  ['schema', 'Schema'],
]

interface ItemsViewProps {
  items: unknown[]
  look: ItemsLook
  label: string
}

/** The items that a node got or put out, as a table, as JSON, or the fields that they have. */
export function ItemsView({ items, look, label }: ItemsViewProps) {
  if (items.length === 0) return html`<p class="quiet">No items.</p>`
  if (look === 'json') return html`<${JsonView} value=${items} label=${label} />`
  if (look === 'schema') return html`<${Schema} items=${items} label=${label} />`
  return html`<${ItemsTable} items=${items} label=${label} />`
}

function ItemsTable({ items, label }: Omit<ItemsViewProps, 'look'>) {
  const { columns, more } = columnsOf(items, MAX_COLUMNS)
  const left = [
    ...(items.length > MAX_ROWS ? [`${formatNumber(items.length - MAX_ROWS)} more items`] : []),
    ...(more > 0 ? [`${count(more, 'more field')}`] : []),
  ]
  if (columns.length === 0) return html`<p class="quiet">${count(items.length, 'item')} without fields.</p>`
  return html`
    <div class="items" tabindex="0" role="region" aria-label=${label}>
      <table class="table is-dense">
        <thead>
          <tr>${columns.map(name => html`<th key=${name} scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${items.slice(0, MAX_ROWS).map(
            (item, at) => html`<tr key=${at}>
              ${columns.map(name => html`<td key=${name}><${Cell} value=${fieldOf(item, name)} /></td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${left.length > 0 && html`<p class="quiet">And ${left.join(', ')}: see JSON.</p>`}
  `
}

const fieldOf = (item: unknown, name: string) =>
  typeof item === 'object' && item !== null && Object.hasOwn(item, name)
    ? (item as Record<string, unknown>)[name]
    : undefined

const Cell = ({ value }: { value: unknown }) =>
  value === undefined || value === null
    ? html`<span class="quiet">${value === null ? 'null' : ''}</span>`
    : html`<span class=${`is-${typeof value}`}>${inLine(value)}</span>`

function Schema({ items, label }: Omit<ItemsViewProps, 'look'>) {
  const { fields, left } = shapeOf(items)
  return html`
    <div class="items" tabindex="0" role="region" aria-label=${label}>
      <table class="table is-dense">
        <thead>
          <tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">For example</th></tr>
        </thead>
        <tbody>
          ${fields.map(
            ({ path, depth, types, example }) => html`<tr key=${path}>
              <td><code style=${{ paddingLeft: `${depth * 10}px` }}>${path}</code></td>
              <td>${types.join(', ')}</td>
              <td><${Cell} value=${typeof example === 'object' && example !== null ? undefined : example} /></td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${left.length > 0 && html`<p class="quiet">Left out: ${left.join(', ')}. See JSON.</p>`}
  `
}
