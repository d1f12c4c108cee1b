import type { Sent } from '../instance/api.ts'
import type { RequestDetails } from '../instance/records.ts'
import { isCall } from './request-table.ts'

/** Headers that the sender of a request sets itself. */
const SENDER_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'transfer-encoding',
  'user-agent',
  'x-understudy-page',
])
const isOfSender = (name: string) => SENDER_HEADERS.has(name) || name.startsWith('sec-')

type Sendable = Pick<RequestDetails, 'method' | 'path' | 'query' | 'body'> & { headers?: Record<string, string> }

/** A logged request as it can be sent again. The key and what is redacted are not known, so they are not in it. */
export function sentOf({ method, path, query, body, headers = {} }: Sendable, apiKeyHeader: string): Sent {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      !isOfSender(name.toLowerCase()) && name.toLowerCase() !== apiKeyHeader.toLowerCase() && value !== '[redacted]',
  )
  return { method, path: query ? `${path}?${query}` : path, body, headers: Object.fromEntries(kept) }
}

/** A logged request as a line of a test: what the instance is expected to have received. */
export function matcherOf({ method, path, query, body }: Sendable): string {
  const parameters = Object.fromEntries(new URLSearchParams(query))
  const expected = {
    method,
    path,
    ...(query ? { query: parameters } : {}),
    ...(body === undefined ? {} : { body }),
    times: 1,
  }
  return `expect(instance).toHaveReceived(${literal(expected, '')})`
}

/** What a fault rule for requests like this one begins with, as fields of the form; `faultResponseOf` has the rest. */
export const faultOf = ({
  operation,
  method,
  path,
  status,
  call,
}: Pick<RequestDetails, 'operation' | 'status' | 'method' | 'path'> & { call?: boolean }) => ({
  ...(operation ? { operation } : isCall({ path, ...(call === undefined ? {} : { call }) }) ? { method, path } : {}),
  effect: 'status',
  status: String(status >= 400 ? status : 503),
})

/** Headers of a response that the instance sets itself. */
const OWN_HEADERS = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-content-type-options',
])

/** The response of a request that was refused, as fields of the form: its body and its headers. */
export function faultResponseOf({
  status,
  response,
}: Pick<RequestDetails, 'status' | 'response'>): Record<string, string> {
  if (status < 400 || !response) return {}
  const { body, headers } = response
  const kept = Object.entries(headers).filter(
    ([name, value]) => !OWN_HEADERS.has(name.toLowerCase()) && !(/^content-type$/i.test(name) && /json/.test(value)),
  )
  return {
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body, null, 2),
    headers: kept.map(([name, value]) => `${name}: ${value}`).join('\n'),
  }
}

/** A value as a JavaScript literal, with single quotes and bare names. */
function literal(value: unknown, indent: string): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return stringLiteral(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map(item => `${inner}${literal(item, inner)},\n`).join('')}${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) return '{}'
    const lines = entries.map(([name, item]) => `${inner}${nameLiteral(name)}: ${literal(item, inner)},\n`)
    return `{\n${lines.join('')}${indent}}`
  }
  return JSON.stringify(value)
}

const nameLiteral = (name: string) =>
  name === '__proto__' ? "['__proto__']" : /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name)

function stringLiteral(text: string) {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
