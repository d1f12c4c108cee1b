import type { CredentialTypes } from '../../features/credentials/types.ts'
import type { CredentialSchema } from '../../model/credential.ts'

type Data = Record<string, unknown>

const MOST_ROUNDS = 20

/**
 * Data that a credential of this type takes, and that opens nothing: no API tells the real one. Every field has a value,
 * but those that only go with certain values of others.
 */
export function standInData(types: CredentialTypes, schema: CredentialSchema): Data {
  const conditional = new Set(namesRequiredIn(schema.allOf))
  const plain = Object.keys(schema.properties).filter(name => !conditional.has(name))
  const wanted = [...plain, ...schema.required]
  const tried = [wanted, schema.required].map(names => completed(types, schema, names))
  return tried.find(data => types.validationErrorsOf(schema, data).length === 0) ?? {}
}

/** The fields with values, and those that the values require in turn. */
function completed(types: CredentialTypes, schema: CredentialSchema, names: readonly string[]): Data {
  const data: Data = {}
  let missing = names
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const name of missing) data[name] = valueFor(schema.properties[name])
    const errors = types.validationErrorsOf(schema, data).join('\n')
    missing = Array.from(errors.matchAll(/requires property "([^"]+)"/g), ([, name = '']) => name).filter(
      name => Object.hasOwn(schema.properties, name) && !Object.hasOwn(data, name),
    )
    if (missing.length === 0) break
  }
  return data
}

function namesRequiredIn(condition: unknown): string[] {
  if (typeof condition !== 'object' || condition === null) return []
  return Object.entries(condition).flatMap(([key, value]) =>
    key === 'required' && Array.isArray(value) ? value : key === 'if' ? [] : namesRequiredIn(value),
  )
}

function valueFor(property: { type: string; enum?: string[] } | undefined): unknown {
  if (property?.enum) return property.enum[0]
  switch (property?.type) {
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'json':
    case 'object':
    case 'fixedCollection':
      return {}
    default:
      return 'stand-in'
  }
}
