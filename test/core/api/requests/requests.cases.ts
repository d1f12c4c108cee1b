import type { Fixture } from '../../../../src/index.ts'
import { message } from '../../../case.ts'
import type { MeasuredCase, OperationId } from '../../../checks/conformance/case.ts'
import { OLD_FAMILY } from './common.cases.ts'

const OWNER = 'olga@example.com'
const PAST = '2020-01-01T00:00:00.000Z'
/** The owner with a key of each kind, and a member. */
const fixture = {
  users: [
    { email: OWNER, firstName: 'Olga', lastName: 'Owner', role: 'global:owner' },
    { email: 'mia@example.com', apiKey: 'member-key' },
  ],
  apiKeys: [
    { user: OWNER, label: 'read', key: 'read-key', scopes: ['workflow:read', 'workflow:list'] },
    { user: OWNER, label: 'short', key: 'short-key', scopes: ['tag:list'] },
    { user: OWNER, label: 'expired', key: 'expired-key', expiresAt: PAST },
    { user: OWNER, label: 'later', key: 'later-key', expiresAt: '3000-01-01T00:00:00.000Z' },
  ],
  workflows: [{ id: 'w', name: 'W' }],
} as Fixture

const FORBIDDEN = { status: 403, body: message('Forbidden') }

const keys: MeasuredCase[] = (
  [
    { operation: 'getWorkflows', ask: ['GET', '/workflows'], key: 'read-key', status: 200 },
    { operation: 'getWorkflow', ask: ['GET', '/workflows/w'], key: 'read-key', status: 200 },
    { operation: 'deleteWorkflow', ask: ['DELETE', '/workflows/w'], key: 'read-key', ...FORBIDDEN },
    { operation: 'createWorkflow', ask: ['POST', '/workflows', { bad: 'body' }], key: 'read-key', ...FORBIDDEN },
    {
      operation: 'createTag',
      ask: ['POST', '/tags', 'x', { headers: { 'content-type': 'text/plain' } }],
      key: 'read-key',
      ...FORBIDDEN,
    },
    { operation: 'getTags', ask: ['GET', '/tags'], key: 'short-key', status: 200 },
    { operation: 'getTag', ask: ['GET', '/tags/nobody'], key: 'short-key', ...FORBIDDEN },
    { operation: 'getExecution', ask: ['GET', '/executions/abc'], key: 'short-key', ...FORBIDDEN },
    { operation: 'getExecutions', ask: ['GET', '/executions?limit=abc'], key: 'short-key', ...FORBIDDEN },
    { operation: 'getCredentialSchema', ask: ['GET', '/credentials/schema/githubApi'], key: 'short-key', status: 200 },
    { operation: 'pull', ask: ['POST', '/source-control/pull'], key: 'short-key', ...FORBIDDEN },
    { operation: 'getUsers', ask: ['GET', '/users'], key: 'short-key', ...FORBIDDEN },
    {
      operation: 'getUser',
      ask: ['GET', '/users/abc'],
      key: 'short-key',
      status: 400,
      body: message('request/params/id must match format "identifier"'),
    },
    { operation: 'generateAudit', ask: ['POST', '/audit'], key: 'short-key', ...FORBIDDEN },
    { operation: 'getTags', ask: ['GET', '/tags'], key: 'later-key', status: 200 },
    { operation: 'getTags', ask: ['GET', '/tags'], key: 'expired-key', status: 401, body: message('Unauthorized') },
    { operation: 'getTags', ask: ['GET', '/tags'], key: 'n8n_api_0123', status: 401, body: message('Unauthorized') },
    { operation: 'getUsers', ask: ['GET', '/users'], key: 'expired-key', status: 401, body: message('unauthorized') },
    {
      operation: 'generateAudit',
      ask: ['POST', '/audit'],
      key: 'expired-key',
      status: 401,
      body: message('unauthorized'),
    },
  ] as (Pick<MeasuredCase, 'operation' | 'ask' | 'status' | 'body'> & { key: string })[]
).map(({ ask: [method, path, body, how], key, ...rest }) => ({
  ...rest,
  name: `${method} ${path} with the key ${key}: ${rest.status}`,
  fixture,
  ask: [method, path, body, { ...how, key }],
}))

const METHODS: [path: string, options: string][] = [
  ['/tags', 'GET, HEAD, POST'],
  ['/tags/nobody', 'DELETE, GET, HEAD, PUT'],
  ['/workflows', 'GET, HEAD, POST'],
  ['/workflows/nobody/activate', 'POST'],
  ['/workflows/nobody/tags', 'GET, HEAD, PUT'],
  ['/executions', 'GET, HEAD'],
  ['/executions/stop', 'DELETE, GET, HEAD, POST'],
  ['/executions/1/stop', 'POST'],
  ['/credentials/nobody', 'DELETE, GET, HEAD, PATCH'],
  ['/source-control/pull', 'POST'],
]

const methods: MeasuredCase[] = [
  ...METHODS.map(
    ([path, options]): MeasuredCase => ({
      operation: 'common',
      name: `OPTIONS ${path}, without a key`,
      status: 200,
      body: options,
      ask: ['OPTIONS', path, undefined, { key: null }],
    }),
  ),
  ...(
    [
      { method: 'HEAD', path: '/tags', status: 200, body: '' },
      { method: 'HEAD', path: '/tags/nobody', status: 404, body: '' },
      { method: 'HEAD', path: '/workflows?active=1', status: 400, body: '' },
      { method: 'HEAD', path: '/users', status: 405, body: '' },
      { method: 'OPTIONS', path: '/users', status: 405, body: message('OPTIONS method not allowed') },
      { method: 'OPTIONS', path: '/audit', status: 405, body: message('OPTIONS method not allowed') },
      { method: 'DELETE', path: '/tags', status: 405, body: message('DELETE method not allowed') },
      { method: 'GET', path: '/nope', status: 404, body: message('not found') },
    ] as const
  ).map(
    ({ method, path, status, body }): MeasuredCase => ({
      operation: 'common',
      name: `${method} ${path}: ${status}`,
      ask: [method, path],
      status,
      body,
    }),
  ),
]

const LISTS: [OperationId, string][] = [
  ['getTags', '/tags'],
  ['getWorkflows', '/workflows'],
  ['getExecutions', '/executions'],
  ['getUsers', '/users'],
]
const OLD_ONLY = [
  ['foo=1', "Unknown query parameter 'foo'"],
  ['cursor=', "Empty value found for query parameter 'cursor'"],
]
const NO_INTEGER = 'Param `limit` must be a valid integer'
const queries: MeasuredCase[] = LISTS.flatMap(([operation, path]): MeasuredCase[] => {
  const row = (query: string, status: number, text?: string): MeasuredCase => ({
    operation,
    name: `?${query}: ${status}`,
    ask: ['GET', `${path}?${query}`],
    status,
    ...(text === undefined ? {} : { body: message(text) }),
  })
  if (OLD_FAMILY.includes(operation)) return OLD_ONLY.map(([query = '', text]) => row(query, 400, text))
  return [
    ...['foo=1', 'cursor=', 'limit=9999', 'limit=2.7', 'limit=1e2', 'limit=0x10', 'limit=05', 'limit=%205'].map(query =>
      row(query, 200),
    ),
    row('limit=true', 400, `request/query/limit ${NO_INTEGER}`),
    row('limit=Infinity', 400, `request/query/limit ${NO_INTEGER}`),
    row('limit=-1', 400, 'request/query/limit Param `limit` must be a non-negative integer'),
    ...['[]', '{}', '{"limit":2}'].map(cursor =>
      operation === 'getTags'
        ? row(`cursor=${btoa(cursor)}`, 400, 'An invalid cursor was provided')
        : row(`cursor=${btoa(cursor)}`, 200),
    ),
    row('limit=abc&cursor=zzz', 400, `request/query/limit ${NO_INTEGER}`),
  ]
})

const workflowQueries: MeasuredCase[] = (
  [
    ['active=', 400, "request/query/active Invalid enum value. Expected 'true' | 'false', received ''"],
    ['active=true&active=false', 400, "request/query/active Expected 'true' | 'false', received array"],
    ['name=', 200],
    ['tags=', 200],
    ['offset=-1', 400, 'request/query/offset Param `offset` must be a non-negative integer'],
    ['offset=x', 400, 'request/query/offset Param `offset` must be a valid integer'],
    [
      'excludePinnedData=1',
      400,
      "request/query/excludePinnedData Invalid enum value. Expected 'true' | 'false', received '1'",
    ],
  ] as [string, number, string?][]
).map(([query, status, text]) => ({
  operation: 'getWorkflows',
  name: `?${query}: ${status}`,
  ask: ['GET', `/workflows?${query}`],
  status,
  ...(text === undefined ? {} : { body: message(text) }),
}))

const userQueries: MeasuredCase[] = (
  [
    ['offset=-1', 'request/query/offset must be >= 0'],
    ['offset=x', 'request/query/offset must be number'],
  ] as const
).map(([query, text]) => ({
  operation: 'getUsers',
  name: `?${query}: 400`,
  ask: ['GET', `/users?${query}`],
  status: 400,
  body: message(text),
}))

/** What is common to operations: keys with scopes and an expiry, HEAD and OPTIONS, queries. */
export const currentRequestCases: MeasuredCase[] = [...keys, ...methods, ...queries, ...workflowQueries, ...userQueries]
