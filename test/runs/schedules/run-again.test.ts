import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../../src/testing.ts'
import { inARow, noOp, webhook } from './workflows.ts'

type Workflow = FixtureOf<'workflows'>
const to = (node: string) => [{ node, type: 'main', index: 0 }]
const twoMethods: Workflow = {
  id: '1',
  name: 'Orders',
  active: true,
  nodes: [webhook('x', { multipleMethods: true, httpMethod: ['GET', 'POST'] }), noOp('Got'), noOp('Posted')],
  connections: { Hook: { main: [to('Got'), to('Posted')] } },
}
const start = (workflows: Workflow[], rest: object = {}, profile: 'n8n-2.41' | 'n8n-1.123' | 'n8n-1.41' = 'n8n-2.41') =>
  startInstance({
    socket: false,
    simulate: true,
    clock: '2026-03-01T12:00:00Z',
    profile,
    fixture: { workflows, ...rest },
  })
type Instance = Awaited<ReturnType<typeof start>>
const call = (instance: Instance, method = 'GET', body?: unknown) =>
  instance.request(method, '/webhook/x', body, { key: null })
const executionsOf = (instance: Instance) => instance.state('executions').executions
function runsOf(instance: Instance, at: number) {
  const { data } = executionsOf(instance)[at] as { data: Data }
  return data.resultData.runData
}
interface Data {
  resultData: { runData: Record<string, { data: { main: { json: Record<string, unknown> }[][] } }[]> }
}

test('a retry begins with what came in, by the output that it came in by', async () => {
  await using instance = await start([twoMethods])
  instance.simulation.add({ workflow: '1', error: 'Broken', times: 1 })
  await call(instance, 'POST', { total: 3 })
  await instance.request('POST', '/api/v1/executions/1/retry')
  expect(Object.keys(runsOf(instance, 1))).toEqual(['Hook', 'Posted'])
  expect(runsOf(instance, 1).Hook?.[0]?.data).toEqual(runsOf(instance, 0).Hook?.[0]?.data as never)
  expect(runsOf(instance, 1).Posted?.[0]?.data.main[0]?.[0]?.json).toMatchObject({ body: { total: 3 } })
})

describe('a retry of an execution that was put in begins', () => {
  const ran = (main: unknown, node = 'Hook') => ({ resultData: { runData: { [node]: [{ data: { main } }] } } })
  test.each<[string, unknown, string[], unknown[]]>([
    ['by its first output', ran([[{ json: { a: 1 } }]]), ['Hook', 'Got'], [{ a: 1 }]],
    ['by its second output', ran([[], [{ json: { a: 1 } }]]), ['Hook', 'Posted'], [{ a: 1 }]],
    ['by its second where the first is none', ran([null, [{ json: { a: 1 } }]]), ['Hook', 'Posted'], [{ a: 1 }]],
    ['with all items', ran([[{ json: { a: 1 } }, { json: { a: 2 } }]]), ['Hook', 'Got'], [{ a: 1 }, { a: 2 }]],
    ['with items that hold nothing', ran([[{}, null]]), ['Hook', 'Got'], [{}, {}]],
    ['anew where nothing came out', ran([[], []]), ['Hook', 'Got'], [{}]],
    ['anew where there is no output', ran(undefined), ['Hook', 'Got'], [{}]],
    ['anew where the output is no list', ran({}), ['Hook', 'Got'], [{}]],
    ['anew where the node has gone', ran([[{ json: { a: 1 } }]], 'Gone'), ['Hook', 'Got'], [{}]],
    ['anew where no node ran', { resultData: { runData: {} } }, ['Hook', 'Got'], [{}]],
    ['anew where a node did not run', { resultData: { runData: { Hook: [] } } }, ['Hook', 'Got'], [{}]],
    ['anew where it has no data', undefined, ['Hook', 'Got'], [{}]],
  ])('%s', async (_name, data, nodes, items) => {
    const left = { id: '1', workflowId: '1', status: 'error', ...(data === undefined ? {} : { data }) }
    await using instance = await start([twoMethods], { executions: [left] })
    expect((await instance.request('POST', '/api/v1/executions/1/retry')).status).toBe(200)
    expect(Object.keys(runsOf(instance, 1))).toEqual(nodes)
    const main = runsOf(instance, 1).Hook?.[0]?.data.main ?? []
    expect(main.flat().map(({ json }) => json)).toEqual(items as never)
  })
})

describe('a retry goes on with what had come to a node that waits for inputs, and with what was still to run', () => {
  const set = (name: string, y: number): Node => ({
    name,
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    position: [0, y],
    parameters: { mode: 'raw', jsonOutput: { [name]: y } },
  })
  const meeting: Workflow = {
    id: '1',
    name: 'Orders',
    active: true,
    settings: { executionOrder: 'v1' },
    nodes: [
      webhook('x', {}, { webhookId: 'w' }),
      set('A', 1),
      set('B', 2),
      set('C', 3),
      { name: 'Merge', type: 'n8n-nodes-base.merge' },
    ],
    connections: {
      Hook: { main: [[...to('A'), ...to('B'), ...to('C')]] },
      A: { main: [to('Merge')] },
      B: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
    },
  }
  const fromA = { previousNode: 'A', previousNodeOutput: 0, previousNodeRun: 0 }
  // a place for each input
  const main = [[{ json: { A: 1 }, pairedItem: { item: 0 } }], null]
  const partial = (source: object) => ({
    waitingExecution: { Merge: { 0: { main } } },
    waitingExecutionSource: { Merge: { 0: { main: [source, null] } } },
  })

  test.each([
    ['n8n-2.41', partial(fromA)],
    ['n8n-1.123', partial({ previousNode: 'A' })],
  ] as const)('in version %s', async (profile, waiting) => {
    await using instance = await start([meeting], {}, profile)
    instance.simulation.add({ workflow: '1', node: 'B', error: 'Broken', times: 1 })
    await call(instance)
    const [failed] = executionsOf(instance) as never as { data: { executionData: Record<string, unknown> } }[]
    const { nodeExecutionStack, waitingExecution, waitingExecutionSource } = failed?.data.executionData ?? {}
    expect((nodeExecutionStack as { node: Node }[]).map(({ node }) => node.name)).toEqual(['B', 'C'])
    expect({ waitingExecution, waitingExecutionSource }).toEqual(waiting as never)
    await instance.request('POST', '/api/v1/executions/1/retry')
    const runs = runsOf(instance, 1)
    expect(Object.keys(runs)).toEqual(['Hook', 'A', 'B', 'Merge', 'C'])
    const [merged] = (runs.Merge ?? []) as unknown as { source: ({ previousNode: string } | null)[] }[]
    expect(merged?.source.map(source => source?.previousNode)).toEqual(['A', 'B'])
    expect(runs.Merge?.[0]?.data.main[0]?.map(({ json }) => json)).toEqual([{ A: 1 }, { B: 2 }])
  })
})

const orders = (settings: Workflow['settings'] = {}): Workflow => ({
  id: '1',
  name: 'Orders',
  active: true,
  settings,
  ...inARow(webhook('x', {}, { webhookId: 'w' }), noOp('Check'), noOp('Ship')),
})
const errorTrigger = (rest: Node = {}): Node => ({ name: 'Failed', type: 'n8n-nodes-base.errorTrigger', ...rest })
const alarm = (...nodes: Node[]): Workflow => ({ id: '2', name: 'Alarm', active: true, ...inARow(...nodes) })

test('an error workflow gets what failed, where, and of which run', async () => {
  await using instance = await start([orders({ errorWorkflow: '2' }), alarm(errorTrigger(), noOp('Tell'))])
  instance.simulation.add({ workflow: '1', node: 'Check', error: 'No stock', times: 2 })
  await call(instance)
  await instance.request('POST', '/api/v1/executions/1/retry')
  const told = [1, 3].map(at => runsOf(instance, at).Tell?.[0]?.data.main[0]?.[0]?.json)
  const error = expect.objectContaining({ message: 'No stock', stack: expect.stringContaining('No stock') })
  const executionContext = expect.objectContaining({ source: 'webhook' })
  const url = expect.stringMatching(/workflow\/1\/executions\/[13]$/)
  const workflow = { id: '1', name: 'Orders' }
  expect<unknown>(told).toEqual([
    { execution: { id: '1', url, error, lastNodeExecuted: 'Check', mode: 'webhook', executionContext }, workflow },
    {
      execution: { id: '3', url, retryOf: '1', error, lastNodeExecuted: 'Check', mode: 'retry', executionContext },
      workflow,
    },
  ])
})

test('in version n8n-1.41 it gets less of it', async () => {
  const workflows = [orders({ errorWorkflow: '2' }), alarm(errorTrigger(), noOp('Tell'))]
  await using instance = await start(workflows, {}, 'n8n-1.41')
  instance.simulation.add({ workflow: '1', node: 'Check', error: 'No stock' })
  await call(instance)
  const error = { message: 'No stock', stack: 'NodeOperationError: No stock' }
  expect<unknown>(runsOf(instance, 1).Tell?.[0]?.data.main[0]?.[0]?.json).toEqual({
    execution: { id: '1', error, lastNodeExecuted: 'Check', mode: 'webhook' },
    workflow: { id: '1', name: 'Orders' },
  })
})

describe('after a failure', () => {
  const own = (settings: Workflow['settings']) => ({
    ...orders(settings),
    ...inARow(webhook('x', {}, { webhookId: 'w' }), noOp('Check')),
  })
  const withTrigger = (settings: Workflow['settings'], rest: Node = {}): Workflow => ({
    ...own(settings),
    nodes: [...(own(settings).nodes ?? []), errorTrigger(rest)],
  })
  test.each<[string, Workflow[], string[]]>([
    ['the own trigger runs where no other is named', [withTrigger({})], ['1 webhook', '1 error']],
    ['so it does where an empty one is', [withTrigger({ errorWorkflow: '' })], ['1 webhook', '1 error']],
    ['so it does where the usual one is', [withTrigger({ errorWorkflow: 'DEFAULT' })], ['1 webhook', '1 error']],
    ['it runs where itself is named', [withTrigger({ errorWorkflow: '1' })], ['1 webhook', '1 error']],
    ['it does not where it is disabled', [withTrigger({}, { disabled: true })], ['1 webhook']],
    ['it does not where another is named', [withTrigger({ errorWorkflow: '9' })], ['1 webhook']],
    ['nothing runs without a trigger', [own({})], ['1 webhook']],
    ['nor where the other has none', [own({ errorWorkflow: '2' }), alarm(noOp('A'))], ['1 webhook']],
    [
      'nor where the other’s is disabled',
      [own({ errorWorkflow: '2' }), alarm(errorTrigger({ disabled: true }))],
      ['1 webhook'],
    ],
  ])('%s', async (_name, workflows, ran) => {
    await using instance = await start(workflows)
    instance.simulation.add({ workflow: '1', error: 'Broken' })
    await call(instance)
    expect(executionsOf(instance).map(({ workflowId, mode }) => `${workflowId} ${mode}`)).toEqual(ran)
  })
})

describe('of what waits, what is kept once it has ended goes by the settings', () => {
  test.each<[string, Workflow['settings'], string[]]>([
    ['manual', {}, ['success']],
    ['manual', { saveManualExecutions: true }, ['success']],
    ['manual', { saveManualExecutions: false }, []],
    ['trigger', { saveManualExecutions: false }, ['success']],
    ['trigger', { saveDataSuccessExecution: 'none' }, []],
    ['trigger', { saveDataSuccessExecution: 'all', saveDataErrorExecution: 'none' }, ['success']],
    ['manual', { saveDataSuccessExecution: 'none', saveManualExecutions: true }, []],
  ])('%s with %j: %j', async (mode, settings, kept) => {
    const waiting = { id: '1', workflowId: '1', status: 'waiting', mode, waitTill: '2026-03-01T13:00:00Z' }
    await using instance = await start([orders(settings)], { executions: [waiting] })
    await instance.clock.advance('1h')
    expect(executionsOf(instance).map(({ status }): string => status)).toEqual(kept)
  })
})
