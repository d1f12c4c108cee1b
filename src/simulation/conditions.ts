import { recordsOf } from '../base/is-record.ts'
import { findText } from '../features/text-search.ts'
import type { Evaluated } from './expressions.ts'
import { recordOf } from './item.ts'
import { runErrors } from './refusals.ts'

/** What a parameter is for the item in question. */
export type Resolve = (parameter: unknown) => Evaluated

/** Whether conditions hold; an error where a value has the wrong type; `unknown` where only code could tell. */
export type Held = boolean | 'unknown' | { error: ConditionError }

export interface ConditionError {
  message: string
  description?: string
}

/**
 * Whether the conditions of an if, filter or switch node hold for an item.
 *
 * @param itemIndex what an error says
 */
export function* holds(conditions: unknown, resolve: Resolve, itemIndex: number): Generator<void, Held> {
  const { conditions: list, combinator, options } = recordOf(conditions)
  const { caseSensitive, typeValidation } = recordOf(options)

  const each: (boolean | 'unknown')[] = []
  for (const [at, { leftValue, rightValue, operator }] of recordsOf(list).entries()) {
    yield
    const { type, operation, singleValue, rightType } = recordOf(operator)
    const left = resolve(leftValue)
    const right = singleValue === true ? { value: undefined } : resolve(rightValue)
    if (left === 'invalid' || right === 'invalid') return { error: { message: runErrors.expressionInvalid } }
    if (left === 'unsupported' || right === 'unsupported') {
      each.push('unknown')
      continue
    }
    if (typeValidation === 'strict') {
      const error =
        wrongType(left.value, type, 'first', at, itemIndex) ??
        wrongType(right.value, rightType ?? type, 'second', at, itemIndex)
      if (error) return { error }
    }
    const plain = (value: unknown) =>
      caseSensitive === false && typeof value === 'string' ? value.toLowerCase() : value
    each.push(compare(operation, plain(left.value), plain(right.value)) ?? 'unknown')
  }
  return combine(each, combinator === 'or')
}

/** The same in the form of the node's first version: conditions by the type of their values. */
export function* holdsByType(conditions: unknown, combineOperation: unknown, resolve: Resolve): Generator<void, Held> {
  const each: (boolean | 'unknown')[] = []
  for (const { value1, operation, value2 } of Object.values(recordOf(conditions)).flatMap(recordsOf)) {
    yield
    each.push(decide(operation, value1, value2, resolve))
  }
  return combine(each, combineOperation === 'any')
}

/** One comparison. */
export function decide(operation: unknown, left: unknown, right: unknown, resolve: Resolve): boolean | 'unknown' {
  const [known, other] = [resolve(left), resolve(right)]
  if (typeof known === 'string' || typeof other === 'string') return 'unknown'
  return compare(operation, known.value, other.value) ?? 'unknown'
}

function combine(each: (boolean | 'unknown')[], any: boolean): Held {
  if (each.includes(any)) return any
  return each.includes('unknown') ? 'unknown' : !any
}

const TYPES = ['string', 'number', 'boolean', 'array', 'object', 'dateTime']
const METHODS: Record<string, string> = { number: '.toNumber()', boolean: '.toBoolean()', dateTime: '.toDateTime()' }

function wrongType(
  value: unknown,
  type: unknown,
  place: 'first' | 'second',
  condition: number,
  itemIndex: number,
): ConditionError | undefined {
  if (value === undefined || value === null || typeof type !== 'string' || !TYPES.includes(type)) return undefined
  const given = Array.isArray(value) ? 'array' : typeof value
  if (given === type || (type === 'dateTime' && !Number.isNaN(timeOf(value)))) return undefined
  const shown = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const method = METHODS[type]
  const how = method ? ` by adding <code>${method}</code>` : ''
  return {
    message: runErrors.conditionTypeWrong(
      shown.slice(0, 200),
      withArticle(given),
      withArticle(type),
      condition,
      itemIndex,
    ),
    description: runErrors.conditionTypeWrongHint(place, withArticle(type), how),
  }
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

type Comparison = (left: unknown, right: unknown) => boolean

const text = (value: unknown) => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)
const isEqual = (left: unknown, right: unknown) => left === right || text(left) === text(right)
const timeOf = (value: unknown) => (typeof value === 'number' ? value : Date.parse(text(value)))
/** Numbers by their size, and times by theirs. */
const sizeOf = (value: unknown) => {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? timeOf(value) : number
}
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : text(value).length)

const contains = (left: unknown, right: unknown) =>
  Array.isArray(left) ? left.includes(right) : findText(text(right))(text(left), 0) !== undefined

const COMPARISONS: Record<string, Comparison> = {
  equals: isEqual,
  equal: isEqual,
  notEquals: (left, right) => !isEqual(left, right),
  notEqual: (left, right) => !isEqual(left, right),
  exists: left => left !== undefined && left !== null,
  notExists: left => left === undefined || left === null,
  empty: isEmpty,
  isEmpty,
  notEmpty: left => !isEmpty(left),
  isNotEmpty: left => !isEmpty(left),
  true: left => left === true || left === 'true',
  false: left => left === false || left === 'false',
  contains,
  notContains: (left, right) => !contains(left, right),
  startsWith: (left, right) => text(left).startsWith(text(right)),
  notStartsWith: (left, right) => !text(left).startsWith(text(right)),
  endsWith: (left, right) => text(left).endsWith(text(right)),
  notEndsWith: (left, right) => !text(left).endsWith(text(right)),
  gt: (left, right) => sizeOf(left) > sizeOf(right),
  larger: (left, right) => sizeOf(left) > sizeOf(right),
  gte: (left, right) => sizeOf(left) >= sizeOf(right),
  largerEqual: (left, right) => sizeOf(left) >= sizeOf(right),
  lt: (left, right) => sizeOf(left) < sizeOf(right),
  smaller: (left, right) => sizeOf(left) < sizeOf(right),
  lte: (left, right) => sizeOf(left) <= sizeOf(right),
  smallerEqual: (left, right) => sizeOf(left) <= sizeOf(right),
  after: (left, right) => timeOf(left) > timeOf(right),
  before: (left, right) => timeOf(left) < timeOf(right),
  afterOrEquals: (left, right) => timeOf(left) >= timeOf(right),
  beforeOrEquals: (left, right) => timeOf(left) <= timeOf(right),
  lengthEquals: (left, right) => lengthOf(left) === Number(right),
  lengthNotEquals: (left, right) => lengthOf(left) !== Number(right),
  lengthGt: (left, right) => lengthOf(left) > Number(right),
  lengthLt: (left, right) => lengthOf(left) < Number(right),
  lengthGte: (left, right) => lengthOf(left) >= Number(right),
  lengthLte: (left, right) => lengthOf(left) <= Number(right),
}

/** Whether a comparison of two values holds; `undefined` for one that is not known, such as by a pattern. */
export function compare(operation: unknown, left: unknown, right: unknown): boolean | undefined {
  const name = typeof operation === 'string' ? operation : 'equals'
  return Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name]?.(left, right) : undefined
}
