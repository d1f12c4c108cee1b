import { isRecord } from '../../../core/base/is-record.ts'
import { pointerOf } from '../../../core/base/json-pointer.ts'
import { closestName } from '../../../core/model/closest-name.ts'
import type { Node } from '../../../core/model/workflow.ts'
import { ARTICLES, type Comparing, comparingOf, fits, sidesOf, UNARY } from './compared-values.ts'
import { type Keys, oneOf, pathText, type Remark, replace, shownValue } from './remark.ts'

/** Kind of a value → what it can be asked. Measured: docs/behaviour. */
export const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  string: [
    'exists',
    'notExists',
    'empty',
    'notEmpty',
    'equals',
    'notEquals',
    'contains',
    'notContains',
    'startsWith',
    'notStartsWith',
    'endsWith',
    'notEndsWith',
    'regex',
    'notRegex',
  ],
  number: ['exists', 'notExists', 'empty', 'notEmpty', 'equals', 'notEquals', 'gt', 'lt', 'gte', 'lte'],
  dateTime: [
    'exists',
    'notExists',
    'empty',
    'notEmpty',
    'equals',
    'notEquals',
    'after',
    'before',
    'afterOrEquals',
    'beforeOrEquals',
  ],
  boolean: ['exists', 'notExists', 'empty', 'notEmpty', 'true', 'false', 'equals', 'notEquals'],
  array: [
    'exists',
    'notExists',
    'empty',
    'notEmpty',
    'contains',
    'notContains',
    'lengthEquals',
    'lengthNotEquals',
    'lengthGt',
    'lengthLt',
    'lengthGte',
    'lengthLte',
  ],
  object: ['exists', 'notExists', 'empty', 'notEmpty'],
  any: ['exists', 'notExists'],
}

/** A value of any kind can only be there or not, so it is not proposed. */
const PROPOSED = Object.keys(OPERATIONS).filter(kind => kind !== 'any')

/** What agents write for them. */
const USUAL: Readonly<Record<string, string>> = {
  equal: 'equals',
  notEqual: 'notEquals',
  larger: 'gt',
  greaterThan: 'gt',
  smaller: 'lt',
  lessThan: 'lt',
  largerEqual: 'gte',
  greaterThanOrEqual: 'gte',
  smallerEqual: 'lte',
  lessThanOrEqual: 'lte',
  isEmpty: 'empty',
  isNotEmpty: 'notEmpty',
}

/** The groups of conditions that the nodes If, Filter and Switch had before. */
const OLD_GROUPS = ['string', 'number', 'boolean', 'dateTime']

/** The conditions of If 2, Filter 2 and Switch 3: their shape, kinds and operations. */
export function checkConditions(value: unknown, keys: Keys, node: Node, version: number): Remark[] {
  const name = typeof node.name === 'string' ? JSON.stringify(node.name) : String(node.type)
  const path = JSON.stringify(pathText(keys.slice(1)))
  const remark = (rest: Omit<Remark, 'rule' | 'severity'> & Partial<Remark>): Remark => ({
    rule: 'conditions',
    severity: 'warning',
    ...rest,
  })
  if (!isRecord(value)) {
    const message = `${path} of ${name} must be an object with a list "conditions", not ${shownValue(value)}`
    return [remark({ keys, value, expected: 'an object with a list "conditions"', message })]
  }
  const old = Object.keys(value).filter(key => OLD_GROUPS.includes(key) && Array.isArray(value[key]))
  if (old.length > 0 && !Array.isArray(value.conditions)) {
    const message = `${path} of ${name} has the form of an older typeVersion (${oneOf(old)}), which ${version} ignores: each item goes the same way`
    return [remark({ keys, value, expected: 'an object with a list "conditions" and "combinator"', message })]
  }
  if (Object.keys(value).length === 0) return []
  if (!Array.isArray(value.conditions)) {
    const message = `${path} of ${name} has no list "conditions": each item goes the same way`
    return [remark({ keys, value, expected: 'a list "conditions"', message })]
  }
  const found: Remark[] = []
  const { combinator } = value
  if (combinator !== undefined && !isExpression(combinator) && combinator !== 'and' && combinator !== 'or') {
    const near = typeof combinator === 'string' && /^(and|or)$/i.test(combinator) ? combinator.toLowerCase() : undefined
    const place = [...keys, 'combinator']
    found.push(
      remark({
        keys: place,
        value: combinator,
        expected: ['and', 'or'],
        ...(near ? { didYouMean: near, fix: [replace(place, near)] } : {}),
        message: `"combinator" in ${path} of ${name} is "and" or "or", not ${shownValue(combinator)}`,
      }),
    )
  }
  for (const [at, condition] of value.conditions.entries())
    found.push(
      ...checkCondition(condition, [...keys, 'conditions', at], {
        name,
        remark,
        comparing: comparingOf(value.options),
      }),
    )
  return found
}

/** A value that is there when the node runs, whatever its items are. */
export const isGiven = (value: unknown) => value !== undefined && value !== null && !isExpression(value)

export const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=')

type ConditionRemark = Omit<Remark, 'rule' | 'severity'> & Partial<Remark>

function checkCondition(
  condition: unknown,
  keys: Keys,
  {
    name,
    remark,
    comparing,
  }: { name: string; remark(rest: ConditionRemark): Remark; comparing: Comparing | undefined },
): Remark[] {
  const path = JSON.stringify(pathText(keys.slice(1)))
  const expected = 'an object with "leftValue", "operator": {"type", "operation"} and "rightValue"'
  if (!isRecord(condition) || !isRecord(condition.operator)) {
    const message = `${path} of ${name} must be ${expected}: without the operator the run fails`
    return [remark({ severity: 'fault', keys, value: condition, expected, message })]
  }
  const { type, operation } = condition.operator
  if (isExpression(type) || isExpression(operation)) return []
  const kinds = PROPOSED
  if (typeof type !== 'string' || !Object.hasOwn(OPERATIONS, type)) {
    const near = typeof type === 'string' ? closestName(type, kinds) : undefined
    const place = [...keys, 'operator', 'type']
    const known = `it is ${oneOf(kinds)}`
    // measured: a type that is no text is asked for its letters
    const fails = typeof type !== 'string' && [condition.leftValue, condition.rightValue].some(isGiven)
    const message = fails
      ? `a condition of ${name} has no type, and the run fails: ${known}`
      : `a condition of ${name} compares the unknown type ${shownValue(type)}: ${known}`
    const found = { keys: place, value: type, expected: kinds, ...(near ? { didYouMean: near } : {}), message }
    return [remark(fails ? { ...found, severity: 'fault' } : found)]
  }
  const allowed = OPERATIONS[type] ?? []
  if (typeof operation === 'string' && allowed.includes(operation)) {
    if (!Object.hasOwn(condition, 'leftValue')) {
      const message = `${path} of ${name} has no "leftValue", so it compares nothing`
      return [remark({ keys, value: condition, expected, message })]
    }
    return comparing ? checkSides(condition, keys, { name, remark, comparing }) : []
  }
  const place = [...keys, 'operator', 'operation']
  const usual = typeof operation === 'string' ? USUAL[operation] : undefined
  const near =
    usual && allowed.includes(usual)
      ? usual
      : typeof operation === 'string'
        ? closestName(operation, allowed)
        : undefined
  const message =
    `${name} has a condition with the operation ${shownValue(operation)}, which ${type} does not have: it is never met. ` +
    `It has ${oneOf(allowed)}`
  return [
    remark({
      keys: place,
      value: operation,
      expected: allowed,
      ...(near ? { didYouMean: near, fix: [replace(place, near)] } : {}),
      message,
    }),
  ]
}

/** Fixed values of another kind than is compared: the run fails. */
function checkSides(
  condition: Record<string, unknown>,
  keys: Keys,
  { name, remark, comparing }: { name: string; remark(rest: ConditionRemark): Remark; comparing: Comparing },
): Remark[] {
  return sidesOf(condition).flatMap(({ side, value, kind }) => {
    if (value === undefined || value === null || isExpression(value) || fits(kind, value, comparing)) return []
    const place = [...keys, side]
    const message = `${JSON.stringify(side)} of a condition of ${name} must be ${ARTICLES[kind]}, not ${shownValue(value)}`
    const { operation } = isRecord(condition.operator) ? condition.operator : {}
    if (side === 'rightValue' && UNARY.includes(String(operation))) {
      const fix = [{ op: 'add' as const, path: pointerOf([...keys, 'operator', 'singleValue']), value: true }]
      const why = `it is looked at, since the operator does not say "singleValue": the run fails`
      return [
        remark({
          severity: 'fault',
          keys: place,
          value,
          expected: '"singleValue": true',
          fix,
          message: `${message}: ${why}`,
        }),
      ]
    }
    const converted = convertedTo(kind, value)
    return [
      remark({
        severity: 'fault',
        keys: place,
        value,
        expected: ARTICLES[kind],
        ...(converted === undefined ? {} : { fix: [replace(place, converted)] }),
        message: `${message}: ${comparing.isStrict ? 'types are strict, so the run fails' : 'the run fails'}`,
      }),
    ]
  })
}

function convertedTo(kind: string, value: unknown): unknown {
  if (typeof value === 'object' || value === '') return undefined
  if (kind === 'string') return String(value)
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined
  const number = Number(value)
  return kind === 'number' && !Number.isNaN(number) ? number : undefined
}
