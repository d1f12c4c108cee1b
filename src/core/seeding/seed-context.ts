import type { Clock } from '../base/clock.ts'
import { badRequest } from '../base/errors.ts'
import type { IdSource } from '../model/next-id.ts'
import type { Draft, Secrets } from '../model/state.ts'
import type { UserRecord } from '../model/user.ts'

export interface SeedContext extends IdSource {
  clock: Clock
  secrets: Secrets
  /** The scopes that a key of a user with this role may hold; any where undefined, or where left out. */
  allowedScopes?: ((role: string) => readonly string[] | undefined) | undefined
}

/** The user that a fixture names by id or e-mail address. */
export const findUser = (draft: Draft, given: string): UserRecord | undefined =>
  draft.users.get(given) ?? draft.users.by('email', given.toLowerCase())[0]

/** @throws ApiError 400 that names the field where there is no such user */
export function userIdOf(draft: Draft, given: string, field: string): string {
  const user = findUser(draft, given)
  if (!user) throw badRequest(`/${field}: there is no user ${given}`)
  return user.id
}

/** The id of a record as text; fixtures may have it as a number. */
export const idOf = ({ id }: { id?: string | number }) => (id === undefined ? undefined : String(id))

export function datesOf({ createdAt, updatedAt }: { createdAt?: string; updatedAt?: string }, clock: Clock) {
  const created = createdAt ?? clock.iso()
  return { createdAt: created, updatedAt: updatedAt ?? created }
}

/** The fields that are given, of those named: a record has no others. */
export function givenOf<T extends object, K extends keyof T>(given: T, fields: readonly K[]) {
  const kept = fields.filter(field => given[field] !== undefined).map(field => [field, given[field]])
  return Object.fromEntries(kept) as { [F in K]?: Exclude<T[F], undefined> }
}
