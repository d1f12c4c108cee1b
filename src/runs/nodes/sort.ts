import { isDeepStrictEqual } from 'node:util'
import type { NodeItem } from '../../core/model/run-data.ts'
import { valueAt } from './tools/field-path.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { askedText, entriesOf, shownParameter } from './tools/parameters.ts'
import { sortedLikeV8 } from './tools/stable-sort.ts'

/** Sort: by fields, at random, or by code. */
export const sort: NodeType = { run: async context => ({ main: [await sorted(context)] }) }

export const DOTS_HINT =
  "If you're trying to use a nested field, make sure you turn off 'disable dot notation' in the node options"

export async function sorted(context: NodeContext): Promise<NodeItem[]> {
  const type = context.parameter('type', 0, 'simple')
  if (type === 'random') return shuffled(context)
  return type === 'simple' ? sortedByFields(context) : sortedByCode(context)
}

function shuffled(context: NodeContext): NodeItem[] {
  const items = [...context.items]
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(context.random() * (at + 1))
    const [item, swapped] = [items[at], items[other]]
    if (!item || !swapped) continue
    items[at] = swapped
    items[other] = item
  }
  return items
}

function sortedByFields(context: NodeContext): NodeItem[] {
  const isDotted = !context.parameter('options.disableDotNotation', 0, false)
  const fields = entriesOf(context, 'sortFieldsUi.sortField', 0).map(({ fieldName, order }) => ({
    name: fieldName,
    sign: order === 'ascending' ? 1 : -1,
  }))
  if (fields.length === 0) throw new NodeFailure('No sorting specified. Please add a field to sort by')
  for (const { name } of fields) {
    if (context.items.some(({ json }) => valueAt(json, name, isDotted) !== undefined)) continue
    const isHinted = !isDotted && askedText(name, 'fieldName.includes', 0).includes('.')
    throw new NodeFailure(
      `Couldn't find the field '${String(name)}' in the input data`,
      isHinted ? { description: DOTS_HINT } : {},
    )
  }
  return orderedBy(context, fields, isDotted)
}

/** Items in the order of their fields; those that are alike stay in theirs. */
function orderedBy(
  context: NodeContext,
  fields: readonly { name: unknown; sign: number }[],
  isDotted: boolean,
): NodeItem[] {
  const rows = context.items.map(item => ({
    item,
    values: fields.map(({ name }) => {
      const value = valueAt(item.json, name, isDotted)
      return typeof value === 'string' ? value.toLowerCase() : value
    }),
  }))
  const ordered = sortedLikeV8(rows, (row, other) => {
    context.checkTime()
    for (const [at, { sign }] of fields.entries()) {
      const [left, right] = [row.values[at], other.values[at]]
      if (left === right || isDeepStrictEqual(left, right)) continue
      return isLess(left, right) ? -sign : sign
    }
    return 0
  })
  return ordered.map(({ item }) => item)
}

/** Texts by their characters, all else as numbers. */
export function isLess(left: unknown, right: unknown): boolean {
  return typeof left === 'string' && typeof right === 'string' ? left < right : Number(left) < Number(right)
}

/** The code compares `a` and `b`, two items; it runs in the engine, which returns the order. */
async function sortedByCode(context: NodeContext): Promise<NodeItem[]> {
  const code = String(shownParameter(context, 'code', 0))
  if (!/\breturn\b/.test(code)) {
    throw new NodeFailure("Sort code doesn't return. Please add a 'return' statement to your code")
  }
  const order = await context.runCode({
    code: `return items.map((_, at) => at).sort((left, right) => { const [a, b] = [items[left], items[right]]; ${code}\n })`,
    for: 'items',
    dialect: 'function',
  })
  const numbers: unknown[] = Array.isArray(order) ? order : []
  return numbers.flatMap(at => {
    const item = context.items[Number(at)]
    return item ? [item] : []
  })
}
