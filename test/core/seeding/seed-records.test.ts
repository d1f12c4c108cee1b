import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecrets } from '../../../src/core/storage/secrets.ts'
import { createInstance } from '../../../src/instance/instance.ts'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { stateOf, world } from '../api/world.ts'
import { column, FOLDERS, key, MIA, OWNER, TEAM, table, version } from './seed-pieces.ts'

const ID = /^[A-Za-z0-9]{16}$/
const start = () => startInstance({ fixture: world, socket: false, clock: '2026-05-01T00:00:00Z' })
const seed = (instance: TestInstance, fixture: unknown) => instance.request('POST', '/_control/seed', fixture)

describe('a seed', () => {
  /** What is put in, and what the state then has of it. */
  const TAKEN: [name: string, fixture: object, state: object][] = [
    [
      'an annotation tag',
      { annotationTags: [{ name: 'ok' }] },
      { annotationTags: [{ id: expect.stringMatching(ID) }] },
    ],
    [
      'a project with its members by e-mail',
      { projects: [TEAM] },
      { projects: [{ id: TEAM.id, icon: null, members: [{ userId: MIA, role: 'project:editor' }] }] },
    ],
    [
      'folders in any order, and a workflow in one',
      { projects: [TEAM], folders: FOLDERS, workflows: [{ name: 'x', projectId: TEAM.id, parentFolderId: 'inner' }] },
      { folders: FOLDERS, workflows: [{}, {}, { projectId: TEAM.id, parentFolderId: 'inner' }] },
    ],
    [
      'a custom role, and a user who has it',
      {
        customRoles: [{ slug: 'global:auditor', displayName: 'Auditor', roleType: 'global', scopes: ['user:list'] }],
        users: [{ email: 'ann@example.com', role: 'global:auditor' }],
      },
      {
        customRoles: [{ id: 'global:auditor', description: null }],
        users: [{}, {}, {}, {}, { role: 'global:auditor' }],
      },
    ],
    [
      'a user of the chat, with a project id of their own',
      { users: [{ email: 'ann@example.com', role: 'global:chatUser', projectId: 'annsproject', mfaEnabled: true }] },
      { users: [{}, {}, {}, {}, { role: 'global:chatUser', projectId: 'annsproject', mfaEnabled: true }] },
    ],
    [
      'a workflow by the personal project of its owner',
      {
        users: [{ id: MIA, email: 'mia@example.com', projectId: 'miasproject' }],
        workflows: [{ id: 'w', name: 'x', projectId: 'miasproject' }],
      },
      { workflows: [{}, {}, { id: 'w', owner: MIA }] },
    ],
    [
      'a workflow as an answer gives it, with the project that shares it',
      { projects: [TEAM], workflows: [{ name: 'x', shared: [{ role: 'workflow:owner', projectId: TEAM.id }] }] },
      { workflows: [{}, {}, { projectId: TEAM.id }] },
    ],
    [
      'versions newest first, the graph of the newest where the workflow has none of its own',
      { workflows: [{ id: 'w', name: 'x', versions: [version('v2'), version('v1', { name: 'First' })] }] },
      {
        workflows: [{}, {}, { versionId: 'v2', nodes: [{ name: 'v2' }] }],
        workflowVersions: [
          { id: 'v1', workflowId: 'w', authors: 'Olga Owner', name: 'First', autosaved: false },
          { id: 'v2', workflowId: 'w', name: null },
        ],
      },
    ],
    [
      'a published version that is not the current one, and its history',
      {
        workflows: [
          {
            id: 'w',
            name: 'x',
            activeVersionId: 'v1',
            versions: [version('v2'), version('v1')],
            publishHistory: [{ versionId: 'v1', event: 'activated', userId: OWNER }],
          },
        ],
      },
      {
        workflows: [{}, {}, { active: true, activeVersionId: 'v1', versionId: 'v2' }],
        publishEvents: [{ id: '1', workflowId: 'w', versionId: 'v1', event: 'activated' }],
        counters: { publishEvents: 1 },
      },
    ],
    [
      'a data table with rows, whose numbers go on',
      { dataTables: [table({ rows: [{ item: 'a', amount: 1 }, { id: 7, amount: null }, { item: 'b' }] })] },
      {
        dataTables: [{ id: expect.stringMatching(ID), projectId: expect.stringMatching(ID), nextRowId: 9 }],
        dataTableRows: [{ rowId: 1 }, { rowId: 7 }, { rowId: 8 }],
      },
    ],
    [
      'an execution with annotation tags by name, of the version that its workflow has now',
      {
        annotationTags: [{ id: 'tag1', name: 'ok' }],
        workflows: [{ id: 'w', name: 'x', versionId: 'v1' }],
        executions: [{ id: 90, workflowId: 'w', status: 'unknown', annotationTags: ['ok'], customData: { a: 'b' } }],
      },
      {
        executions: expect.arrayContaining([
          expect.objectContaining({ id: '90', status: 'unknown', annotationTags: ['tag1'], workflowVersionId: 'v1' }),
        ]),
      },
    ],
    [
      'a variable of a project, and a credential in it',
      {
        projects: [TEAM],
        variables: [{ key: 'K', value: 'v', projectId: TEAM.id }],
        credentials: [{ name: 'x', type: 'githubApi', projectId: TEAM.id, isGlobal: true }],
      },
      { variables: [{ projectId: TEAM.id }], credentials: [{}, {}, { projectId: TEAM.id, isGlobal: true }] },
    ],
    [
      'a workflow of a project, which belongs to who made that',
      { projects: [{ ...TEAM, creatorId: MIA }], workflows: [{ name: 'x', projectId: TEAM.id }] },
      { workflows: [{}, {}, { owner: MIA, projectId: TEAM.id }] },
    ],
    [
      'a workflow of an owner, whatever project shares it',
      {
        projects: [TEAM],
        workflows: [{ name: 'x', owner: MIA, shared: [{ role: 'workflow:owner', projectId: TEAM.id }] }],
      },
      { workflows: [{}, {}, expect.not.objectContaining({ projectId: TEAM.id })] },
    ],
    [
      'rows in any order, with their dates',
      { dataTables: [table({ rows: [{ id: 7, createdAt: '2026-01-01T00:00:00Z' }, { id: 2 }, {}] })] },
      {
        dataTables: [{ nextRowId: 9 }],
        dataTableRows: expect.arrayContaining([
          expect.objectContaining({
            rowId: 7,
            createdAt: '2026-01-01T00:00:00.000Z',
            updatedAt: '2026-01-01T00:00:00.000Z',
          }),
          expect.objectContaining({ rowId: 2 }),
          expect.objectContaining({ rowId: 8 }),
        ]),
      },
    ],
    [
      'a row beside its data table',
      {
        dataTables: [table({ id: 'datatable0000001' })],
        dataTableRows: [{ tableId: 'datatable0000001', rowId: 1, values: {} }],
      },
      { dataTables: [{ nextRowId: 2 }], dataTableRows: [{ rowId: 1 }] },
    ],
    [
      'a published version that is the current one',
      { workflows: [{ id: 'w', name: 'x', active: true, versionId: 'v', activeVersion: version('v') }] },
      { workflows: [{}, {}, { activeVersionId: 'v', versionId: 'v' }] },
    ],
    [
      'a workflow of which nothing is published',
      { workflows: [{ name: 'x', activeVersionId: null }] },
      { workflows: [{}, {}, { active: false, activeVersionId: null }] },
    ],
    [
      'a published version with a webhook, and an execution of it',
      {
        workflows: [
          {
            id: 'w',
            name: 'x',
            activeVersionId: 'v1',
            versions: [
              version('v2'),
              version('v1', { nodes: [{ name: 'Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'x' } }] }),
            ],
          },
        ],
        executions: [{ id: 90, workflowId: 'w', status: 'success', finished: false }],
      },
      {
        workflows: [{}, {}, { publishedWebhooks: [expect.stringContaining('x')] }],
        executions: expect.arrayContaining([
          expect.objectContaining({ id: '90', workflowVersionId: 'v1', finished: false }),
        ]),
      },
    ],
    [
      'an event beside a history with numbers',
      {
        workflows: [
          { id: 'w', name: 'x', versionId: 'v', publishHistory: [{ id: 5, versionId: 'v', event: 'activated' }] },
        ],
        publishEvents: [{ workflowId: 'w', versionId: 'v', event: 'deactivated' }],
      },
      { publishEvents: [{ id: '5' }, { id: '6' }], counters: { publishEvents: 6 } },
    ],
    ['a licence', { licence: ['feat:variables'] }, { licence: ['feat:variables'] }],
  ]

  test.each(TAKEN)('takes %s', async (_name, fixture, state) => {
    await using instance = await start()
    const { status, text } = await seed(instance, fixture)
    expect([status, text]).toEqual([200, expect.any(String)])
    expect(instance.state()).toMatchObject(state)
    const exported = await stateOf(instance)
    // the same again changes nothing
    expect((await seed(instance, JSON.parse(exported))).status).toBe(200)
    expect(JSON.parse(await stateOf(instance))).toEqual(JSON.parse(exported))
    await using other = await startInstance({ fixture: JSON.parse(exported), socket: false })
    expect(await stateOf(other)).toBe(exported)
  })

  test('makes whole records of the least that it takes', async () => {
    await using instance = await startInstance({ socket: false, clock: '2026-05-01T00:00:00Z', idSeed: 'least' })
    const statuses = ['success', 'error', 'running', 'waiting', 'new', 'canceled', 'crashed', 'unknown']
    const { status, text } = await seed(instance, {
      users: [{ email: 'Ann@example.com' }],
      projects: [{ id: 'p', name: 'P' }],
      folders: [{ id: 'f', name: 'F', projectId: 'p' }],
      customRoles: [{ slug: 'r', displayName: 'R' }],
      tags: [{ name: 'T' }],
      credentials: [{ name: 'C', type: 'githubApi' }],
      workflows: [{ name: 'W' }, { name: 'V', activeVersionId: 'v', versionId: 'v', tags: ['T', { name: 'T' }] }],
      workflowVersions: [{ id: 'u', workflowId: '2' }],
      publishEvents: [{ workflowId: '2', versionId: 'u', event: 'activated' }],
      executions: statuses.map(status => ({ workflowId: 1, status })),
      variables: [{ key: 'K', value: 'v' }],
      dataTables: [{ id: 'datatable0000001', name: ' D ', columns: [column('n', 'number')], rows: [{ n: 1 }, {}] }],
    })
    expect([status, text]).toEqual([200, expect.any(String)])
    const now = '2026-05-01T00:00:00.000Z'
    const dates = { createdAt: now, updatedAt: now }
    const { users = [], workflows = [], dataTables = [], ...rest } = instance.state()
    const owner = users[0]?.id
    const graph = { nodes: [], connections: {} }
    const workflow = {
      ...dates,
      ...graph,
      settings: {},
      staticData: null,
      owner,
      meta: null,
      pinData: null,
      triggerCount: 0,
    }
    const versionId = workflows[0]?.versionId
    const columnId = dataTables[0]?.columns[0]?.id ?? ''
    const inTable = { tableId: 'datatable0000001', ...dates }
    const person = { isPending: false, ...dates }
    expect<unknown>({ users, workflows, dataTables, ...rest }).toEqual({
      format: 1,
      users: [
        {
          id: owner,
          email: 'owner@example.com',
          firstName: 'Olga',
          lastName: 'Owner',
          role: 'global:owner',
          ...person,
        },
        {
          id: users[1]?.id,
          email: 'ann@example.com',
          firstName: null,
          lastName: null,
          role: 'global:member',
          ...person,
        },
      ],
      workflows: [
        { id: '1', name: 'W', active: false, tags: [], versionId, ...workflow },
        { id: '2', name: 'V', active: true, tags: ['1'], versionId: 'v', activeVersionId: 'v', ...workflow },
      ],
      tags: [{ id: '1', name: 'T', ...dates }],
      credentials: [{ id: '1', name: 'C', type: 'githubApi', owner, ...dates }],
      executions: statuses.map((status, at) => ({
        id: String(at + 1),
        workflowId: '1',
        status,
        finished: status === 'success',
        mode: 'trigger',
        retryOf: null,
        retrySuccessId: null,
        startedAt: now,
        stoppedAt: status === 'running' || status === 'new' ? null : now,
        waitTill: status === 'waiting' ? '3000-01-01T00:00:00.000Z' : null,
        deletedAt: null,
        workflowVersionId: versionId,
      })),
      variables: [{ id: expect.stringMatching(ID), key: 'K', type: 'string', value: 'v' }],
      workflowVersions: [
        {
          id: 'u',
          workflowId: '2',
          ...graph,
          nodeGroups: [],
          authors: '',
          name: null,
          description: null,
          autosaved: false,
          ...dates,
        },
      ],
      publishEvents: [{ id: '1', workflowId: '2', versionId: 'u', event: 'activated', userId: null, createdAt: now }],
      dataTables: [
        {
          id: 'datatable0000001',
          name: 'D',
          projectId: expect.stringMatching(ID),
          columns: [{ id: columnId, name: 'n', type: 'number', ...dates }],
          nextRowId: 3,
          ...dates,
        },
      ],
      dataTableRows: [
        { id: 'datatable0000001:1', rowId: 1, values: { [columnId]: 1 }, ...inTable },
        { id: 'datatable0000001:2', rowId: 2, values: {}, ...inTable },
      ],
      projects: [
        {
          id: 'p',
          name: 'P',
          icon: null,
          description: null,
          customTelemetryTags: [],
          creatorId: null,
          members: [],
          ...dates,
        },
      ],
      folders: [{ id: 'f', name: 'F', projectId: 'p', parentFolderId: null, ...dates }],
      customRoles: [{ id: 'r', displayName: 'R', description: null, roleType: 'project', scopes: [], ...dates }],
      counters: { workflows: 2, tags: 1, credentials: 1, executions: 8, publishEvents: 1 },
      sourceControl: null,
      communityPackages: [],
    })
  })

  test('keeps versions, history and rows where they are left out', async () => {
    await using instance = await start()
    const id = 'datatable0000001'
    const history = [{ versionId: 'v', event: 'activated' }]
    await seed(instance, {
      workflows: [{ id: 'w', name: 'x', versions: [version('v')], publishHistory: history }],
      dataTables: [table({ id, rows: [{ item: 'a', amount: 1 }] })],
      executions: [{ id: 90, workflowId: 'w', status: 'success', data: { a: 1 }, workflowData: { name: 'x' } }],
    })
    const before = instance.state()
    await seed(instance, {
      workflows: [{ id: 'w', name: 'y' }],
      executions: [{ id: 90, workflowId: 'w', status: 'error' }],
      dataTables: [{ id, name: 'Sold', columns: [column('item'), column('amount')] }],
    })
    const { workflowVersions, publishEvents, dataTables, dataTableRows, executions } = instance.state()
    expect(executions?.find(({ id }) => id === '90')).toMatchObject({
      status: 'error',
      finished: false,
      data: { a: 1 },
      workflowData: { name: 'x' },
    })
    expect([workflowVersions, publishEvents]).toEqual([before.workflowVersions, before.publishEvents])
    expect([workflowVersions?.length, publishEvents?.length]).toEqual([1, 1])
    const [item] = before.dataTables?.[0]?.columns ?? []
    expect(dataTables).toMatchObject([{ name: 'Sold', nextRowId: 2, columns: [{ id: item?.id }, { type: 'string' }] }])
    expect(dataTableRows?.map(({ values }) => values)).toEqual([{ [String(item?.id)]: 'a' }])
  })

  test('gives a user several keys, each in the place of the one with its label', async () => {
    await using instance = await start()
    const ask = async (key: string) => (await instance.request('GET', '/api/v1/tags', undefined, { key })).status
    expect((await seed(instance, { apiKeys: [key(), key({ label: 'b', key: 'b-key' })] })).status).toBe(200)
    expect([await ask('ci-key'), await ask('b-key'), await ask('owner-key')]).toEqual([200, 200, 200])
    await seed(instance, { apiKeys: [key({ key: 'ci-key-2', scopes: ['tag:list'], expiresAt: null })] })
    expect([await ask('ci-key'), await ask('ci-key-2'), await ask('b-key')]).toEqual([401, 200, 200])
    const { text } = await instance.request('GET', '/_control/state')
    expect(text).not.toContain('ci-key')
    const listed = async () => {
      const { body } = await instance.request<{ keys: { label: string }[] }>('GET', '/_control/keys')
      return body.keys.find(({ label }) => label === 'b')
    }
    const before = await listed()
    instance.clock.advance('1h')
    await seed(instance, { apiKeys: [key({ label: 'b', key: 'b-key' })] })
    expect([await listed(), before]).toEqual([before, expect.objectContaining({ lastUsedAt: expect.any(String) })])
  })

  test('at the start gives the owner keys beside the one that starts it', async () => {
    await using instance = await startInstance({ fixture: { ...world, apiKeys: [key()] }, socket: false })
    for (const key of ['owner-key', 'ci-key']) {
      expect((await instance.request('GET', '/api/v1/tags', undefined, { key })).status).toBe(200)
    }
  })
})

const SECRETS = createSecrets({ key: 'a key for tests' })
const CREDENTIAL = { id: 'c', name: 'a', type: 'githubApi', data: { accessToken: 'old' } }

/** Seeds a credential into a document, and tells the response and the name and data that the document then has. */
async function seedInto(file: string, credential: object) {
  const instance = await createInstance({
    file,
    profile: 'n8n-1.41',
    fixtures: [],
    serviceName: 'n8n',
    control: true,
    page: false,
    allowHosts: [],
    apiKey: 'owner-key',
    encryptionKey: 'a key for tests',
    report() {},
  })
  const headers = { 'content-type': 'application/json', 'x-n8n-api-key': 'owner-key' }
  const body = JSON.stringify({ credentials: [credential] })
  const response = await instance.fetch('/_control/seed', { method: 'POST', headers, body })
  const text = await response.text()
  await instance.stop()
  const [{ name, data }] = JSON.parse(await readFile(file, 'utf8')).credentials
  return { status: response.status, text, name, data: SECRETS.unseal(data) }
}

test.each([
  ['without data', {}, { status: 200, name: 'b', data: { accessToken: 'old' } }],
  ['with data in clear', { data: { accessToken: 'new' } }, { status: 200, name: 'b', data: { accessToken: 'new' } }],
  [
    'with data that this key has sealed',
    { data: SECRETS.seal({ accessToken: 'sealed' }) },
    { status: 200, name: 'b', data: { accessToken: 'sealed' } },
  ],
  [
    'with data that another key has sealed',
    { data: createSecrets({ key: 'another' }).seal({ accessToken: 'no' }) },
    { status: 400, name: 'a', text: expect.stringContaining('/data: it was encrypted with another key') },
  ],
  ['that is new, without data', { id: 'd' }, { status: 200, name: 'b', data: {} }],
])(
  'a seed of a known credential %s gives it that data, keeps what it has, or is refused',
  async (_, given, expected) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    const { data: _data, ...rest } = CREDENTIAL
    if (!('id' in given)) await seedInto(file, CREDENTIAL)
    expect(await seedInto(file, { ...rest, name: 'b', ...given })).toMatchObject(expected)
  },
)

describe('the licence', () => {
  test.each([
    [undefined, undefined, undefined],
    ['all', undefined, 'all'],
    ['all', null, undefined],
    [['feat:folders'], 'all', 'all'],
  ] as const)('that a fixture gives as %p and the start as %p is %p', async (given, licence, expected) => {
    const fixture = given === undefined ? {} : { licence: given }
    await using instance = await startInstance({ fixture, licence, socket: false })
    expect(instance.state().licence).toEqual(expected as never)
  })

  test('of a feature that there is not is refused with those that there are', async () => {
    const licence = ['feat:everything'] as never
    await expect(startInstance({ licence, socket: false })).rejects.toThrow('some of feat:variables, feat:projectRole')
  })
})
