import { once } from '../base/once.ts'
import { StorageError } from '../base/store.ts'
import { type CredentialTypes, loadCredentialTypes } from '../features/credentials/types.ts'
import type { Version } from '../http/version.ts'
import type { CredentialSchema } from '../model/credential.ts'
import type { Store } from '../model/state.ts'
import { isEmpty, profileOfFixtures } from '../seeding/load-fixtures.ts'
import { DEFAULT_VERSION, loadVersion, VERSION_NAMES, type VersionName } from '../versions/versions.ts'

type Sources = readonly { value: unknown }[]

/** Loads the version that was chosen, or else the one that a document names; the published reference where it names none. */
export type VersionFor = (named: string | null | undefined) => Promise<Version>

/**
 * Loads the version that is chosen at once; without one, none before a document names it.
 *
 * @throws StorageError, later, for a document of a version that this Understudy does not have
 */
export async function versionChooser(chosen?: VersionName | Version): Promise<VersionFor> {
  const version = typeof chosen === 'string' ? await loadVersion(chosen) : chosen
  return async named => version ?? loadNamed(named ?? DEFAULT_VERSION)
}

function loadNamed(named: string) {
  if (VERSION_NAMES.some(name => name === named)) return loadVersion(named)
  throw new StorageError(`The document has the unknown version ${named}: choose one with --profile`)
}

/** The version that the document names, or else the first of the fixtures that are to be loaded into it. */
export const profileOf = ({ data }: Store, fixtures: Sources) =>
  data.profile ?? (isEmpty(data) ? profileOfFixtures(fixtures) : null)

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
