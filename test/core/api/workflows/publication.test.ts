import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  loadActivationRequirements,
  requirementsOf,
} from '../../../../src/core/features/workflows/activation-requirements.ts'
import { loadNodeTypes, needsWebhookId } from '../../../../src/core/features/workflows/node-types.ts'
import { type PublicationContext, publicationRefusal } from '../../../../src/core/features/workflows/publication.ts'
import { publicationEffects } from '../../../../src/core/features/workflows/publication-effects.ts'
import { webhookKey } from '../../../../src/core/model/webhooks.ts'
import type { Connections, Node } from '../../../../src/core/model/workflow.ts'

const CALLED: Record<string, { name: string; isPublished: boolean }> = {
  live: { name: 'Live', isPublished: true },
  draft: { name: 'The "draft"', isPublished: false },
}

let context: PublicationContext
beforeAll(async () => {
  context = {
    nodeTypes: await loadNodeTypes(
      () => import('../../../../data/n8n-2.41/node-types.json', { with: { type: 'json' } }),
    ),
    requirements: await loadActivationRequirements(
      () => import('../../../../data/n8n-2.41/activation-requirements.json', { with: { type: 'json' } }),
    ),
    isTaken: webhook => webhookKey(webhook) === 'GET taken',
    findCalled: id => CALLED[id],
  }
})

const node = (name: string, type: string, parameters: Record<string, unknown> = {}, more: Node = {}): Node => ({
  id: name,
  name,
  type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
  typeVersion: 1,
  parameters,
  position: [0, 0],
  ...more,
})
const hook = (path: string, more: Node = {}) => node('Hook', 'webhook', { path, httpMethod: 'GET' }, more)
const chain = (...names: string[]): Connections =>
  Object.fromEntries(names.slice(1).map((to, at) => [names[at], { main: [[{ node: to, type: 'main', index: 0 }]] }]))

const refusal = (nodes: Node[], connections: Connections = chain('Hook', 'N')) => {
  const refused = publicationRefusal({ nodes, connections }, context)
  return refused && `${refused.status} ${refused.message}`
}

const GITHUB = { resource: 'issue', operation: 'create', owner: 'o', repository: 'r', title: 't' }
const KEY = { credentials: { githubApi: { id: '1', name: 'GH' } } }
const off = { disabled: true }
const issues = (...findings: string[]) =>
  `400 Cannot publish workflow: 1 node have configuration issues:\n\nNode "N":\n${findings.map(finding => `  - ${finding}`).join('\n')}`
const MISSING = 'Missing or invalid required parameters'
const inputIssue = issues(`${MISSING}: workflowInputs`).replace('"N"', '"In"')
const github = (parameters: object, more: Node = KEY) => node('N', 'github', { ...GITHUB, ...parameters }, more)

/** Fields of forms, and what they lack. */
const FORM_VERSIONS: [typeVersion: number, field: object, ...lacking: string[]][] = [
  [1, { fieldLabel: '' }, 'fieldLabel'],
  [2.3, { fieldName: 'a' }, 'fieldLabel'],
  [2.4, { fieldLabel: 'a' }, 'fieldName'],
  [2.4, { fieldType: 'hiddenField' }, 'fieldName'],
  [2.5, {}, 'fieldLabel'],
]

const TOOL_WORKFLOW = '@n8n/n8n-nodes-langchain.toolWorkflow'
const LIST = { resource: 'contactList', operation: 'add', listId: '' }
const CAMPAIGN = { credentials: { activeCampaignApi: { id: '1' } } }
const inputs = (parameters: object) =>
  node('In', 'executeWorkflowTrigger', parameters as Record<string, unknown>, { typeVersion: 1.1 })

describe('a workflow is published', () => {
  test.each<[string, Node[]]>([
    ['with a webhook', [hook('free')]],
    ['with a list that is empty', [hook('free'), node('N', 'sort', { sortFieldsUi: { sortField: [] } })]],
    [
      'with a list that is not shown',
      [hook('free'), node('N', 'sort', { type: 'random', sortFieldsUi: { sortField: [{}] } })],
    ],
    [
      'with a form of entries that need no label',
      [
        node(
          'N',
          'formTrigger',
          {
            path: 'p',
            formTitle: 't',
            formFields: { values: [{ fieldType: 'html' }, { fieldType: 'hiddenField', fieldName: 'h' }] },
          },
          { typeVersion: 2.3 },
        ),
      ],
    ],
    [
      'with a schedule of a bad cron expression',
      [node('S', 'scheduleTrigger', { rule: { interval: [{ field: 'cronExpression', expression: 'x' }] } })],
    ],
    [
      'with an action that waits for an answer in this version',
      [
        node(
          'S',
          'slack',
          { select: 'user', user: 'u', text: 't' },
          { typeVersion: 2.2, credentials: { slackApi: { id: '1' } } },
        ),
      ],
    ],
    ['with a disabled action that lacks everything', [hook('free'), github({ title: '' }, off)]],
    ['with all that a node needs', [hook('free'), github({})]],
    [
      'with a credential that does not exist',
      [hook('free'), github({}, { credentials: { githubApi: { id: 'gone' } } })],
    ],
    ['with a blank parameter', [hook('free'), github({ title: ' ' })]],
    ['with a parameter that only a run gives', [hook('free'), github({ title: '={{ $json.title }}' })]],
    ['with a version that a type of one implementation does not have', [hook('free', { typeVersion: 99 })]],
    ['with a tool that asks a person, of any node', [hook('free'), node('N', 'setHitlTool')]],
    ['with a required number that is empty', [hook('free'), node('N', 'activeCampaign', LIST, CAMPAIGN)]],
    ['with a tool that has a name', [hook('free'), node('N', TOOL_WORKFLOW, { name: '_a1', workflowId: '1' })]],
    ['with a name that only a run gives', [hook('free'), node('N', TOOL_WORKFLOW, { name: '=a b', workflowId: '1' })]],
    ['with an input', [inputs({ workflowInputs: { values: [{ name: 'a' }] } })]],
    ['with inputs of any kind', [inputs({ inputSource: 'passthrough' })]],
    ['with an operation of a run, which no parameter is for', [hook('free'), github({ operation: '=x', title: '' })]],
  ])('%s', (_says, nodes) => {
    expect(refusal(nodes)).toBeUndefined()
  })
})

describe('a workflow is not published', () => {
  const NO_TRIGGER =
    '400 Workflow cannot be activated because it has no trigger node. At least one trigger, webhook, or polling node is required.'

  test.each<[string, Node[], string]>([
    ['with an action in a version without webhook', [node('S', 'slack')], NO_TRIGGER],
    [
      'with an unknown version',
      [hook('free'), node('N', 'airtable', {}, { typeVersion: 99 })],
      '400 Node type "airtable" is not available in version 99. Available versions: 1, 2, 2.1, 2.2. Use the latest version 2.2.',
    ],
    [
      'with a credential of another type',
      [hook('free'), github({}, { credentials: { slackApi: { id: '1' } } })],
      issues('Missing required credential: githubApi'),
    ],
    [
      'with the other way to sign in',
      [hook('free'), github({ authentication: 'oAuth2' })],
      issues('Missing required credential: githubOAuth2Api'),
    ],
    [
      'with an empty parameter',
      [hook('free'), github({ title: '' })],
      issues('Missing or invalid required parameters: title'),
    ],
    [
      'with the parameters of another resource',
      [hook('free'), github({ resource: 'file' })],
      issues('Missing or invalid required parameters: filePath, fileContent, commitMessage'),
    ],
    ...[
      ['id', 'T', 'base, table'],
      ['url', 'https://airtable.com/app1/tbl', 'base, table'],
      ['url', 'https://airtable.com/app1/tbl1/viw', 'base'],
      ['id', '={{ 1 }}', 'base'],
      ['list', 'T', 'base'],
    ].map(([mode, value, names]): [string, Node[], string] => [
      `with ${value} as the ${mode} of a table`,
      [
        hook('free'),
        node(
          'N',
          'airtable',
          { base: '', table: { __rl: true, mode, value }, operation: 'get', id: 'i' },
          { typeVersion: 2.1, credentials: { airtableTokenApi: { id: '1' } } },
        ),
      ],
      issues(`${MISSING}: ${names}`),
    ]),
    [
      'with an empty resource locator',
      [
        hook('free'),
        node(
          'N',
          'airtable',
          {
            base: { __rl: true, mode: 'id', value: '' },
            table: { __rl: true, mode: 'id', value: 'tbl' },
            operation: 'get',
            id: 'i',
          },
          { typeVersion: 2.1, credentials: { airtableTokenApi: { id: '1' } } },
        ),
      ],
      issues('Missing or invalid required parameters: base'),
    ],
    [
      'with a tool that lacks what its node needs',
      [hook('free'), node('N', 'slackTool', {}, { typeVersion: 2.7 })],
      issues('Missing required credential: slackApi', 'Missing or invalid required parameters: select, text'),
    ],
    [
      'with a tool that asks a person and lacks what a question needs',
      [hook('free'), node('N', 'microsoftTeamsHitlTool', {}, { typeVersion: 2 })],
      issues('Missing required credential: microsoftTeamsOAuth2Api', 'Missing or invalid required parameters: chatId'),
    ],
    [
      'with a tool that is a node of its own',
      [hook('free'), node('N', '@n8n/n8n-nodes-langchain.agentTool', {}, { typeVersion: 3 })],
      issues('Missing or invalid required parameters: text'),
    ],
    [
      'with entries of a list that lack what each needs',
      [hook('free'), node('N', 'sort', { sortFieldsUi: { sortField: [{ fieldName: 'a' }, { fieldName: '' }, {}] } })],
      issues(`${MISSING}: fieldName`),
    ],
    [
      'with an entry that lacks what it needs',
      [
        hook('free'),
        node(
          'N',
          'mailchimp',
          {
            authentication: 'apiKey',
            resource: 'member',
            operation: 'create',
            list: 'l',
            email: 'e',
            status: 'subscribed',
            locationFieldsUi: { locationFieldsValues: { latitude: '1' } },
          },
          { credentials: { mailchimpApi: { id: '1' } } },
        ),
      ],
      issues(`${MISSING}: longitude`),
    ],
    ...FORM_VERSIONS.map(([typeVersion, field, ...lacking]): [string, Node[], string] => [
      `with a form of version ${typeVersion} whose field is ${JSON.stringify(field)}`,
      [node('N', 'formTrigger', { path: 'p', formTitle: 't', formFields: { values: [field] } }, { typeVersion })],
      issues(`${MISSING}: ${lacking.join(', ')}`),
    ]),
    ['with a node that is no tool', [hook('free'), node('N', 'setTool')], '400 Node cannot be used as a tool'],
    ['with a version that is no tool', [hook('free'), node('N', 'slackTool')], '400 Node cannot be used as a tool'],
    [
      'with a version that the only code of a type is not for',
      [hook('free'), node('N', 'mattermost', {}, { typeVersion: 1.5 })],
      '400 Node type "mattermost" is not available in version 1.5. Available versions: 1. Use the latest version 1.',
    ],
    [
      'with a tool in an unknown version',
      [hook('free'), node('N', 'slackTool', {}, { typeVersion: 9 })],
      '400 Node type "slack" is not available in version 9. Available versions: 1, 2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7. Use the latest version 2.7.',
    ],
    [
      'with an unknown version, whole ones first',
      [hook('free'), node('N', 'microsoftTeams', {}, { typeVersion: 9 })],
      '400 Node type "microsoftTeams" is not available in version 9. Available versions: 1, 2, 1.1. Use the latest version 2.',
    ],
    [
      'with an unknown version of a node that needs nothing',
      [hook('free'), node('N', 'splitInBatches', {}, { typeVersion: 9 })],
      '400 Node type "splitInBatches" is not available in version 9. Available versions: 1, 2, 3. Use the latest version 3.',
    ],
    ['with an unknown tool', [node('N', 'fooTool')], '400 Unrecognized node type: n8n-nodes-base.foo'],
    ['with a type of three parts', [node('N', 'a.b.c')], '400 Unrecognized node type: a.b'],
    ['with a type of one part', [{ ...node('N', 'a.b'), type: ' ' }], '400 Unrecognized node type:  .undefined'],
    ['with null for a text', [hook('free'), github({ title: null })], issues(`${MISSING}: title`)],
    ...['1a', 'a b', '', 7, [], {}].map((name): [string, Node[], string] => [
      `with a tool called ${JSON.stringify(name)}`,
      [hook('free'), node('N', TOOL_WORKFLOW, { name, workflowId: '1' })],
      issues(`${MISSING}: name`),
    ]),
    ['with a list that is too short', [inputs({})], inputIssue],
    ['with a list that is empty', [inputs({ workflowInputs: { values: [] } })], inputIssue],
    [
      'with a way to sign in that only a run gives: with each of them',
      [hook('free'), github({ authentication: '=x' }, {})],
      issues(...['githubApi', 'githubOAuth2Api', 'githubAppApi'].map(name => `Missing required credential: ${name}`)),
    ],
    [
      'with a parameter that waits for an empty one',
      [hook('free'), node('N', 'microsoftSharePoint', {}, { typeVersion: 2 })],
      issues('Missing required credential: microsoftOAuth2Api', `${MISSING}: site`),
    ],
  ])('%s', (_says, nodes, text) => {
    expect(refusal(nodes)).toBe(text)
  })

  test('and all nodes that lack something are told, in their order', () => {
    const nodes = [hook('free'), github({ title: '' }), node('Q', 'httpRequest', {}, { typeVersion: 4.2 })]
    expect(refusal(nodes, chain('Hook', 'N', 'Q'))).toBe(
      '400 Cannot publish workflow: 2 nodes have configuration issues:\n\nNode "N":\n  - Missing or invalid required parameters: title\n\nNode "Q":\n  - Missing or invalid required parameters: url',
    )
  })

  test('whatever its nodes hold, with an answer', () => {
    const types = [...context.nodeTypes.keys()].filter(type => context.requirements.has(type))
    const nodes = fc.array(
      fc.record({
        name: fc.string(),
        type: fc.constantFrom(...types),
        parameters: fc.dictionary(fc.string(), fc.anything()),
        typeVersion: fc.constantFrom(1, 2, 3.1, 99),
        credentials: fc.dictionary(fc.string(), fc.anything()),
      }) as fc.Arbitrary<Node>,
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(nodes, given => {
        const refused = publicationRefusal({ nodes: [hook('free'), ...given], connections: {} }, context)
        expect([400, 409, undefined]).toContain(refused?.status)
      }),
    )
  })
})

describe('once published', () => {
  const published = (nodes: Node[], staticData: unknown = null) =>
    publicationEffects({ nodes }, { staticData }, { nodeTypes: context.nodeTypes, recurrences: 'intervals' })
  const once = { recurrenceRules: [null], recurrenceRuleSignatures: [null] }
  const every = (...interval: object[]) => ({ rule: { interval } })
  const schedule = (parameters: object, more: Node = {}) => node('Sched', 'scheduleTrigger', { ...parameters }, more)

  test.each<[string, Node[], number, unknown]>([
    ['a webhook is a trigger', [hook('x')], 1, null],
    ['a disabled one is none', [hook('x'), node('B', 'formTrigger', {}, off)], 1, null],
    ['a node that waits is none', [hook('x'), node('W', 'wait')], 1, null],
    ['a schedule keeps its recurrence', [schedule(every({ field: 'days' }))], 1, { 'node:Sched': once }],
    ['a schedule with no rule keeps one', [schedule({})], 1, { 'node:Sched': once }],
    ['a schedule without parameters stops them all', [hook('x'), { ...schedule({}), parameters: undefined }], 0, null],
    [
      'a schedule that is none stops them all',
      [hook('x'), schedule(every({ field: 'cronExpression', expression: 'x' }))],
      0,
      null,
    ],
  ])('%s', (_says, nodes, triggerCount, staticData) => {
    expect(published(nodes)).toEqual({ triggerCount, staticData })
  })

  test('other static data stays', () => {
    expect(published([schedule({})], { global: { a: 1 } }).staticData).toEqual({ global: { a: 1 }, 'node:Sched': once })
  })
})

test.each<[string, Node, boolean]>([
  ['a webhook without one', { type: 'n8n-nodes-base.webhook' }, true],
  ['a webhook with one', { type: 'n8n-nodes-base.webhook', webhookId: 'x' }, false],
  ['a node without webhook', { type: 'n8n-nodes-base.set' }, false],
  ['a version with webhook', { type: 'n8n-nodes-base.slack', typeVersion: 2 }, true],
  ['a version without', { type: 'n8n-nodes-base.slack', typeVersion: 1 }, false],
])('a webhook id: %s', (_says, given, needed) => {
  expect(needsWebhookId(context.nodeTypes, given)).toBe(needed)
})

test.each<[condition: Record<string, unknown>, versions: number[]]>([
  [{ eq: 2 }, [2]],
  [{ not: 2 }, [1, 3, 4]],
  [{ gt: 2 }, [3, 4]],
  [{ gte: 2 }, [2, 3, 4]],
  [{ lt: 3 }, [1, 2]],
  [{ lte: 3 }, [1, 2, 3]],
  [{ between: { from: 2, to: 3 } }, [2, 3]],
  [{ between: { from: 2 } }, []],
  [{ gte: 2, lt: 4 }, [2, 3]],
  [{ startsWith: '2' }, []],
])('a parameter that is shown under %j is required in the versions %j', (_cnd, versions) => {
  const title = { name: 'title', required: true, show: { '@version': [{ _cnd }] } }
  const requirements = new Map([[hook('free').type ?? '', [{ parameters: [title] }]]])
  const found = [1, 2, 3, 4].filter(
    typeVersion =>
      publicationRefusal({ nodes: [hook('free', { typeVersion })], connections: {} }, { ...context, requirements }) !==
      undefined,
  )
  expect(found).toEqual(versions)
})

test('a parameter without a default is an empty text to the conditions of others', () => {
  const parameters = [{ name: 'kind' }, { name: 'title', required: true, show: { kind: [''] } }]
  const requirements = new Map([[hook('free').type ?? '', [{ parameters }]]])
  const refused = publicationRefusal({ nodes: [hook('free')], connections: {} }, { ...context, requirements })
  expect(refused?.message).toContain('title')
})

test.each([
  [{ kind: [''] }, undefined],
  [{ kind: ['x'] }, 400],
])('a required parameter that is hidden where %j is refused with %p', (hide, status) => {
  const parameters = [{ name: 'kind' }, { name: 'title', required: true, hide }]
  const requirements = new Map([[hook('free').type ?? '', [{ parameters }]]])
  const refused = publicationRefusal({ nodes: [hook('free')], connections: {} }, { ...context, requirements })
  expect(refused?.status).toBe(status)
})

test.each([
  [undefined, 'first'],
  [1, 'first'],
  [1.1, 'first'],
  [2, 'second'],
  [9, 'second'],
])('a node of version %p needs what the nearest version needs', (version, needed) => {
  const groups = [
    { versions: [1, 1.1], credentials: 'first' },
    { versions: [2, 3], credentials: 'second' },
  ] as unknown as Parameters<typeof requirementsOf>[0]
  expect(requirementsOf(groups, version)).toMatchObject({ credentials: needed })
})

describe('a workflow that calls others is published once those are', () => {
  const locator = (value: unknown) => ({ __rl: true, mode: 'list', value })
  const call = (workflowId: unknown, more: Node = {}, parameters: object = {}) =>
    node('N', 'executeWorkflow', { workflowId, ...parameters }, { typeVersion: 1.2, ...more })
  const DRAFT = 'Node "N" references workflow draft ("The "draft"") which is not published'
  const refused = (...texts: string[]) =>
    `400 Cannot publish workflow: ${texts.join('; ')}. Please publish all referenced sub-workflows first.`

  test.each([
    ['a published one', [call(locator('live'))], undefined],
    ['one that is not', [call(locator('draft'))], refused(DRAFT)],
    ['one that is not, by its id alone', [call('draft', { typeVersion: 1 })], refused(DRAFT)],
    ['an unknown one', [call(locator('nope'))], refused('Node "N" references workflow nope which is not published')],
    ['two', [call('draft'), call('nope')], refused(DRAFT, 'Node "N" references workflow nope which is not published')],
    ['one that is not, by a disabled node', [call(locator('draft'), { disabled: true })], undefined],
    ['one by an expression', [call(locator('={{ $json.id }}'))], undefined],
    ['one by a number', [call(5)], undefined],
    [
      'one that is in the node itself',
      [call(locator('draft'), {}, { source: 'parameter', workflowJson: '{}' })],
      undefined,
    ],
    ['itself', [call(locator('own'))], undefined],
    ['one in another kind of node', [node('N', 'noOp', { workflowId: locator('draft') })], undefined],
  ])('%s', (_what, nodes, expected) => {
    const graph = { workflowId: 'own', nodes: [hook('free'), ...nodes], connections: chain('Hook', 'N') }
    const found = publicationRefusal(graph, context)
    expect(found && `${found.status} ${found.message}`).toBe(expected)
  })

  test('what a node lacks is said first', () => {
    const lacking = node('M', 'httpRequest', {}, { typeVersion: 4.2 })
    expect(refusal([hook('free'), call('draft'), lacking], chain('Hook', 'N', 'M'))).toContain('url')
  })
})
