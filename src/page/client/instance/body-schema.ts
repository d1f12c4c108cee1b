import type { Operation, Schema } from './operations.ts'

/** A key that an operation refuses, and where it stands. */
export interface RefusedKey {
  path: string[]
  message: string
}

const MOST = 100

type Checked = Pick<Operation, 'body' | 'resolve'>

/**
 * The keys of a body that its operation refuses, by the instance's own document: those that it does not know, and those
 * that the service alone sets. Other rules are the service's to check. At most 100.
 */
export function refusedKeys(value: unknown, operation: Checked | undefined): RefusedKey[] {
  const found: RefusedKey[] = []
  if (operation) search(value, operation.body, [], { operation, found })
  return found
}

interface Search {
  operation: Checked
  found: RefusedKey[]
}

function search(value: unknown, given: Schema | undefined, path: string[], searched: Search): void {
  const { operation, found } = searched
  const schema = operation.resolve(given)
  if (!schema || typeof value !== 'object' || value === null || found.length >= MOST) return
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) search(item, schema.items, [...path, String(at)], searched)
    return
  }
  const { properties, additionalProperties } = schema
  if (!properties && typeof additionalProperties !== 'object') return
  for (const [name, inner] of Object.entries(value)) {
    const known = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
    const place = [...path, name]
    if (known?.readOnly || operation.resolve(known)?.readOnly) {
      found.push({ path: place, message: `“${name}” is read-only: the service refuses it.` })
    } else if (known) search(inner, known, place, searched)
    else if (additionalProperties === false) {
      found.push({ path: place, message: `“${name}” is unknown here: the service refuses it.` })
    } else if (typeof additionalProperties === 'object') search(inner, additionalProperties, place, searched)
  }
}

/** The values that a field of a body may have, by the path of its schema: `['columns', 'type']`; lists are passed through. */
export function choicesOf(operation: Checked | undefined, path: string[]): string[] {
  let schema = operation?.body
  for (const name of path) {
    schema = operation?.resolve(schema)
    if (schema?.items) schema = operation?.resolve(schema.items)
    schema = schema?.properties?.[name]
  }
  return (operation?.resolve(schema)?.enum ?? []).map(String)
}
