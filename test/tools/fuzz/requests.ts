import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { ADMIN, MEMBER } from '../../core/api/world.ts'
import { damage, damaged } from './damage.ts'
import { oddText, oddValue, withOddPlace } from './odd-values.ts'
import { type Components, type OpenApiSchema, schemaValue } from './schema-value.ts'

export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  key: string | null
  body: string | Uint8Array | undefined
}

/** As much of an OpenAPI document as the requests are made from. */
export interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Components }
}

interface OpenApiOperation {
  parameters?: { name: string; in: string; schema: OpenApiSchema }[]
  requestBody?: { content: Record<string, { schema: OpenApiSchema; example?: unknown }> }
}

/** Requests for the operations of a document, sound and broken in all places, and some for anything else. */
export function requestsFor({ paths, components }: OpenApi): fc.Arbitrary<SentRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toOperation(method.toUpperCase(), `/api/v1${path}`, operation, components.schemas),
    ),
  )
  return fc.oneof({ weight: 9, arbitrary: fc.oneof(...operations) }, { weight: 1, arbitrary: toAnything(operations) })
}

function toOperation(method: string, path: string, operation: OpenApiOperation, components: Components) {
  const parameters = (operation.parameters ?? []).filter(parameter => parameter.in === 'query')
  const json = operation.requestBody?.content['application/json']
  const known = fc.record(
    Object.fromEntries(
      parameters.map(({ name, schema }) => [name, fc.oneof(schemaValue(schema, components), oddValue)]),
    ),
    { requiredKeys: [] },
  )
  return fc
    .record({
      method: fc.oneof({ weight: 20, arbitrary: fc.constant(method) }, { weight: 1, arbitrary: methods }),
      filled: fillPath(path),
      query: fc.oneof({ weight: 3, arbitrary: known.map(queryOf) }, { weight: 1, arbitrary: oddQuery }),
      key: keys,
      headers: oddHeaders,
      sent: json ? bodyOf(json, components) : fc.option(rawBody, { nil: undefined, freq: 1 }),
    })
    .map(withBody)
}

const toAnything = (operations: fc.Arbitrary<SentRequest>[]) =>
  fc.oneof(
    fc
      .record({ method: methods, filled: oddPaths, query: oddQuery, key: keys, headers: oddHeaders, sent: rawBody })
      .map(withBody),
    fc.record({ request: fc.oneof(...operations), path: oddPaths }).map(({ request, path }) => ({ ...request, path })),
  )

interface Parts {
  method: string
  filled: string
  query: string
  key: string | null
  headers: Record<string, string>
  sent: { headers?: Record<string, string>; body: string | Uint8Array } | undefined
}

function withBody({ method, filled, query, key, headers, sent }: Parts): SentRequest {
  const hasBody = sent !== undefined && method !== 'GET' && method !== 'HEAD'
  return {
    method,
    path: `${filled}${query && `?${query}`}`,
    key,
    headers: { ...(hasBody ? sent.headers : {}), ...headers },
    body: hasBody ? sent.body : undefined,
  }
}

const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'QUERY', 'get')
const keys = fc.oneof(
  { weight: 10, arbitrary: fc.constant('owner-key') },
  { weight: 4, arbitrary: fc.constantFrom(ADMIN.key, MEMBER.key) },
  { weight: 1, arbitrary: fc.constantFrom(null, '', 'wrong', ' owner-key', 'x'.repeat(10_000), 'é', '__proto__') },
)

const ids = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('1', '2', '3', '7', 'slackApi', 'httpBasicAuth', 'mia%40example.com') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', '-1', '1e999', '%20', '%00', '%zz', '%ff', '.', '..'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%2e%2e%2f', '%2F', '%', '9'.repeat(400), 'x'.repeat(9000), '%F0%9F%9A%80', ';', ''),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map(text => encodeURIComponent(text.toWellFormed())),
  },
)
const fillPath = (path: string) => ids.map(id => path.replace(/\{\w+\}/, () => id))

const oddPaths = fc.oneof(
  fc.constantFrom(
    '/',
    '/api/v1',
    '/api/v1/',
    '/api/v1//tags',
    '/api/v2/tags',
    '/API/v1/tags',
    '/api/v1/tags/',
    '/healthz',
  ),
  fc.constantFrom('/_control/state', '/_control/seed', '/_control/snapshots/a', '/_control/executions', '/_control/x'),
  fc.constantFrom(
    '/_control/clock',
    '/_control/requests',
    '/docs',
    '/api/v1/docs',
    '/favicon.ico',
    '/api/v1/openapi.json',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }).map(text => `/x${text.toWellFormed()}`),
  fc.string({ maxLength: 30 }).map(text => `/api/v1/${text}`),
)

const oddQuery = fc.oneof(
  fc.webQueryParameters(),
  fc.constantFrom(
    '',
    '&',
    '=',
    '?',
    '%',
    '%zz=%ff',
    'limit=1&limit=2',
    'limit[]=1',
    '__proto__=1',
    'cursor=%00',
    'a=1',
  ),
  fc.uint8Array({ maxLength: 60 }).map(bytes => `cursor=${Buffer.from(bytes).toString('base64url')}`),
  oddText.map(text => `cursor=${Buffer.from(text).toString('base64url').slice(0, 6000)}`),
)

const queryOf = (query: Record<string, unknown>) =>
  Object.entries(query)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed())}`,
    )
    .join('&')

const oddHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'content-type',
        'content-encoding',
        'accept',
        'origin',
        'cookie',
        'x-request-id',
        'if-none-match',
        'range',
        'host',
      ),
      fc.oneof(
        fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain', 'multipart/form-data'),
        fc.constantFrom(
          'application/JSON',
          'application/x-www-form-urlencoded',
          'application/json,',
          'gzip',
          'br',
          'gzip, gzip',
        ),
        fc.constantFrom(
          'deflate',
          'identity',
          'http://evil.example',
          '*',
          'localhost',
          'null',
          'bytes=0-1',
          '__proto__',
          '',
        ),
        fc.string({ maxLength: 20 }).map(text => text.trim()),
      ),
      { maxKeys: 3 },
    ),
  },
)

const JSON_TYPE = { 'content-type': 'application/json' }
const asJson = (value: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(value) ?? '' })

const rawBody = fc.oneof(
  oddText.map(body => ({ headers: JSON_TYPE, body })),
  oddValue.map(asJson),
  fc.uint8Array({ maxLength: 60 }).map(body => ({ headers: JSON_TYPE, body })),
  fc.uint8Array({ maxLength: 60 }).map(body => ({ headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body })),
)

function bodyOf({ schema, example = {} }: { schema: OpenApiSchema; example?: unknown }, components: Components) {
  const sound = fc.oneof(schemaValue(schema, components), fc.constant(example))
  const inOnePlace = fc
    .record({ value: sound, pick: fc.nat(), odd: oddValue })
    .map(({ value, pick, odd }) => withOddPlace(value, pick, odd))
  const bytes = fc
    .record({ value: sound, by: damage })
    .map(({ value, by }) => damaged(Buffer.from(`${JSON.stringify(value)} `), by))
  const packed = fc
    .record({
      value: sound,
      pack: fc.constantFrom(['gzip', gzipSync] as const, ['deflate', deflateSync] as const),
      by: fc.option(damage),
    })
    .map(({ value, pack: [encoding, pack], by }) => {
      const whole = pack(Buffer.from(JSON.stringify(value)))
      return {
        headers: { ...JSON_TYPE, 'content-encoding': encoding },
        body: by ? damaged(whole, by) : new Uint8Array(whole),
      }
    })
  return fc.oneof(
    { weight: 4, arbitrary: sound.map(asJson) },
    { weight: 4, arbitrary: inOnePlace.map(asJson) },
    { weight: 2, arbitrary: bytes.map(body => ({ headers: JSON_TYPE, body: new Uint8Array(body) })) },
    { weight: 1, arbitrary: packed },
    { weight: 2, arbitrary: rawBody },
  )
}
