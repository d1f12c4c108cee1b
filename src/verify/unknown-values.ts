import type { TObject, TSchema } from '@sinclair/typebox'
import { Kind } from '@sinclair/typebox'
import { innerOf } from '../core/model/schema.ts'

const UNKNOWN_ID = 'understudyUnknown'
const UNKNOWN_UUID = '00000000-0000-4000-8000-000000000001'
/** Near the end of what a database counts to. */
const UNKNOWN_NUMBER = '2147483646'

/** Parameters that choose among fixed words, whose schemas do not list them. */
const WORDS: Readonly<Record<string, string>> = { direction: 'apply' }

/** Values of the parameters of a path that name no record: nothing is found by them, so nothing is changed. */
export function unknownParams(path: string, schema: TObject | undefined): Record<string, string> {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  return Object.fromEntries(names.map(name => [name, WORDS[name] ?? unknownValue(schema?.properties[name], path)]))
}

function unknownValue(schema: TSchema | undefined, path: string): string {
  if (schema?.type === 'integer' || schema?.type === 'number') return UNKNOWN_NUMBER
  if (path.startsWith('/executions')) return UNKNOWN_NUMBER
  if (path.startsWith('/users') || schema?.format === 'uuid' || schema?.format === 'identifier') return UNKNOWN_UUID
  return UNKNOWN_ID
}

/** A path with its parameters filled in. */
export const filledIn = (path: string, params: Readonly<Record<string, string>>) =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? UNKNOWN_ID))

/**
 * A body that no version can take: each required field has a value of another type, an object in the place of a text, a
 * text in the place of anything else. Fields that may be left out are left out.
 */
export function malformedBody(schema: TSchema): unknown {
  const inner = valueSchema(schema)
  if (inner.type === 'array') return { understudy: true }
  if (inner.type !== 'object') return []
  const properties: Record<string, TSchema> = inner.properties ?? {}
  const required: readonly string[] = inner.required ?? []
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  const fields = names.map(name => [name, otherType(properties[name])] as const)
  return fields.length > 0 ? Object.fromEntries(fields) : []
}

const otherType = (schema: TSchema | undefined) =>
  schema !== undefined && valueSchema(schema).type === 'string' ? { understudy: true } : 'understudy'

/** A value that may be null may be of a wrapping schema otherwise. */
function valueSchema(schema: TSchema): TSchema {
  const inner = innerOf(schema)
  return schema[Kind] === 'Nullable' ? valueSchema(inner) : inner
}
