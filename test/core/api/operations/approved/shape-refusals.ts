import { Kind, type TSchema } from '@sinclair/typebox'
import { LEFT_OUT, type Place, SURPLUS } from './inputs.ts'

/** How operations word what a shape refuses: as a JSON Schema validator, or as zod. */
export type Wording = 'validator' | 'zod'

/** What a keyless caller is answered. */
export const KEYLESS: Record<Wording, string> = {
  validator: "401 'X-N8N-API-KEY' header required",
  zod: '401 Unauthorized',
}

/**
 * What a value is refused with that has another type or size than its shape, or is left out, read-only or surplus.
 * Snapshots need not hold it; they hold every answer that differs from this.
 */
export function bodyRefusal(wording: Wording, place: Place, schema: TSchema, value: unknown): string | undefined {
  const name = place.at(-1)
  const parent = ['request/body', ...place.slice(0, -1)].join('/')
  if (value === LEFT_OUT) return `400 ${parent} must have required property '${name}'`
  if (name === SURPLUS) {
    const said =
      wording === 'zod' ? `Unrecognized key(s) in object: '${SURPLUS}'` : 'must NOT have additional properties'
    return `400 ${parent} ${said}`
  }
  const fault = schema[Kind] === 'ReadOnly' ? 'is read-only' : FAULTS[wording](schema, value)
  return fault && `400 ${['request/body', ...place].join('/')} ${fault}`
}

/** The same for the text of a parameter, or for several. */
export function queryRefusal(wording: Wording, name: string, schema: TSchema, value: string | string[]) {
  const isBoolean = schema[Kind] === 'Boolean'
  const read = isBoolean && wording === 'zod' ? { [Kind]: 'Enumeration', enum: ['true', 'false'] } : schema
  const fault = Array.isArray(value) || isBoolean || schema.enum ? FAULTS[wording](read as TSchema, value) : undefined
  return fault && `400 request/query/${name} ${fault}`
}

type Fault = (schema: TSchema, value: unknown) => string | undefined

const FAULTS: Record<Wording, Fault> = {
  validator(schema, value) {
    const type = TYPES[String(schema[Kind])]
    if (type === undefined) return undefined
    if (type === 'integer' ? !Number.isInteger(value) : type !== typeOf(value)) return `must be ${type}`
    const { minimum, maximum, minLength, maxLength, enum: allowed } = schema
    if (allowed && !allowed.includes(value)) return `must be equal to one of the allowed values: ${allowed.join(', ')}`
    if (Number(value) < minimum) return `must be >= ${minimum}`
    if (Number(value) > maximum) return `must be <= ${maximum}`
    if (String(value).length < minLength) return `must NOT have fewer than ${minLength} characters`
    return String(value).length > maxLength ? `must NOT have more than ${maxLength} characters` : undefined
  },
  zod(schema, value) {
    const type = TYPES[String(schema[Kind])]
    if (type === undefined) return undefined
    const { minLength, maxLength, enum: allowed } = schema
    const wanted = allowed ? allowed.map((one: string) => `'${one}'`).join(' | ') : type.replace('integer', 'number')
    if (typeOf(value) !== (allowed ? 'string' : wanted)) return `Expected ${wanted}, received ${typeOf(value)}`
    if (allowed && !allowed.includes(value)) return `Invalid enum value. Expected ${wanted}, received '${value}'`
    if (String(value).length < minLength) return `String must contain at least ${minLength} character(s)`
    return String(value).length > maxLength ? `String must contain at most ${maxLength} character(s)` : undefined
  },
}

/** The type of each kind of shape. */
const TYPES: Record<string, string> = {
  String: 'string',
  Enumeration: 'string',
  Boolean: 'boolean',
  Number: 'number',
  Integer: 'integer',
  Array: 'array',
  Object: 'object',
}

function typeOf(value: unknown) {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
