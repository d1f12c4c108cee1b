import { Kind, type TArray, type TObject, type TSchema } from '@sinclair/typebox'
import { isRecord } from '../../base/is-record.ts'

export interface RefusedFields {
  readOnly: string[]
  unknown: string[]
}

/**
 * The fields of a body that its schema refuses: those that the service alone may set, and those that it does not know.
 * A field of the items of a list is named once, e.g. `nodes[].createdAt`.
 */
export function refusedFields(schema: TSchema, body: unknown): RefusedFields {
  const found = { readOnly: new Set<string>(), unknown: new Set<string>() }
  search(schema, body, '', found)
  return { readOnly: [...found.readOnly], unknown: [...found.unknown] }
}

function search(schema: TSchema, value: unknown, path: string, found: { [K in keyof RefusedFields]: Set<string> }) {
  if (value === undefined) return
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
