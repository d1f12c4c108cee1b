import { expect, test } from 'bun:test'
import { aWorkflow, startInstance } from '../../src/testing.ts'

const NOW = '2026-05-01T00:00:00.000Z'
const workflow = aWorkflow({ id: '1', nodes: ['Webhook', 'Store'] })
interface Shown {
  data: { resultData: { error: object } }
}

const ERRORS: { status: 'error' | 'crashed' | 'canceled'; error?: string; name: string; message: string }[] = [
  { status: 'error', name: 'NodeOperationError', message: 'The node could not finish its work' },
  { status: 'error', error: 'Broken', name: 'NodeOperationError', message: 'Broken' },
  { status: 'crashed', name: 'WorkflowCrashedError', message: 'Workflow did not finish, possible out-of-memory issue' },
  { status: 'crashed', error: 'Broken', name: 'WorkflowCrashedError', message: 'Broken' },
  { status: 'canceled', name: 'WorkflowOperationError', message: 'The execution was canceled' },
]

for (const { status, error, name, message } of ERRORS) {
  const ended = `with the status ${status} and the error ${JSON.stringify(error)}`
  test(`an execution ${ended} tells ${name}: ${message}`, async () => {
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
}
