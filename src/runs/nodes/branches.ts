import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { NodeItem } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { bareFailure } from './stop-and-error.ts'
import { type Comparisons, conditionsHold } from './tools/conditions.ts'
import { type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { oldConditionHolds, oldConditionsHold, timestamp } from './tools/old-conditions.ts'
import { entriesOf, invalidInput, shownParameter } from './tools/parameters.ts'

/** If, Filter and Switch: each item goes to an output. */

const MAX_OUTPUTS = 100
const RULES_MAX = 3

export const ifNode: NodeType = {
  outputs: () => 2,
  run: context => ({ main: split(context, 1, 'compareOperationFunctions[compareData.operation]') }),
}

/** Puts the items that pass into its output, and the others into a second one that nothing can be connected to. */
export const filter: NodeType = {
  run: context => ({
    main: split(context, undefined, 'GenericFunctions_1.compareOperationFunctions[condition.operation]'),
  }),
}

const isAny = (context: NodeContext, at: number) =>
  context.parameter('combineOperation', at) === 'any' || context.parameter('combineConditions', at) === 'OR'

/**
 * From version 2 on, an item whose conditions fail counts as one for which they do not hold, where the node goes on.
 *
 * @param other what is said of items for which they do not hold: the output by which they leave
 * @param table what version 1 calls its operations, in its error for an unknown one
 */
function split(
  context: NodeContext,
  other: number | undefined,
  table: Parameters<typeof oldConditionsHold>[3],
): NodeItem[][] {
  const [kept, dropped]: [NodeItem[], NodeItem[]] = [[], []]
  for (const [at, item] of context.items.entries()) {
    context.checkTime()
    const compared: Comparisons = []
    let isHeld = false
    try {
      isHeld =
        context.typeVersion < 2
          ? oldConditionsHold(context, isAny(context, at), at, table, compared)
          : conditionsHold(context, context.parameter('conditions', at), at, compared)
    } catch (error) {
      if (!(error instanceof NodeFailure) || context.onError === 'stop' || context.typeVersion < 2) throw error
    }
    context.decided({ itemIndex: at, output: isHeld ? 0 : other, conditions: compared })
    if (isHeld) kept.push(item)
    else dropped.push(item)
  }
  return [kept, dropped]
}

export const switchNode: NodeType = {
  outputs: switchOutputs,
  run(context) {
    const isOld = context.typeVersion < 3
    let main = context.typeVersion < 2 ? emptyOutputs(RULES_MAX + 1) : []
    for (const [at, item] of context.items.entries()) {
      context.checkTime()
      try {
        if (at === 0 && context.typeVersion >= 2) main = madeOutputs(context)
        const compared: Comparisons = []
        const outputs = chosenOutputs(context, at, main.length, compared)
        context.decided({ itemIndex: at, output: outputs[0], conditions: compared })
        for (const output of outputs) {
          const chosen = main[output]
          if (!chosen) throw new NodeFailure(NOT_THERE, isOld ? {} : { context: { itemIndex: at } })
          chosen.push(item)
        }
      } catch (error) {
        if (!(error instanceof NodeFailure) || context.onError === 'stop') throw error
        if (!main[0]) throw bareFailure(NOT_THERE)
        main[0].push({ json: { error: error.message } })
      }
    }
    return { main: main.length === 0 && !isOld ? [[]] : main }
  },
}

const emptyOutputs = (count: number): NodeItem[][] => Array.from({ length: count }, () => [])

/** The outputs that the node has with the values of its first item. */
function madeOutputs(context: NodeContext): NodeItem[][] {
  const mode = context.parameter('mode', 0)
  if (mode === 'expression') {
    return countedOutputs(context.parameter(context.typeVersion < 3 ? 'outputsAmount' : 'numberOutputs', 0))
  }
  if (mode !== 'rules') return []
  if (context.typeVersion < 3) return emptyOutputs(entriesOf(context, 'rules.rules', 0).length)
  const rules = entriesOf(context, 'rules.values', 0).length
  const isExtra = rules > 0 && context.parameter('options.fallbackOutput', 0) === 'extra'
  return emptyOutputs(rules + (isExtra ? 1 : 0))
}

/** A value that is no number makes one output. */
function countedOutputs(count: unknown): NodeItem[][] {
  if (typeof count !== 'number') return emptyOutputs(1)
  if (!Number.isInteger(count) || count < 0) throw new NodeFailure('Invalid array length')
  return emptyOutputs(Math.min(count, MAX_OUTPUTS))
}

/** What the service says of an output such as 0.5, which is between its bounds. */
const NOT_THERE = "Cannot read properties of undefined (reading 'push')"

function switchOutputs({ typeVersion = 1, parameters = {} }: Node): number {
  if (typeVersion < 2) return RULES_MAX + 1
  const isExpression = parameters.mode === 'expression'
  if (isExpression) {
    const given = Number((typeVersion < 3 ? parameters.outputsAmount : parameters.numberOutputs) ?? RULES_MAX + 1)
    return Math.min(Number.isInteger(given) && given > 0 ? given : RULES_MAX + 1, MAX_OUTPUTS)
  }
  const { rules, options } = parameters
  const { values, rules: oldRules } = isRecord(rules) ? rules : {}
  if (typeVersion < 3) return recordsOf(oldRules).length
  const extra = isRecord(options) && options.fallbackOutput === 'extra' ? 1 : 0
  return (values === undefined ? 1 : recordsOf(values).length) + extra
}

function chosenOutputs(context: NodeContext, at: number, outputs: number, compared: Comparisons): number[] {
  const mode = context.parameter('mode', context.typeVersion < 3 ? at : 0)
  if (mode === 'expression') return [expressedOutput(context, outputs, at)]
  if (mode !== 'rules') return []
  return context.typeVersion < 3
    ? oldChoice(context, at, outputs, compared)
    : ruleChoice(context, at, outputs, compared)
}

function expressedOutput(context: NodeContext, outputs: number, at: number): number {
  const given = context.parameter('output', at)
  if (context.typeVersion < 3) return oldOutput(given, outputs)
  if (given === null || given === undefined) return Number.NaN
  const output = Number(given)
  if (Number.isNaN(output)) throw invalidInput(context, 'Output Index', 'output', 'number', given, at)
  if (output < 0 || output >= outputs) throw notAllowed(given, outputs, at)
  return output
}

function oldOutput(given: unknown, outputs: number): number {
  if (Number(given) < 0 || Number(given) >= outputs) {
    throw new NodeFailure(`The ouput ${String(given)} is not allowed. It has to be between 0 and ${outputs - 1}!`)
  }
  return indexOf(given)
}

/** Null, a blank text and other values that count as 0 name no output. */
const indexOf = (value: unknown) => (/^\d+$/.test(String(value)) ? Number(value) : Number.NaN)

function notAllowed(output: unknown, outputs: number, at: number): NodeFailure {
  const isNext = Number(output) === outputs
  return new NodeFailure(`The ouput ${String(output)} is not allowed${isNext ? '. ' : ''}`, {
    description: isNext
      ? `Output indexes are zero based, if you want to use the extra output use ${outputs - 1}`
      : `It has to be between 0 and ${outputs - 1}`,
    context: { itemIndex: at },
  })
}

function ruleChoice(context: NodeContext, at: number, outputs: number, compared: Comparisons): number[] {
  const isAll = Boolean(context.parameter('options.allMatchingOutputs', at, false))
  const chosen: number[] = []
  for (const [output, { conditions }] of entriesOf(context, 'rules.values', at).entries()) {
    if (!conditionsHold(context, conditions, at, compared)) continue
    chosen.push(output)
    if (!isAll) return chosen
  }
  if (chosen.length > 0) return chosen
  const fallback = context.parameter('options.fallbackOutput', at, 'none')
  if (fallback === 'none' || fallback === undefined) return []
  if (fallback === 'extra') return [outputs - 1]
  if (Number(fallback) < 0 || Number(fallback) >= outputs) throw notAllowed(fallback, outputs, at)
  return [indexOf(fallback)]
}

function oldChoice(context: NodeContext, at: number, outputs: number, compared: Comparisons): number[] {
  const type = context.parameter('dataType', 0)
  const given = shownParameter(context, 'value1', at)
  const value1 = type === 'dateTime' ? timestamp(given) : given
  const table = 'compareOperationFunctions[ruleData.operation]'
  for (const [index, { operation, value2, output }] of entriesOf(context, 'rules.rules', at).entries()) {
    const right = type === 'dateTime' ? timestamp(value2) : value2
    const holds = oldConditionHolds(context, String(operation), value1, right, { itemIndex: at, table })
    compared.push({ left: given, operation: `${type}:${operation}`, right: value2, holds })
    if (!holds) continue
    return [context.typeVersion < 2 ? oldOutput(output, outputs) : index]
  }
  const fallback = shownParameter(context, 'fallbackOutput', at)
  return fallback === -1 ? [] : [oldOutput(fallback, outputs)]
}
