import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { DOTS_HINT } from './sort.ts'
import { pairsOf } from './tools/combine-items.ts'
import { copyOf, setAt, valueAt } from './tools/field-path.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { askedText, entriesOf, fieldsIn, objectOf, shownParameter } from './tools/parameters.ts'

/** Aggregate: all items in one. */
export const aggregate: NodeType = {
  run: context => ({ main: [[aggregated(context, (name, label) => fieldsIn(context.parameter(name, 0, ''), label))]] }),
}

/** @param namesOf the fields that a parameter lists; it is asked where whole items are gathered */
export function aggregated(context: NodeContext, namesOf: (name: string, label: string) => unknown[]): NodeItem {
  const options = objectOf(context, 'options', 0)
  const isOfFields = context.parameter('aggregate', 0, '') === 'aggregateIndividualFields'
  const made = isOfFields ? fieldLists(context, options) : wholeItems(context, namesOf)
  const gathered = recordsOf(made.pairedItem).flatMap(({ item }) => context.items[Number(item)] ?? [])
  const binary = options.includeBinaries ? filesOf(gathered, Boolean(options.keepOnlyUnique)) : undefined
  return { ...made, ...(binary ? { binary } : {}) }
}

function wholeItems(context: NodeContext, namesOf: (name: string, label: string) => unknown[]): NodeItem {
  const name = String(shownParameter(context, 'destinationFieldName', 0))
  const excluded = namesOf('fieldsToExclude', 'Fields To Exclude')
  const included = namesOf('fieldsToInclude', 'Fields To Include')
  const isWhole = excluded.length === 0 && included.length === 0
  const list: Item[] = []
  const pairedItem = []
  for (const item of context.items) {
    context.checkTime()
    const json = isWhole ? item.json : partOf(item.json, excluded, included)
    if (!isWhole && Object.keys(json).length === 0) continue
    list.push(json)
    for (const pair of pairsOf(item)) pairedItem.push(pair)
  }
  return { json: { [name]: list }, pairedItem }
}

function partOf(json: Item, excluded: unknown[], included: unknown[]): Item {
  const isWanted = (name: string) => !excluded.includes(name) && (included.length === 0 || included.includes(name))
  return Object.fromEntries(Object.entries(json).filter(([name]) => isWanted(name)))
}

function fieldLists(context: NodeContext, options: Record<string, unknown>): NodeItem {
  const isDotted = !options.disableDotNotation
  const fields = entriesOf(context, 'fieldsToAggregate.fieldToAggregate', 0)
  if (fields.length === 0) {
    throw new NodeFailure('No fields specified', { description: 'Please add a field to aggregate' })
  }
  if (context.node.type !== 'n8n-nodes-base.aggregate' && context.typeVersion < 2.1)
    checkFound(context, fields, options)
  const seen = new Set<unknown>()
  const values = new Map<string, unknown[]>()
  for (const { fieldToAggregate: field, renameField, outputFieldName } of fields) {
    const output = renameField ? outputFieldName : field
    if (seen.has(output)) {
      throw new NodeFailure(`The '${String(output)}' output field is used more than once`, {
        description: 'Please make sure each output field name is unique',
      })
    }
    seen.add(output)
    const name = outputFieldName || (isDotted ? lastPart(field) : field)
    if (field !== '') values.set(String(name), listOf(context, field, options, isDotted))
  }
  const json: Item = {}
  for (const [name, list] of values) setAt(json, name, list, isDotted)
  return { json, pairedItem: context.items.flatMap(pairsOf) }
}

/** What a list is named after its field. A list of parts has no dots between them. */
function lastPart(field: unknown): unknown {
  return Array.isArray(field) ? field : askedText(field, 'fieldToAggregate.includes', 0).split('.').at(-1)
}

/** The first versions of Item Lists want each field in an item. */
function checkFound(context: NodeContext, fields: readonly Item[], options: Record<string, unknown>): void {
  const isDotted = !options.disableDotNotation
  for (const { fieldToAggregate } of fields) {
    const field = String(fieldToAggregate ?? '')
    if (field === '') {
      throw new NodeFailure('Field to aggregate is blank', { description: 'Please add a field to aggregate' })
    }
    if (context.items.some(({ json }) => valueAt(json, field, isDotted) !== undefined)) continue
    const isNested = !isDotted && field.includes('.')
    if (!isNested && options.keepMissing) continue
    throw new NodeFailure(
      `Couldn't find the field '${field}' in the input data`,
      isNested ? { description: DOTS_HINT } : {},
    )
  }
}

function listOf(context: NodeContext, field: unknown, options: Record<string, unknown>, isDotted: boolean): unknown[] {
  const list: unknown[] = []
  const isKeepingMissing = Boolean(options.keepMissing)
  let isFound = false
  for (const { json } of context.items) {
    context.checkTime()
    const value = valueAt(json, field, isDotted)
    if (value !== undefined) isFound = true
    if ((value === undefined || value === null) && !isKeepingMissing) continue
    const kept = copyOf(value ?? null)
    const shown = Array.isArray(kept) && !isKeepingMissing ? kept.filter(entry => entry !== null) : kept
    if (options.mergeLists && Array.isArray(shown)) for (const entry of shown) list.push(entry)
    else list.push(shown)
  }
  if (!isFound && context.node.type === 'n8n-nodes-base.aggregate') {
    context.hint(`The field '${String(field)}' wasn't found in any input item`)
  }
  return list
}

/** Files that are alike in type and size count as one, where duplicates are removed. */
function filesOf(items: readonly NodeItem[], isUnique: boolean): Record<string, unknown> | undefined {
  const made: Record<string, unknown> = {}
  const seen = new Set<string>()
  for (const { binary } of items) {
    for (const [name, file] of Object.entries(binary ?? {})) {
      const { mimeType, fileType, fileExtension, fileSize } = isRecord(file) ? file : {}
      const kind = JSON.stringify([mimeType, fileType, fileExtension, fileSize])
      if (isUnique && seen.has(kind)) continue
      seen.add(kind)
      let free = name
      for (let number = 1; Object.hasOwn(made, free); number++) free = `${name}_${number}`
      made[free] = file
    }
  }
  return Object.keys(made).length > 0 ? made : undefined
}
