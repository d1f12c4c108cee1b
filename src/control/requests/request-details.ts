import { type Static, Type } from '@sinclair/typebox'
import packageJson from '../../../package.json' with { type: 'json' }
import { late } from '../../core/base/late-modules.ts'
import { AnyMap, Nullable } from '../../core/model/schema.ts'
import { FaultRuleShape } from '../faults/fault-rule.ts'
import { LoggedRequestShape, loggedRequest } from './logged-request.ts'
import { redactedBody, redactedHeaders } from './redact.ts'
import type { RequestEntry, SentResponse } from './request-log.ts'

const HeaderMap = AnyMap({ additionalProperties: Type.String(), description: 'With keys and secrets left out' })

/** A request with all that is remembered of it, as it is shown: without keys and secrets. */
export const RequestDetailsShape = Type.Object(
  {
    ...LoggedRequestShape.properties,
    url: Type.String({ description: 'Whole' }),
    bodyBytes: Type.Optional(
      Type.Integer({ description: 'Of the JSON body that was sent, also where `body` is no longer stored' }),
    ),
    headers: HeaderMap,
    response: Nullable(
      Type.Object(
        {
          headers: HeaderMap,
          bytes: Type.Integer({ description: 'Of the body, unpacked' }),
          body: Type.Optional(Type.Unknown({ description: 'JSON, or text: of the last ones, and up to 1 MB each' })),
        },
        { additionalProperties: false },
      ),
    ),
    faultRule: Type.Optional(FaultRuleShape),
    timeline: Type.Array(
      Type.Object(
        { what: Type.String(), milliseconds: Type.Number({ description: 'Since the request came' }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type RequestDetails = Static<typeof RequestDetailsShape>

/** All that is remembered of a request. */
export async function requestDetails(entry: RequestEntry, warnings: string[] | undefined): Promise<RequestDetails> {
  const { headers, response, fault, bodyBytes } = entry
  const shown = loggedRequest(entry, warnings, true)
  return {
    ...shown,
    url: `${new URL(entry.url).origin}${shown.path}${shown.query && `?${shown.query}`}`,
    ...(bodyBytes === undefined ? {} : { bodyBytes }),
    headers: redactedHeaders(headers),
    response: response ? await shownResponse(entry, response) : null,
    ...(fault === undefined ? {} : { faultRule: fault.rule }),
    timeline: timelineOf(entry),
  }
}

async function shownResponse(entry: RequestEntry, { headers, bytes, body }: SentResponse) {
  const text = body === undefined ? undefined : await new Blob(body).text()
  const value = text === undefined ? undefined : redactedBody(entry.operation?.body?.schema, jsonOr(text))
  return {
    headers: headers ? redactedHeaders(headers) : {},
    bytes,
    ...(value === undefined ? {} : { body: value }),
  }
}

function timelineOf(entry: RequestEntry) {
  const { marks, fault, status } = entry
  const points: [what: string, at: number | undefined][] = [
    ['received', 0],
    ['key accepted', marks.checked],
    [fault ? `response made, under fault rule ${fault.id}` : 'response made', marks.replied],
    [status === 0 ? 'connection dropped' : 'answered', marks.ended],
  ]
  return points.flatMap(([what, at]) =>
    at === undefined ? [] : [{ what, milliseconds: Math.round(at * 1000) / 1000 }],
  )
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const HTTP = 'HTTP/1.1'

const CREATOR = JSON.stringify({ name: packageJson.name, version: packageJson.version })

/** What is before and after the entries of an HTTP Archive 1.2, which browsers' developer tools and other clients open. */
export const HAR_START = `{"log":{"version":"1.2","creator":${CREATOR},"entries":[`
export const HAR_END = ']}}'

/** A request as an entry of an HTTP Archive, as JSON. Secrets are left out. */
export function harEntry({ time, milliseconds, timeline, warnings, ...rest }: RequestDetails): string {
  return JSON.stringify({
    startedDateTime: time,
    time: milliseconds,
    request: requestOf(rest),
    response: responseOf(rest),
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    ...(warnings.length ? { comment: warnings.join('\n') } : {}),
  })
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
    statusText: late.http.STATUS_CODES[status] ?? '',
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
