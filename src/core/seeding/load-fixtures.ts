import { type Collections, layout } from '../model/document.ts'
import type { Licence } from '../model/licence.ts'
import type { Draft, State, Store } from '../model/state.ts'
import type { ApiKeyRecord, UserRecord } from '../model/user.ts'
import type { FixtureSource } from './fixture-files.ts'
import type { SeedContext } from './seed-context.ts'
import { readSources, seedSeveral } from './seed-several.ts'
import { GIVEN_KEY_LABELS } from './seed-user.ts'

interface FixtureOptions {
  fixtures: readonly FixtureSource[]
  report(message: string): void
}

/**
 * Loads the fixtures with which an instance starts, if its document is empty.
 *
 * @throws ApiError for a fixture that is not one, or refers to what there is not
 */
export async function loadFixtures(store: Store, { fixtures, report }: FixtureOptions, context: SeedContext) {
  if (fixtures.length === 0) return
  if (!isEmpty(store.data)) return report('The document is not empty, so no fixture was loaded into it')
  const checked = readSources(fixtures)
  const ended = await store.update(draft => {
    // the fixture's owner takes the place of the one that an earlier start made, and the keys stay
    const keys = checked.some(({ fixture }) => fixture.users?.some(isOwner)) ? removeUsers(draft) : []
    seedSeveral(draft, checked, context)
    draft.profile = profileOfFixtures(fixtures)
    const owner = [...draft.users.values()].find(isOwner)
    return owner ? keys.filter(key => !giveTo(owner, key, draft)) : keys
  })
  if (ended.length)
    report('The owner now has the API key of the fixture: the key of an earlier start is no longer valid')
}

const isOwner = ({ role }: { role?: string }) => role === 'global:owner'

/** Removes the users and their keys. */
function removeUsers(draft: Draft): ApiKeyRecord[] {
  const keys = [...draft.apiKeys.values()]
  for (const { id } of keys) draft.apiKeys.delete(id)
  for (const { id } of [...draft.users.values()]) draft.users.delete(id)
  return keys
}

/** Whether the owner has the key now: not where the fixture gives the owner another one with its label, or in its place. */
function giveTo(owner: UserRecord, key: ApiKeyRecord, draft: Draft): boolean {
  if (draft.apiKeys.by('hash', key.hash).length) return true
  const present = draft.apiKeys.by('userId', owner.id)
  const isGiven = GIVEN_KEY_LABELS.some(label => label === key.label)
  if (present.some(({ label }) => label === key.label || (isGiven && label === 'fixture'))) return false
  draft.apiKeys.set({ ...key, userId: owner.id })
  return true
}

/** The version that the first of the fixtures which names one names. */
export function profileOfFixtures(fixtures: readonly { value: unknown }[]): string | null {
  const named = fixtures.map(({ value }) => (value as { profile?: unknown } | null)?.profile)
  return named.find(profile => typeof profile === 'string') ?? null
}

/** Whether an instance holds nothing but its owner, and keys. */
export function isEmpty(state: State) {
  const others = (Object.keys(layout.collections) as (keyof Collections)[]).filter(
    it => !['users', 'apiKeys'].includes(it),
  )
  return state.users.size < 2 && others.every(name => state[name].size === 0)
}

/** Stores the licence with which an instance starts in its document, instead of the one before. */
export async function setLicence(store: Store, licence: Licence | undefined): Promise<void> {
  if (licence === undefined || licence === store.data.licence) return
  return store.update(draft => {
    draft.licence = licence
  })
}
