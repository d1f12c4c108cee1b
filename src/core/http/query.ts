import { Kind, type TObject } from '@sinclair/typebox'
import { decoded } from '../base/decoded.ts'
import { badRequest } from '../base/errors.ts'
import { innerOf } from '../model/schema.ts'

const RESERVED = /[:/[\]@!$'()*+,;]/

/**
 * The query as the operation's schema names it: numbers and booleans coerced where they read as such, a repeated
 * parameter and one with brackets (`limit[]`, `limit[a]`) as an array. Stops at the first of: a reserved character that is
 * not encoded, an unknown parameter, an empty value that is not repeated (docs/behaviour/common.md#query-parameters). A
 * parameter marked `allowReserved` takes any character; one without a name is ignored.
 */
export function readQuery(search: string, schema: TObject | undefined): Record<string, unknown> {
  if (search.length < 2) return {}
  const pairs = search
    .slice(1)
    .split('&')
    .map(readPair)
    .filter(({ name }) => name !== '')
  const known = schema?.properties ?? {}
  for (const [name, parameter] of Object.entries(known)) {
    if (parameter.allowReserved) continue
    if (pairs.some(pair => pair.name === name && RESERVED.test(pair.raw))) {
      throw badRequest(`Parameter '${name}' must be url encoded. Its value may not contain reserved characters.`)
    }
  }
  const repeated = namesOfLists(pairs)
  for (const { name, value } of pairs) {
    if (!Object.hasOwn(known, name)) throw badRequest(`Unknown query parameter '${name}'`)
    if (value === '' && !repeated.has(name)) throw badRequest(`Empty value found for query parameter '${name}'`)
  }
  const query: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(known)) {
    const values = pairs.filter(pair => pair.name === name).map(pair => coerce(pair.value, typeOf(parameter)))
    if (values.length) query[name] = repeated.has(name) ? values : values[0]
  }
  return query
}

/** Text as the type that a schema asks for, if it reads as one; else the text, for the schema to refuse. */
export function coerce(text: string, type: unknown): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (type === 'number' || type === 'integer') return Number.isNaN(Number(text)) ? text : Number(text)
  return text
}

const typeOf = (schema: TObject['properties'][string]) => (schema[Kind] === 'Nullable' ? innerOf(schema) : schema).type

interface Pair {
  name: string
  isList: boolean
  raw: string
  value: string
}

function readPair(pair: string): Pair {
  const equals = pair.indexOf('=')
  const raw = equals < 0 ? '' : pair.slice(equals + 1)
  const written = decode(equals < 0 ? pair : pair.slice(0, equals))
  const [, name] = /^([^[\]]+)\[[^[\]]*\]$/.exec(written) ?? []
  return { name: name ?? written, isList: name !== undefined, raw, value: decode(raw) }
}

/** The parameters that stand several times, or with brackets. */
function namesOfLists(pairs: readonly Pair[]): Set<string> {
  const seen = new Set<string>()
  const lists = new Set<string>()
  for (const { name, isList } of pairs) {
    if (isList || seen.has(name)) lists.add(name)
    seen.add(name)
  }
  return lists
}

const decode = (text: string) => decoded(text.replaceAll('+', ' '))
