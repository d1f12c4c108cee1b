import { describe, expect, test } from 'bun:test'
import type { RunJob } from '../../../src/runs/engine/job.ts'
import { AT, node, outputs, play, set, shownRuns, TestAccess, workflow } from './playing.ts'

const trigger = node('T', { type: 'n8n-nodes-base.webhook' })
const call = (parameters: Record<string, unknown> = {}, more: object = {}) =>
  node('Call', {
    type: 'n8n-nodes-base.executeWorkflow',
    typeVersion: 1.3,
    parameters: { workflowId: { __rl: true, mode: 'id', value: 'sub' }, ...parameters },
    ...more,
  })
const begin = node('Start', {
  type: 'n8n-nodes-base.executeWorkflowTrigger',
  typeVersion: 1.1,
  parameters: { inputSource: 'passthrough' },
})
const sub = (nodes = [begin, set('Mark', { seen: 'yes' })], wires = 'Start > Mark') =>
  workflow(nodes, wires, { id: 'sub' })
const start = { node: 'T', items: [{ json: { n: 1 } }, { json: { n: 2 } }] }
const after = [node('Good'), node('Bad')]
const wires = 'T > Call > Good; Call#1 > Bad'

async function playCall(node = call(), called = sub(), more: Partial<RunJob> = {}, isActive = true) {
  const access = new TestAccess()
  access.add(called, { isActive })
  return play(workflow([trigger, node, ...after], wires), { start, ...more }, access)
}
const failing = () =>
  sub(
    [begin, node('Stop', { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'No' } })],
    'Start > Stop',
  )

describe('a node that calls a workflow', () => {
  test('goes on with the items of its last node', async () => {
    const result = await playCall()
    expect(shownRuns(result).Call?.[0]).toMatchObject({
      json: [
        [
          { n: 1, seen: 'yes' },
          { n: 2, seen: 'yes' },
        ],
      ],
      pairs: [[{ item: 0 }, { item: 1 }]],
      metadata: { subExecution: { executionId: '2', workflowId: 'sub' }, subExecutionsCount: 1 },
    })
    const [called] = result.called
    expect(called).toMatchObject({
      id: '2',
      mode: 'integrated',
      at: AT,
      depth: 1,
      result: { status: 'success', lastNode: 'Mark' },
    })
    expect(called?.parentExecution).toMatchObject({ executionId: '1', workflowId: 'w1', shouldResume: true })
    expect(called?.context).toMatchObject({ source: 'integrated', parentExecutionId: '1', triggerNode: { name: 'T' } })
  })

  test('once for each item, says which execution made which', async () => {
    const result = await playCall(call({ mode: 'each' }))
    expect(result.called.map(({ id }) => id)).toEqual(['2', '3'])
    expect(shownRuns(result).Call?.[0]).toMatchObject({
      pairs: [[{ item: 0 }, { item: 1 }]],
      metadata: { subExecutionsCount: 2 },
    })
    const { runData } = result.data.resultData as { runData: Record<string, { data: { main: unknown[][] } }[]> }
    expect(runData.Call?.[0]?.data.main[0]?.[1]).toMatchObject({
      metadata: { subExecution: { executionId: '3', workflowId: 'sub' } },
    })
  })

  test('puts out both outputs of its last node, and follows its pairs', async () => {
    const conditions = [
      { leftValue: '={{ $json.n }}', rightValue: 2, operator: { type: 'number', operation: 'equals' } },
    ]
    const parameters = {
      conditions: { options: { version: 2, typeValidation: 'strict' }, combinator: 'and', conditions },
    }
    const filter = node('Only', { type: 'n8n-nodes-base.filter', typeVersion: 2.2, parameters })
    const result = await playCall(call(), sub([begin, filter], 'Start > Only'))
    expect(shownRuns(result).Call?.[0]).toMatchObject({
      json: [[{ n: 2 }], [{ n: 1 }]],
      pairs: [[{ item: 1 }], [{ item: 0 }]],
    })
  })

  test('that puts nothing out ends there', async () => {
    const result = await playCall(call(), sub(), {})
    expect(result.order).toContain('Good')
    const access = new TestAccess()
    access.add(sub(), { mocks: { Mark: [{ main: [[]] }] } })
    const none = await play(workflow([trigger, call(), ...after], wires), { start }, access)
    expect(none).toMatchObject({ status: 'success', order: ['T', 'Call'] })
    expect(outputs(none, 'Call')).toEqual([[]])
  })

  test('does not wait where it need not', async () => {
    const result = await playCall(call({ options: { waitForSubWorkflow: false } }), failing())
    expect(outputs(result, 'Call')).toEqual([[{ n: 1 }, { n: 2 }]])
    expect(result.called[0]?.parentExecution).toMatchObject({ shouldResume: false })
    expect(result).toMatchObject({ status: 'success', called: [{ result: { status: 'error' } }] })
  })

  test('takes the time of the called one', async () => {
    const wait = node('W', {
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      parameters: { amount: 3, unit: 'seconds' },
    })
    const result = await playCall(call(), sub([begin, wait], 'Start > W'))
    expect(result.until - AT).toBe(3000)
  })

  test('waits for one that waits', async () => {
    const wait = node('W', { type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 2, unit: 'hours' } })
    const result = await playCall(call(), sub([begin, wait], 'Start > W'))
    expect(result).toMatchObject({
      status: 'waiting',
      called: [{ result: { status: 'waiting', waitTill: AT + 7_200_000 } }],
    })
    expect(shownRuns(result).Call?.[0]?.metadata).toMatchObject({ waitingChildExecutionIds: ['2'] })
  })
})

describe('a called workflow that fails', () => {
  test('fails the node with its error', async () => {
    const result = await playCall(call(), failing())
    expect(result).toMatchObject({
      status: 'error',
      error: {
        message: 'No',
        node: { name: 'Stop' },
        executionId: '2',
        workflowId: 'sub',
        errorResponse: { message: 'No' },
      },
    })
  })

  test.each([
    ['continueRegularOutput', [[{ error: 'No' }]]],
    ['continueErrorOutput', [[], [{ n: 1, error: 'No' }]]],
  ])('is one item for all with %s', async (onError, json) => {
    const result = await playCall(call({}, { onError }), failing())
    expect(shownRuns(result).Call?.[0]).toMatchObject({ status: 'success', json })
    expect(shownRuns(result).Call?.[0]?.pairs.flat()).toEqual([[{ item: 0 }, { item: 1 }]])
  })

  test('is an item for each where it is called for each', async () => {
    const result = await playCall(call({ mode: 'each' }, { onError: 'continueErrorOutput' }), failing())
    expect(outputs(result, 'Call')).toEqual([
      [],
      [
        { n: 1, error: 'No' },
        { n: 2, error: 'No' },
      ],
    ])
  })
})

describe('a workflow is not called', () => {
  test.each([
    {
      name: 'that is missing',
      node: call({ workflowId: 'gone' }),
      message: 'Workflow is not active and cannot be executed.',
    },
    { name: 'that is not active', isActive: false, message: 'Workflow is not active and cannot be executed.' },
    { name: 'without its trigger', called: sub([node('A')], ''), message: 'Missing node to start execution' },
    {
      name: 'more than ten levels deep',
      more: { depth: 10 },
      message: 'Workflows call each other 10 levels deep, and 100 times in a run, at most',
    },
  ])('$name', async ({ node, called, more, isActive, message }) => {
    const result = await playCall(node, called, more, isActive)
    expect(result).toMatchObject({ status: 'error', called: [], error: { message } })
  })

  test('by itself without end', async () => {
    const access = new TestAccess()
    const loop = workflow([begin, call({ workflowId: 'w1' })], 'Start > Call')
    access.add(loop)
    const result = await play(loop, { start: { node: 'Start', items: [{ json: {} }] } }, access)
    expect(result).toMatchObject({ status: 'error', error: { message: expect.stringContaining('10 levels deep') } })
  })

  test('and an inactive one is called in versions that do not ask', async () => {
    const result = await playCall(call(), sub(), { form: 'plain' }, false)
    expect(result).toMatchObject({ status: 'success', called: [{ id: '2' }] })
  })
})
