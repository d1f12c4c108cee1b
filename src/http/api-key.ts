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
  const hash = hashApiKey(key)
  const digest = Buffer.from(hash, 'hex')
  const found = store.data.apiKeys
    .by('hash', hash)
    .find(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), digest))
  const user = found && store.data.users.get(found.userId)
  if (!user) throw unauthorized()
  return user
}
