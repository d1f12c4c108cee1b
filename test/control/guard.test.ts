import { describe, expect, test } from 'bun:test'
import type { RequestOptions } from '../../src/testing.ts'
import { startInstance } from '../../src/testing.ts'
import { ADMIN, MEMBER, world } from '../core/api/world.ts'
import { CONTROL_OPERATIONS } from './control-operations.ts'

/** Everything that the control API answers. */
const ROUTES = CONTROL_OPERATIONS.map(
  ({ method, path }) => [method, `/_control${path.replaceAll(/:\w+/g, '1')}`] as const,
)

const STRANGERS: [name: string, status: number, options: RequestOptions, host?: string][] = [
  ['nobody', 401, { key: null }],
  ['a wrong key', 401, { key: 'wrong' }],
  ['an admin', 403, ADMIN],
  ['a member', 403, MEMBER],
  ['a page of another origin', 403, { headers: { origin: 'https://evil.example' } }],
  ['a page that has no origin', 403, { headers: { origin: 'null' } }],
  ['a name that another site points here', 403, {}, 'http://rebound.example'],
]

describe.each(STRANGERS)('refuses %s with %i', (_name, status, options, host) => {
  test.each(ROUTES)('%s %s', async (method, path) => {
    await using instance = await startInstance({ fixture: world, socket: false })
    const before = JSON.stringify(instance.state())
    const answer = await instance.request(method, `${host ?? ''}${path}`, method === 'GET' ? undefined : {}, options)
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([status, ['message']])
    expect(JSON.stringify(instance.state())).toBe(before)
  })
})

test.each(ROUTES)('refuses a key of the owner with scopes: %s %s', async (method, path) => {
  await using instance = await startInstance({ fixture: world, profile: 'n8n-2.41', socket: false })
  const scoped = { user: 'olga@example.com', scopes: ['tag:list', 'user:list', 'workflow:read'] }
  const { apiKey } = (await instance.request('POST', '/_control/keys', scoped)).body as { apiKey: string }
  const before = JSON.stringify(instance.state())
  const answer = await instance.request(method, path, method === 'GET' ? undefined : {}, { key: apiKey })
  expect([answer.status, answer.body]).toEqual([
    403,
    { message: "A key with scopes is not enough: use a key of the owner's without scopes" },
  ])
  expect(JSON.stringify(instance.state())).toBe(before)
  const me = (await instance.request('GET', '/page/me', undefined, { key: apiKey })).body as { mayControl: boolean }
  expect(me.mayControl).toBe(false)
})

test.each([
  ['GET', '/_control/nope', 404],
  ['GET', '/_control/', 404],
  ['GET', '/_control/snapshots/a/b', 404],
  ['PATCH', '/_control/state', 405],
  ['DELETE', '/_control/state', 405],
  ['POST', '/_control/clock', 405],
])('answers %s %s with %i', async (method, path, status) => {
  await using instance = await startInstance({ socket: false })
  expect((await instance.request(method, path)).status).toBe(status)
})

test.each(['n8n.test', 'n8n', 'a'])('accepts the host name %s where it was allowed', async host => {
  await using instance = await startInstance({ socket: false, allowHosts: [host] })
  for (const path of ['/_control/clock', '/', '/api/v1/docs', '/healthz'])
    expect((await instance.request('GET', `http://${host}${path}`)).status).toBe(200)
})

test.each([
  ['GET', '/_control/state?all=true'],
  ['GET', '/_control/requests?limit=1'],
  ['GET', '/_control/clock?now=1'],
])('refuses a query parameter that it does not know: %s %s', async (method, path) => {
  await using instance = await startInstance({ socket: false })
  const { status, body } = await instance.request(method, path)
  expect([status, body]).toEqual([400, { message: expect.stringMatching(/^Unknown query parameter '/) }])
})

test.each([
  { method: 'PUT', path: '/_control/clock', type: 'text/plain', body: '{}', status: 415 },
  { method: 'PUT', path: '/_control/faults', type: 'application/json', body: '{"rules":[', status: 400 },
  { method: 'POST', path: '/_control/executions', type: 'application/json', body: '[]', status: 400 },
  { method: 'POST', path: '/_control/seed', type: 'application/json', body: '5', status: 400 },
])(
  'refuses what is no JSON map: $method $path $type $body with $status',
  async ({ method, path, type, body, status }) => {
    await using instance = await startInstance({ socket: false })
    expect((await instance.request(method, path, body, { headers: { 'content-type': type } })).status).toBe(status)
  },
)

test.each([
  [
    'http://rebound.example/_control/clock',
    {},
    403,
    'The host rebound.example is not allowed; start with --allow-host rebound.example to allow it',
  ],
  ['/_control/clock', { origin: 'https://evil.example' }, 403, 'Requests from pages of another origin are refused'],
  ['/_control/clock', { origin: 'http://localhost:1' }, 403, 'Requests from pages of another origin are refused'],
  ['/_control/clock', { host: 'local host' }, 400, 'The Host header is invalid'],
  ['/_control/clock', { host: 'localhost:123456' }, 400, 'The Host header is invalid'],
  ['/_control/clock', { host: '' }, 400, 'The Host header is invalid'],
])('tells who asks for %s with %j why it is refused', async (url, headers, status, message) => {
  await using instance = await startInstance({ socket: false })
  const answer = await instance.request('GET', url, undefined, { headers })
  expect([answer.status, answer.body]).toEqual([status, { message }])
})

test.each<Record<string, string>>([
  {},
  { origin: 'http://localhost' },
  { origin: 'https://localhost' },
  { host: 'LOCALHOST:5678', origin: 'http://localhost:5678' },
  { host: '[::1]:80' },
  { host: '127.1.2.3' },
  { host: 'n8n.localhost' },
])('answers under its own names: %j', async headers => {
  await using instance = await startInstance({ socket: false })
  expect((await instance.request('GET', '/_control/clock', undefined, { headers })).status).toBe(200)
})
