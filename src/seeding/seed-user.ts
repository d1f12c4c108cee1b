import { badRequest, conflict } from '../base/errors.ts'
import type { FixtureOf } from '../model/fixture.ts'
import type { Draft } from '../model/state.ts'
import { GLOBAL_ROLES, type Role, type UserRecord } from '../model/user.ts'
import { datesOf, givenOf, type SeedContext } from './seed-context.ts'

export function userRecord(draft: Draft, user: FixtureOf<'users'>, { clock, ids }: SeedContext): UserRecord {
  const id = user.id ?? ids.uuid()
  const email = user.email.toLowerCase()
  if (draft.users.by('email', email).some(other => other.id !== id)) {
    throw conflict(`/email: another user has the e-mail address ${email}`)
  }
  const { role = 'global:member', projectId = draft.users.get(id)?.projectId } = user
  refuseUnknownRole(draft, role)
  if (projectId !== undefined) refuseTakenProject(draft, projectId, id)
  return {
    ...datesOf(user, clock),
    id,
    email,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    role,
    isPending: user.isPending ?? false,
    ...givenOf({ ...user, projectId }, ['mfaEnabled', 'projectId']),
  }
}

/** The instance's owner: the first user with that role. Made where there is none. */
export function ensureOwner(draft: Draft, { clock, ids }: SeedContext): UserRecord {
  for (const user of draft.users.values()) if (user.role === 'global:owner') return user
  const now = clock.iso()
  const owner: UserRecord = {
    id: ids.uuid(),
    email: 'owner@example.com',
    firstName: 'Olga',
    lastName: 'Owner',
    role: 'global:owner',
    isPending: false,
    createdAt: now,
    updatedAt: now,
  }
  if (draft.users.by('email', owner.email).length) owner.email = `owner+${ids.short()}@example.com`
  draft.users.set(owner)
  return owner
}

/** That an owner who was put in is the only one. @throws ApiError 409 */
export function refuseSecondOwner(draft: Draft, { role, email }: FixtureOf<'users'>) {
  if (role !== 'global:owner') return
  for (const other of draft.users.values()) {
    if (other.role === role && other.email !== email.toLowerCase())
      throw conflict(`/role: the instance has an owner, ${other.email}`)
  }
}

function refuseUnknownRole(draft: Draft, role: Role) {
  if ((GLOBAL_ROLES as readonly string[]).includes(role) || draft.customRoles.get(role)?.roleType === 'global') return
  throw badRequest(`/role must be equal to one of the allowed values: ${knownRoles(draft, 'global', GLOBAL_ROLES)}`)
}

/** How many custom roles a message names. */
const NAMED_ROLES = 20

/** The roles of a type, as a message names them. */
export function knownRoles(draft: Draft, type: string, builtIn: readonly string[]): string {
  const names = [...builtIn]
  for (const { id, roleType } of draft.customRoles.values()) {
    if (names.length >= builtIn.length + NAMED_ROLES) break
    if (roleType === type) names.push(id)
  }
  return names.join(', ')
}

function refuseTakenProject(draft: Draft, projectId: string, userId: string) {
  const isTaken =
    draft.projects.has(projectId) || draft.users.by('projectId', projectId).some(({ id }) => id !== userId)
  if (isTaken) throw conflict(`/projectId: there is another project ${JSON.stringify(projectId)}`)
}
