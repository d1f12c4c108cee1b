import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../core/base/clock.ts'
import { badRequest, conflict, notFound, refuseAny } from '../../core/base/errors.ts'
import type { Ids } from '../../core/base/ids.ts'
import { PROGRAM } from '../../core/base/program.ts'
import { hashApiKey } from '../../core/http/api-key.ts'
import { forgetUses, useOf } from '../../core/http/key-uses.ts'
import { reply } from '../../core/http/reply.ts'
import { validationErrors } from '../../core/http/validation-errors.ts'
import type { KeyRules } from '../../core/http/version.ts'
import { DateTime, Nullable } from '../../core/model/schema.ts'
import type { Draft, State, Store } from '../../core/model/state.ts'
import type { ApiKeyRecord, UserRecord } from '../../core/model/user.ts'
import { type ControlPart, controlOperation } from '../operation.ts'

const shape = {
  id: Type.String(),
  user: Nullable(Type.String({ description: 'The e-mail address of its user; null if the user was deleted' })),
  label: Type.String(),
  scopes: Nullable(Type.Array(Type.String(), { description: 'Its scopes; null in versions without scopes' })),
  expiresAt: Nullable(DateTime({ description: 'When it expires; null for never' })),
  createdAt: DateTime(),
  lastUsedAt: Nullable(DateTime({ description: 'null if it was never used' })),
}
const strict = { additionalProperties: false }

/** An API key as it may be shown. */
export const ApiKeyShape = Type.Object(shape, strict)
export type ApiKey = Static<typeof ApiKeyShape>

/** A new key, with its text, which is shown only once. */
export const NewApiKeyShape = Type.Object({ ...shape, apiKey: Type.String() }, strict)
export type NewApiKey = Static<typeof NewApiKeyShape>

const ApiKeyInputShape = Type.Object(
  {
    user: Type.String({ minLength: 1, maxLength: 254, description: 'An e-mail address or an id' }),
    label: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Unique among the keys of a user. Default: a new one' }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 1000,
        description: "For versions whose keys have scopes. Default: all of the user's role",
      }),
    ),
    expiresAt: Type.Optional(
      Nullable(Type.String({ format: 'date', description: 'A future date and time, or null. Default: never' })),
    ),
  },
  strict,
)
type ApiKeyInput = Static<typeof ApiKeyInputShape>

/** The API keys of an instance. A user may have several. */
export interface ApiKeys {
  list(): Promise<ApiKey[]>
  /** @throws ApiError 400 for a user, scope or time that cannot be, 409 for a label that the user has */
  create(input: ApiKeyInput): Promise<NewApiKey>
  /** From now on the key is worth nothing. @throws ApiError 404 for an unknown one, 409 for the owner's last one */
  revoke(id: string): Promise<ApiKey>
}

interface KeyContext {
  clock: Clock
  ids: Ids
  /** What keys are like in the version. */
  keys: KeyRules
}

/**
 * The API keys in a store.
 *
 * @param revoked where the keys are noted that are revoked
 */
export function createApiKeys(
  store: Store,
  { clock, ids, keys }: KeyContext,
  revoked: RevokedKeys = new Set(),
): ApiKeys {
  function shown(
    { id, userId, label, createdAt, lastUsedAt, scopes, expiresAt }: ApiKeyRecord,
    { users }: State | Draft,
  ) {
    const user = users.get(userId)
    const { at } = useOf(id, store)
    return {
      id,
      user: user?.email ?? null,
      label,
      scopes: scopesOf(user, scopes),
      expiresAt: expiresAt ?? null,
      createdAt,
      lastUsedAt: at === undefined ? (lastUsedAt ?? null) : new Date(at).toISOString(),
    }
  }

  /** What a key may do: what was given, as far as its user's role may still hold it. */
  function scopesOf(user: UserRecord | undefined, given: readonly string[] | undefined) {
    const allowed = user && keys.scopesOf(user.role)
    return allowed ? allowed.filter(scope => given?.includes(scope) ?? true) : null
  }

  return {
    list: async () => Array.from(store.data.apiKeys.values(), key => shown(key, store.data)),
    create: input =>
      store.update(draft => {
        // the command line asks without the control API, which checks this first
        refuseAny(validationErrors(ApiKeyInputShape, input, 'key'))
        const user = userOf(draft, input.user)
        const label = labelOf(draft, user, input.label)
        const expiresAt = input.expiresAt ? futureTime(input.expiresAt, clock) : null
        if (input.scopes) checkScopes(user, input.scopes, keys)
        const id = ids.short()
        const apiKey = keys.make({
          user,
          id,
          now: clock.now(),
          expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
        })
        const key: ApiKeyRecord = { id, userId: user.id, label, hash: hashApiKey(apiKey), createdAt: clock.iso() }
        if (input.scopes) key.scopes = [...new Set(input.scopes)]
        if (expiresAt) key.expiresAt = expiresAt
        draft.apiKeys.set(key)
        return { ...shown(key, draft), apiKey }
      }),
    async revoke(id) {
      const { key, answer } = await store.update(draft => {
        const key = draft.apiKeys.get(id)
        if (!key) throw notFound(`There is no API key ${JSON.stringify(id)}`)
        refuseLastOfOwner(draft, key)
        draft.apiKeys.delete(id)
        return { key, answer: shown(key, draft) }
      })
      revoked.add(key.hash)
      return answer
    },
  }
}

function userOf(draft: Draft, given: string): UserRecord {
  const user = draft.users.get(given) ?? draft.users.by('email', given.toLowerCase())[0]
  if (!user)
    throw badRequest(`There is no user ${JSON.stringify(given)}; create one with ${PROGRAM} users create EMAIL`)
  return user
}

function refuseLastOfOwner(draft: Draft, { userId }: ApiKeyRecord) {
  if (draft.users.get(userId)?.role !== 'global:owner' || draft.apiKeys.by('userId', userId).length > 1) return
  throw conflict("It is the owner's last key: create another first, or start with --api-key to replace it")
}

const USUAL_LABEL = 'API key'

/** The label that is given, or one that the user has not yet. */
function labelOf(draft: Draft, { id }: UserRecord, given: string | undefined): string {
  const taken = new Set(draft.apiKeys.by('userId', id).map(({ label }) => label))
  if (given !== undefined && taken.has(given)) {
    throw conflict(`label: the user has a key with the label ${JSON.stringify(given)}`)
  }
  let label = given ?? USUAL_LABEL
  for (let number = 2; given === undefined && taken.has(label); number++) label = `${USUAL_LABEL} ${number}`
  return label
}

function futureTime(given: string, clock: Clock): string {
  const time = new Date(given)
  if (time.getTime() > clock.now()) return time.toISOString()
  throw badRequest(`expiresAt must be in the future; now is ${clock.iso()}`)
}

function checkScopes({ role }: UserRecord, scopes: readonly string[], { scopesOf }: KeyRules) {
  const allowed = scopesOf(role)
  if (!allowed) throw badRequest('scopes: keys have no scopes in this version')
  const at = scopes.findIndex(scope => !allowed.includes(scope))
  if (at < 0) return
  throw badRequest(
    `scopes/${at}: a key of the role ${role} may not hold ${JSON.stringify(scopes[at])}; ` +
      `it may hold: ${allowed.join(', ')}`,
  )
}

/** The hashes of the keys that were revoked while the instance runs. */
export type RevokedKeys = Set<string>

/**
 * The keys that a reset or a restore brings back: those that there were, without the ones revoked since. Where this
 * would leave the owner without any, the owner's present keys stay.
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

/** The API keys of an instance. A reset forgets when they were last used. */
export function keyPart(store: Store, context: KeyContext, revoked: RevokedKeys) {
  const apiKeys = createApiKeys(store, context, revoked)
  return {
    control: { apiKeys },
    reset: () => forgetUses(store),
    operations: [
      controlOperation({
        id: 'listKeys',
        method: 'GET',
        path: '/keys',
        tag: 'Keys',
        summary: 'List the API keys of all users, without the keys themselves',
        responses: { 200: { description: 'All of them', schema: Type.Object({ keys: Type.Array(ApiKeyShape) }) } },
        run: async () => reply({ keys: await apiKeys.list() }),
      }),
      controlOperation({
        id: 'createKey',
        method: 'POST',
        path: '/keys',
        tag: 'Keys',
        summary: 'Create a key',
        description: 'Only this response contains the key itself.',
        body: { schema: ApiKeyInputShape, example: { user: 'owner@example.com', label: 'CI' } },
        responses: { 201: { description: 'The key', schema: NewApiKeyShape } },
        refusals: [409],
        run: async ({ body }) => reply(await apiKeys.create(body), 201),
      }),
      controlOperation({
        id: 'revokeKey',
        method: 'DELETE',
        path: '/keys/:id',
        tag: 'Keys',
        summary: 'Revoke a key',
        description: "The owner's last key cannot be revoked: 409.",
        params: Type.Object({ id: Type.String() }),
        responses: { 200: { description: 'The key as it was', schema: ApiKeyShape } },
        refusals: [404, 409],
        run: async ({ params }) => reply(await apiKeys.revoke(params.id)),
      }),
    ],
  } satisfies ControlPart
}
