import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { type Comparisons, matchesPattern, patternFailure } from './conditions.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'
import { timeInUtc } from './value-types.ts'

/** The conditions of the first versions of If, Filter and Switch: lists by the type of their values. */

const DEFAULTS: Record<string, string> = { boolean: 'equal', dateTime: 'after', number: 'smaller', string: 'equal' }

/** Whether conditions hold; `given` has its expressions evaluated: `{ string: [{ value1, operation, value2 }], … }`. */
export function oldConditionsHold(
  context: NodeContext,
  given: unknown,
  isAny: boolean,
  itemIndex: number,
  compared: Comparisons = [],
): boolean {
  for (const [type, list] of Object.entries(isRecord(given) ? given : {})) {
    for (const { value1, operation = DEFAULTS[type], value2 } of recordsOf(list)) {
      const holds = oldConditionHolds(context, type, String(operation), value1, value2, itemIndex)
      compared.push({ left: value1, operation: `${type}:${operation}`, right: value2, holds })
      if (holds === isAny) return isAny
    }
  }
  return !isAny
}

/** One comparison. */
export function oldConditionHolds(
  context: NodeContext,
  type: string,
  operation: string,
  value1: unknown,
  value2: unknown,
  itemIndex: number,
): boolean {
  context.checkTime()
  const [left, right] = type === 'dateTime' ? [timestamp(value1), timestamp(value2)] : [value1, value2]
  const text = (value: unknown) => String(value || '')
  switch (operation) {
    case 'after':
      return Number(left || 0) > Number(right || 0)
    case 'before':
      return Number(left || 0) < Number(right || 0)
    case 'contains':
      return text(left).includes(text(right))
    case 'notContains':
      return !text(left).includes(text(right))
    case 'endsWith':
      return text(left).endsWith(text(right))
    case 'notEndsWith':
      return !text(left).endsWith(text(right))
    case 'startsWith':
      return text(left).startsWith(text(right))
    case 'notStartsWith':
      return !text(left).startsWith(text(right))
    case 'equal':
      return left === right
    case 'notEqual':
      return left !== right
    case 'larger':
      return ((left || 0) as number) > ((right || 0) as number)
    case 'largerEqual':
      return ((left || 0) as number) >= ((right || 0) as number)
    case 'smaller':
      return ((left || 0) as number) < ((right || 0) as number)
    case 'smallerEqual':
      return ((left || 0) as number) <= ((right || 0) as number)
    case 'isEmpty':
      return isEmpty(left)
    case 'isNotEmpty':
      return !isEmpty(left)
    case 'regex':
      return matches(context, text(left), text(right), itemIndex)
    case 'notRegex':
      return !matches(context, text(left), text(right), itemIndex)
    default:
      return false
  }
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0)

function timestamp(value: unknown): number {
  if (typeof value === 'number' || value === null) return value ?? 0
  const time = timeInUtc(String(value))
  if (Number.isNaN(time)) throw new NodeFailure(`The value "${String(value)}" is not a valid DateTime.`)
  return time
}

/** The pattern stands between slashes, with its flags after them, or by itself. */
function matches(context: NodeContext, text: string, pattern: string, itemIndex: number): boolean {
  const [, body = pattern, flags = ''] = /^\/([\s\S]*?)\/([gimusy]*)$/.exec(pattern) ?? []
  const isFound = matchesPattern(context, text, body, flags, itemIndex)
  if (isFound === undefined) throw patternFailure(body)
  return isFound
}
