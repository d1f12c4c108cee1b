import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../../core/base/is-record.ts'

type Values = Record<string, unknown>
type Conditions = Readonly<Record<string, readonly unknown[]>>

/** A parameter as the service describes it: `data/node-parameters.json`. */
export interface ParameterDescription {
  name: string
  /** Default `string`. */
  type?: string
  /** Default an empty text. */
  default?: unknown
  required?: boolean
  /** Its name in the form, where it is required. */
  label?: string
  /** What its value must be before a run begins, unless it is an expression: `object`, `jwt`, `number`. */
  valueType?: string
  /** Whether a `=` before its value is ignored. */
  isPlain?: boolean
  /** Whether a collection holds lists. */
  isList?: boolean
  /** It is shown where each of these holds, and none of those. */
  show?: Conditions
  hide?: Conditions
  /** The values of an option. */
  values?: readonly unknown[]
  /** The parameters of a collection. */
  parts?: readonly ParameterDescription[]
  /** The parameters of each group of a fixed collection. */
  groups?: Readonly<Record<string, readonly ParameterDescription[]>>
}

/** Whose parameters are read, and the values at the root, to which conditions such as `/mode` refer. */
export interface Reading {
  version: number
  root: Values
}

/** Whether a parameter is shown. An expression where a condition of `show` looks shows it at once. */
export function isShown({ show, hide }: ParameterDescription, values: Values, reading: Reading): boolean {
  for (const name in show) {
    const found = valuesAt(name, values, reading)
    if (found.some(value => typeof value === 'string' && value.startsWith('='))) return true
    if (!holds(show[name] ?? [], found)) return false
  }
  for (const name in hide) {
    const found = valuesAt(name, values, reading)
    if (found.length > 0 && holds(hide[name] ?? [], found)) return false
  }
  return true
}

function valuesAt(name: string, values: Values, { version, root }: Reading): readonly unknown[] {
  let value: unknown
  if (name === '@version') value = version
  else if (name === '@tool') value = false
  else value = name.startsWith('/') ? valueAt(root, name.slice(1)) : valueAt(values, name)
  if (isRecord(value) && value.__rl) value = value.value
  return Array.isArray(value) ? value : [value]
}

function valueAt(values: Values, path: string): unknown {
  if (!path.includes('.')) return Object.hasOwn(values, path) ? values[path] : undefined
  return path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), values)
}

const holds = (wanted: readonly unknown[], found: readonly unknown[]) =>
  wanted.some(one => {
    const comparison = isRecord(one) && isRecord(one._cnd) ? Object.entries(one._cnd)[0] : undefined
    if (!comparison) return found.includes(one)
    const [operator, operand] = comparison
    if (found.length === 0) return operator === 'not'
    return found.every(value => compares(operator, value, operand))
  })

function compares(operator: string, value: unknown, operand: unknown): boolean {
  const [left, right] = [value as number, operand as number]
  const text = typeof value === 'string' ? value : undefined
  switch (operator) {
    case 'eq':
      return isDeepStrictEqual(value, operand)
    case 'not':
      return !isDeepStrictEqual(value, operand)
    case 'gte':
      return left >= right
    case 'lte':
      return left <= right
    case 'gt':
      return left > right
    case 'lt':
      return left < right
    case 'between': {
      const { from, to } = operand as { from: number; to: number }
      return left >= from && left <= to
    }
    case 'includes':
      return text?.includes(String(operand)) ?? false
    case 'startsWith':
      return text?.startsWith(String(operand)) ?? false
    case 'endsWith':
      return text?.endsWith(String(operand)) ?? false
    case 'exists':
      return value !== null && value !== undefined && value !== ''
    default:
      return false
  }
}
