import { describe, expect, test } from 'bun:test'
import { aWorkflow, type ExecutionInput, startInstance, type TestInstance } from '../../src/testing.ts'
import { SECRET, world } from '../core/api/world.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const to = (...names: string[]) => names.map(node => ({ node, type: 'main', index: 0 }))

/** A webhook asks an `If`; one way leads over `Wait` to `Store`, the other to `Refuse`. */
const workflow = aWorkflow({
  id: '1',
  nodes: ['Webhook', 'If', 'Wait', 'Store', 'Refuse', { name: 'Note', type: 'n8n-nodes-base.stickyNote' }],
  connections: {
    Webhook: { main: [to('If')] },
    If: { main: [to('Wait'), to('Refuse')] },
    Wait: { main: [to('Store')] },
  },
  pinData: { Webhook: [{ json: { order: 7 } }] },
})

const start = () =>
  startInstance({ fixture: { workflows: [workflow, aWorkflow({ id: '2' })] }, clock: NOW, socket: false })

interface Run {
  startTime: number
  executionTime: number
  source: unknown[]
  executionStatus: string
  data?: { main: unknown[][] }
  error?: { message: string; name: string; node: { name: string } }
}

interface Data {
  resultData: { runData: Record<string, Run[]>; lastNodeExecuted?: string; error?: Run['error'] }
  executionData: { nodeExecutionStack: unknown[] }
  waitTill?: string
}

async function dataOf(instance: TestInstance, id: unknown): Promise<Data> {
  const { body } = await instance.request('GET', `/api/v1/executions/${id}?includeData=true`)
  return (body as { data: Data }).data
}

/** Which nodes ran, in order, and how each ended. */
const runsOf = (data: Data) =>
  Object.entries(data.resultData.runData).map(([name, [run]]) => `${name}: ${run?.executionStatus}`)

test.each<[ExecutionInput, string[], last: string | undefined]>([
  [
    { workflowId: '1', status: 'success' },
    ['Webhook: success', 'If: success', 'Wait: success', 'Store: success'],
    'Store',
  ],
  [{ workflowId: 1, status: 'error' }, ['Webhook: success', 'If: success', 'Wait: success', 'Store: error'], 'Store'],
  [{ workflowId: '1', status: 'error', errorNode: 'If' }, ['Webhook: success', 'If: error'], 'If'],
  [
    { workflowId: '1', status: 'error', errorNode: 'Refuse' },
    ['Webhook: success', 'If: success', 'Refuse: error'],
    'Refuse',
  ],
  [{ workflowId: '1', status: 'crashed', errorNode: 'If' }, ['Webhook: success', 'If: crashed'], 'If'],
  [{ workflowId: '1', status: 'waiting' }, ['Webhook: success', 'If: success', 'Wait: waiting'], 'Wait'],
  [{ workflowId: '1', status: 'running' }, ['Webhook: success', 'If: success'], 'If'],
  [{ workflowId: '1', status: 'canceled' }, ['Webhook: success', 'If: success'], 'If'],
  [{ workflowId: '1', status: 'new' }, [], undefined],
])('%j ran %j', async (input, runs, last) => {
  await using instance = await start()
  const added = await instance.request('POST', '/_control/executions', input)
  expect([added.status, added.body]).toEqual([
    201,
    expect.objectContaining({ id: 1, workflowId: 1, status: input.status, startedAt: NOW, mode: 'trigger' }),
  ])
  const data = await dataOf(instance, 1)
  expect(runsOf(data)).toEqual(runs)
  expect(data.resultData.lastNodeExecuted).toBe(last as string)
})

describe('the data of an execution', () => {
  test('hands pinned items on along the connections', async () => {
    await using instance = await start()
    await instance.executions.add({ workflowId: '1', status: 'success' })
    const { runData } = (await dataOf(instance, 1)).resultData
    const item = { json: { order: 7 }, pairedItem: { item: 0 } }
    expect(runData.If?.[0]).toMatchObject({ source: [{ previousNode: 'Webhook' }], data: { main: [[item], []] } })
    expect(runData.Store?.[0]).toMatchObject({ source: [{ previousNode: 'Wait' }], data: { main: [[item]] } })
    expect(runData.Webhook?.[0]?.source).toEqual([])
  })

  test('is spread over the time that it took: nodes that wait take most of it, nodes that compute a millisecond', async () => {
    await using instance = await start()
    const startedAt = '2026-05-01T00:00:00.000Z'
    await instance.executions.add({
      workflowId: '1',
      status: 'success',
      startedAt,
      stoppedAt: '2026-05-01T00:00:08.000Z',
    })
    const { runData } = (await dataOf(instance, 1)).resultData
    const times = Object.values(runData).map(([run]) => [
      (run?.startTime ?? 0) - Date.parse(startedAt),
      run?.executionTime,
    ])
    expect(times).toEqual([
      [0, 1],
      [1, 1],
      [2, 7997],
      [7999, 1],
    ])
  })

  test('gives a node that waits a thousand times as long as another, and a language model five times', async () => {
    const types = ['webhook', 'httpRequest', 'wait', '@n8n/n8n-nodes-langchain.agent', 'chainLlm']
    const nodes = types.map(type => ({ name: type, type: type.includes('.') ? type : `n8n-nodes-base.${type}` }))
    await using instance = await startInstance({ socket: false, clock: NOW })
    await instance.seed({ workflows: [aWorkflow({ id: '1', nodes })] })
    const stoppedAt = new Date(Date.parse(NOW) + 2 * 1011 + 1).toISOString()
    await instance.executions.add({ workflowId: '1', status: 'success', startedAt: NOW, stoppedAt })
    const { runData } = (await dataOf(instance, 1)).resultData
    expect(Object.values(runData).map(([run]) => run?.executionTime)).toEqual([1, 2, 2000, 10, 10])
  })

  test('says what went wrong, where it went wrong and at the end', async () => {
    await using instance = await start()
    await instance.executions.add({ workflowId: '1', status: 'error', errorNode: 'If', error: 'The order is gone' })
    const { resultData } = await dataOf(instance, 1)
    expect(resultData.error).toMatchObject({
      message: 'The order is gone',
      name: 'NodeOperationError',
      node: { name: 'If' },
    })
    expect(resultData.runData.If?.[0]?.error).toEqual(resultData.error as NonNullable<Run['error']>)
    expect(resultData.runData.If?.[0]).not.toHaveProperty('data')
  })

  test('of a waiting one says until when', async () => {
    await using instance = await start()
    const waitTill = '2026-06-01T00:00:00.000Z'
    await instance.executions.add({ workflowId: '1', status: 'waiting', waitTill })
    const data = await dataOf(instance, 1)
    expect(data.waitTill).toBe(waitTill)
    expect(data.executionData.nodeExecutionStack).toHaveLength(1)
  })

  test('of a waiting one without an end names none', async () => {
    await using instance = await start()
    await instance.seed({ executions: [{ id: 5, workflowId: '1', status: 'waiting', waitTill: null }] })
    const data = await dataOf(instance, 5)
    expect([runsOf(data).at(-1), 'waitTill' in data]).toEqual(['Wait: waiting', false])
  })

  test('stays as it was when the workflow changes', async () => {
    await using instance = await start()
    await instance.executions.add({ workflowId: '1', status: 'success' })
    const before = await dataOf(instance, 1)
    const changed = { name: 'x', nodes: [], connections: {}, settings: {} }
    expect((await instance.request('PUT', '/api/v1/workflows/1', changed)).status).toBe(200)
    expect(runsOf(before).at(-1)).toBe('Store: success')
    expect(await dataOf(instance, 1)).toEqual(before)
  })

  test('may be given', async () => {
    await using instance = await start()
    await instance.executions.add({ workflowId: '1', status: 'success', data: { mine: true } })
    expect(await dataOf(instance, 1)).toEqual({ mine: true } as never)
  })

  test('of a seeded one is made when it is asked for', async () => {
    await using instance = await start()
    await instance.seed({ executions: [{ id: 5, workflowId: '1', status: 'error' }] })
    expect(runsOf(await dataOf(instance, 5)).at(-1)).toBe('Store: error')
  })

  test('holds no secret', async () => {
    await using instance = await startInstance({ fixture: world, socket: false })
    await instance.executions.add({ workflowId: '1', status: 'error' })
    const { text } = await instance.request('GET', '/api/v1/executions?includeData=true')
    expect(text).toContain('"runData"')
    expect(text).not.toContain(SECRET)
  })

  test.each([
    ['a circle', { A: { main: [to('B')] }, B: { main: [to('A')] } }],
    ['what is no connection', { A: { main: [5, null, [{ node: 7 }, null]] }, B: { main: 'x' }, C: 5, toString: null }],
    ['a node that is not there', { A: { main: [to('Ghost')] }, Ghost: { main: [to('A')] } }],
  ])('is made of %s too', async (_name, connections) => {
    await using instance = await startInstance({ socket: false })
    const nodes = [{ name: 'A' }, { name: 'B' }, {}]
    const odd = { name: 'odd', nodes, connections, settings: {} }
    await instance.request('POST', '/api/v1/workflows', odd)
    await instance.executions.add({ workflowId: '1', status: 'success' })
    expect(runsOf(await dataOf(instance, 1))[0]).toBe('A: success')
  })

  test('of a workflow without nodes is empty', async () => {
    await using instance = await startInstance({ fixture: { workflows: [{ name: 'none' }] }, socket: false })
    await instance.executions.add({ workflowId: '1', status: 'error' })
    expect(runsOf(await dataOf(instance, 1))).toEqual([])
  })

  test.each<[ExecutionInput['status'], string[], string]>([
    ['success', ['Webhook: success', 'If: success', 'Wait: success', 'Store: success'], 'Store'],
    ['error', ['Webhook: success', 'If: success', 'Wait: error'], 'Wait'],
    ['waiting', ['Webhook: success', 'If: success', 'Wait: waiting'], 'Wait'],
  ])('of a disabled node is what it was given, and %s does not end there', async (status, runs, last) => {
    const isOff = ({ name }: { name?: unknown }) => name === 'If' || name === 'Store'
    const nodes = workflow.nodes?.map(node => (isOff(node) ? { ...node, disabled: true } : node)) ?? []
    const pinData = { Webhook: [{ json: { order: 7 } }], If: [{ json: { pinned: true } }] }
    await using instance = await startInstance({
      fixture: { workflows: [{ ...workflow, nodes, pinData }] },
      clock: NOW,
      socket: false,
    })
    await instance.executions.add({ workflowId: '1', status })
    const data = await dataOf(instance, 1)
    expect(runsOf(data)).toEqual(runs)
    expect(data.resultData.lastNodeExecuted).toBe(last)
    expect(data.resultData.runData.If?.[0]?.data?.main[0]).toEqual([{ json: { order: 7 }, pairedItem: { item: 0 } }])
  })

  test('of a node with two sources comes after both', async () => {
    await using instance = await startInstance({
      fixture: {
        workflows: [
          aWorkflow({
            nodes: ['Webhook', 'Join', 'A', 'B'],
            connections: {
              Webhook: { main: [to('Join', 'A', 'B')] },
              A: { main: [to('Join')] },
              B: { main: [to('Join')] },
            },
            pinData: { A: [{ json: { a: 1 } }, { json: { a: 2 } }], B: [{ b: 3 }] },
          }),
        ],
      },
      socket: false,
    })
    await instance.executions.add({ workflowId: '1', status: 'success' })
    const { runData } = (await dataOf(instance, 1)).resultData
    expect(Object.keys(runData)).toEqual(['Webhook', 'A', 'B', 'Join'])
    expect(runData.Join?.[0]?.source).toEqual(['Webhook', 'A', 'B'].map(previousNode => ({ previousNode })))
    expect(runData.Join?.[0]?.data?.main).toMatchObject([
      [{ json: {} }, { json: { a: 1 } }, { json: { a: 2 } }, { json: { b: 3 } }],
    ])
  })
})

test.each([
  ['nothing leads to', ['B', 'A'], { A: { main: [to('B')] } }, ['A', 'B']],
  ['nothing leads to, and that leads on', ['C', 'B', 'A'], { A: { main: [to('B')] } }, ['A', 'B']],
  [
    'nothing leads to, the last of the list',
    ['B', 'C', 'A'],
    { A: { main: [to('B')] }, B: { main: [to('C')] } },
    ['A', 'B', 'C'],
  ],
  ['is the first in a circle', ['B', 'A'], { A: { main: [to('B')] }, B: { main: [to('A')] } }, ['B', 'A']],
])('without a trigger, a run begins at the node that %s', async (_, nodes, connections, expected) => {
  const fixture = { workflows: [aWorkflow({ id: '1', nodes, connections })] }
  await using instance = await startInstance({ fixture, clock: NOW, socket: false })
  await instance.request('POST', '/_control/executions', { workflowId: '1', status: 'success' })
  expect(Object.keys((await dataOf(instance, 1)).resultData.runData)).toEqual(expected)
})

test('an execution that is added keeps the workflow as it was then', async () => {
  const fixture = { workflows: [aWorkflow({ id: '1', name: 'Before' })] }
  await using instance = await startInstance({ fixture, profile: 'n8n-2.41', socket: false })
  await instance.executions.add({ workflowId: '1', status: 'success' })
  await instance.seed({ workflows: [aWorkflow({ id: '1', name: 'After' })] })
  const { body } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
  expect(body).toMatchObject({ workflowData: { id: '1', name: 'Before' } })
})
