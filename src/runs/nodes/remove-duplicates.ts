import { isDeepStrictEqual } from 'node:util'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { DOTS_HINT, isLess } from './sort.ts'
import { checkCells } from './tools/cell-limit.ts'
import { copyOf, namesIn, setAt, valueAt } from './tools/field-path.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { flagOf, numberOf, textOf } from './tools/parameters.ts'
import { sortedLikeV8 } from './tools/stable-sort.ts'
import { timeOf } from './tools/value-types.ts'

/** Remove Duplicates: of the input, or of what earlier executions have seen. */
export const removeDuplicates: NodeType = {
  run(context): NodeResult {
    try {
      return { main: kept(context) }
    } catch (error) {
      if (!(error instanceof NodeFailure) || context.onError === 'stop' || context.typeVersion < 2) throw error
      return { main: [[{ json: { error: error.message } }]] }
    }
  },
}

function kept(context: NodeContext): NodeItem[][] {
  const operation = textOf(context, 'operation', 0, 'removeDuplicateInputItems')
  if (context.typeVersion >= 2 && operation === 'removeItemsSeenInPreviousExecutions') return unseen(context)
  if (context.typeVersion >= 2 && operation === 'clearDeduplicationHistory') {
    for (const name of Object.keys(context.staticData)) delete context.staticData[name]
    return [[...context.items]]
  }
  if (context.typeVersion >= 2 && operation !== 'removeDuplicateInputItems') return [[...context.items]]
  const names = (parameter: string) => namesIn(context.parameter(parameter, 0, ''))
  return [withoutDuplicates(context, names('fieldsToExclude'), names('fieldsToCompare'))]
}

export function withoutDuplicates(context: NodeContext, excluded: string[], selected: string[]): NodeItem[] {
  const compare = textOf(context, 'compare', 0, 'allFields')
  const isDotted = !flagOf(context, 'options.disableDotNotation', 0)
  const fields = comparedFields(context, compare, excluded, selected, isDotted)
  checkCells(context.items.length, fields.length)
  const items = orderedBy(context, fields, isDotted)
  checkFields(context, items, fields, isDotted)
  const kept = withoutNeighbours(context, items, fields, isDotted)
  if (!flagOf(context, 'options.removeOtherFields', 0)) return kept
  return kept.map(({ json }, at) => ({ json: onlyFields(json, fields, isDotted), pairedItem: { item: at } }))
}

function comparedFields(
  context: NodeContext,
  compare: string,
  excluded: string[],
  selected: string[],
  isDotted: boolean,
): string[] {
  if (compare === 'selectedFields') {
    if (selected.length === 0) throw new NodeFailure('No fields specified. Please add a field to compare on')
    return selected
  }
  const namesOf = (items: readonly NodeItem[]) => [
    ...new Set(items.flatMap(({ json }) => Object.keys(isDotted ? flattened(json) : json))),
  ]
  if (compare !== 'allFieldsExcept') return namesOf(context.items)
  if (excluded.length === 0) throw new NodeFailure('No fields specified. Please add a field to exclude from comparison')
  return namesOf(isDotted ? context.items.slice(0, 1) : context.items).filter(name => !excluded.includes(name))
}

/** Fields of objects and lists inside by their paths. */
function flattened(json: Item, prefix = '', depth = 0): Item {
  const made: Item = {}
  for (const [name, value] of Object.entries(json)) {
    const path = prefix + name
    const isHolder = typeof value === 'object' && value !== null
    if (isHolder && depth < 100) Object.assign(made, flattened(value as Item, `${path}.`, depth + 1))
    else made[path] = value
  }
  return made
}

const ITEM_LISTS = 'n8n-nodes-base.itemLists'
const KINDS = ['string', 'number', 'bigint', 'boolean', 'symbol', 'undefined', 'object', 'function']

function kindOf(value: unknown): number {
  if (value === null) return KINDS.length + 1
  return Array.isArray(value) ? KINDS.length : KINDS.indexOf(typeof value)
}

/** Items in the order of their fields, whose case counts; from version 3.1 of Item Lists on by their types first. */
function orderedBy(context: NodeContext, fields: readonly string[], isDotted: boolean): NodeItem[] {
  const rows = context.items.map(item => {
    context.checkTime()
    return { item, values: fields.map(name => valueAt(item.json, name, isDotted)) }
  })
  const isByKind = context.node.type === ITEM_LISTS && context.typeVersion >= 3.1
  const ordered = sortedLikeV8(rows, (row, other) => {
    context.checkTime()
    for (const at of fields.keys()) {
      const [left, right] = [row.values[at], other.values[at]]
      const kinds = isByKind ? kindOf(left) - kindOf(right) : 0
      if (kinds !== 0) return kinds
      if (left !== right && !isDeepStrictEqual(left, right)) return isLess(left, right) ? -1 : 1
    }
    return 0
  })
  return ordered.map(({ item }) => item)
}

/** Without items that are like the one before them in the order; what stays keeps its place. */
function withoutNeighbours(context: NodeContext, items: NodeItem[], fields: readonly string[], isDotted: boolean) {
  const removed = new Set<NodeItem>()
  let [last] = items
  for (const item of items.slice(1)) {
    context.checkTime()
    const isAlike = fields.every(field =>
      isDeepStrictEqual(valueAt(item.json, field, isDotted), valueAt(last?.json, field, isDotted)),
    )
    if (isAlike) removed.add(item)
    else last = item
  }
  return context.items.filter(item => !removed.has(item))
}

/** A field that is compared has the same type everywhere; the items are looked at in the order of their fields. */
function checkFields(context: NodeContext, items: NodeItem[], fields: string[], isDotted: boolean): void {
  const isList = context.node.type === ITEM_LISTS
  const isNewer = !isList && context.typeVersion > 1
  for (const field of fields) {
    context.checkTime()
    let type: string | undefined
    for (const [at, { json }] of items.entries()) {
      if (field === '') throw new NodeFailure('Name of field to compare is blank')
      const value = valueAt(json, field, isDotted)
      if (value === null && isNewer) continue
      if (value === undefined) {
        throw new NodeFailure(
          `'${field}' field is missing from some input items`,
          !isDotted && field.includes('.') ? { description: DOTS_HINT } : {},
        )
      }
      if (type !== undefined && type !== typeof value && !(isList && context.typeVersion >= 3.1)) {
        const where = isNewer ? `, in item [${at - 1}] it's a ${type} and in item [${at}] it's a ${typeof value} ` : ''
        throw new NodeFailure(`'${field}' isn't always the same type`, {
          description: `The type of this field varies between items${where}`,
        })
      }
      type = typeof value
    }
  }
}

function onlyFields(json: Item, fields: string[], isDotted: boolean): Item {
  const made: Item = {}
  for (const field of fields) {
    const value = valueAt(json, field, isDotted)
    if (value !== undefined) setAt(made, field, copyOf(value), isDotted && !Object.hasOwn(json, field))
  }
  return made
}

/** What is new, and what was seen; what is new is seen from now on. */
function unseen(context: NodeContext): NodeItem[][] {
  const logic = textOf(context, 'logic', 0, 'removeItemsWithAlreadySeenKeyValues')
  if (logic === 'removeItemsWithAlreadySeenKeyValues') return unseenValues(context)
  const isDate = logic === 'removeItemsUpToStoredDate'
  const name = isDate ? 'dateDedupeValue' : 'incrementalDedupeValue'
  const sizes = context.items.map((_, at) => sizeOf(context, context.parameter(name, at), isDate))
  const stored = typeof context.staticData.latest === 'number' ? context.staticData.latest : Number.NEGATIVE_INFINITY
  const isNew = (at: number) => (sizes[at] ?? 0) > stored
  const latest = sizes.reduce((most, size) => Math.max(most, size), stored)
  if (Number.isFinite(latest)) context.staticData.latest = latest
  return [context.items.filter((_, at) => isNew(at)), context.items.filter((_, at) => !isNew(at))]
}

function sizeOf({ zone }: NodeContext, value: unknown, isDate: boolean): number {
  const size = isDate ? (timeOf(value, zone)?.toMillis() ?? Number.NaN) : Number(value)
  if (!Number.isNaN(size)) return size
  const wanted = isDate ? ['a valid date', 'a valid date'] : ['a number', 'a number']
  throw new NodeFailure(`The value '${String(value)}' is not ${wanted[0]}. Please provide ${wanted[1]}.`)
}

const MAX_HISTORY = 100_000

function unseenValues(context: NodeContext): NodeItem[][] {
  const most = Math.min(numberOf(context, 'options.historySize', 0, 10_000), MAX_HISTORY)
  if (context.items.length > most) {
    throw new NodeFailure(
      'The number of items to be processed exceeds the maximum history size. Please increase the history size or reduce the number of items to be processed.',
    )
  }
  const { values: stored } = context.staticData
  const known: unknown[] = Array.isArray(stored) ? stored : []
  const seen = new Set(known)
  const values = context.items.map((_, at) => textOf(context, 'dedupeValue', at))
  const isNew = (at: number) => !seen.has(values[at])
  const made = [context.items.filter((_, at) => isNew(at)), context.items.filter((_, at) => !isNew(at))]
  const all = [...new Set([...known, ...values])]
  context.staticData.values = all.slice(-most)
  if (all.length > most / 2) {
    context.hint(
      `Some duplicates may be not be removed since you're approaching the maximum history size (${most} items). You can raise this limit using the ‘history size’ option.`,
    )
  }
  return made
}
