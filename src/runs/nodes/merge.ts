import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { excludedIn } from './excluded-modes.ts'
import { mergeOld } from './merge-old.ts'
import { unknownMode } from './stop-and-error.ts'
import {
  type ClashHandling,
  clashHandlingOf,
  combinedItem,
  counted,
  pairsOf,
  withSuffix,
} from './tools/combine-items.ts'
import { hasPath } from './tools/field-path.ts'
import { type FieldPair, findMatches, looselyEqual, strictlyEqual } from './tools/match-items.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { askedText, entriesOf, numberOf, objectOf, textOf } from './tools/parameters.ts'

/** Merge: from version 2 on; version 1 has modes of its own. SQL needs a database, which is not there. */
export const merge: NodeType = {
  inputs: ({ typeVersion = 1, parameters = {} }) =>
    typeVersion >= 2 && parameters.mode === 'chooseBranch' ? 'all' : 'any',
  run(context) {
    if (context.typeVersion < 2) return { main: [mergeOld(context)] }
    const mode = textOf(context, 'mode', 0, 'append')
    const excluded = excludedIn(context)
    if (excluded !== undefined) return { callsService: excluded }
    if (mode === 'append') return out(inputsOf(context).flat())
    if (mode === 'chooseBranch') return out(chosenBranch(context))
    if (context.typeVersion >= 3 && mode !== 'combine') throw unknownMode()
    const items = combine(context)
    return items ? out(items) : { main: context.typeVersion < 3 ? [[]] : [] }
  },
}

/** How many inputs a Merge node has, whatever is connected. */
function mergeInputs({ typeVersion = 1, parameters = {} }: Node): number {
  const given = Number(parameters.numberInputs)
  return typeVersion < 3 || !(given >= 1) ? 2 : Math.min(Math.floor(given), MAX_INPUTS)
}

const MAX_INPUTS = 100

const out = (items: NodeItem[]): NodeResult => ({ main: [items] })

/** The items of an input; none where nothing is connected. */
const inputOf = (context: NodeContext, at: number) => [...(context.inputs[at] ?? [])]

const inputsOf = (context: NodeContext) =>
  Array.from({ length: mergeInputs(context.node) }, (_, at) => inputOf(context, at))

function chosenBranch(context: NodeContext): NodeItem[] {
  const output = textOf(context, 'output', 0, context.typeVersion < 3 ? 'input1' : 'specifiedInput')
  if (output === 'empty') return [{ json: {}, pairedItem: context.inputs.slice(0, 2).flat().flatMap(pairsOf) }]
  if (context.typeVersion < 3) return inputOf(context, output === 'input2' ? 1 : 0)
  const wanted = numberOf(context, 'useDataOfInput', 0, 1)
  const count = mergeInputs(context.node)
  if (wanted > count) {
    throw new NodeFailure(`Input ${wanted} doesn't exist`, {
      description: `The node has only ${count} inputs, so selecting input ${wanted} is not possible.`,
    })
  }
  return inputOf(context, wanted - 1)
}

/** Items that belong together as one; `undefined` where nothing can be combined. */
function combine(context: NodeContext): NodeItem[] | undefined {
  const given = context.parameter('options.clashHandling.values', 0)
  const how = clashHandlingOf(given)
  const by =
    context.typeVersion < 3
      ? textOf(context, 'combinationMode', 0, 'mergeByFields')
      : textOf(context, 'combineBy', 0, 'combineByFields')
  switch (by) {
    case 'mergeByPosition':
      return byPositionOfTwo(context, how)
    case 'combineByPosition':
      return byPosition(context, how)
    case 'multiplex':
    case 'combineAll':
      return all(context, how)
    default:
      if (context.typeVersion >= 3 && by !== 'combineByFields') throw unknownMode()
      return byFields(context, how, hasUnknownClash(context, given))
  }
}

/** An item of the first input with one of the second, in the order in which they are preferred. */
function joined(left: NodeItem, right: NodeItem, how: ClashHandling, usual: string): NodeItem {
  const resolve = how.resolveClash ?? usual
  if (resolve === 'addSuffix') return combinedItem([withSuffix(left, '1'), withSuffix(right, '2')], how)
  return combinedItem(resolve === 'preferInput1' ? [right, left] : [left, right], how)
}

function byFields(context: NodeContext, how: ClashHandling, isUnknown: boolean): NodeItem[] | undefined {
  const [first, second] = [inputOf(context, 0), inputOf(context, 1)]
  const pairs = fieldPairs(context)
  const joinMode = textOf(context, 'joinMode', 0, 'keepMatches')
  const outputDataFrom = joinMode === 'keepEverything' ? 'both' : textOf(context, 'outputDataFrom', 0, 'both')
  const options = objectOf(context, 'options', 0)
  const isDotted = !options.disableDotNotation
  if (context.typeVersion < 2.1) {
    checkFields(
      first,
      pairs.map(({ field1 }) => field1),
      isDotted,
      'Input 1',
    )
    checkFields(
      second,
      pairs.map(({ field2 }) => field2),
      isDotted,
      'Input 2',
    )
  }
  if (first.length === 0 || second.length === 0) return ofOneInput(first, second, joinMode, outputDataFrom)
  if (pairs.length === 0) return joinMode === 'enrichInput1' || joinMode === 'keepNonMatches' ? first : []
  const hasMatchOption = joinMode !== 'keepNonMatches' && (joinMode !== 'keepMatches' || outputDataFrom === 'both')
  const { matched, matchedInSecond, unmatched1, unmatched2 } = findMatches(first, second, {
    pairs,
    isDotted,
    isEqual: options.fuzzyCompare ? looselyEqual : strictlyEqual,
    isFirstOnly: hasMatchOption && (options.multipleMatches || 'all') !== 'all',
    checkTime: () => context.checkTime(),
  })
  if (joinMode === 'keepNonMatches') {
    if (outputDataFrom === 'input1') return unmatched1
    if (outputDataFrom === 'input2') return unmatched2
    return [...unmatched1.map(withSource('input1')), ...unmatched2.map(withSource('input2'))]
  }
  if (joinMode === 'keepMatches' && outputDataFrom === 'input1') return matched.map(({ item }) => item)
  if (joinMode === 'keepMatches' && outputDataFrom === 'input2') return itemsAt(second, matchedInSecond)

  const usual = joinMode === 'enrichInput2' ? 'preferInput1' : 'preferLast'
  const made = matched.flatMap(({ item, matches }) =>
    itemsAt(second, matches).map(other =>
      isUnknown ? { json: {}, binary: {}, pairedItem: [] } : counted(context, joined(item, other, how, usual)),
    ),
  )
  const suffixed = (suffix: string) => (item: NodeItem) =>
    how.resolveClash === 'addSuffix' ? withSuffix(item, suffix) : item
  const rest1 = joinMode === 'keepEverything' || joinMode === 'enrichInput1' ? unmatched1 : []
  const rest2 = joinMode === 'keepEverything' || joinMode === 'enrichInput2' ? unmatched2 : []
  return [...made, ...rest1.map(suffixed('1')), ...rest2.map(suffixed('2'))]
}

/** What is put out where one of the inputs is empty; `undefined` for nothing. */
function ofOneInput(first: NodeItem[], second: NodeItem[], joinMode: string, outputDataFrom: string) {
  if (joinMode === 'keepNonMatches') {
    if (first.length === 0 && outputDataFrom === 'input1') return []
    if (second.length === 0 && outputDataFrom === 'input2') return []
  }
  if (joinMode === 'keepMatches') return undefined
  if (joinMode === 'enrichInput1' && first.length === 0) return undefined
  if (joinMode === 'enrichInput2' && second.length === 0) return undefined
  return [...first, ...second]
}

/** @throws NodeFailure for a field that no item of the input has */
export function checkFields(items: readonly NodeItem[], fields: readonly unknown[], isDotted: boolean, input: string) {
  for (const field of fields) {
    const isThere = items.some(({ json }) => (isDotted ? hasPath(json, field) : Object.hasOwn(json, String(field))))
    if (!isThere) throw userFailure(`Field '${String(field)}' is not present in any of items in '${input}'`)
  }
}

/** Whether the values of a clash are given without one of the ways to resolve it: then the fields are lost. */
function hasUnknownClash({ typeVersion }: NodeContext, values: unknown): boolean {
  if (!isRecord(values)) return false
  return !['addSuffix', 'preferInput1', typeVersion < 3 ? 'preferInput2' : 'preferLast'].includes(
    String(values.resolveClash),
  )
}

const itemsAt = (items: readonly NodeItem[], numbers: readonly number[]) =>
  numbers.flatMap(at => {
    const item = items[at]
    return item ? [item] : []
  })

const withSource =
  (source: string) =>
  (item: NodeItem): NodeItem => ({ ...item, json: { ...item.json, _source: source } })

function fieldPairs(context: NodeContext): FieldPair[] {
  const isShort = context.typeVersion >= 3 && !context.parameter('advanced', 0, false)
  const pairs = isShort
    ? askedText(context.parameter('fieldsToMatchString', 0, ''), 'this.getNodeParameter(...).split', 0)
        .split(',')
        .map(name => ({ field1: name.trim(), field2: name.trim() }))
    : entriesOf(context, 'mergeByFields.values', 0).map(({ field1, field2 }) => ({ field1, field2 }))
  checkPairs(pairs)
  return pairs
}

/** @throws NodeFailure where a pair lacks one of its fields */
export function checkPairs(pairs: readonly FieldPair[]): void {
  const [pair] = pairs
  if (pair && pairs.length === 1 && pair.field1 === '' && pair.field2 === '') throw userFailure(NO_FIELDS)
  for (const [at, { field1, field2 }] of pairs.entries()) {
    if (field1 !== '' && field2 !== '') continue
    throw userFailure(
      `You need to define both fields in "Fields to Match" for pair ${at + 1},\n\t\t\t\t field 1 = '${String(field1)}'\n\t\t\t\t field 2 = '${String(field2)}'`,
    )
  }
}

const NO_FIELDS = 'You need to define at least one pair of fields in "Fields to Match" to match on'

/** An error that the service blames on the user: it names neither a node nor a context. */
export const userFailure = (message: string) =>
  new NodeFailure(message, {
    whole: { level: 'warning', shouldReport: false, tags: {}, message, stack: `UserError: ${message}` },
  })

function byPosition(context: NodeContext, how: ClashHandling): NodeItem[] {
  const inputs = inputsOf(context)
  const lengths = inputs.map(items => items.length)
  const isUnpairedKept = Boolean(context.parameter('options.includeUnpaired', 0, false))
  const length = isUnpairedKept ? Math.max(...lengths) : Math.min(...lengths)
  if (length === 0 && !isUnpairedKept) {
    context.hint('Consider enabling "Include Any Unpaired Items" in options or check your inputs', {
      location: undefined,
    })
  }
  const preferred = preferredInput(how.resolveClash, inputs.length)
  return Array.from({ length }, (_, at) => {
    context.checkTime()
    const items = inputs.flatMap((input, number) => {
      const item = input[at]
      if (!item) return []
      return [how.resolveClash === 'addSuffix' ? withSuffix(item, String(number + 1)) : item]
    })
    const last = inputs[preferred]?.[at]
    return combinedItem(last ? [...items, last] : items, how)
  })
}

/** The input whose fields stay; the service adds it a second time. */
function preferredInput(resolveClash: string | undefined, inputs: number): number {
  const number = Number(/^preferInput(\d+)$/.exec(resolveClash ?? '')?.[1] ?? inputs)
  return number - 1
}

function byPositionOfTwo(context: NodeContext, how: ClashHandling): NodeItem[] {
  const [first, second] = [inputOf(context, 0), inputOf(context, 1)]
  if (first.length === 0 || second.length === 0) return [...first, ...second]
  const isUnpairedKept = Boolean(context.parameter('options.includeUnpaired', 0, false))
  const length = isUnpairedKept ? Math.max(first.length, second.length) : Math.min(first.length, second.length)
  return Array.from({ length }, (_, at): NodeItem => {
    context.checkTime()
    const [left, right] = [first[at], second[at]]
    if (left && right) return joined(left, right, how, 'preferInput2')
    const only = left ?? right ?? { json: {} }
    return how.resolveClash === 'addSuffix' ? withSuffix(only, left ? '1' : '2') : only
  })
}

/** Each with each; what is preferred is what changes faster or slower. */
function all(context: NodeContext, how: ClashHandling): NodeItem[] {
  const [first, second] = [inputOf(context, 0), inputOf(context, 1)]
  const [outer, inner] = how.resolveClash === 'preferInput1' ? [second, first] : [first, second]
  const isSwapped = outer !== first
  return outer.flatMap(one =>
    inner.map(other =>
      counted(context, isSwapped ? joined(other, one, how, 'preferLast') : joined(one, other, how, 'preferLast')),
    ),
  )
}
