import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { stateOf, world } from '../core/api/world.ts'

let instance: TestInstance
let before: string
beforeAll(async () => {
  const fixture = {
    ...world,
    workflows: [
      ...(world.workflows ?? []),
      { id: 'bare', name: 'Bare' },
      { id: 'off', name: 'Off', nodes: [{ name: 'On' }, { name: 'Off', disabled: true }] },
    ],
  }
  instance = await startInstance({ fixture, socket: false, clock: '2026-05-01T00:00:00Z' })
  before = await stateOf(instance)
})
afterAll(() => instance.stop())

interface Row {
  method: string
  path: string
  sent?: unknown
  /** 400 where left out. */
  status?: number
  message?: string
}

const FAILURE = 'request/body: errorNode and error go with the status error or crashed, not with'
const YEARS = 'The time must be in the years 0000 to 9999'
const GIVE = 'request/body/rules/0'

const REFUSED: Row[] = [
  { method: 'GET', path: '/overview?hours=8785', message: 'request/query/hours must be <= 8784' },
  { method: 'GET', path: '/overview?hours=1.5', message: 'request/query/hours must be integer' },
  { method: 'GET', path: '/overview?hours=x', message: 'request/query/hours must be number' },
  { method: 'GET', path: '/overview?hours=1&hours=2', message: "Query parameter 'hours' is given twice" },
  { method: 'GET', path: '/overview/executions?page=0', message: 'request/query/page must be >= 1' },
  { method: 'GET', path: '/overview/executions?page=1000001', message: 'request/query/page must be <= 1000000' },
  { method: 'GET', path: '/overview/executions?limit=251', message: 'request/query/limit must be <= 250' },
  {
    method: 'GET',
    path: '/overview/workflows?active=yes',
    message: 'request/query/active must be equal to one of the allowed values: true, false, archived',
  },
  {
    method: 'GET',
    path: '/overview/workflows?order=up',
    message: 'request/query/order must be equal to one of the allowed values: asc, desc',
  },
  {
    method: 'GET',
    path: '/overview/workflows?sortBy=id',
    message:
      'request/query/sortBy must be equal to one of the allowed values: updatedAt, createdAt, name, nodes, active',
  },
  { method: 'GET', path: '/requests?bodies=yes', message: 'request/query/bodies must be boolean' },
  {
    method: 'GET',
    path: '/requests?status=600',
    message: "Query parameter 'status' must be a status such as 404, a class such as 4xx, or 0 for none",
  },
  { method: 'GET', path: '/requests/0', message: 'request/params/id must be >= 1' },
  { method: 'GET', path: '/requests/x', message: 'request/params/id must be integer' },
  { method: 'GET', path: '/requests/999', status: 404, message: 'There is no request 999; the last 1,000 are stored' },
  { method: 'GET', path: '/snapshots/%', message: 'The path has a malformed percent escape' },
  { method: 'GET', path: '/snapshots/none', status: 404, message: 'There is no snapshot "none"' },
  {
    method: 'PUT',
    path: '/snapshots/a%20b',
    message: 'A snapshot has a name of 1 to 64 letters, digits, dots, hyphens and underscores',
  },
  { method: 'DELETE', path: '/faults/7', status: 404, message: 'There is no fault rule 7' },
  { method: 'DELETE', path: '/simulation/rules/7', status: 404, message: 'There is no rule 7 of the simulation' },
  { method: 'DELETE', path: '/keys/none', status: 404, message: 'There is no API key "none"' },
  { method: 'PUT', path: '/clock', sent: { now: '+010000-01-01T00:00:00Z' }, message: YEARS },
  { method: 'PUT', path: '/clock', sent: { advance: '7974 years' }, message: YEARS },
  { method: 'PUT', path: '/clock', sent: { advance: '-2027 years' }, message: YEARS },
  {
    method: 'PUT',
    path: '/clock',
    sent: { advance: 8.64e15 + 1 },
    message: 'request/body/advance must be a duration such as "1h", or a number of milliseconds',
  },
  { method: 'PUT', path: '/clock', sent: { advance: '0x' }, status: 200 },
  {
    method: 'PUT',
    path: '/clock',
    sent: { advance: '1h', mode: 'frozen' },
    message: 'request/body/advance goes with neither now nor mode',
  },
  { method: 'POST', path: '/seed', sent: [], status: 200 },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1' },
    message: 'request/body needs error, wait, duration, output or http',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1', wait: 1, error: 'x' },
    message: 'request/body has wait together with error or duration: give one or the other',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1', wait: 1, duration: 1 },
    message: 'request/body has wait together with error or duration: give one or the other',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1', node: 'N', duration: 1 },
    message: 'request/body has a node, so it needs error, wait or output',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '', error: 'x' },
    message: 'request/body/workflow must NOT have fewer than 1 characters',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1', duration: '3661 days' },
    message: '"3661 days" must be a duration of 0 to 10 years',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1', wait: '-1s' },
    message: '"-1s" must be a duration of 0 to 10 years',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1', wait: true },
    message: 'request/body/wait must be a duration such as "1h", a number of milliseconds, or a date and time',
  },
  {
    method: 'POST',
    path: '/simulation/rules',
    sent: { workflow: '1', duration: -1 },
    message: 'request/body/duration must be a duration such as "1h", or a number of milliseconds',
  },
  {
    method: 'PUT',
    path: '/simulation/rules',
    sent: { rules: [{ workflow: '1', error: 'x' }, { workflow: '1' }] },
    message: 'request/body/rules/1 needs error, wait, duration, output or http',
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: '9', status: 'success' },
    message: 'request/body/workflowId: there is no workflow 9',
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: '1', status: 'success', error: 'x' },
    message: `${FAILURE} success`,
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: '1', status: 'waiting', errorNode: 'x' },
    message: `${FAILURE} waiting`,
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: '1', status: 'crashed', errorNode: 'Orders', data: {} },
    message: 'request/body: errorNode and error have no effect with data',
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: 'bare', status: 'error', errorNode: 'x' },
    message: 'request/body/errorNode: workflow bare has no node "x"; it has: none',
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: 'off', status: 'error', errorNode: 'x' },
    message: 'request/body/errorNode: workflow off has no node "x"; it has: "On", "Off"',
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: 'off', status: 'error', errorNode: 'Off' },
    message: 'request/body/errorNode: node "Off" is disabled, so it cannot fail',
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: '2', status: 'error', retryOf: 1 },
    message: 'request/body/retryOf: workflow 2 has no execution 1',
  },
  {
    method: 'POST',
    path: '/executions',
    sent: { workflowId: '1', status: 'error', id: 1 },
    status: 409,
    message: 'request/body/id: there is an execution 1',
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [{ drop: 'before', malformed: 'html' }] },
    message: `${GIVE} has more than one of drop, malformed and hang`,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [{ hang: false }] },
    message: `${GIVE} needs status, retryAfter, delay, drop, malformed or hang`,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [{ hang: true, headers: {} }] },
    message: `${GIVE} has a body or headers, so it needs a status`,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [{ hang: true, body: null }] },
    message: `${GIVE} has a body or headers, so it needs a status`,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [{ status: 500, operation: 'getTags', method: 'GET' }] },
    message: `${GIVE} has an operation and a method or path: give one or the other`,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [{ delay: [2, 1], headers: { 'a b': 'c' }, path: '/x', operation: 'getTags' }] },
    message:
      `${GIVE} has an operation and a method or path: give one or the other, ` +
      `${GIVE} has a body or headers, so it needs a status, ${GIVE} has a header that cannot be sent, ` +
      `${GIVE} has a delay whose first number is larger than its second`,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [{ status: 200 }, { status: 599 }, { delay: [1, 1] }, { delay: 600_000 }] },
    status: 200,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: {
      rules: [
        { retryAfter: 0, body: 'x' },
        { malformed: 'truncated', probability: 0 },
      ],
    },
    status: 200,
  },
  {
    method: 'PUT',
    path: '/faults',
    sent: {
      rules: [
        { id: 7, status: 500 },
        { id: 8, status: 500 },
      ],
    },
    status: 200,
  },
  { method: 'PUT', path: '/faults', sent: { rules: [], seed: 4_294_967_295 }, status: 200 },
  {
    method: 'PUT',
    path: '/faults',
    sent: { rules: [], seed: 4_294_967_296 },
    message: 'request/body/seed must be <= 4294967295',
  },
  { method: 'DELETE', path: '/faults', status: 200 },
  { method: 'PATCH', path: '/clock', sent: {}, status: 405, message: 'PATCH method not allowed' },
  { method: 'GET', path: '/nope', status: 404, message: 'not found' },
]

for (const { method, path, sent, status = 400, message = '' } of REFUSED) {
  const asked = `${method} ${path} ${JSON.stringify(sent) ?? ''}`
  test(`${asked} answers ${status} with the whole message, and changes nothing`, async () => {
    const { status: answered, body } = await instance.request<{ message: string }>(method, `/_control${path}`, sent)
    expect([answered, status === 200 ? '' : body.message]).toEqual([status, message])
    expect(await stateOf(instance)).toBe(before)
  })
}

test('the last key of the owner is not revoked', async () => {
  await using own = await startInstance({ socket: false })
  const { keys } = (await own.request<{ keys: { id: string }[] }>('GET', '/_control/keys')).body
  const { status, body } = await own.request('DELETE', `/_control/keys/${keys[0]?.id}`)
  expect([keys.length, status, body]).toEqual([
    1,
    409,
    { message: "It is the owner's last key: create another first, or start with --api-key to replace it" },
  ])
})

test('a thousand rules are the most, of faults and of the simulation', async () => {
  await using own = await startInstance({ socket: false, fixture: { workflows: [{ id: '1', name: 'One' }] } })
  for (const [path, rule, message] of [
    ['/faults', { status: 500 }, 'There are 1000 fault rules, and no room for more'],
    [
      '/simulation/rules',
      { workflow: '1', error: 'x' },
      'There are 1000 rules of the simulation, and no room for more',
    ],
  ] as const) {
    const set = (count: number) => own.request('PUT', `/_control${path}`, { rules: Array(count).fill(rule) })
    expect([(await set(1001)).status, (await set(1000)).status]).toEqual([400, 200])
    expect(await own.request('POST', `/_control${path}`, rule)).toMatchObject({ status: 409, body: { message } })
  }
})

test('a duration that is no number is refused by the test kit', async () => {
  await using own = await startInstance({ socket: false })
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => own.clock.advance(wrong)).toThrow(`${wrong} is not a duration such as "90s", "1h" or "2 days"`)
  }
})

test.each<[setting: object, now: string, mode: string]>([
  [{ now: '2030-01-01', mode: 'running' }, '2030-01-01T00:00:0', 'running'],
  [{ now: '2030-01-01' }, '2030-01-01T00:00:00.000Z', 'frozen'],
  [{ mode: 'running' }, '2026-05-01T00:00:0', 'running'],
  [{ now: '0000-01-01T00:00:00Z' }, '0000-01-01T00:00:00.000Z', 'frozen'],
  [{ now: '9999-12-31T23:59:59.999Z' }, '9999-12-31T23:59:59.999Z', 'frozen'],
  [{ advance: 0.6 }, '2026-05-01T00:00:00.001Z', 'frozen'],
  [{ advance: '-0' }, '2026-05-01T00:00:00.000Z', 'frozen'],
  [{ advance: '00 Days' }, '2026-05-01T00:00:00.000Z', 'frozen'],
])('the clock takes %j', async (setting, now, mode) => {
  await using own = await startInstance({ socket: false, clock: '2026-05-01T00:00:00Z' })
  const { status, body } = await own.request<{ now: string; mode: string }>('PUT', '/_control/clock', setting)
  expect([status, body.now.slice(0, now.length), body.mode]).toEqual([200, now, mode])
})
