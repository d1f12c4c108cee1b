import { expect, test } from 'bun:test'
import { asked, outcomeOf, startLicensed } from '../asked.ts'
import { IDS, KEYS, licensedPlace } from '../place.ts'

const TABLE = `/data-tables/${IDS.ownersTable}`
const UNKNOWN_TABLE = '/data-tables/abcdefghijklmnop'
const cursor = (fields: unknown) => `cursor=${encodeURIComponent(btoa(JSON.stringify(fields)))}`
const NANOID = 'request/params/dataTableId must match format "nanoid"'
const COLUMN = [
  "request/body must have required property 'name'",
  "request/body must have required property 'index'",
  'request/body must match a schema in anyOf',
].join(', ')

/** What 2.41.1 answered to the same request. */
interface Fact {
  request: string
  body?: unknown
  key?: string
  outcome: string
}

test.each<Fact>([
  {
    request: 'GET /executions/abc?includeData=1',
    outcome: '400 request/params/executionId must be a positive integer',
  },
  {
    request: 'PUT /workflows/nope?publishIfActive=yes',
    body: { name: 'a' },
    outcome: "400 request/body must have required property 'nodes'",
  },
  {
    request: 'POST /executions/stop',
    body: { status: [], startedAfter: 'x' },
    outcome: '400 request/body/status must include at least one status',
  },
])('the newer operations check path, body and query: $request', checked)

test.each<Fact>([
  {
    request: 'POST /data-tables/nope/rows',
    body: { data: [], returnType: 'x' },
    outcome: `400 ${NANOID}, request/body/data must NOT have fewer than 1 items`,
  },
  {
    request: 'PATCH /data-tables/nope',
    body: {},
    outcome: `400 ${NANOID}, request/body must have required property 'name'`,
  },
  {
    request: 'GET /data-tables/nope/rows?limit=x',
    outcome: '400 request/query/limit must be number',
  },
  {
    request: `PATCH /data-tables/nope/columns/${IDS.column}`,
    body: {},
    outcome: `400 ${NANOID}, ${COLUMN}`,
  },
  { request: `PATCH ${TABLE}/columns/${IDS.column}`, body: { type: 'number' }, outcome: `400 ${COLUMN}` },
  {
    request: `PATCH ${TABLE}/columns/${IDS.column}`,
    body: { name: '1', type: 'number' },
    outcome: '400 request/body must NOT have additional properties',
  },
])('the older ones name an error of query or path and one of the body: $request $body', checked)

test.each<Fact>([
  { request: 'GET /users?limit[a]=1', outcome: '400 request/query/limit must be number' },
  { request: 'GET /users?projectId[a]=1', outcome: '400 request/query/projectId must be string' },
  { request: 'GET /users?foo[a]=1', outcome: "400 Unknown query parameter 'foo'" },
  { request: 'GET /users?limit=&limit=1', outcome: '400 request/query/limit must be number' },
  { request: 'GET /users?limit=', outcome: "400 Empty value found for query parameter 'limit'" },
  { request: 'GET /users?=&=1', outcome: '200' },
])('the older ones read $request', checked)

test.each<Fact>([
  { request: 'GET /users?cursor=x', key: KEYS.scoped, outcome: '403 Forbidden' },
  { request: 'GET /users?limit=1.5', key: KEYS.scoped, outcome: '403 Forbidden' },
  { request: 'GET /users?limit=1.5&includeRole=1', outcome: '400 request/query/includeRole must be boolean' },
  { request: `GET ${TABLE}/rows?cursor=x`, key: KEYS.member, outcome: '403 Forbidden' },
  {
    request: `GET ${UNKNOWN_TABLE}/rows?cursor=x`,
    key: KEYS.member,
    outcome: '404 Data table with ID "abcdefghijklmnop" not found.',
  },
  { request: `GET ${TABLE}/rows?cursor=x&sortBy=n`, outcome: '400 An invalid cursor was provided' },
  {
    request: 'GET /workflows/nope/test-runs?cursor=x',
    key: KEYS.member,
    outcome: '404 Workflow with ID "nope" not found.',
  },
  { request: 'GET /workflows/nope/test-runs/1/test-cases?limit=1.5', outcome: '404 Test run not found' },
])('the older ones decide access before they read the page: $request', checked)

test.each<Fact>([
  { request: 'GET /data-tables?limit=1.5', outcome: '200' },
  { request: 'GET /data-tables?limit=1e999', outcome: '400 Param `limit` must be a valid integer' },
  { request: 'GET /data-tables?limit=-1.5', outcome: '400 Param `limit` must be a non-negative integer' },
  { request: `GET ${TABLE}/rows?limit=0.5`, outcome: '200' },
  { request: `GET ${TABLE}/rows?${cursor({ limit: 1.5, offset: 0 })}`, outcome: '200' },
  { request: `GET ${TABLE}/rows?${cursor({ limit: null, offset: null })}`, outcome: '200' },
  { request: `GET ${TABLE}/rows?${cursor({ limit: 'x' })}`, outcome: '400 Param `limit` must be a valid integer' },
  {
    request: `GET ${TABLE}/rows?${cursor({ offset: -1 })}`,
    outcome: '400 Param `offset` must be a non-negative integer',
  },
  { request: 'GET /data-tables?limit=1e99', outcome: '400 request/query/limit must be <= 250' },
  { request: 'GET /data-tables?limit=NaN', outcome: '400 request/query/limit must be number' },
  { request: 'GET /users?limit=1.5', outcome: '400 request/query/limit must be integer' },
  { request: 'GET /users?offset=1.5', outcome: '400 request/query/offset must be integer' },
])('the numbers of a page: $request', checked)

test.each<Fact>([
  {
    request: 'POST /users',
    body: [{ email: 'nobody' }],
    key: KEYS.scoped,
    outcome: '400 request/body/0/email must match format "email"',
  },
  { request: 'POST /users', body: [{ email: 'é@example.com' }], key: KEYS.scoped, outcome: '403 Forbidden' },
  { request: 'POST /users', body: [{ email: 'é@example.com' }], outcome: '400 Invalid email' },
  {
    request: 'POST /users',
    body: [{ email: `${'x'.repeat(65)}@example.com` }],
    outcome: '400 request/body/0/email must match format "email"',
  },
  { request: 'GET /users/é@example.com', outcome: '404 Could not find user with id: é@example.com' },
  { request: 'GET /users?projectId=members-project', key: KEYS.member, outcome: '200' },
  { request: 'GET /users?projectId=other-team', key: KEYS.member, outcome: '404 Project not found' },
])('an address or a project of users: $request $body', checked)

test.each<Fact>([
  { request: 'GET /executions?startedAfter=2026-01-01T00:00Z', outcome: '200' },
  { request: 'GET /executions?startedAfter=2024-02-29T00:00:00.5Z', outcome: '200' },
  {
    request: 'GET /executions?startedAfter=2025-02-29T00:00:00Z',
    outcome: '400 request/query/startedAfter Invalid datetime',
  },
  {
    request: 'GET /executions?startedAfter=2026-01-01T24:00:00Z',
    outcome: '400 request/query/startedAfter Invalid datetime',
  },
  {
    request: 'POST /executions/stop',
    body: { status: ['running'], startedBefore: '2026-02-30T00:00:00Z' },
    outcome: '400 request/body/startedBefore Invalid datetime',
  },
  {
    request: 'POST /executions/stop',
    body: { status: ['running'], startedAfter: '2026-01-01T00:00Z' },
    outcome: '200',
  },
])('a date: $request $body', checked)

const GRAPH = { name: 'a', nodes: [], connections: {}, settings: {} }
const NODE = { name: 'A', type: 'n8n-nodes-base.noOp', position: [0, 0] }
const DUPLICATE = '400 Workflow structure is invalid. nodes[1].name (duplicate_node_name): Duplicate node name "A"'

test.each<Fact>([
  {
    request: 'POST /workflows',
    body: { ...GRAPH, projectId: 'nope', parentFolderId: 'nope', nodes: [NODE, NODE] },
    outcome: '404 Project not found',
  },
  {
    request: 'POST /workflows',
    body: { ...GRAPH, projectId: 'other-team', nodes: [NODE, NODE] },
    key: KEYS.member,
    outcome: "403 You don't have the permissions to save the workflow in this project.",
  },
  { request: 'POST /workflows', body: { ...GRAPH, parentFolderId: 'nope', nodes: [NODE, NODE] }, outcome: DUPLICATE },
  {
    request: 'POST /workflows',
    body: { ...GRAPH, parentFolderId: 'nope', nodeGroups: [{ id: 'g', name: 'g', nodeIds: [] }] },
    outcome: '400 Group "g" has no members.',
  },
  {
    request: 'POST /workflows',
    body: { ...GRAPH, parentFolderId: 'nope' },
    outcome: '404 Could not find the folder: nope',
  },
  { request: 'POST /workflows', body: { ...GRAPH, parentFolderId: '0' }, outcome: '200' },
  { request: 'PUT /workflows/w-team', body: { ...GRAPH, parentFolderId: '0' }, outcome: '200' },
  {
    request: 'POST /workflows',
    body: { ...GRAPH, shared: 'x' },
    outcome: '400 request/body/shared Expected array, received string',
  },
  {
    request: 'PUT /workflows/w-owner',
    body: { ...GRAPH, shared: [{ role: 'x', createdAt: 'x' }] },
    outcome: '400 request/body/shared/0/createdAt is read-only',
  },
  {
    request: 'PUT /workflows/w-owner',
    body: { ...GRAPH, shared: [{ role: 'x', user: 'x' }] },
    outcome: "400 request/body/shared/0 Unrecognized key(s) in object: 'user'",
  },
  { request: 'PUT /workflows/w-owner', body: { ...GRAPH, shared: [{ project: { icon: 1, foo: 1 } }] }, outcome: '200' },
])('a workflow goes through project, graph, groups and folder: $request $body', checked)

const DATA = { user: 'u', password: 'p' }
const UNKNOWN_FIELD = '400 request.body.data is not allowed to have the additional property "x"'
const NAME_LENGTH = '400 Credential name must be 3 to 128 characters long.'

test.each<Fact>([
  { request: 'PATCH /credentials/c-owner', body: { isGlobal: true, data: { x: 1 } }, outcome: UNKNOWN_FIELD },
  { request: 'PATCH /credentials/c-owner', body: { name: 'x', data: { x: 1 } }, outcome: UNKNOWN_FIELD },
  {
    request: 'PATCH /credentials/c-owner',
    body: { isResolvable: true, type: 'githubApi' },
    outcome:
      '400 req.body.data is required when changing credential type. The existing data cannot be used with the new type.',
  },
  {
    request: 'PATCH /credentials/c-owner',
    body: { isResolvable: true, name: 'x', data: DATA },
    outcome: '403 End-user credentials are not available in personal projects',
  },
  { request: 'PATCH /credentials/c-owner', body: { name: 'x', data: DATA }, outcome: NAME_LENGTH },
  { request: 'PATCH /credentials/c-owner', body: { name: 'x' }, outcome: '200' },
  {
    request: 'POST /credentials',
    body: { name: 'a', type: 'httpBasicAuth', data: DATA, projectId: 'other-team' },
    key: KEYS.member,
    outcome: "403 You don't have the permissions to save the credential in this project.",
  },
  {
    request: 'POST /data-tables',
    body: { name: 'a', columns: [], projectId: 'other-team' },
    key: KEYS.member,
    outcome: '403 Forbidden',
  },
  {
    request: 'POST /data-tables',
    body: { name: 'a', columns: [], projectId: 'nope' },
    key: KEYS.member,
    outcome: '400 Project with ID "nope" not found',
  },
  { request: 'POST /data-tables', body: { name: 'a', columns: [], projectId: '' }, key: KEYS.member, outcome: '201' },
])('a credential goes through data, licence and name, and others by project: $request $body', checked)

test.each<Fact>([
  { request: `GET /workflows?${cursor({ limit: 1 })}`, outcome: '200' },
  { request: `GET /workflows?${cursor({ lastId: 'x', limit: 2 })}`, outcome: '200' },
  { request: `GET /tags?${cursor({ limit: 1 })}`, outcome: '400 An invalid cursor was provided' },
  { request: `GET /executions?${cursor({ limit: 1.5 })}`, outcome: '200' },
  { request: `GET /executions?${cursor({ lastId: null })}`, outcome: '200' },
  { request: `GET /executions?${cursor({ lastId: 'x' })}`, outcome: '400 An invalid cursor was provided' },
  { request: 'GET /tags?limit[a]=1', outcome: '400 request/query/limit Expected string, received object' },
  {
    request: 'GET /workflows?active[a]=1',
    outcome: "400 request/query/active Expected 'true' | 'false', received object",
  },
  { request: 'GET /tags?foo[a]=1', outcome: '200' },
  {
    request: 'PUT /settings/log-streaming/destinations/x',
    body: [],
    outcome: '400 request/body must be object',
  },
])('a cursor or an object where the newer operations have none: $request', checked)

test.each([
  [{ limit: 1.5 }, ['5', '4']],
  [{ limit: 0 }, ['5']],
  [{ lastId: '', limit: 1 }, ['5']],
  [{ lastId: '4', limit: 'x' }, ['3', '2']],
  [{ lastId: 1.5 }, ['1']],
  [{ lastId: -1 }, []],
])('a cursor %j of executions beside a limit of 2 lists %j', async (fields, ids) => {
  await using instance = await startLicensed()
  const { body } = await asked(instance, `GET /executions?limit=2&${cursor(fields)}`)
  expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(ids)
})

test('who sees no workflow stops nothing, whichever workflow is named', async () => {
  const { workflows: _workflows, executions: _executions, ...rest } = licensedPlace
  await using instance = await startLicensed(rest)
  const { body } = await asked(instance, 'POST /executions/stop', { status: ['running'], workflowId: 'nope' })
  expect(body).toEqual({ stopped: 0 })
})

test('discover filters in any letter case', async () => {
  await using instance = await startLicensed()
  const { body } = await asked(instance, 'GET /discover?resource=dataTable&operation=LIST')
  expect(Object.keys((body as { data: { resources: object } }).data.resources)).toEqual(['datatable'])
})

test('GET of a workflow has the events of its version by kind, and publishing in their order', async () => {
  await using instance = await startLicensed()
  const eventsIn = ({ body }: { body: unknown }) =>
    (
      body as { activeVersion: { workflowPublishHistory: { event: string }[] } }
    ).activeVersion.workflowPublishHistory.map(({ event }) => event)
  await asked(instance, 'POST /workflows/w-owner/publish')
  const published = await asked(instance, 'POST /workflows/w-owner/publish')
  expect(eventsIn(published)).toEqual(['activated', 'deactivated', 'activated'])
  expect(eventsIn(await asked(instance, 'GET /workflows/w-owner'))).toEqual(['activated', 'activated', 'deactivated'])
})

test.each<Fact>([
  {
    request: 'POST /workflows',
    body: { ...GRAPH, staticData: 'x', pinData: 5, nodeGroups: 5 },
    outcome: '400 request/body/nodeGroups Expected array, received number',
  },
  {
    request: 'POST /workflows',
    body: { ...GRAPH, parentFolderId: 5, projectId: 5 },
    outcome: '400 request/body/projectId Expected string, received number',
  },
  {
    request: 'POST /credentials',
    body: { name: 'a', type: 'httpBasicAuth', data: {}, isGlobal: 1.5 },
    outcome: '200',
  },
])('the fields of a body are checked in their order: $request $body', checked)

test('a change with -1 removes the timeout, and a new workflow keeps it', async () => {
  await using instance = await startLicensed()
  const settings = { executionTimeout: -1 }
  const made = await asked(instance, 'POST /workflows', { ...GRAPH, settings })
  const { id, settings: first } = made.body as { id: string; settings: object }
  const { body } = await asked(instance, `PUT /workflows/${id}`, { ...GRAPH, settings })
  expect([first, (body as { settings: object }).settings]).toEqual([settings, {}])
})

async function checked({ request, body, key, outcome }: Fact) {
  await using instance = await startLicensed()
  expect(outcomeOf(await asked(instance, request, body, key))).toBe(outcome)
}
