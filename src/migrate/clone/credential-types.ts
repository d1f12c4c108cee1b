import { isDeepStrictEqual } from 'node:util'
import { giveWay } from '../../base/run-in-slices.ts'
import { readCredentialTypes } from '../../features/credentials/type-file.ts'
import type { CredentialTypes } from '../../features/credentials/types.ts'
import type { CredentialSchema } from '../../model/credential.ts'
import type { Service } from '../client/client.ts'
import { forEachConcurrently } from '../client/limit-concurrency.ts'
import { createGaps, type Gap } from '../read/gaps.ts'
import { unlessGone } from '../read/read-record.ts'
import type { Shelves } from '../shelf/shelf.ts'

/** Several times what the longest known one has. Data is validated by it many times. */
const LONGEST_SCHEMA = 50_000

export interface CredentialTypeReader {
  /** The schemas that differ from the shipped ones, or are not shipped. */
  extra: Record<string, CredentialSchema>
  schemaOf(type: string): CredentialSchema | undefined
  gaps: Gap[]
}

/** The data schemas of these types as the service has them. Those that nobody here could read are left out, and named. */
export async function readTypes(
  service: Service,
  shelves: Shelves,
  names: readonly string[],
  types: CredentialTypes,
): Promise<CredentialTypeReader> {
  const shelf = await shelves.open('credential-types')
  const refusals = createGaps()
  const left = names.filter(name => !shelf.has(name))
  await forEachConcurrently(left, service.concurrency, async name => {
    await refusals.unlessRefused('credential types', async () => {
      const schema = await unlessGone(service.get(`/credentials/schema/${encodeURIComponent(name)}`))
      await shelf.put(name, schema ?? null)
    })
  })
  const extra: Record<string, CredentialSchema> = {}
  const gaps: Gap[] = refusals.list()
  for (const name of names) {
    const schema = await shelf.get(name)
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
