import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import type { Fixture } from '../../../../src/index.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'

const EXPORT = '/api/v1/n8n-packages/export'
const SECRET = 'a-password-that-stays-here'
const call = (id: string) => ({
  name: 'Call',
  type: 'n8n-nodes-base.executeWorkflow',
  typeVersion: 1.2,
  parameters: { workflowId: { __rl: true, mode: 'list', value: id } },
})
const FIXTURE = {
  licence: 'all',
  users: [{ email: 'olga@example.com', role: 'global:owner' }],
  tags: [{ id: 't1', name: 'Prod' }],
  credentials: [
    {
      id: 'c1',
      name: 'Linear api',
      type: 'httpBasicAuth',
      data: { user: 'u', password: SECRET },
      owner: 'olga@example.com',
    },
  ],
  projects: [{ id: 'team', name: 'Team Ligo' }],
  folders: [
    { id: 'f1', name: 'In progress', projectId: 'team' },
    { id: 'f2', name: 'Nested', projectId: 'team', parentFolderId: 'f1' },
  ],
  variables: [{ id: 'v1', key: 'channel', value: 'C123' }],
  dataTables: [
    {
      id: 'CountriesTable00',
      name: 'countries',
      owner: 'olga@example.com',
      columns: [{ name: 'code', type: 'string' }],
    },
  ],
  workflows: [
    {
      id: 'w1',
      name: 'Triage inbound',
      tags: ['t1'],
      pinData: { Call: [{ json: { secret: SECRET } }] },
      staticData: { secret: SECRET },
      nodes: [
        call('w2'),
        { name: 'A', type: 'x.a', typeVersion: 1, credentials: { httpBasicAuth: { id: 'c1', name: 'Linear api' } } },
        {
          name: 'B',
          type: 'x.b',
          typeVersion: 1,
          parameters: { to: '={{ $vars.channel }}', as: `={{ $vars["channel"] }}` },
        },
        {
          name: 'C',
          type: 'n8n-nodes-base.dataTable',
          typeVersion: 1,
          parameters: { dataTableId: { value: 'CountriesTable00' } },
        },
      ],
    },
    { id: 'w2', name: 'Triage inbound', settings: { errorWorkflow: 'w3' } },
    { id: 'w3', name: '報告' },
    { id: 'w4', name: 'Foldered', projectId: 'team', parentFolderId: 'f2' },
    { id: 'w5', name: 'Old', projectId: 'team', parentFolderId: 'f2', isArchived: true },
    { id: 'w6', name: 'L'.repeat(128), projectId: 'team', parentFolderId: 'f1' },
  ],
} as unknown as Fixture

const start = () =>
  startInstance({ socket: false, profile: 'n8n-2.41', fixture: FIXTURE, clock: '2026-03-02T09:00:00Z' })

/** The files of an archive: path → what it holds. Fails where a header is not what tar reads. */
function filesIn(archive: Uint8Array): Record<string, unknown> {
  const bytes = gunzipSync(archive)
  const files: Record<string, unknown> = {}
  let longName: string | undefined
  for (let at = 0; bytes[at] !== 0; ) {
    const header = bytes.subarray(at, at + 512)
    const textOf = (from: number, length: number) =>
      header
        .subarray(from, from + length)
        .toString()
        .replace(/\0.*$/s, '')
    const counted = header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
    expect([textOf(257, 5), Number.parseInt(textOf(148, 8), 8)]).toEqual(['ustar', counted])
    // mode, owner, group and date
    const [rights, date] = [header.subarray(100, 124), header.subarray(136, 148)].map(bytes => bytes.toString('latin1'))
    expect([rights, date]).toEqual(['0000644\x000000000\x000000000\x00', '00000000000\x00'])
    const size = Number.parseInt(textOf(124, 12), 8)
    const content = bytes.subarray(at + 512, at + 512 + size).toString()
    if (textOf(156, 1) === 'x') {
      const [, length, path] = /^(\d+) path=(.*)\n$/.exec(content) ?? []
      expect(Number(length)).toBe(size)
      longName = path
    } else {
      files[longName ?? textOf(0, 100)] = JSON.parse(content)
      longName = undefined
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

async function exported(instance: TestInstance, body: object, key = instance.apiKey ?? '') {
  const response = await instance.fetch(EXPORT, {
    method: 'POST',
    headers: {
      [instance.apiKeyHeader]: key,
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
    },
    body: JSON.stringify(body),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { response, files: response.ok ? filesIn(bytes) : {}, text: response.ok ? '' : Buffer.from(bytes).toString() }
}

test('workflows are exported without a licence, each in a directory of its own', async () => {
  await using instance = await startInstance({
    socket: false,
    profile: 'n8n-2.41',
    fixture: { workflows: [{ id: 'w', name: 'One' }] },
  })
  const { response, files } = await exported(instance, { workflowIds: ['w'] })
  const { headers } = response
  expect([response.status, headers.get('content-type'), headers.get('content-encoding')]).toEqual([
    200,
    'application/gzip',
    null,
  ])
  expect(headers.get('content-disposition')).toBe('attachment; filename="export.n8np"')
  expect(Object.keys(files)).toEqual(['manifest.json', 'workflows/one/workflow.json'])
})

test('a package holds what its workflows need, and no secrets', async () => {
  await using instance = await start()
  const request = { workflowIds: ['w1', 'w2', 'w3'] }
  const { files, response } = await exported(instance, request)
  expect(Object.keys(files)).toEqual([
    'manifest.json',
    'workflows/triage-inbound/workflow.json',
    'workflows/triage-inbound-2/workflow.json',
    'workflows/workflow/workflow.json',
    'credentials/linear-api/credential.json',
    'variables/channel/variable.json',
    'data-tables/countries/data-table.json',
    'tags/prod/tag.json',
  ])
  expect(JSON.parse(response.headers.get('x-n8n-export-counts') ?? '')).toEqual({
    workflows: 3,
    folders: 0,
    credentials: 1,
    dataTables: 1,
    variables: 1,
    tags: 1,
  })
  expect(JSON.stringify(files)).not.toContain(SECRET)
  expect(files['credentials/linear-api/credential.json']).toEqual({
    id: 'c1',
    name: 'Linear api',
    type: 'httpBasicAuth',
  })
  expect(files['variables/channel/variable.json']).toEqual({ name: 'channel', type: 'string', value: 'C123' })
  expect(files['data-tables/countries/data-table.json']).toEqual({
    id: 'CountriesTable00',
    name: 'countries',
    columns: [{ name: 'code', type: 'string', index: 0 }],
  })
  expect(files['manifest.json']).toMatchObject({
    packageFormatVersion: '1',
    exportedAt: '2026-03-02T09:00:00.000Z',
    sourceN8nVersion: '2.41.1',
    workflows: [
      { id: 'w1', name: 'Triage inbound', target: 'workflows/triage-inbound' },
      { id: 'w2', target: 'workflows/triage-inbound-2' },
      { id: 'w3', target: 'workflows/workflow' },
    ],
    requirements: {
      credentials: [{ id: 'c1', name: 'Linear api', type: 'httpBasicAuth', usedByWorkflows: ['w1'] }],
      dataTables: [{ id: 'CountriesTable00', name: 'countries', usedByWorkflows: ['w1'] }],
      workflows: [
        { id: 'w2', name: 'Triage inbound', usedByWorkflows: ['w1'] },
        { id: 'w3', name: '報告', usedByWorkflows: ['w2'] },
      ],
      variables: [{ name: 'channel', usedByWorkflows: ['w1'] }],
      tags: [{ id: 't1', name: 'Prod', usedByWorkflows: ['w1'] }],
    },
  })
  const { 'manifest.json': _manifest, ...again } = (await exported(instance, request)).files
  expect(again).toEqual(Object.fromEntries(Object.entries(files).slice(1)))
})

test.each<[string, object, string[]]>([
  [
    'a folder brings what is in it',
    { folderIds: ['f1'] },
    [
      'folders/in-progress/folder.json',
      'folders/in-progress/nested/folder.json',
      'folders/in-progress/nested/workflows/foldered/workflow.json',
      `folders/in-progress/workflows/${'l'.repeat(128)}/workflow.json`,
    ],
  ],
  [
    'a nested folder alone is at the top',
    { folderIds: ['f2'] },
    ['folders/nested/folder.json', 'folders/nested/workflows/foldered/workflow.json'],
  ],
  [
    'archived workflows come where they are asked for',
    { folderIds: ['f2'], includeArchivedWorkflows: true },
    [
      'folders/nested/folder.json',
      'folders/nested/workflows/foldered/workflow.json',
      'folders/nested/workflows/old/workflow.json',
    ],
  ],
  [
    'a project brings its folders',
    { projectIds: ['team'] },
    [
      'projects/team-ligo/project.json',
      'projects/team-ligo/folders/in-progress/folder.json',
      'projects/team-ligo/folders/in-progress/nested/folder.json',
      'projects/team-ligo/folders/in-progress/nested/workflows/foldered/workflow.json',
      `projects/team-ligo/folders/in-progress/workflows/${'l'.repeat(128)}/workflow.json`,
    ],
  ],
  [
    'what is referred to comes along',
    { workflowIds: ['w2'], missingWorkflowDependencyPolicy: 'include-in-package' },
    ['workflows/triage-inbound/workflow.json', 'workflows/workflow/workflow.json'],
  ],
  [
    'or stays behind',
    { workflowIds: ['w2'], missingWorkflowDependencyPolicy: 'reference-only' },
    ['workflows/triage-inbound/workflow.json'],
  ],
  ['an unpublished workflow may be left out', { workflowIds: ['w3'], workflowVersionPolicy: 'ignore-unpublished' }, []],
  [
    'or come as it is edited',
    { workflowIds: ['w3'], workflowVersionPolicy: 'prefer-published' },
    ['workflows/workflow/workflow.json'],
  ],
])('%s', async (_fact, request, paths) => {
  await using instance = await start()
  const { files, text } = await exported(instance, request)
  expect([text, Object.keys(files).toSorted()]).toEqual(['', ['manifest.json', ...paths].toSorted()])
})

test('tags and the values of variables can be left out', async () => {
  await using instance = await start()
  const request = { workflowIds: ['w1', 'w2', 'w3'], includeTags: false, includeVariableValues: false }
  const { files } = await exported(instance, request)
  expect(files['variables/channel/variable.json']).toEqual({ name: 'channel', type: 'string' })
  expect(files['workflows/triage-inbound/workflow.json']).not.toHaveProperty('tagIds')
  expect(Object.keys(files).filter(path => path.startsWith('tags/'))).toEqual([])
})

test('a package names what a workflow needs after a thousand uses of variables', async () => {
  await using instance = await start()
  const parameters = { to: '={{ $vars.other }}'.repeat(1000), as: '={{ $vars.channel }}' }
  const workflow = { id: 'many', name: 'Many', tags: ['t1'], nodes: [{ name: 'A', type: 'x.a', parameters }] }
  await instance.seed({ workflows: [workflow] })
  const { files } = await exported(instance, { workflowIds: ['many'] })
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['variables/channel/variable.json', 'tags/prod/tag.json']))
})

describe('what cannot be exported is refused', () => {
  test.each<[string, object, string]>([
    ['nothing', {}, 'At least one workflowId, folderId, or projectId is required'],
    [
      'both groups',
      { workflowIds: ['w3'], projectIds: ['team'] },
      'Provide either workflowIds/folderIds or projectIds, not both',
    ],
    ['an empty list', { workflowIds: [], projectIds: ['team'] }, 'Array must contain at least 1 element(s)'],
    [
      'one unknown workflow twice',
      { workflowIds: ['x', 'x'] },
      '2 workflow(s) not found or not accessible. Export aborted.',
    ],
    [
      'an unknown folder beside an unknown workflow',
      { workflowIds: ['x'], folderIds: ['y', 'z'] },
      '2 folder(s) not found or not accessible. Export aborted.',
    ],
    [
      'unknown workflows',
      { workflowIds: ['x', 'y', 'w3'] },
      '2 workflow(s) not found or not accessible. Export aborted.',
    ],
    ['an unknown folder', { folderIds: ['x'] }, '1 folder(s) not found or not accessible. Export aborted.'],
    ['an unknown project', { projectIds: ['x'] }, '1 project(s) not found or not accessible. Export aborted.'],
    [
      'a workflow without those that it calls',
      { workflowIds: ['w1'] },
      '2 referenced workflow(s) are not part of the package. Export aborted.',
    ],
    [
      'a draft as published',
      { workflowIds: ['w3'], workflowVersionPolicy: 'published-strict' },
      '1 workflow(s) are not published. Export aborted.',
    ],
    [
      'values of credentials',
      { workflowIds: ['w3'], credentialExportPolicy: 'expression-values-only' },
      'Expressions of credentials cannot be exported here: use no-values',
    ],
    [
      'too many ids',
      { workflowIds: Array.from({ length: 301 }, () => 'w3') },
      'request/body/workflowIds must NOT have more than 300 items',
    ],
  ])('%s', async (_what, request, message) => {
    await using instance = await start()
    const { response, text } = await exported(instance, request)
    expect([response.status, JSON.parse(text)]).toEqual([400, { message }])
  })
})

describe('a package of a project', () => {
  const caller = (value: unknown, more = {}) => ({ ...call(''), parameters: { workflowId: value, ...more } })
  const table = (dataTableId: unknown) => ({
    name: 'Table',
    type: 'n8n-nodes-base.dataTable',
    typeVersion: 1,
    parameters: { dataTableId },
  })
  const own = { id: 'own', name: 'as the node says' }
  const folder = (id: string, name: string, parentFolderId?: string) => ({
    id,
    name,
    projectId: 'team',
    parentFolderId,
  })
  const TEAM = {
    licence: 'all',
    users: [{ id: '11111111-1111-4111-8111-111111111111', email: 'olga@example.com', role: 'global:owner' }],
    apiKeys: [
      { user: 'olga@example.com', label: 'narrow', key: 'narrow', scopes: ['workflow:export', 'project:export'] },
      { user: 'olga@example.com', label: 'lists', key: 'lists', scopes: ['project:export', 'variable:list'] },
    ],
    projects: [{ id: 'team', name: 'Team' }],
    folders: [
      folder('f', 'Same'),
      folder('g', 'Left', 'f'),
      folder('h', 'Right', 'f'),
      folder('i', 'Same 2'),
      folder('j', 'Same'),
      folder('k', 'same!'),
    ],
    credentials: [
      { id: 'own', name: 'Own', type: 'httpBasicAuth', data: {}, owner: 'olga@example.com' },
      { id: 'shared', name: 'Shared', type: 'httpBasicAuth', data: {}, projectId: 'team' },
    ],
    variables: [
      { id: 'v1', key: 'channel', value: 'of all' },
      { id: 'v2', key: 'channel', value: 'of the team', projectId: 'team' },
      { id: 'v3', key: 'other', value: 'x' },
    ],
    dataTables: [
      {
        id: 'TeamTable0000000',
        name: 'countries',
        projectId: 'team',
        columns: [
          { name: 'code', type: 'string' },
          { name: 'size', type: 'number' },
        ],
      },
      { id: 'OwnersTable00000', name: 'countries', owner: 'olga@example.com', columns: [] },
    ],
    workflows: [
      {
        id: 'a',
        name: 'A',
        projectId: 'team',
        versionId: 'version-a',
        settings: { errorWorkflow: 'DEFAULT' },
        nodes: [
          {
            name: 'N',
            type: 'x.n',
            credentials: { one: own, two: { id: 'gone', name: 'Gone' }, three: { name: 'no id' }, four: null },
          },
          {
            name: 'M',
            type: 'x.n',
            typeVersion: 2,
            credentials: { one: own, shared: { id: 'shared', name: 'as the node says' } },
            parameters: { a: "={{ $vars.channel + $vars['other'] + $vars.missing + $vars.gone }}" },
          },
          table({ mode: 'name', value: 'countries' }),
          table('OwnersTable00000'),
          table({ mode: 'id', value: 5 }),
          table({ mode: 'name', value: 'nope' }),
          caller('nope', { source: 'parameter' }),
          caller('=expression'),
          caller(''),
          { ...caller('nope'), disabled: true },
        ],
      },
      {
        id: 'b',
        name: 'B',
        projectId: 'team',
        parentFolderId: 'g',
        versionId: 'version-b',
        settings: { errorWorkflow: '=expression' },
        nodes: [
          {
            name: 'N',
            type: 'x.n',
            typeVersion: 1,
            credentials: { one: own },
            parameters: { a: '={{ $vars.channel }}' },
          },
          caller({ value: 'b' }),
        ],
      },
      {
        id: 'c',
        name: 'C',
        projectId: 'team',
        parentFolderId: 'h',
        versionId: 'version-c',
        settings: { errorWorkflow: '' },
      },
    ],
  } as unknown as Fixture
  const startTeam = () =>
    startInstance({ socket: false, profile: 'n8n-2.41', fixture: TEAM, clock: '2026-03-02T09:00:00Z' })

  test('names each record once, with where it is, and what needs it', async () => {
    await using instance = await startTeam()
    const { files, response } = await exported(instance, { projectIds: ['team'] })
    const { 'manifest.json': manifest, ...others } = files
    expect(manifest).toEqual({
      packageFormatVersion: '1',
      exportedAt: '2026-03-02T09:00:00.000Z',
      sourceN8nVersion: '2.41.1',
      sourceId: 'bd7662a5eeb41614e720d477abfcb2272e19a8a70a93b7e3bc8560d44ad326e9',
      workflows: [
        { id: 'a', name: 'A', target: 'projects/team/workflows/a' },
        { id: 'b', name: 'B', target: 'projects/team/folders/same/left/workflows/b' },
        { id: 'c', name: 'C', target: 'projects/team/folders/same/right/workflows/c' },
      ],
      folders: [
        { id: 'f', name: 'Same', target: 'projects/team/folders/same' },
        { id: 'i', name: 'Same 2', target: 'projects/team/folders/same-2' },
        { id: 'j', name: 'Same', target: 'projects/team/folders/same-3' },
        { id: 'k', name: 'same!', target: 'projects/team/folders/same-4' },
        { id: 'g', name: 'Left', target: 'projects/team/folders/same/left' },
        { id: 'h', name: 'Right', target: 'projects/team/folders/same/right' },
      ],
      projects: [{ id: 'team', name: 'Team', target: 'projects/team' }],
      credentials: [
        { id: 'own', name: 'Own', target: 'credentials/own' },
        { id: 'shared', name: 'Shared', target: 'projects/team/credentials/shared' },
      ],
      dataTables: [
        { id: 'TeamTable0000000', name: 'countries', target: 'projects/team/data-tables/countries' },
        { id: 'OwnersTable00000', name: 'countries', target: 'data-tables/countries' },
      ],
      variables: [
        { id: 'v2', name: 'channel', target: 'projects/team/variables/channel' },
        { id: 'v3', name: 'other', target: 'variables/other' },
      ],
      requirements: {
        credentials: [
          { id: 'own', name: 'Own', type: 'one', usedByWorkflows: ['a', 'b'] },
          { id: 'gone', name: 'Gone', type: 'two', usedByWorkflows: ['a'] },
          { id: 'shared', name: 'Shared', type: 'shared', usedByWorkflows: ['a'] },
        ],
        dataTables: [
          { id: 'TeamTable0000000', name: 'countries', usedByWorkflows: ['a'] },
          { id: 'OwnersTable00000', name: 'countries', usedByWorkflows: ['a'] },
        ],
        workflows: [{ id: 'b', name: 'B', usedByWorkflows: ['b'] }],
        variables: [
          { name: 'channel', usedByWorkflows: ['a', 'b'] },
          { name: 'other', usedByWorkflows: ['a'] },
          { name: 'missing', usedByWorkflows: ['a'] },
          { name: 'gone', usedByWorkflows: ['a'] },
        ],
        nodeTypes: [
          { type: 'x.n', typeVersion: 1, usedByWorkflows: ['a', 'b'] },
          { type: 'x.n', typeVersion: 2, usedByWorkflows: ['a'] },
          { type: 'n8n-nodes-base.dataTable', typeVersion: 1, usedByWorkflows: ['a'] },
          { type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2, usedByWorkflows: ['a', 'b'] },
        ],
      },
    })
    const workflow = (id: string, parentFolderId: string | null, errorWorkflow: string) => ({
      id,
      name: id.toUpperCase(),
      nodes: expect.any(Array),
      connections: {},
      settings: { errorWorkflow },
      versionId: `version-${id}`,
      parentFolderId,
      isPublished: false,
      isArchived: false,
      tagIds: [],
    })
    expect(others).toEqual({
      'projects/team/project.json': {
        id: 'team',
        name: 'Team',
        description: null,
        icon: null,
        customTelemetryTags: [],
      },
      'projects/team/folders/same/folder.json': { id: 'f', name: 'Same', parentFolderId: null },
      'projects/team/folders/same-2/folder.json': { id: 'i', name: 'Same 2', parentFolderId: null },
      'projects/team/folders/same-3/folder.json': { id: 'j', name: 'Same', parentFolderId: null },
      'projects/team/folders/same-4/folder.json': { id: 'k', name: 'same!', parentFolderId: null },
      'projects/team/folders/same/left/folder.json': { id: 'g', name: 'Left', parentFolderId: 'f' },
      'projects/team/folders/same/right/folder.json': { id: 'h', name: 'Right', parentFolderId: 'f' },
      'projects/team/workflows/a/workflow.json': workflow('a', null, 'DEFAULT'),
      'projects/team/folders/same/left/workflows/b/workflow.json': workflow('b', 'g', '=expression'),
      'projects/team/folders/same/right/workflows/c/workflow.json': workflow('c', 'h', ''),
      'credentials/own/credential.json': { id: 'own', name: 'Own', type: 'one' },
      'projects/team/credentials/shared/credential.json': { id: 'shared', name: 'Shared', type: 'shared' },
      'projects/team/variables/channel/variable.json': { name: 'channel', type: 'string', value: 'of the team' },
      'variables/other/variable.json': { name: 'other', type: 'string', value: 'x' },
      'projects/team/data-tables/countries/data-table.json': {
        id: 'TeamTable0000000',
        name: 'countries',
        columns: [
          { name: 'code', type: 'string', index: 0 },
          { name: 'size', type: 'number', index: 1 },
        ],
      },
      'data-tables/countries/data-table.json': { id: 'OwnersTable00000', name: 'countries', columns: [] },
    })
    expect(JSON.parse(response.headers.get('x-n8n-export-counts') ?? '')).toEqual({
      workflows: 3,
      folders: 6,
      credentials: 2,
      dataTables: 2,
      variables: 2,
      tags: 0,
    })
  })

  test.each([
    ['with their values', 'narrow', {}, 403],
    ['without their values', 'narrow', { includeVariableValues: false }, 200],
    ['with their values, by a key that lists variables', 'lists', {}, 200],
  ])('that needs variables is exported %s: %s %j', async (_how, key, more, status) => {
    await using instance = await startTeam()
    expect((await exported(instance, { projectIds: ['team'], ...more }, key)).response.status).toBe(status)
  })

  test('holds each workflow and folder once that is named twice, or within another', async () => {
    await using instance = await startTeam()
    const request = { folderIds: ['f', 'g'], workflowIds: ['c', 'c'] }
    expect(Object.keys((await exported(instance, request)).files)).toEqual([
      'manifest.json',
      'folders/same/folder.json',
      'folders/same/left/folder.json',
      'folders/same/right/folder.json',
      'folders/same/left/workflows/b/workflow.json',
      'folders/same/right/workflows/c/workflow.json',
      'credentials/own/credential.json',
      'variables/channel/variable.json',
    ])
  })
})

test('what the caller may not read is named, and does not come along', async () => {
  await using instance = await startInstance({
    socket: false,
    profile: 'n8n-2.41',
    fixture: {
      ...FIXTURE,
      users: [...(FIXTURE.users ?? []), { email: 'mia@example.com', apiKey: 'member' }],
      credentials: [{ ...FIXTURE.credentials?.[0], name: 'hidden credential' }],
      workflows: [
        { ...FIXTURE.workflows?.[0], id: 'w', owner: 'mia@example.com', tags: [] },
        { id: 'w2', name: 'hidden workflow', owner: 'olga@example.com' },
      ],
    } as Fixture,
  })
  const request = {
    workflowIds: ['w'],
    missingWorkflowDependencyPolicy: 'reference-only',
    includeVariableValues: false,
  }
  const { files } = await exported(instance, request, 'member')
  expect(Object.keys(files)).toEqual([
    'manifest.json',
    'workflows/triage-inbound/workflow.json',
    'variables/channel/variable.json',
  ])
  expect(files['manifest.json']).toMatchObject({
    requirements: {
      // as the node names it
      credentials: [{ id: 'c1', name: 'Linear api', type: 'httpBasicAuth', usedByWorkflows: ['w'] }],
      dataTables: [{ id: 'CountriesTable00', usedByWorkflows: ['w'] }],
      workflows: [{ id: 'w2', usedByWorkflows: ['w'] }],
    },
  })
  expect(JSON.stringify(files)).not.toMatch(/hidden|countries/)
})

test('a published workflow comes as it was published, or as it is edited', async () => {
  await using instance = await start()
  const trigger = (name: string) => ({
    id: 'n',
    name,
    type: 'n8n-nodes-base.scheduleTrigger',
    typeVersion: 1.2,
    position: [0, 0],
    parameters: { rule: { interval: [{ field: 'days' }] } },
  })
  const workflow = (name: string) => ({ name: 'Made', nodes: [trigger(name)], connections: {}, settings: {} })
  const ask = (method: string, path: string, body?: object) =>
    instance.request<{ id: string; versionId: string }>(method, `/api/v1/workflows${path}`, body)
  const { body: made } = await ask('POST', '', workflow('Before'))
  expect((await ask('POST', `/${made.id}/activate`)).status).toBe(200)
  const { body: edited } = await ask('PUT', `/${made.id}?publishIfActive=false`, workflow('After'))
  const published = [made.versionId, 'Before', true]
  const cases: [policy: string, expected: unknown[]][] = [
    ['published-strict', published],
    ['prefer-published', published],
    ['ignore-unpublished', published],
    ['latest', [edited.versionId, 'After', true]],
  ]
  for (const [workflowVersionPolicy, expected] of cases) {
    const { files } = await exported(instance, { workflowIds: [made.id], workflowVersionPolicy })
    const { versionId, nodes, isPublished } = files['workflows/made/workflow.json'] as {
      versionId: string
      nodes: { name: string }[]
      isPublished: boolean
    }
    expect<unknown[]>([versionId, nodes[0]?.name, isPublished]).toEqual(expected)
  }
})

test('paths of any length are read by tar', async () => {
  const above = Array.from({ length: 7 }, (_, at) => ({
    id: `f${at}`,
    name: 'a'.repeat(128),
    parentFolderId: `f${at - 1}`,
  }))
  // with these the record of a path has about a thousand bytes: its own length takes a digit more
  const last = Array.from({ length: 9 }, (_, at) => ({ id: `l${at}`, name: 'b'.repeat(62 + at), parentFolderId: 'f6' }))
  const folders = [...above, ...last].map(it => ({ ...it, projectId: 'team' }))
  await using instance = await startInstance({
    socket: false,
    profile: 'n8n-2.41',
    fixture: {
      licence: 'all',
      projects: [{ id: 'team', name: 'Team' }],
      folders: folders.map(it => (it.id === 'f0' ? { ...it, parentFolderId: null } : it)),
    } as Fixture,
  })
  const { files } = await exported(instance, { folderIds: ['f0'] })
  const paths = folders.map(({ name, id }) =>
    [
      'folders',
      ...above.slice(0, id.startsWith('l') ? 7 : Number(id.slice(1))).map(it => it.name),
      name,
      'folder.json',
    ].join('/'),
  )
  expect(Object.keys(files).slice(1)).toEqual(paths)
})
