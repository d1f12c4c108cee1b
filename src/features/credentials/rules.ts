import type { Clock } from '../../base/clock.ts'
import { type ApiError, notFound } from '../../base/errors.ts'
import type { CredentialInput, CredentialRecord } from '../../model/credential.ts'
import { type IdSource, nextId } from '../../model/next-id.ts'
import type { Draft, Secrets } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { type CredentialTypes, checkCredentialType, validateCredentialData } from './types.ts'

export interface CredentialContext extends IdSource {
  clock: Clock
  secrets: Secrets
}

/** Why there can be no such credential: its type is not known, or its data does not fit the type. */
export function credentialRefusal(types: CredentialTypes, { type, data }: CredentialInput): ApiError | undefined {
  const schema = types.schemaOf(type)
  return schema ? validateCredentialData(types, schema, data) : checkCredentialType(types, type)
}

export function createCredential(draft: Draft, input: CredentialInput, user: UserRecord, context: CredentialContext) {
  const now = context.clock.iso()
  const credential: CredentialRecord = {
    id: nextId(draft, 'credentials', context),
    name: input.name,
    type: input.type,
    data: sealData(draft, input.data, context.secrets),
    owner: user.id,
    createdAt: now,
    updatedAt: now,
  }
  draft.credentials.set(credential)
  return credential
}

/** Credential data as the document keeps it. The first time, the document learns what tells the key from another. */
export function sealData(draft: Draft, data: unknown, secrets: Secrets): string {
  const sealed = secrets.seal(data)
  draft.sealCheck ??= secrets.check()
  return sealed
}

/**
 * Deletes a credential. No workflow that uses it is looked at.
 *
 * @param mayDelete whether the user may delete what others own
 */
export function deleteCredential(draft: Draft, id: string, user: UserRecord, mayDelete: { ofOthers: boolean }) {
  const credential = draft.credentials.get(id)
  if (!credential) throw notFound()
  if (credential.owner !== user.id && !mayDelete.ofOthers) throw notFound()
  draft.credentials.delete(id)
  return credential
}
