import type { TObject, TSchema } from '@sinclair/typebox'
import { isRecord } from '../../core/base/is-record.ts'

const REDACTED = '[redacted]'
/** Keys as the service makes them. Another form of them are signed tokens. */
const API_KEY = /n8n_api_[0-9a-f]{80}/g
/** A run of characters that may hold tokens: each character of a text is in one run at most. */
const TOKEN_RUN = /[\w.-]+/g
/** How the first two of a token's three parts begin. */
const TOKEN_START = 'eyJ'
const SECRET_NAME = /key|token|secret|passw|auth|credential|signature|cookie/i

/** Whether a body of a schema may hold secrets. */
export const holdsSecrets = (schema: TSchema | undefined): boolean =>
  schema?.type === 'object' && Object.values((schema as TObject).properties).some(({ writeOnly }) => writeOnly)

/** A body as it may be shown: the values inside its write-only fields, which hold secrets, left out. */
export function redactedBody(schema: TSchema | undefined, body: unknown): unknown {
  if (schema?.type !== 'object' || !isRecord(body)) return body
  const { properties } = schema as TObject
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) && properties[name]?.writeOnly ? withoutValues(value) : value,
    ]),
  )
}

/**
 * A query as it may be shown: without the values of parameters that the operation does not know and that sound secret.
 */
export function redactedQuery(schema: TObject | undefined, query: string): string {
  if (query === '') return query
  const shown = query.split('&').map(pair => {
    const [name = ''] = pair.split('=', 1)
    const isSecret = SECRET_NAME.test(name) && !Object.hasOwn(schema?.properties ?? {}, name)
    return isSecret && pair.includes('=') ? `${name}=${REDACTED}` : pair
  })
  return withoutKeys(shown.join('&'))
}

/** Headers as they may be shown: without the values of those that sound secret. */
export const redactedHeaders = (headers: Headers | Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    [...new Headers(headers)].map(([name, value]) => [name, SECRET_NAME.test(name) ? REDACTED : withoutKeys(value)]),
  )

/** Text without API keys, in a time that grows as the text does. */
export function withoutKeys(text: string): string {
  const bare = text.includes('n8n_api_') ? text.replace(API_KEY, REDACTED) : text
  return bare.includes(TOKEN_START) ? bare.replace(TOKEN_RUN, withoutTokens) : bare
}

/** @param run without blanks: `….eyJ….eyJ….…` */
function withoutTokens(run: string): string {
  const parts = run.split('.')
  const shown: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const start = isLongerThanStart(parts[at + 1] ?? '') && parts[at + 2] ? part.indexOf(TOKEN_START) : -1
    if (start < 0 || !isLongerThanStart(part.slice(start))) shown.push(part)
    else {
      shown.push(part.slice(0, start) + REDACTED)
      at += 2
    }
  }
  return shown.join('.')
}

const isLongerThanStart = (part: string) => part.startsWith(TOKEN_START) && part.length > TOKEN_START.length

const withoutValues = (value: unknown) =>
  isRecord(value) ? Object.fromEntries(Object.keys(value).map(name => [name, REDACTED])) : REDACTED
