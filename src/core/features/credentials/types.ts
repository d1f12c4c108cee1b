import { type ApiError, notFound } from '../../base/errors.ts'
import type { CredentialSchema } from '../../model/credential.ts'
import type { ReferenceFile } from '../../model/reference-file.ts'
import { credentialRefusals } from './refusals.ts'

/** The credential types that an instance knows, and what their data must look like. */
export interface CredentialTypes {
  names(): string[]
  /** The schema of a type's data; `undefined` for a type that is not known, whatever its name. */
  schemaOf(name: string): CredentialSchema | undefined
  /** What is wrong with `data`, in the words of the `jsonschema` package; empty if nothing is. */
  validationErrorsOf(schema: CredentialSchema, data: Record<string, unknown>): string[]
}

/**
 * Reads the types of a file, and those of `extra` (`readCredentialTypes`), which are added or replace a type of the
 * same name. Nothing is read before this is called, so call it late and keep what it gives.
 *
 * @example
 * const types = await loadCredentialTypes()
 * types.schemaOf('slackApi')?.required // ['accessToken']
 */
export async function loadCredentialTypes(
  extra: ReadonlyMap<string, CredentialSchema> = new Map(),
  file: ReferenceFile,
): Promise<CredentialTypes> {
  const [{ default: types }, { validate }] = await Promise.all([file(), import('jsonschema')])
  const schemas = new Map([...Object.entries(types as Record<string, CredentialSchema>), ...extra])
  return {
    names: () => [...schemas.keys()],
    schemaOf: name => schemas.get(name),
    validationErrorsOf: (schema, data) =>
      validate(withFewUnknown(data, schema), withOwnPropertiesOnly(schema), { nestedErrors: true }).errors.map(
        error => error.message,
      ),
  }
}

/** The most fields unknown to a type that are reported, each as an error. */
const MAX_UNKNOWN = 1000

function withFewUnknown(data: Record<string, unknown>, { properties }: CredentialSchema) {
  const names = Object.keys(data)
  if (names.length <= MAX_UNKNOWN) return data
  const unknown = names.filter(name => !Object.hasOwn(properties, name)).slice(MAX_UNKNOWN)
  if (unknown.length === 0) return data
  const left = new Set(unknown)
  return Object.fromEntries(names.filter(name => !left.has(name)).map(name => [name, data[name]]))
}

/**
 * Why a credential cannot be of this type: a 400. `undefined` if it can (docs/behaviour/credentials.md#data).
 */
export function checkCredentialType(types: CredentialTypes, name: string): ApiError | undefined {
  if (types.schemaOf(name)) return
  return isOddTypeName(name) ? credentialRefusals.credentialTypeOdd() : credentialRefusals.credentialTypeUnknown()
}

/** The schema of a type's data. @throws ApiError 404 for an unknown type, 400 for an odd name */
export function requireCredentialSchema(types: CredentialTypes, name: string): CredentialSchema {
  const schema = types.schemaOf(name)
  if (schema) return schema
  throw isOddTypeName(name) ? credentialRefusals.credentialTypeOdd() : notFound()
}

/** Whether every object has something by this name (`constructor`, `__proto__`, `toString`): never a type. */
export const isOddTypeName = (name: string) => name in {}

/**
 * Why `data` does not fit its type: a 400, all errors in it. `undefined` if it fits.
 *
 * @example
 * validateCredentialData(types, types.schemaOf('slackApi'), {})
 * // 400 'request.body.data requires property "accessToken"'
 */
export function validateCredentialData(
  types: CredentialTypes,
  schema: CredentialSchema,
  data: Record<string, unknown>,
): ApiError | undefined {
  const errors = types.validationErrorsOf(schema, data)
  return errors.length > 0 ? credentialRefusals.credentialDataInvalid(errors) : undefined
}

/** Prevents the package from taking what every object has, as `constructor`, for a property of the schema. */
const withOwnPropertiesOnly = (schema: CredentialSchema) => ({
  ...schema,
  properties: Object.assign(Object.create(null), schema.properties),
})
