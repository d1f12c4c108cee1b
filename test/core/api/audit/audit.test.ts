import { describe, expect, test } from 'bun:test'
import type { Fixture, ProfileName } from '../../../../src/index.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import type { Case } from '../../../case.ts'
import { playCases } from '../cases.ts'
import { ADMIN, PROFILES, webhook } from '../world.ts'

const node = (type: string, name: string, parameters: object = {}, more: object = {}) => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...more,
})
const uses = (id: string) => ({ credentials: { httpBasicAuth: { id, name: id } } })
const executed = (query: string, more: object = {}) => ({ operation: 'executeQuery', query, ...more })
const credential = (id: string) => ({ id, name: id, type: 'httpBasicAuth', data: {} })
const into = (target: string) => ({ main: [[{ node: target, type: 'main', index: 0 }]] })

/** An instance in which every section finds something, each beside a near miss named `…fine`. */
const everything = {
  credentials: ['c-active', 'c-inactive', 'c-unused'].map(credential),
  communityPackages: [{ packageName: 'n8n-nodes-tea', installedNodes: [{ name: 'Tea', type: 'n8n-nodes-tea.tea' }] }],
  workflows: [
    {
      id: '1',
      name: 'Active',
      active: true,
      nodes: [
        webhook('open', 'open'),
        webhook('checked-fine', 'checked'),
        { ...webhook('guarded-fine', 'guarded'), parameters: { path: 'guarded', authentication: 'basicAuth' } },
        node('if', 'If'),
        node('set', 'set-fine', {}, uses('c-active')),
      ],
      connections: { open: into('set-fine'), 'checked-fine': into('If') },
    },
    {
      id: '2',
      name: 'Inactive',
      nodes: [
        webhook('sleeping-fine', 'sleeping'),
        node('code', 'code', {}, { disabled: true }),
        node('readWriteFile', 'file-fine'),
        node('readBinaryFile', 'file'),
        node('postgres', 'query', executed('=select {{ 1 }}', { additionalFields: { queryParams: 'a' } })),
        node('postgres', 'params', executed('select 1', { additionalFields: { queryParams: '={{ 1 }}' } })),
        node('postgres', 'unused', executed('select 1')),
        node('postgres', 'sql-fine', executed('select $1', { additionalFields: { queryParams: 'a' } })),
        node('mySql', 'mysql-fine', executed('select 1')),
        node('httpRequest', 'http', {}, uses('c-inactive')),
      ],
    },
  ],
  executions: [{ workflowId: '1', status: 'success', startedAt: '2026-03-01T00:00:00.000Z' }],
} as Fixture

const CLOCK = '2026-03-02T00:00:00.000Z'
const start = (profile: ProfileName, fixture: Fixture = everything) => startInstance({ fixture, profile, clock: CLOCK })

/** What each section of the audit points at. */
async function findings(instance: TestInstance, additionalOptions?: object): Promise<Record<string, unknown[][]>> {
  const { status, body } = await instance.request('POST', '/api/v1/audit', { additionalOptions })
  expect(status).toBe(200)
  const reports = body as Record<string, { sections: { location?: Record<string, unknown>[] }[] }>
  return Object.fromEntries(
    Object.entries(reports).map(([name, { sections }]) => [
      name.replace(' Risk Report', ''),
      sections.map(({ location = [] }) => location.map(it => it.nodeName ?? it.name ?? it.nodeType)),
    ]),
  )
}

const CREDENTIALS = [['c-unused'], ['c-inactive', 'c-unused'], ['c-inactive', 'c-unused']]

describe.each(PROFILES)('in profile %s', profile => {
  test('finds exactly what there is to find, in all five reports', async () => {
    await using instance = await start(profile)
    expect(await findings(instance)).toEqual({
      Credentials: CREDENTIALS,
      Database: [['query'], ['params'], ['unused']],
      Nodes: [['code', 'http'], ['n8n-nodes-tea.tea']],
      Instance: profile === 'contract' ? [['open']] : [['open'], []],
      Filesystem: [['file']],
    })
  })

  test.each([
    [
      ['filesystem', 'credentials'],
      ['Filesystem', 'Credentials'],
    ],
    [['nodes', 'nodes'], ['Nodes']],
    [[], ['Credentials', 'Database', 'Nodes', 'Instance', 'Filesystem']],
  ])('answers the categories %p in their order', async (categories, names) => {
    await using instance = await start(profile)
    expect(Object.keys(await findings(instance, { categories }))).toEqual(names)
  })

  test.each([
    [undefined, ['c-inactive', 'c-unused']],
    [0, ['c-inactive', 'c-unused']],
    [2, ['c-inactive', 'c-unused']],
    [-1, ['c-active', 'c-inactive', 'c-unused']],
  ])('takes credentials for forgotten after %p days', async (daysAbandonedWorkflow, names) => {
    await using instance = await start(profile)
    const found = await findings(instance, { categories: ['credentials'], daysAbandonedWorkflow })
    expect(found.Credentials?.[2]).toEqual(names)
  })

  test('changes nothing', async () => {
    await using instance = await start(profile)
    const before = await instance.request('GET', '/api/v1/workflows')
    await findings(instance)
    expect((await instance.request('GET', '/api/v1/workflows')).text).toBe(before.text)
  })

  test('answers an admin what it answers the owner', async () => {
    const users = [{ email: 'adam@example.com', role: 'global:admin', apiKey: ADMIN.key }]
    await using instance = await start(profile, { ...everything, users } as Fixture)
    const [owner, admin] = await Promise.all([{}, ADMIN].map(who => instance.request('POST', '/api/v1/audit', {}, who)))
    expect(owner?.body).toHaveProperty(['Credentials Risk Report'])
    expect([admin?.status, admin?.body]).toEqual([200, owner?.body])
  })
})

const EXCLUDED = 'executeCommand, localFileTrigger, e2eTest, dynamicCredentialCheck'
  .split(', ')
  .map(name => `n8n-nodes-base.${name}`)
  .join(', ')

test.each([
  { profile: 'n8n-1.41', says: 'without packages of the community', enabled: false, excluded: 'none' },
  { profile: 'n8n-1.41', says: 'with packages of the community', fixture: everything, enabled: true, excluded: 'none' },
  { profile: 'n8n-2.41', says: 'without packages of the community', enabled: false, excluded: EXCLUDED },
] satisfies { profile: ProfileName; says: string; fixture?: Fixture; enabled: boolean; excluded: string }[])(
  'an audit of $profile tells the settings of an instance $says',
  async ({ profile, fixture = {}, enabled, excluded }) => {
    await using instance = await start(profile, fixture)
    const { body } = await instance.request('POST', '/api/v1/audit', {
      additionalOptions: { categories: ['instance'] },
    })
    const sections = (body as Record<string, { sections: object[] }>)['Instance Risk Report']?.sections ?? []
    expect(sections.at(-1)).toEqual({
      title: 'Security settings',
      description: expect.stringMatching(/./),
      recommendation: expect.stringMatching(/./),
      settings: {
        features: {
          communityPackagesEnabled: enabled,
          versionNotificationsEnabled: false,
          templatesEnabled: false,
          publicApiEnabled: true,
        },
        nodes: { nodesExclude: excluded, nodesInclude: 'none' },
        telemetry: { diagnosticsEnabled: false },
      },
    })
  },
)

const refused = (name: string, additionalOptions: unknown, message: string): Case => ({
  name: `refuses ${name}`,
  ask: ['POST', '/audit', { additionalOptions }],
  status: 400,
  body: { message: `request/body/additionalOptions${message}` },
})
const ALLOWED = 'must be equal to one of the allowed values: credentials, database, nodes, filesystem, instance'

playCases([
  refused('options that are null', null, ' must be object'),
  refused('options that are a list', [], ' must be object'),
  {
    name: 'refuses two faults in one message',
    ask: ['POST', '/audit', { additionalOptions: { categories: ['x'], daysAbandonedWorkflow: 'y' } }],
    status: 400,
    body: {
      message: `request/body/additionalOptions/daysAbandonedWorkflow must be integer, request/body/additionalOptions/categories/0 ${ALLOWED}`,
    },
  },
])
