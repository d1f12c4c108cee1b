import {
  FormatRegistry,
  Kind,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from './parse-json.ts'

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d(:?\d\d)?)$/
const LETTER = 'a-z\\u00a1-\\ud7ff\\uf900-\\uffef'
const ATOM = `[${LETTER}0-9!#$%&'*+/=?^_\`{|}~-]+`
const LABEL = '[a-z0-9\\u00a1-\\uffff]([a-z0-9\\u00a1-\\uffff-]{0,61}[a-z0-9\\u00a1-\\uffff])?'
const EMAIL = new RegExp(`^(${ATOM}(\\.${ATOM})*|"[^"\\\\]+")@(${LABEL}\\.)+[a-z\\u00a1-\\uffff]{2,63}$`, 'i')
/** Bytes before the @. */
const MAX_LOCAL_PART = 64
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isDateTime = (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text))
const isEmail = (text: string) =>
  text.length <= 254 && Buffer.byteLength(text.slice(0, text.lastIndexOf('@'))) <= MAX_LOCAL_PART && EMAIL.test(text)
export const isUuid = (text: string) => UUID.test(text)

FormatRegistry.Set('date-time', isDateTime)
FormatRegistry.Set('date', text => !Number.isNaN(Date.parse(text)))
FormatRegistry.Set('email', isEmail)
FormatRegistry.Set('uuid', isUuid)
FormatRegistry.Set('identifier', text => isUuid(text) || isEmail(text))
FormatRegistry.Set('jsonString', isJson)

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Values that are checked before a schema is compiled, which takes about as long: with most schemas a start checks less. */
const VALUES_BEFORE_COMPILING = 5000
/** How many of those are left. */
const valuesLeft = new WeakMap<TSchema, number>()

/** Whether nothing is wrong with a value. */
export function isRight(schema: TSchema, value: unknown): boolean {
  const check = compiled.get(schema)
  if (check) return check.Check(value)
  const left = countDown(valuesLeft.get(schema) ?? VALUES_BEFORE_COMPILING, value)
  valuesLeft.set(schema, left)
  if (left > 0) return Value.Check(schema, value)
  compiled.set(schema, TypeCompiler.Compile(standardOf(schema)))
  return isRight(schema, value)
}

/** Counts down by a value and those inside it; no further than 0, however large it is. */
function countDown(from: number, value: unknown): number {
  let left = from - 1
  if (left <= 0 || typeof value !== 'object' || value === null) return left
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    left = countDown(left, inner)
    if (left <= 0) break
  }
  return left
}

/**
 * The property of a wrapping schema that holds the one it wraps; a symbol, so that no OpenAPI document shows it. The same
 * one in each copy of this module in a process: the registry of TypeBox is the process's, and the last copy's checks read them all.
 */
export const Inner = Symbol.for('n8n-understudy.inner')
type Wrapping = TSchema & { [Inner]: TSchema }

/** The schema that one wraps, or else the schema itself. */
export const innerOf = (schema: TSchema): TSchema => (schema as Partial<Wrapping>)[Inner] ?? schema

TypeRegistry.Set<Wrapping>('Nullable', (schema, value) => value === null || isRight(schema[Inner], value))
TypeRegistry.Set<TSchema & { enum: string[] }>('Enumeration', (schema, value) => schema.enum.includes(value as string))
TypeRegistry.Set('ReadOnly', () => false)
TypeRegistry.Set<TSchema & { maximum: number }>('EndlessNumber', ({ maximum }, value) => {
  return typeof value === 'number' && (value <= maximum || value === Number.POSITIVE_INFINITY)
})

/** A value that may also be `null` (OpenAPI's `nullable`). */
export function Nullable<T extends TSchema>(inner: T) {
  return Type.Unsafe<Static<T> | null>({ ...inner, [Kind]: 'Nullable', [Inner]: inner, nullable: true })
}

/** One of a fixed list of strings (JSON Schema's `enum`). */
export function Enumeration<const T extends readonly string[]>(values: T, options: Record<string, unknown> = {}) {
  return Type.Unsafe<T[number]>({ ...options, [Kind]: 'Enumeration', type: 'string', enum: [...values] })
}

/** A field that the service returns and refuses on input. */
export function ReadOnly<T extends TSchema>(inner: T) {
  return Type.Optional(Type.Unsafe<never>({ ...inner, [Kind]: 'ReadOnly', [Inner]: inner, readOnly: true }))
}

TypeRegistry.Set<Wrapping & { some: string[] }>('RequiringSome', (schema, value) => {
  const isObject = isRight(schema[Inner], value)
  return isObject && schema.some.some(name => Object.hasOwn(value as object, name))
})

/** An object in which one of these properties at least is required (JSON Schema's `anyOf` of several `required`). */
export function RequiringSome<T extends TObject>(some: readonly string[], inner: T) {
  return Type.Unsafe<Static<T>>({ ...inner, [Kind]: 'RequiringSome', [Inner]: inner, some })
}

/** The shape in which a resource is answered: its read-only fields in, its write-only fields out. */
export function answerOf<T extends TObject>(input: T, options: Record<string, unknown> = {}) {
  const properties: TProperties = {}
  for (const [name, schema] of Object.entries(input.properties)) {
    if (schema.writeOnly) continue
    properties[name] = schema[Kind] === 'ReadOnly' ? Type.Optional((schema as Wrapping)[Inner]) : schema
  }
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** A schema with the same checks, in kinds of TypeBox where there are such: its compiler writes their code in place of a call. */
export function standardOf(schema: TSchema): TSchema {
  switch (schema[Kind]) {
    case 'Nullable':
      return Type.Union([Type.Null(), standardOf((schema as Wrapping)[Inner])])
    case 'Enumeration':
      return Type.Union(schema.enum.map((value: string) => Type.Literal(value)))
    case 'Array':
      return { ...schema, items: standardOf(schema.items) }
    case 'Union':
      return { ...schema, anyOf: schema.anyOf.map(standardOf) }
    case 'Object': {
      const properties = Object.entries<TSchema>(schema.properties).map(([name, property]) => [
        name,
        standardOf(property),
      ])
      return { ...schema, properties: Object.fromEntries(properties) }
    }
    default:
      return schema
  }
}

/** A free-form map: any object. */
export const AnyMap = (options = {}) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, ...options }))

/** A number up to a maximum, or an endless one: the service compares only those that end. */
export const EndlessNumber = (options: { maximum: number; default: number; description: string }) =>
  Type.Unsafe<number>({ ...options, [Kind]: 'EndlessNumber', type: 'number' })

/** A date and time as ISO 8601 text. */
export const DateTime = (options = {}) => Type.String({ ...options, format: 'date-time' })

const MAX_VALUES = 500_000

function isJson(text: string) {
  try {
    parseJson(text, MAX_VALUES)
    return true
  } catch {
    return false
  }
}
