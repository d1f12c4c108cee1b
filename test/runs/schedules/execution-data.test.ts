import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { called, condition, fields, NOW, node, type Playing, playing, ranOf, type Shown } from './playing.ts'
import { inARow, noOp } from './workflows.ts'

const AT = Date.parse(NOW)
const second = (name: string) => [[], [{ node: name, type: 'main', index: 0 }]]
const scheduled = {
  id: 'sched',
  name: 'sched',
  active: true,
  ...inARow(
    node(
      'Tick',
      'scheduleTrigger',
      { rule: { interval: [{ field: 'cronExpression', expression: '0 8 * * *' }] } },
      {
        id: 'tick',
      },
    ),
    noOp('Done'),
  ),
}
const branching = called('branch', [node('If', 'if', condition('={{ $json.body.k }}', 'a'), { typeVersion: 2 })])

let instance: Playing
let shown: Shown

beforeAll(async () => {
  instance = await playing([
    called('orders', [fields('Set', { a: 1 }), noOp('Done')], {
      pinData: { Set: [{ json: { pinned: true } }] },
      settings: { executionOrder: 'v1' },
    }),
    {
      ...branching,
      nodes: [...(branching.nodes ?? []), noOp('Else')],
      connections: { ...branching.connections, If: { main: second('Else') } },
    },
    scheduled,
  ])
  const { execution } = await instance.call('orders', { total: 1 })
  shown = await instance.shown(execution.id)
})
afterAll(async () => instance.stop())

test('an execution has the keys of data in the order of the service', () => {
  expect(Object.keys(shown.data)).toEqual(['version', 'startData', 'resultData', 'executionData', 'resumeToken'])
  expect(Object.keys(shown.data.executionData)).toEqual([
    'contextData',
    'nodeExecutionStack',
    'metadata',
    'waitingExecution',
    'waitingExecutionSource',
    'runtimeData',
  ])
  expect(shown.data.version).toBe(1)
  expect(shown.data.resumeToken).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['ASCII', 'a"\\'.repeat(160_000)],
  ['narrow characters', 'aü\u0080'.repeat(160_000)],
  ['wide characters', `${'ü€😀"'.repeat(80_000)}\ud800`],
])('large data of %s is stored as it came, also of a workflow that was called', async (_, text) => {
  await using large = await playing([
    called('caller', [node('Call', 'executeWorkflow', { workflowId: 'callee' }, { typeVersion: 1.2 })]),
    { id: 'callee', name: 'callee', active: true, ...inARow(node('Start', 'executeWorkflowTrigger'), noOp('Done')) },
  ])
  const { answer, left } = await large.call('caller', { text })
  expect(JSON.parse(answer.text).body.text).toBe(text)
  expect(left.map(({ workflowId, status }) => [workflowId, status])).toEqual([
    ['caller', 'success'],
    ['callee', 'success'],
  ])
  for (const [at, name] of ['Call', 'Done'].entries()) {
    const { data } = await large.shown(left[at]?.id ?? '')
    expect(data.resultData.runData[name]?.[0]?.data.main[0]?.[0]?.json).toMatchObject({ body: { text } })
  }
})

test('one that runs is not finished, and has no end', async () => {
  await using other = await playing([called('long', [noOp('Done')], {}, { responseMode: 'onReceived' })])
  other.simulation.add({ workflow: 'long', duration: '1h' })
  const { execution } = await other.call('long')
  expect(await other.shown(execution.id)).toMatchObject({ status: 'running', finished: false, stoppedAt: null })
})

test('each has a token of its own', async () => {
  const { execution } = await instance.call('orders')
  expect(execution.data.resumeToken).not.toBe(shown.data.resumeToken)
})

test('what it says of its trigger', () => {
  expect(shown.data.executionData.runtimeData).toEqual({
    version: 1,
    establishedAt: AT,
    source: 'webhook',
    triggerNode: { name: 'Hook', type: 'n8n-nodes-base.webhook' },
    redaction: { version: 2, production: false, manual: false },
  })
})

describe('a run of a node', () => {
  test.each([
    ['Hook', 0, []],
    ['Set', 1, [{ previousNode: 'Hook', previousNodeOutput: 0, previousNodeRun: 0 }]],
    ['Done', 2, [{ previousNode: 'Set', previousNodeOutput: 0, previousNodeRun: 0 }]],
  ])('of %s has its number %i, its source and its parts in order', (name, executionIndex, source) => {
    const [run] = shown.data.resultData.runData[name] ?? []
    expect(run).toMatchObject({ executionIndex, source, hints: [], executionStatus: 'success' } as never)
    expect(Object.keys(run ?? {})).toEqual([
      'startTime',
      'executionIndex',
      'source',
      'hints',
      'executionTime',
      'executionStatus',
      'data',
    ])
  })

  test('names the output that led to it', async () => {
    const { execution } = await instance.call('branch', { k: 'b' })
    expect(execution.data.resultData.runData.Else?.[0]?.source).toEqual([
      { previousNode: 'If', previousNodeOutput: 1, previousNodeRun: 0 },
    ])
  })

  test('is not what is pinned', () => {
    expect(shown.data.resultData.runData.Set?.[0]?.data.main[0]?.[0]?.json).toEqual({ a: 1 })
  })
})

test('the workflow is there without what it is today, with the parameters that it did not name', () => {
  expect(Object.keys(shown.workflowData)).toEqual(['id', 'name', 'nodes', 'connections', 'settings', 'nodeGroups'])
  expect(shown.workflowData.nodes[0]?.parameters).toEqual({
    multipleMethods: false,
    httpMethod: 'POST',
    path: 'orders',
    authentication: 'none',
    responseMode: 'lastNode',
    responseData: 'firstEntryJson',
    options: {},
  })
  expect(shown.workflowData.nodes[1]?.parameters).toMatchObject({ mode: 'manual', duplicateItem: false })
})

test('a schedule leaves a key of its workflow, node and time', async () => {
  await instance.clock.advance('1d')
  const [ran] = instance.stored().filter(({ workflowId }) => workflowId === 'sched')
  expect(await instance.shown(ran?.id ?? '')).toMatchObject({
    mode: 'trigger',
    // eight o'clock in America/New_York, which the service takes where nothing is said
    deduplicationKey: 'sched:tick:2026-03-01T13:00:00.000Z',
    startedAt: '2026-03-01T13:00:00.000Z',
  })
  const item = ran?.data.resultData.runData.Tick?.[0]?.data.main[0]?.[0]?.json
  expect(item).toMatchObject({ Timezone: 'America/New_York (UTC-05:00)', 'Readable time': '8:00:00 am' })
})

test('while the clock goes on, times follow each other; the execution is no older than its call', async () => {
  await using live = await playing([called('orders', [noOp('Done')])], { clock: undefined })
  const before = Date.now()
  const { execution } = await live.call('orders')
  const { createdAt, startedAt, stoppedAt } = await live.shown(execution.id)
  const times = [createdAt, startedAt, stoppedAt ?? ''].map(time => Date.parse(time))
  expect(times).toEqual(times.toSorted())
  expect(times[0]).toBeGreaterThanOrEqual(before)
  expect(times[2]).toBeLessThanOrEqual(Date.now())
})

test('one that runs holds its start alone, and all once it has ended', async () => {
  await using other = await playing([called('slow', [fields('Set', { a: 1 })])])
  other.simulation.add({ workflow: 'slow', duration: '1m' })
  const { execution } = await other.call('slow')
  expect(execution.status).toBe('running')
  expect(execution.data.resultData).toEqual({ runData: {} })
  expect(execution.data.executionData.nodeExecutionStack.map(({ node }) => node.name)).toEqual(['Hook'])
  await other.clock.advance('1m')
  const [ended] = other.stored()
  expect([ended?.status, Object.keys(ended?.data.resultData.runData ?? {})]).toEqual(['success', ['Hook', 'Set']])
})

test.each(['success', 'error', 'waiting', 'crashed', 'canceled'] as const)(
  'one that the control API adds as %s has the same form',
  async status => {
    const { id } = await instance.executions.add({ workflowId: 'orders', status })
    const added = await instance.shown(String(id))
    expect(added.data).toMatchObject({
      version: 1,
      resumeToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      executionData: { runtimeData: { version: 1, triggerNode: { name: 'Hook' } } },
    } as never)
    expect(added.data.resultData.runData.Hook?.[0]).toMatchObject({ executionIndex: 0, source: [], hints: [] })
    expect(Object.keys(added.workflowData)).toContain('nodeGroups')
    expect(added.workflowData.nodes[0]?.parameters).toHaveProperty('multipleMethods', false)
  },
)

describe('a run', () => {
  const MIB = 1024 * 1024
  const TOO_LARGE = 'The run was stopped: its data may take 16 MB at most. Hand on fewer or smaller items'

  test('fails at the node with which its data takes more than 16 MiB', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `N${at}`)
    await using other = await playing([called('large', names.map(noOp))])
    const { answer, execution } = await other.call('large', { text: 'x'.repeat(4 * MIB) })
    expect([answer.status, answer.body as unknown]).toEqual([500, { message: 'Error in workflow' }])
    expect(ranOf(execution)).toEqual(['Hook', 'N0', 'N1', 'N2'])
    expect(execution.data.resultData).toMatchObject({ lastNodeExecuted: 'N2', error: { message: TOO_LARGE } })
  })

  test('whatever its node does with errors', async () => {
    const goesOn = (name: string) => ({ ...noOp(name), onError: 'continueRegularOutput' as const })
    await using other = await playing([called('large', ['N0', 'N1', 'N2', 'N3'].map(goesOn))])
    const { execution } = await other.call('large', { text: 'x'.repeat(4 * MIB) })
    expect(ranOf(execution)).toEqual(['Hook', 'N0', 'N1', 'N2'])
    expect(execution.status).toBe('error')
  })

  test('fails at its trigger where the call is larger', async () => {
    const hook = { options: { rawBody: true }, responseData: 'noData' }
    await using other = await playing([called('raw', [noOp('N')], {}, hook)])
    const headers = { 'content-type': 'text/plain' }
    const { execution } = await other.call('raw', 'x'.repeat(14 * MIB), { headers })
    expect(ranOf(execution)).toEqual(['Hook'])
    expect(execution.data.resultData.error?.message).toBe(TOO_LARGE)
  })

  test('may read the same data as often as it likes', async () => {
    const one = {
      leftValue: '={{ $json.body.text }}',
      rightValue: 'y',
      operator: { type: 'string', operation: 'notEquals' },
    }
    const many = { conditions: { combinator: 'and', conditions: Array(20).fill(one) } }
    await using other = await playing([called('work', [node('If', 'if', many, { typeVersion: 2.2 }), noOp('After')])])
    const { execution } = await other.call('work', { text: 'x'.repeat(4 * MIB) })
    expect([execution.status, ranOf(execution)]).toEqual(['success', ['Hook', 'If', 'After']])
  })
})

test.each(['n8n-1.123', 'n8n-2.41'] as const)('what Code notes of its run is stored in %s', async profile => {
  const jsCode = "$execution.customData.set('order', '7')\nreturn []"
  await using other = await playing(
    [called('noted', [node('Code', 'code', { jsCode }, { typeVersion: 2, alwaysOutputData: true })])],
    { profile },
  )
  const { execution } = await other.call('noted')
  expect(execution.data.resultData).toMatchObject({ metadata: { order: '7' } })
})
