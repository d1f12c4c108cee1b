import type { Clock } from '../../base/clock.ts'
import type { ApiError } from '../../base/errors.ts'
import { type CredentialRecord, credentialFields } from '../../model/credential.ts'
import { type KeysAsSent, sentAsTheyAre } from '../../model/field.ts'
import { type IdSource, nextId } from '../../model/next-id.ts'
import type { Draft, Secrets } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { type Access, requireAllowed } from '../access.ts'
import { placedIn } from '../projects/transfer.ts'
import { credentialRefusals } from './refusals.ts'
import { type CredentialTypes, checkCredentialType, validateCredentialData } from './types.ts'

type Data = Record<string, unknown>

export interface CredentialContext extends IdSource {
  clock: Clock
  secrets: Secrets
}

/** The fields that are stored as they are sent. */
const CREATED = sentAsTheyAre(credentialFields, 'create')
const UPDATED = sentAsTheyAre(credentialFields, 'update')

function sentIn<T extends object, K extends keyof T>(input: T, fields: readonly K[]) {
  const sent = fields.filter(field => input[field] !== undefined).map(field => [field, input[field]])
  return Object.fromEntries(sent) as Pick<T, K>
}

export interface NewCredential extends Pick<CredentialRecord, KeysAsSent<typeof credentialFields, 'create'>> {
  /** Made where left out. */
  id?: string
  data: Data
  /** The project that gets it; the user's personal one where left out. Whether there is one is asked before. */
  projectId?: string
  isResolvable?: boolean
}

/** Creates a credential whose type and data have been checked by `credentialRefusal`. */
export function createCredential(draft: Draft, input: NewCredential, user: UserRecord, context: CredentialContext) {
  if (input.isResolvable) throw credentialRefusals.credentialNeedsTeamProject()
  if (input.id !== undefined && draft.credentials.has(input.id)) {
    throw credentialRefusals.credentialIdTaken()
  }
  const now = context.clock.iso()
  const credential: CredentialRecord = {
    id: input.id ?? nextId(draft, 'credentials', context),
    ...sentIn(input, CREATED),
    data: sealData(draft, input.data, context.secrets),
    owner: user.id,
    createdAt: now,
    updatedAt: now,
  }
  const placed = input.projectId === undefined ? credential : placedIn(draft, credential, input.projectId)
  draft.credentials.set(placed)
  return placed
}

export interface CredentialChecks {
  /** The data is only a part: nothing is required. */
  isPartial?: boolean
  /** Whether the addresses of an OAuth2 credential must be URLs. */
  checksUrls?: boolean
}

/** Why there can be no credential of this type with this data: a 400. */
export function credentialRefusal(
  types: CredentialTypes,
  { type, data }: Pick<NewCredential, 'type' | 'data'>,
  { isPartial = false, checksUrls = false }: CredentialChecks = {},
): ApiError | undefined {
  const schema = types.schemaOf(type)
  if (!schema) return checkCredentialType(types, type)
  const { allOf: _conditions, ...unconditional } = schema
  const asked = isPartial ? { ...unconditional, required: [] } : schema
  return validateCredentialData(types, asked, data) ?? (checksUrls && isOAuth2(type) ? urlRefusal(data) : undefined)
}

const isOAuth2 = (type: string) => /OAuth2Api$/i.test(type)

const URL_FIELDS = ['authUrl', 'accessTokenUrl', 'serverUrl']

function urlRefusal(data: Data): ApiError | undefined {
  const urls = URL_FIELDS.map(field => data[field]).filter(value => typeof value === 'string' && value !== '')
  const isUrl = (url: unknown) => typeof url === 'string' && (url.startsWith('=') || URL.canParse(url))
  return urls.every(isUrl) ? undefined : credentialRefusals.credentialUrlInvalid()
}

export interface CredentialChange
  extends Partial<Pick<CredentialRecord, KeysAsSent<typeof credentialFields, 'update'>>> {
  data?: Data
  isGlobal?: boolean
  isResolvable?: boolean
  /** The data that is sent is merged into the stored data. */
  isPartialData?: boolean
}

/** A type that a change names must be known, before anybody looks for the credential. @throws ApiError */
export function checkChangedType(types: CredentialTypes, { type }: CredentialChange): void {
  const refusal = type === undefined ? undefined : checkCredentialType(types, type)
  if (refusal !== undefined) throw refusal
}

/**
 * Changes a credential that the user may change; only `updatedAt` where nothing is given.
 *
 * @throws ApiError for the first thing that is wrong; nothing has changed then.
 */
export function changeCredential(
  draft: Draft,
  id: string,
  change: CredentialChange,
  context: { types: CredentialTypes; secrets: Secrets; clock: Clock },
): CredentialRecord {
  const before = draft.credentials.get(id)
  if (!before) throw credentialRefusals.credentialNotFound()
  const { name = before.name } = change
  const changed = changedData(before, change, context)
  if (change.isGlobal) throw credentialRefusals.credentialSharingNotLicensed()
  if (change.isResolvable) throw credentialRefusals.credentialNeedsTeamProject()
  if (changed && (name.length < 3 || name.length > 128)) throw credentialRefusals.credentialNameLength()
  const data = changed ? sealData(draft, changed, context.secrets) : before.data
  const { isStandIn, ...rest } = before
  // data that is sent is real
  const placeholder = change.data === undefined && isStandIn ? { isStandIn } : {}
  const after: CredentialRecord = {
    ...rest,
    ...placeholder,
    ...sentIn(change, UPDATED),
    data,
    updatedAt: context.clock.iso(),
  }
  draft.credentials.set(after)
  return after
}

/** The data after a change; `undefined` where it stays as it is. @throws ApiError for data that the type does not take */
function changedData(
  before: CredentialRecord,
  { type = before.type, data: given, isPartialData = false }: CredentialChange,
  { types, secrets }: { types: CredentialTypes; secrets: Secrets },
): Data | undefined {
  const isOtherType = type !== before.type
  if (given === undefined) {
    if (!isOtherType) return
    throw credentialRefusals.credentialDataRequired()
  }
  const stored = isPartialData && !isOtherType ? secrets.unseal(before.data) : {}
  const data = { ...(stored as Data), ...given }
  const refusal = credentialRefusal(types, { type, data }, { isPartial: isPartialData, checksUrls: true })
  if (refusal !== undefined) throw refusal
  return data
}

/** Credential data as the document stores it. The first time, the document stores a check of the key, too. */
export function sealData(draft: Draft, data: unknown, secrets: Secrets): string {
  const sealed = secrets.seal(data)
  draft.sealCheck ??= secrets.check()
  return sealed
}

/**
 * Deletes a credential. Workflows that use it stay as they are.
 *
 * @param refuseForeign as of `requireAllowed`
 * @throws ApiError 404
 */
export function deleteCredential(draft: Draft, id: string, access: Access, refuseForeign?: () => ApiError) {
  const credential = requireAllowed(draft.credentials.get(id), access, 'credential:delete', refuseForeign)
  draft.credentials.delete(id)
  return credential
}
