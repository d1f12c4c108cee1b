import { isRecord } from '../../base/is-record.ts'
import { findJsonSyntaxError } from '../../base/json-text.ts'
import type { CredentialSchema } from '../../model/credential.ts'
import { parseJson, UnusableJson } from '../../model/parse-json.ts'
import { isOddTypeName } from './types.ts'

/**
 * Checks the text of a `--credential-types` file: an object of type name → data schema, in the form of the answers of
 * GET /credentials/schema. `additionalProperties`, `type` and `required` may be left out.
 *
 * @throws Error that names the file, the JSON path and what is expected there
 * @example
 * readCredentialTypes('{"acmeApi":{"properties":{"key":{"type":"string"}},"required":["key"]}}', 'acme.json')
 */
export function readCredentialTypes(text: string, fileName: string): Map<string, CredentialSchema> {
  return withSourceInErrors(fileName, () => checkTypes(parse(text)))
}

/**
 * Checks what a `--credential-types` file holds.
 *
 * @throws Error that begins with `source`, and as `readCredentialTypes` does
 */
export const checkCredentialTypes = (types: unknown, source: string) =>
  withSourceInErrors(source, () => checkTypes(types))

function checkTypes(value: unknown): Map<string, CredentialSchema> {
  const types = expectObject(value, [], 'must hold an object: type name → data schema')
  return new Map(Object.entries(types).map(([name, schema]) => [readName(name, []), readSchema(schema, [name])]))
}

function withSourceInErrors<T>(source: string, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    throw new Error(`${source}${error.path.length > 0 ? `: ${error.path.join('.')}` : ''}: ${error.message}`)
  }
}

type Path = readonly (string | number)[]

class SchemaError extends Error {
  readonly path: Path

  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof UnusableJson) throw new SchemaError([], `JSON that ${error.message}`)
    const { line, column } = findJsonSyntaxError(text) ?? {}
    throw new SchemaError([], `not JSON (line ${line}, column ${column})`)
  }
}

const REMARKS = ['title', 'description', 'default']
const SCHEMA_KEYS = ['additionalProperties', 'type', 'properties', 'allOf', 'required', ...REMARKS]

function readSchema(value: unknown, path: Path): CredentialSchema {
  const schema = expectObject(value, path, 'must be a data schema: {"properties": …, "required": […]}')
  expectKeys(schema, SCHEMA_KEYS, path)
  const { additionalProperties = false, type = 'object', properties: fields, allOf, required = [], ...remarks } = schema
  if (additionalProperties !== false)
    throw new SchemaError([...path, 'additionalProperties'], 'must be false, or left out')
  if (type !== 'object') throw new SchemaError([...path, 'type'], 'must be "object", or left out')
  const properties = readProperties(fields, [...path, 'properties'], readProperty)
  const conditions = allOf === undefined ? {} : { allOf: readConditions(allOf, [...path, 'allOf']) }
  const names = readRequired(required, [...path, 'required'])
  names.forEach((name, index) => {
    if (!Object.hasOwn(properties, name))
      throw new SchemaError([...path, 'required', index], `no property is named "${name}"`)
  })
  return { ...remarks, additionalProperties, type, properties, ...conditions, required: names }
}

function readProperties<T>(value: unknown, path: Path, read: (value: unknown, path: Path) => T): Record<string, T> {
  const properties = expectObject(value, path, 'must be an object: property name → its schema')
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [readName(name, path), read(property, [...path, name])]),
  )
}

function readProperty(value: unknown, path: Path): { type: string; enum?: string[] } {
  const property = expectObject(value, path, 'must be an object: {"type": "string"}')
  expectKeys(property, ['type', 'enum', ...REMARKS], path)
  const { type, enum: values, ...remarks } = property
  if (typeof type !== 'string') throw new SchemaError([...path, 'type'], 'must be a string, for example "string"')
  if (values === undefined) return { ...remarks, type }
  return { ...remarks, type, enum: expectArray(values, [...path, 'enum'], 'must be an array of values') as string[] }
}

/** Conditions may have the keywords that the shipped types have, and `anyOf` and `oneOf`. */
function readConditions(value: unknown, path: Path): Record<string, unknown>[] {
  return expectArray(value, path, 'must be an array of conditions').map((item, index) =>
    readCondition(item, [...path, index]),
  )
}

function readCondition(value: unknown, path: Path): Record<string, unknown> {
  const condition = expectObject(value, path, 'must be a condition: {"if": …, "then": …, "else": …}')
  for (const [key, part] of Object.entries(condition)) {
    const read = Object.hasOwn(CONDITION_KEYS, key) ? CONDITION_KEYS[key] : undefined
    if (!read) throw new SchemaError([...path, key], `not known here; use ${Object.keys(CONDITION_KEYS).join(', ')}`)
    read(part, [...path, key])
  }
  return condition
}

const CONDITION_KEYS: Record<string, (value: unknown, path: Path) => unknown> = {
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
  then: readCondition,
  if: readCondition,
  else: readCondition,
  not: readCondition,
  allOf: readConditions,
  anyOf: readConditions,
  oneOf: readConditions,
  required: readRequired,
  properties: (value, path) =>
    readProperties(value, path, (property, at) => {
      const { enum: values, ...rest } = expectObject(property, at, 'must be an object: {"enum": [true]}')
      expectKeys(rest, [], at)
      return expectArray(values, [...at, 'enum'], 'must be an array of values')
    }),
}

function readRequired(value: unknown, path: Path): string[] {
  return expectArray(value, path, 'must be an array of property names').map((name, index) => {
    if (typeof name !== 'string') throw new SchemaError([...path, index], 'must be a property name')
    return name
  })
}

function readName(name: string, path: Path): string {
  if (name === '' || isOddTypeName(name)) throw new SchemaError([...path, name], 'not a possible name; choose another')
  return name
}

function expectObject(value: unknown, path: Path, message: string): Record<string, unknown> {
  if (!isRecord(value)) throw new SchemaError(path, message)
  return value as Record<string, unknown>
}

function expectArray(value: unknown, path: Path, message: string): unknown[] {
  if (!Array.isArray(value)) throw new SchemaError(path, message)
  return value
}

function expectKeys(value: Record<string, unknown>, known: string[], path: Path): void {
  const unknown = Object.keys(value).find(key => !known.includes(key))
  if (unknown !== undefined) throw new SchemaError([...path, unknown], `not known here; use ${known.join(', ')}`)
}
