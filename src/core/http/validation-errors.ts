import { Kind, type TSchema, Type } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { isRecord } from '../base/is-record.ts'
import { unescapedKey } from '../base/json-pointer.ts'
import { closestName } from '../model/closest-name.ts'
import { innerOf, isRight } from '../model/schema.ts'

/**
 * Everything that is wrong with a value, in the API's texts and order: missing properties, then additional ones, then
 * each property in the schema's order (docs/behaviour/validation.md#order). Empty when nothing is.
 *
 * @param path what the texts call the value, e.g. `request/body`
 * @param options.firstOnly whether the texts of the first error are enough
 * @param options.named whether a property that is too many is named; the service does not
 *
 * @example
 * validationErrors(TagInput, { id: '1' }, 'request/body')
 * // ["request/body must have required property 'name'", 'request/body/id is read-only']
 */
export function validationErrors(
  schema: TSchema,
  value: unknown,
  path: string,
  { named = false, firstOnly = false } = {},
): string[] {
  if (isRight(schema, value)) return []
  const errors = Value.Errors(withoutRightOnes(schema, value), value)
  return describe(errors, path, named, firstOnly ? 1 : MAX_ERRORS)
}

/** The schema of an object without its properties' schemas where these are stored: to search for errors takes long. */
function withoutRightOnes(schema: TSchema, value: unknown): TSchema {
  if (schema[Kind] !== 'Object' || !isRecord(value)) return schema
  const properties = Object.entries<TSchema>(schema.properties).map(([name, property]) => [
    name,
    Object.hasOwn(value, name) && isRight(property, value[name]) ? ANYTHING : property,
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

const ANYTHING = Type.Unknown()

/** More than anyone reads. A body of millions of wrong values would make for an answer of hundreds of megabytes. */
const MAX_ERRORS = 1000

function describe(errors: Iterable<ValueError>, root: string, named = false, most = MAX_ERRORS): string[] {
  const texts: string[] = []
  const missing = new Set<string>()
  for (const error of errors) {
    if (error.type === ValueErrorType.ObjectRequiredProperty) missing.add(error.path)
    // TypeBox reports a missing property once more as one of the wrong type
    else if (error.value === undefined && missing.has(error.path)) continue
    texts.push(...textsOf(error, root, named, most))
    if (texts.length >= most) break
  }
  return texts
}

function textsOf(error: ValueError, root: string, named: boolean, most: number): string[] {
  const { schema, value } = error
  const path = root + error.path
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return [`${parentOf(path)} must have required property '${nameOf(path)}'`]
    case ValueErrorType.ObjectAdditionalProperties:
      return [named ? unknownProperty(path, schema) : `${parentOf(path)} must NOT have additional properties`]
    case ValueErrorType.StringPattern:
      return [`${path} must match pattern "${schema.pattern}"`]
    case ValueErrorType.Union:
      if (schema.expects) return [`${path} must be ${schema.expects}`]
      return unionTexts(error, root, path, most)
    case ValueErrorType.StringFormat:
      return [`${path} must match format "${schema.format}"`]
    case ValueErrorType.StringMaxLength:
      return [`${path} must NOT have more than ${schema.maxLength} characters`]
    case ValueErrorType.StringMinLength:
      return [`${path} must NOT have fewer than ${schema.minLength} characters`]
    case ValueErrorType.ObjectMinProperties:
      return [`${path} must NOT have fewer than ${schema.minProperties} properties`]
    case ValueErrorType.ArrayMaxItems:
      return [`${path} must NOT have more than ${schema.maxItems} items`]
    case ValueErrorType.ArrayMinItems:
      return [`${path} must NOT have fewer than ${schema.minItems} items`]
    case ValueErrorType.NumberMaximum:
    case ValueErrorType.IntegerMaximum:
      return [`${path} must be <= ${schema.maximum}`]
    case ValueErrorType.NumberMinimum:
    case ValueErrorType.IntegerMinimum:
      return [`${path} must be >= ${schema.minimum}`]
    case ValueErrorType.NumberMultipleOf:
      return [`${path} must be integer`]
    case ValueErrorType.Number:
      return [`${path} must be ${typeof value === 'number' ? 'integer' : 'number'}`]
    case ValueErrorType.Kind:
      return kindTexts(schema, value, path).slice(0, most)
    default:
      return [`${path} must be ${schema.type}`]
  }
}

/** Why a value is not each of the variants, and that it is none of them. */
function unionTexts({ errors, schema, value }: ValueError, root: string, path: string, most: number): string[] {
  if (schema.oneOf && !isRecord(value)) return [`${path} must be object`]
  const none = schema.oneOf ? 'must match exactly one schema in oneOf' : 'must match a schema in anyOf'
  return [...errors.flatMap(variant => describe(variant, root, false, most)), `${path} ${none}`]
}

function kindTexts(schema: TSchema, value: unknown, path: string): string[] {
  switch (schema[Kind]) {
    case 'ReadOnly':
      return readOnlyTexts(innerOf(schema), value, path)
    case 'Nullable':
      return describe(Value.Errors(innerOf(schema), value), path)
    case 'EndlessNumber':
      return [`${path} must be ${typeof value === 'number' ? `<= ${schema.maximum}` : 'number'}`]
    case 'RequiringSome':
      return isRecord(value) && !schema.some.some((name: string) => Object.hasOwn(value, name))
        ? [noneOf(schema.some, path)]
        : describe(Value.Errors(innerOf(schema), value), path)
    case 'Enumeration': {
      const wrongValue = `${path} must be equal to one of the allowed values: ${schema.enum.join(', ')}`
      return typeof value === 'string' ? [wrongValue] : [`${path} must be string`, wrongValue]
    }
    default:
      return [`${path} must be ${schema.type}`]
  }
}

/** That one of the properties is required, as one error. */
const noneOf = (names: readonly string[], path: string) =>
  [...names.map(name => `${path} must have required property '${name}'`), `${path} must match a schema in anyOf`].join(
    ', ',
  )

const SCALARS = ['string', 'boolean']

/** That a field is read-only is reported after a wrong type of a scalar, and before all other errors of its value. */
function readOnlyTexts(inner: TSchema, value: unknown, path: string): string[] {
  const readOnly = `${path} ${value === null ? 'must pass "readOnly" keyword validation' : 'is read-only'}`
  const texts = describe(Value.Errors(inner, value), path)
  return SCALARS.includes(inner.type) && typeof value !== inner.type ? [...texts, readOnly] : [readOnly, ...texts]
}

function unknownProperty(path: string, schema: TSchema) {
  const meant = closestName(nameOf(path), Object.keys(schema.properties))
  return `${path} is not a known property${meant === undefined ? '' : `; did you mean '${meant}'?`}`
}

// TypeBox paths are JSON pointers; names of properties in the texts are not escaped
const nameOf = (path: string) => unescapedKey(path.slice(path.lastIndexOf('/') + 1))
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
