import { type CredentialTypes, loadCredentialTypes } from './features/credentials/types.ts'
import { isEmpty, profileOfFixtures } from './fixtures/load-fixtures.ts'
import type { Version } from './http/version.ts'
import type { CredentialSchema } from './model/credential.ts'
import { once } from './once.ts'
import type { Store } from './state.ts'
import { StorageError } from './storage/store.ts'
import { loadVersion, VERSION_NAMES, type VersionName } from './versions/versions.ts'

type Sources = readonly { value: unknown }[]

/** The version that is chosen, or else the first that there is. */
export const versionOf = async (chosen: VersionName | Version = 'contract'): Promise<Version> =>
  typeof chosen === 'string' ? loadVersion(chosen) : chosen

/**
 * The version that the document names, or else the first of the fixtures that are to be loaded into it.
 *
 * @throws StorageError where this version of Understudy does not have it
 */
export async function versionOfDocument(store: Store, fixtures: Sources): Promise<Version> {
  const { data } = store
  const named = data.profile ?? (isEmpty(data) ? profileOfFixtures(fixtures) : null) ?? 'contract'
  const found = VERSION_NAMES.find(name => name === named)
  if (found) return loadVersion(found)
  throw new StorageError(`The document is of version ${named}, which is not known here: choose one with --profile`)
}

/** The shipped types, those of the document, and those of the settings; read again where the document's change. */
export function credentialTypesOf(
  { data }: Store,
  version: Version,
  given: ReadonlyMap<string, CredentialSchema> = new Map(),
) {
  let loaded: { from: object; types: () => Promise<CredentialTypes> } | undefined
  return () => {
    const from = data.credentialTypes as Record<string, CredentialSchema>
    if (loaded?.from !== from) {
      const extra = new Map([...Object.entries(from), ...given])
      loaded = { from, types: once(() => loadCredentialTypes(extra, version.data.credentialTypes)) }
    }
    return loaded.types()
  }
}
