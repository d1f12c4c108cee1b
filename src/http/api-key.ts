import { hash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Store } from '../context.ts'
import { unauthorized } from '../errors.ts'
import type { UserRecord } from '../model/user.ts'
import { type KeyUse, useOf } from './key-uses.ts'

/** The header that carries the key: `X-N8N-API-KEY` for the service name `n8n`. */
export const apiKeyHeader = (serviceName: string) => `X-${serviceName.toUpperCase()}-API-KEY`

/** What is kept of a key: 64 hex digits. Keys are long and random, so a plain SHA-256 is enough. */
export const hashApiKey = (key: string) => hash('sha256', key, 'hex')

export interface KeyContext {
  apiKeyHeader: string
  store: Store
  clock: Clock
}

/**
 * Who sends the request. That the key was used now is noted.
 *
 * @throws ApiError 401 without a key, or with one that nobody has (observed, section 1.2)
 */
export function authenticate(headers: Headers, { apiKeyHeader, store, clock }: KeyContext): UserRecord {
  const key = headers.get(apiKeyHeader)?.trim()
  if (!key) throw unauthorized(`'${apiKeyHeader}' header required`)
  const verified = verifiedKeysOf(store)
  const known = verified.holders.get(key)
  const holder = known ?? holderOf(key, store)
  if (!holder) throw UNKNOWN_KEY
  if (!known && verified.holders.size < MAX_VERIFIED) verified.holders.set(key, holder)
  holder.use.at = clock.now()
  return holder.user
}

/** One for all: who guesses keys asks often. */
const UNKNOWN_KEY = unauthorized()

interface Holder {
  user: UserRecord
  use: KeyUse
}

/** Each key that nobody has costs one hash and one look-up, whatever it looks like. */
function holderOf(key: string, store: Store): Holder | undefined {
  const hashed = hashApiKey(key)
  const found = store.data.apiKeys
    .by('hash', hashed)
    .find(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(hashed, 'hex')))
  const user = found && store.data.users.get(found.userId)
  return user && { user, use: useOf(found.id, store) }
}

const MAX_VERIFIED = 1000

interface VerifiedKeys {
  revision: number
  holders: Map<string, Holder>
}

const verifiedKeys = new WeakMap<Store, VerifiedKeys>()

/** The keys that were found right since keys or users last changed: hashing one takes longer than a whole GET. */
function verifiedKeysOf(store: Store): VerifiedKeys {
  const revision = store.data.apiKeys.revision + store.data.users.revision
  let verified = verifiedKeys.get(store)
  if (verified?.revision !== revision) {
    verified = { revision, holders: new Map() }
    verifiedKeys.set(store, verified)
  }
  return verified
}
