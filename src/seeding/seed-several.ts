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
export interface CheckedFixture {
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
