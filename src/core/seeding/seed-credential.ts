import { badRequest } from '../base/errors.ts'
import { sealData } from '../features/credentials/rules.ts'
import { type CredentialRecord, credentialFields } from '../model/credential.ts'
import { seededRecord } from '../model/field.ts'
import type { FixtureOf } from '../model/fixture.ts'
import { nextId } from '../model/next-id.ts'
import type { Draft } from '../model/state.ts'
import { datesOf, idOf, type SeedContext } from './seed-context.ts'
import { ownerOf } from './seed-project.ts'

export function credentialRecord(
  draft: Draft,
  credential: FixtureOf<'credentials'>,
  context: SeedContext,
  owner: () => string,
): CredentialRecord {
  return seededRecord<CredentialRecord, typeof credentialFields>(credentialFields, credential, {
    ...datesOf(credential, context.clock),
    id: idOf(credential) ?? nextId(draft, 'credentials', context),
    name: credential.name,
    type: credential.type,
    data: sealedData(draft, credential, context),
    ...ownerOf(draft, credential, owner),
    isStandIn: isStandIn(draft, credential) ? true : undefined,
  })
}

/** Without new data, it is the same as before. */
function isStandIn(draft: Draft, { data, id, isStandIn }: FixtureOf<'credentials'>) {
  if (isStandIn !== undefined || data !== undefined || id === undefined) return isStandIn
  return draft.credentials.get(String(id))?.isStandIn
}

function sealedData(draft: Draft, { data, id }: FixtureOf<'credentials'>, { secrets }: SeedContext): string {
  if (data === undefined)
    return (id === undefined ? undefined : draft.credentials.get(String(id))?.data) ?? sealData(draft, {}, secrets)
  if (typeof data !== 'string') return sealData(draft, data, secrets)
  try {
    secrets.unseal(data)
  } catch (cause) {
    throw badRequest('/data: it was encrypted with another key', { cause })
  }
  draft.sealCheck ??= secrets.check()
  return data
}
