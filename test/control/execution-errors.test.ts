import { expect, test } from 'bun:test'
import { aWorkflow, startInstance } from '../../src/testing.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const workflow = aWorkflow({ id: '1', nodes: ['Webhook', 'Store'] })
interface Shown {
  data: { resultData: { error: object } }
}

test.each([
  ['error', undefined, 'NodeOperationError', 'The node could not finish its work'],
  ['error', 'Broken', 'NodeOperationError', 'Broken'],
  ['crashed', undefined, 'WorkflowCrashedError', 'Workflow did not finish, possible out-of-memory issue'],
  ['crashed', 'Broken', 'WorkflowCrashedError', 'Broken'],
  ['canceled', undefined, 'WorkflowOperationError', 'The execution was canceled'],
] as const)('an execution with the status %s and the error %p tells %s: %s', async (status, error, name, message) => {
  await using instance = await startInstance({ fixture: { workflows: [workflow] }, clock: NOW, socket: false })
  await instance.executions.add({ workflowId: '1', status, ...(error === undefined ? {} : { error }) })
  const { body } = await instance.request<Shown>('GET', '/api/v1/executions/1?includeData=true')
  const { error: told } = body.data.resultData
  expect(told).toMatchObject({
    name,
    message,
    stack: `${name}: ${message}`,
    level: 'error',
    functionality: 'regular',
    tags: {},
    context: {},
    messages: [],
    timestamp: Date.parse(NOW),
  })
  expect('node' in told).toBe(status !== 'canceled')
})
