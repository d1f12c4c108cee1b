// Small faults in the client of a service (a bound by one, a status, a word of a message) change an outcome somewhere:
// every status, body and redirect is tried, and what the client makes of it is approved as a whole.
import { expect, test } from 'bun:test'
import { createSender, createSpending, isSameService, serviceAddress } from '../../src/migrate/client/send-request.ts'
import { ServiceError } from '../../src/migrate/service-error.ts'
import { shortened } from '../digest.ts'

const KEY = 'the-key-of-the-service'
const URL_OF_SERVICE = 'https://n8n.example.com'
const ROOM = { bytes: 1000, requests: 100, records: 100, values: 10 }

const textOf = (outcome: unknown) => shortened(JSON.stringify(outcome) ?? 'nothing', 200)

const errorOf = (error: unknown) => {
  if (!(error instanceof ServiceError)) return String(error)
  const { message, status, isPassing, isForeign } = error
  return { message, status, isPassing, isForeign }
}

function tried(read: () => unknown) {
  try {
    return textOf(read())
  } catch (error) {
    return textOf(errorOf(error))
  }
}

/** What becomes of a request that is answered so, one response after the other. */
async function sent(answer: (url: string) => Response, method = 'GET', budget = ROOM) {
  const urls: string[] = []
  const fetch = async (url: string) => {
    urls.push(url)
    return answer(url)
  }
  const spending = createSpending(budget)
  const sender = createSender({ url: URL_OF_SERVICE, apiKey: KEY, fetch, signal: undefined, timeout: 60_000, spending })
  const outcome = await sender.tryOnce(new URL(`${URL_OF_SERVICE}/a`), { method }, 'GET /a', { password: 'hunter22' })
  const shown = outcome.error ? { ...Object(errorOf(outcome.error)), retryAfter: outcome.retryAfter } : outcome
  return `${textOf(shown)} ${urls.length} ${sender.hasAnswered()}`
}

const STATUSES = [
  200, 201, 204, 299, 400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 428, 429, 430, 499, 500, 501, 502, 503, 504,
  505, 599,
]
const BODIES: [body: string, type?: string][] = [
  [''],
  ['{"message":"It is so"}'],
  [`{"message":"with ${KEY} and hunter22"}`],
  ['{"a":[1,2,3]}'],
  ['<html></html>'],
  ['  <!DOCTYPE html>'],
  ['{}', 'text/html'],
]

test.each(['GET', 'POST'])(
  'the answers to a %s come to the approved outcomes (bun run generate writes them)',
  async method => {
    const lines: string[] = []
    for (const status of STATUSES) {
      for (const [body, type = 'application/json'] of status === 204 || method === 'POST'
        ? BODIES.slice(0, 1)
        : BODIES) {
        const headers = { 'content-type': type, 'retry-after': '2' }
        const outcome = await sent(() => new Response(body === '' ? null : body, { status, headers }), method)
        lines.push(`${status} ${type.slice(-4)} ${body} → ${outcome}`)
      }
    }
    for (const body of ['{', 'null', '7', `[${'1,'.repeat(8)}1]`, `[${'1,'.repeat(9)}1]`, `[${'1,'.repeat(10)}1]`]) {
      lines.push(`${body} → ${await sent(() => new Response(body), method)}`)
    }
    for (const length of [998, 999]) {
      lines.push(`${length} → ${await sent(() => new Response(`"${'x'.repeat(length)}"`), method)}`)
    }
    expect(lines.join('\n')).toMatchSnapshot()
  },
)

const PLACES = [
  '/b',
  'b?c',
  `${URL_OF_SERVICE}/x`,
  'http://n8n.example.com/x',
  'https://n8n.example.com:444/x',
  'https://evil.example.com/',
  '//evil.example.com',
  'http://[',
  null,
]

test('redirects come to the approved outcomes (bun run generate writes them)', async () => {
  const lines: string[] = []
  for (const method of ['GET', 'POST']) {
    for (const status of [300, 301, 302, 304, 307, 308, 399]) {
      for (const place of status === 302 ? PLACES : PLACES.slice(0, 1)) {
        const headers = new Headers(place === null ? {} : { location: place })
        const answer = (url: string) =>
          url.endsWith('/a') ? new Response(null, { status, headers }) : new Response('1')
        lines.push(`${method} ${status} ${place} → ${await sent(answer, method)}`)
      }
    }
  }
  for (const most of [2, 3, 4, 5]) {
    let left = most
    const answer = () =>
      left-- > 0 ? new Response(null, { status: 302, headers: { location: '/b' } }) : new Response('1')
    lines.push(`${most} redirects → ${await sent(answer)}`)
  }
  for (const requests of [0, 1])
    lines.push(`${requests} requests → ${await sent(() => new Response('1'), 'GET', { ...ROOM, requests })}`)
  expect(lines.join('\n')).toMatchSnapshot()
})

const HOSTS = [
  'localhost',
  'a.localhost',
  'localhost.evil',
  '127.0.0.1',
  '127.9.9.9:5678',
  '128.0.0.1',
  '[::1]',
  '[::2]',
  'n8n.example.com',
  'xlocalhost',
]
const ENDS = [
  '',
  '/',
  '//',
  '/api/v1',
  '/api/v1/',
  '/API/V1//',
  '/base',
  '/base/api/v1',
  '/api/v2',
  '/api/v1/x',
  '?a',
  '#a',
  '/?',
  '/api',
]

test('the address of a service is read as approved (bun run generate writes it)', () => {
  const given = [
    ...HOSTS.flatMap(host => [`http://${host}`, `https://${host}/`]),
    ...ENDS.map(end => `${URL_OF_SERVICE}${end}`),
    ...[
      '',
      'x',
      'n8n.example.com',
      'ftp://a',
      'https://',
      'https://u@a',
      'https://:p@a',
      'HTTPS://A.example',
      'https://a:443',
    ],
  ]
  const lines = given.flatMap(it => [
    `${it} → ${tried(() => serviceAddress(it))}`,
    ...(it.startsWith('http:') ? [`${it} insecure → ${tried(() => serviceAddress(it, { insecure: true }))}`] : []),
  ])
  const urls = [
    'https://a',
    'http://a',
    'http://a:80',
    'http://a:5678',
    'https://a:443',
    'https://a:5678',
    'https://b',
    'http://b',
  ]
  for (const from of urls) {
    lines.push(`${from} → ${urls.filter(to => isSameService(new URL(from), new URL(to))).join(' ')}`)
  }
  expect(lines.join('\n')).toMatchSnapshot()
})

test('a budget ends where it is approved to (bun run generate writes it)', () => {
  const MB = 1024 * 1024
  const lines: string[] = []
  for (const bytes of [MB - 1, MB, 2.5 * MB]) {
    const spending = createSpending({ ...ROOM, bytes, requests: 2, records: 3 })
    for (const count of [bytes - 1, 1, 1]) lines.push(`${bytes} ${count} bytes → ${tried(() => spending.bytes(count))}`)
    for (const n of [1, 2, 3]) lines.push(`request ${n} → ${tried(() => spending.request())}`)
    for (const count of [0, 2, 1, 1]) lines.push(`${count} records → ${tried(() => spending.records(count))}`)
  }
  const free = createSpending()
  lines.push(
    `${free.values} ${tried(() => free.bytes(1e15))} ${tried(() => free.records(1e15))} ${tried(() => free.request())}`,
  )
  expect(lines.join('\n')).toMatchSnapshot()
})
