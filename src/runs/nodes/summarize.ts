import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { counted, pairsOf } from './tools/combine-items.ts'
import { namesIn, valueAt } from './tools/field-path.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { entriesOf, objectOf, textOf } from './tools/parameters.ts'

/** Summarize: counts, sums and lists of fields, of all items or of each group. */
export const summarize: NodeType = { run: context => ({ main: [summarized(context)] }) }

interface Aggregation {
  aggregation: string
  field: string
  isEmptyIncluded: boolean
  separator: string
}

/** Item Lists counts a missing field as none from version 2.1 on. */
const isStrictOf = ({ node, typeVersion }: NodeContext) => node.type !== 'n8n-nodes-base.itemLists' || typeVersion < 2.1

const PREFIXES: Record<string, string> = {
  append: 'appended_',
  average: 'average_',
  concatenate: 'concatenated_',
  count: 'count_',
  countUnique: 'unique_count_',
  max: 'max_',
  min: 'min_',
  sum: 'sum_',
}

/** @param ofList whether it is an operation of Item Lists, which puts the groups before their values */
export function summarized(context: NodeContext, ofList = false): NodeItem[] {
  const isTyped = !ofList && context.typeVersion >= 1.1
  const options = objectOf(context, 'options', 0)
  const isDotted = options.disableDotNotation !== true
  const read = (item: NodeItem, field: string) => valueAt(item.json, field, isDotted)
  const aggregations = aggregationsOf(context)
  if (isStrictOf(context)) {
    checkFields(context, aggregations, read, isTyped || options.continueIfFieldNotFound === true)
  }
  const splitBy = namesIn(textOf(context, 'fieldsToSplitBy', 0))
  const isSkipping = options.skipEmptySplitFields === true
  const groups = new Group()
  for (const item of context.items) {
    context.checkTime()
    const keys = splitBy.map(field => keyOf(read(item, field), isTyped))
    const empty = isSkipping ? keys.findIndex(key => typeof key !== 'number' && !key) : -1
    groups.add(empty < 0 ? keys : keys.slice(0, empty), item)
  }
  const values = (items: NodeItem[]): Item =>
    Object.fromEntries(
      aggregations.map(each => [nameOf(PREFIXES[each.aggregation] ?? '', each.field), readValue(each, items, read)]),
    )
  if (options.outputFormat === 'singleItem' || splitBy.length === 0) {
    return [{ json: nested(groups, splitBy.length, values), pairedItem: context.items.flatMap(pairsOf) }]
  }
  return groups.leaves(splitBy.length).map(({ keys, items }) => {
    const group = splitBy.map((field, at) => [nameOf('', field), keys[at]])
    const json = ofList
      ? { ...Object.fromEntries(group), ...values(items) }
      : { ...values(items), ...Object.fromEntries(group.reverse()) }
    return counted(context, { json, pairedItem: items.flatMap(pairsOf) })
  })
}

const nameOf = (prefix: string, field: string) => prefix + field.replace(/[\]["]/g, '').replace(/[ .]/g, '_')

/** Items by the values of the fields that split them, one level for each field. */
class Group {
  readonly items: NodeItem[] = []
  readonly groups = new Map<unknown, Group>()

  add(keys: readonly unknown[], item: NodeItem): void {
    this.items.push(item)
    if (keys.length === 0) return
    const [key, ...others] = keys
    const group = this.groups.get(key) ?? new Group()
    this.groups.set(key, group)
    group.add(others, item)
  }

  /** Groups of fewer keys hold items whose next key is empty. */
  leaves(depth: number, keys: unknown[] = []): { keys: unknown[]; items: NodeItem[] }[] {
    if (depth === 0) return [{ keys, items: this.items }]
    return [...this.groups].flatMap(([key, group]) => group.leaves(depth - 1, [...keys, key]))
  }
}

function nested(group: Group, depth: number, values: (items: NodeItem[]) => Item): Item {
  if (depth === 0) return values(group.items)
  return Object.fromEntries([...group.groups].map(([key, inner]) => [String(key), nested(inner, depth - 1, values)]))
}

function keyOf(value: unknown, isTyped: boolean): unknown {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return isTyped ? value : String(value)
}

function aggregationsOf(context: NodeContext): Aggregation[] {
  const list = entriesOf(context, 'fieldsToSummarize.values', 0)
    .map(({ aggregation, field, includeEmpty, separateBy, customSeparator }) => ({
      aggregation: String(aggregation ?? 'count'),
      field: String(field ?? ''),
      isEmptyIncluded: includeEmpty === true,
      separator: separateBy === 'other' ? String(customSeparator ?? '') : String(separateBy ?? ','),
    }))
    .filter(({ field }) => field.trim() !== '')
  if (list.length === 0) {
    throw new NodeFailure("You need to add at least one aggregation to 'Fields to Summarize' with non empty 'Field'")
  }
  return list
}

function checkFields(
  context: NodeContext,
  aggregations: Aggregation[],
  read: (item: NodeItem, field: string) => unknown,
  isGoingOn: boolean,
): void {
  for (const { field } of aggregations) {
    if (context.items.some(item => read(item, field) !== undefined)) continue
    const message = `The field '${field}' does not exist in any items`
    if (!isGoingOn) throw new NodeFailure(message)
    context.hint(message)
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function readValue(
  { aggregation, field, isEmptyIncluded, separator }: Aggregation,
  items: NodeItem[],
  read: (item: NodeItem, field: string) => unknown,
): unknown {
  const all = items.map(item => read(item, field))
  const present = all.filter(value => !isEmpty(value))
  const chosen = isEmptyIncluded ? all : present
  const numbers = all.filter(value => typeof value === 'number')
  const sum = numbers.reduce((total, number) => total + number, 0)
  switch (aggregation) {
    case 'append':
      return chosen.map(value => value ?? null)
    case 'average':
      return numbers.length > 0 ? sum / numbers.length : null
    case 'concatenate':
      return chosen.map(value => (typeof value === 'object' ? JSON.stringify(value) : String(value))).join(separator)
    case 'countUnique':
      return new Set(chosen).size
    case 'max':
      return extreme(present, (left, right) => left > right)
    case 'min':
      return extreme(present, (left, right) => left < right)
    case 'sum':
      return sum
    default:
      return chosen.length
  }
}

/** Numbers and texts as JavaScript compares them. */
function extreme(values: unknown[], isBefore: (left: number, right: number) => boolean): unknown {
  let best: unknown = null
  for (const [at, value] of values.entries()) {
    if (at === 0 || isBefore(value as number, best as number)) best = value
  }
  return best
}
