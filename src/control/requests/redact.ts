import type { TObject, TSchema } from '@sinclair/typebox'
import { isRecord } from '../../base/is-record.ts'

const REDACTED = '[redacted]'
/** Keys as the service makes them, of either form: `n8n_api_…`, and signed tokens. */
const API_KEY = /n8n_api_[0-9a-f]{80}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g
const SECRET_NAME = /key|token|secret|passw|auth|credential|signature|cookie/i

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
  const shown = query.split('&').map(pair => {
    const [name = ''] = pair.split('=', 1)
    const isSecret = SECRET_NAME.test(name) && !Object.hasOwn(schema?.properties ?? {}, name)
    return isSecret && pair.includes('=') ? `${name}=${REDACTED}` : pair
  })
  return withoutKeys(shown.join('&'))
}

/** Headers as they may be shown: without the values of those that sound secret. */
export const redactedHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [name, SECRET_NAME.test(name) ? REDACTED : withoutKeys(value)]),
  )

/** Text without API keys. */
export const withoutKeys = (text: string) => text.replace(API_KEY, REDACTED)

const withoutValues = (value: unknown) =>
  isRecord(value) ? Object.fromEntries(Object.keys(value).map(name => [name, REDACTED])) : REDACTED
