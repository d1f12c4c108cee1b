import { describe, expect, test } from 'bun:test'
import { type RequestOptions, startInstance, type TestInstance } from '../../../../src/testing.ts'

const node = (type: string) => ({ id: 'a', name: 'N', type, typeVersion: 1, position: [0, 0], parameters: {} })
const graph = { nodes: [], connections: {} }
const NODE = 'n8n-nodes-base.noOp'

const start = () =>
  startInstance({
    profile: 'n8n-1.123',
    socket: false,
    fixture: {
      users: [{ email: 'mia@example.com', apiKey: 'member', role: 'global:member' }],
      workflows: [
        { id: '1', name: 'One', nodes: [node(NODE)], connections: {}, settings: { executionTimeout: 5 } },
        { id: '2', name: 'Two', nodes: [node('n8n-nodes-base.none')], connections: {} },
        { id: '3', name: 'Three', nodes: [node('n8n-nodes-base.githubTrigger')], connections: {} },
      ],
      executions: [
        { id: '1', workflowId: '1', status: 'success' },
        { id: '2', workflowId: '1', status: 'error' },
      ],
      credentials: [{ id: 'c', name: 'C', type: 'slackApi', data: {} }],
    } as never,
  })

const ask = (instance: TestInstance, method: string, path: string, body?: unknown, options?: RequestOptions) =>
  instance.request(method, `/api/v1${path}`, body, options)

const licence = (feature: string) =>
  `Your license does not allow for ${feature}. To enable ${feature}, please upgrade to a license that supports this feature.`
const moved = (what: string) => `Could not find ${what}. Make sure you have the permission to move it.`
const into = (what: string) =>
  `Could not find project with the id "x". Make sure you have the permission to create ${what} in it.`

test.each([
  {
    method: 'POST',
    path: '/executions/1/retry',
    status: 400,
    message: 'The execution succeeded, so it cannot be retried.',
  },
  { method: 'GET', path: '/variables?limit=x', status: 400, message: 'request/query/limit must be number' },
  { method: 'GET', path: '/variables?limit=251', status: 400, message: 'request/query/limit must be <= 250' },
  { method: 'GET', path: '/projects?limit=x', status: 400, message: 'request/query/limit must be number' },
  { method: 'GET', path: '/projects?cursor=x', status: 403, message: licence('feat:projectRole:admin') },
  {
    method: 'POST',
    path: '/executions/9/retry',
    status: 404,
    message: 'The execution with the ID "9" does not exist.',
  },
  {
    method: 'POST',
    path: '/workflows/2/activate',
    status: 400,
    message: 'Unrecognized node type: n8n-nodes-base.none',
  },
  { method: 'POST', path: '/workflows/3/activate', status: 400, message: 'Node does not have any credentials set' },
  {
    method: 'PUT',
    path: '/workflows/nope/transfer',
    body: { destinationProjectId: 'x' },
    status: 400,
    message: moved('workflow with the id "nope"'),
  },
  {
    method: 'PUT',
    path: '/workflows/1/transfer',
    body: { destinationProjectId: 'x' },
    status: 400,
    message: into('workflows'),
  },
  {
    method: 'PUT',
    path: '/credentials/nope/transfer',
    body: { destinationProjectId: 'x' },
    status: 400,
    message: moved('the credential with the id "nope"'),
  },
  {
    method: 'PUT',
    path: '/credentials/c/transfer',
    body: { destinationProjectId: 'x' },
    status: 400,
    message: into('credentials'),
  },
  { method: 'GET', path: '/projects', status: 403, message: licence('feat:projectRole:admin') },
  { method: 'GET', path: '/variables', status: 403, message: licence('feat:variables') },
  {
    method: 'POST',
    path: '/source-control/pull',
    body: {},
    status: 401,
    message: 'Source Control feature is not licensed',
  },
  {
    method: 'POST',
    path: '/workflows',
    body: { name: 3, connections: {} },
    status: 400,
    message: "request/body must have required property 'nodes'",
  },
  { method: 'POST', path: '/workflows/1/archive', status: 405, message: 'POST method not allowed' },
  { method: 'GET', path: '/insights/summary', status: 404, message: 'not found' },
  { method: 'GET', path: '/data-tables', status: 404, message: 'not found' },
  {
    method: 'GET',
    path: '/executions?status=crashed',
    status: 400,
    message:
      'request/query/status must be equal to one of the allowed values: canceled, error, running, success, waiting',
  },
  {
    method: 'POST',
    path: '/users',
    body: [{ email: 'new@example.com', role: 'global:admin' }],
    status: 400,
    message:
      'Cannot invite admin user without advanced permissions. Please upgrade to a license that includes this feature.',
  },
] satisfies { method: string; path: string; body?: unknown; status: number; message: string }[])(
  '$method $path with $body is refused as 1.123 does',
  async ({ method, path, body, status, message }) => {
    await using instance = await start()
    // a refused activation counts as a version of the workflow
    const state = () => JSON.stringify(instance.state()).replaceAll(/,"versionCounter":\d+/g, '')
    const before = state()
    const answer = await ask(instance, method, path, body)
    expect(answer.body).toMatchObject({ message })
    expect([answer.status, state()]).toEqual([status, before])
  },
)

const unknown = (what: string, id: string) => `${what} with ID "${id}" not found.`

test.each<[method: string, path: string, body: unknown]>([
  ['GET', '/workflows/x', undefined],
  ['PUT', '/workflows/x', { ...graph, name: 'X', settings: {} }],
  ['DELETE', '/workflows/x', undefined],
  ['POST', '/workflows/x/activate', undefined],
  ['POST', '/workflows/x/deactivate', undefined],
  ['GET', '/workflows/x/history', undefined],
  ['GET', '/workflows/x/tags', undefined],
  ['PUT', '/workflows/x/tags', []],
  ['PUT', '/workflows/x/transfer', { destinationProjectId: 'y' }],
  ['DELETE', '/credentials/x', undefined],
  ['PUT', '/credentials/x/transfer', { destinationProjectId: 'y' }],
])('%s %s: a member reads which one is unknown', async (method, path, body) => {
  await using instance = await start()
  const what = path.startsWith('/workflows') ? 'Workflow' : 'Credential'
  const answer = await ask(instance, method, path, body, { key: 'member' })
  expect([answer.status, answer.body]).toEqual([404, { message: unknown(what, 'x') }])
})

const EMPTY = { code: 'too_small', minimum: 1, type: 'string', inclusive: true, exact: false }
const NEW = { email: 'new@example.com' }
const MEMBER = { email: 'mia@example.com' }

test.each<[invitations: unknown[], status: number, body: unknown]>([
  [
    [NEW, { ...NEW, role: 'global:owner' }],
    400,
    { code: 'custom', message: 'This global role value is not assignable', path: [1, 'role'] },
  ],
  [
    [
      { ...NEW, role: '' },
      { ...NEW, role: 'global:owner' },
    ],
    400,
    { ...EMPTY, message: 'String must contain at least 1 character(s)', path: [0, 'role'] },
  ],
  [[{ ...NEW, role: 'global:chatUser' }], 400, { message: 'Role global:chatUser does not exist' }],
  [
    [
      { ...NEW, role: 'x' },
      { ...MEMBER, role: 'project:admin' },
    ],
    400,
    { message: 'Roles x, project:admin do not exist' },
  ],
  [[NEW, NEW], 400, { message: 'An error occurred during user creation' }],
  [[MEMBER, MEMBER], 201, []],
])('the invitations %j are answered with %d', async (invitations, status, body) => {
  await using instance = await start()
  const answer = await ask(instance, 'POST', '/users', invitations)
  expect([answer.status, answer.body]).toEqual([status, body as never])
  expect(instance.state().users).toHaveLength(2)
})

test.each(['false', '0', '""', 'null'])('the body %s counts as an empty object', async text => {
  await using instance = await start()
  const headers = { 'content-type': 'application/json', 'x-n8n-api-key': instance.apiKey }
  const answer = await instance.fetch('/api/v1/tags', { method: 'POST', headers, body: text })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { message: "request/body must have required property 'name'" },
  ])
})

const hook = {
  ...node('n8n-nodes-base.webhook'),
  id: 'hook',
  name: 'Hook',
  parameters: { path: 'orders' },
  webhookId: 'w',
}
const unread = (read: string) => `Cannot read properties of undefined (reading '${read}')`

test.each<[string, string, number, Record<string, unknown>, string | undefined]>([
  ['a version without code', 'set', 3.9, {}, unread('execute')],
  ['a version between others', 'set', 1.5, {}, unread('execute')],
  ['a disabled node in it', 'set', 3.9, { disabled: true }, unread('execute')],
  ['a version that the only code of a type is not for', 'mattermost', 1.5, {}, unread('execute')],
  ['a tool in a version without code', 'slackTool', 9.9, {}, unread('supplyData')],
  ['a type that is a tool', '@n8n/n8n-nodes-langchain.agentTool', 9, {}, unread('description')],
  ['a node that asks a person', 'slackHitlTool', 9.9, {}, 'Unrecognized node type: n8n-nodes-base.slackHitl'],
  ['the version 0', 'set', 0, {}, undefined],
  ['any version of a type with one code', 'noOp', 1.2, {}, undefined],
  ['any version of a tool of such a type', 'telegramTool', 9.9, {}, undefined],
])('what activation says of %s', async (_what, type, typeVersion, more, message) => {
  await using instance = await start()
  const named = type.includes('.') ? type : `n8n-nodes-base.${type}`
  const nodes = [hook, { ...node(named), ...more, typeVersion }]
  const { body } = await ask(instance, 'POST', '/workflows', { name: 'A', nodes, connections: {}, settings: {} })
  const answer = await ask(instance, 'POST', `/workflows/${Object(body).id}/activate`)
  expect([answer.status, Object(answer.body).message]).toEqual([message === undefined ? 200 : 400, message])
})

test('a workflow with a webhook is not activated in a time zone that does not exist, one without is', async () => {
  await using instance = await start()
  const make = async (type: string, timezone = 'Nowhere/X') => {
    const sent = {
      ...graph,
      name: 'Z',
      nodes: [{ ...node(type), parameters: { path: 'z' } }],
      settings: { timezone },
    }
    const { body } = await ask(instance, 'POST', '/workflows', sent)
    const answer = await ask(instance, 'POST', `/workflows/${Object(body).id}/activate`)
    return [answer.status, Object(answer.body).message]
  }
  expect(await make('n8n-nodes-base.webhook')).toEqual([
    400,
    'Expression evaluation failed: Invalid timezone: "Nowhere/X"',
  ])
  expect((await make('n8n-nodes-base.webhook', 'DEFAULT'))[0]).toBe(400)
  expect((await make('n8n-nodes-base.scheduleTrigger'))[0]).toBe(200)
})

test.each<[path: string, type: string]>([
  ['/API/v1/nope/<b>', 'text/html; charset=utf-8'],
  ['/api/v1/nope', 'application/json; charset=utf-8'],
  ['/nope', 'application/json; charset=utf-8'],
])('the unknown path %s is refused as %s', async (path, type) => {
  await using instance = await start()
  const answer = await instance.fetch(path, { method: 'POST' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type])
  expect(await answer.text()).not.toContain('<b>')
})

test('a licence is asked before the role, and members list users', async () => {
  await using instance = await start()
  const member = { key: 'member' }
  expect((await ask(instance, 'GET', '/projects', undefined, member)).body).toMatchObject({
    message: licence('feat:projectRole:admin'),
  })
  expect((await ask(instance, 'GET', '/users', undefined, member)).body).toMatchObject({ data: { length: 2 } })
})

test('a workflow gets settings where none are set, and keeps those that PUT does not name', async () => {
  await using instance = await start()
  const filled = { callerPolicy: 'workflowsFromSameOwner', availableInMCP: false }
  const made = await ask(instance, 'POST', '/workflows', { ...graph, name: 'Made', settings: {} })
  expect(made.body).toMatchObject({ settings: filled, isArchived: false, versionCounter: 1 })
  const put = await ask(instance, 'PUT', '/workflows/1', { ...graph, name: 'One', settings: { timezone: 'UTC' } })
  expect(put.body).toMatchObject({ settings: { executionTimeout: 5, timezone: 'UTC' } })
})

test('PUT removes a time zone that is DEFAULT and a timeout of -1, POST stores them', async () => {
  await using instance = await start()
  const settings = { timezone: 'DEFAULT', executionTimeout: -1, errorWorkflow: 'DEFAULT' }
  const made = await ask(instance, 'POST', '/workflows', { ...graph, name: 'Made', settings })
  expect(made.body).toMatchObject({ settings })
  const put = await ask(instance, 'PUT', `/workflows/${Object(made.body).id}`, { ...graph, name: 'Made', settings: {} })
  expect(Object.keys(Object(put.body).settings).sort()).toEqual(['availableInMCP', 'callerPolicy', 'errorWorkflow'])
})

test.each([
  { type: NODE, status: 400, versionCounter: 4 },
  { type: 'n8n-nodes-base.scheduleTrigger', status: 200, versionCounter: 6 },
])('a workflow of $type that is not active is no longer available to MCP clients', async expected => {
  await using instance = await start()
  const nodes = [node(expected.type)]
  const settings = { availableInMCP: true }
  const { body } = await ask(instance, 'POST', '/workflows', { name: 'M', nodes, connections: {}, settings })
  const path = `/workflows/${Object(body).id}`
  const { status } = await ask(instance, 'POST', `${path}/activate`)
  expect(status).toBe(expected.status)
  await ask(instance, 'POST', `${path}/deactivate`)
  const { settings: after, versionCounter } = (await ask(instance, 'GET', path)).body as Record<string, unknown>
  expect([after, versionCounter]).toMatchObject([{ availableInMCP: false }, expected.versionCounter])
})

test('a chat starts a workflow', async () => {
  await using instance = await start()
  const nodes = [{ ...node('@n8n/n8n-nodes-langchain.chatTrigger'), webhookId: 'chat' }]
  const { body } = await ask(instance, 'POST', '/workflows', { name: 'C', nodes, connections: {}, settings: {} })
  expect((await ask(instance, 'POST', `/workflows/${Object(body).id}/activate`)).status).toBe(200)
})

test('after a save that was refused, the version before it is activated', async () => {
  await using instance = await start()
  const nodes = [node('n8n-nodes-base.scheduleTrigger')]
  const { body } = await ask(instance, 'POST', '/workflows', { name: 'S', nodes, connections: {}, settings: {} })
  const path = `/workflows/${Object(body).id}`
  const steps = [
    ['POST', `${path}/activate`, undefined],
    ['PUT', path, { ...graph, name: 'S', settings: {} }],
    ['POST', `${path}/activate`, undefined],
  ] as const
  const statuses: number[] = []
  for (const [method, at, sent] of steps) statuses.push((await ask(instance, method, at, sent)).status)
  expect(statuses).toEqual([200, 400, 200])
})

test('without a workflow no execution is looked for', async () => {
  await using instance = await start()
  const retry = () => ask(instance, 'POST', '/executions/9/retry', undefined, { key: 'member' })
  expect((await retry()).body).toEqual({ message: 'Not Found' })
  await ask(instance, 'POST', '/workflows', { ...graph, name: 'Mine', settings: {} }, { key: 'member' })
  expect((await retry()).body).toEqual({ message: 'The execution with the ID "9" does not exist.' })
})

test('an execution in a list has its status, and is retried where it failed', async () => {
  await using instance = await start()
  expect((await ask(instance, 'GET', '/executions?status=error')).body).toMatchObject({
    data: [{ id: '2', status: 'error' }],
  })
  expect((await ask(instance, 'POST', '/executions/2/retry')).status).toBe(200)
})

test('a new key is a signed token that names its user', async () => {
  await using instance = await start()
  const { body } = await instance.request('POST', '/_control/keys', { user: 'mia@example.com' })
  const [head = '', claims = '', signature = ''] = String((body as { apiKey: string }).apiKey).split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(read(claims)).toEqual({
    sub: instance.state().users?.find(({ email }) => email === 'mia@example.com')?.id,
    iss: 'n8n',
    aud: 'public-api',
    iat: expect.any(Number),
  })
  expect(signature).toHaveLength(43)
})

describe('with a team project', () => {
  const [OLGA, MIA] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const AT = '2026-05-01T00:00:00.000Z'
  const startTeam = () =>
    startInstance({
      profile: 'n8n-1.123',
      socket: false,
      fixture: {
        users: [
          { id: MIA, email: 'mia@example.com', role: 'global:member', projectId: 'mias' },
          { id: OLGA, email: 'olga@example.com', role: 'global:owner', projectId: 'olgas' },
        ],
        projects: [{ id: 'team', name: 'Team', members: [{ user: MIA, role: 'project:editor' }] }],
        tags: [{ id: 't', name: 'T' }],
        workflows: [
          { id: '1', name: 'One', nodes: [], connections: {}, tags: ['T'], createdAt: AT, updatedAt: AT },
          { id: '2', name: 'Two', nodes: [], connections: {}, projectId: 'team' },
        ],
        executions: [
          { id: '1', workflowId: '1', status: 'success' },
          { id: '2', workflowId: '2', status: 'error' },
        ],
        credentials: [{ id: 'c', name: 'C', type: 'slackApi', data: {} }],
      } as never,
    })

  test.each([
    ['/users', [OLGA, MIA]],
    ['/users?projectId=team', [MIA]],
    ['/users?projectId=olgas', [OLGA]],
    ['/users?projectId=nope', []],
    ['/executions', ['2', '1']],
    ['/executions?workflowId=1', ['1']],
    ['/executions?projectId=team', ['2']],
    ['/executions?projectId=olgas', ['1']],
    ['/executions?projectId=nope', []],
    ['/workflows?projectId=team', ['2']],
  ])('GET %s lists %j', async (path, ids) => {
    await using instance = await startTeam()
    const { body } = await ask(instance, 'GET', path)
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(ids)
  })

  test('a workflow that is moved into it keeps its tags, and counts a write', async () => {
    await using instance = await startTeam()
    const moved = await ask(instance, 'PUT', '/workflows/1/transfer', { destinationProjectId: 'team' })
    expect([moved.status, moved.text]).toEqual([204, ''])
    const { body } = await ask(instance, 'GET', '/workflows/1')
    expect(body).toMatchObject({ name: 'One', tags: [{ id: 't' }], versionCounter: 2, createdAt: AT })
    expect(body).not.toMatchObject({ updatedAt: AT })
    expect(body).toMatchObject({ shared: [{ projectId: 'team', project: { name: 'Team', projectRelations: [] } }] })
  })

  test('a credential is moved into it', async () => {
    await using instance = await startTeam()
    const moved = await ask(instance, 'PUT', '/credentials/c/transfer', { destinationProjectId: 'team' })
    expect([moved.status, moved.text]).toEqual([204, ''])
    expect(instance.state().credentials).toMatchObject([{ id: 'c', projectId: 'team' }])
  })
})

test('a version of a workflow is read by its id, and shows the graph that was saved', async () => {
  await using instance = await start()
  const nodes = [node(NODE)]
  const made = await ask(instance, 'POST', '/workflows', { name: 'Made', nodes, connections: {}, settings: {} })
  const { id, versionId } = made.body as Record<string, string>
  expect((await ask(instance, 'GET', `/workflows/${id}/${versionId}`)).body).toEqual({
    updatedAt: expect.any(String),
    createdAt: expect.any(String),
    versionId,
    workflowId: id,
    nodes,
    connections: {},
    authors: expect.any(String),
    name: null,
    description: null,
  })
  for (const path of [`/workflows/${id}/nope`, `/workflows/nope/${versionId}`]) {
    const { status, body } = await ask(instance, 'GET', path)
    expect([status, body]).toEqual([404, { message: 'Version not found' }])
  }
})

describe('a workflow', () => {
  const hook = (path: string, more = {}) => ({ ...node('n8n-nodes-base.webhook'), parameters: { path }, ...more })
  const schedule = {
    ...node('n8n-nodes-base.scheduleTrigger'),
    parameters: { rule: { interval: [{ field: 'days' }] } },
  }
  const startHooks = () =>
    startInstance({
      profile: 'n8n-1.123',
      socket: false,
      fixture: {
        workflows: [
          { id: '1', name: 'One', nodes: [hook('a', { webhookId: 'a' })], connections: {} },
          { id: '2', name: 'Two', nodes: [hook('b', { webhookId: 'b' })], connections: {}, active: true },
          { id: '3', name: 'Three', nodes: [schedule], connections: {} },
          { id: '4', name: 'Four', nodes: [hook('d', { webhookId: 'd' })], connections: {}, isArchived: true },
        ],
      } as never,
    })
  const put = (nodes: unknown[]) => ({ name: 'Changed', nodes, connections: {}, settings: {} })
  const FIELDS = 'active activeVersionId connections createdAt id isArchived meta name nodes settings staticData '
  const ALL = `${FIELDS}triggerCount updatedAt versionId description pinData versionCounter`

  test.each([
    { method: 'GET', path: '/workflows/1', fields: `${ALL} activeVersion shared tags`, ofShare: 'project' },
    {
      method: 'GET',
      path: '/workflows/1?excludePinnedData=true',
      fields: `${ALL.replace(' pinData', '')} activeVersion shared tags`,
      ofShare: 'project',
    },
    {
      method: 'GET',
      path: '/workflows',
      fields: `${FIELDS}triggerCount updatedAt versionId pinData activeVersion shared tags`,
      ofShare: '',
    },
    { method: 'PUT', path: '/workflows/1', body: put([hook('a')]), fields: `${ALL} tags` },
    { method: 'POST', path: '/workflows/1/activate', fields: `${ALL} activeVersion` },
    { method: 'POST', path: '/workflows/2/activate', fields: `${ALL} activeVersion shared`, ofShare: 'project' },
    { method: 'POST', path: '/workflows/2/deactivate', fields: `${ALL} activeVersion shared`, ofShare: 'project' },
    { method: 'DELETE', path: '/workflows/1', fields: `${ALL} shared`, ofShare: 'project' },
    { method: 'POST', path: '/workflows', body: put([]), fields: ALL },
  ] satisfies { method: string; path: string; body?: unknown; fields: string; ofShare?: string }[])(
    '$method $path with $body shows these fields of it',
    async ({ method, path, body, fields, ofShare }) => {
      await using instance = await startHooks()
      const { status, body: answer } = await ask(instance, method, path, body)
      const page = answer as { data?: Record<string, unknown>[] }
      const shown = page.data?.[0] ?? (answer as Record<string, unknown>)
      expect([status, Object.keys(shown).sort()]).toEqual([200, fields.split(' ').sort()])
      const [share] = (shown.shared ?? []) as object[]
      const names = `createdAt projectId role updatedAt workflowId ${ofShare}`.trim().split(' ').sort()
      if (ofShare !== undefined) expect(Object.keys(share ?? {}).sort()).toEqual(names)
    },
  )

  test('that is active runs as it was saved last, and stops where that cannot run', async () => {
    await using instance = await startHooks()
    const read = async () => (await ask(instance, 'GET', '/workflows/2')).body as Record<string, unknown>
    const saved = await ask(instance, 'PUT', '/workflows/2', put([hook('b', { webhookId: 'b' })]))
    const { versionId } = saved.body as Record<string, unknown>
    expect(await read()).toMatchObject({ active: true, versionId, activeVersionId: versionId, versionCounter: 3 })
    const { status, body } = await ask(instance, 'PUT', '/workflows/2', put([]))
    expect([status, body]).toEqual([
      400,
      {
        message:
          'Workflow "Changed" (ID: 2) has no node to start the workflow - at least one trigger, poller or webhook node is required',
      },
    ])
    const stopped = { active: false, activeVersionId: null, versionId, nodes: [], name: 'Changed', versionCounter: 5 }
    expect(await read()).toMatchObject(stopped)
  })

  test('with a schedule counts one write more when it is activated: what its trigger stores', async () => {
    await using instance = await startHooks()
    const counted = async (id: string) => {
      await ask(instance, 'POST', `/workflows/${id}/activate`)
      return ((await ask(instance, 'GET', `/workflows/${id}`)).body as { versionCounter: number }).versionCounter
    }
    expect([await counted('1'), await counted('3')]).toEqual([3, 4])
  })

  test('that a fixture archived is saved and activated as any other', async () => {
    await using instance = await startHooks()
    const saved = await ask(instance, 'PUT', '/workflows/4', put([hook('d', { webhookId: 'd' })]))
    const { status } = await ask(instance, 'POST', '/workflows/4/activate')
    expect([saved.status, status]).toEqual([200, 200])
  })

  test('is not dated by its activation, and keeps static data that is a list', async () => {
    await using instance = await startHooks()
    const saved = await ask(instance, 'PUT', '/workflows/1', { ...put([hook('a')]), staticData: '[1]' })
    const { updatedAt } = saved.body as Record<string, unknown>
    await instance.clock.advance('1d')
    for (const step of ['activate', 'deactivate']) {
      expect((await ask(instance, 'POST', `/workflows/1/${step}`)).body).toMatchObject({ updatedAt, staticData: [1] })
    }
  })

  test('keeps a webhook without an id as it was sent', async () => {
    await using instance = await startHooks()
    const { body } = await ask(instance, 'POST', '/workflows', put([hook('c')]))
    expect(body).toMatchObject({ nodes: [hook('c')] })
    expect(JSON.stringify(body)).not.toContain('webhookId')
  })
})

test('a deleted credential is shown without an id, users without their roles', async () => {
  await using instance = await start()
  expect((await ask(instance, 'DELETE', '/credentials/c')).body).toEqual({
    updatedAt: expect.any(String),
    createdAt: expect.any(String),
    name: 'C',
    type: 'slackApi',
    isManaged: false,
    isGlobal: false,
  })
  const roles = async (query: string) =>
    ((await ask(instance, 'GET', `/users${query}`)).body as { data: { role?: string }[] }).data.map(({ role }) => role)
  expect(await roles('')).toEqual([undefined, undefined])
  expect((await roles('?includeRole=true')).sort()).toEqual(['global:member', 'global:owner'])
})
