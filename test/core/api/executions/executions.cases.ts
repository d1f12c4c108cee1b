import type { Fixture } from '../../../../src/index.ts'
import { message } from '../../../case.ts'
import type { MeasuredCase, OperationId } from '../../../checks/conformance/case.ts'
import { cursor, like } from '../../../checks/conformance/match.ts'

const STARTED = '2026-01-01T00:00:00.000Z'
const ran = (id: number, status: string, more: object = {}) => ({
  id,
  workflowId: 'w1',
  status,
  mode: 'webhook',
  startedAt: STARTED,
  ...more,
})
const DATA = { startData: {}, resultData: { runData: {}, lastNodeExecuted: 'Hook' } }

/** Executions of all kinds, of a workflow of the owner and of one of a member. */
const fixture = {
  users: [
    { email: 'owner@example.com', role: 'global:owner' },
    { email: 'mia@example.com', apiKey: 'member-key' },
  ],
  workflows: [
    { id: 'w1', name: 'First' },
    { id: 'w2', name: 'Second', owner: 'mia@example.com' },
  ],
  executions: [
    ran(1, 'success', { data: DATA, workflowData: { id: 'w1', name: 'First' } }),
    ran(2, 'error', { retrySuccessId: 8 }),
    ran(3, 'waiting', { waitTill: '3000-01-01T00:00:00.000Z' }),
    ran(4, 'crashed'),
    ran(5, 'canceled'),
    ran(6, 'running'),
    ran(7, 'success', { workflowId: 'w2', mode: 'manual' }),
    ran(8, 'success', { mode: 'retry', retryOf: 2 }),
  ],
} as Fixture
const MEMBER = { key: 'member-key' }

const item = (id: string, more: object = {}) => ({
  id,
  finished: true,
  mode: 'webhook',
  retryOf: null,
  retrySuccessId: null,
  startedAt: STARTED,
  stoppedAt: STARTED,
  workflowId: 'w1',
  waitTill: null,
  ...more,
})
const single = (id: string | number, status: string, more: object = {}) => ({
  ...item(''),
  id,
  status,
  finished: status === 'success',
  deletedAt: null,
  ...more,
})
const ids = (...wanted: string[]) => wanted.map(id => like({ id }))
const page = (wanted: string[], nextCursor: unknown = null) => ({ data: ids(...wanted), nextCursor })
const cursorFor = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))

const LISTS: [query: string, wanted: string[], next?: unknown][] = [
  ['', ['8', '7', '5', '4', '3', '2', '1']],
  ['?status=success', ['8', '7', '1']],
  ['?status=error', ['4', '2']],
  ['?status=waiting', ['3']],
  ['?workflowId=w2', ['7']],
  ['?workflowId=nobody', []],
  ['?workflowId=w1&status=success', ['8', '1']],
  ['?limit=2', ['8', '7'], cursor({ lastId: '7', limit: 2 })],
  ['?limit=6', ['8', '7', '5', '4', '3', '2'], cursor({ lastId: '2', limit: 6 })],
  ['?limit=7', ['8', '7', '5', '4', '3', '2', '1']],
  ['?limit=0', ['8', '7', '5', '4', '3', '2', '1']],
  ['?limit=-1', ['8', '7', '5', '4', '3', '2', '1']],
  [`?cursor=${cursorFor({ lastId: '4', limit: 2 })}`, ['3', '2'], cursor({ lastId: '2', limit: 2 })],
  [`?limit=1&cursor=${cursorFor({ lastId: '4', limit: 2 })}`, ['3', '2'], cursor({ lastId: '2', limit: 2 })],
  [`?status=success&cursor=${cursorFor({ lastId: '7', limit: 2 })}`, ['1']],
  [`?cursor=${cursorFor({ lastId: '999', limit: 1 })}`, ['8'], cursor({ lastId: '8', limit: 1 })],
  [`?cursor=${cursorFor({ lastId: 4, limit: 9 })}`, ['3', '2', '1']],
  [`?cursor=${cursorFor({ lastId: '0', limit: 2 })}`, []],
  [`?cursor=${cursorFor({ offset: 3, limit: 1 })}`, ['8'], cursor({ lastId: '8', limit: 1 })],
]

const list: MeasuredCase[] = LISTS.map(([query, wanted, next]) => ({
  operation: 'getExecutions',
  name: `${decodeURIComponent(query) || 'all'}: ${wanted.join(' ') || 'none'}`,
  fixture,
  ask: ['GET', `/executions${query}`],
  status: 200,
  body: page(wanted, next ?? null),
}))

const one = (operation: OperationId, id: string, name: string, body: unknown): MeasuredCase => ({
  operation,
  name,
  fixture,
  status: 200,
  body,
  ask: [operation === 'deleteExecution' ? 'DELETE' : 'GET', `/executions/${id}`],
})
const unknown = (operation: OperationId, id: string): MeasuredCase => ({
  operation,
  name: `the unknown id ${id}`,
  fixture,
  status: 404,
  body: message('Not Found'),
  ask: [operation === 'deleteExecution' ? 'DELETE' : 'GET', `/executions/${id}`],
})

export const executionCases: MeasuredCase[] = [
  ...list,
  {
    operation: 'getExecutions',
    name: 'when only a running one is left, there is another page, and it is empty',
    fixture: { workflows: [{ id: 'w1', name: 'x' }], executions: [ran(1, 'running'), ran(2, 'success')] } as Fixture,
    ask: ['GET', '/executions?limit=1'],
    status: 200,
    body: page(['2'], cursor({ lastId: '2', limit: 1 })),
  },
  {
    operation: 'getExecutions',
    name: 'items have nine fields',
    fixture,
    ask: ['GET', '/executions?workflowId=w2'],
    status: 200,
    body: { data: [item('7', { mode: 'manual', workflowId: 'w2' })], nextCursor: null },
  },
  {
    operation: 'getExecutions',
    name: 'with data: the workflow as it ran, too',
    fixture,
    ask: ['GET', `/executions?includeData=true&cursor=${cursorFor({ lastId: '2', limit: 1 })}`],
    status: 200,
    body: { data: [item('1', { data: DATA, workflowData: like({ name: 'First' }) })], nextCursor: null },
  },
  ...['running', 'canceled', 'crashed', 'failed', 'x'].map(
    (status): MeasuredCase => ({
      operation: 'getExecutions',
      name: `the status ${status} is no filter`,
      status: 400,
      ask: ['GET', `/executions?status=${status}`],
      body: message('request/query/status must be equal to one of the allowed values: error, success, waiting'),
    }),
  ),
  ...['1', 'TRUE', 'yes'].map(
    (value): MeasuredCase => ({
      operation: 'getExecutions',
      name: `includeData=${value} is refused`,
      status: 400,
      ask: ['GET', `/executions?includeData=${value}`],
      body: message('request/query/includeData must be boolean'),
    }),
  ),
  {
    operation: 'getExecutions',
    name: 'a member sees the executions of the own workflows',
    fixture,
    status: 200,
    ask: ['GET', '/executions', undefined, MEMBER],
    body: page(['7']),
  },
  one('getExecution', '1', 'one that succeeded', single('1', 'success')),
  one('getExecution', '2', 'one that failed and was tried again', single('2', 'error', { retrySuccessId: '8' })),
  one('getExecution', '3', 'one that waits', single('3', 'waiting', { waitTill: '3000-01-01T00:00:00.000Z' })),
  one('getExecution', '5', 'one that was canceled', single('5', 'canceled')),
  one('getExecution', '6', 'one that runs', single('6', 'running', { stoppedAt: null })),
  one('getExecution', '8', 'one that tries again', single('8', 'success', { mode: 'retry', retryOf: '2' })),
  one(
    'getExecution',
    '1?includeData=true',
    'with data',
    single('1', 'success', { data: DATA, workflowData: like({ id: 'w1' }) }),
  ),
  one('deleteExecution', '2', 'one is answered with its id as a number', single(2, 'error', { retrySuccessId: '8' })),
  one('deleteExecution', '6', 'one that runs', single(6, 'running', { stoppedAt: null })),
  ...['999999', '0', '-1', '1.5', '0x999', '%20', '9999999999999999999999'].flatMap(id => [
    unknown('getExecution', id),
    unknown('deleteExecution', id),
  ]),
  ...['abc', 'null', '1abc'].map(
    (id): MeasuredCase => ({
      operation: 'getExecution',
      name: `the id ${id} is refused`,
      ask: ['GET', `/executions/${id}`],
      status: 400,
      body: message('request/params/id must be number'),
    }),
  ),
  {
    operation: 'getExecution',
    name: 'faults of query and path in one message',
    status: 400,
    ask: ['GET', '/executions/abc?includeData=1'],
    body: message('request/query/includeData must be boolean, request/params/id must be number'),
  },
  {
    operation: 'deleteExecution',
    name: 'includeData is refused',
    ask: ['DELETE', '/executions/1?includeData=true'],
    status: 400,
    body: message("Unknown query parameter 'includeData'"),
  },
  {
    operation: 'getExecution',
    name: "a member finds no other's",
    fixture,
    status: 404,
    ask: ['GET', '/executions/1', undefined, MEMBER],
    body: message('Not Found'),
  },
  {
    operation: 'deleteExecution',
    name: "a member deletes no other's",
    fixture,
    status: 404,
    ask: ['DELETE', '/executions/1', undefined, MEMBER],
    body: message('Not Found'),
  },
]
