import { isRecord } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { DOTS_HINT } from './sort.ts'
import { copyOf, namesIn, removeAt, valueAt } from './tools/field-path.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { askedText, fieldsIn, objectOf, textOf } from './tools/parameters.ts'

/** Split Out: one item for each entry of a list; several lists are split together. */
export const splitOut: NodeType = {
  run: context => ({
    main: [splitLists(context, fieldsIn(context.parameter('fieldsToInclude', 0, ''), 'Fields To Include'))],
  }),
}

/** How Item Lists differs. */
export interface SplitRules {
  /** What a field must be; anything where left out. */
  only?: 'array' | 'array or object'
  /** Whether a field that an item lacks fails the node. */
  isRequired?: boolean
  /** Whether nothing is said of fields that are missing everywhere. */
  isSilent?: boolean
  /** Whether the items are empty where `include` is not known. */
  isEmptyElse?: boolean
}

const INCLUDES = ['noOtherFields', 'allOtherFields', 'selectedOtherFields']

/** @param fieldsToInclude which other fields the items keep, where only some do */
export function splitLists(context: NodeContext, fieldsToInclude: string[], rules: SplitRules = {}): NodeItem[] {
  const made: NodeItem[] = []
  const missing = new Map<string, number>()
  for (const [at, item] of context.items.entries()) {
    context.checkTime()
    const fields = splitFields(context, at, rules)
    const options = objectOf(context, 'options', at)
    const names = newNames(options.destinationFieldName || '', at, rules)
    const isDotted = !options.disableDotNotation
    const include = textOf(context, 'include', at, 'noOtherFields')
    if (names.length > 0 && names.length !== fields.length) {
      throw new NodeFailure(
        'If multiple fields to split out are given, the same number of destination fields must be given',
      )
    }
    if (rules.only) for (const field of fields) checkField(item, field, isDotted, rules, at)
    const lists = fields.map(field => listOf(item, field, isDotted))
    for (const [number, field] of fields.entries()) {
      if (lists[number] === undefined) missing.set(field, (missing.get(field) ?? 0) + 1)
    }
    const rows = rowsOf(fields, lists, names, {
      isAlone: include === 'noOtherFields',
      isNullWhole: rules.only === 'array',
    })
    if (include === 'selectedOtherFields' && fieldsToInclude.length === 0 && rows.length > 0) {
      throw new NodeFailure('No fields specified', { description: 'Please add a field to include' })
    }
    for (const row of rows) {
      context.checkTime()
      const others = otherFields(item, include, fields, fieldsToInclude, isDotted)
      if (rules.isEmptyElse && !INCLUDES.includes(include)) row.json = {}
      const json = include === 'allOtherFields' ? { ...others, ...row.json } : { ...row.json, ...others }
      for (const [field, value] of Object.entries(json)) if (value === undefined) delete json[field]
      const binary = row.binary ?? (options.includeBinary ? item.binary : undefined)
      const split = { json, ...(binary ? { binary } : {}), pairedItem: { item: at } }
      context.countOutput(split)
      made.push(split)
    }
  }
  for (const [field, count] of missing) {
    if (rules.isSilent || count < context.items.length) continue
    context.hint(`The field '${field}' wasn't found in any input item`, {
      group: { key: 'fieldNotFound', summary: "{count} fields weren't found in your input items", label: field },
    })
  }
  return made
}

function splitFields(context: NodeContext, at: number, { isSilent, only }: SplitRules): string[] {
  const given = context.parameter('fieldToSplitOut', at, '')
  if (only === 'array') return [askedText(given, 'fieldToSplitOut.includes', at)]
  const withoutPrefix = (field: string) => field.trim().replace(/^\$json\./, '')
  if (!isSilent) return (given === '' ? [''] : fieldsIn(given, 'Fields To Split Out')).map(withoutPrefix)
  const fields = askedText(given, 'this.getNodeParameter(...).split', at).split(',')
  return fields.map(field => (context.typeVersion < 3 ? field.trim() : withoutPrefix(field)))
}

/** The first version of Item Lists takes one field, and any text as its new name. */
function newNames(given: unknown, at: number, { only }: SplitRules): string[] {
  if (only === 'array') return given === '' ? [] : [String(given)]
  return namesIn(askedText(given, '(options.destinationFieldName || "").split', at))
}

function checkField({ json }: NodeItem, field: string, isDotted: boolean, rules: SplitRules, itemIndex: number): void {
  const { only, isRequired } = rules
  const value = valueAt(json, field, isDotted)
  if (value === undefined && !isRequired) return
  if (value === undefined) {
    if (!isDotted && field.includes('.')) {
      throw new NodeFailure(`Couldn't find the field '${field}' in the input data`, { description: DOTS_HINT })
    }
    throw new NodeFailure(`Couldn't find the field '${field}' in the input data`, { context: { itemIndex } })
  }
  if (Array.isArray(value) || (only !== 'array' && isRecord(value))) return
  throw new NodeFailure(`The provided field '${field}' is not an ${only}`, { context: { itemIndex } })
}

function listOf(item: NodeItem, field: string, isDotted: boolean): unknown[] | undefined {
  if (field === '$binary') {
    return Object.entries(item.binary ?? {}).map(([name, file]) => new BinaryEntry(name, file))
  }
  const found = valueAt(item.json, field, isDotted)
  if (found === undefined) return undefined
  if (Array.isArray(found)) return found
  return isRecord(found) ? Object.values(found) : [found]
}

class BinaryEntry {
  readonly name: string
  readonly file: unknown

  constructor(name: string, file: unknown) {
    this.name = name
    this.file = file
  }
}

interface Row {
  json: Item
  binary?: Record<string, unknown>
}

interface RowRules {
  /** Whether an object stands for the whole item. */
  isAlone: boolean
  /** Whether null does so too: the first version takes it for an object. */
  isNullWhole: boolean
}

function rowsOf(
  fields: string[],
  lists: (unknown[] | undefined)[],
  names: string[],
  { isAlone, isNullWhole }: RowRules,
): Row[] {
  const length = Math.max(0, ...lists.map(list => list?.length ?? 0))
  return Array.from({ length }, (_, at): Row => {
    const row: Row = { json: {} }
    for (const [number, field] of fields.entries()) {
      const list = lists[number]
      const value = list?.[at]
      if (value instanceof BinaryEntry) {
        row.binary = { ...row.binary, [value.name]: value.file }
        continue
      }
      if (value === undefined) continue
      const name = names[number]
      const isObject = typeof value === 'object' && (value !== null || isNullWhole)
      const isWhole = isAlone && fields.length === 1 && isObject && !name
      if (isWhole) Object.assign(row.json, copyOf(value))
      else row.json[name ?? field] = copyOf(value)
    }
    return row
  })
}

function otherFields({ json }: NodeItem, include: string, split: string[], wanted: string[], isDotted: boolean): Item {
  if (include === 'allOtherFields') {
    const made = copyOf(json)
    for (const field of split) removeAt(made, field, isDotted)
    return made
  }
  if (include !== 'selectedOtherFields') return {}
  const made: Item = {}
  for (const field of wanted) {
    made[field] = copyOf(valueAt(json, field, isDotted))
  }
  return made
}
