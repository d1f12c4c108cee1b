import type { Fixture } from '../../../../src/index.ts'
import { message, type Step } from '../../../case.ts'
import type { MeasuredCase } from '../../../checks/conformance/case.ts'
import { like, text } from '../../../checks/conformance/match.ts'

const node = (type: string, name: string, parameters: object = {}, more: object = {}) => ({
  id: `id-${name}`,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...more,
})
const query = (sql: string, more: object = {}) => ({ operation: 'executeQuery', query: sql, ...more })
const credential = (id: string) => ({ id, name: `name of ${id}`, type: 'githubApi', data: {} })
const uses = (id: string) => ({ credentials: { githubApi: { id, name: id } } })

/** Something for every report, beside things that are none. */
const fixture = {
  credentials: [credential('c1'), credential('c2'), credential('c3')],
  workflows: [
    {
      id: 'w1',
      name: 'Live',
      active: true,
      connections: { Checked: { main: [[{ node: 'If', type: 'main', index: 0 }]] } },
      nodes: [
        node('webhook', 'Open', { path: 'a' }, uses('c1')),
        node('webhook', 'Checked', { path: 'b' }),
        node('webhook', 'Guarded', { path: 'c', authentication: 'none' }),
        node('if', 'If'),
      ],
    },
    {
      id: 'w2',
      name: 'Idle',
      nodes: [
        node('webhook', 'Sleeping', { path: 'd' }, uses('c2')),
        node('postgres', 'Expression', query('=select', { additionalFields: { queryParams: 'a' } })),
        node('postgres', 'Parameters', query('select', { additionalFields: { queryParams: '=a' } })),
        node('postgres', 'Unused', query('select')),
        node('mySql', 'Fixed', query('select')),
        node('code', 'Code', {}, { disabled: true }),
        node('set', 'Set'),
        node('readBinaryFile', 'File'),
        node('readWriteFile', 'Other file'),
      ],
    },
  ],
} as Fixture

const at = (workflow: string, name: string, type: string) => ({
  kind: 'node',
  workflowId: workflow,
  workflowName: workflow === 'w1' ? 'Live' : 'Idle',
  nodeId: `id-${name}`,
  nodeName: name,
  nodeType: `n8n-nodes-base.${type}`,
})
const known = (id: string) => ({ kind: 'credential', id, name: `name of ${id}` })
const section = (...location: unknown[]) => ({ title: text, description: text, recommendation: text, location })
const report = (risk: string, ...sections: unknown[]) => ({ risk, sections })

const REPORTS: Record<string, [name: string, body: unknown]> = {
  credentials: [
    'Credentials Risk Report',
    report(
      'credentials',
      section(known('c3')),
      section(known('c2'), known('c3')),
      section(known('c1'), known('c2'), known('c3')),
    ),
  ],
  database: [
    'Database Risk Report',
    report(
      'database',
      section(at('w2', 'Expression', 'postgres')),
      section(at('w2', 'Parameters', 'postgres')),
      section(at('w2', 'Unused', 'postgres')),
    ),
  ],
  nodes: ['Nodes Risk Report', report('nodes', section(at('w2', 'Code', 'code')))],
  instance: [
    'Instance Risk Report',
    report('instance', section(at('w1', 'Open', 'webhook')), like({ title: text, settings: like({}) })),
  ],
  filesystem: ['Filesystem Risk Report', report('filesystem', section(at('w2', 'File', 'readBinaryFile')))],
}

const audit = (...categories: string[]): Step => ['POST', '/audit', { additionalOptions: { categories } }]
const reports = (...categories: string[]) =>
  Object.fromEntries(categories.flatMap(category => [REPORTS[category] ?? []]))
const ALLOWED = 'must be equal to one of the allowed values: credentials, database, nodes, filesystem, instance'

const JSON_BODY = { headers: { 'content-type': 'application/json' } }

const refused = (additionalOptions: unknown, fault: string): MeasuredCase => ({
  operation: 'generateAudit',
  name: `${JSON.stringify(additionalOptions)} is refused`,
  status: 400,
  ask: ['POST', '/audit', { additionalOptions }],
  body: message(`request/body/additionalOptions${fault}`),
})

export const auditCases: MeasuredCase[] = [
  ...Object.keys(REPORTS).flatMap((category): MeasuredCase[] => [
    {
      operation: 'generateAudit',
      name: `the ${category} report`,
      fixture,
      ask: audit(category),
      status: 200,
      body: reports(category),
    },
    {
      operation: 'generateAudit',
      name: `the ${category} report of an empty instance`,
      fixture: {},
      status: 200,
      ask: audit(category),
      body: category === 'instance' ? like({ 'Instance Risk Report': like({ risk: 'instance' }) }) : [],
    },
  ]),
  ...[
    audit(),
    ['POST', '/audit'] as Step,
    ['POST', '/audit', {}] as Step,
    ['POST', '/audit', { other: 1 }] as Step,
  ].map(
    (ask): MeasuredCase => ({
      operation: 'generateAudit',
      name: `all reports for ${JSON.stringify(ask[2])}`,
      fixture,
      ask,
      status: 200,
      body: reports(...Object.keys(REPORTS)),
    }),
  ),
  {
    operation: 'generateAudit',
    name: 'two',
    fixture,
    ask: audit('nodes', 'database'),
    status: 200,
    body: reports('nodes', 'database'),
  },
  {
    operation: 'generateAudit',
    name: 'one twice',
    fixture,
    ask: audit('nodes', 'nodes'),
    status: 200,
    body: reports('nodes'),
  },
  refused({ categories: ['x'] }, `/categories/0 ${ALLOWED}`),
  refused({ categories: ['nodes', 'execution'] }, `/categories/1 ${ALLOWED}`),
  refused({ categories: null }, '/categories must be array'),
  refused({ categories: 'nodes' }, '/categories must be array'),
  ...[1.5, '5', null, true].map(days =>
    refused({ daysAbandonedWorkflow: days }, '/daysAbandonedWorkflow must be integer'),
  ),
  {
    operation: 'generateAudit',
    name: 'a text for a body is refused',
    ask: ['POST', '/audit', '"x"', JSON_BODY],
    status: 400,
    body: message('request/body must be object'),
  },
  {
    operation: 'generateAudit',
    name: 'plain text is refused',
    status: 415,
    ask: ['POST', '/audit', 'x', { headers: { 'content-type': 'text/plain' } }],
    body: message('unsupported media type text/plain'),
  },
]

const pull = (body: unknown, fault: string): MeasuredCase => ({
  operation: 'pull',
  name: `${JSON.stringify(body)} is refused`,
  ask: ['POST', '/source-control/pull', body],
  status: 400,
  body: message(fault),
})

export const pullCases: MeasuredCase[] = [
  pull({ force: 'yes' }, 'request/body/force must be boolean'),
  pull({ force: null }, 'request/body/force must be boolean'),
  pull({ variables: [] }, 'request/body/variables must be object'),
  pull([1], 'request/body must be object'),
  {
    operation: 'pull',
    name: 'without a repository',
    fixture: {},
    ask: ['POST', '/source-control/pull', {}],
    status: 400,
    body: { status: 'Error', message: 'Source Control is not connected to a repository' },
  },
]
