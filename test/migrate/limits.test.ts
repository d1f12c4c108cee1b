import { describe, expect, test } from 'bun:test'
import type { Fixture, Plan } from '../../src/index.ts'
import { cloneService, compareInstances } from '../../src/index.ts'
import { aNode, aWorkflow, startInstance } from '../../src/testing.ts'
import { rehearse, writes } from './rehearsal.ts'
import { OWNER } from './sample.ts'

const CURRENT = 'n8n-2.41'
const says = ({ lines }: Plan) =>
  lines.filter(({ sign }) => sign !== '=').map(({ sign, name, says }) => `${sign} ${name}: ${says.join(', ')}`)

describe('what the current version alone has', () => {
  const licensed: Fixture = {
    licence: 'all',
    users: [
      OWNER,
      { id: '0b7e4c1a-52d3-4f6e-8a90-1c3d5e7f9a02', email: 'mia@example.com', firstName: 'Mia', lastName: 'Member' },
    ],
    projects: [
      { id: 'TeamProjectXXXXX', name: 'Team', members: [{ user: 'mia@example.com', role: 'project:editor' }] },
    ],
    variables: [
      { key: 'region', value: 'eu' },
      { key: 'team', value: 'a', projectId: 'TeamProjectXXXXX' },
    ],
    dataTables: [
      {
        id: 'TableAAAAAAAAAAA',
        name: 'Orders',
        owner: 'mia@example.com',
        columns: [
          { name: 'item', type: 'string' },
          { name: 'count', type: 'number' },
        ],
        rows: Array.from({ length: 300 }, (_, at) => ({ item: `item ${at}`, ...(at > 0 ? { count: at } : {}) })),
      },
    ],
    credentials: [
      {
        id: 'CredentialAAAAAA',
        name: 'Nobody uses it',
        type: 'httpHeaderAuth',
        data: { name: 'a', value: 'b' },
        owner: 'mia@example.com',
      },
    ],
    workflows: [
      aWorkflow({
        id: 'WorkflowAAAAAAAA',
        name: 'Of Mia',
        owner: 'mia@example.com',
        description: 'What it does',
        active: true,
      }),
      aWorkflow({ id: 'WorkflowBBBBBBBB', name: 'Of the team', projectId: 'TeamProjectXXXXX' }),
      aWorkflow({
        id: 'WorkflowCCCCCCCC',
        name: 'Archived',
        isArchived: true,
        pinData: { Webhook: [{ json: { a: 1 } }] },
      }),
    ],
  }

  test('is cloned: owners, projects, variables, data tables with their rows, descriptions, what is archived', async () => {
    await using source = await startInstance({ profile: CURRENT, fixture: licensed })
    const service = { url: source.url, apiKey: source.apiKey }
    const { fixture, gaps, version, counts } = await cloneService(service)
    expect({ gaps, version }).toEqual({ gaps: [], version: CURRENT })
    expect(counts).toMatchObject({ projects: 1, variables: 2, dataTables: 1, credentials: 1, workflows: 3, users: 2 })
    expect(fixture.licence).toEqual(['feat:variables', 'feat:projectRole:admin'])
    await using copy = await startInstance({ fixture })
    const before = source.state()
    const after = copy.state()
    for (const kind of ['workflows', 'variables', 'projects', 'dataTables', 'credentials'] as const) {
      const owners = (state: Fixture) =>
        state[kind]
          ?.map(one => ['id' in one && one.id, 'owner' in one && one.owner, 'projectId' in one && one.projectId])
          .sort()
      expect([kind, owners(after)]).toEqual([kind, owners(before)])
    }
    const compared = await compareInstances(service, { url: copy.url, apiKey: copy.apiKey })
    expect(compared).toMatchObject({ isSame: true, kinds: { dataTables: { same: 1 } } })
    expect(compared.notCompared.filter(({ because }) => because === 'only one side has them')).toEqual([])
    expect(await compareInstances(fixture, service)).toMatchObject({ isSame: true })
    // a service that is no Understudy shows the same through its public API alone
    const hidden = async (url: string, init: RequestInit) =>
      url.includes('/_control/') ? Response.json({ message: 'not found' }, { status: 404 }) : fetch(url, init)
    const { kinds, ...publicly } = await compareInstances({ ...service, fetch: hidden }, service)
    expect(publicly).toMatchObject({
      isSame: true,
      notCompared: ['folders', 'customRoles', 'annotationTags', 'executions'].map(kind => ({ kind })),
    })
    expect(Object.entries(kinds).map(([kind, { same }]) => [kind, same])).toEqual([
      ['workflows', 3],
      ['tags', 0],
      ['credentials', 1],
      ['users', 2],
      ['variables', 2],
      ['projects', 1],
      ['dataTables', 1],
    ])
    const rows = async (it: typeof source) =>
      (await it.request('GET', '/api/v1/data-tables/TableAAAAAAAAAAA/rows?limit=250')).body
    const values = ({ data }: { data: object[] }) => data.map(row => ({ ...row, createdAt: '', updatedAt: '' }))
    expect(values((await rows(copy)) as never)).toEqual(values((await rows(source)) as never))
  })

  test('is cloned as far as it is licensed', async () => {
    const { licence, projects, variables, workflows = [], ...rest } = licensed
    const fixture = { ...rest, workflows: workflows.slice(0, 1) }
    await using source = await startInstance({ profile: CURRENT, fixture })
    const { gaps, counts } = await cloneService({ url: source.url, apiKey: source.apiKey })
    expect({ gaps, counts }).toMatchObject({ gaps: [], counts: { workflows: 1, dataTables: 1 } })
    expect(Object.keys(counts)).not.toContain('variables')
  })
})

describe('what a target cannot hold is in the plan, and nothing of it is sent', () => {
  const document: Fixture = {
    tags: [{ id: '1', name: 'a tag with a name that is far too long' }],
    credentials: [
      { id: '1', name: 'Twin', type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } },
      { id: '2', name: 'Odd', type: 'nopeApi', data: { a: 1 } },
    ],
    workflows: [
      aWorkflow({ id: '1', name: 'x'.repeat(129), nodes: ['Schedule Trigger'] }),
      aWorkflow({
        id: '2',
        name: 'Odd graph',
        connections: { Nope: { main: [[{ node: 'Edit Fields', type: 'main', index: 0 }]] } },
      }),
      aWorkflow({
        id: '3',
        name: 'Calls it',
        nodes: [aNode({ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: '2' } })],
      }),
      aWorkflow({
        id: '4',
        name: 'Pinned',
        nodes: ['Schedule Trigger'],
        pinData: { Webhook: [] },
        settings: { callerPolicy: 'any', binaryMode: 'separate' },
      }),
      aWorkflow({ id: '5', name: 'Slow', nodes: ['Schedule Trigger'], settings: { executionTimeout: 7200 } }),
      aWorkflow({ id: '6', name: 'Never starts', nodes: ['Edit Fields'], active: true }),
      aWorkflow({
        id: '7',
        name: 'With a twin',
        nodes: [aNode({ name: 'Use', credentials: { httpHeaderAuth: { id: '1', name: 'Twin' } } })],
      }),
      aWorkflow({ id: '8', name: 'In the archive', nodes: ['Schedule Trigger'] }),
    ],
  }
  const there: Fixture = {
    credentials: ['8', '9'].map(id => ({ id, name: 'Twin', type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } })),
    workflows: [
      aWorkflow({ id: '51', name: 'In the archive', nodes: ['Schedule Trigger'], isArchived: true }),
      ...['8', '9'].map(id =>
        aWorkflow({
          id: `6${id}`,
          name: `uses ${id}`,
          nodes: [aNode({ name: 'Use', credentials: { httpHeaderAuth: { id, name: 'Twin' } } })],
        }),
      ),
    ],
  }
  const tooLong = '! a tag with a name that is far too long: its name has 38 characters; the service takes 1 to 24'
  const twins =
    '! Twin: 2 credentials there have this name and type (8, 9): say which with --credentials, e.g. {"1":"8"}'
  const unknown = '! Odd: the service does not know the type nopeApi'
  const without = 'without settings.callerPolicy: this version does not take it'

  test.each([
    ['contract', [twins, unknown, '! Slow: settings.executionTimeout is 7200; the service takes up to 3600', without]],
    [
      'n8n-1.41',
      [
        tooLong,
        twins,
        unknown,
        '! Never starts: it cannot be activated: it has no node to start the workflow',
        without,
      ],
    ],
    [
      CURRENT,
      [
        tooLong,
        twins,
        unknown,
        '! In the archive: it is archived there',
        'its name has 129 characters; the service takes 1 to 128',
        '! Odd graph: Workflow structure is invalid. connections.Nope',
        '! Calls it: it calls "Odd graph", which cannot be there',
        'without settings.binaryMode',
        '! Never starts: it cannot be activated: Workflow cannot be activated because it has no trigger node',
      ],
    ],
  ] as const)('version %s', async (profile, expected) => {
    await using rehearsal = await rehearse(document, { profile, fixture: there })
    const { plan, failures } = await rehearsal.promote()
    const text = says(plan).join('\n')
    for (const line of ['! With a twin: its credential "Twin" cannot be there', ...expected])
      expect(text).toContain(line)
    expect(failures).toEqual([])
    rehearsal.service.requests.clear()
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
    expect(writes(rehearsal.service)).toEqual([])
  })

  test('the scopes that the key lacks', async () => {
    const apiKeys = [
      {
        user: 'owner@example.com',
        label: 'few',
        key: 'few',
        scopes: ['workflow:list', 'workflow:read', 'workflow:create', 'tag:list'],
      },
    ]
    await using rehearsal = await rehearse(
      { tags: [{ name: 'new' }], workflows: [aWorkflow({ name: 'On', active: true }), aWorkflow({ name: 'Off' })] },
      { profile: CURRENT, fixture: { users: [{ email: 'owner@example.com', role: 'global:owner' }], apiKeys } },
    )
    const { plan, failures } = await rehearsal.promote({ apiKey: 'few' })
    expect(says(plan)).toEqual([
      '! new: the key lacks the scope tag:create',
      '+ On: ',
      '! On: it cannot be activated: the key lacks the scope workflow:activate',
      '+ Off: ',
    ])
    expect(failures).toEqual([])
    expect(rehearsal.service.state().workflows?.map(({ name }) => name)).toEqual(['On', 'Off'])
  })

  test('a credential that the map names is taken', async () => {
    const { credentials, workflows } = document
    await using rehearsal = await rehearse(
      { credentials: credentials ?? [], workflows: workflows?.slice(6, 7) ?? [] },
      { profile: CURRENT, fixture: there },
    )
    const { plan } = await rehearsal.promote({ credentials: { Twin: '9' } })
    expect(says(plan).filter(line => line.startsWith('+'))).toEqual(['+ With a twin: '])
    const made = rehearsal.service.state().workflows?.find(({ name }) => name === 'With a twin')
    expect(made?.nodes?.[0]).toMatchObject({ credentials: { httpHeaderAuth: { id: '9' } } })
    const nope = await rehearsal.promote({ credentials: { Odd: 'nope' } })
    expect(says(nope.plan)).toContain('! Odd: the service has no credential nope')
  })
})
