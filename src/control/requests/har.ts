import { STATUS_CODES } from 'node:http'
import packageJson from '../../../package.json' with { type: 'json' }
import type { RequestDetails } from './request-details.ts'

const HTTP = 'HTTP/1.1'

/** Requests as an HTTP Archive 1.2, which browsers' developer tools and other clients open. Secrets are left out. */
export const harOf = (requests: readonly RequestDetails[]) => ({
  log: {
    version: '1.2',
    creator: { name: packageJson.name, version: packageJson.version },
    entries: requests.map(entryOf),
  },
})

function entryOf({ time, milliseconds, timeline, warnings, ...rest }: RequestDetails) {
  return {
    startedDateTime: time,
    time: milliseconds,
    request: requestOf(rest),
    response: responseOf(rest),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...(warnings.length ? { comment: warnings.join('\n') } : {}),
  }
}

type Parts = Omit<RequestDetails, 'time' | 'milliseconds' | 'timeline' | 'warnings'>

function requestOf({ method, url, headers, query, body }: Parts) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  return {
    method,
    url,
    httpVersion: HTTP,
    cookies: [],
    headers: pairsOf(headers),
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: text === undefined ? 0 : Buffer.byteLength(text),
    ...(text === undefined ? {} : { postData: { mimeType: headers['content-type'] ?? '', text } }),
  }
}

function responseOf({ status, response }: Parts) {
  const { headers = {}, bytes = 0, body } = response ?? {}
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: HTTP,
    cookies: [],
    headers: pairsOf(headers),
    content: { size: bytes, mimeType: headers['content-type'] ?? '', ...(text === undefined ? {} : { text }) },
    redirectURL: '',
    headersSize: -1,
    bodySize: bytes,
  }
}

const pairsOf = (headers: Record<string, unknown>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }))
