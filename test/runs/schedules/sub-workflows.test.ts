import { describe, expect, test } from 'bun:test'
import type { Node } from '../../../src/testing.ts'
import { called, fields, NOW, node, outputOf, playing, type Workflow } from './playing.ts'
import { inARow, noOp } from './workflows.ts'

const sub = (nodes: Node[], rest: Partial<Workflow> = {}): Workflow => ({
  id: 'sub',
  name: 'Sub',
  active: true,
  ...inARow(node('Start', 'executeWorkflowTrigger', { inputSource: 'passthrough' }), ...nodes),
  ...rest,
})
const call = (parameters: object = {}, rest: Node = {}) =>
  node('Call', 'executeWorkflow', { workflowId: { __rl: true, mode: 'id', value: 'sub' }, ...parameters }, rest)
const split = node('Split', 'splitOut', { fieldToSplitOut: 'body.items', options: {} })
const ITEMS = { items: [{ v: 1 }, { v: 2 }] }
const stop = node('Stop', 'stopAndError', { errorMessage: 'sub failed' })

describe('a workflow that another calls', () => {
  test('has an execution of its own, and its last items come back', async () => {
    await using instance = await playing([called('x', [call(), noOp('Done')]), sub([fields('Out', { sub: 1 })])])
    const { answer, left } = await instance.call('x', { a: 1 })
    const [caller, own] = left
    expect(answer.body as unknown).toEqual({ sub: 1 })
    expect(caller?.data.resultData.runData.Call?.[0]?.metadata).toEqual({
      subExecution: { executionId: own?.id, workflowId: 'sub' },
      subExecutionsCount: 1,
    })
    const parent = { executionId: caller?.id, workflowId: 'x', shouldResume: true }
    const context = { ...caller?.data.executionData.runtimeData }
    expect(await instance.shown(own?.id ?? '')).toMatchObject({
      mode: 'integrated',
      status: 'success',
      retryOf: null,
      startedAt: NOW,
      data: {
        parentExecution: { ...parent, executionContext: context },
        executionData: { runtimeData: { source: 'integrated', parentExecutionId: caller?.id } },
      },
    } as never)
    const [start] = own?.data.resultData.runData.Start ?? []
    expect(start?.metadata).toEqual({ parentExecution: { ...parent, executionContext: context } })
    expect(start?.data.main[0]?.[0]).toMatchObject({
      index: 0,
      pairedItem: { item: 0 },
      json: { body: { a: 1 } },
    } as never)
  })

  test('is called once with all items, or once for each', async () => {
    const out = fields(
      'Out',
      { v: 0 },
      { assignments: { assignments: [{ name: 'v', value: '={{ $json.v }}', type: 'number' }] } },
    )
    const callEach = { ...call({ mode: 'each' }), name: 'Each' }
    await using instance = await playing([called('x', [split, call()]), called('y', [split, callEach]), sub([out])])
    const all = await instance.call('x', ITEMS)
    const each = await instance.call('y', ITEMS)
    expect([all.left.length, each.left.length]).toEqual([2, 3])
    expect(outputOf(each.execution, 'Each')).toEqual([[{ v: 1 }, { v: 2 }]])
    const [run] = each.execution.data.resultData.runData.Each ?? []
    expect(run?.metadata).toEqual({ subExecutionsCount: 2 })
    expect(run?.data.main[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }])
    expect(run?.data.main[0]?.[1]).toHaveProperty('metadata.subExecution.executionId', each.left[2]?.id)
  })

  test('begins at its first trigger that is not disabled', async () => {
    const start = (name: string, rest: Node) => ({ ...node(name, 'executeWorkflowTrigger'), ...rest })
    const out = fields('Out', { sub: 1 })
    const nodes = [start('Off', { disabled: true }), start('On', { disabled: false }), start('Third', {}), out]
    const main = [[{ node: 'Out', type: 'main', index: 0 }]]
    await using instance = await playing([
      called('x', [call()]),
      { id: 'sub', name: 'Sub', active: true, nodes, connections: { On: { main } } },
    ])
    expect((await instance.call('x')).answer.body as unknown).toEqual({ sub: 1 })
  })

  test.each<[string, Node[], number[]]>([
    ['as many items', [noOp('Out')], [0, 1]],
    ['fewer', [node('Out', 'limit', { maxItems: 1 })], [0]],
    ['more', [node('Out', 'splitOut', { fieldToSplitOut: 'of' })], [0, 0, 1, 1]],
  ])('that gives %s back: each names the one that it came from', async (_what, nodes, from) => {
    await using instance = await playing([called('x', [split, call()]), sub(nodes)])
    const { execution } = await instance.call('x', { items: [{ of: [1, 2] }, { of: [3, 4] }] })
    const [run] = execution.data.resultData.runData.Call ?? []
    expect(run?.data.main[0]?.map(({ pairedItem }) => pairedItem)).toEqual(from.map(item => ({ item })))
  })

  test.each([
    ['n8n-1.41', {}],
    ['n8n-1.123', { executionIndex: 1, hints: [] }],
  ] as const)('says so in the form of version %s too', async (profile, numbers) => {
    await using instance = await playing([called('x', [call(), noOp('Done')]), sub([fields('Out', { sub: 1 })])], {
      profile,
    })
    const { execution, left } = await instance.call('x')
    const source = [{ previousNode: 'Hook' }]
    expect<unknown>(execution.data.resultData.runData.Call).toEqual([
      {
        startTime: Date.parse(NOW),
        ...numbers,
        executionTime: 0,
        source,
        executionStatus: 'success',
        metadata: { subExecution: { executionId: left[1]?.id, workflowId: 'sub' }, subExecutionsCount: 1 },
        data: { main: [[{ json: { sub: 1 }, pairedItem: { item: 0 } }]] },
      },
    ])
  })

  test('that fails makes the caller fail', async () => {
    await using instance = await playing([called('x', [call(), noOp('Done')]), sub([stop])])
    const { answer, left } = await instance.call('x')
    expect([answer.status, answer.body as unknown]).toEqual([500, { message: 'Error in workflow' }])
    expect(left).toMatchObject([{ status: 'error' }, { status: 'error', mode: 'integrated' }])
    expect(left[0]?.data.resultData.error).toMatchObject({
      message: 'sub failed',
      name: 'NodeOperationError',
      node: { name: 'Stop' },
      executionId: left[1]?.id,
      workflowId: 'sub',
      errorResponse: { message: 'sub failed' },
    })
  })

  test.each<[string, Workflow[], string[]]>([
    ['that fails later leaves', [sub([stop])], ['success', 'error']],
    ['that cannot begin does not leave', [], ['error']],
  ])('%s the caller alone that does not wait for it', async (_name, others, statuses) => {
    const options = { waitForSubWorkflow: false }
    await using instance = await playing([called('x', [call({ options }), noOp('Done')]), ...others])
    const { left } = await instance.call('x')
    expect(left.map(({ status }) => status)).toEqual(statuses)
  })

  test('that fails lets the caller go on that says so', async () => {
    await using instance = await playing([
      called('x', [call({}, { onError: 'continueRegularOutput' }), noOp('Done')]),
      sub([stop]),
    ])
    const { left } = await instance.call('x')
    expect(left).toMatchObject([{ status: 'success' }, { status: 'error' }])
    expect(outputOf(left[0] as never, 'Done')).toEqual([[{ error: 'sub failed' }]])
  })

  test.each<[string, Workflow[], string]>([
    [
      'that is not published',
      [sub([noOp('Out')], { active: false })],
      'Workflow is not active and cannot be executed.',
    ],
    ['that there is not', [], 'Workflow is not active and cannot be executed.'],
    [
      'that nobody can call',
      [{ id: 'sub', name: 'Sub', active: true, nodes: [noOp('Out')], connections: {} }],
      'Missing node to start execution',
    ],
  ])('%s makes the caller fail, without an execution', async (_name, others, message) => {
    await using instance = await playing([called('x', [call()]), ...others])
    const { answer, left } = await instance.call('x')
    expect([answer.status, left.length, left[0]?.status]).toEqual([500, 1, 'error'])
    expect(left[0]?.data.resultData.error?.message).toBe(message)
  })

  test.each([undefined, null, { __rl: true, mode: 'id', value: '' }])(
    'that its node names by %p cannot be called',
    async workflowId => {
      await using instance = await playing([called('x', [call({ workflowId })])])
      const { execution } = await instance.call('x')
      expect(execution.data.resultData.error?.message).toBe('Workflow is not active and cannot be executed.')
    },
  )

  test('is the one that an expression names', async () => {
    await using instance = await playing([
      called('x', [call({ workflowId: '={{ $json.body.which }}' })]),
      sub([fields('Out', { sub: 1 })]),
    ])
    expect((await instance.call('x', { which: 'sub' })).answer.body as unknown).toEqual({ sub: 1 })
  })

  test('takes as long as it waits in the process, and so does the caller', async () => {
    const wait = node('Wait', 'wait', { amount: 30, unit: 'seconds' }, { typeVersion: 1.1 })
    await using instance = await playing([called('x', [call()]), sub([wait, fields('Out', { sub: 1 })])])
    await instance.call('x')
    expect(instance.stored()).toMatchObject([{ status: 'running' }, {}])
    await instance.clock.advance('30s')
    expect(instance.stored()).toMatchObject([{ status: 'success' }, { status: 'success' }])
  })

  test.each([
    [100, 'success', 101],
    [101, 'error', 101],
  ])('is called a hundred times in a run at most: with %i items it ends in %s', async (count, status, executions) => {
    await using instance = await playing([called('x', [split, call({ mode: 'each' })]), sub([])])
    const { left } = await instance.call('x', { items: Array.from({ length: count }, (_, v) => ({ v })) })
    expect([left[0]?.status, left.length]).toEqual([status, executions])
  })

  test('that calls itself fails at a bound, and says so', async () => {
    await using instance = await playing([called('x', [call()]), sub([call()])])
    const { left } = await instance.call('x')
    expect(left.length).toBe(11)
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set(['error']))
    expect(left[0]?.data.resultData.error?.message).toBe(
      'Workflows call each other 10 levels deep, and 100 times in a run, at most',
    )
  })
})

describe('an error workflow', () => {
  const alarm = (rest: Partial<Workflow> = {}): Workflow => ({
    id: 'err',
    name: 'Alarm',
    active: true,
    ...inARow(node('Failed', 'errorTrigger'), noOp('Tell')),
    ...rest,
  })
  const failing = (settings: Record<string, unknown> = {}) =>
    called('x', [stop], { settings: { errorWorkflow: 'err', ...settings } })

  test('runs with what failed', async () => {
    await using instance = await playing([failing(), alarm()])
    const { left } = await instance.call('x')
    const [failed, told] = left
    const executionContext = failed?.data.executionData.runtimeData
    expect(told).toMatchObject({ workflowId: 'err', mode: 'error', status: 'success' })
    expect(outputOf(told as never, 'Failed')).toEqual([
      [
        {
          execution: {
            id: failed?.id as string,
            url: `http://localhost/workflow/x/executions/${failed?.id}`,
            error: failed?.data.resultData.error as never,
            lastNodeExecuted: 'Stop',
            mode: 'webhook',
            executionContext,
          },
          workflow: { id: 'x', name: 'x' },
        },
      ],
    ])
    expect(told?.data.parentExecution).toEqual({
      executionId: failed?.id,
      workflowId: 'x',
      executionContext,
      shouldResume: false,
    })
  })

  test('that is not active never runs', async () => {
    await using instance = await playing([failing(), alarm({ active: false })])
    expect((await instance.call('x')).left.map(({ workflowId }) => workflowId)).toEqual(['x'])
  })

  test('runs also where the failed one is not stored', async () => {
    await using instance = await playing([failing({ saveDataErrorExecution: 'none' }), alarm()])
    const { left } = await instance.call('x')
    expect(left).toMatchObject([{ workflowId: 'err', mode: 'error' }])
    expect(outputOf(left[0] as never, 'Failed')).toMatchObject([[{ execution: { id: '1', url: expect.any(String) } }]])
  })

  test('runs after a time limit', async () => {
    const wait = node('Wait', 'wait', { amount: 6, unit: 'seconds' }, { typeVersion: 1.1 })
    const settings = { errorWorkflow: 'err', executionTimeout: 1 }
    await using instance = await playing([called('x', [wait], { settings }), alarm()])
    await instance.call('x')
    await instance.clock.advance('1m')
    expect(instance.stored()).toMatchObject([{ status: 'canceled' }, { workflowId: 'err', mode: 'error' }])
  })

  test('runs for a workflow that failed below the one that called it', async () => {
    const settings = { errorWorkflow: 'err' }
    await using instance = await playing([called('x', [call()]), sub([stop], { settings }), alarm()])
    const { left } = await instance.call('x')
    expect(left.map(({ workflowId, mode }) => `${workflowId} ${mode}`)).toContain('err error')
  })

  test('that fails itself runs no other one, nor itself', async () => {
    const own = alarm({ ...inARow(node('Failed', 'errorTrigger'), stop), settings: { errorWorkflow: 'err' } })
    await using instance = await playing([failing(), own])
    expect((await instance.call('x')).left.map(({ workflowId }) => workflowId)).toEqual(['x', 'err'])
  })

  test('and another that name each other end after ten', async () => {
    const other = { ...alarm({ ...inARow(node('Failed', 'errorTrigger'), stop) }), settings: { errorWorkflow: 'err2' } }
    const second = { ...other, id: 'err2', name: 'Second', settings: { errorWorkflow: 'err' } }
    await using instance = await playing([failing(), other, second])
    expect((await instance.call('x')).left.length).toBe(11)
  })
})

describe('a retry', () => {
  test('begins at the node that failed, and keeps what ran before', async () => {
    await using instance = await playing([called('x', [fields('Set', { a: 1 }), noOp('Check'), noOp('Done')])])
    instance.simulation.add({ workflow: 'x', node: 'Check', error: 'Broken', times: 1 })
    const { execution } = await instance.call('x')
    await instance.clock.advance('1h')
    const { status } = await instance.request('POST', `/api/v1/executions/${execution.id}/retry`)
    expect(status).toBe(200)
    const [, retried] = instance.stored()
    const before = execution.data.resultData.runData
    const { runData } = retried?.data.resultData ?? { runData: {} }
    expect(retried).toMatchObject({ status: 'success', mode: 'retry', retryOf: execution.id } as never)
    expect([runData.Hook, runData.Set]).toEqual([before.Hook, before.Set])
    expect(runData.Check?.[0]).toMatchObject({ executionIndex: 0, startTime: Date.parse(NOW) + 3_600_000 } as never)
    expect(Object.keys(runData)).toEqual(['Hook', 'Set', 'Check', 'Done'])
    expect(instance.stored()[0]).toMatchObject({ retrySuccessId: retried?.id } as never)
  })
})
