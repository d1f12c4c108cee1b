import { randomBytes } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../clock.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { hashApiKey } from '../../http/api-key.ts'
import { useOf } from '../../http/key-uses.ts'
import type { Ids } from '../../ids.ts'
import { DateTime, Nullable } from '../../model/schema.ts'
import type { ApiKeyRecord, UserRecord } from '../../model/user.ts'
import type { Draft, State, Store } from '../../state.ts'

const shape = {
  id: Type.String(),
  user: Nullable(
    Type.String({ description: 'The e-mail address of its user; null where there is no such user any more' }),
  ),
  label: Type.String(),
  createdAt: DateTime(),
  lastUsedAt: Nullable(DateTime({ description: 'null where it was never used' })),
}
const strict = { additionalProperties: false }

/** An API key as it may be shown. */
export const ApiKeyShape = Type.Object(shape, strict)
export type ApiKey = Static<typeof ApiKeyShape>

/** A key that was just made: the one time that it is told. */
export const NewApiKeyShape = Type.Object({ ...shape, apiKey: Type.String() }, strict)
export type NewApiKey = Static<typeof NewApiKeyShape>

export const ApiKeyInputShape = Type.Object(
  {
    user: Type.String({ minLength: 1, maxLength: 254, description: 'An e-mail address or an id' }),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  strict,
)
export type ApiKeyInput = Static<typeof ApiKeyInputShape>

/** The API keys of an instance. A user may have several. */
export interface ApiKeys {
  list(): Promise<ApiKey[]>
  /** @throws ApiError 400 for a user that there is not */
  create(input: ApiKeyInput): Promise<NewApiKey>
  /** From now on the key is worth nothing. @throws ApiError 404 for one that there is not, 409 for the owner's last one */
  revoke(id: string): Promise<ApiKey>
}

/** A key as the real service makes them: `n8n_api_` and 80 hex digits. */
export const newApiKey = () => `n8n_api_${randomBytes(40).toString('hex')}`

/** The API keys in a store. */
export function createApiKeys(store: Store, { clock, ids }: { clock: Clock; ids: Ids }): ApiKeys {
  return {
    list: async () => Array.from(store.data.apiKeys.values(), key => shown(key, store.data, store)),
    create({ user: given, label = 'API key' }) {
      const apiKey = newApiKey()
      return store.update(draft => {
        const user = userOf(draft, given)
        const key = { id: ids.short(), userId: user.id, label, hash: hashApiKey(apiKey), createdAt: clock.iso() }
        draft.apiKeys.set(key)
        return { ...shown(key, draft, store), apiKey }
      })
    },
    revoke: id =>
      store.update(draft => {
        const key = draft.apiKeys.get(id)
        if (!key) throw notFound(`There is no API key ${JSON.stringify(id)}`)
        refuseLastOfOwner(draft, key)
        draft.apiKeys.delete(id)
        return shown(key, draft, store)
      }),
  }
}

function userOf(draft: Draft, given: string): UserRecord {
  const user = draft.users.get(given) ?? draft.users.by('email', given.toLowerCase())[0]
  if (!user) throw badRequest(`There is no user ${JSON.stringify(given)}`)
  return user
}

function refuseLastOfOwner(draft: Draft, { userId }: ApiKeyRecord) {
  if (draft.users.get(userId)?.role !== 'global:owner' || draft.apiKeys.by('userId', userId).length > 1) return
  throw conflict("It is the owner's last key: make another first, or start with --api-key to replace it")
}

function shown({ id, userId, label, createdAt, lastUsedAt }: ApiKeyRecord, { users }: State | Draft, store: Store) {
  const { at } = useOf(id, store)
  return {
    ...{ id, user: users.get(userId)?.email ?? null, label, createdAt },
    lastUsedAt: at === undefined ? (lastUsedAt ?? null) : new Date(at).toISOString(),
  }
}
