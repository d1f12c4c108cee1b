import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { counted, pairsOf } from './tools/combine-items.ts'
import { namesIn, valueAt } from './tools/field-path.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { askedText, entriesOf, objectOf } from './tools/parameters.ts'

/** Summarize: counts, sums and lists of fields, of all items or of each group. */
export const summarize: NodeType = { run: context => ({ main: [summarized(context)] }) }

interface Aggregation {
  aggregation: unknown
  field: unknown
  isEmptyIncluded: boolean
  /** Whether the largest and the smallest are looked for among numbers only. */
  isOfNumbers: boolean
  separator: unknown
}

type Read = (item: NodeItem, field: unknown) => unknown

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
  const isDotted = !options.disableDotNotation
  const read: Read = (item, field) => valueAt(item.json, field, isDotted)
  const splitBy = namesIn(askedText(context.parameter('fieldsToSplitBy', 0, ''), 'this.getNodeParameter(...).split', 0))
  const aggregations = aggregationsOf(context, ofList)
  if (isStrictOf(context)) {
    checkFields(context, aggregations, read, isTyped || Boolean(options.continueIfFieldNotFound))
  }
  // the first version of Item Lists leaves names as they are
  const isUnnamed = ofList && context.typeVersion < 2
  const isSkipping = Boolean(options.skipEmptySplitFields)
  const groups = new Group()
  for (const item of context.items) {
    context.checkTime()
    const keys = splitBy.map(field => keyOf(read(item, field), ofList ? 'raw' : isTyped ? 'typed' : 'text'))
    const empty = isSkipping ? keys.findIndex(key => typeof key !== 'number' && !key) : -1
    const own = empty < 0 ? keys : keys.slice(0, empty)
    groups.add(ofList ? own.map(String) : own, item)
  }
  const values = (items: NodeItem[]): Item => {
    const made = aggregations.map((each): Named => [nameOf(each), readValue(each, items, read)])
    if (isUnnamed) return Object.fromEntries(made)
    return Object.fromEntries(ofList ? renamed(made) : made.map(([name, value]) => [plainName(name), value]))
  }
  if (options.outputFormat === 'singleItem' || splitBy.length === 0) {
    return [{ json: nested(groups, splitBy.length, values), pairedItem: context.items.flatMap(pairsOf) }]
  }
  return groups.leaves(splitBy.length, ofList).map(({ keys, items }) => {
    const group = splitBy.map((field, at): Named => [isUnnamed ? field : plainName(field), keys[at]])
    const json = ofList
      ? { ...Object.fromEntries(group), ...values(items) }
      : { ...values(items), ...Object.fromEntries(group.reverse()) }
    return counted(context, { json, pairedItem: items.flatMap(pairsOf) })
  })
}

/** An aggregation that is not known counts as undefined in the name. */
function nameOf({ aggregation, field }: Aggregation): string {
  const prefix = Object.hasOwn(PREFIXES, String(aggregation)) ? PREFIXES[String(aggregation)] : undefined
  return `${prefix}${String(field)}`
}

const withoutBrackets = (name: string) => name.replace(/[\]["]/g, '')
const withoutBlanks = (name: string) => name.replace(/[ .]/g, '_')
const plainName = (name: string) => withoutBlanks(withoutBrackets(name))

type Named = [name: string, value: unknown]

/** Item Lists puts a value that gets another name behind the others, and in the place of one with that name. */
function renamed(values: Named[]): Named[] {
  let made = Object.fromEntries(values)
  for (const rename of [withoutBrackets, withoutBlanks]) {
    const [same, others] = partition(Object.entries(made), ([name]) => rename(name) === name)
    made = Object.fromEntries([...same, ...others.map(([name, value]): Named => [rename(name), value])])
  }
  return Object.entries(made)
}

function partition(values: Named[], isFirst: (value: Named) => boolean): [Named[], Named[]] {
  return [values.filter(isFirst), values.filter(value => !isFirst(value))]
}

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
  leaves(depth: number, ofObject: boolean, keys: unknown[] = []): { keys: unknown[]; items: NodeItem[] }[] {
    if (depth === 0) return [{ keys, items: this.items }]
    // as fields of an object, numbers come first
    const groups: [unknown, Group][] = ofObject ? Object.entries(Object.fromEntries(this.groups)) : [...this.groups]
    return groups.flatMap(([key, group]) => group.leaves(depth - 1, ofObject, [...keys, key]))
  }
}

function nested(group: Group, depth: number, values: (items: NodeItem[]) => Item): Item {
  if (depth === 0) return values(group.items)
  return Object.fromEntries([...group.groups].map(([key, inner]) => [String(key), nested(inner, depth - 1, values)]))
}

function keyOf(value: unknown, as: 'raw' | 'typed' | 'text'): unknown {
  if (typeof value === 'object' && (value !== null || as === 'raw')) return JSON.stringify(value)
  return as === 'text' ? String(value) : value
}

/** Item Lists never counts what is empty. */
const LISTS: unknown[] = ['append', 'concatenate']

function aggregationsOf(context: NodeContext, ofList: boolean): Aggregation[] {
  const list = entriesOf(context, 'fieldsToSummarize.values', 0)
  if (list.every(({ field }) => field === '')) {
    throw new NodeFailure("You need to add at least one aggregation to 'Fields to Summarize' with non empty 'Field'")
  }
  return list.map(({ aggregation, field, includeEmpty, separateBy, customSeparator }) => ({
    aggregation,
    field,
    isEmptyIncluded: Boolean(includeEmpty) && (!ofList || LISTS.includes(aggregation)),
    isOfNumbers: ofList && context.typeVersion < 3,
    separator: separateBy === 'other' ? customSeparator : separateBy,
  }))
}

/** Looks at fields up to the first that no item has. */
function checkFields(context: NodeContext, aggregations: Aggregation[], read: Read, isGoingOn: boolean): void {
  const missing = aggregations.find(
    ({ field }) => field !== '' && context.items.every(item => read(item, field) === undefined),
  )
  if (!missing) return
  const message = `The field '${String(missing.field)}' does not exist in any items`
  if (!isGoingOn) throw new NodeFailure(message)
  context.hint(message)
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function readValue(
  { aggregation, field, isEmptyIncluded, isOfNumbers, separator }: Aggregation,
  items: NodeItem[],
  read: Read,
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
      return chosen
        .map(value => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
        .join(separator as string | undefined)
    case 'countUnique':
      return new Set(chosen).size
    case 'max':
      return extreme(isOfNumbers ? numbers : present, (left, right) => left > right)
    case 'min':
      return extreme(isOfNumbers ? numbers : present, (left, right) => left < right)
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
