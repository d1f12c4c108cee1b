import { DATE } from './date-functions.ts'
import { LIST, OBJECT } from './list-functions.ts'
import { isDateTime } from './luxon.ts'
import { BOOLEAN, NUMBER } from './number-functions.ts'
import { type Functions, fail } from './outside.ts'
import { TEXT } from './text-functions.ts'

/** In the order in which errors name the types. */
const TYPES: Record<string, () => Functions<never>> = {
  Array: () => LIST,
  Date: () => DATE,
  Number: () => NUMBER,
  Object: () => OBJECT,
  String: () => TEXT,
  Boolean: () => BOOLEAN,
}

/** All of them, whatever type has them. */
export const transformationNames = () => [
  ...new Set(Object.values(TYPES).flatMap(functions => Object.keys(functions()))),
]

/** Functions of any value, where its type has none of that name. */
const ANY = new Map<string, (value: unknown) => boolean>([
  ['isEmpty', value => !value],
  ['isNotEmpty', Boolean],
])

/** Fields by name, without those of prototypes. */
const own = <Value>(functions: Functions<Value>, name: string) =>
  Object.hasOwn(functions, name) ? functions[name] : undefined

/** Whether a value is a date as JSON writes it. */
function isJsonDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString() === value
}

function typeOf(value: unknown, name: string): string | undefined {
  if (Array.isArray(value)) return 'Array'
  if (value instanceof Date || isDateTime(value)) return 'Date'
  if (isJsonDate(value) && name !== 'toDate' && name !== 'toDateTime') return 'Date'
  const type = typeof value
  if (type === 'number') return 'Number'
  if (type === 'string') return 'String'
  if (type === 'boolean') return 'Boolean'
  return type === 'object' ? 'Object' : undefined
}

/**
 * Calls a data transformation function, or the value's own method of that name.
 *
 * @throws ExpressionError where only values of other types have it
 */
export function extend(value: unknown, name: string, given: unknown[]): unknown {
  const general = ANY.get(name)
  if (value === undefined || value === null) {
    if (general) return general(value)
    return fail(`${name} can't be used on ${value} value`, {
      description: `To ignore this error, add a ? to the variable before this function, e.g. my_var?.${name}`,
    })
  }
  const type = typeOf(value, name)
  const known = type && own((TYPES[type] as () => Functions<unknown>)(), name)
  if (known) return known(value, given)
  const method = (value as Record<string, unknown>)[name]
  if (typeof method === 'function') return method.apply(value, given)
  if (general) return general(value)
  return fail(`${name}() is only callable on ${typesWith(name)}`)
}

function typesWith(name: string): string {
  const names = Object.entries(TYPES)
    .filter(([, functions]) => own(functions(), name))
    .map(([type]) => `"${type}"`)
  if (names.length === 1) return `type ${names[0]}`
  return `types ${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}
