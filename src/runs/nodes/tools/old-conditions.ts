import { recordsOf } from '../../../core/base/is-record.ts'
import { type Comparisons, matchesPattern, patternFailure } from './conditions.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'
import { timeInUtc } from './value-types.ts'

/** The conditions of the first versions of If, Filter and Switch: lists by the type of their values. */

const TYPES = ['boolean', 'dateTime', 'number', 'string']

/** What a node calls its table of operations, and its rule, in the error for an operation that is not in it. */
type TableName =
  | 'compareOperationFunctions[compareData.operation]'
  | 'GenericFunctions_1.compareOperationFunctions[condition.operation]'
  | 'compareOperationFunctions[ruleData.operation]'

/** Whether the conditions of a node hold for an item: `conditions.string` is `[{ value1, operation, value2 }]`. */
export function oldConditionsHold(
  context: NodeContext,
  isAny: boolean,
  itemIndex: number,
  table: TableName,
  compared: Comparisons = [],
): boolean {
  for (const type of TYPES) {
    for (const { value1, operation, value2 } of recordsOf(context.parameter(`conditions.${type}`, itemIndex, []))) {
      const [left, right] = type === 'dateTime' ? [timestamp(value1), timestamp(value2)] : [value1, value2]
      const holds = oldConditionHolds(context, String(operation), left, right, { itemIndex, table })
      compared.push({ left: value1, operation: `${type}:${operation}`, right: value2, holds })
      if (holds === isAny) return isAny
    }
  }
  return !isAny
}

/** One comparison. */
export function oldConditionHolds(
  context: NodeContext,
  operation: string,
  left: unknown,
  right: unknown,
  { itemIndex, table }: { itemIndex: number; table: TableName },
): boolean {
  context.checkTime()
  const text = (value: unknown) => String(value || '')
  switch (operation) {
    case 'after':
    case 'larger':
      return ((left || 0) as number) > ((right || 0) as number)
    case 'before':
    case 'smaller':
      return ((left || 0) as number) < ((right || 0) as number)
    case 'largerEqual':
      return ((left || 0) as number) >= ((right || 0) as number)
    case 'smallerEqual':
      return ((left || 0) as number) <= ((right || 0) as number)
    case 'contains':
      return text(left).includes(text(right))
    case 'notContains':
      return !text(left).includes(text(right))
    case 'endsWith':
      return textWith(left, 'endsWith').endsWith(String(right))
    case 'notEndsWith':
      return !textWith(left, 'endsWith').endsWith(String(right))
    case 'startsWith':
      return textWith(left, 'startsWith').startsWith(String(right))
    case 'notStartsWith':
      return !textWith(left, 'startsWith').startsWith(String(right))
    case 'equal':
      return left === right
    case 'notEqual':
      return left !== right
    case 'isEmpty':
      return isEmpty(left)
    case 'isNotEmpty':
      return !isEmpty(left)
    case 'regex':
      return matches(context, text(left), text(right), itemIndex)
    case 'notRegex':
      return !matches(context, text(left), text(right), itemIndex)
    default:
      throw typeFailure(`${table} is not a function`)
  }
}

/** Only texts have these methods: the service calls them on whatever came. */
function textWith(value: unknown, method: string): string {
  if (typeof value === 'string') return value
  throw typeFailure(
    value === undefined || value === null
      ? `Cannot read properties of ${value} (reading '${method}')`
      : `value1.${method} is not a function`,
  )
}

const typeFailure = (message: string) =>
  new NodeFailure(message, { whole: { message, stack: `TypeError: ${message}` } })

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  Number.isNaN(value) ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0)

export function timestamp(value: unknown): number {
  const time = typeof value === 'string' ? timeInUtc(value) : value instanceof Date ? value.getTime() : value
  if (typeof time === 'number' && !Number.isNaN(time)) return time
  throw new NodeFailure(`The value "${String(value)}" is not a valid DateTime.`)
}

/** The pattern stands between slashes, with its flags after them, or by itself. */
function matches(context: NodeContext, text: string, pattern: string, itemIndex: number): boolean {
  const [, body = pattern, flags = ''] = /^\/([\s\S]*?)\/([gimusy]*)$/.exec(pattern) ?? []
  const isFound = matchesPattern(context, text, body, flags, itemIndex)
  if (isFound === undefined) throw patternFailure(body)
  return isFound
}
