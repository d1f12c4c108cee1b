import { hash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { keyMissing, keyUnknown } from '../base/errors.ts'
import type { Store } from '../model/state.ts'
import type { ApiKeyRecord, UserRecord } from '../model/user.ts'
import { type KeyUse, useOf } from './key-uses.ts'

/** The header that carries the key: `X-N8N-API-KEY` for the service name `n8n`. */
export const apiKeyHeader = (serviceName: string) => `X-${serviceName.toUpperCase()}-API-KEY`

/** What is stored of a key: 64 hex digits. Keys are long and random, so a plain SHA-256 is enough. */
export const hashApiKey = (key: string) => hash('sha256', key, 'hex')

/** Who sends a request: a key, and whose it is. */
export interface Caller {
  user: UserRecord
  key: ApiKeyRecord
}

/**
 * Who sends a request with these headers. That the key was used now is noted.
 *
 * @throws ApiError 401 without a key, or with one that is unknown or has expired
 */
export type Authenticate = (headers: Headers) => Caller

/** The same without noting that the key was used; `undefined` where `Authenticate` would refuse it. */
export type SenderOf = (headers: Headers) => Caller | undefined

export interface KeyContext {
  apiKeyHeader: string
  store: Store
  clock: Clock
}

/** How many keys are remembered at most: hashing one takes longer than a whole GET. */
const MAX_VERIFIED = 1000

interface Holder extends Caller {
  use: KeyUse
  /** In milliseconds since 1970. */
  expiresAt: number
}

/** Creates the authenticator of an instance. */
export function createKeyCheck({ apiKeyHeader, store, clock }: KeyContext): {
  authenticate: Authenticate
  senderOf: SenderOf
} {
  // the keys that were found right since keys or users last changed
  let verified = new Map<string, Holder>()
  let revision = -1

  function find(key: string): Holder | undefined {
    const current = store.data.apiKeys.revision + store.data.users.revision
    if (current !== revision) {
      verified = new Map()
      revision = current
    }
    const known = verified.get(key)
    const holder = known ?? holderOf(key, store)
    if (holder && !known && verified.size < MAX_VERIFIED) verified.set(key, holder)
    return holder
  }

  const keyIn = (headers: Headers) => headers.get(apiKeyHeader)?.trim()

  return {
    authenticate(headers) {
      const key = keyIn(headers)
      if (!key) throw keyMissing(apiKeyHeader)
      const holder = find(key)
      const now = clock.now()
      if (!holder || now >= holder.expiresAt) throw UNKNOWN_KEY
      holder.use.at = now
      return holder
    },
    senderOf(headers) {
      const key = keyIn(headers)
      const holder = key ? find(key) : undefined
      return holder && clock.now() < holder.expiresAt ? holder : undefined
    },
  }
}

/** One error for all, since clients that guess keys ask often; each version has its own text. */
const UNKNOWN_KEY = keyUnknown()

/** An unknown key costs one hash and one look-up, whatever it looks like. */
function holderOf(text: string, store: Store): Holder | undefined {
  const [key] = store.data.apiKeys.by('hash', hashApiKey(text))
  const user = key && store.data.users.get(key.userId)
  if (!user) return undefined
  const expiresAt = key.expiresAt ? Date.parse(key.expiresAt) : Number.POSITIVE_INFINITY
  return { user, key, use: useOf(key.id, store), expiresAt }
}
