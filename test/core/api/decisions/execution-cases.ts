import { field } from '../world.ts'
import { fieldsOf, type Observation } from './observation.ts'

export const executionCases = {
  executionIds: {
    fixture: {
      workflows: [{ id: '1', name: 'x' }],
      executions: [retried(3, { retrySuccessId: 4 }), retried(4, { retryOf: '3' })],
    },
    async observe(at) {
      const list = field(await at.request('GET', '/api/v1/executions'), 'data') as Record<string, unknown>[]
      const deleted = await at.request('DELETE', '/api/v1/executions/4')
      const one = await at.request('GET', '/api/v1/executions/3')
      return [list.map(item => [item.id, item.retryOf]), field(one, 'retrySuccessId'), field(deleted, 'id')]
    },
    contract: [
      [
        [4, 3],
        [3, null],
      ],
      4,
      4,
    ],
    'n8n-1.41': [
      [
        ['4', '3'],
        ['3', null],
      ],
      '4',
      4,
    ],
  },
  executionWorkflowId: {
    fixture: {
      workflows: [
        { id: '12', name: 'x' },
        { id: 'a12', name: 'y' },
        { id: '012', name: 'z' },
      ],
      executions: ['12', 'a12', '012'].map(workflowId => ({ workflowId, status: 'success' })),
    },
    async observe(at) {
      const items = field(await at.request('GET', '/api/v1/executions'), 'data') as { workflowId: unknown }[]
      return items.map(item => item.workflowId)
    },
    contract: ['012', 'a12', 12],
    'n8n-1.41': ['012', 'a12', '12'],
  },
  runForm: {
    async observe(at) {
      const { body } = await at.request('GET', '/api/v1/executions/2?includeData=true')
      const { data } = body as { data: { resultData: { runData: Record<string, object[]> } } }
      const [runs = []] = Object.values(data.resultData.runData)
      return [Object.keys(data), Object.keys(runs[0] ?? {})]
    },
    contract: [
      ['startData', 'resultData', 'executionData'],
      ['startTime', 'executionTime', 'source', 'executionStatus', 'error'],
    ],
    'n8n-1.41': [
      ['startData', 'resultData', 'executionData'],
      ['startTime', 'executionTime', 'source', 'executionStatus', 'error'],
    ],
  },
  executionExtras: {
    async observe(at) {
      const [item] = field(await at.request('GET', '/api/v1/executions?limit=1&includeData=true'), 'data') as object[]
      const one = await at.request('GET', '/api/v1/executions/1')
      const whole = await at.request('GET', '/api/v1/executions/1?includeData=true')
      const deleted = await at.request('DELETE', '/api/v1/executions/1')
      return [fieldsOf(item), fieldsOf(one.body), fieldsOf(whole.body), fieldsOf(deleted.body)]
    },
    contract: [fieldsWith('data'), fieldsWith(), fieldsWith('data'), fieldsWith()],
    'n8n-1.41': [
      fieldsWith('data', 'workflowData'),
      fieldsWith('status', 'deletedAt'),
      fieldsWith('status', 'deletedAt', 'data', 'workflowData'),
      fieldsWith('status', 'deletedAt'),
    ],
  },
  runningCountsAsNext: {
    fixture: {
      workflows: [{ id: '1', name: 'x' }],
      executions: [
        { id: 1, workflowId: '1', status: 'running' },
        { id: 2, workflowId: '1', status: 'success' },
      ],
    },
    async observe(at) {
      const cursor = field(await at.request('GET', '/api/v1/executions?limit=1'), 'nextCursor')
      if (cursor === null) return 'no next page'
      return (await at.request('GET', `/api/v1/executions?cursor=${cursor}`)).body
    },
    contract: 'no next page',
    'n8n-1.41': { data: [], nextCursor: null },
  },
  absentAsNull: {
    async observe(at) {
      const running = await at.request('GET', '/api/v1/executions/4')
      const pending = await at.request('GET', '/api/v1/users/paul@example.com')
      const names = [field(pending, 'firstName'), field(pending, 'lastName')]
      return [field(running, 'mode'), field(running, 'stoppedAt'), field(pending, 'email'), ...names]
    },
    contract: ['webhook', undefined, 'paul@example.com', undefined, undefined],
    'n8n-1.41': ['webhook', null, 'paul@example.com', null, null],
  },
} satisfies Record<string, Observation>

function retried(id: number, more: object) {
  return { id, workflowId: '1', status: 'success' as const, ...more }
}

function fieldsWith(...names: string[]) {
  const always = ['finished', 'id', 'mode', 'retryOf', 'retrySuccessId', 'startedAt', 'stoppedAt']
  return [...always, 'waitTill', 'workflowId', ...names].sort()
}
