import { badRequest } from '../base/errors.ts'
import { runAtOnce } from '../base/run-in-slices.ts'
import type { Collections } from '../model/document.ts'
import type { Fixture } from '../model/fixture.ts'
import type { Draft } from '../model/state.ts'
import { fixtureOfExports } from './exported-workflows.ts'
import { readFixture, readFixtureSteps } from './fixture.ts'
import type { FixtureSource } from './fixture-files.ts'
import { type SeedCounts, seedSteps } from './seed.ts'
import type { SeedContext } from './seed-context.ts'

/** A checked fixture, with the name that messages call it. */
interface CheckedFixture {
  source: string
  fixture: Fixture
}

/**
 * Checks a fixture, an exported workflow, or each in an array of them, in steps.
 *
 * @param source what messages call it; what is in an array has its place after it
 * @throws ApiError 400 with every error and its JSON path
 */
export function* readSeveralSteps(value: unknown, source: string): Generator<undefined, CheckedFixture[]> {
  const given = fixtureOfExports(value)
  if (!Array.isArray(given)) return [{ source, fixture: yield* readFixtureSteps(given, source) }]
  const checked: CheckedFixture[] = []
  for (const [at, part] of given.entries()) {
    const place = `${source}/${at}`
    checked.push({ source: place, fixture: yield* readFixtureSteps(part, place) })
    yield
  }
  return checked
}

/** Checks fixtures that have names already. @throws ApiError 400 with every error of one, and its JSON path */
export const readSources = (sources: readonly FixtureSource[]): CheckedFixture[] =>
  sources.map(({ source, value }) => ({ source, fixture: readFixture(value, source) }))

/** Puts in one fixture after the other, at once. @throws ApiError */
export const seedSeveral = (draft: Draft, checked: readonly CheckedFixture[], context: SeedContext): SeedCounts =>
  runAtOnce(seedSeveralSteps(draft, checked, context))

/** Puts in one fixture after the other, in steps: a later one replaces what an earlier one put in. @throws ApiError */
export function* seedSeveralSteps(
  draft: Draft,
  checked: readonly CheckedFixture[],
  context: SeedContext,
): Generator<undefined, SeedCounts> {
  const sum: SeedCounts = {}
  for (const { source, fixture } of checked) {
    const counts = yield* seedSteps(draft, fixture, context, source)
    for (const [kind, { inserted, replaced }] of Object.entries(counts)) {
      const before = sum[kind as keyof Collections] ?? { inserted: 0, replaced: 0 }
      sum[kind as keyof Collections] = {
        inserted: before.inserted + inserted,
        replaced: before.replaced + replaced,
      }
    }
    yield
  }
  return sum
}

/** Records that a running instance takes at once: all of them appear in one moment, for which others have to wait. */
export const MAX_SEED_RECORDS = 20_000

/**
 * Refuses a seed with more records than others can be made to wait for.
 *
 * @throws ApiError 400 that says how many there may be
 */
export function refuseTooMany(fixtures: readonly { fixture: Fixture }[], source: string) {
  const records = fixtures.reduce((sum, { fixture }) => sum + recordsIn(fixture), 0)
  // one that is empty takes its time, too
  const count = Math.max(records, fixtures.length)
  if (count <= MAX_SEED_RECORDS) return
  throw badRequest(`${source} has ${count} records; a seed takes up to ${MAX_SEED_RECORDS} at once, so split it`)
}

function recordsIn(fixture: Fixture): number {
  const { users = [], workflows = [], dataTables = [] } = fixture
  let count = 0
  for (const part of Object.values(fixture)) if (Array.isArray(part)) count += part.length
  for (const { versions, publishHistory } of workflows) count += (versions?.length ?? 0) + (publishHistory?.length ?? 0)
  for (const { apiKey } of users) if (apiKey !== undefined) count++
  for (const { rows } of dataTables) count += rows?.length ?? 0
  return count
}
