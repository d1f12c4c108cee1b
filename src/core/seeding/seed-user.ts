import { badRequest, conflict } from '../base/errors.ts'
import { hashApiKey } from '../http/api-key.ts'
import { seededRecord } from '../model/field.ts'
import type { FixtureOf } from '../model/fixture.ts'
import type { Draft } from '../model/state.ts'
import { type ApiKeyRecord, GLOBAL_ROLES, keyLabel, type Role, type UserRecord, userFields } from '../model/user.ts'
import { datesOf, findUser, givenOf, type SeedContext } from './seed-context.ts'

export function userRecord(draft: Draft, user: FixtureOf<'users'>, { clock, ids }: SeedContext): UserRecord {
  const id = user.id ?? ids.uuid()
  const email = user.email.toLowerCase()
  if (draft.users.by('email', email).some(other => other.id !== id)) {
    throw conflict(`/email: another user has the e-mail address ${email}`)
  }
  const { role, projectId = draft.users.get(id)?.projectId } = user
  if (role !== undefined) refuseUnknownRole(draft, role)
  if (projectId !== undefined) refuseTakenProject(draft, projectId, id)
  return seededRecord<UserRecord, typeof userFields>(userFields, user, {
    ...datesOf(user, clock),
    id,
    email,
    ...(projectId === undefined ? {} : { projectId }),
  })
}

/** The instance's owner: the first user with that role. */
export function findOwner(draft: Draft): UserRecord | undefined {
  for (const user of draft.users.values()) if (user.role === 'global:owner') return user
  return undefined
}

/** The instance's owner. Made where there is none. */
export function ensureOwner(draft: Draft, { clock, ids }: SeedContext): UserRecord {
  const found = findOwner(draft)
  if (found) return found
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

/** That the owner there was before is one still, or another user is. @throws ApiError 409 */
export function refuseLostOwner(draft: Draft, { id }: FixtureOf<'users'>, before: UserRecord | undefined) {
  if (!before || id !== before.id || findOwner(draft)) return
  throw conflict('/role must be global:owner: the user is the owner, and there is no other')
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

type Given = FixtureOf<'apiKeys'>

/** The label of the key that a fixture's user has, and of the one that the owner is given at the start. */
export const GIVEN_KEY_LABELS = ['fixture', 'owner'] as const

/** Gives a user this key in the place of the one given before. The same key again changes nothing. */
export function setApiKey(
  draft: Draft,
  userId: string,
  key: string,
  label: (typeof GIVEN_KEY_LABELS)[number],
  { clock, ids }: SeedContext,
) {
  const hash = hashApiKey(key)
  const taken = draft.apiKeys.by('hash', hash)[0]
  if (taken && taken.userId !== userId) throw conflict(': the API key belongs to another user')
  for (const given of GIVEN_KEY_LABELS) {
    for (const old of draft.apiKeys.by('label', keyLabel(userId, given)))
      if (old !== taken) draft.apiKeys.delete(old.id)
  }
  if (!taken) draft.apiKeys.set({ id: ids.short(), userId, label, hash, createdAt: clock.iso() })
}

/** A key from its text, in the place of the one with its label; or a key as a document stores it. */
export function apiKeyRecord(draft: Draft, given: Given, context: SeedContext): ApiKeyRecord {
  const named = given.user ?? given.userId
  if (named === undefined) throw badRequest(" must have required property 'user'")
  const user = findUser(draft, named)
  if (!user && given.user !== undefined) throw badRequest(`/user: there is no user ${named}`)
  if (user && given.scopes) refuseScopes(user, given.scopes, context)
  const userId = user?.id ?? named
  const hash = hashOf(given)
  const taken = draft.apiKeys.by('hash', hash)[0]
  if (taken && taken.userId !== userId) throw conflict('/key: the API key belongs to another user')
  if (taken && given.id !== undefined && given.id !== taken.id) {
    throw conflict(`/key: the key ${JSON.stringify(taken.id)} has the same text`)
  }
  if (given.key !== undefined) endSameLabel(draft, userId, given.label, hash)
  return {
    id: given.id ?? taken?.id ?? context.ids.short(),
    userId,
    label: given.label,
    hash,
    createdAt: given.createdAt ?? taken?.createdAt ?? context.clock.iso(),
    ...givenOf({ lastUsedAt: taken?.lastUsedAt, ...given }, ['lastUsedAt', 'scopes', 'expiresAt']),
  }
}

function hashOf({ key, hash }: Given): string {
  if (key !== undefined && hash !== undefined) throw badRequest('/hash: give the key or its hash, not both')
  if (key !== undefined) return hashApiKey(key)
  if (hash !== undefined) return hash
  throw badRequest(" must have required property 'key'")
}

function endSameLabel(draft: Draft, userId: string, label: string, hash: string) {
  for (const old of draft.apiKeys.by('label', keyLabel(userId, label))) {
    if (old.hash !== hash) draft.apiKeys.delete(old.id)
  }
}

function refuseScopes({ role }: UserRecord, scopes: readonly string[], { allowedScopes }: SeedContext) {
  if (scopes.length === 0) throw badRequest('/scopes must NOT have fewer than 1 items')
  const allowed = allowedScopes?.(role)
  if (!allowed) return
  const at = scopes.findIndex(scope => !allowed.includes(scope))
  if (at >= 0) throw badRequest(`/scopes/${at}: a key of the role ${role} may not hold ${JSON.stringify(scopes[at])}`)
}
