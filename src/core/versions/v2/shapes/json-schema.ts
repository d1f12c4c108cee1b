import { type TSchema, Type } from '@sinclair/typebox'
import { Enumeration } from '../../../model/schema.ts'

/** The part of JSON Schema in which `data/n8n-2.41/refused-operations.json` describes bodies and parameters. */
export interface JsonSchema {
  type?: string
  enum?: readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  oneOf?: readonly JsonSchema[]
  [option: string]: unknown
}

/**
 * The schema of a shape that the data describe; anything where it names no type.
 *
 * @example
 * schemaOf({ type: 'array', items: { type: 'string', minLength: 1 } })
 */
export function schemaOf({
  type,
  enum: values,
  properties = {},
  required = [],
  items = {},
  oneOf,
  ...options
}: JsonSchema): TSchema {
  if (oneOf) return Type.Union(oneOf.map(schemaOf), { oneOf: true })
  if (values) return Enumeration(values)
  switch (type) {
    case 'object': {
      const schemas = Object.entries(properties).map(([name, property]) => {
        const schema = schemaOf(property)
        return [name, required.includes(name) ? schema : Type.Optional(schema)]
      })
      return Type.Object(Object.fromEntries(schemas), options)
    }
    case 'array':
      return Type.Array(schemaOf(items), options)
    case 'string':
      return Type.String(options)
    case 'integer':
      return Type.Integer(options)
    case 'number':
      return Type.Number(options)
    case 'boolean':
      return Type.Boolean()
    default:
      return Type.Unknown()
  }
}
