import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  called,
  condition,
  fields,
  NOW,
  node,
  outputOf,
  type Playing,
  playing,
  ranOf,
  type Shown,
  to,
} from './playing.ts'
import { inARow, noOp } from './workflows.ts'

/** Measured at 1.123.81. What is alike in 2.41 has its tests beside this one. */
const AT = Date.parse(NOW)
const stop = node('Stop', 'stopAndError', { errorMessage: 'No stock' })
const call = (id: string) => node('Call', 'executeWorkflow', { workflowId: id }, { typeVersion: 1.2 })
const waits = node('Wait', 'wait', { resume: 'webhook', options: {} }, { typeVersion: 1.1, webhookId: 'w' })
const answered = { responseMode: 'onReceived' }
const ownTrigger = (type: string, ...nodes: ReturnType<typeof node>[]) => inARow(node('Start', type), ...nodes)

const WORKFLOWS = [
  called('orders', [fields('Set', { a: 1 })]),
  {
    ...called('fails', [node('If', 'if', condition('a', 'b'), { typeVersion: 2 }), stop]),
    connections: { Hook: { main: [to('If')] }, If: { main: [[], to('Stop')] } },
    settings: { executionOrder: 'v1', errorWorkflow: 'alarm' },
  },
  { id: 'alarm', name: 'alarm', active: false, ...ownTrigger('errorTrigger', noOp('Tell')) },
  called('calls', [call('sub')]),
  { id: 'sub', name: 'sub', active: false, ...ownTrigger('executeWorkflowTrigger', noOp('Out')) },
  called('unknown', [call('nope')]),
  called('waits', [waits, noOp('After')], {}, answered),
  called('callsLate', [call('late'), noOp('After')], {}, answered),
  { id: 'late', name: 'late', active: false, ...ownTrigger('executeWorkflowTrigger', waits, noOp('Out')) },
  {
    ...called('partly', [waits, fields('A', { a: 1 }), node('Merge', 'merge', {}, { typeVersion: 3.2 })], {}, answered),
    connections: {
      Hook: { main: [[...to('Wait'), ...to('A')]] },
      A: { main: [to('Merge')] },
      Wait: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
    },
  },
  {
    ...called('loops', [
      node('Split', 'splitOut', { fieldToSplitOut: 'body.items' }),
      node('Loop', 'splitInBatches', { batchSize: 1 }, { typeVersion: 3 }),
      fields('In', { b: 1 }),
    ]),
    connections: {
      Hook: { main: [to('Split')] },
      Split: { main: [to('Loop')] },
      Loop: { main: [[], to('In')] },
      In: { main: [to('Loop')] },
    },
  },
  {
    id: 'sched',
    name: 'sched',
    active: true,
    ...inARow(node('Tick', 'scheduleTrigger', { rule: { interval: [{ field: 'hours' }] } }), noOp('Done')),
  },
]

let instance: Playing
beforeAll(async () => {
  instance = await playing(WORKFLOWS, { profile: 'n8n-1.123' })
})
afterAll(async () => instance.stop())

/** The executions that a call leaves, the caller's first. */
async function left(path: string, body?: object): Promise<Shown[]> {
  const { left } = await instance.call(path, body)
  return Promise.all(left.map(({ id }) => instance.shown(id)))
}
const one = async (path: string) => (await left(path))[0] as Shown
const ERROR_KEYS = ['level', 'tags', 'timestamp', 'context', 'functionality', 'name', 'node', 'messages', 'message']

describe.each([
  ['n8n-1.41', ['startData', 'resultData', 'executionData'], ['contextData', 'nodeExecutionStack', 'waitingExecution']],
  [
    'n8n-1.123',
    ['version', 'startData', 'resultData', 'executionData'],
    ['contextData', 'nodeExecutionStack', 'metadata', 'waitingExecution', 'waitingExecutionSource', 'runtimeData'],
  ],
] as const)('in %s', (profile, keys, executionKeys) => {
  test('a call leaves its keys in order', async () => {
    await using other = await playing([called('orders', [fields('Set', { a: 1 })])], { profile })
    const { data } = await other.shown((await other.call('orders')).execution.id)
    expect([Object.keys(data), Object.keys(data.executionData)]).toEqual([[...keys], [...executionKeys]])
  })
})

test('runs of nodes have numbers, hints, and a source without zeros; errors do not say whether they are reported', async () => {
  const { data } = await one('fails')
  const { error, runData, lastNodeExecuted } = data.resultData
  expect(Object.keys(data.resultData)).toEqual(['error', 'runData', 'lastNodeExecuted'])
  expect(lastNodeExecuted).toBe('Stop')
  expect(Object.keys(error ?? {})).toEqual([...ERROR_KEYS, 'stack'])
  expect<unknown>(runData.Stop).toEqual([
    {
      startTime: AT,
      executionIndex: 2,
      source: [{ previousNode: 'If', previousNodeOutput: 1 }],
      hints: [],
      executionTime: 0,
      executionStatus: 'error',
      error,
    },
  ])
  expect(runData.If?.[0]?.source).toEqual([{ previousNode: 'Hook' }])
  const [entry] = data.executionData.nodeExecutionStack
  expect(entry).toMatchObject({
    node: { parameters: { errorType: 'errorMessage' } },
    source: { main: [{ previousNode: 'If', previousNodeOutput: 1 }] },
  } as never)
})

test('a loop names no first output and no first run either', async () => {
  const [{ data } = {} as Shown] = await left('loops', { items: [1, 2] })
  const { Loop = [] } = data.resultData.runData
  expect(Loop.map(({ source }) => source)).toEqual([
    [{ previousNode: 'Split' }],
    [{ previousNode: 'In' }],
    [{ previousNode: 'In', previousNodeRun: 1 }],
  ])
  expect(Loop[1]?.data.main[1]?.[0]?.pairedItem).toEqual({ item: 1, sourceOverwrite: { previousNode: 'Split' } })
  expect(data.executionData).toMatchObject({
    contextData: { 'node:Loop': { sourceData: { previousNode: 'Split' } } },
  } as never)
})

const fromHook = { version: 1, establishedAt: AT, source: 'webhook' }

test('an error workflow knows what failed, and its data names no execution that led to it', async () => {
  const [failed, alarmed] = await left('fails')
  expect(failed?.data.executionData.runtimeData).toEqual(fromHook)
  expect(alarmed?.data.executionData.runtimeData).toEqual({
    ...fromHook,
    source: 'error',
    parentExecutionId: failed?.id,
  })
  expect(alarmed?.data).not.toHaveProperty('parentExecution')
  expect(alarmed?.data.resultData.runData.Start?.[0]?.metadata).toEqual({
    parentExecution: { executionId: failed?.id, workflowId: 'fails', executionContext: fromHook },
  })
  expect(alarmed && outputOf(alarmed, 'Start')?.[0]?.[0]).toMatchObject({
    execution: {
      url: expect.stringMatching(new RegExp(`/workflow/fails/executions/${failed?.id}$`)),
      error: { level: 'warning', name: 'NodeOperationError', node: { name: 'Stop' } },
      executionContext: fromHook,
    },
  })
})

test('a workflow that is called need not be active, and names its caller', async () => {
  const [caller, sub] = await left('calls')
  const parentExecution = {
    executionId: caller?.id,
    workflowId: 'calls',
    shouldResume: true,
    executionContext: fromHook,
  }
  expect(sub?.data).toMatchObject({ parentExecution } as never)
  expect(sub?.data.executionData.runtimeData).toEqual({
    ...fromHook,
    source: 'integrated',
    parentExecutionId: caller?.id,
  })
  expect(sub?.data.resultData.runData.Start?.[0]?.metadata).toEqual({ parentExecution })
})

test('an unknown one is an error of the caller, which says that it is reported', async () => {
  const { data } = await one('unknown')
  expect(data.resultData.error).toEqual({
    level: 'error',
    shouldReport: true,
    tags: {},
    extra: { workflowId: 'nope' },
    message: 'Workflow does not exist.',
    stack: 'Error: Workflow does not exist.',
  })
})

describe('an execution that waits', () => {
  test('for a call does not say where, has no token, and goes on without a signature', async () => {
    const { id, data } = await one('waits')
    expect(Object.keys(data)).toEqual(['version', 'startData', 'resultData', 'executionData', 'waitTill'])
    expect(data.resultData.runData.Wait?.[0]).toMatchObject({ executionIndex: 1, executionStatus: 'waiting' })
    expect(data.resultData.runData.Wait?.[0]).not.toHaveProperty('metadata')
    expect((await instance.request('GET', `/webhook-waiting/${id}`, undefined, { key: null })).status).toBe(200)
    const ended = await instance.shown(id)
    expect([ended.status, ranOf(ended)]).toEqual(['success', ['Hook', 'Wait', 'After']])
    expect(ended.data.resultData.runData.Wait?.[0]).toMatchObject({
      executionIndex: 0,
      source: [{ previousNode: 'Hook' }],
    })
    expect(ended.data.resultData.runData.Wait?.[0]).not.toHaveProperty('metadata')
    expect(ended.data.executionData.runtimeData).toEqual(fromHook)
  })

  test('stores the inputs that have come, and goes on with them', async () => {
    const { id, data } = await one('partly')
    expect(data.executionData).toMatchObject({
      waitingExecution: { Merge: { 0: { main: [[{ json: { a: 1 } }], null] } } },
      waitingExecutionSource: { Merge: { 0: { main: [{ previousNode: 'A' }, null] } } },
    } as never)
    await instance.request('GET', `/webhook-waiting/${id}`, undefined, { key: null })
    const ended = await instance.shown(id)
    expect(ended.data.resultData.runData.Merge?.[0]?.source).toEqual([{ previousNode: 'A' }, { previousNode: 'Wait' }])
  })

  test('for a workflow that it called names it by its run alone, and goes on with its end', async () => {
    const [caller, late] = await left('callsLate')
    const metadata = { subExecution: { executionId: late?.id, workflowId: 'late' }, subExecutionsCount: 1 }
    expect(caller).toMatchObject({ status: 'waiting', waitTill: '3000-01-01T00:00:00.000Z' })
    expect(caller?.data.resultData.runData.Call?.[0]?.metadata).toEqual(metadata)
    expect(caller?.data.executionData.nodeExecutionStack[0]?.metadata).toEqual(metadata)
    await instance.request('GET', `/webhook-waiting/${late?.id}`, undefined, { key: null })
    const ended = await instance.shown(caller?.id ?? '')
    expect([ended.status, ranOf(ended)]).toEqual(['success', ['Hook', 'Call', 'After']])
    expect(ended.data.resultData.runData.Call?.[0]?.metadata).toEqual(metadata)
  })
})

test('while it runs it does not say where it comes from, and its workflow is as it was saved', async () => {
  const rule = instance.simulation.add({ workflow: 'orders', duration: '1m' })
  const { data, workflowData } = await one('orders')
  instance.simulation.remove(rule.id)
  expect(data).toMatchObject({ version: 1, resultData: { runData: {} } } as never)
  expect(data.executionData).not.toHaveProperty('runtimeData')
  expect(Object.keys(workflowData)).toEqual(['connections', 'nodes', 'name', 'settings', 'id'])
  expect(workflowData.nodes[0]?.parameters).not.toHaveProperty('multipleMethods')
})

const WORKFLOW_KEYS = [
  'id',
  'name',
  'active',
  'activeVersionId',
  'isArchived',
  'createdAt',
  'updatedAt',
  'nodes',
  'connections',
  'settings',
  'staticData',
  'pinData',
]
const live = { active: true, activeVersionId: expect.any(String), isArchived: false, staticData: {}, pinData: null }

test.each([
  ['a call', async () => one('orders'), live],
  ['a retry', () => retryOf('fails'), { ...live, active: false, activeVersionId: null }],
  ['a call of it', async () => (await left('calls'))[1], { active: false, activeVersionId: null, staticData: null }],
  ['an error', async () => (await left('fails'))[1], { active: false, activeVersionId: null, staticData: null }],
  ['a schedule', () => scheduled(), live],
  ['none: the control API added it', () => added(), live],
] as const)('the workflow is what it was then, with all parameters, after %s', async (_door, run, expected) => {
  const shown = await run()
  expect(Object.keys(shown?.workflowData ?? {})).toEqual(WORKFLOW_KEYS)
  expect(shown?.workflowData).toMatchObject(expected as never)
  expect(shown?.data).toMatchObject({ version: 1 })
  expect(shown?.data).not.toHaveProperty('resumeToken')
  for (const runs of Object.values(shown?.data.resultData.runData ?? {}))
    for (const run of runs) expect(run).toMatchObject({ executionIndex: expect.any(Number), hints: [] })
})

async function retryOf(path: string): Promise<Shown> {
  const { id } = await one(path)
  const { body } = await instance.request<Shown>('POST', `/api/v1/executions/${id}/retry`)
  expect(body.data.resultData.runData.Stop?.[0]).toMatchObject({
    executionIndex: 0,
    source: [{ previousNode: 'If', previousNodeOutput: 1 }],
  })
  return instance.shown(body.id)
}

async function scheduled(): Promise<Shown> {
  await instance.clock.advance('1h')
  const ran = instance.stored().find(({ workflowId }) => workflowId === 'sched')
  const shown = await instance.shown(ran?.id ?? '')
  expect(shown.data.executionData.runtimeData).toMatchObject({ source: 'trigger' })
  return shown
}

async function added(): Promise<Shown> {
  const { id } = await instance.executions.add({ workflowId: 'orders', status: 'error' })
  return instance.shown(String(id))
}

test('a run of the control API has the same form', async () => {
  const { execution } = await instance.runWorkflow('orders', { input: { body: {} } })
  const { data } = execution as unknown as Shown
  expect(data.executionData.runtimeData).toEqual({ version: 1, establishedAt: expect.any(Number), source: 'webhook' })
  expect(data.resultData.runData.Set?.[0]).toMatchObject({
    executionIndex: 1,
    source: [{ previousNode: 'Hook' }],
    hints: [],
  })
})
