import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../../src/testing.ts'
import { type Execution, to } from './playing.ts'
import { cron, inARow, noOp, webhook } from './workflows.ts'

const orders = (rest: Partial<FixtureOf<'workflows'>> = {}): FixtureOf<'workflows'> => ({
  id: '1',
  name: 'Orders',
  active: true,
  settings: {},
  ...inARow(webhook('orders'), noOp('Check'), noOp('Ship')),
  ...rest,
})
const start = (workflows = [orders()], options = {}) =>
  startInstance({
    socket: false,
    simulate: true,
    clock: '2026-03-01T12:00:00Z',
    idSeed: 'a',
    profile: 'n8n-2.41' as const,
    fixture: { workflows },
    ...options,
  })
type Instance = Awaited<ReturnType<typeof start>>
const call = (instance: Instance) => instance.request('GET', '/webhook/orders', undefined, { key: null })
const executionsOf = (instance: Instance) => instance.state('executions').executions
const statusesOf = (instance: Instance) => executionsOf(instance).map(({ status }) => status)

test('a rule fails a run at a node, a number of times', async () => {
  await using instance = await start()
  instance.simulation.add({ workflow: '1', node: 'Check', error: 'No stock', times: 1 })
  await call(instance)
  await call(instance)
  expect(statusesOf(instance)).toEqual(['error', 'success'])
  const { body } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
  expect(body).toMatchObject({
    data: { resultData: { lastNodeExecuted: 'Check', error: { message: 'No stock' } } },
  })
  expect(instance.simulation.rules).toMatchObject([{ id: 1, hits: 1, left: 0 }])
})

test.each<{ type: string; parameters: Record<string, unknown>; status: string; message?: string }>([
  { type: 'stopAndError', parameters: { errorMessage: 'Stop' }, status: 'error', message: 'Stop' },
  { type: 'wait', parameters: { amount: 2, unit: 'hours' }, status: 'waiting' },
  {
    type: 'executeWorkflow',
    parameters: { workflowId: 'unknown' },
    status: 'error',
    message: 'Workflow is not active and cannot be executed.',
  },
  {
    type: 'respondToWebhook',
    parameters: { respondWith: 'json', responseBody: '{' },
    status: 'error',
    message: "Invalid JSON in 'Response Body' field",
  },
  { type: 'noOp', parameters: {}, status: 'error', message: 'No stock' },
])('before the node of a rule, a $type node does as it does', async ({ type, parameters, status, message }) => {
  const way = { name: 'Way', type: `n8n-nodes-base.${type}`, parameters }
  const hook = webhook('orders', { responseMode: type === 'respondToWebhook' ? 'responseNode' : 'onReceived' })
  await using instance = await start([orders(inARow(hook, way, noOp('Check')))])
  instance.simulation.add({ workflow: '1', node: 'Check', error: 'No stock' })
  await call(instance)
  const [execution] = executionsOf(instance) as unknown as Execution[]
  const { error, lastNodeExecuted } = execution?.data.resultData ?? {}
  expect([execution?.status, error?.message, lastNodeExecuted]).toEqual([
    status,
    message,
    type === 'noOp' ? 'Check' : 'Way',
  ])
})

test.each([
  [true, 'Then', 'error'],
  [false, 'Then', 'success'],
  [false, 'Else', 'error'],
])('where the branch is %p, a rule of %s leaves a run that ends with %s', async (holds, node, status) => {
  const one = { leftValue: holds, rightValue: '', operator: { type: 'boolean', operation: 'true', singleValue: true } }
  const branch = {
    name: 'If',
    type: 'n8n-nodes-base.if',
    typeVersion: 2.2,
    parameters: { conditions: { combinator: 'and', options: { typeValidation: 'strict' }, conditions: [one] } },
  }
  const { nodes } = inARow(webhook('orders'), branch, noOp('Then'), noOp('Else'))
  const connections = { Hook: { main: [to('If')] }, If: { main: [to('Then'), to('Else')] } }
  await using instance = await start([orders({ nodes, connections })])
  instance.simulation.add({ workflow: '1', node, error: 'No stock' })
  await call(instance)
  expect(statusesOf(instance)).toEqual([status as 'error'])
})

test('a run that takes long is running meanwhile, can be found and stopped, and ends by itself', async () => {
  await using instance = await start()
  instance.simulation.add({ workflow: 'Orders', duration: '5m' })
  await call(instance)
  await call(instance)
  const found = await instance.request<{ data: unknown[] }>('GET', '/api/v1/executions?status=running')
  expect(found.body.data.length).toBe(2)
  expect((await instance.request('POST', '/api/v1/executions/2/stop')).status).toBe(200)
  await instance.clock.advance('4m')
  expect(statusesOf(instance)).toEqual(['running', 'canceled'])
  await instance.clock.advance('1m')
  expect(statusesOf(instance)).toEqual(['success', 'canceled'])
  expect(executionsOf(instance)[0]).toMatchObject({ stoppedAt: '2026-03-01T12:05:00.000Z' })
})

const LIMITS = [
  { limit: 1, duration: '5m', status: 'canceled', stoppedAt: '2026-03-01T12:00:01.000Z' },
  { limit: 300, duration: '5m', status: 'success', stoppedAt: '2026-03-01T12:05:00.000Z' },
  { limit: 301, duration: '5m', status: 'success', stoppedAt: '2026-03-01T12:05:00.000Z' },
  { limit: 0, duration: '5m', status: 'success', stoppedAt: '2026-03-01T12:05:00.000Z' },
  { limit: '2', duration: '5m', status: 'canceled', stoppedAt: '2026-03-01T12:00:02.000Z' },
]

for (const { limit: executionTimeout, duration, status, stoppedAt } of LIMITS) {
  test(`with a limit of ${JSON.stringify(executionTimeout)} seconds, a run that takes ${duration} is ${status}`, async () => {
    await using instance = await start([orders({ settings: { executionTimeout } as Record<string, unknown> })])
    instance.simulation.add({ workflow: '1', duration })
    await call(instance)
    await instance.clock.advance('5m')
    const [{ data, ...ended } = {}] = executionsOf(instance)
    expect(ended).toMatchObject({ status, stoppedAt })
    const message = 'The execution was cancelled because it timed out'
    const error = {
      level: 'warning',
      shouldReport: false,
      tags: {},
      extra: { executionId: '1' },
      timestamp: Date.parse(stoppedAt),
      context: {},
      functionality: 'regular',
      name: 'TimeoutExecutionCancelledError',
      reason: 'timeout',
      message,
      stack: `TimeoutExecutionCancelledError: ${message}`,
    }
    const told = (data as { resultData: { error?: object } } | undefined)?.resultData.error
    expect(told).toEqual(status === 'canceled' ? error : undefined)
  })
}

test('a run waits until its time, as does one that was seeded', async () => {
  await using instance = await start()
  instance.simulation.add({ workflow: '1', node: 'Check', wait: '2h' })
  await call(instance)
  await instance.seed({ executions: [{ workflowId: '1', status: 'waiting', waitTill: '2026-03-01T13:00:00Z' }] })
  expect(executionsOf(instance)[0]).toMatchObject({ status: 'waiting', waitTill: '2026-03-01T14:00:00.000Z' })
  await instance.clock.advance('1h')
  expect(statusesOf(instance)).toEqual(['waiting', 'success'])
  await instance.clock.advance('1h')
  expect(statusesOf(instance)).toEqual(['success', 'success'])
})

describe('reset, restore and turning off call off what is running', () => {
  test.each<[string, (instance: Instance) => unknown, string[]]>([
    ['a reset', instance => instance.reset(), []],
    ['a restored snapshot', instance => instance.restore(), ['running']],
    ['turning it off', instance => instance.simulation.turn(false), ['running']],
  ])('%s', async (_name, callOff, left) => {
    await using instance = await start()
    instance.simulation.add({ workflow: '1', duration: '5m' })
    await call(instance)
    instance.snapshot()
    expect(instance.simulation.running).toBe(1)
    await callOff(instance)
    await instance.clock.advance('1h')
    expect<unknown>(statusesOf(instance)).toEqual(left)
    expect(instance.simulation.running).toBe(0)
  })
})

const errorTrigger: Node = { name: 'Failed', type: 'n8n-nodes-base.errorTrigger' }
const alarm = (id: string, rest: Partial<FixtureOf<'workflows'>> = {}) => ({
  id,
  name: `Alarm ${id}`,
  active: true,
  ...inARow(errorTrigger, noOp('Tell')),
  ...rest,
})

describe('after a failure', () => {
  test.each<[string, FixtureOf<'workflows'>[], string[]]>([
    ['the error workflow runs', [orders({ settings: { errorWorkflow: '2' } }), alarm('2')], ['1 webhook', '2 error']],
    ['one that is not there does not', [orders({ settings: { errorWorkflow: '9' } })], ['1 webhook']],
    [
      'the own error trigger does',
      [orders({ nodes: [webhook('orders'), errorTrigger], connections: {} })],
      ['1 webhook', '1 error'],
    ],
    [
      'an error workflow that fails as its own does not run again',
      [orders({ settings: { errorWorkflow: '2' } }), alarm('2', { name: 'Orders', settings: { errorWorkflow: '2' } })],
      ['1 webhook', '2 error'],
    ],
    [
      'error workflows that name each other end',
      [
        orders({ settings: { errorWorkflow: '2' } }),
        alarm('2', { name: 'Orders', settings: { errorWorkflow: '3' } }),
        alarm('3', { name: 'Orders', settings: { errorWorkflow: '2' } }),
      ],
      ['1 webhook', ...Array.from({ length: 10 }, (_, at) => `${at % 2 ? 3 : 2} error`)],
    ],
  ])('%s', async (_name, workflows, ran) => {
    await using instance = await start(workflows)
    instance.simulation.add({ workflow: 'Orders', error: 'Broken' })
    await call(instance)
    expect(executionsOf(instance).map(({ workflowId, mode }) => `${workflowId} ${mode}`)).toEqual(ran)
  })
})

test.each([
  [{ saveDataSuccessExecution: 'none' }, ['error']],
  [{ saveDataErrorExecution: 'none' }, ['success']],
  [{}, ['error', 'success']],
])('with %j, %j is kept, and the ids go on', async (settings, kept) => {
  await using instance = await start([orders({ settings })])
  instance.simulation.add({ workflow: '1', error: 'Broken', times: 1 })
  await call(instance)
  await call(instance)
  expect<unknown>(statusesOf(instance)).toEqual(kept)
  const added = await instance.executions.add({ workflowId: '1', status: 'success' })
  expect(Number(added.id)).toBe(3)
})

test('a retry goes by the rules, and is linked where it succeeds', async () => {
  await using instance = await start()
  instance.simulation.add({ workflow: '1', error: 'Timed out', times: 2 })
  await call(instance)
  await instance.request('POST', '/api/v1/executions/1/retry')
  await instance.request('POST', '/api/v1/executions/1/retry')
  expect(executionsOf(instance)).toMatchObject([
    { status: 'error', retrySuccessId: '3' },
    { status: 'error', mode: 'retry', retryOf: '1' },
    { status: 'success', mode: 'retry', retryOf: '1' },
  ])
})

test.each([
  [{}, ['Hook', 'Check', 'Ship']],
  [{ loadWorkflow: true }, ['Hook', 'Other']],
])('a retry with %j runs the nodes that it had then, or has now', async (body, nodes) => {
  await using instance = await start()
  instance.simulation.add({ workflow: '1', error: 'Timed out', times: 1 })
  await call(instance)
  await instance.seed({ workflows: [orders(inARow(webhook('orders'), noOp('Other')))] })
  await instance.request('POST', '/api/v1/executions/1/retry', body)
  const { data } = executionsOf(instance)[1] as { data: { resultData: { runData: object } } }
  expect(Object.keys(data.resultData.runData)).toEqual(nodes)
})

test.each([0, '0s', '10y'])('a rule takes a duration of %p', async duration => {
  await using instance = await start()
  expect(instance.simulation.add({ workflow: '1', duration })).toMatchObject({ duration })
})

test('a reset forgets the rules, and numbers them from 1', async () => {
  await using instance = await start()
  instance.simulation.add({ workflow: '1', duration: '5m' })
  await instance.reset()
  expect(instance.simulation.rules).toEqual([])
  expect(instance.simulation.add({ workflow: '1', duration: '5m' })).toMatchObject({ id: 1 })
})

test('the oldest that have ended go where there are too many', async () => {
  await using instance = await start([orders()], { keepExecutions: 3 })
  await instance.seed({ executions: [{ id: '1', workflowId: '1', status: 'new' }] })
  instance.simulation.add({ workflow: '1', duration: '1h', times: 1 })
  for (let at = 0; at < 5; at++) await call(instance)
  expect(executionsOf(instance).map(({ id }) => String(id))).toEqual(['1', '2', '6'])
})

describe('of data there is so much at most, however much is sent', () => {
  const MIB = 1024 * 1024
  const large = (instance: Instance) =>
    instance.request('POST', '/webhook/orders', { text: 'x'.repeat(7 * MIB) }, { key: null })
  const posted = () => ({ ...orders(), ...inARow(webhook('orders', { httpMethod: 'POST' })) })
  const idsOf = (instance: Instance) => executionsOf(instance).map(({ id }) => Number(id))

  test('the oldest that have ended go first', async () => {
    await using instance = await start([posted()])
    await instance.seed({ executions: [{ id: 1, workflowId: '1', status: 'running' }] })
    for (let at = 0; at < 6; at++) expect((await large(instance)).status).toBe(200)
    expect(JSON.stringify(executionsOf(instance)).length).toBeLessThan(32 * MIB)
    expect(idsOf(instance)).toEqual([1, 5, 6, 7])
  })

  test.each([
    ['run', { duration: '1h' }],
    ['wait', { wait: '1h' }],
  ])('where they all %s, the oldest of them go, and the others end', async (_verb, rule) => {
    await using instance = await start([posted()])
    instance.simulation.add({ workflow: '1', ...rule })
    for (let at = 0; at < 6; at++) await large(instance)
    const left = idsOf(instance)
    expect(left.at(-1)).toBe(6)
    expect(left.length).toBeLessThan(6)
    await instance.clock.advance('2h')
    expect(idsOf(instance)).toEqual(left)
    expect(new Set(statusesOf(instance))).toEqual(new Set(['success']))
  })
})

describe('a rule is refused', () => {
  test.each([
    [{ workflow: '1' }, 'rule needs error, wait, duration, output or http'],
    [{ workflow: '1', wait: '1h', error: 'x' }, 'rule has wait together with error or duration: give one or the other'],
    [{ workflow: '1', node: 'Check', duration: 5 }, 'rule has a node, so it needs error, wait or output'],
    [{ workflow: '1', duration: 'soon' }, '"soon" is not a duration such as "90s", "1h" or "2 days"'],
    [{ workflow: '1', duration: '99 years' }, '"99 years" must be a duration of 0 to 10 years'],
    [{ error: 'x' }, "rule must have required property 'workflow'"],
    [{ workflow: '1', error: 'x', often: true }, 'rule/often is not a known property'],
  ])('%j', async (rule, message) => {
    await using instance = await start()
    expect(() => instance.simulation.add(rule as never)).toThrow(message)
    expect(instance.simulation.rules).toEqual([])
  })
})

test('a schedule that fails at noon is followed by its alarm, in order', async () => {
  const nightly = { id: '5', name: 'Hourly', active: true, ...inARow(cron('0 * * * *'), noOp('Done')) }
  await using instance = await start([{ ...nightly, settings: { errorWorkflow: '2' } }, alarm('2')])
  instance.simulation.add({ workflow: 'Hourly', error: 'Broken', duration: '90m', times: 1 })
  await instance.clock.advance('4h')
  expect(
    executionsOf(instance).map(({ workflowId, startedAt }) => `${workflowId} ${startedAt?.slice(11, 16)}`),
  ).toEqual(['5 13:00', '5 14:00', '2 14:30', '5 15:00', '5 16:00'])
})
