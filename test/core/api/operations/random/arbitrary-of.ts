import { Kind, type TObject, type TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import { Inner } from '../../../../../src/core/model/schema.ts'

/** Values that pass a schema. Fields that are read-only are never among them. */
export function arbitraryOf(schema: TSchema): fc.Arbitrary<unknown> {
  switch (schema[Kind]) {
    case 'Nullable':
      return fc.oneof(fc.constant(null), arbitraryOf(innerOf(schema)))
    case 'Enumeration':
      return fc.constantFrom(...(schema.enum as unknown[]))
    case 'Union':
      return fc.oneof(...(schema.anyOf as TSchema[]).map(arbitraryOf))
    case 'Array':
      return fc.array(arbitraryOf(schema.items), { maxLength: 3 })
    case 'Object':
      return objectOf(schema as TObject)
    case 'Boolean':
      return fc.boolean()
    case 'Integer':
      return fc.integer({ min: -1000, max: 1000 })
    case 'Number':
      return numberOf(schema)
    case 'String':
      return textOf(schema.format)
    case 'Unknown':
      return json
  }
  throw new Error(`no values are known for ${schema[Kind]}`)
}

export const innerOf = (schema: TSchema): TSchema => (schema as TSchema & { [Inner]: TSchema })[Inner]
export const isReadOnly = (schema: TSchema) => schema[Kind] === 'ReadOnly'
export const isOptional = (schema: TObject, field: string) => !schema.required?.includes(field)

/** Any JSON, with the names in it that programs trip over. */
const json = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('__proto__', '', '\u0000', '\ud800'))

const names = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('__proto__', 'constructor', 'toString', ''))

function objectOf(schema: TObject): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties).filter(([, field]) => !isReadOnly(field))
  if (fields.length === 0) return mapOf(schema.additionalProperties)
  const model = Object.fromEntries(fields.map(([name, field]) => [name, arbitraryOf(field)]))
  return fc.record(model, { requiredKeys: fields.map(([name]) => name).filter(name => !isOptional(schema, name)) })
}

const mapOf = (values: unknown) =>
  fc.dictionary(names, typeof values === 'object' ? arbitraryOf(values as TSchema) : json, { maxKeys: 3 })

function numberOf({ multipleOf, minimum = -1000, maximum = 1000 }: TSchema) {
  if (multipleOf) return fc.integer({ min: minimum, max: maximum })
  return fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true })
}

function textOf(format: unknown): fc.Arbitrary<string> {
  if (format === 'jsonString') return json.map(value => JSON.stringify(value))
  if (format === 'identifier') return fc.oneof(fc.uuid(), fc.emailAddress())
  return fc.oneof(fc.string({ maxLength: 30, unit: 'binary' }), fc.constantFrom('', '__proto__', '\ud800', 'a\u0000b'))
}
