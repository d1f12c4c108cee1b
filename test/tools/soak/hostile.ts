import { gzipSync } from 'node:zlib'
import { exchange, hasAnswers, headOf } from '../../runtimes/runtimes.ts'
import type { Chance } from './chance.ts'
import type { Connection, Sent } from './connection.ts'

/** A request that must be refused: method, path, what is sent, and the statuses that are right. */
type Refused = [method: string, path: string, sent: Sent, ...statuses: number[]]

const json = (body: string): Sent => ({
  headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  body,
})
const packed = (body: Uint8Array): Sent => ({
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': String(body.length) },
  body,
})
const workflow = (inner: string) => json(`{"name":"no","nodes":[],"settings":{},"connections":${inner}}`)
const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024, 97))

const REFUSED: Refused[] = [
  ['GET', '/api/v1/workflows/0', {}, 404],
  ['GET', '/api/v1/workflows/%00', {}, 404],
  ['GET', '/api/v1/workflows/%zz', {}, 400],
  ['GET', '/api/v1/tags?limit=0', {}, 400],
  ['GET', '/api/v1/tags?limit=1e999', {}, 400],
  ['GET', '/api/v1/tags?cursor=eyJsaW1pdCI6MWU5OTl9', {}, 400],
  ['GET', '/api/v1/tags?__proto__=1', {}, 400],
  ['GET', '/api/v1/../../etc/passwd', {}, 404],
  ['GET', '/page/../../package.json', {}, 404],
  ['GET', '/page/%2e%2e%2f%2e%2e%2fpackage.json', {}, 404],
  ['GET', `/api/v1/tags/${'9'.repeat(5000)}`, {}, 404],
  ['GET', '/api/v1/tags', { headers: { 'x-n8n-api-key': 'wrong' } }, 401],
  ['GET', '/api/v1/tags', { headers: { 'x-n8n-api-key': '' } }, 401],
  ['GET', '/_control/state', { headers: { origin: 'https://evil.test' } }, 403],
  ['GET', '/_control/state', { headers: { host: 'evil.test' } }, 403],
  ['POST', '/_control/reset', { headers: { host: 'a:99999999' } }, 400],
  ['GET', '/', { headers: { host: 'evil.test' } }, 403],
  ['PATCH', '/api/v1/tags', {}, 405],
  ['OPTIONS', '/api/v1/tags', { headers: { origin: 'https://evil.test' } }, 405],
  ['POST', '/api/v1/tags', { headers: { 'content-type': 'text/plain' }, body: 'x' }, 415],
  [
    'POST',
    '/api/v1/tags',
    { headers: { 'content-type': 'application/json', 'content-encoding': 'br' }, body: 'x' },
    415,
  ],
  ['POST', '/api/v1/tags', json('{"name":'), 400],
  ['POST', '/api/v1/tags', json('{"name":1}'), 400],
  ['POST', '/api/v1/tags', json('{"name":"x","__proto__":{"a":1}}'), 400],
  ['POST', '/api/v1/tags', json(`{"name":${'['.repeat(100_000)}`), 400],
  ['POST', '/api/v1/workflows', workflow(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`), 400],
  ['POST', '/api/v1/workflows', workflow('{"a":1e999}'), 400],
  [
    'POST',
    '/api/v1/workflows',
    json(`{"name":"no","nodes":[${'1,'.repeat(5000)}1],"settings":{},"connections":{}}`),
    400,
  ],
  ['POST', '/api/v1/workflows', json(`[${'0,'.repeat(600_000)}0]`), 400],
  ['POST', '/api/v1/workflows', packed(BOMB), 413],
  ['POST', '/api/v1/workflows', packed(BOMB.subarray(0, 5000)), 400],
  ['PUT', '/api/v1/workflows/0', workflow('{}'), 404],
  ['PUT', '/_control/faults', json('{"rules":[{"operation":"nope","status":500}]}'), 400],
  ['PUT', '/_control/clock', json('{"advance":"1e999h"}'), 400],
  ['POST', '/_control/seed', json('{"workflows":[{"name":"x","owner":"nobody@example.com"}]}'), 400],
  ['POST', '/_control/executions', json('{"workflowId":"0","status":"success"}'), 400],
  ['DELETE', '/_control/keys/nope', {}, 404],
]

/** Sends something that must be refused. @throws Error where it was not */
export async function sendRefused(connection: Connection, chance: Chance) {
  const [method, path, sent, ...statuses] = chance.pick(REFUSED)
  const { status, text } = await connection.send(method, path, sent)
  if (statuses.includes(status)) return
  throw new Error(
    `${method} ${path.slice(0, 80)}: expected ${statuses.join(' or ')}, was ${status} ${text.slice(0, 300)}`,
  )
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const half = (length: number) => headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Content-Length': String(length) })

/** What no client library would send, and whether anything comes back. */
const RAW: [pieces: (string | Uint8Array)[], answered: boolean][] = [
  [['GET /api/v1/tags HTTP/1.1\r\nHost:'], false],
  [[half(100), '{"name":"ha'], false],
  [[headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }), '5\r\n{"nam\r\n'], false],
  [[headOf('POST', '/api/v1/tags', { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }), 'zz\r\n'], false],
  [[half(64 * 1024 * 1024)], true],
  [[headOf('GET', `/api/v1/tags?cursor=${'a'.repeat(100_000)}`)], true],
  [[headOf('GET', '/api/v1/tags', { 'X-Long': 'a'.repeat(100_000) })], true],
  [['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'], true],
  [[Uint8Array.from({ length: 2000 }, (_, at) => (at * 7919) % 256), '\r\n\r\n'], true],
  [['GET http://evil.test/_control/state HTTP/1.1\r\nHost: evil.test\r\n\r\n'], true],
]

/** Sends bytes that are no good request, and goes away in the middle. */
export async function sendRaw(url: string, chance: Chance) {
  const [pieces, answered] = chance.pick(RAW)
  const goneAfter = 20 + chance.below(200)
  const gone = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), goneAfter))
  const controller = new AbortController()
  const came = await Promise.race([exchange(url, pieces, hasAnswers(1), controller.signal), gone])
  controller.abort()
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(came?.text ?? '')?.[1] ?? 0)
  if (status >= 500 && status !== 505) throw new Error(`${String(pieces[0]).slice(0, 80)}: was answered ${status}`)
  if (!answered && status === 200) throw new Error(`${String(pieces[0]).slice(0, 80)}: was answered 200`)
}
