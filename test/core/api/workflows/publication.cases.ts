import type { Fixture } from '../../../../src/index.ts'
import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, manual, type OperationId, schedule, workflow } from '../../../checks/conformance/case.ts'
import { date, holding, like, uuid } from '../../../checks/conformance/match.ts'

const of = (type: string, more: object = {}) => manual({ type: `n8n-nodes-base.${type}`, ...more })
const HOOK = 'cccccccc-0000-4000-8000-000000000001'
const hook = (path: string, more: object = {}) =>
  of('webhook', { name: 'Hook', typeVersion: 2, webhookId: HOOK, parameters: { path, ...more } })
const version = (at: number) => `aaaaaaaa-0000-4000-8000-00000000000${at}`
const github = (more: object = {}) =>
  of('githubTrigger', { name: 'GH', parameters: { owner: 'a', repository: 'b', events: ['push'] }, ...more })

const fixture = {
  workflows: [
    { id: 'draft', name: 'Draft', versionId: version(1), nodes: [schedule()] },
    { id: 'live', name: 'Live', versionId: version(2), active: true, nodes: [hook('/taken/')] },
    { id: 'same', name: 'Same hook', nodes: [hook('taken')] },
    { id: 'off', name: 'Disabled hook', nodes: [hook('taken', {}), schedule()].map(disableHook) },
    { id: 'kept', name: 'Archived', isArchived: true, nodes: [schedule()] },
  ],
} as Fixture

function disableHook(node: { name: string }) {
  return node.name === 'Hook' ? { ...node, disabled: true } : node
}

const NO_TRIGGER =
  'Workflow cannot be activated because it has no trigger node. At least one trigger, webhook, or polling node is required.'
const issues = (nodes: string, ...found: [name: string, ...lines: string[]][]) => {
  const blocks = found.map(([name, ...lines]) => [`Node "${name}":`, ...lines.map(line => `  - ${line}`)].join('\n'))
  return `Cannot publish workflow: ${nodes} have configuration issues:\n\n${blocks.join('\n\n')}`
}
const MISSING = 'Missing required credential: githubApi'

const CHECKED: [name: string, nodes: object[], text: string][] = [
  ['no node', [], NO_TRIGGER],
  ['a manual trigger', [manual()], NO_TRIGGER],
  ['a disabled trigger', [schedule({ disabled: true })], NO_TRIGGER],
  [
    'a node that calls an unknown workflow',
    [schedule(), of('executeWorkflow', { name: 'Call', parameters: { workflowId: 'nope' } })],
    'Cannot publish workflow: Node "Call" references workflow nope which is not published. Please publish all referenced sub-workflows first.',
  ],
  [
    'a node of an unknown type',
    [schedule(), of('doesNotExist')],
    'Unrecognized node type: n8n-nodes-base.doesNotExist',
  ],
  [
    'a disabled node of an unknown type',
    [schedule(), of('doesNotExist', { disabled: true })],
    'Unrecognized node type: n8n-nodes-base.doesNotExist',
  ],
  [
    'a type that is switched off',
    [schedule(), of('executeCommand')],
    'Unrecognized node type: n8n-nodes-base.executeCommand',
  ],
  [
    'a version that a type of several implementations does not have',
    [schedule(), of('airtable', { name: 'Table', typeVersion: 99 })],
    'Node type "airtable" is not available in version 99. Available versions: 1, 2, 2.1, 2.2. Use the latest version 2.2.',
  ],
  ['a trigger without its credential', [github()], issues('1 node', ['GH', MISSING])],
  [
    'a credential without an id',
    [github({ credentials: { githubApi: { id: '', name: 'x' } } })],
    issues('1 node', ['GH', 'Credential not configured: githubApi']),
  ],
  [
    'neither credential nor parameters',
    [github({ parameters: {} })],
    issues('1 node', ['GH', MISSING, 'Missing or invalid required parameters: owner, repository, events']),
  ],
  [
    'two nodes with issues, a blank line between them',
    [github(), github({ id: 'n', name: 'GH2' })],
    issues('2 nodes', ['GH', MISSING], ['GH2', MISSING]),
  ],
]

const made = (nodes: object[]): Step => ['POST', '/workflows', workflow('{run}', { nodes }), { keep: 'id' }]
const verbs = [
  ['activateWorkflow', 'activate'],
  ['publishWorkflow', 'publish'],
] as const

const checks: MeasuredCase[] = verbs.flatMap(([operation, verb]): MeasuredCase[] => {
  const row = (
    name: string,
    path: string,
    answer: Pick<MeasuredCase, 'status' | 'body'>,
    body?: unknown,
  ): MeasuredCase => ({
    operation,
    name,
    fixture,
    ask: ['POST', `/workflows/${path}/${verb}`, body],
    ...answer,
  })
  return [
    ...CHECKED.map(
      ([name, nodes, refusal]): MeasuredCase => ({
        operation,
        name: `the check: ${name}`,
        given: [made(nodes)],
        ask: ['POST', `/workflows/{id}/${verb}`],
        status: 400,
        body: message(refusal),
      }),
    ),
    ...(['errorTrigger', 'executeWorkflowTrigger'] as const).map(
      (type): MeasuredCase => ({
        operation,
        name: `the check: ${type} can start a workflow`,
        given: [made([of(type)])],
        status: 200,
        ask: ['POST', `/workflows/{id}/${verb}`],
      }),
    ),
    {
      operation,
      name: 'the check: an action that is not connected is passed over',
      status: 200,
      given: [made([schedule(), of('airtable', { name: 'Table', typeVersion: 2.1, parameters: {} })])],
      ask: ['POST', `/workflows/{id}/${verb}`],
    },
    {
      operation,
      name: 'the check: a type of one implementation takes any version',
      status: 200,
      given: [made([schedule({ typeVersion: 99 })])],
      ask: ['POST', `/workflows/{id}/${verb}`],
    },
    row('an archived one', 'kept', { status: 400, body: message('Cannot activate an archived workflow.') }),
    row('a path that is taken, slashes or not', 'same', {
      status: 409,
      body: message('There is a conflict with one of the webhooks.'),
    }),
    row('a disabled node holds no path', 'off', { status: 200 }),
    row('an unknown version', 'draft', { status: 404, body: message('Version not found') }, { versionId: 'nope' }),
    row(
      'a version with a name and a description',
      'draft',
      {
        status: 200,
        body: like({
          active: true,
          activeVersionId: version(1),
          versionId: version(1),
          activeVersion: like({
            versionId: version(1),
            workflowId: 'draft',
            name: 'First',
            description: 'the first',
            autosaved: false,
            workflowPublishHistory: [like({ versionId: version(1), event: 'activated', createdAt: date })],
          }),
        }),
      },
      { versionId: version(1), name: 'First', description: 'the first' },
    ),
  ]
})

const DEACTIVATED = { status: 200, body: like({ active: false, activeVersionId: null, activeVersion: null }) }
const stops: MeasuredCase[] = (
  [
    ['deactivateWorkflow', 'deactivate'],
    ['unpublishWorkflow', 'unpublish'],
  ] as [OperationId, string][]
).flatMap(([operation, verb]) =>
  (
    [
      ['a published one', 'live', DEACTIVATED],
      ['an inactive one: nothing happens', 'draft', DEACTIVATED],
      ['an archived one: nothing happens', 'kept', DEACTIVATED],
    ] as const
  ).map(
    ([name, id, answer]): MeasuredCase => ({
      operation,
      name,
      fixture,
      ask: ['POST', `/workflows/${id}/${verb}`],
      ...answer,
    }),
  ),
)

const put = (body: object, query = ''): Step => ['PUT', `/workflows/live${query}`, body]
const other = workflow('Live', { nodes: [hook('other')] })
const unstartable = workflow('Live', { nodes: [manual()] })
const updates: MeasuredCase[] = [
  {
    operation: 'updateWorkflow',
    name: 'an active one is published as it is now',
    fixture,
    status: 200,
    given: [put(other)],
    ask: ['GET', '/workflows/live'],
    body: like({ active: true, activeVersion: like({ nodes: [like({ parameters: { path: 'other' } })] }) }),
  },
  {
    operation: 'updateWorkflow',
    name: 'an active one, as a draft',
    fixture,
    status: 200,
    ask: put(other, '?publishIfActive=false'),
    body: like({ active: true, activeVersionId: version(2), versionId: uuid }),
  },
  {
    operation: 'updateWorkflow',
    name: 'an equal one is published again: two more events',
    fixture,
    status: 200,
    ask: put(workflow('Live', { nodes: [hook('/taken/')] })),
    body: like({
      activeVersion: like({
        workflowPublishHistory: holding(like({ event: 'deactivated' }), like({ event: 'activated' })),
      }),
    }),
  },
  {
    operation: 'updateWorkflow',
    name: 'one that cannot start is refused',
    fixture,
    ask: put(unstartable),
    status: 400,
    body: message(NO_TRIGGER),
    isSaved: true,
  },
  {
    operation: 'getWorkflow',
    name: 'one that cannot start is saved as a draft, the old one goes on',
    fixture,
    given: [['PUT', '/workflows/live', unstartable, { mayFail: true }]],
    ask: ['GET', '/workflows/live'],
    status: 200,
    body: like({ active: true, activeVersionId: version(2), nodes: [like({ name: 'Manual' })] }),
  },
  {
    operation: 'updateWorkflow',
    name: 'an archived one is refused',
    fixture,
    status: 400,
    ask: ['PUT', '/workflows/kept', workflow('x')],
    body: message('Cannot update an archived workflow.'),
  },
]

export const currentPublicationCases: MeasuredCase[] = [...checks, ...stops, ...updates]
