import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { stateOf, world } from '../api/world.ts'

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

type Row = [method: string, path: string, body: unknown, status: number, message: string]

const FAILURE = 'request/body: errorNode and error go with the status error or crashed, not with'
const YEARS = 'The time must be in the years 0000 to 9999'
const GIVE = 'request/body/rules/0'

const REFUSED: Row[] = [
  ['GET', '/overview?hours=8785', undefined, 400, 'request/query/hours must be <= 8784'],
  ['GET', '/overview?hours=1.5', undefined, 400, 'request/query/hours must be integer'],
  ['GET', '/overview?hours=x', undefined, 400, 'request/query/hours must be number'],
  ['GET', '/overview?hours=1&hours=2', undefined, 400, "Query parameter 'hours' is given twice"],
  ['GET', '/overview/executions?page=0', undefined, 400, 'request/query/page must be >= 1'],
  ['GET', '/overview/executions?page=1000001', undefined, 400, 'request/query/page must be <= 1000000'],
  ['GET', '/overview/executions?limit=251', undefined, 400, 'request/query/limit must be <= 250'],
  [
    'GET',
    '/overview/workflows?active=yes',
    undefined,
    400,
    'request/query/active must be equal to one of the allowed values: true, false, archived',
  ],
  [
    'GET',
    '/overview/workflows?order=up',
    undefined,
    400,
    'request/query/order must be equal to one of the allowed values: asc, desc',
  ],
  [
    'GET',
    '/overview/workflows?sortBy=id',
    undefined,
    400,
    'request/query/sortBy must be equal to one of the allowed values: updatedAt, createdAt, name, nodes, active',
  ],
  ['GET', '/requests?bodies=yes', undefined, 400, 'request/query/bodies must be boolean'],
  [
    'GET',
    '/requests?status=600',
    undefined,
    400,
    "Query parameter 'status' must be a status such as 404, a class such as 4xx, or 0 for none",
  ],
  ['GET', '/requests/0', undefined, 400, 'request/params/id must be >= 1'],
  ['GET', '/requests/x', undefined, 400, 'request/params/id must be integer'],
  ['GET', '/requests/999', undefined, 404, 'There is no request 999; the last 1,000 are stored'],
  ['GET', '/snapshots/%', undefined, 400, 'The path has a malformed percent escape'],
  ['GET', '/snapshots/none', undefined, 404, 'There is no snapshot "none"'],
  [
    'PUT',
    '/snapshots/a%20b',
    undefined,
    400,
    'A snapshot has a name of 1 to 64 letters, digits, dots, hyphens and underscores',
  ],
  ['DELETE', '/faults/7', undefined, 404, 'There is no fault rule 7'],
  ['DELETE', '/simulation/rules/7', undefined, 404, 'There is no rule 7 of the simulation'],
  ['DELETE', '/keys/none', undefined, 404, 'There is no API key "none"'],
  ['PUT', '/clock', { now: '+010000-01-01T00:00:00Z' }, 400, YEARS],
  ['PUT', '/clock', { advance: '7974 years' }, 400, YEARS],
  ['PUT', '/clock', { advance: '-2027 years' }, 400, YEARS],
  [
    'PUT',
    '/clock',
    { advance: 8.64e15 + 2 },
    400,
    'request/body/advance must be a duration such as "1h", or a number of milliseconds',
  ],
  ['PUT', '/clock', { advance: '0x' }, 200, ''],
  ['PUT', '/clock', { advance: '1h', mode: 'frozen' }, 400, 'request/body/advance goes with neither now nor mode'],
  ['POST', '/seed', [], 200, ''],
  ['POST', '/simulation/rules', { workflow: '1' }, 400, 'request/body needs error, wait, duration, output or http'],
  [
    'POST',
    '/simulation/rules',
    { workflow: '1', wait: 1, error: 'x' },
    400,
    'request/body has wait together with error or duration: give one or the other',
  ],
  [
    'POST',
    '/simulation/rules',
    { workflow: '1', wait: 1, duration: 1 },
    400,
    'request/body has wait together with error or duration: give one or the other',
  ],
  [
    'POST',
    '/simulation/rules',
    { workflow: '1', node: 'N', duration: 1 },
    400,
    'request/body has a node, so it needs error, wait or output',
  ],
  [
    'POST',
    '/simulation/rules',
    { workflow: '', error: 'x' },
    400,
    'request/body/workflow must NOT have fewer than 1 characters',
  ],
  [
    'POST',
    '/simulation/rules',
    { workflow: '1', duration: '3661 days' },
    400,
    '"3661 days" must be a duration of 0 to 10 years',
  ],
  ['POST', '/simulation/rules', { workflow: '1', wait: '-1s' }, 400, '"-1s" must be a duration of 0 to 10 years'],
  [
    'POST',
    '/simulation/rules',
    { workflow: '1', wait: true },
    400,
    'request/body/wait must be a duration such as "1h", a number of milliseconds, or a date and time',
  ],
  [
    'POST',
    '/simulation/rules',
    { workflow: '1', duration: -1 },
    400,
    'request/body/duration must be a duration such as "1h", or a number of milliseconds',
  ],
  [
    'PUT',
    '/simulation/rules',
    { rules: [{ workflow: '1', error: 'x' }, { workflow: '1' }] },
    400,
    'request/body/rules/1 needs error, wait, duration, output or http',
  ],
  [
    'POST',
    '/executions',
    { workflowId: '9', status: 'success' },
    400,
    'request/body/workflowId: there is no workflow 9',
  ],
  ['POST', '/executions', { workflowId: '1', status: 'success', error: 'x' }, 400, `${FAILURE} success`],
  ['POST', '/executions', { workflowId: '1', status: 'waiting', errorNode: 'x' }, 400, `${FAILURE} waiting`],
  [
    'POST',
    '/executions',
    { workflowId: '1', status: 'crashed', errorNode: 'Orders', data: {} },
    400,
    'request/body: errorNode and error have no effect with data',
  ],
  [
    'POST',
    '/executions',
    { workflowId: 'bare', status: 'error', errorNode: 'x' },
    400,
    'request/body/errorNode: workflow bare has no node "x"; it has: none',
  ],
  [
    'POST',
    '/executions',
    { workflowId: 'off', status: 'error', errorNode: 'x' },
    400,
    'request/body/errorNode: workflow off has no node "x"; it has: "On", "Off"',
  ],
  [
    'POST',
    '/executions',
    { workflowId: 'off', status: 'error', errorNode: 'Off' },
    400,
    'request/body/errorNode: node "Off" is disabled, so it cannot fail',
  ],
  [
    'POST',
    '/executions',
    { workflowId: '2', status: 'error', retryOf: 1 },
    400,
    'request/body/retryOf: workflow 2 has no execution 1',
  ],
  ['POST', '/executions', { workflowId: '1', status: 'error', id: 1 }, 409, 'request/body/id: there is an execution 1'],
  [
    'PUT',
    '/faults',
    { rules: [{ drop: 'before', malformed: 'html' }] },
    400,
    `${GIVE} has more than one of drop, malformed and hang`,
  ],
  [
    'PUT',
    '/faults',
    { rules: [{ hang: false }] },
    400,
    `${GIVE} needs status, retryAfter, delay, drop, malformed or hang`,
  ],
  [
    'PUT',
    '/faults',
    { rules: [{ hang: true, headers: {} }] },
    400,
    `${GIVE} has a body or headers, so it needs a status`,
  ],
  [
    'PUT',
    '/faults',
    { rules: [{ hang: true, body: null }] },
    400,
    `${GIVE} has a body or headers, so it needs a status`,
  ],
  [
    'PUT',
    '/faults',
    { rules: [{ status: 500, operation: 'getTags', method: 'GET' }] },
    400,
    `${GIVE} has an operation and a method or path: give one or the other`,
  ],
  [
    'PUT',
    '/faults',
    { rules: [{ delay: [2, 1], headers: { 'a b': 'c' }, path: '/x', operation: 'getTags' }] },
    400,
    `${GIVE} has an operation and a method or path: give one or the other, ` +
      `${GIVE} has a body or headers, so it needs a status, ${GIVE} has a header that cannot be sent, ` +
      `${GIVE} has a delay whose first number is larger than its second`,
  ],
  ['PUT', '/faults', { rules: [{ status: 200 }, { status: 599 }, { delay: [1, 1] }, { delay: 600_000 }] }, 200, ''],
  [
    'PUT',
    '/faults',
    {
      rules: [
        { retryAfter: 0, body: 'x' },
        { malformed: 'truncated', probability: 0 },
      ],
    },
    200,
    '',
  ],
  [
    'PUT',
    '/faults',
    {
      rules: [
        { id: 7, status: 500 },
        { id: 8, status: 500 },
      ],
    },
    200,
    '',
  ],
  ['PUT', '/faults', { rules: [], seed: 4_294_967_295 }, 200, ''],
  ['PUT', '/faults', { rules: [], seed: 4_294_967_296 }, 400, 'request/body/seed must be <= 4294967295'],
  ['DELETE', '/faults', undefined, 200, ''],
  ['PATCH', '/clock', {}, 405, 'PATCH method not allowed'],
  ['GET', '/nope', undefined, 404, 'not found'],
]

test.each(REFUSED)('%s %s %j answers %i with the whole message, and changes nothing', async (...row) => {
  const [method, path, sent, status, message] = row
  const { status: answered, body } = await instance.request<{ message: string }>(method, `/_control${path}`, sent)
  expect([answered, status === 200 ? '' : body.message]).toEqual([status, message])
  expect(await stateOf(instance)).toBe(before)
})

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
