import { badRequest, conflict } from '../base/errors.ts'
import { hashApiKey } from '../http/api-key.ts'
import type { FixtureOf } from '../model/fixture.ts'
import type { Draft } from '../model/state.ts'
import { type ApiKeyRecord, keyLabel, type UserRecord } from '../model/user.ts'
import { findUser, givenOf, type SeedContext } from './seed-context.ts'

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

/** A key from its text, in the place of the one with its label; or a key as a document keeps it. */
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
