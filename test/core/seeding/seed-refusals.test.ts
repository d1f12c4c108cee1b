import { expect, test } from 'bun:test'
import { loadVersion } from '../../../src/core/versions/versions.ts'
import { startInstance } from '../../../src/testing.ts'
import { PEOPLE, stateOf, world } from '../api/world.ts'
import { column, FOLDERS, key, MIA, OWNER, TEAM, table, version } from './seed-pieces.ts'

/** What is put in beside a tag, and how it is refused. */
type Refusal = [name: string, fixture: object, status: number, message: string]

const workflow = (more: object) => ({ workflows: [{ name: 'x', ...more }] })
const project = (more: object) => ({ projects: [{ name: 'x', ...more }] })

const PLACES: Refusal[] = [
  [
    'two owners',
    {
      users: [
        { email: 'one@example.com', role: 'global:owner' },
        { email: 'two@example.com', role: 'global:owner' },
      ],
    },
    400,
    '/users/1/role: ',
  ],
  [
    'an owner beside the present one',
    { users: [{ email: 'other@example.com', role: 'global:owner' }] },
    409,
    '/users/0/role: the instance has an owner, ',
  ],
  [
    'the owner with another role',
    { users: [{ email: 'a@b.cd' }, { id: PEOPLE.owner, email: OWNER, role: 'global:admin' }] },
    409,
    '/users/1/role must be global:owner: the user is the owner, and there is no other',
  ],
  [
    'the owner without a role',
    { users: [{ id: PEOPLE.owner, email: OWNER }] },
    409,
    '/users/0/role must be global:owner: the user is the owner, and there is no other',
  ],
  ['a project that is not there', workflow({ projectId: 'p' }), 400, '/workflows/0/projectId: there is no project "p"'],
  [
    'the personal project of another than the owner',
    { users: [{ id: MIA, email: 'mia@example.com', projectId: 'p' }], ...workflow({ owner: OWNER, projectId: 'p' }) },
    400,
    '/workflows/0/projectId: "p" is the personal project of another user than the owner',
  ],
  [
    'a member who is not there',
    project({ members: [{ user: 'no', role: 'project:admin' }] }),
    400,
    '/projects/0/members/0/user: there is no user no',
  ],
  [
    'a role that no project has',
    project({ members: [{ user: OWNER, role: 'boss' }] }),
    400,
    '/projects/0/members/0/role must be equal to one of the allowed values: project:admin',
  ],
  [
    'a personal project',
    project({ type: 'personal' }),
    400,
    '/projects/0/type must be equal to one of the allowed values: team',
  ],
  [
    'the id of a project that is taken',
    { projects: [TEAM], users: [{ email: 'a@b.cd', projectId: TEAM.id }] },
    409,
    '/projects/0/id: it is the personal project of a user',
  ],
  [
    'a folder without its parent',
    { projects: [TEAM], folders: [FOLDERS[0]] },
    400,
    '/folders/0/parentFolderId: its project has no folder "outer"',
  ],
  [
    'a folder in itself',
    { projects: [TEAM], folders: [FOLDERS[0], { ...FOLDERS[1], parentFolderId: 'inner' }] },
    400,
    '/folders/0/parentFolderId: the folder would be inside itself',
  ],
  [
    'a workflow in a folder of another project',
    { projects: [TEAM], folders: [FOLDERS[1]], ...workflow({ parentFolderId: 'outer' }) },
    400,
    '/workflows/0/parentFolderId: the workflow\'s project has no folder "outer"',
  ],
  [
    'a personal project that another user has',
    {
      users: [
        { email: 'a@b.cd', projectId: 'p' },
        { email: 'c@d.ef', projectId: 'p' },
      ],
    },
    409,
    '/users/1/projectId: there is another project "p"',
  ],
  ['a creator who is not there', project({ creatorId: 'no' }), 400, '/projects/0/creatorId: there is no user no'],
  [
    'a member without a user',
    project({ members: [{ role: 'project:admin' }] }),
    400,
    "/projects/0/members/0 must have required property 'user'",
  ],
  [
    'a role of the instance as that of a member',
    {
      customRoles: [{ slug: 'global:x', displayName: 'x', roleType: 'global' }],
      ...project({ members: [{ user: OWNER, role: 'global:x' }] }),
    },
    400,
    '/projects/0/members/0/role must be equal to one of the allowed values: project:admin',
  ],
  [
    'a role of projects as that of a user',
    {
      customRoles: [
        { slug: 'project:x', displayName: 'x' },
        { slug: 'global:y', displayName: 'y', roleType: 'global' },
      ],
      users: [{ email: 'a@b.cd', role: 'project:x' }],
    },
    400,
    '/users/0/role must be equal to one of the allowed values: global:owner, global:admin, global:member, ' +
      'global:chatUser, global:y',
  ],
  [
    'a folder of no project',
    { folders: [{ name: 'x', projectId: 'p' }] },
    400,
    '/folders/0/projectId: there is no project "p"',
  ],
  [
    'a folder in a folder of another project',
    {
      projects: [TEAM, { id: 'other', name: 'x' }],
      folders: [FOLDERS[1], { name: 'x', projectId: 'other', parentFolderId: 'outer' }],
    },
    400,
    '/folders/1/parentFolderId: its project has no folder "outer"',
  ],
  [
    'a custom role without a slug',
    { customRoles: [{ displayName: 'x' }] },
    400,
    "/customRoles/0 must have required property 'slug'",
  ],
  [
    'a custom role with another id than its slug',
    { customRoles: [{ slug: 'a', id: 'b', displayName: 'x' }] },
    400,
    '/customRoles/0/id: the id of a role is its slug',
  ],
  [
    'a variable of no project',
    { variables: [{ key: 'K', value: 'v', projectId: 'p' }] },
    400,
    '/variables/0/projectId: there is no project "p"',
  ],
  [
    'a custom role named as a built-in one',
    { customRoles: [{ slug: 'global:owner', displayName: 'x' }] },
    409,
    '/customRoles/0/slug: there is a built-in role global:owner',
  ],
]

const event = (versionId: string) => ({ id: 5, versionId, event: 'activated' })

const VERSIONS: Refusal[] = [
  [
    'a published version that is not there',
    workflow({ active: true, activeVersionId: 'v' }),
    400,
    '/workflows/0/activeVersionId: the workflow has no version "v"',
  ],
  [
    'a published version of an inactive workflow',
    workflow({ active: false, versionId: 'v', activeVersionId: 'v' }),
    400,
    '/workflows/0/activeVersionId: the workflow is not active',
  ],
  [
    'one version twice',
    workflow({ versions: [version('v'), version('v')] }),
    409,
    '/workflows/0/versions/0/versionId: there is a version v',
  ],
  [
    'a version of no workflow',
    { workflowVersions: [{ id: 'v', workflowId: 'w' }] },
    400,
    '/workflowVersions/0/workflowId: there is no workflow w',
  ],
  [
    'the history of a version that is not there',
    workflow({ publishHistory: [{ versionId: 'v', event: 'activated' }] }),
    400,
    '/workflows/0/publishHistory/0/versionId: the workflow has no version "v"',
  ],
  [
    'an event of no workflow',
    { publishEvents: [{ workflowId: 'w', versionId: 'v', event: 'activated' }] },
    400,
    '/publishEvents/0/workflowId: there is no workflow w',
  ],
  [
    'one event twice',
    workflow({ versionId: 'v', publishHistory: [event('v'), event('v')] }),
    409,
    '/workflows/0/publishHistory/1/id: there are two events 5',
  ],
  [
    'an event of another workflow',
    {
      workflows: [
        { name: 'x', versionId: 'v', publishHistory: [event('v')] },
        { name: 'y', versionId: 'u', publishHistory: [event('u')] },
      ],
    },
    409,
    '/workflows/1/publishHistory/0/id: there is an event 5 of another workflow',
  ],
  [
    'an event of an unknown user',
    workflow({ versionId: 'v', publishHistory: [{ ...event('v'), userId: 'no' }] }),
    400,
    '/workflows/0/publishHistory/0/userId: there is no user no',
  ],
  [
    'a published version that another workflow has',
    {
      workflows: [
        { name: 'x', versions: [version('v')] },
        { name: 'y', active: true, activeVersion: version('v') },
      ],
    },
    409,
    '/workflows/1/activeVersion/versionId: it is of another workflow',
  ],
  [
    'an annotation tag that is not there',
    { executions: [{ workflowId: '1', status: 'error', annotationTags: ['no'] }] },
    400,
    '/executions/0/annotationTags/0: there is no annotation tag "no"',
  ],
]

const dataTable = (more: object) => ({ dataTables: [table(more)] })

const DATA_TABLE = 'datatable0000001'
const COLUMN = 'columnofdataset1'
const row = (more: object) => ({ dataTableRows: [{ tableId: DATA_TABLE, rowId: 1, values: {}, ...more }] })

const TABLES: Refusal[] = [
  [
    'a column of the system',
    dataTable({ columns: [column('id')] }),
    409,
    '/dataTables/0/columns/0/name: every data table has a column of its own id',
  ],
  [
    'a type of column that there is not',
    dataTable({ columns: [column('a', 'json')] }),
    400,
    '/dataTables/0/columns/0/type must be equal to one of the allowed values: string, number, boolean, date',
  ],
  [
    'a value of another type',
    dataTable({ rows: [{ amount: 'x' }] }),
    400,
    '/dataTables/0/rows/0/amount must be number',
  ],
  [
    'a value of no column',
    dataTable({ rows: [{ price: 1 }] }),
    400,
    '/dataTables/0/rows/0/price: the data table has no such column',
  ],
  [
    'two rows with a number',
    dataTable({ rows: [{ id: 1 }, { id: 1 }] }),
    409,
    '/dataTables/0/rows/1/id: there are two rows 1',
  ],
  [
    'a data table without a name',
    dataTable({ name: ' ' }),
    400,
    '/dataTables/0/name must NOT have fewer than 1 characters',
  ],
  [
    'two columns with a name',
    dataTable({ columns: [column('a'), column('a')] }),
    409,
    '/dataTables/0/columns/1/name: there are two columns a',
  ],
  [
    'two columns with an id',
    dataTable({
      columns: [
        { ...column('a'), id: COLUMN },
        { ...column('b'), id: COLUMN },
      ],
    }),
    409,
    '/dataTables/0/columns/1/id: there are two columns with the id columnofdataset1',
  ],
  ...[0, 1.5, '1', 2 ** 53].map(
    (id): Refusal => [
      `a row with the number ${JSON.stringify(id)}`,
      dataTable({ rows: [{ id }] }),
      400,
      '/dataTables/0/rows/0/id must be >= 1',
    ],
  ),
  ...['soon', 5].map(
    (day): Refusal => [
      `the day ${JSON.stringify(day)}`,
      dataTable({ columns: [column('day', 'date')], rows: [{ day }] }),
      400,
      '/dataTables/0/rows/0/day must match format "date"',
    ],
  ),
  ...['createdAt', 'updatedAt'].map(
    (field): Refusal => [
      `a row whose ${field} is no date`,
      dataTable({ rows: [{ [field]: 'soon' }] }),
      400,
      `/dataTables/0/rows/0/${field} must match format "date"`,
    ],
  ),
  ['a row of no data table', row({}), 400, '/dataTableRows/0/tableId: there is no data table "datatable0000001"'],
  [
    'a row with the id of another',
    { ...dataTable({ id: DATA_TABLE }), ...row({ id: 'x' }) },
    400,
    "/dataTableRows/0/id: the row's id is ",
  ],
  [
    'a cell of no column',
    { ...dataTable({ id: DATA_TABLE }), ...row({ values: { [COLUMN]: 1 } }) },
    400,
    '/dataTableRows/0/values/columnofdataset1: the data table has no such column',
  ],
  [
    'a cell of another type',
    {
      ...dataTable({ id: DATA_TABLE, columns: [{ ...column('a', 'boolean'), id: COLUMN }] }),
      ...row({ values: { [COLUMN]: 1 } }),
    },
    400,
    '/dataTableRows/0/values/columnofdataset1 must be boolean',
  ],
  [
    'two data tables with a name in a project',
    { dataTables: [table(), table()] },
    409,
    '/dataTables/1/name: another data table of the project has the name "Orders"',
  ],
]

const KEYS: Refusal[] = [
  ['a key of nobody', { apiKeys: [key({ user: 'nobody' })] }, 400, '/apiKeys/0/user: there is no user nobody'],
  [
    'a key without its text',
    { apiKeys: [{ user: OWNER, label: 'x' }] },
    400,
    "/apiKeys/0 must have required property 'key'",
  ],
  [
    'a key without a user',
    { apiKeys: [{ key: 'x', label: 'x' }] },
    400,
    "/apiKeys/0 must have required property 'user'",
  ],
  [
    'a key that another user has',
    { apiKeys: [key({ key: 'member-key' })] },
    409,
    '/apiKeys/0/key: the API key belongs to another user',
  ],
  [
    'a key with its hash',
    { apiKeys: [key({ hash: 'a'.repeat(64) })] },
    400,
    '/apiKeys/0/hash: give the key or its hash, not both',
  ],
  [
    'a key that may do nothing',
    { apiKeys: [key({ scopes: [] })] },
    400,
    '/apiKeys/0/scopes must NOT have fewer than 1 items',
  ],
]

const NAMES: Refusal[] = [
  [
    'a feature that there is not',
    { licence: ['feat:all'] },
    400,
    '/licence must be "all", null, or a list of these features: feat:variables',
  ],
  ['a misspelt collection', { workflow: [] }, 400, "/workflow is not a known property; did you mean 'workflows'?"],
  [
    'a misspelt field',
    { users: [{ email: 'a@b.cd', fristName: 'x' }] },
    400,
    "/users/0/fristName is not a known property; did you mean 'firstName'?",
  ],
  [
    'a misspelt field of a workflow behind unknown ones',
    workflow({ zzz: 1, parentFolder: {}, ndoes: [] }),
    400,
    "/workflows/0/ndoes is not a known property; did you mean 'nodes'?",
  ],
  [
    'a misspelt field of a workflow',
    workflow({ ndoes: [] }),
    400,
    "/workflows/0/ndoes is not a known property; did you mean 'nodes'?",
  ],
]

const ALL = [...PLACES, ...VERSIONS, ...TABLES, ...KEYS, ...NAMES]
test.each(ALL)('a seed refuses %s, and takes nothing beside it', async (_name, fixture, status, message) => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const before = await stateOf(instance)
  const answer = await instance.request('POST', '/_control/seed', { tags: [{ name: 'beside' }], ...fixture })
  expect(Object(answer.body).message).toStartWith(`request/body${message}`)
  expect(answer.status).toBe(status)
  expect(await stateOf(instance)).toBe(before)
})

test('a seed refuses scopes that the role may not hold in the version, and takes those that it may', async () => {
  const version = await loadVersion('contract')
  const scopesOf = (role: string) => (role === 'global:owner' ? ['tag:list', 'tag:read'] : ['tag:read'])
  const profile = { ...version, keys: { ...version.keys, scopesOf } }
  await using instance = await startInstance({ fixture: world, profile, socket: false })
  const seed = (...apiKeys: object[]) => instance.request('POST', '/_control/seed', { apiKeys })
  const scopes = ['tag:read', 'tag:list']
  expect((await seed(key({ scopes }))).status).toBe(200)
  for (const given of [scopes, scopes.toReversed()]) {
    const refused = await seed(key({ user: 'mia@example.com', key: 'x', scopes: given }))
    const place = `request/body/apiKeys/0/scopes/${given.indexOf('tag:list')}`
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: `${place}: a key of the role global:member may not hold "tag:list"` },
    ])
  }
})

test('a key that a seed gives is refused from the time at which it ends', async () => {
  await using instance = await startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00Z' })
  await instance.seed({ apiKeys: [key({ expiresAt: '2026-05-01T01:00:00Z' })] })
  const status = async () => (await instance.request('GET', '/api/v1/tags', undefined, { key: 'ci-key' })).status
  expect(await status()).toBe(200)
  instance.clock.advance('1h')
  expect(await status()).toBe(401)
})
