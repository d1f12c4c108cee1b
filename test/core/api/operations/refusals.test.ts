import { describe, expect, test } from 'bun:test'
import { VERSION_NAMES } from '../../../../src/core/versions/versions.ts'
import type { Fixture } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, KEYS, licensedPlace } from '../place.ts'

const start = (fixture: Fixture) => startInstance({ socket: false, profile: 'n8n-2.41', fixture })
const people: Fixture = {
  users: [
    { email: 'olga@example.com', role: 'global:owner', apiKey: KEYS.owner },
    { email: 'mia@example.com', apiKey: KEYS.member },
  ],
  workflows: [{ id: 'w', name: 'w', owner: 'olga@example.com' }],
  executions: [{ id: 1, workflowId: 'w', status: 'error' }],
}

describe('an execution is retried and stopped', () => {
  test.each([
    ['POST /executions/99999999/retry', KEYS.member, '404 Not Found'],
    ['POST /executions/99999999/stop', KEYS.member, '404 Not Found'],
    ['POST /executions/1/retry', KEYS.member, '404 Not Found'],
    ['POST /executions/99999999/retry', KEYS.owner, '404 The execution with the ID "99999999" does not exist.'],
    ['POST /executions/99999999/stop', KEYS.owner, '404 Failed to find execution to stop'],
  ])('%s by %s, where the member has no workflow: %s', async (request, key, outcome) => {
    await using instance = await start(people)
    expect(outcomeOf(await asked(instance, request, undefined, key))).toBe(outcome)
  })

  test('an owner without a workflow finds no execution either', async () => {
    await using instance = await start({ users: people.users ?? [] })
    expect(outcomeOf(await asked(instance, 'POST /executions/1/stop'))).toBe('404 Not Found')
  })
})

test.each([
  ['team/github', '400 request/body/id Use only letters, digits, underscores, and hyphens for the ID'],
  ['a b', '400 request/body/id Use only letters, digits, underscores, and hyphens for the ID'],
  ['ä', '400 request/body/id Use only letters, digits, underscores, and hyphens for the ID'],
  ['a.b', '400 request/body/id Use only letters, digits, underscores, and hyphens for the ID'],
  ['', '400 request/body/id String must contain at least 1 character(s)'],
  ['a.b.c.d.e.f.g.h.i.', '400 request/body/id String must contain at most 16 character(s)'],
  ['Team_github-1', '200'],
])('a credential with the id %j: %s', async (id, outcome) => {
  await using instance = await start(people)
  const credential = { id, name: 'c', type: 'httpBasicAuth', data: { user: 'u', password: 'p' } }
  expect(outcomeOf(await asked(instance, 'POST /credentials', credential))).toBe(outcome)
})

const policy = (floor: unknown) => ({
  personalSpacePublishing: true,
  personalSpaceSharing: true,
  redactionEnforcement: { floor },
})
test.each([
  ['off', 403],
  ['production', 403],
  ['all', 403],
  [false, 400],
])('a security policy with the floor %j is answered %i', async (floor, status) => {
  await using instance = await startLicensed()
  expect((await asked(instance, 'PUT /settings/security-policy', policy(floor))).status).toBe(status)
})

test('GET /discover?include=schemas has the schema of each of the 65 JSON bodies, with its type', async () => {
  interface Discovered {
    resources: Record<string, { endpoints: { path: string; requestSchema?: { type?: string } }[] }>
  }
  await using instance = await start(people)
  const { body } = await instance.request<{ data: Discovered }>('GET', '/api/v1/discover?include=schemas')
  const endpoints = Object.values(body.data.resources).flatMap(({ endpoints }) => endpoints)
  const described = endpoints.filter(({ requestSchema }) => requestSchema)
  expect(described).toHaveLength(65)
  expect(described.filter(({ requestSchema }) => !requestSchema?.type).map(({ path }) => path)).toEqual([])
})

const period = (start: string, end: string) =>
  `GET /insights/summary?startDate=${start}T00:00:00.000Z&endDate=${end}T00:00:00.000Z`
test.each([
  [period('2020-02-02', '2020-02-01'), '400 endDate must be the same as or after startDate'],
  [period('2020-02-01', '2020-02-01'), '403 Hourly data is not available with your current license'],
  [
    period('2020-02-01', '2020-02-02'),
    '403 The selected date range exceeds the maximum history allowed by your license',
  ],
])('%s: %s', async (request, outcome) => {
  await using instance = await start(people)
  expect(outcomeOf(await asked(instance, request))).toBe(outcome)
})

const NOT_OWN = '403 Cannot change your own global role'
test.each([
  { key: KEYS.owner, id: IDS.owner, role: 'global:member', outcome: NOT_OWN },
  { key: KEYS.owner, id: 'olga@example.com', role: 'global:nope', outcome: NOT_OWN },
  { key: KEYS.admin, id: IDS.admin, role: 'global:member', outcome: NOT_OWN },
  { key: KEYS.admin, id: IDS.owner, role: 'global:member', outcome: '403 Admin cannot change role on global owner' },
])('$key changes the role of $id to $role: $outcome', async ({ key, id, role: newRoleName, outcome }) => {
  await using instance = await startLicensed(licensedPlace)
  const before = instance.state()
  expect(outcomeOf(await asked(instance, `PATCH /users/${id}/role`, { newRoleName }, key))).toBe(outcome)
  expect(instance.state()).toEqual(before)
})

test.each(VERSION_NAMES)('in the document of %s, nullable has a type', async profile => {
  await using instance = await startInstance({ socket: false, profile })
  const { body } = await instance.request('GET', '/api/v1/openapi.json', undefined, { key: null })
  const untyped: string[] = []
  JSON.stringify(body, function (this: unknown, key, value) {
    if (value?.nullable === true && typeof value.type !== 'string') untyped.push(`${key}: ${JSON.stringify(value)}`)
    return value
  })
  expect(untyped).toEqual([])
})

test.each(VERSION_NAMES)('%s is ready without a key', async profile => {
  await using instance = await startInstance({ socket: false, profile })
  const { status } = await instance.request('GET', '/healthz/readiness', undefined, { key: null })
  expect(status).toBe(200)
})
