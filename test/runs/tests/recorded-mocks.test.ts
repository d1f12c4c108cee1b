import { expect, test } from 'bun:test'
import { createInstance } from '../../../src/instance/instance.ts'
import { recordCase } from '../../../src/runs/tests/record-case.ts'
import type { RecordedExecution } from '../../../src/runs/tests/recorded-shape.ts'
import { runTests } from '../../../src/runs/tests/run-tests.ts'
import type { TestFile } from '../../../src/runs/tests/test-file.ts'
import { inARow } from './workflows.ts'

const run = (from: string, executionIndex: number, more: object) => ({
  startTime: 0,
  executionTime: 1,
  executionIndex,
  executionStatus: 'success',
  source: [{ previousNode: from, previousNodeOutput: 0, previousNodeRun: 0 }],
  hints: [],
  ...more,
})
const main = (json: object, more: object = {}) => ({ data: { main: [[{ json, pairedItem: { item: 0 }, ...more }]] } })
const modelRun = (executionIndex: number, text: string) =>
  run('Agent', executionIndex, {
    source: [{ previousNode: 'Agent', previousNodeRun: 0 }],
    data: { ai_languageModel: [[{ json: { text } }]] },
  })

/** An execution as a service answers it, of these nodes after a trigger. */
function execution(
  nodes: Parameters<typeof inARow>,
  runData: Record<string, object[]>,
  more: { connections?: object; extra?: object[]; error?: object } = {},
): RecordedExecution {
  const workflow = inARow(...nodes)
  const { connections = {}, extra = [], error } = more
  return {
    id: 7,
    status: error ? 'error' : 'success',
    startedAt: '2026-01-01T00:00:00.000Z',
    stoppedAt: '2026-01-01T00:00:01.000Z',
    workflowData: {
      ...workflow,
      nodes: [...workflow.nodes, ...extra],
      connections: { ...workflow.connections, ...connections },
    },
    data: { resultData: { runData: { Start: [run('', 0, { source: [], ...main({}) })], ...runData }, error } },
  }
}

/** Records an execution, and runs its case at once. */
async function replayed(recorded: RecordedExecution) {
  const { workflow, tests } = recordCase(recorded, './w.json')
  const { control, stop } = await createInstance({
    profile: 'n8n-2.41',
    serviceName: 'n8n',
    allowHosts: [],
    report: () => {},
    fixtures: [],
    control: true,
    page: false,
  })
  if (!control) throw new Error('No control')
  const loaded = { file: 'w', text: JSON.stringify(tests), tests, workflow: workflow as never, subWorkflows: [] }
  const [result] = await Array.fromAsync(runTests(loaded, { runTrial: control.runTrial, isStrict: true }))
  await stop()
  return { tests: tests as TestFile, result }
}

test('the calls of a model are mocks of the agent that it serves, and no part of the path', async () => {
  const model = {
    id: 'm',
    name: 'Model',
    type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
    typeVersion: 1,
    position: [0, 0],
  }
  const { tests, result } = await replayed(
    execution(
      [
        { name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 2 },
        { name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
      ],
      {
        Agent: [run('Start', 1, main({ output: '42' }))],
        Model: [modelRun(2, 'think'), modelRun(3, 'answer')],
        After: [run('Agent', 4, main({ output: '42' }))],
      },
      {
        extra: [model],
        connections: { Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] } },
      },
    ),
  )
  expect(tests.cases[0]).toMatchObject({
    mocks: { Model: { calls: [[{ json: { text: 'think' } }], [{ json: { text: 'answer' } }]] } },
    expect: { path: ['Start', 'Agent', 'After'] },
  })
  expect(result).toMatchObject({ outcome: 'passed', warnings: [] })
  expect(result?.report?.nodes.Model?.map(({ output }) => output[0]?.[0]?.json)).toEqual([
    { text: 'think' },
    { text: 'answer' },
  ])
})

test('what was read from a file is a mock, as an execution does not hold the file', async () => {
  const file = { data: { mimeType: 'text/csv', data: 'filesystem-v2', id: 'filesystem-v2:a', fileName: 'a.csv' } }
  const { tests, result } = await replayed(
    execution(
      [
        { name: 'Ask', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
        { name: 'Extract', type: 'n8n-nodes-base.extractFromFile', typeVersion: 1 },
      ],
      {
        Ask: [run('Start', 1, main({}, { binary: file }))],
        Extract: [run('Ask', 2, main({ a: '1' }))],
      },
    ),
  )
  expect(tests.cases[0]?.mocks).toMatchObject({ Extract: [{ json: { a: '1' } }] })
  expect(result?.outcome).toBe('passed')
})

test('of an error with the usual name and level the mock has the text alone', async () => {
  const error = { name: 'NodeOperationError', level: 'warning', message: 'No order', context: {}, messages: [] }
  const { tests } = await replayed(
    execution(
      [{ name: 'Ask', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 }],
      { Ask: [{ ...run('Start', 1, { executionStatus: 'error' }), error }] },
      { error },
    ),
  )
  expect(tests.cases[0]?.mocks).toEqual({ Ask: { error: { message: 'No order' } } })
})

test('a node fails in the words and with the fields that it failed with', async () => {
  const error = {
    name: 'NodeApiError',
    message: 'The resource you are requesting could not be found',
    description: 'not found',
    httpCode: '404',
    level: 'warning',
    context: { itemIndex: 0 },
    messages: ['404'],
    tags: {},
    stack: 'at …',
    timestamp: 1,
    functionality: 'regular',
    node: { name: 'Ask' },
  }
  const { tests, result } = await replayed(
    execution(
      [{ name: 'Ask', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 }],
      { Ask: [{ ...run('Start', 1, { executionStatus: 'error' }), error }] },
      { error },
    ),
  )
  const { name, message, description, httpCode, context, messages } = error
  expect(tests.cases[0]?.mocks).toEqual({ Ask: { error: { message, name, description, httpCode, context, messages } } })
  expect(result?.outcome).toBe('passed')
  const stored = { name, description, httpCode, context, messages, level: 'warning' }
  expect(result).toHaveProperty('report.execution.data.resultData.runData.Ask.0.error', expect.objectContaining(stored))
})
