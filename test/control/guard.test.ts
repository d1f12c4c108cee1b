import { describe, expect, test } from 'bun:test'
import { CONTROL_OPERATIONS } from '../../src/control/operations.ts'
import type { RequestOptions } from '../../src/testing.ts'
import { startInstance } from '../../src/testing.ts'
import { ADMIN, MEMBER, world } from '../api/world.ts'

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
  ['PUT', '/_control/clock', 'text/plain', '{}', 415],
  ['PUT', '/_control/faults', 'application/json', '{"rules":[', 400],
  ['POST', '/_control/executions', 'application/json', '[]', 400],
  ['POST', '/_control/seed', 'application/json', '5', 400],
])('refuses what is no JSON map: %s %s %s %s with %i', async (method, path, type, body, status) => {
  await using instance = await startInstance({ socket: false })
  expect((await instance.request(method, path, body, { headers: { 'content-type': type } })).status).toBe(status)
})
