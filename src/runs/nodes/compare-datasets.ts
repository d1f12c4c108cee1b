import { isDeepStrictEqual } from 'node:util'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { userFailure } from './merge.ts'
import { pairsOf } from './tools/combine-items.ts'
import { copyOf, namesIn, partsOf, removeAt, setAt, valueAt } from './tools/field-path.ts'
import { type FieldPair, findMatches, looselyEqual, strictlyEqual } from './tools/match-items.ts'
import type { NodeContext, NodeType } from './tools/node-context.ts'
import { entriesOf, objectOf, textOf } from './tools/parameters.ts'

/** Compare Datasets: in A only, same, different, in B only. */
export const compareDatasets: NodeType = {
  outputs: () => 4,
  run(context) {
    const options = objectOf(context, 'options', 0)
    const isDotted = options.disableDotNotation !== true
    const isFuzzy =
      (context.typeVersion < 2 ? options.fuzzyCompare : context.parameter('fuzzyCompare', 0, false)) === true
    const isZeroBlank = context.typeVersion >= 2
    const comparison: Comparison = {
      context,
      pairs: pairsOfFields(context),
      isDotted,
      isFuzzy,
      skipped: namesIn(options.skipFields),
      resolve: textOf(context, 'resolve', 0, context.typeVersion < 2.1 ? 'preferInput2' : 'includeBoth'),
      isEqual: isFuzzy ? (left, right) => looselyEqual(left, right, isZeroBlank) : strictlyEqual,
    }
    const dotted = isDotted ? undefined : comparison.skipped.find(name => name.includes('.'))
    if (dotted !== undefined) {
      throw userFailure(`Dot notation is disabled, but field to skip comparing '${dotted}' contains dot`)
    }
    const [first, second] = [[...(context.inputs[0] ?? [])], [...(context.inputs[1] ?? [])]]
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
      for (const other of others)
        if (!areEqual(item, other, comparison)) different.push(resolved(item, other, comparison))
    }
    return { main: [unmatched1, same, different, unmatched2] }
  },
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

function pairsOfFields(context: NodeContext): FieldPair[] {
  const pairs = entriesOf(context, 'mergeByFields.values', 0).map(({ field1, field2 }) => ({
    field1: String(field1 ?? ''),
    field2: String(field2 ?? ''),
  }))
  const [pair] = pairs
  if (!pair || (pairs.length === 1 && pair.field1 === '' && pair.field2 === '')) {
    throw userFailure('You need to define at least one pair of fields in "Fields to Match" to match on')
  }
  return pairs
}

function areEqual(item: NodeItem, other: NodeItem, { skipped, isFuzzy, isDotted, isEqual }: Comparison): boolean {
  const [left, right] = [withoutFields(item.json, skipped, isDotted), withoutFields(other.json, skipped, isDotted)]
  if (!isFuzzy) return isDeepStrictEqual(left, right)
  return namesOf(left, right).every(name => isEqual(left[name], right[name]))
}

const namesOf = (left: Item, right: Item) => [...new Set([...Object.keys(left), ...Object.keys(right)])]

function withoutFields(json: Item, names: string[], isDotted: boolean): Item {
  if (names.length === 0) return json
  const made = copyOf(json)
  for (const name of names) removeAt(made, name, isDotted)
  return made
}

function resolved(item: NodeItem, other: NodeItem, comparison: Comparison): NodeItem {
  const { context, resolve } = comparison
  if (resolve === 'preferInput1') return item
  if (resolve === 'preferInput2') return other
  return resolve === 'mix' ? mixed(context, item, other) : withBoth(item, other, comparison)
}

function mixed(context: NodeContext, item: NodeItem, other: NodeItem): NodeItem {
  const isFirst = textOf(context, 'preferWhenMix', 0, 'input1') === 'input1'
  const [base, exception] = isFirst ? [item, other] : [other, item]
  const json = { ...base.json }
  for (const name of namesIn(context.parameter('exceptWhenMix', 0, ''))) json[name] = exception.json[name] ?? null
  return { ...base, json }
}

function withBoth(
  item: NodeItem,
  other: NodeItem,
  { context, pairs, skipped, isDotted, isEqual }: Comparison,
): NodeItem {
  const [nameA, nameB] = context.typeVersion < 2 ? ['input1', 'input2'] : ['inputA', 'inputB']
  const kept = ({ json }: NodeItem) => withoutFields(json, skipped, isDotted)
  const keys: Item = {}
  for (const { field1 } of pairs) if (Object.hasOwn(item.json, field1)) keys[field1] = item.json[field1]
  const parts: { same: Item; different: Item; skipped: Item } = { same: {}, different: {}, skipped: {} }
  for (const name of namesOf(item.json, other.json)) {
    const [left, right] = [item.json[name], other.json[name]]
    if (isEqual(left, right)) parts.same[name] = left
    else if (skipped.includes(name)) parts.skipped[name] = { [nameA]: left ?? null, [nameB]: right ?? null }
    else parts.different[name] = { [nameA]: kept(item)[name] ?? null, [nameB]: kept(other)[name] ?? null }
  }
  for (const path of isDotted ? skipped : []) {
    const name = partsOf(path)[0] ?? path
    if (name === path || (valueAt(item.json, path) ?? valueAt(other.json, path)) === undefined) continue
    parts.skipped[name] = { [nameA]: onlyAt(item, path)[name] ?? null, [nameB]: onlyAt(other, path)[name] ?? null }
  }
  const json = {
    keys,
    same: parts.same,
    different: parts.different,
    ...(Object.keys(parts.skipped).length > 0 ? { skipped: parts.skipped } : {}),
  }
  return { json, pairedItem: [...pairsOf(item), ...pairsOf(other)] }
}

/** An object with nothing but the value at a path. */
function onlyAt({ json }: NodeItem, path: string): Item {
  const made: Item = {}
  const value = valueAt(json, path)
  if (value !== undefined) setAt(made, path, copyOf(value))
  return made
}
