import { DateTime } from 'luxon'
import { isRecord } from '../../../core/base/is-record.ts'
import { bareFailure } from '../stop-and-error.ts'
import { type Decision, type NodeContext, NodeFailure } from './node-context.ts'
import { askedText } from './parameters.ts'
import { type Converted, convert, toDateTime } from './value-types.ts'

/** The conditions of If and Filter from version 2 on, and of Switch from version 3 on. */

export type Comparisons = Decision['conditions']

interface Rules {
  isCaseIgnored: boolean
  isStrict: boolean
  /** The form of the conditions: from 2 on, texts say what is true; from 3 on, an empty text or list is no number. */
  version: number
}

/**
 * Whether conditions hold for an item.
 *
 * @param given the parameter with its expressions evaluated: `{ options, conditions, combinator }`
 * @param compared gets what was compared, in its order
 * @throws NodeFailure where a value has the wrong type
 */
export function conditionsHold(
  context: NodeContext,
  given: unknown,
  itemIndex: number,
  compared: Comparisons = [],
): boolean {
  // any other value counts by itself, as true or false
  if (!isRecord(given) || !('conditions' in given && 'combinator' in given)) return Boolean(given)
  const { conditions, combinator, options } = given
  const { caseSensitive, typeValidation, version } = isRecord(options) ? options : {}
  const rules: Rules = {
    isCaseIgnored: caseSensitive === false,
    isStrict: typeValidation !== 'loose',
    version: Number(version ?? 1),
  }
  const method = combinator === 'and' ? 'every' : combinator === 'or' ? 'some' : undefined
  if (!method) return false
  if (!Array.isArray(conditions)) throw new NodeFailure(withoutMethod(conditions, method), { context: { itemIndex } })
  const holds = (condition: unknown, at: number) => {
    context.checkTime()
    const isHolding = conditionHolds(context, condition, rules, at, itemIndex)
    const { leftValue, rightValue, operator } = isRecord(condition) ? condition : {}
    const { type = 'string', operation = '' } = isRecord(operator) ? operator : {}
    compared.push({ left: leftValue, operation: `${type}:${operation}`, right: rightValue, holds: isHolding })
    return isHolding
  }
  return conditions[method](holds)
}

const withoutMethod = (conditions: unknown, method: string) =>
  conditions === null
    ? `Cannot read properties of null (reading '${method}')`
    : `value.conditions.${method} is not a function`

function conditionHolds(
  context: NodeContext,
  condition: unknown,
  rules: Rules,
  at: number,
  itemIndex: number,
): boolean {
  const broken = brokenCondition(condition)
  if (broken !== undefined) throw new NodeFailure(broken, { context: { itemIndex } })
  const { leftValue, rightValue, operator } = isRecord(condition) ? condition : {}
  const { type, operation = '', singleValue, rightType } = isRecord(operator) ? operator : {}
  const check = { context, rules, condition: at, itemIndex }
  const first = convertedBy(leftValue, type, check)
  const given = convertedBy(rightValue, rightType ?? type, check)
  // an operation that compares with nothing takes any second value; its type has to be one
  const second = singleValue ? { isValid: true as const, value: rightValue } : given
  if (!first.isValid) {
    if (!second.isValid && typeof leftValue === typeof rightValue) throw bothWrong(leftValue, String(type), check)
    throw wrongType(leftValue, String(type), 'first', check)
  }
  if (!second.isValid) throw wrongType(rightValue, String(rightType ?? type), 'second', check)
  const [left, right] = [first.value, second.value]
  if (operation === 'exists') return exists(left)
  if (operation === 'notExists') return !exists(left)
  const isPattern = operation === 'regex' || operation === 'notRegex'
  const lower = (value: unknown) => (rules.isCaseIgnored && typeof value === 'string' ? value.toLowerCase() : value)
  if (isPattern && type === 'string') {
    const isFound = matches(context, String(lower(left ?? '')), String(right ?? ''), itemIndex)
    return isFound === (operation === 'regex')
  }
  const compare = COMPARISONS[String(type)]
  return compare?.(String(operation), lower(left), lower(right), rules) ?? false
}

/** What the service says of a condition that it cannot read. */
function brokenCondition(condition: unknown): string | undefined {
  if (condition === null) return "Cannot destructure property 'operator' of 'condition' as it is null."
  const { operator } = isRecord(condition) ? condition : {}
  return operator === undefined || operator === null
    ? `Cannot read properties of ${operator} (reading 'rightType')`
    : undefined
}

const exists = (value: unknown) => value !== undefined && value !== null && !Number.isNaN(value)

interface Check {
  context: NodeContext
  rules: Rules
  condition: number
  itemIndex: number
}

const METHODS: Record<string, string> = { string: '.toString()', number: '.toNumber()', boolean: '.toBoolean()' }

/** A value as the comparison wants it. */
function convertedBy(value: unknown, type: unknown, { context, rules, itemIndex }: Check): Converted {
  if (value === undefined || value === null || type === 'any') return { isValid: true, value }
  if (type === 'number' && Number.isNaN(value)) return { isValid: true, value }
  if (rules.version >= 3 && type === 'number' && isEmpty(value)) return { isValid: true, value: null }
  if (type === 'boolean' && !rules.isStrict) {
    return { isValid: true, value: rules.version < 2 ? Boolean(value) : truthOf(value, context.zone) }
  }
  const name = askedText(type, 'type.toLowerCase', itemIndex)
  return rules.isStrict ? strictly(value, name, context.zone) : convert(value, name, context.zone)
}

const isEmpty = (value: unknown) =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === ''

function bothWrong(value: unknown, type: string, { rules, itemIndex }: Check): NodeFailure {
  return new NodeFailure(
    `Comparison type expects ${withArticle(type)} but both fields are ${withArticle(typeof value)}`,
    { description: rules.isStrict ? NO_METHOD : CHANGE_TYPE, context: { itemIndex } },
  )
}

function wrongType(value: unknown, type: string, place: 'first' | 'second', check: Check): NodeFailure {
  const { rules, condition, itemIndex } = check
  const [shown, wanted, given] = [`'${String(value)}'`, withArticle(type), withArticle(typeof value)]
  const end = `[condition ${condition}, item ${itemIndex}]`
  if (!rules.isStrict) {
    return new NodeFailure(`Conversion error: the ${typeof value} ${shown} can't be converted to ${wanted} ${end}`, {
      description: CHANGE_TYPE,
      context: { itemIndex },
    })
  }
  const method = METHODS[type]
  return new NodeFailure(`Wrong type: ${shown} is ${given} but was expecting ${wanted} ${end}`, {
    description: method
      ? `\n<p>Try either:</p>\n<ol>\n  <li>Enabling 'Convert types where required'</li>\n  <li>Converting the ${place} field to ${wanted} by adding <code>${method}</code></li>\n</ol>\n\t\t\t`
      : NO_METHOD,
    context: { itemIndex },
  })
}

const CHANGE_TYPE = 'Try changing the type of the comparison.'
const NO_METHOD = "Try changing the type of comparison. Alternatively you can enable 'Convert types where required'."

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Values of other types are as they should be. */
const STRICT_TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  boolean: value => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
}

function strictly(value: unknown, type: string, zone: string): Converted {
  if (type === 'dateTime') return toDateTime(value, zone)
  return STRICT_TYPES[type]?.(value) === false ? { isValid: false } : { isValid: true, value }
}

function truthOf(value: unknown, zone: string): boolean {
  const converted = convert(value, 'boolean', zone)
  return converted.isValid ? converted.value === true : Boolean(value)
}

/** In the engine, where a pattern that runs away ends with the run. */
function matches(context: NodeContext, text: string, pattern: string, itemIndex: number): boolean {
  const [, body = pattern, flags = ''] = /^\/([\s\S]*?)\/([gimusy]*)$/.exec(pattern) ?? []
  const isFound = matchesPattern(context, text, body, flags, itemIndex)
  if (isFound !== undefined) return isFound
  throw new NodeFailure('', { description: NO_METHOD, context: { itemIndex }, more: { errorResponse: {} } })
}

/** Whether a text matches a pattern; `undefined` where the pattern is none. */
export function matchesPattern(
  context: NodeContext,
  text: string,
  body: string,
  flags: string,
  itemIndex: number,
): boolean | undefined {
  const code = `new RegExp(${literal(body)}, ${literal(flags)}).test(${literal(text)})`
  const isFound = context.evaluate(
    `={{ (() => { try { return ${code} } catch { return null } })() }}`,
    itemIndex,
    'conditions',
  )
  return typeof isFound === 'boolean' ? isFound : undefined
}

/** Why a pattern is none, in the words of the service's runtime. */
export function patternFailure(body: string): NodeFailure {
  const reason = /(?:^|[^\\])\[[^\]]*$/.test(body)
    ? 'Unterminated character class'
    : /^[*+?]|\([*+?]/.test(body)
      ? 'Nothing to repeat'
      : body.endsWith('\\')
        ? '\\ at end of pattern'
        : body.includes('(')
          ? 'Unterminated group'
          : "Unmatched ')'"
  return bareFailure(`Invalid regular expression: /${body}/: ${reason}`)
}

/** A text as an expression can hold it: the marks of expressions are not in it. */
export const literal = (text: string) =>
  JSON.stringify(text).replace(/[{}\u2028\u2029]/g, mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

type Compare = (operation: string, left: unknown, right: unknown, rules: Rules) => boolean

const COMPARISONS: Record<string, Compare> = {
  string: (operation, left, right) => compareTexts(operation, String(left ?? ''), String(right ?? '')),
  number: compareNumbers,
  boolean: compareBooleans,
  dateTime: compareTimes,
  array: compareLists,
  object: (operation, left) => {
    const isEmpty = !isRecord(left) || Object.keys(left).length === 0
    return operation === 'empty' ? isEmpty : operation === 'notEmpty' && !isEmpty
  },
}

function compareTexts(operation: string, left: string, right: string): boolean {
  switch (operation) {
    case 'empty':
      return left.length === 0
    case 'notEmpty':
      return left.length !== 0
    case 'equals':
      return left === right
    case 'notEquals':
      return left !== right
    case 'contains':
      return left.includes(right)
    case 'notContains':
      return !left.includes(right)
    case 'startsWith':
      return left.startsWith(right)
    case 'notStartsWith':
      return !left.startsWith(right)
    case 'endsWith':
      return left.endsWith(right)
    case 'notEndsWith':
      return !left.endsWith(right)
    default:
      return false
  }
}

/** Where one of them is missing, as JavaScript compares it. */
function compareNumbers(operation: string, given: unknown, other: unknown): boolean {
  const [left, right] = [given as number, other as number]
  switch (operation) {
    case 'empty':
      return !exists(left)
    case 'notEmpty':
      return exists(left)
    case 'equals':
      return left === right
    case 'notEquals':
      return left !== right
    case 'gt':
      return left > right
    case 'lt':
      return left < right
    case 'gte':
      return left >= right
    case 'lte':
      return left <= right
    default:
      return false
  }
}

function compareBooleans(operation: string, left: unknown, right: unknown): boolean {
  switch (operation) {
    case 'empty':
      return !exists(left)
    case 'notEmpty':
      return exists(left)
    case 'true':
      return Boolean(left)
    case 'false':
      return !left
    case 'equals':
      return left === right
    case 'notEquals':
      return left !== right
    default:
      return false
  }
}

function compareTimes(operation: string, left: unknown, right: unknown): boolean {
  if (operation === 'empty') return !exists(left)
  if (operation === 'notEmpty') return exists(left)
  if (!DateTime.isDateTime(left) || !DateTime.isDateTime(right)) return false
  const [time, other] = [left.toMillis(), right.toMillis()]
  switch (operation) {
    case 'equals':
      return time === other
    case 'notEquals':
      return time !== other
    case 'after':
      return time > other
    case 'before':
      return time < other
    case 'afterOrEquals':
      return time >= other
    case 'beforeOrEquals':
      return time <= other
    default:
      return false
  }
}

function compareLists(operation: string, given: unknown, right: unknown, { isCaseIgnored }: Rules): boolean {
  const left: unknown[] = Array.isArray(given) ? given : []
  const has = () =>
    left.some(value => (isCaseIgnored && typeof value === 'string' ? value.toLowerCase() : value) === right)
  switch (operation) {
    case 'empty':
      return left.length === 0
    case 'notEmpty':
      return left.length !== 0
    case 'contains':
      return has()
    case 'notContains':
      return !has()
    default:
      return operation.startsWith('length') && compareNumbers(LENGTHS[operation] ?? '', left.length, right)
  }
}

const LENGTHS: Record<string, string> = {
  lengthEquals: 'equals',
  lengthNotEquals: 'notEquals',
  lengthGt: 'gt',
  lengthLt: 'lt',
  lengthGte: 'gte',
  lengthLte: 'lte',
}
