import { type Collections, layout } from '../model/document.ts'
import type { Licence } from '../model/licence.ts'
import type { State, Store } from '../model/state.ts'
import type { FixtureSource } from './fixture-files.ts'
import type { SeedContext } from './seed-context.ts'
import { readSources, seedSeveral } from './seed-several.ts'

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
  await store.update(draft => {
    // the fixture's owner takes the place of the one that an earlier start made
    if (checked.some(({ fixture }) => fixture.users?.some(user => user.role === 'global:owner'))) {
      for (const kind of ['users', 'apiKeys'] as const)
        for (const { id } of [...draft[kind].values()]) draft[kind].delete(id)
    }
    seedSeveral(draft, checked, context)
    draft.profile = profileOfFixtures(fixtures)
  })
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

/** Keeps the licence with which an instance starts in its document, in the place of the one that it had. */
export async function setLicence(store: Store, licence: Licence | undefined) {
  if (licence === undefined || licence === store.data.licence) return
  await store.update(draft => {
    draft.licence = licence
  })
}
