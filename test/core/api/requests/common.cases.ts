import { message, type Step } from '../../../case.ts'
import {
  expected,
  type MeasuredCase,
  type OperationId,
  type ReferenceId,
  workflow,
} from '../../../checks/conformance/case.ts'

/** A request that each operation takes, as far as its form goes; none of them finds anything to change. */
const PATHS: Record<ReferenceId, Step> = {
  generateAudit: ['POST', '/audit'],
  createCredential: ['POST', '/credentials', {}],
  deleteCredential: ['DELETE', '/credentials/{run}nobody'],
  getCredentialSchema: ['GET', '/credentials/schema/githubApi'],
  getExecutions: ['GET', '/executions'],
  getExecution: ['GET', '/executions/9007199254740991'],
  deleteExecution: ['DELETE', '/executions/9007199254740991'],
  pull: ['POST', '/source-control/pull', { force: 'x' }],
  createTag: ['POST', '/tags', {}],
  getTags: ['GET', '/tags'],
  getTag: ['GET', '/tags/{run}nobody'],
  updateTag: ['PUT', '/tags/{run}nobody', {}],
  deleteTag: ['DELETE', '/tags/{run}nobody'],
  createWorkflow: ['POST', '/workflows', {}],
  getWorkflows: ['GET', '/workflows'],
  getWorkflow: ['GET', '/workflows/{run}nobody'],
  updateWorkflow: ['PUT', '/workflows/{run}nobody', workflow('x')],
  deleteWorkflow: ['DELETE', '/workflows/{run}nobody'],
  activateWorkflow: ['POST', '/workflows/{run}nobody/activate'],
  deactivateWorkflow: ['POST', '/workflows/{run}nobody/deactivate'],
  getWorkflowTags: ['GET', '/workflows/{run}nobody/tags'],
  updateWorkflowTags: ['PUT', '/workflows/{run}nobody/tags', []],
  getUsers: ['GET', '/users'],
  getUser: ['GET', '/users/nobody@example.com'],
}
const WITH_BODY: ReferenceId[] = [
  ...(['createCredential', 'pull', 'createTag', 'updateTag', 'createWorkflow', 'updateWorkflow'] as const),
  'updateWorkflowTags',
]
/** The operations that 2.41 checks as 1.41 does. */
export const OLD_FAMILY: readonly string[] = ['generateAudit', 'getUsers', 'getUser']
const PAGED = { getTags: '/tags', getWorkflows: '/workflows', getUsers: '/users', getExecutions: '/executions' }

const perOperation = Object.entries(PATHS).flatMap(([operation, [method, path, body]]): MeasuredCase[] => {
  const own = { operation: operation as OperationId }
  const ask = (how: Step[3], more = ''): Step => [method, `${path}${more}`, body, how]
  const isOld = OLD_FAMILY.includes(operation)
  const required = { status: 401, body: message("'X-N8N-API-KEY' header required") }
  const current = isOld ? {} : { answers: { 'n8n-2.41': { status: 401, body: message('Unauthorized') } } }
  return [
    { ...own, name: 'without a key', ask: ask({ key: null }), ...required, ...current },
    { ...own, name: 'with an empty key', ask: ask({ key: '' }), ...required, ...current },
    {
      ...own,
      name: 'with a wrong key',
      ask: ask({ key: 'wrong' }),
      ...current,
      status: 401,
      body: message('unauthorized'),
    },
    {
      ...own,
      name: 'with an unknown query parameter',
      ...(isOld ? {} : { in: ['n8n-1.41'] }),
      ask: ask({}, '?foo=1'),
      status: 400,
      body: message("Unknown query parameter 'foo'"),
    },
    {
      ...own,
      ...(operation === 'deleteCredential' ? { in: ['n8n-1.41'] } : {}),
      name: 'with the method PATCH, without a key too',
      ask: ['PATCH', path, undefined, { key: null }],
      status: 405,
      body: message('PATCH method not allowed'),
    },
  ]
})

/** The current version refuses a pull without a licence before it looks at a body. */
const only141 = (operation: OperationId): Pick<MeasuredCase, 'in'> => (operation === 'pull' ? { in: ['n8n-1.41'] } : {})

const types = WITH_BODY.flatMap(operation => {
  const [method, path] = PATHS[operation]
  const refused = (type: string | undefined, sent?: string): MeasuredCase => ({
    operation,
    ...only141(operation),
    name: `${sent === undefined ? 'no body' : 'a body'} of type ${type ?? 'none'} is refused`,
    ask: [method, path, sent, type === undefined ? {} : { headers: { 'content-type': type } }],
    status: 415,
    body: message(`unsupported media type ${type?.split(';')[0]}`),
  })
  return [
    refused(undefined),
    ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'].map(
      type => refused(type, 'x'),
    ),
  ]
})

const malformed = WITH_BODY.map((operation): MeasuredCase => {
  const [method, path] = PATHS[operation]
  return {
    operation,
    ...only141(operation),
    name: 'malformed JSON is refused',
    status: 400,
    ask: [method, path, '{"a":', { headers: { 'content-type': 'application/json' } }],
    insteadOf: '500 and an HTML page',
  }
})

const NO_INTEGER = 'request/query/limit Param `limit` must be a valid integer'
const BAD_CURSOR = 'An invalid cursor was provided'
const answered = (current: string | 200) =>
  current === 200 ? { status: 200 } : { status: 400, body: message(current) }

const limits = Object.entries(PAGED).flatMap(([operation, path]) =>
  (
    [
      { limit: '251', text: 'request/query/limit must be <= 250', current: 200 },
      { limit: '1000', text: 'request/query/limit must be <= 250', current: 200 },
      { limit: 'abc', text: 'request/query/limit must be number', current: NO_INTEGER },
      { limit: 'null', text: 'request/query/limit must be number', current: NO_INTEGER },
      { limit: 'NaN', text: 'request/query/limit must be number', current: NO_INTEGER },
      { limit: '', text: "Empty value found for query parameter 'limit'", current: 200 },
      {
        limit: '1&limit=2',
        text: 'request/query/limit must be number',
        current: 'request/query/limit Expected string, received array',
      },
      {
        limit: '+5',
        text: "Parameter 'limit' must be url encoded. Its value may not contain reserved characters.",
        current: 200,
      },
      { limit: '1&cursor=garbage', text: BAD_CURSOR, current: BAD_CURSOR },
      { limit: '1&cursor=bnVsbA%3D%3D', text: BAD_CURSOR, current: BAD_CURSOR },
      { limit: '1&cursor=NQ%3D%3D', text: BAD_CURSOR, current: BAD_CURSOR },
      { limit: '1&cursor=ImEi', text: BAD_CURSOR, current: BAD_CURSOR },
      {
        limit: '1&cursor=a!b',
        text: "Parameter 'cursor' must be url encoded. Its value may not contain reserved characters.",
        current: BAD_CURSOR,
      },
      {
        limit: '1.5',
        text: 'request/query/limit must be integer',
        current: 200,
        insteadOf: "400 and a database's own error text",
      },
    ] as { limit: string; text: string; current: string | 200; insteadOf?: string }[]
  ).map(
    ({ limit, text, current, insteadOf }): MeasuredCase => ({
      operation: operation as OperationId,
      name: `limit=${limit} is refused`,
      ask: ['GET', `${path}?limit=${limit}`],
      status: 400,
      body: message(text),
      ...(operation === 'getUsers' ? {} : { answers: { 'n8n-2.41': answered(current) } }),
      ...(insteadOf ? { insteadOf } : {}),
    }),
  ),
)

const routing: MeasuredCase[] = [
  ...['/nope', '/workflows/a/b/c', '//tags', '/credentials/schema/a/b'].map(
    (path): MeasuredCase => ({
      operation: 'common',
      name: `the unknown path ${path}, without a key`,
      ask: ['GET', path, undefined, { key: null }],
      status: 404,
      body: message('not found'),
    }),
  ),
  ...(
    [
      ['/credentials', { status: 200 }],
      ['/credentials/abc', { status: 404, body: message('Credential not found') }],
      ['/credentials/schema', { status: 404, body: message('Credential not found') }],
      ['/audit'],
      ['/source-control/pull'],
      ['/workflows/abc/activate', { status: 404, body: message('Version not found') }],
    ] as const
  ).map(
    ([path, answer]): MeasuredCase => ({
      operation: 'common',
      name: `GET ${path}`,
      ask: ['GET', path],
      status: 405,
      body: message('GET method not allowed'),
      ...(answer ? { answers: { 'n8n-2.41': answer } } : {}),
    }),
  ),
  ...['/TAGS', '/Tags/', '/tags/'].map(
    (path): MeasuredCase => ({
      operation: 'common',
      name: `${path} is /tags`,
      ask: ['GET', `${path}?limit=1`],
      status: 200,
    }),
  ),
  ...['/tags/%E0%A4%A', '/workflows/%E0%A4%A'].map(
    (path): MeasuredCase => ({
      operation: 'common',
      name: `the bad escape in ${path}`,
      ask: ['GET', path],
      status: 400,
      body: message("malformed uri'"),
    }),
  ),
  ...(['authorization', 'x-api-key', 'cookie'] as const).map(
    (header): MeasuredCase => ({
      operation: 'common',
      name: `a key in the header ${header} is none`,
      status: 401,
      ask: ['GET', '/tags', undefined, { key: null, headers: { [header]: 'Bearer key' } }],
    }),
  ),
  ...['"text"', '5', '[1]'].map(
    (body): MeasuredCase => ({
      operation: 'common',
      name: `the body ${body} is no object`,
      status: 400,
      ask: ['POST', '/tags', body, { headers: { 'content-type': 'application/json' } }],
      body: message('request/body must be object'),
      answers: { 'n8n-2.41': { status: 400, body: message(expected('', 'object', JSON.parse(body))) } },
    }),
  ),
  ...['', 'null'].map(
    (body): MeasuredCase => ({
      operation: 'common',
      name: `the body '${body}' is an empty object`,
      status: 400,
      ask: ['POST', '/tags', body, { headers: { 'content-type': 'application/json' } }],
      body: message("request/body must have required property 'name'"),
    }),
  ),
]

export const commonCases: MeasuredCase[] = [...perOperation, ...types, ...malformed, ...limits, ...routing]
