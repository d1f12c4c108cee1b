import fc from 'fast-check'

/** A schema as an OpenAPI document writes it. */
export interface OpenApiSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, OpenApiSchema>
  required?: string[]
  additionalProperties?: boolean | OpenApiSchema
  items?: OpenApiSchema
  oneOf?: OpenApiSchema[]
  anyOf?: OpenApiSchema[]
  allOf?: OpenApiSchema[]
  readOnly?: boolean
  nullable?: boolean
}

export type Components = Record<string, OpenApiSchema>

/** Values that are more or less what a schema asks for: most of them pass. */
export function schemaValue(schema: OpenApiSchema, components: Components, depth = 0): fc.Arbitrary<unknown> {
  const next = (inner: OpenApiSchema) => schemaValue(inner, components, depth + 1)
  if (depth > 8) return fc.constant(null)
  if (schema.$ref) return next(components[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map(next))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map(type => next({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return objectValue(schema, next)
    case 'array':
      return fc.array(next(schema.items ?? {}), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 300 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'null':
      return fc.constant(null)
    case 'string':
      return fc.oneof(
        fc.constantFrom('1', '2', 'httpBasicAuth', 'urgent'),
        fc.string({ unit: 'binary', maxLength: 12 }),
      )
  }
  return fc.jsonValue({ maxDepth: 1 })
}

function objectValue(
  { properties = {}, required = [] }: OpenApiSchema,
  next: (inner: OpenApiSchema) => fc.Arbitrary<unknown>,
) {
  const fields = Object.entries(properties).filter(([, field]) => !field.readOnly)
  if (fields.length === 0)
    return fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
  const requiredKeys = fields.map(([name]) => name).filter(name => required.includes(name))
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, next(field)])), { requiredKeys })
}
