import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import type { Fixture } from '../../../src/index.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'

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

async function exported(instance: TestInstance, body: object) {
  const response = await instance.fetch(EXPORT, {
    method: 'POST',
    headers: {
      [instance.apiKeyHeader]: instance.apiKey ?? '',
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

describe('what cannot be exported is refused', () => {
  test.each<[string, object, string]>([
    ['nothing', {}, 'At least one workflowId, folderId, or projectId is required'],
    [
      'both groups',
      { workflowIds: ['w3'], projectIds: ['team'] },
      'projectIds cannot be combined with workflowIds or folderIds',
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
      'Up to 300 ids of a kind can be exported at once',
    ],
  ])('%s', async (_what, request, message) => {
    await using instance = await start()
    const { response, text } = await exported(instance, request)
    expect([response.status, JSON.parse(text)]).toEqual([400, { message }])
  })
})
