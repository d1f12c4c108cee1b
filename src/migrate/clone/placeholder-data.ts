import { isDeepStrictEqual } from 'node:util'
import { forEachConcurrently } from '../../core/base/for-each-concurrently.ts'
import { giveWay } from '../../core/base/run-in-slices.ts'
import { readCredentialTypes } from '../../core/features/credentials/type-file.ts'
import type { CredentialTypes } from '../../core/features/credentials/types.ts'
import type { CredentialSchema } from '../../core/model/credential.ts'
import type { Service } from '../client/client.ts'
import type { DownloadCaches } from '../download-cache.ts'
import { unlessGone } from '../read/read-records.ts'
import { createUnreadableParts, type UnreadablePart } from '../read/read-service.ts'

type Data = Record<string, unknown>

const MAX_ROUNDS = 20

/**
 * Data that a credential of this type takes, and that opens nothing: no API returns the real one. Every field has a value,
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
  for (let round = 0; round < MAX_ROUNDS; round++) {
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

/** Several times what the longest known one has. Data is validated by it many times. */
const LONGEST_SCHEMA = 50_000

export interface CredentialTypeReader {
  /** The schemas that differ from the shipped ones, or are not shipped. */
  extra: Record<string, CredentialSchema>
  schemaOf(type: string): CredentialSchema | undefined
  gaps: UnreadablePart[]
}

/** The data schemas of these types as the service has them. Unreadable ones are left out, and named. */
export async function readTypes(
  service: Service,
  caches: DownloadCaches,
  names: readonly string[],
  types: CredentialTypes,
): Promise<CredentialTypeReader> {
  const cache = await caches.open('credential-types')
  const refusals = createUnreadableParts()
  const left = names.filter(name => !cache.has(name))
  await forEachConcurrently(left, service.concurrency, async name => {
    await refusals.unlessRefused('credential types', async () => {
      const schema = await unlessGone(service.get(`/credentials/schema/${encodeURIComponent(name)}`))
      await cache.put(name, schema ?? null)
    })
  })
  const extra: Record<string, CredentialSchema> = {}
  const gaps: UnreadablePart[] = refusals.list()
  for (const name of names) {
    const schema = await cache.get(name)
    if (schema === null || schema === undefined || isDeepStrictEqual(schema, types.schemaOf(name))) continue
    await giveWay()
    try {
      const text = JSON.stringify({ [name]: schema })
      if (text.length > LONGEST_SCHEMA) throw new Error(`it has more than ${LONGEST_SCHEMA} characters`)
      const [read] = readCredentialTypes(text, '').values()
      if (read) extra[name] = read
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/^: /, '') : String(error)
      gaps.push({ part: 'credential types', because: `the schema of ${name} cannot be used here (${why})` })
    }
  }
  return { extra, schemaOf: name => extra[name] ?? types.schemaOf(name), gaps }
}
