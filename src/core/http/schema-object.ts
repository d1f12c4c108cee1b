import { type TSchema, TypeGuard } from '@sinclair/typebox'

/** A schema as OpenAPI 3.0 writes it. */
export type SchemaObject = { [keyword: string]: unknown }

/** The schemas that have a name of their own: wherever one of them stands, the document refers to it. */
export type SchemaNames = ReadonlyMap<TSchema, string>

const COPIED = [
  'type',
  'description',
  'format',
  'enum',
  'default',
  'nullable',
  'readOnly',
  'writeOnly',
  'deprecated',
  'required',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'pattern',
] as const

/** A TypeBox schema as OpenAPI 3.0 writes it: no `const`, no `examples`, no `patternProperties`. */
export function schemaObject(schema: TSchema, names: SchemaNames): SchemaObject {
  const name = names.get(schema)
  return name === undefined ? schemaDefinition(schema, names) : { $ref: `#/components/schemas/${name}` }
}

/** The schema itself, whether it has a name or not. */
export function schemaDefinition(schema: TSchema, names: SchemaNames): SchemaObject {
  const inner = (part: TSchema) => schemaObject(part, names)
  const { additionalProperties, patternProperties } = schema
  const anyProperty = additionalProperties ?? Object.values(patternProperties ?? {})[0]
  return {
    ...Object.fromEntries(
      COPIED.filter(keyword => keyword in schema && isSaid(keyword, schema)).map(keyword => [keyword, schema[keyword]]),
    ),
    ...('const' in schema ? { enum: [schema.const] } : {}),
    ...('examples' in schema ? { example: schema.examples[0] } : {}),
    ...('items' in schema ? { items: inner(schema.items) } : {}),
    ...('anyOf' in schema ? variantsOf(schema, inner) : {}),
    ...('properties' in schema ? { properties: mapValues(schema.properties, inner) } : {}),
    ...(anyProperty === undefined
      ? {}
      : { additionalProperties: TypeGuard.IsSchema(anyProperty) ? inner(anyProperty) : anyProperty }),
  }
}

/** What only null is. OpenAPI 3.0 has no type for it, and `nullable` counts only beside a `type`. */
const NULL = { type: 'string', nullable: true, enum: [null] }

/**
 * The first variant with a type is nullable, and null is a variant of its own: some generators of clients (of Zod) read
 * `nullable` in no variant, and validators (Ajv) allow it nowhere else. A union of objects is an object.
 */
function variantsOf(schema: TSchema, inner: (part: TSchema) => SchemaObject): SchemaObject {
  const variants: TSchema[] = schema.anyOf
  const anyOf = variants.filter(variant => variant.type !== 'null').map(inner)
  const isUnionOfObjects = anyOf.every(variant => variant.type === 'object')
  if (schema.nullable || anyOf.length < variants.length) {
    const typed = anyOf.find(variant => 'type' in variant)
    if (typed) typed.nullable = true
  }
  if (anyOf.some(variant => variant.nullable)) anyOf.push(NULL)
  return { ...(isUnionOfObjects ? { type: 'object' } : {}), anyOf }
}

/**
 * What a union calls itself in messages is not a type; `nullable` counts only beside a type; and a fixture's dates may
 * have a time.
 */
function isSaid(keyword: string, schema: TSchema) {
  if (keyword === 'type') return !('anyOf' in schema)
  if (keyword === 'nullable') return !('anyOf' in schema) && 'type' in schema
  return keyword !== 'format' || schema.format !== 'date'
}

const mapValues = <A, B>(values: Record<string, A>, map: (value: A) => B) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
