import { recordsOf } from '../base/is-record.ts'
import type { Node } from '../model/workflow.ts'
import { decide, holds, holdsByType } from './conditions.ts'
import { type Item, recordOf } from './item.ts'
import { literalOf } from './literal.ts'

/** The output by which an item leaves; `none` where the node drops it. */
export type Branch = number | 'none'

/** Node type → by which output an item leaves; `undefined` where that takes code. */
const BRANCHES: Record<string, (node: Node, item: Item) => Branch | undefined> = {
  'n8n-nodes-base.if': ({ parameters = {} }, item) => {
    const isHeld = Array.isArray(recordOf(parameters.conditions).conditions)
      ? holds(parameters.conditions, item)
      : holdsByType(parameters.conditions, parameters.combineOperation, item)
    return isHeld === undefined ? undefined : isHeld ? 0 : 1
  },
  'n8n-nodes-base.filter': ({ parameters = {} }, item) => {
    const isHeld = Array.isArray(recordOf(parameters.conditions).conditions)
      ? holds(parameters.conditions, item)
      : undefined
    return isHeld === undefined ? undefined : isHeld ? 0 : 'none'
  },
  'n8n-nodes-base.switch': ({ parameters = {} }, item) => {
    if (parameters.mode === 'expression') return numberOf(parameters.output, item)
    const { rules, value1, options } = parameters
    const cases = recordsOf(recordOf(rules).values)
    if (cases.length > 0) {
      const matches = cases.map(({ conditions }) => holds(conditions, item))
      return firstOf(matches, at => at, fallbackOf(recordOf(options).fallbackOutput, cases.length))
    }
    const old = recordsOf(recordOf(rules).rules)
    const matches = old.map(({ operation, value2 }) => decide(operation ?? 'equal', value1, value2, item))
    return firstOf(matches, at => Number(old[at]?.output ?? at), fallbackOf(parameters.fallbackOutput, -1))
  },
}

/** By which output an item leaves a node that chooses one; `undefined` where that takes code. */
export const branchOf = (node: Node, item: Item): Branch | undefined => BRANCHES[node.type ?? '']?.(node, item)

export const isBranching = ({ type }: Node) => type !== undefined && Object.hasOwn(BRANCHES, type)

function firstOf(matches: (boolean | undefined)[], outputOf: (at: number) => number, fallback: Branch) {
  for (const [at, isMatch] of matches.entries()) {
    if (isMatch === undefined) return undefined
    if (isMatch) return outputOf(at)
  }
  return fallback
}

/** @param extra the output that comes after those of the rules */
function fallbackOf(given: unknown, extra: number): Branch {
  if (given === 'extra') return extra
  return typeof given === 'number' && given >= 0 ? given : 'none'
}

function numberOf(parameter: unknown, item: Item): number | undefined {
  const known = literalOf(parameter, item)
  const number = Number(known?.value)
  return known && Number.isInteger(number) && number >= 0 ? number : undefined
}
