import { createClock } from '../base/clock.ts'
import { createIds } from '../base/ids.ts'
import { type Collections, layout, type Values } from '../model/document.ts'
import type { FixtureSource } from '../seeding/fixture-files.ts'
import { readSources, seedSeveral } from '../seeding/seed-several.ts'
import { buildContents } from '../storage/build-contents.ts'

/** Loads fixtures as a start does, and forgets them. @throws ApiError for an invalid one */
export function checkFixtures(sources: readonly FixtureSource[]) {
  const checked = readSources(sources)
  const secrets = { seal: () => '', unseal: () => undefined, check: () => '' }
  const context = { clock: createClock(), ids: createIds(), newIds: 'counter' as const, secrets }
  buildContents<Collections, Values>(layout, draft => {
    seedSeveral(draft, checked, context)
  })
}
