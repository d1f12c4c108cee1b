import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { badRequest } from '../../../base/errors.ts'
import { refusalOf } from '../shapes/refusal.ts'
import { kindOf } from './first-error.ts'

/** The most items of a page: a larger limit counts as this. */
const MAX_LIMIT = 250

/**
 * The query parameters that the operation's schema names. Unknown ones are ignored, and empty ones too, except those
 * with fixed values; a limit above the largest counts as the largest (docs/behaviour/n8n-2.41.md#two-families).
 *
 * @throws ApiError 400 with the first error, in the schema's order
 */
export function readQuery(search: string, schema: TObject | undefined): Record<string, unknown> {
  if (!schema || search.length < 2) return {}
  const given = new URLSearchParams(search)
  const query: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const values = [...given.getAll(name), ...given.getAll(`${name}[]`)]
    const object = objectOf(name, given)
    const isList = values.length > 1 || given.has(`${name}[]`) || object !== undefined
    const whole = values.length === 0 ? object : isList ? values : values[0]
    if (whole === undefined) continue
    const value = readValue(name, property, whole)
    if (value !== undefined) query[name] = value
  }
  return query
}

/** What `limit[a]=1` gives: an object, which no parameter takes. */
const objectOf = (name: string, given: URLSearchParams): object | undefined =>
  [...given.keys()].some(key => key.startsWith(`${name}[`) && key.endsWith(']') && key !== `${name}[]`) ? {} : undefined

function readValue(name: string, schema: TSchema, given: string | object): unknown {
  const path = `request/query/${name}`
  const choices = choicesOf(schema)
  if (choices) return choice(path, choices, given, schema)
  if (typeof given !== 'string') throw badRequest(`${path} Expected string, received ${kindOf(given)}`)
  if (schema[Kind] === 'Integer') return given === '' ? undefined : count(name, given)
  const own = refusalOf(schema, given)
  if (own !== undefined) throw badRequest(`${path} ${own}`)
  return given === '' ? undefined : given
}

const choicesOf = (schema: TSchema): string[] | undefined =>
  schema[Kind] === 'Boolean' ? ['true', 'false'] : schema[Kind] === 'Enumeration' ? schema.enum : undefined

function choice(path: string, choices: string[], given: string | object, schema: TSchema) {
  const expected = choices.map(value => `'${value}'`).join(' | ')
  if (typeof given !== 'string') throw badRequest(`${path} Expected ${expected}, received ${kindOf(given)}`)
  if (!choices.includes(given))
    throw badRequest(`${path} Invalid enum value. Expected ${expected}, received '${given}'`)
  return schema[Kind] === 'Boolean' ? given === 'true' : given
}

/** The whole number that a text begins with. */
function count(name: string, text: string): number {
  const number = Number.parseInt(text, 10)
  if (Number.isNaN(number)) throw badRequest(`request/query/${name} Param \`${name}\` must be a valid integer`)
  if (number < 0) throw badRequest(`request/query/${name} Param \`${name}\` must be a non-negative integer`)
  return name === 'limit' ? Math.min(number, MAX_LIMIT) : number
}
