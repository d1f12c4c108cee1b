import { Kind, type TArray, type TObject, type TSchema } from '@sinclair/typebox'
import { isRecord } from '../../base/is-record.ts'
import { mediaTypeOf } from '../../http/body.ts'
import type { RequestEntry } from './request-log.ts'

const SHOWN_FIELDS = 12

/**
 * Warnings for the client, of each request, in the order of the requests: fields that the service refuses, a body
 * without the content type of JSON, a list of which only a part was read.
 *
 * @param entries in the order in which they came
 */
export function warningsOf(entries: readonly RequestEntry[]): Map<RequestEntry, string[]> {
  const followed = new Set<string>()
  const warnings = new Map<RequestEntry, string[]>()
  for (const entry of entries.toReversed()) {
    const found = ownWarningsOf(entry)
    if (entry.nextCursor && !followed.has(entry.nextCursor)) found.push(UNFOLLOWED)
    const cursor = new URL(entry.url).searchParams.get('cursor')
    if (cursor !== null) followed.add(cursor)
    warnings.set(entry, found)
  }
  return new Map([...warnings].reverse())
}

const UNFOLLOWED = 'there is a next page, and its nextCursor was not asked for: what is on it was never read'

/** The warnings about a request by itself. */
export function ownWarningsOf(entry: RequestEntry): string[] {
  return [bodyWarning(entry), contentTypeWarning(entry)].filter(text => text !== undefined)
}

function bodyWarning(entry: RequestEntry) {
  const { operation } = entry
  const body = operation?.body && entry.body
  if (!operation?.body || body === undefined) return undefined
  const { readOnly, unknown } = refusedFields(operation.body.schema, body)
  const parts = [named(readOnly, 'which only the service sets'), named(unknown, 'which it does not know')]
  const said = parts.filter(part => part !== undefined).join(', and ')
  return said === '' ? undefined : `the body has fields that the service refuses: ${said}`
}

function named(fields: string[], why: string) {
  if (fields.length === 0) return undefined
  const more = fields.length > SHOWN_FIELDS ? ` and ${fields.length - SHOWN_FIELDS} more` : ''
  return `${fields.slice(0, SHOWN_FIELDS).join(', ')}${more} (${why})`
}

function contentTypeWarning({ operation, headers }: RequestEntry) {
  if (!operation?.body || (!operation.body.required && !Number(headers.get('content-length')))) return undefined
  const type = mediaTypeOf(headers)
  if (type === 'application/json') return undefined
  return type
    ? `the content type is ${type}: the service takes application/json only`
    : 'the content type is missing: the service takes a body only as application/json'
}

interface RefusedFields {
  readOnly: string[]
  unknown: string[]
}

/**
 * The fields of a body that its schema refuses: those that the service alone may set, and those that it does not know.
 * A field of the items of a list is named once, e.g. `nodes[].createdAt`.
 */
function refusedFields(schema: TSchema, body: unknown): RefusedFields {
  const found = { readOnly: new Set<string>(), unknown: new Set<string>() }
  search(schema, body, '', found)
  return { readOnly: [...found.readOnly], unknown: [...found.unknown] }
}

function search(schema: TSchema, value: unknown, path: string, found: { [K in keyof RefusedFields]: Set<string> }) {
  if (schema[Kind] === 'ReadOnly') found.readOnly.add(path)
  else if (schema[Kind] === 'Array' && Array.isArray(value)) {
    for (const item of value) search((schema as TArray).items, item, `${path}[]`, found)
  } else if (schema[Kind] === 'Object' && isRecord(value)) {
    const { properties, additionalProperties } = schema as TObject
    for (const [name, inner] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) search(properties[name] as TSchema, inner, within(path, name), found)
      else if (additionalProperties === false) found.unknown.add(within(path, name))
    }
  }
}

const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
