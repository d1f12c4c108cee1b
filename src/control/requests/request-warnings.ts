import { Kind, type TArray, type TObject, type TSchema } from '@sinclair/typebox'
import { isRecord } from '../../core/base/is-record.ts'
import { mediaTypeOf } from '../../core/http/body.ts'
import type { BodyRule } from '../../core/http/operation.ts'

const SHOWN_FIELDS = 12
/** A client may make names up, and a thousand requests are stored. */
const SHOWN_CHARACTERS = 100

interface Warned {
  /** The page that it asks for, and the one after its answer. */
  cursor: string | undefined
  nextCursor: string | null | undefined
  warnings: readonly string[]
}

/**
 * Warnings for the client, of each request, in the order of the requests: fields that the service refuses, a body
 * without the content type of JSON, a list of which only a part was read.
 *
 * @param entries in the order in which they came
 */
export function warningsOf<T extends Warned>(entries: readonly T[]): Map<T, string[]> {
  const followed = new Set<string>()
  const warnings = new Map<T, string[]>()
  for (const entry of entries.toReversed()) {
    const isUnfollowed = entry.nextCursor && !followed.has(entry.nextCursor)
    warnings.set(entry, [...entry.warnings, ...(isUnfollowed ? [UNFOLLOWED] : [])])
    if (entry.cursor !== undefined) followed.add(entry.cursor)
  }
  return new Map([...warnings].reverse())
}

const UNFOLLOWED = 'there is a next page, and its nextCursor was not asked for: what is on it was never read'

/** What is said of the fields of a body that the service refuses. */
export function bodyWarning({ readOnly, unknown }: RefusedFields): string | undefined {
  const parts = [named(readOnly, 'which only the service sets'), named(unknown, 'which it does not know')]
  const said = parts.filter(part => part !== undefined).join(', and ')
  return said === '' ? undefined : `the body has fields that the service refuses: ${said}`
}

function named(fields: readonly string[], why: string) {
  if (fields.length === 0) return undefined
  return `${shownNames(fields)} (${why})`
}

/** The first of some names that a client may have made up. */
export function shownNames(names: readonly string[]): string {
  const more = names.length > SHOWN_FIELDS ? ` and ${names.length - SHOWN_FIELDS} more` : ''
  return `${names.slice(0, SHOWN_FIELDS).map(shortened).join(', ')}${more}`
}

const shortened = (name: string) => (name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name)

/** A body that does not say that it is JSON. */
export function contentTypeWarning({ required }: BodyRule, headers: Headers): string | undefined {
  if (!required && !Number(headers.get('content-length'))) return undefined
  const type = mediaTypeOf(headers)
  if (type === 'application/json') return undefined
  return type
    ? `the content type is ${type}: the service takes application/json only`
    : 'the content type is missing: the service takes a body only as application/json'
}

export interface RefusedFields {
  readOnly: string[]
  unknown: string[]
}

/**
 * The fields of a body that its schema refuses: those that the service alone may set, and those that it does not know.
 * A field of the items of a list is named once, e.g. `nodes[].createdAt`.
 */
export function refusedFields(schema: TSchema, body: unknown): RefusedFields {
  const rule = ruleOf(schema)
  const found: Found = {}
  if (rule) search(rule, body, '', found)
  return { readOnly: [...(found.readOnly ?? [])], unknown: [...(found.unknown ?? [])] }
}

/** The sets are made for the first name: most bodies have none. */
type Found = { [K in keyof RefusedFields]?: Set<string> }

/** What is searched of a value. Every body is searched, and most fields of a schema are plain: these have no rule. */
type Rule = { is: 'readOnly' } | { is: 'list'; items: Rule } | { is: 'map'; fields: Fields; isClosed: boolean }

type Fields = ReadonlyMap<string, Rule | undefined>

const rules = new WeakMap<TSchema, { rule: Rule | undefined }>()

function ruleOf(schema: TSchema): Rule | undefined {
  const known = rules.get(schema) ?? { rule: makeRule(schema) }
  rules.set(schema, known)
  return known.rule
}

function makeRule(schema: TSchema): Rule | undefined {
  const kind = schema[Kind]
  if (kind === 'ReadOnly') return { is: 'readOnly' }
  if (kind === 'Array') {
    const items = ruleOf((schema as TArray).items)
    return items && { is: 'list', items }
  }
  if (kind !== 'Object') return undefined
  const { properties, additionalProperties } = schema as TObject
  const fields = new Map(Object.entries(properties).map(([name, property]) => [name, ruleOf(property)]))
  const isClosed = additionalProperties === false
  return isClosed || [...fields.values()].some(rule => rule) ? { is: 'map', fields, isClosed } : undefined
}

function search(rule: Rule, value: unknown, path: string, found: Found) {
  if (rule.is === 'readOnly') add(found, 'readOnly', path)
  else if (rule.is === 'list') {
    if (!Array.isArray(value)) return
    const each = `${path}[]`
    for (const item of value) search(rule.items, item, each, found)
  } else if (isRecord(value)) {
    const { fields, isClosed } = rule
    for (const name in value) {
      const inner = fields.get(name)
      if (inner) search(inner, value[name], within(path, name), found)
      else if (isClosed && !fields.has(name)) add(found, 'unknown', within(path, name))
    }
  }
}

function add(found: Found, kind: keyof Found, name: string) {
  const names = found[kind] ?? new Set()
  found[kind] = names.add(name)
}

const within = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
