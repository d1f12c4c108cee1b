import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { checkFields, checkPairs, userFailure } from './merge.ts'
import { counted, pairsOf } from './tools/combine-items.ts'
import { copyOf, namesIn, removeAt, setAt, valueAt } from './tools/field-path.ts'
import { type FieldPair, findMatches, looselyEqual, strictlyEqual } from './tools/match-items.ts'
import type { NodeContext, NodeType } from './tools/node-context.ts'
import { askedText, entriesOf, objectOf, textOf } from './tools/parameters.ts'

/** Compare Datasets: in A only, same, different, in B only. */
export const compareDatasets: NodeType = {
  outputs: () => 4,
  run(context) {
    const options = objectOf(context, 'options', 0)
    const isDotted = !options.disableDotNotation
    const isFuzzy = Boolean(
      context.typeVersion < 2 ? options.fuzzyCompare : context.parameter('fuzzyCompare', 0, false),
    )
    const isZeroBlank = context.typeVersion >= 2
    const comparison: Comparison = {
      context,
      pairs: pairsOfFields(context),
      isDotted,
      isFuzzy,
      skipped: namesIn(askedText(options.skipFields || '', '(options.skipFields || "").split', 0)),
      resolve: textOf(context, 'resolve', 0, context.typeVersion < 2.1 ? 'preferInput2' : 'includeBoth'),
      isEqual: isFuzzy ? (left, right) => looselyEqual(left, right, isZeroBlank) : strictlyEqual,
    }
    const dotted = isDotted ? undefined : comparison.skipped.find(name => name.includes('.'))
    if (dotted !== undefined) {
      throw userFailure(`Dot notation is disabled, but field to skip comparing '${dotted}' contains dot`)
    }
    const [first, second] = filledInputs(context, comparison.pairs, isDotted)
    const { matched, unmatched1, unmatched2 } = findMatches(first, second, {
      ...comparison,
      isFirstOnly: options.multipleMatches !== 'all',
      checkTime: () => context.checkTime(),
    })
    const [same, different]: [NodeItem[], NodeItem[]] = [[], []]
    for (const { item, matches } of matched) {
      const others = matches.flatMap(at => second[at] ?? [])
      const equal = others.find(other => areEqual(item, other, comparison))
      if (equal) same.push(isFuzzy && comparison.resolve === 'preferInput2' ? equal : item)
      for (const other of others) {
        context.checkTime()
        if (areEqual(item, other, comparison)) continue
        different.push(counted(context, resolved(item, other, comparison)))
      }
    }
    return { main: [unmatched1, same, different, unmatched2] }
  },
}

/** The items of both inputs that have fields. Before version 2.2, each field to match is in one of them. */
function filledInputs(context: NodeContext, pairs: readonly FieldPair[], isDotted: boolean): [NodeItem[], NodeItem[]] {
  const filled = (at: number) => (context.inputs[at] ?? []).filter(({ json }) => Object.keys(json).length > 0)
  const [first, second] = [filled(0), filled(1)]
  if (context.typeVersion >= 2.2) return [first, second]
  const checked = (items: readonly NodeItem[], fields: readonly unknown[], input: string) => {
    if (items.length > 0) checkFields(items, fields, isDotted, input)
  }
  checked(
    first,
    pairs.map(({ field1 }) => field1),
    'Input A',
  )
  checked(
    second,
    pairs.map(({ field2 }) => field2),
    'Input B',
  )
  return [first, second]
}

interface Comparison {
  context: NodeContext
  pairs: FieldPair[]
  isDotted: boolean
  isFuzzy: boolean
  skipped: string[]
  resolve: string
  isEqual(left: unknown, right: unknown): boolean
}

/** Without pairs, each item matches each. */
function pairsOfFields(context: NodeContext): FieldPair[] {
  const pairs = entriesOf(context, 'mergeByFields.values', 0).map(({ field1, field2 }) => ({ field1, field2 }))
  checkPairs(pairs)
  return pairs
}

function areEqual(item: NodeItem, other: NodeItem, { skipped, isFuzzy, isDotted, isEqual }: Comparison): boolean {
  const [left, right] = [withoutFields(item.json, skipped, isDotted), withoutFields(other.json, skipped, isDotted)]
  if (!isFuzzy) return isDeepStrictEqual(left, right)
  return Object.keys(left).every(name => isEqual(left[name], right[name]))
}

const namesOf = (left: Item, right: Item) => [...new Set([...Object.keys(left), ...Object.keys(right)])]

function withoutFields(json: Item, names: string[], isDotted: boolean): Item {
  if (names.length === 0) return json
  const made = copyOf(json)
  for (const name of names) removeAt(made, name, isDotted)
  return made
}

function resolved(item: NodeItem, other: NodeItem, comparison: Comparison): NodeItem {
  const { resolve } = comparison
  if (resolve === 'preferInput1') return item
  if (resolve === 'preferInput2') return other
  return resolve === 'mix' ? mixed(comparison, item, other) : withBoth(item, other, comparison)
}

function mixed({ context, isDotted }: Comparison, item: NodeItem, other: NodeItem): NodeItem {
  const isFirst = textOf(context, 'preferWhenMix', 0, 'input1') === 'input1'
  const [base, exception] = isFirst ? [item, other] : [other, item]
  const json = { ...base.json }
  const except = context.parameter('exceptWhenMix', 0, '')
  for (const name of namesIn(Array.isArray(except) ? except : askedText(except || '', 'except.split', 0))) {
    json[name] = isDotted ? (valueAt(exception.json, name) ?? null) : exception.json[name]
  }
  return { ...base, json }
}

function withBoth(
  item: NodeItem,
  other: NodeItem,
  { context, pairs, skipped, isDotted, isFuzzy, isEqual }: Comparison,
): NodeItem {
  const { typeVersion } = context
  const [nameA, nameB] = typeVersion < 2 ? ['input1', 'input2'] : ['inputA', 'inputB']
  const shown = (value: unknown) => (typeVersion < 2 ? value || null : (value ?? null))
  const keys: Item = {}
  for (const field of pairs.map(({ field1 }) => String(field1)))
    if (Object.hasOwn(item.json, field)) keys[field] = item.json[field]
  const names = namesOf(item.json, other.json)
  const isOfBoth = (name: string) => Object.hasOwn(item.json, name) && Object.hasOwn(other.json, name)
  const isSame = (name: string) =>
    ((isFuzzy && typeVersion >= 2.1) || isOfBoth(name)) && isEqual(item.json[name], other.json[name])
  const parts: { same: Item; different: Item; skipped: Item } = { same: {}, different: {}, skipped: {} }
  for (const name of names.filter(isSame)) parts.same[name] = item.json[name]
  for (const [at, name] of names.filter(each => !isSame(each)).entries()) {
    const [left, right] = [copyOf(shown(item.json[name])), copyOf(shown(other.json[name]))]
    if (skipped.includes(name)) {
      parts.skipped[name] = { [nameA]: left, [nameB]: right }
      continue
    }
    const nested =
      typeVersion >= 2.1 && isDotted ? skipped.filter(path => path.startsWith(name) && path.includes('.')) : []
    if (nested.length > 0)
      parts.skipped[name] = { [nameA]: takenOut(left, name, at, nested), [nameB]: takenOut(right, name, at, nested) }
    parts.different[name] = { [nameA]: left, [nameB]: right }
  }
  const json = {
    keys,
    same: parts.same,
    different: parts.different,
    ...(Object.keys(parts.skipped).length > 0 ? { skipped: parts.skipped } : {}),
  }
  return { json, pairedItem: [...pairsOf(item), ...pairsOf(other)] }
}

/** Moves the values at skipped paths out of a field. @throws NodeFailure where the field is no object */
function takenOut(value: unknown, name: string, at: number, paths: readonly string[]): Item {
  if (typeof value !== 'object') {
    throw userFailure(`The field '${name}' in item ${at} is not an object. It is not possible to use dot notation.`)
  }
  const made: Item = {}
  for (const path of paths) {
    const inner = path.replace(`${name}.`, '')
    setAt(made, inner, valueAt(value, inner))
    if (isRecord(value)) removeAt(value, inner)
  }
  return made
}
