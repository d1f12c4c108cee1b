import { Kind, type TArray, type TObject, type TSchema } from '@sinclair/typebox'
import { isRecord } from '../../../base/is-record.ts'
import { innerOf, isRight } from '../../../model/schema.ts'
import { refusalOf } from '../shapes/refusal.ts'

/**
 * The first thing that is wrong with a value, in the texts of the service: in an object read-only keys first, then its
 * fields in the schema's order, each with what is inside it, then unknown keys
 * (docs/behaviour/n8n-2.41.md#validation-errors). `undefined` if nothing is.
 *
 * @param path what the text calls the value, e.g. `request/body`
 *
 * @example
 * firstError(TagInput, { name: 5 }, 'request/body') // 'request/body/name Expected string, received number'
 */
export function firstError(schema: TSchema, value: unknown, path: string): string | undefined {
  return isRight(schema, value) ? undefined : errorOf(schema, value, path)
}

function errorOf(schema: TSchema, value: unknown, path: string): string | undefined {
  const own = refusalOf(schema, value)
  if (own !== undefined) return `${path} ${own}`
  return CHECKS[schema[Kind]]?.(schema, value, path)
}

type Check = (schema: TSchema, value: unknown, path: string) => string | undefined

const CHECKS: Record<string, Check> = {
  Object: objectError,
  Array: arrayError,
  String: stringError,
  Number: (_schema, value, path) => kindError('number', value, path),
  Integer(schema, value, path) {
    const wrong = kindError('number', value, path)
    if (wrong) return wrong
    if (!Number.isInteger(value)) return `${path} Expected integer, received float`
    if (schema.minimum !== undefined && Number(value) < schema.minimum)
      return `${path} Number must be greater than or equal to ${schema.minimum}`
  },
  Boolean: (_schema, value, path) => kindError('boolean', value, path),
  Enumeration: enumerationError,
  Nullable: (schema, value, path) => (value === null ? undefined : errorOf(innerOf(schema), value, path)),
  ReadOnly: (_schema, _value, path) => `${path} is read-only`,
  Union: (schema, value, path) =>
    schema.anyOf.some((variant: TSchema) => errorOf(variant, value, path) === undefined)
      ? undefined
      : `${path} Invalid input`,
  Null: (_schema, value, path) => kindError('null', value, path),
}

function objectError(schema: TSchema, value: unknown, path: string): string | undefined {
  const { properties, required = [], additionalProperties } = schema as TObject
  if (!isRecord(value)) return wrongKind('object', value, path)
  for (const [name, property] of Object.entries(properties)) {
    if (property[Kind] === 'ReadOnly' && Object.hasOwn(value, name)) return `${path}/${name} is read-only`
  }
  for (const [name, property] of Object.entries(properties)) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (given === undefined) {
      if (!required.includes(name)) continue
      const own = refusalOf(property, undefined)
      return own === undefined ? `${path} must have required property '${name}'` : `${path}/${name} ${own}`
    }
    const wrong = errorOf(property, given, `${path}/${name}`)
    if (wrong) return wrong
  }
  if (additionalProperties !== false) return undefined
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(properties, name))
  if (unknown.length > 0) return `${path} Unrecognized key(s) in object: ${listOf(unknown)}`
}

function arrayError(schema: TSchema, value: unknown, path: string): string | undefined {
  if (!Array.isArray(value)) return wrongKind('array', value, path)
  const { items, minItems } = schema as TArray
  if (minItems !== undefined && value.length < minItems)
    return `${path} Array must contain at least ${minItems} element(s)`
  for (const [index, item] of value.entries()) {
    const wrong = errorOf(items, item, `${path}/${index}`)
    if (wrong) return wrong
  }
}

function stringError(schema: TSchema, value: unknown, path: string): string | undefined {
  if (typeof value !== 'string') return wrongKind('string', value, path)
  const length = value.length
  if (schema.minLength !== undefined && length < schema.minLength)
    return `${path} String must contain at least ${schema.minLength} character(s)`
  if (schema.maxLength !== undefined && length > schema.maxLength)
    return `${path} String must contain at most ${schema.maxLength} character(s)`
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)) return `${path} Invalid`
}

function enumerationError(schema: TSchema, value: unknown, path: string): string | undefined {
  const values = (schema.enum as string[]).map(allowed => `'${allowed}'`).join(' | ')
  if (typeof value !== 'string') return `${path} Expected ${values}, received ${kindOf(value)}`
  if (!schema.enum.includes(value)) return `${path} Invalid enum value. Expected ${values}, received '${value}'`
}

/** As many names of unknown keys as anyone reads. */
const MAX_NAMES = 100

const listOf = (names: string[]) =>
  names
    .slice(0, MAX_NAMES)
    .map(name => `'${name}'`)
    .join(', ')

const kindError = (kind: string, value: unknown, path: string) =>
  kindOf(value) === kind ? undefined : wrongKind(kind, value, path)

const wrongKind = (kind: string, value: unknown, path: string) => `${path} Expected ${kind}, received ${kindOf(value)}`

/** What a value is, in the service's words. */
export const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
