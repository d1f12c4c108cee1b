import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import { innerOf } from '../../../model/schema.ts'

/**
 * A value that a schema takes, with nothing in it that may be left out.
 *
 * @example
 * exampleOf(Type.Object({ name: Type.String(), color: Type.Optional(Type.String()) })) // { name: 'text' }
 */
export function exampleOf(schema: TSchema): unknown {
  if (schema.anyOf) return exampleOf(schema.anyOf[0])
  switch (schema[Kind]) {
    case 'Object':
      return exampleOfObject(schema as TObject)
    case 'Array':
      return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items))
    case 'Enumeration':
      return schema.enum[0]
    case 'Nullable':
      return exampleOf(innerOf(schema))
    case 'Number':
    case 'Integer':
      return schema.minimum ?? 1
    case 'Boolean':
      return true
    default:
      return 'text'.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength)
  }
}

function exampleOfObject({ properties, required = [] }: TObject): Record<string, unknown> {
  const needed = Object.entries(properties).filter(([name]) => required.includes(name))
  return Object.fromEntries(needed.map(([name, property]) => [name, exampleOf(property)]))
}
