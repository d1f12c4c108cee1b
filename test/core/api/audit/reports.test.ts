import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { RawJson } from '../../../../src/core/base/raw-json.ts'
import { runAtOnce } from '../../../../src/core/base/run-in-slices.ts'
import { auditSteps } from '../../../../src/core/features/audit/rules.ts'
import { type Audit, type AuditOptions, type Category, REPORTS } from '../../../../src/core/model/audit.ts'
import type { CredentialRecord } from '../../../../src/core/model/credential.ts'
import { type Collections, type CommunityPackage, layout, type Values } from '../../../../src/core/model/document.ts'
import type { ExecutionRecord } from '../../../../src/core/model/execution.ts'
import type { Node, WorkflowRecord } from '../../../../src/core/model/workflow.ts'
import { createMemoryStore } from '../../../../src/core/storage/memory-store.ts'
import { definition as contract } from '../../../../src/core/versions/v1/contract.ts'
import { definition as n8n141 } from '../../../../src/core/versions/v1/n8n-1.41.ts'
import { decisionsOf } from '../../../../src/core/versions/v1/v1.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const DAY = 24 * 60 * 60 * 1000
const rules = decisionsOf(contract)
const real = decisionsOf(n8n141)

interface Fixture {
  workflows?: WorkflowRecord[]
  credentials?: CredentialRecord[]
  executions?: ExecutionRecord[]
  communityPackages?: CommunityPackage[]
}

const stateOf = (fixture: Fixture) => createMemoryStore<Collections, Values>(layout, fixture).data

const auditOf = (fixture: Fixture, additionalOptions: AuditOptions['additionalOptions'] = {}, profile = rules) =>
  runAtOnce(auditSteps(stateOf(fixture), { additionalOptions }, { now: NOW, rules: profile }))

/** Each section of a report as the names at its locations. */
function sectionsOf(fixture: Fixture, category: Category, options = {}, profile = rules) {
  const found = auditOf(fixture, { categories: [category], ...options }, profile) as Audit
  return (found[REPORTS[category]]?.sections ?? []).map(({ location = [] }) =>
    location.map(place => ('nodeName' in place ? place.nodeName : 'name' in place ? place.name : place.nodeType)),
  )
}

const workflow = (nodes: Node[], more: Partial<WorkflowRecord> = {}): WorkflowRecord => ({
  id: 'w1',
  name: 'Flow',
  active: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  nodes,
  connections: {},
  settings: {},
  staticData: null,
  tags: [],
  owner: 'u1',
  versionId: 'v1',
  meta: null,
  pinData: null,
  triggerCount: 0,
  ...more,
})

const node = (type: string, name: string, parameters: Record<string, unknown> = {}, more: Node = {}): Node => ({
  id: `id-${name}`,
  name,
  type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
  parameters,
  ...more,
})

const credential = (id: string): CredentialRecord => ({
  id,
  name: id,
  type: 'httpBasicAuth',
  data: '',
  owner: 'u1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})

const execution = (id: string, workflowId: string, startedAt: string, workflowData?: unknown): ExecutionRecord => ({
  id,
  workflowId,
  status: 'success',
  finished: true,
  mode: 'trigger',
  retryOf: null,
  retrySuccessId: null,
  startedAt,
  stoppedAt: startedAt,
  waitTill: null,
  deletedAt: null,
  workflowData: RawJson.of(workflowData),
})

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString()

const using = (id: string, more: Node = {}) => node('set', `uses ${id}`, {}, { credentials: { any: { id } }, ...more })

describe('the credentials report', () => {
  const inNone = credential('in none')
  const inInactive = credential('in inactive')
  const inActive = credential('in active')
  const ran = credential('ran')
  const fixture = {
    credentials: [ran, inNone, inActive, inInactive],
    workflows: [
      workflow([using('in inactive')], { id: 'w1' }),
      workflow([using('in active', { disabled: true }), using('ran')], { id: 'w2', active: true }),
    ],
    executions: [execution('1', 'w2', daysAgo(2), { nodes: [using('ran', { disabled: true })] })],
  }

  test('names what no workflow, no active workflow and no recent execution uses, in order of creation', () => {
    expect(sectionsOf(fixture, 'credentials')).toEqual([
      ['in none'],
      ['in none', 'in inactive'],
      ['in none', 'in active', 'in inactive'],
    ])
  })

  test.each([
    [undefined, daysAgo(89), true],
    [undefined, daysAgo(91), false],
    [0, daysAgo(89), true],
    [0, daysAgo(91), false],
    [3, daysAgo(2), true],
    [3, daysAgo(3), true],
    [3, daysAgo(4), false],
    [-1, daysAgo(0), false],
    [-1, daysAgo(-2), true],
    [100_000, daysAgo(5000), true],
    [3, 'no date', false],
  ])('with %p days, an execution of %s counts: %p', (daysAbandonedWorkflow, startedAt, counts) => {
    const executions = [execution('1', 'w2', startedAt, { nodes: [using('ran')] })]
    const sections = sectionsOf({ ...fixture, executions }, 'credentials', { daysAbandonedWorkflow })
    expect(sections[2]?.includes('ran')).toBe(!counts)
  })

  test.each<[string, unknown, string[]]>([
    ['the nodes it ran with', { nodes: [using('in none')] }, ['ran', 'in active', 'in inactive']],
    ["the workflow's nodes of today if it keeps none", undefined, ['in none', 'in inactive']],
    ['nothing if what it keeps is odd', { nodes: 'x' }, ['ran', 'in none', 'in active', 'in inactive']],
    [
      'nothing of odd nodes',
      { nodes: [null, 5, { credentials: [null] }, using('ran')] },
      ['in none', 'in active', 'in inactive'],
    ],
  ])('takes from an execution %s', (_says, workflowData, unused) => {
    const executions = [execution('1', 'w2', daysAgo(1), workflowData), execution('2', 'w9', daysAgo(1))]
    expect(sectionsOf({ ...fixture, executions }, 'credentials')[2]).toEqual(unused)
  })

  test('is absent when every credential is used, active and run', () => {
    const { workflows, executions } = fixture
    expect(auditOf({ credentials: [ran], workflows, executions })).toEqual({})
  })

  test.each<[unknown]>([['ran'], [null], [{ any: null }], [{ any: 'ran' }], [{ any: { id: 5 } }], [{ any: ['ran'] }]])(
    'does not take %j of a node for a use',
    credentials => {
      const odd = workflow([{ ...node('set', 'odd'), credentials } as Node], { active: true })
      expect(sectionsOf({ credentials: [ran], workflows: [odd] }, 'credentials')).toEqual([['ran'], ['ran'], ['ran']])
    },
  )
})

describe('the database report', () => {
  const sql = (type: string, parameters: Record<string, unknown>) => {
    const nodes = [node(type, 'N', { operation: 'executeQuery', ...parameters })]
    return sectionsOf({ workflows: [workflow(nodes)] }, 'database')
  }
  const fixed = { additionalFields: { queryParams: 'a,b' } }

  test.each<[string, string, Record<string, unknown>, number]>([
    ['a query that is an expression', 'postgres', { query: '=select {{ $json.a }}', ...fixed }, 1],
    ['a query that is an expression', 'mySql', { query: '=x' }, 1],
    ['a query that is an expression', 'microsoftSql', { query: '=x' }, 1],
    ['a query that is an expression', 'snowflake', { query: '=x' }, 1],
    ['query parameters that are an expression', 'crateDb', { additionalFields: { queryParams: '={{ $json.x }}' } }, 1],
    ['unused query parameters', 'questDb', { query: 'select 1' }, 1],
    ['unused query parameters', 'timescaleDb', { query: 'select 1', additionalFields: {} }, 1],
    ['an expression beside unused query parameters', 'postgres', { query: '=x' }, 2],
    ['nothing: a fixed query with fixed parameters', 'postgres', { query: 'select 1', ...fixed }, 0],
    ['nothing: another operation', 'postgres', { operation: 'insert', query: '=x' }, 0],
    ['nothing: a fixed query of a node without query parameters', 'mySql', { query: 'select 1' }, 0],
    ['nothing: parameters that it does not have', 'snowflake', { additionalFields: { queryParams: '=x' } }, 0],
    ['nothing: an equals sign further on', 'mySql', { query: 'select 1 where a = 2' }, 0],
    ['nothing: another kind of node', 'mongoDb', { query: '=x' }, 0],
  ])('finds %s (%s)', (_says, type, parameters, sections) => {
    expect(sql(type, parameters)).toEqual(Array(sections).fill(['N']))
  })

  test('keeps its three sections apart, each in the order of the nodes', () => {
    const query = (name: string, parameters: Record<string, unknown>, type = 'postgres') =>
      node(type, name, { operation: 'executeQuery', ...parameters })
    const nodes = [
      query('PG expr', { query: '=select {{ $json.a }}' }),
      query('PG noparams', { query: 'select 1' }),
      query('PG params', { query: 'select 1', additionalFields: { queryParams: '={{ $json.x }}' } }),
      query('PG opts', { query: 'select 1', additionalFields: {} }),
      query('MySQL', { query: '=select {{ $json.a }}' }, 'mySql'),
      query('Snow', { query: '=x' }, 'snowflake'),
    ]
    expect(sectionsOf({ workflows: [workflow(nodes)] }, 'database')).toEqual([
      ['PG expr', 'MySQL', 'Snow'],
      ['PG params'],
      ['PG expr', 'PG noparams', 'PG opts'],
    ])
  })
})

describe('the filesystem report', () => {
  test('names the five nodes that reach files, and no other', () => {
    const types = ['readBinaryFile', 'readBinaryFiles', 'writeBinaryFile', 'spreadsheetFile', 'readPdf']
    const nodes = [...types, 'readWriteFile', 'x.readPdf'].map(type => node(type, type))
    expect(sectionsOf({ workflows: [workflow(nodes)] }, 'filesystem')).toEqual([types])
  })
})

describe('the nodes report', () => {
  const risky = ['code', 'executeCommand', 'ssh', 'ftp', 'function', 'functionItem', 'httpRequest']

  test('names the risky nodes of the standard package, disabled ones too, and no near miss', () => {
    const nodes = [
      ...risky.map(type => node(type, type)),
      node('code', 'off', {}, { disabled: true }),
      node('set', 'set'),
      node('@n8n/n8n-nodes-langchain.code', 'langchain code'),
    ]
    expect(sectionsOf({ workflows: [workflow(nodes)] }, 'nodes')).toEqual([[...risky, 'off']])
  })

  const installed = [
    {
      packageName: 'n8n-nodes-acme',
      installedNodes: [
        { name: 'Acme', type: 'n8n-nodes-acme.acme' },
        { name: 'Acme Trigger', type: 'n8n-nodes-acme.acmeTrigger' },
      ],
    },
  ]
  const used = [
    'n8n-nodes-acme.acme',
    '@acme/n8n-nodes-other.thing',
    'n8n-nodes-base.doesNotExist',
    '@n8n/n8n-nodes-langchain.agent',
    'CUSTOM.own',
    'nodot',
    '.hidden',
    '@acme/n8n-nodes-other.thing',
  ]
  const workflows = [workflow(used.map(type => ({ name: type, type })))]

  test('names the nodes of installed packages, and the community nodes that workflows use, each once', () => {
    expect(auditOf({ workflows, communityPackages: installed })).toMatchObject({
      'Nodes Risk Report': {
        risk: 'nodes',
        sections: [
          {
            location: [
              community('n8n-nodes-acme.acme', 'n8n-nodes-acme'),
              community('n8n-nodes-acme.acmeTrigger', 'n8n-nodes-acme'),
              community('@acme/n8n-nodes-other.thing', '@acme/n8n-nodes-other'),
            ],
          },
        ],
      },
    })
  })

  test('leaves the community nodes of workflows out where only installed packages count', () => {
    const names = ['n8n-nodes-acme.acme', 'n8n-nodes-acme.acmeTrigger']
    expect(sectionsOf({ workflows, communityPackages: installed }, 'nodes', {}, real)).toEqual([names])
    expect(auditOf({ workflows }, { categories: ['nodes'] }, real)).toEqual([])
  })

  const community = (nodeType: string, packageName: string) => ({
    kind: 'community',
    nodeType,
    packageUrl: `https://www.npmjs.com/package/${packageName}`,
  })
})

describe('the instance report', () => {
  const hook = (parameters: Record<string, unknown> = {}, more: Node = {}) => node('webhook', 'Hook', parameters, more)
  const to = (...names: string[]) => ({ Hook: { main: [names.map(name => ({ node: name, type: 'main', index: 0 }))] } })
  const open = (nodes: Node[], connections: Record<string, unknown> = {}, active = true) =>
    sectionsOf({ workflows: [workflow(nodes, { connections, active })] }, 'instance')

  test.each<[string, Node[], Record<string, unknown>]>([
    ['an active webhook without authentication', [hook()], {}],
    ['a disabled one', [hook({}, { disabled: true })], {}],
    ['one without parameters', [{ ...hook(), parameters: undefined }], {}],
    ['one before a node that checks nothing', [hook(), node('set', 'Set')], to('Set')],
    ['one whose check is on the second output', [hook(), node('if', 'If')], { Hook: { main: [[], [{ node: 'If' }]] } }],
    ['one whose check is two steps away', [hook(), node('set', 'Set'), node('if', 'If')], to('Set')],
    ['one before a node that is missing', [hook()], to('If')],
  ])('flags %s', (_says, nodes, connections) => {
    expect(open(nodes, connections)).toEqual([['Hook']])
  })

  test.each<[string, Node[], Record<string, unknown>]>([
    ['one with authentication', [hook({ authentication: 'basicAuth' })], {}],
    ['one with the authentication "none"', [hook({ authentication: 'none' })], {}],
    ['one directly before a switch', [hook(), node('switch', 'S'), node('set', 'T')], to('T', 'S')],
    ['one directly before a function', [hook(), node('functionItem', 'F')], to('F')],
    ['another trigger', [node('formTrigger', 'Hook')], {}],
  ])('does not flag %s', (_says, nodes, connections) => {
    expect(open(nodes, connections)).toEqual([])
  })

  test('does not flag a webhook of an inactive workflow', () => {
    expect(open([hook()], {}, false)).toEqual([])
  })

  test.each<[unknown]>([
    [null],
    [[]],
    ['x'],
    [{ Hook: null }],
    [{ Hook: {} }],
    [{ Hook: { main: [] } }],
    [{ Hook: { main: [null] } }],
    [{ Hook: { main: { 0: [] } } }],
    [{ Hook: { main: [[null, 5, {}, { node: null }, { node: 7 }]] } }],
    [{ Hook: 'x', a: 1 }],
  ])('takes the connections %j as no connection', connections => {
    expect(open([hook(), { type: 'n8n-nodes-base.if' }], connections as Record<string, unknown>)).toEqual([['Hook']])
  })

  test.each(['__proto__', 'constructor', 'toString'])('is not misled by a webhook named %s', name => {
    expect(open([{ ...hook(), name }])).toEqual([[name]])
  })

  test('has a settings section without a location list in the profile that has one, even with nothing to flag', () => {
    const found = auditOf({}, {}, real) as Audit
    expect(found).toMatchObject({ 'Instance Risk Report': { risk: 'instance', sections: [{ settings: {} }] } })
    expect(found['Instance Risk Report']?.sections[0]).not.toHaveProperty('location')
  })
})

describe('an audit', () => {
  const everything: Fixture = {
    credentials: [credential('c1')],
    workflows: [
      workflow([
        node('postgres', 'PG', { operation: 'executeQuery', query: '=x' }),
        node('code', 'Code'),
        node('readPdf', 'PDF'),
      ]),
      workflow([node('webhook', 'Hook')], { id: 'w2', name: 'Second', active: true }),
    ],
  }
  const ALL = ['Credentials', 'Database', 'Nodes', 'Instance', 'Filesystem']
  const named = (names: string[]) => names.map(name => `${name} Risk Report`)

  test.each([
    ['contract', {}],
    ['n8n-1.41', []],
  ] as const)('with nothing to report is, in profile %s, %j', (profile, empty) => {
    const categories: Category[] = ['nodes', 'database', 'credentials', 'filesystem']
    expect(auditOf({}, { categories }, profile === 'contract' ? rules : real)).toEqual(empty as Audit | [])
  })

  test('has the labels of the service, text in every description and recommendation, and strings in every location', () => {
    const odd = workflow([{ type: 'n8n-nodes-base.code' }], { id: 'w3' })
    const fixture = { ...everything, workflows: [...(everything.workflows ?? []), odd] }
    const sections = Object.values(auditOf(fixture) as Audit).flatMap(report => report.sections)
    expect(sections.map(section => section.title)).toEqual([
      'Credentials not used in any workflow',
      'Credentials not used in any active workflow',
      'Credentials not used in recently executed workflows',
      'Expressions in "Execute Query" fields in SQL nodes',
      'Unused "Query Parameters" fields in SQL nodes',
      'Official risky nodes',
      'Unprotected webhooks in instance',
      'Nodes that interact with the filesystem',
    ])
    for (const { title, description, recommendation, location } of sections) {
      expect([title, description, recommendation]).not.toContain('')
      expect(location?.length).toBeGreaterThan(0)
      for (const value of location?.flatMap(place => Object.values(place)) ?? []) expect(value).toBeString()
    }
  })

  test('says where a node is, with empty text for what it lacks', () => {
    const workflows = [workflow([{ type: 'n8n-nodes-base.code' }], { id: 'w3', name: 'Odd' })]
    expect((auditOf({ workflows }) as Audit)['Nodes Risk Report']?.sections[0]?.location).toEqual([
      {
        kind: 'node',
        workflowId: 'w3',
        workflowName: 'Odd',
        nodeId: '',
        nodeName: '',
        nodeType: 'n8n-nodes-base.code',
      },
    ])
  })

  test('goes through the workflows once for all five reports', () => {
    const state = stateOf(everything)
    let passes = 0
    const counted = {
      get: (id: string) => state.workflows.get(id),
      values: () => {
        passes += 1
        return state.workflows.values()
      },
    }
    const found = runAtOnce(auditSteps({ ...state, workflows: counted }, {}, { now: NOW, rules }))
    expect(Object.keys(found)).toEqual(named(ALL))
    expect(passes).toBe(1)
  })

  test('answers whatever nodes and connections are', () => {
    const type = fc.constantFrom('webhook', 'postgres', 'code').map(name => `n8n-nodes-base.${name}`)
    const nodes = fc.array(
      fc.record({ type, name: fc.string(), parameters: fc.jsonValue(), credentials: fc.jsonValue() }),
    )
    const connections = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.record({ main: fc.jsonValue() })))
    fc.assert(
      fc.property(nodes, connections, (nodes, connections) => {
        const odd = workflow(nodes as Node[], { active: true, connections })
        const found = auditOf({ workflows: [odd], credentials: [credential('c1')] })
        expect('Credentials Risk Report' in found).toBe(true)
      }),
    )
  })
})
