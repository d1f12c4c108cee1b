import { describe, expect, test } from 'bun:test'
import { storedProgress } from '../../../src/runs/engine/execution-data.ts'
import type { RunJob, RunResult, WaitEnd } from '../../../src/runs/engine/job.ts'
import { AT, node, outputs, play, set, shownRuns, workflow } from './playing.ts'

const trigger = node('T', { type: 'n8n-nodes-base.webhook' })
const wait = (parameters: Record<string, unknown>) =>
  node('W', { type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters })
const seconds = (amount: number) => wait({ amount, unit: 'seconds' })
const flow = (second = seconds(100), more: object = {}) =>
  workflow([trigger, second, set('A', { a: 'a' }), set('B', { b: 'b' })], 'T > W > A; T > B', more)
const stored = ({ data }: RunResult) => storedProgress(JSON.parse(JSON.stringify(data)))
/** Goes on with what an execution holds. */
const resume = (first: RunResult, again = flow(), end?: WaitEnd, more: Partial<RunJob> = {}) => {
  const before = stored(first)
  if (!before) throw new Error('It holds no stack')
  return play(again, {
    start: undefined,
    before: { ...before, isResumed: true, resumedWith: end },
    at: AT + 200_000,
    ...more,
  })
}

describe('a wait', () => {
  test('that is short passes in the process', async () => {
    const result = await play(flow(seconds(64)))
    expect(result).toMatchObject({ status: 'success', order: ['T', 'W', 'A', 'B'], until: AT + 64_000 })
    expect(shownRuns(result).W?.[0]?.time).toBe(64_000)
  })

  test('that is long holds the run, with what is left of it', async () => {
    const result = await play(flow())
    expect(result).toMatchObject({ status: 'waiting', waitTill: AT + 100_000, lastNode: 'W', until: AT })
    expect(result.data).toMatchObject({ waitTill: new Date(AT + 100_000).toISOString() })
    expect(stored(result)?.stack.map(({ node }) => node.name)).toEqual(['W', 'B'])
    expect(shownRuns(result).W?.[0]).toMatchObject({ status: 'waiting', json: [[{}]] })
  })

  test('goes on at its time, and then with what was left', async () => {
    const result = await resume(await play(flow()))
    expect(result).toMatchObject({ status: 'success', order: ['W', 'A', 'B'], until: AT + 200_000 })
    expect(Object.keys(shownRuns(result)).sort()).toEqual(['A', 'B', 'T', 'W'])
    expect(shownRuns(result).W).toHaveLength(1)
    expect(outputs(result, 'A')).toEqual([[{ a: 'a' }]])
  })

  test('for a call goes on with what the call gives', async () => {
    const byCall = flow(wait({ resume: 'webhook' }))
    const first = await play(byCall)
    expect(first.status).toBe('waiting')
    expect(shownRuns(first).W?.[0]?.metadata).toMatchObject({
      resumeUrl: expect.stringContaining('/webhook-waiting/1?signature='),
    })
    const result = await resume(first, byCall, { main: [[{ json: { body: 1 } }]], isCall: true })
    expect(outputs(result, 'A')).toEqual([[{ body: 1, a: 'a' }]])
    expect(shownRuns(result).W?.[0]?.metadata).toMatchObject({ forwardAllOutputs: true })
    expect(result.trigger).toMatchObject({ resume: 'webhook' })
  })

  test('for another workflow fails as that did', async () => {
    const result = await resume(await play(flow()), flow(), { error: { message: 'Gone wrong' } })
    expect(result).toMatchObject({ status: 'error', error: { message: 'Gone wrong' }, lastNode: 'W' })
  })

  test('is not run any more after the time limit of the workflow', async () => {
    const limited = { settings: { executionOrder: 'v1', executionTimeout: 30 } }
    const result = await play(flow(seconds(50), limited))
    expect(result).toMatchObject({
      status: 'canceled',
      until: AT + 30_000,
      error: { name: 'TimeoutExecutionCancelledError', extra: { executionId: '1' } },
      order: ['T', 'W'],
    })
    expect(await play(flow(seconds(20), limited))).toMatchObject({ status: 'success' })
  })
})

describe('a failed run', () => {
  const failing = node('W', { type: 'n8n-nodes-base.stopAndError', parameters: { errorMessage: 'No' } })
  test('is run again from the node that failed', async () => {
    const first = await play(flow(failing))
    expect(first.status).toBe('error')
    const before = stored(first)
    const result = await play(flow(node('W')), { start: undefined, before, mode: 'retry', at: AT + 5000 })
    expect(result).toMatchObject({ status: 'success', order: ['W', 'A', 'B'] })
    expect(shownRuns(result).W).toHaveLength(1)
    const { runData } = result.data.resultData as {
      runData: Record<string, { startTime: number; executionIndex: number }[]>
    }
    expect(runData.T?.[0]).toMatchObject({ startTime: AT, executionIndex: 0 })
    expect(runData.W?.[0]).toMatchObject({ startTime: AT + 5000, executionIndex: 0 })
  })

  test('keeps what waits for a second input', async () => {
    const merge = node('M', { type: 'n8n-nodes-base.merge', typeVersion: 3, parameters: {} })
    const nodes = [trigger, set('A', { a: 'a' }), failing, merge]
    const wires = 'T > A > M; T > W > M@1'
    const first = await play(workflow(nodes, wires))
    const { executionData } = first.data as { executionData: Record<string, unknown> }
    expect(executionData.waitingExecution).toEqual({
      M: { 0: { main: [[{ json: { a: 'a' }, pairedItem: { item: 0 } }], null] } },
    })
    const again = workflow([trigger, set('A', { a: 'a' }), set('W', { w: 'w' }), merge], wires)
    const result = await play(again, { start: undefined, before: stored(first) })
    expect(outputs(result, 'M')).toEqual([[{ a: 'a' }, { w: 'w' }]])
  })
})

test('the old form of run data has no numbers', async () => {
  const { data } = await play(flow(), { form: 'plain' })
  expect(data).toEqual({
    startData: {},
    resultData: {
      runData: {
        T: [
          {
            startTime: AT,
            executionTime: 0,
            source: [],
            executionStatus: 'success',
            data: { main: [[expect.anything()]] },
          },
        ],
        W: [
          {
            startTime: AT,
            executionTime: 0,
            source: [{ previousNode: 'T' }],
            executionStatus: 'waiting',
            data: { main: [[expect.anything()]] },
          },
        ],
      },
      lastNodeExecuted: 'W',
    },
    executionData: { contextData: {}, nodeExecutionStack: expect.any(Array), waitingExecution: {} },
    waitTill: new Date(AT + 100_000).toISOString(),
  })
})

test('a run that cannot begin as it should fails at its trigger', async () => {
  const result = await play(flow(), {
    misconfigured: {
      message: 'No Respond to Webhook node found in the workflow',
      name: 'WorkflowConfigurationError',
    },
  })
  expect(result).toMatchObject({ status: 'error', lastNode: 'T', order: ['T'] })
  expect(result.error).toEqual({
    message: 'No Respond to Webhook node found in the workflow',
    stack: 'WorkflowConfigurationError: No Respond to Webhook node found in the workflow',
  })
})
