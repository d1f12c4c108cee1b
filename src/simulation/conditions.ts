import { recordsOf } from '../base/is-record.ts'
import { compare } from './compare.ts'
import { type Item, recordOf } from './item.ts'
import { literalOf } from './literal.ts'

/** Whether conditions hold for an item; `undefined` where that takes code. */
export function holds(conditions: unknown, item: Item): boolean | undefined {
  const { conditions: list, combinator, options } = recordOf(conditions)
  const isCaseless = recordOf(options).caseSensitive === false
  const each = recordsOf(list).map(({ leftValue, rightValue, operator }) =>
    decide(recordOf(operator).operation, leftValue, rightValue, item, isCaseless),
  )
  return combine(each, combinator === 'or')
}

/** The same in the form of the node's first version: conditions by the type of their values. */
export function holdsByType(conditions: unknown, combineOperation: unknown, item: Item): boolean | undefined {
  const each = Object.values(recordOf(conditions)).flatMap(list =>
    recordsOf(list).map(({ value1, operation, value2 }) => decide(operation ?? 'equal', value1, value2, item)),
  )
  return combine(each, combineOperation === 'any')
}

/** One comparison, whose values are literals or fields of the item. */
export function decide(operation: unknown, left: unknown, right: unknown, item: Item, isCaseless = false) {
  const [known, other] = [literalOf(left, item), literalOf(right, item)]
  if (!known || !other) return undefined
  const plain = (value: unknown) => (isCaseless && typeof value === 'string' ? value.toLowerCase() : value)
  return compare(operation, plain(known.value), plain(other.value))
}

function combine(each: (boolean | undefined)[], any: boolean): boolean | undefined {
  if (each.includes(any)) return any
  return each.includes(undefined) ? undefined : !any
}
