import { Kind, type TObject } from '@sinclair/typebox'
import { badRequest } from '../base/errors.ts'
import { Inner } from '../model/schema.ts'

const RESERVED = /[:/[\]@!$'()*+,;]/

/**
 * The query as the operation's schema names it: numbers and booleans coerced where they read as such, a repeated
 * parameter as an array. Stops at the first of: a reserved character that is not encoded, an unknown parameter, an
 * empty value (docs/behaviour/common.md#query-parameters). A parameter marked `allowReserved` takes any character.
 */
export function readQuery(search: string, schema: TObject | undefined): Record<string, unknown> {
  if (search.length < 2) return {}
  const pairs = search.slice(1).split('&').filter(Boolean).map(readPair)
  const known = schema?.properties ?? {}
  for (const [name, parameter] of Object.entries(known)) {
    if (parameter.allowReserved) continue
    if (pairs.some(pair => pair.name === name && RESERVED.test(pair.raw))) {
      throw badRequest(`Parameter '${name}' must be url encoded. Its value may not contain reserved characters.`)
    }
  }
  for (const { name, value } of pairs) {
    if (!Object.hasOwn(known, name)) throw badRequest(`Unknown query parameter '${name}'`)
    if (value === '') throw badRequest(`Empty value found for query parameter '${name}'`)
  }
  const query: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(known)) {
    const values = pairs.filter(pair => pair.name === name).map(pair => coerce(pair.value, typeOf(parameter)))
    if (values.length)
      query[name] = values.length > 1 || pairs.some(p => p.name === name && p.list) ? values : values[0]
  }
  return query
}

/** Text as the type that a schema asks for, if it reads as one; else the text, for the schema to refuse. */
export function coerce(text: string, type: unknown): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'number' || type === 'integer') return Number.isNaN(Number(text)) ? text : Number(text)
  return text
}

const typeOf = (schema: TObject['properties'][string]) =>
  (schema[Kind] === 'Nullable' ? schema[Inner as never] : schema).type

function readPair(pair: string) {
  const equals = pair.indexOf('=')
  const raw = equals < 0 ? '' : pair.slice(equals + 1)
  const name = decode(equals < 0 ? pair : pair.slice(0, equals))
  const list = name.endsWith('[]')
  return { name: list ? name.slice(0, -2) : name, list, raw, value: decode(raw) }
}

function decode(text: string) {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
