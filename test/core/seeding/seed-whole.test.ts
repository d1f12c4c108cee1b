import { expect, test } from 'bun:test'
import type { Fixture } from '../../../src/index.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { stateOf, world } from '../api/world.ts'
import { column, key, OWNER, TEAM, table, version } from './seed-pieces.ts'

const ANN = '55555555-5555-4555-8555-555555555555'
const OLGA = '11111111-1111-4111-8111-111111111111'
const day = (number: number) => `2026-02-0${number}T00:00:00.000Z`
const dates = { createdAt: day(1), updatedAt: day(2) }
const seed = (instance: TestInstance, fixture: unknown) => instance.request('POST', '/_control/seed', fixture)

const GRAPH = {
  nodes: [{ id: 'n', name: 'N' }],
  connections: { N: { main: [[{ node: 'N', type: 'main', index: 0 }]] } },
  nodeGroups: [{ id: 'g', name: 'G', nodeIds: ['n'] }],
}
const VERSION = { ...GRAPH, authors: 'A', name: 'V', description: 'D', autosaved: true, ...dates }

/** Every field of every collection, each with another value than it has where it is left out. */
const WHOLE = {
  format: 1,
  users: [
    {
      ...dates,
      id: ANN,
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Lee',
      role: 'global:owner',
      isPending: true,
      mfaEnabled: true,
      projectId: 'annsproject',
    },
  ],
  workflows: [
    {
      ...dates,
      id: 'w',
      name: 'W',
      active: true,
      nodes: GRAPH.nodes,
      connections: GRAPH.connections,
      settings: { timezone: 'UTC' },
      staticData: { a: 1 },
      tags: ['t'],
      owner: ANN,
      projectId: 'p',
      versionId: 'v2',
      meta: { a: 1 },
      pinData: { N: [] },
      triggerCount: 2,
      description: 'D',
      isArchived: true,
      versionCounter: 3,
      sourceWorkflowId: 's',
      parentFolderId: 'f2',
      more: { a: 1 },
      nodeGroups: GRAPH.nodeGroups,
      activeVersionId: 'v1',
    },
  ],
  tags: [{ id: 't', name: 'T', ...dates }],
  credentials: [
    {
      ...dates,
      id: 'c',
      name: 'C',
      type: 'githubApi',
      owner: ANN,
      projectId: 'p',
      isStandIn: true,
      isManaged: true,
      isGlobal: true,
      isResolvable: true,
      resolvableAllowFallback: true,
      resolverId: 'r',
    },
  ],
  executions: [
    {
      id: '90',
      workflowId: 'w',
      status: 'success',
      finished: false,
      mode: 'webhook',
      retryOf: '80',
      retrySuccessId: '91',
      startedAt: day(1),
      stoppedAt: day(2),
      waitTill: day(3),
      deletedAt: day(4),
      workflowVersionId: 'v0',
      data: { a: 1 },
      workflowData: { b: 1 },
      customData: { c: '1' },
      createdAt: day(5),
      storedAt: 'db',
      tracingContext: { d: 1 },
      deduplicationKey: 'e',
      jsonSizeBytes: 5,
      binaryDataSizeBytes: 6,
      usedPrivateCredentials: true,
      annotationTags: ['at'],
    },
  ],
  variables: [{ id: 'x', key: 'K', type: 'number', value: '1', projectId: 'p' }],
  workflowVersions: [
    { id: 'v1', workflowId: 'w', ...VERSION },
    { id: 'v0', workflowId: 'w', ...VERSION, name: 'V0' },
  ],
  publishEvents: [{ id: '7', workflowId: 'w', versionId: 'v1', event: 'deactivated', userId: ANN, createdAt: day(1) }],
  annotationTags: [{ id: 'at', name: 'ok', ...dates }],
  dataTables: [
    {
      id: 'datatable0000001',
      name: 'D',
      projectId: 'p',
      columns: [{ id: 'columnofdataset1', name: 'n', type: 'number', ...dates }],
      nextRowId: 9,
      ...dates,
    },
  ],
  dataTableRows: [
    { id: 'datatable0000001:4', tableId: 'datatable0000001', rowId: 4, values: { columnofdataset1: 1 }, ...dates },
  ],
  projects: [
    {
      ...dates,
      id: 'p',
      name: 'P',
      icon: { type: 'emoji', value: 'x', color: 'red' },
      description: 'D',
      customTelemetryTags: [{ key: 'a', value: 'b' }],
      creatorId: ANN,
      members: [{ userId: ANN, role: 'project:mine' }],
    },
  ],
  folders: [
    { id: 'f1', name: 'F1', projectId: 'p', parentFolderId: null, ...dates },
    { id: 'f2', name: 'F2', projectId: 'p', parentFolderId: 'f1', ...dates },
  ],
  customRoles: [
    { id: 'project:mine', displayName: 'R', description: 'D', roleType: 'project', scopes: ['tag:list'], ...dates },
    { id: 'global:mine', displayName: 'G', description: null, roleType: 'global', scopes: [], ...dates },
  ],
  counters: { workflows: 10, tags: 20, credentials: 30, executions: 95, publishEvents: 40 },
  sourceControl: { commit: 'x' },
  communityPackages: [
    {
      packageName: 'n8n-nodes-x',
      installedVersion: '1.0.0',
      installedNodes: [{ name: 'X', type: 'x', latestVersion: 1 }],
    },
  ],
  licence: ['feat:variables'],
  otelSettings: { enabled: true },
  profile: 'n8n-2.41',
  credentialTypes: { x: { additionalProperties: false, type: 'object', properties: {}, required: [] } },
}

test('a fixture with every field is what the instance then holds, and holds again after another seed', async () => {
  await using instance = await startInstance({ fixture: WHOLE as Fixture, apiKey: 'owner-key', socket: false })
  const [workflow] = WHOLE.workflows
  const held = { ...WHOLE, workflows: [{ ...workflow, publishedWebhooks: [] }] }
  expect<unknown>(instance.state()).toEqual(held)
  const { status, body } = await seed(instance, WHOLE)
  expect([status, body]).toEqual([
    200,
    Object.fromEntries(
      Object.entries(WHOLE)
        .filter(([part, value]) => Array.isArray(value) && part !== 'licence' && part !== 'communityPackages')
        .map(([part, value]) => [part, { inserted: 0, replaced: (value as object[]).length }]),
    ),
  ])
  expect<unknown>(instance.state()).toEqual(held)
})

const TABLE = 'datatable0000001'
const VALUES = ['dataTables', 'dataTableRows'] as const

/** What an instance holds after seeds that come one after the other. */
test.each<[name: string, seeds: object[], state: object]>([
  [
    'rows that are given again replace those before',
    [
      { dataTables: [table({ id: TABLE, rows: [{ item: 'a' }, { item: 'b' }] })] },
      { dataTables: [table({ id: TABLE, rows: [{ id: 2, item: 'c' }] })] },
    ],
    { dataTables: [{ nextRowId: 3 }], dataTableRows: [{ rowId: 2, values: {} }] },
  ],
  [
    'an empty data table begins with row 1, and is as before where it is given again',
    [{ dataTables: [table({ id: TABLE })] }, { dataTables: [table({ id: TABLE })] }],
    { dataTables: [{ nextRowId: 1 }] },
  ],
  [
    'a data table has no lower next row than its rows allow',
    [
      { dataTables: [table({ id: TABLE, rows: [{ id: 5 }, { id: 3 }] })] },
      { dataTables: [table({ id: TABLE, nextRowId: 2 })] },
    ],
    { dataTables: [{ nextRowId: 6 }] },
  ],
  [
    'a data table keeps its next row',
    [{ dataTables: [table({ id: TABLE, nextRowId: 50 })] }, { dataTables: [table({ id: TABLE })] }],
    { dataTables: [{ nextRowId: 50 }] },
  ],
  [
    'rows have the dates of the clock, not of their table',
    [{ dataTables: [table({ id: TABLE, ...dates, rows: [{}, dates] })] }],
    {
      dataTables: [dates],
      dataTableRows: [
        { rowId: 1, createdAt: '2026-05-01T00:00:00.000Z', updatedAt: '2026-05-01T00:00:00.000Z' },
        { rowId: 2, ...dates },
      ],
    },
  ],
  [
    'cells are of each type, dates in one form, and null',
    [
      {
        dataTables: [
          {
            id: TABLE,
            name: 'D',
            columns: [
              { ...column('d', 'date'), id: 'columnofdataset1' },
              { ...column('b', 'boolean'), id: 'columnofdataset2' },
              { ...column('s'), id: 'columnofdataset3' },
            ],
            rows: [{ d: '2026-01-01T01:00:00+01:00', b: false, s: 'x' }, { d: null }],
          },
        ],
      },
    ],
    {
      dataTableRows: [
        { values: { columnofdataset1: '2026-01-01T00:00:00.000Z', columnofdataset2: false, columnofdataset3: 'x' } },
        { values: { columnofdataset1: null } },
      ],
    },
  ],
  [
    'a thousand columns are taken',
    [{ dataTables: [table({ id: TABLE, columns: Array.from({ length: 1000 }, (_, at) => column(`c${at}`)) })] }],
    { dataTables: [{ columns: { length: 1000 } }] },
  ],
  [
    'a row beside a data table leaves a higher next row',
    [
      {
        dataTables: [table({ id: TABLE, nextRowId: 9 })],
        dataTableRows: [3, 8].map(rowId => ({ tableId: TABLE, rowId, values: {} })),
      },
    ],
    { dataTables: [{ nextRowId: 9 }] },
  ],
])('%s', async (_name, seeds, state) => {
  await using instance = await startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00Z' })
  for (const fixture of seeds) expect(await seed(instance, fixture)).toMatchObject({ status: 200 })
  expect(instance.state(...VALUES)).toMatchObject(state)
})

const named = (id: string) => ({ workflows: [{ id, name: id, versionId: `${id}-v` }] })
const eventIn = (id: number, more: object = {}) => ({ id, versionId: 'a-v', event: 'activated', ...more })

test.each<[name: string, seeds: object[], state: object]>([
  [
    'a history that is given again replaces the one before',
    [
      { workflows: [{ ...named('a').workflows[0], publishHistory: [eventIn(5), eventIn(6)] }] },
      { workflows: [{ ...named('a').workflows[0], publishHistory: [eventIn(7)] }] },
    ],
    { publishEvents: [{ id: '7', userId: null, createdAt: '2026-05-01T00:00:00.000Z' }] },
  ],
  [
    'versions that are given again replace those before',
    [
      { workflows: [{ id: 'a', name: 'a', versions: [version('v2'), version('v1')] }] },
      { workflows: [{ id: 'a', name: 'a', versions: [version('v3')] }] },
    ],
    { workflowVersions: [{ id: 'v3' }], workflows: [{}, {}, { versionId: 'v3', nodes: [{ name: 'v3' }] }] },
  ],
  [
    'an active version is one of the versions, with all that it says',
    [
      {
        workflows: [{ id: 'a', name: 'a', active: true, activeVersion: { versionId: 'v', ...VERSION } }],
      },
    ],
    {
      workflowVersions: [{ id: 'v', workflowId: 'a', ...VERSION, autosaved: false }],
      workflows: [{}, {}, { activeVersionId: 'v' }],
    },
  ],
  [
    'an active version that the workflow has stays as it is',
    [
      { workflows: [{ id: 'a', name: 'a', versions: [version('v', { name: 'First' })] }] },
      {
        workflows: [
          { id: 'a', name: 'a', active: true, versionId: 'w', activeVersion: version('v', { name: 'Second' }) },
        ],
      },
    ],
    { workflowVersions: [{ id: 'v', name: 'First' }] },
  ],
  [
    'an active version without nodes is one that the workflow has',
    [
      {
        workflows: [
          {
            id: 'a',
            name: 'a',
            active: true,
            versions: [version('v')],
            versionId: 'u',
            activeVersion: { versionId: 'v' },
          },
        ],
      },
    ],
    { workflowVersions: [{ id: 'v', nodes: [{ name: 'v' }] }], workflows: [{}, {}, { activeVersionId: 'v' }] },
  ],
  [
    'a version of a workflow has the name of its owner as author, as far as there is one',
    [
      {
        users: [{ id: ANN, email: 'ann@example.com', lastName: 'Lee' }],
        workflows: [{ id: 'a', name: 'a', owner: ANN, versions: [version('v')] }],
      },
    ],
    { workflowVersions: [{ authors: 'Lee' }] },
  ],
  [
    'a workflow is active where a version of it is',
    [
      {
        workflows: [
          { id: 'a', name: 'a', versionId: 'v', activeVersionId: 'v' },
          { id: 'b', name: 'b' },
        ],
      },
    ],
    { workflows: [{}, {}, { active: true }, { active: false }] },
  ],
  [
    'a workflow has the graph of the version that it is at',
    [{ workflows: [{ id: 'a', name: 'a', versionId: 'v1', versions: [version('v2'), version('v1')] }] }],
    { workflows: [{}, {}, { versionId: 'v1', nodes: [{ name: 'v1' }] }] },
  ],
  [
    'a workflow has a tag once, however often it is named',
    [{ tags: [{ id: 5, name: 'five' }], workflows: [{ name: 'a', tags: ['five', '5', { id: 5 }, { name: 'five' }] }] }],
    { workflows: [{}, {}, { tags: ['5'] }] },
  ],
  [
    'a workflow that another owns is shared by no project that it names beside',
    [
      {
        projects: [TEAM],
        workflows: [
          { name: 'a', shared: [{ role: 'workflow:editor', projectId: TEAM.id }] },
          { name: 'b', shared: [{ role: 'workflow:owner', projectId: 'unknown' }] },
          { name: 'c', shared: [null, { role: 'workflow:owner', projectId: TEAM.id }] },
        ],
      },
    ],
    {
      workflows: [
        {},
        {},
        expect.not.objectContaining({ projectId: TEAM.id }),
        expect.not.objectContaining({ projectId: 'unknown' }),
        { projectId: TEAM.id },
      ],
    },
  ],
  [
    'a project is of the owner of the instance where its creator is gone',
    [
      { projects: [{ ...TEAM, creatorId: null }] },
      { workflows: [{ name: 'a', projectId: TEAM.id }] },
      { workflows: [{ name: 'b', projectId: TEAM.id, owner: 'mia@example.com' }] },
    ],
    {
      workflows: [
        {},
        {},
        { owner: OLGA, projectId: TEAM.id },
        { owner: '33333333-3333-4333-8333-333333333333', projectId: TEAM.id },
      ],
    },
  ],
  [
    'records without ids get some, of one form',
    [
      {
        projects: [{ name: 'P' }, { id: 'p', name: 'Q' }],
        folders: [{ name: 'F', projectId: 'p' }],
        annotationTags: [{ name: 'ok' }],
        variables: [{ key: 'K', value: 'v' }],
        apiKeys: [key()],
      },
    ],
    {
      projects: [{ id: expect.stringMatching(/^\w{16}$/) }, {}],
      folders: [{ id: expect.stringMatching(/^\w{16}$/) }],
      annotationTags: [{ id: expect.stringMatching(/^\w{16}$/) }],
      variables: [{ id: expect.stringMatching(/^\w{16}$/) }],
    },
  ],
  [
    'a credential that is made up stays so until it gets data',
    [
      { credentials: [{ id: 'a', name: 'a', type: 't', data: {}, isStandIn: true }] },
      { credentials: [{ id: 'a', name: 'b', type: 't' }] },
    ],
    { credentials: [{}, {}, { name: 'b', isStandIn: true }] },
  ],
  [
    'a credential that gets data is no longer made up',
    [
      { credentials: [{ id: 'a', name: 'a', type: 't', data: {}, isStandIn: true }] },
      { credentials: [{ id: 'a', name: 'b', type: 't', data: {} }] },
    ],
    { credentials: [{}, {}, expect.not.objectContaining({ isStandIn: expect.anything() })] },
  ],
  [
    'a credential is not made up where a seed says so',
    [
      { credentials: [{ id: 'a', name: 'a', type: 't', data: {}, isStandIn: true }] },
      { credentials: [{ id: 'a', name: 'b', type: 't', isStandIn: false }] },
    ],
    { credentials: [{}, {}, expect.not.objectContaining({ isStandIn: expect.anything() })] },
  ],
  [
    'a user keeps the personal project, and the address is in small letters',
    [
      { users: [{ id: ANN, email: 'ann@example.com', projectId: 'annsproject' }] },
      { users: [{ id: ANN, email: 'ANN@example.com' }] },
    ],
    { users: [{}, {}, {}, {}, { email: 'ann@example.com', projectId: 'annsproject' }] },
  ],
  [
    'a variable, a folder and a workflow may be in the personal project of a user',
    [
      {
        users: [{ id: ANN, email: 'ann@example.com', projectId: 'annsproject' }],
        folders: [{ id: 'f', name: 'F', projectId: 'annsproject' }],
        variables: [{ key: 'K', value: 'v', projectId: 'annsproject' }],
        workflows: [{ name: 'a', owner: ANN, projectId: 'annsproject', parentFolderId: 'f' }],
      },
    ],
    {
      folders: [{ projectId: 'annsproject' }],
      variables: [{ projectId: 'annsproject' }],
      workflows: [{}, {}, { owner: ANN, parentFolderId: 'f' }],
    },
  ],
  [
    'new ids come after those that a seed names, and after its counters',
    [
      { tags: [{ id: 40, name: 'a' }], counters: { credentials: 8 } },
      { tags: [{ name: 'b' }], credentials: [{ name: 'c', type: 't' }] },
    ],
    { tags: [{}, {}, {}, { id: '40' }, { id: '41' }], credentials: [{}, {}, { id: '9' }] },
  ],
  [
    'an execution that is not stopped, or waits for a time, is so',
    [
      {
        executions: [
          { id: 90, workflowId: '1', status: 'success', stoppedAt: null, retryOf: 0 },
          { id: 91, workflowId: '1', status: 'waiting', waitTill: day(1) },
          { id: 92, workflowId: '1', status: 'waiting', waitTill: null },
        ],
      },
    ],
    {
      executions: expect.arrayContaining([
        expect.objectContaining({ id: '90', stoppedAt: null, retryOf: '0' }),
        expect.objectContaining({ id: '91', waitTill: day(1) }),
        expect.objectContaining({ id: '92', waitTill: null }),
      ]),
    },
  ],
  [
    'an annotation tag is named by its id or its name, and counted once',
    [
      {
        annotationTags: [{ id: 'x', name: 'ok' }],
        executions: [{ id: 90, workflowId: '1', status: 'success', annotationTags: ['x', 'ok'] }],
      },
    ],
    { executions: expect.arrayContaining([expect.objectContaining({ id: '90', annotationTags: ['x'] })]) },
  ],
])('after seeds %s', async (_name, seeds, state) => {
  await using instance = await startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00Z' })
  for (const fixture of seeds) expect(await seed(instance, fixture)).toMatchObject({ status: 200 })
  expect(instance.state()).toMatchObject(state)
})

/** An unknown field of a workflow is ignored, unless it was probably meant as a known one. */
test.each(['parentFolder', 'createdBy', 'updatedBy', 'notes', 'homeProject', 'scopes'])(
  'a workflow may have the field %s, which exports have',
  async name => {
    await using instance = await startInstance({ socket: false })
    expect((await seed(instance, { workflows: [{ name: 'a', [name]: 'x' }] })).status).toBe(200)
  },
)

test.each([
  [99, 400],
  [100, 200],
])('a misspelt field of a workflow behind %i unknown ones is %i', async (count, status) => {
  await using instance = await startInstance({ socket: false })
  const unknown = Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown field ${at}`, 1]))
  expect((await seed(instance, { workflows: [{ name: 'a', ...unknown, ndoes: [] }] })).status).toBe(status)
})

test.each<[what: string, records: (count: number) => object, counts: [records: number, more: number][]]>([
  [
    'invalid records',
    count => ({ tags: Array(count).fill({}) }),
    [
      [1000, 980],
      [1001, 981],
      [1500, 981],
    ],
  ],
  [
    'records that name others',
    count => ({ workflows: Array.from({ length: count }, () => ({ name: 'a', tags: ['none'] })) }),
    [
      [1000, 980],
      [1001, 981],
      [1500, 981],
    ],
  ],
])('of more than a thousand %s no more are looked at', async (_what, records, counts) => {
  await using instance = await startInstance({ socket: false })
  for (const [count, more] of counts) {
    const { body } = await seed(instance, records(count))
    expect((body as { message: string }).message).toEndWith(`, and ${more} more`)
  }
})

/** The message of a refusal, and what is asked for besides. */
test.each<[name: string, fixture: object, status: number, message: string]>([
  [
    'a thousand and one columns',
    { dataTables: [table({ columns: Array.from({ length: 1001 }, (_, at) => column(`c${at}`)) })] },
    400,
    '/dataTables/0',
  ],
  [
    'an owner who is named as another',
    {
      users: [
        { email: 'a@b.cd', role: 'global:owner' },
        { email: 'c@d.ef', role: 'global:owner' },
        { email: 'e@f.gh' },
        { email: 'g@h.ij', role: 'global:owner' },
      ],
    },
    400,
    '/users/1/role: request/body/users/0 is the owner, and there is one, request/body/users/3/role: ' +
      'request/body/users/0 is the owner, and there is one',
  ],
  [
    'an owner beside the present one',
    { users: [{ email: 'a@b.cd', role: 'global:owner' }] },
    409,
    '/users/0/role: the instance has an owner, olga@example.com',
  ],
  [
    'a personal project by the project of another user',
    { users: [{ email: 'a@b.cd', projectId: TEAM.id }], projects: [TEAM] },
    409,
    '/projects/0/id: it is the personal project of a user',
  ],
  [
    'a key that another user of the seed has',
    { users: [{ email: 'a@b.cd', apiKey: 'member-key' }] },
    409,
    '/users/0: the API key belongs to another user',
  ],
  [
    'a role that is unknown, with the first twenty that there are',
    {
      customRoles: Array.from({ length: 21 }, (_, at) => ({ slug: `r${at}`, displayName: 'x', roleType: 'global' })),
      users: [{ email: 'a@b.cd', role: 'boss' }],
    },
    400,
    `/users/0/role must be equal to one of the allowed values: global:owner, global:admin, global:member, ` +
      `global:chatUser, ${Array.from({ length: 20 }, (_, at) => `r${at}`).join(', ')}`,
  ],
  [
    'a role that no project has, with those that there are',
    {
      customRoles: [
        { slug: 'project:x', displayName: 'x' },
        { slug: 'global:y', displayName: 'y', roleType: 'global' },
      ],
      projects: [{ name: 'P', members: [{ user: OWNER, role: 'boss' }] }],
    },
    400,
    '/projects/0/members/0/role must be equal to one of the allowed values: project:admin, project:editor, ' +
      'project:viewer, project:chatUser, project:x',
  ],
  [
    'a tag without a name that is there',
    { workflows: [{ name: 'a', tags: [{ id: 77 }] }] },
    400,
    '/workflows/0/tags/0: there is no tag 77',
  ],
  [
    'a tag by an unknown name',
    { workflows: [{ name: 'a', tags: [{ id: 77, name: 'none' }] }] },
    400,
    '/workflows/0/tags/0: there is no tag "none"',
  ],
  [
    'errors of both kinds as invalid',
    { tags: [{ name: 'urgent' }], workflows: [{ name: 'a', tags: ['none'] }] },
    400,
    '/tags/0/name: another tag has the name "urgent", request/body/workflows/0/tags/0: there is no tag "none"',
  ],
])('a seed refuses %s with the whole message', async (_name, fixture, status, message) => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const before = await stateOf(instance)
  const answer = await seed(instance, fixture)
  expect(answer.status).toBe(status)
  const said = (answer.body as { message: string }).message
  if (message === '/dataTables/0') expect(said).toStartWith(`request/body${message}`)
  else expect(said).toBe(`request/body${message}`)
  expect(await stateOf(instance)).toBe(before)
})

const versions = [version('v2'), version('v1')]
const OF_ELEVEN = {
  users: [{ email: 'a@b.cd', apiKey: 'k' }],
  workflows: [{ name: 'a', versions, publishHistory: [eventIn(1), eventIn(2)] }],
  dataTables: [table({ rows: [{}, {}, {}] })],
}

test.each<[what: string, fixture: unknown]>([
  ['tags', { tags: Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}` })) }],
  ['all that records hold', [{ tags: Array.from({ length: 19_990 }, (_, at) => ({ name: `${at}` })) }, OF_ELEVEN]],
  ['empty fixtures', Array(20_001).fill({})],
])('a seed with more than 20,000 records is refused with their number: %s', async (_what, fixture) => {
  await using instance = await startInstance({ socket: false })
  const { status, body } = await seed(instance, fixture)
  const message = 'request/body has 20001 records; a seed takes up to 20000 at once, so split it'
  expect([status, body]).toEqual([400, { message }])
})

test("what a project gets whose creator is gone is the instance owner's", async () => {
  const users = [...(world.users ?? []), { id: ANN, email: 'ann@example.com', role: 'global:member' }]
  const fixture = { ...world, users, projects: [{ ...TEAM, creatorId: ANN }] } as Fixture
  await using instance = await startInstance({ fixture, profile: 'n8n-2.41', socket: false })
  expect((await instance.request('DELETE', `/api/v1/users/${ANN}`)).status).toBe(204)
  await seed(instance, { workflows: [{ id: 'w', name: 'W', projectId: TEAM.id }] })
  expect(instance.state().workflows.find(({ id }) => id === 'w')).toMatchObject({ owner: OLGA, projectId: TEAM.id })
})

test('a key that is given again keeps its dates, and one in the place of another does not', async () => {
  await using instance = await startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00Z' })
  const shown = async () => {
    const { body } = await instance.request<{ keys: { label: string }[] }>('GET', '/_control/keys')
    return body.keys.find(({ label }) => label === 'CI')
  }
  const given = { id: 'k', createdAt: day(1), lastUsedAt: day(2), expiresAt: '2027-01-01T00:00:00.000Z' }
  expect((await seed(instance, { apiKeys: [key(given)] })).status).toBe(200)
  expect(await shown()).toMatchObject({ ...given, user: OWNER })
  expect((await seed(instance, { apiKeys: [key()] })).status).toBe(200)
  expect(await shown()).toMatchObject({ id: 'k', createdAt: day(1), lastUsedAt: day(2), expiresAt: null })
  expect((await seed(instance, { apiKeys: [key({ key: 'another' })] })).status).toBe(200)
  expect(await shown()).toMatchObject({ createdAt: '2026-05-01T00:00:00.000Z', lastUsedAt: null })
})
