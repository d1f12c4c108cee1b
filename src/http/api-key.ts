import { createHash, timingSafeEqual } from 'node:crypto'
import type { Store } from '../context.ts'
import { unauthorized } from '../errors.ts'
import type { UserRecord } from '../model/user.ts'

/** The header that carries the key: `X-N8N-API-KEY` for the service name `n8n`. */
export const apiKeyHeader = (serviceName: string) => `X-${serviceName.toUpperCase()}-API-KEY`

/** What is kept of a key: 64 hex digits. Keys are long and random, so a plain SHA-256 is enough. */
export const hashApiKey = (key: string) => createHash('sha256').update(key).digest('hex')

/**
 * Who sends the request.
 *
 * @throws ApiError 401 without a key, or with one that nobody has (observed, section 1.2)
 */
export function authenticate(headers: Headers, header: string, store: Store): UserRecord {
  const key = headers.get(header)?.trim()
  if (!key) throw unauthorized(`'${header}' header required`)
  const verified = verifiedKeysOf(store)
  const known = verified.users.get(key)
  if (known) return known
  const user = userOf(key, store)
  if (!user) throw unauthorized()
  if (verified.users.size < MAX_VERIFIED) verified.users.set(key, user)
  return user
}

/** Each key that nobody has costs one hash and one look-up, whatever it looks like. */
function userOf(key: string, store: Store): UserRecord | undefined {
  const hash = hashApiKey(key)
  const digest = Buffer.from(hash, 'hex')
  const found = store.data.apiKeys
    .by('hash', hash)
    .find(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), digest))
  return found && store.data.users.get(found.userId)
}

const MAX_VERIFIED = 1000

interface VerifiedKeys {
  revision: number
  users: Map<string, UserRecord>
}

const verifiedKeys = new WeakMap<Store, VerifiedKeys>()

/** The keys that were found right since keys or users last changed: hashing one takes longer than a whole GET. */
function verifiedKeysOf(store: Store): VerifiedKeys {
  const revision = store.data.apiKeys.revision + store.data.users.revision
  let verified = verifiedKeys.get(store)
  if (verified?.revision !== revision) {
    verified = { revision, users: new Map() }
    verifiedKeys.set(store, verified)
  }
  return verified
}
