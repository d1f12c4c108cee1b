import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { KeyRules } from './version.ts'

/** Nobody needs to check the signature: keys are known by their hashes. */
const SECRET = randomBytes(32)

/** A key as a signed token (JWT, HS256), the form that the service gives keys from version 2 on. */
export const signedKey: KeyRules['make'] = ({ user, now, expiresAt }) => {
  const claims = {
    ...{ sub: user.id, iss: 'n8n', aud: 'public-api', jti: randomUUID(), iat: secondsOf(now) },
    ...(expiresAt === null ? {} : { exp: secondsOf(expiresAt) }),
  }
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

const secondsOf = (milliseconds: number) => Math.floor(milliseconds / 1000)
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
