import type { NodeItem } from '../../../core/model/run-data.ts'
import { checkCells } from './cell-limit.ts'
import type { NodeContext } from './node-context.ts'
import { flagOf, objectOf } from './parameters.ts'

const STYLES = {
  table: "style='border-spacing:0; font-family:helvetica,arial,sans-serif'",
  header:
    "style='margin:0; padding:7px 20px 7px 0px; border-bottom:1px solid #eee; text-align:left; color:#888; font-weight:normal'",
  cell: "style='margin:0; padding:7px 20px 7px 0px; border-bottom:1px solid #eee'",
}

/** All items as a table of HTML, a row for each. */
export function htmlTable(context: NodeContext): NodeItem {
  const options = objectOf(context, 'options', 0)
  const isStyled = options.customStyling !== true
  const { table, header, cell } = isStyled ? STYLES : { table: '', header: '', cell: '' }
  const attributes = (name: string) => String(options[name] || '')
  const names = [...new Set(context.items.flatMap(({ json }) => Object.keys(json)))]
  const isCapitalized = flagOf(context, 'options.capitalize', 0)
  const shownName = (name: string) => (isCapitalized ? capitalized(name) : name)

  checkCells(context.items.length, names.length)
  const parts = [`<table ${table} ${attributes('tableAttributes')}>`]
  if (options.caption) parts.push(`<caption>${String(options.caption)}</caption>`)
  parts.push(`<thead ${header} ${attributes('headerAttributes')}>`)
  parts.push(`<tr>${names.map(name => `<th>${shownName(name)}</th>`).join('')}</tr></thead><tbody>`)
  for (const [at, { json }] of context.items.entries()) {
    context.checkTime()
    const ofRow = (name: string) => String(context.parameter(`options.${name}`, at, ''))
    const cellAttributes = ofRow('cellAttributes')
    // each cell has them
    context.countOutput(names.length * (cell.length + cellAttributes.length))
    const cells = names.map(name => `<td ${cell} ${cellAttributes}>${shownValue(json[name])}</td>`)
    parts.push(`<tr  ${ofRow('rowAttributes')}>${cells.join('')}</tr>`)
  }
  parts.push('</tbody></table>')
  const [first] = context.items
  return {
    json: { table: parts.join('') },
    pairedItem: first ? context.items.map((_, item) => ({ item })) : [],
  }
}

const capitalized = (name: string) =>
  name
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

const shownValue = (value: unknown) =>
  typeof value === 'boolean' ? `<input type="checkbox" ${value ? 'checked="checked"' : ''}/>` : String(value)
