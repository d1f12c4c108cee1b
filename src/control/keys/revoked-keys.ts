import type { Draft, State } from '../../model/state.ts'
import type { ApiKeyRecord, UserRecord } from '../../model/user.ts'

/** The hashes of the keys that were revoked while the instance runs. */
export type RevokedKeys = Set<string>

/**
 * The keys that a reset or a restore brings back: those that there were, without the ones revoked since. Where this would
 * leave the owner without any, the owner's present keys stay.
 */
export function restorableKeys(
  { apiKeys, users }: { readonly apiKeys: readonly ApiKeyRecord[]; readonly users: readonly UserRecord[] },
  draft: Draft,
  revoked: RevokedKeys,
): readonly ApiKeyRecord[] {
  if (revoked.size === 0) return apiKeys
  const kept = apiKeys.filter(({ hash }) => !revoked.has(hash))
  const owner = users.find(({ role }) => role === 'global:owner')
  if (!owner || kept.some(({ userId }) => userId === owner.id)) return kept
  return [...kept, ...draft.apiKeys.by('userId', owner.id)]
}

/** A key that a seed gives is no longer revoked. */
export function forgetGivenKeys({ apiKeys }: State, revoked: RevokedKeys) {
  for (const hash of revoked) if (apiKeys.by('hash', hash).length) revoked.delete(hash)
}
