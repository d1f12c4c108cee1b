import { badRequest } from '../base/errors.ts'
import type { Fixture } from '../model/fixture.ts'

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
  throw badRequest(
    `${source} has ${count} records; a seed takes up to ${MAX_SEED_RECORDS} at once, so put them in by several`,
  )
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
