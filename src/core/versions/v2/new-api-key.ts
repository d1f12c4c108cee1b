import { createHmac, randomBytes } from 'node:crypto'
import type { KeyRules } from '../../http/version.ts'

/** Signs the keys that this process makes; no signature is checked, since keys are known by their hashes. */
const SIGNING_KEY = randomBytes(32)

/** A key in the form of the service's: a signed token (HS256) that names its user. */
export const newApiKey: KeyRules['make'] = ({ user, id, now, expiresAt }) => {
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const claims = {
    sub: user.id,
    iss: 'n8n',
    aud: 'public-api',
    jti: id,
    iat: seconds(now),
    ...(expiresAt === null ? {} : { exp: seconds(expiresAt) }),
  }
  const content = [{ alg: 'HS256', typ: 'JWT' }, claims].map(part => encode(JSON.stringify(part))).join('.')
  return `${content}.${createHmac('sha256', SIGNING_KEY).update(content).digest('base64url')}`
}

const encode = (text: string) => Buffer.from(text).toString('base64url')
