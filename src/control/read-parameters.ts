import type { TObject } from '@sinclair/typebox'
import { badRequest, refuseAny } from '../base/errors.ts'
import { coerce } from '../http/query.ts'
import { validationErrors } from '../http/validation-errors.ts'

/**
 * The query as the operation's schema names it: numbers and booleans where they read as such. A switch may stand without
 * a value.
 *
 * @throws ApiError 400 for a parameter that is unknown, given twice or not of its shape
 */
export function readQuery(search: string, schema: TObject | undefined): Record<string, unknown> {
  const known = schema?.properties ?? {}
  const query: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(search)) {
    if (!Object.hasOwn(known, name)) throw badRequest(`Unknown query parameter '${name}'`)
    if (Object.hasOwn(query, name)) throw badRequest(`Query parameter '${name}' is given twice`)
    const type = known[name]?.type
    query[name] = type === 'boolean' ? switchOf(text) : coerce(text, type)
  }
  if (schema) refuseAny(validationErrors(schema, query, 'request/query'))
  return query
}

/** The parameters of a path, by the names in its template. @throws ApiError 400 */
export function readParams(path: string, operation: { path: string; params?: TObject }): Record<string, unknown> {
  const { params: schema } = operation
  if (!schema) return {}
  const segments = path.split('/')
  const params: Record<string, unknown> = {}
  for (const [at, part] of operation.path.split('/').entries()) {
    const name = part.slice(1)
    if (part.startsWith(':')) params[name] = coerce(decode(segments[at] ?? ''), schema.properties[name]?.type)
  }
  refuseAny(validationErrors(schema, params, 'request/params'))
  return params
}

const SWITCHES: Record<string, boolean> = { '': true, true: true, '1': true, false: false, '0': false }

const switchOf = (text: string) => (Object.hasOwn(SWITCHES, text) ? SWITCHES[text] : text)

function decode(segment: string) {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    throw badRequest('The path has a malformed percent escape', { cause })
  }
}
