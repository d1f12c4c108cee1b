import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type ActivationContext,
  activationRefusal,
  countTriggers,
} from '../../../../src/core/features/workflows/activation.ts'
import { loadNodeTypes } from '../../../../src/core/features/workflows/node-types.ts'
import { publicationEffects } from '../../../../src/core/features/workflows/publication-effects.ts'
import { webhookKey, webhookKeys } from '../../../../src/core/model/webhooks.ts'
import type { Node } from '../../../../src/core/model/workflow.ts'
import { n8n141 } from '../../../../src/core/versions/v1/n8n-1.41.ts'

let context: ActivationContext
beforeAll(async () => {
  context = { nodeTypes: await loadNodeTypes(n8n141.data.nodeTypes), isTaken: () => false }
})

const node = (type: string, parameters: Record<string, unknown> | undefined = {}, more: Node = {}): Node => ({
  id: 'n',
  name: 'N',
  type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
  parameters,
  ...more,
})

const daily = { rule: { interval: [{ field: 'days' }] } }
const cron = (expression?: unknown) => ({ rule: { interval: [{ field: 'cronExpression', expression }] } })
const hook = (path: string, httpMethod?: string, more: Node = {}) => node('webhook', { path, httpMethod }, more)
const off = { disabled: true }

const refusal = (nodes: Node[], more: Partial<ActivationContext> = {}) =>
  activationRefusal({ id: 'r2OdrIi39VpqpweI', name: 'Flow', nodes }, { ...context, ...more })?.message

const START =
  'Workflow "Flow" (ID: r2OdrIi39VpqpweI) has no node to start the workflow - at least one trigger, poller or webhook node is required'
const CRON = 'There was a problem activating the workflow: "Invalid cron expression"'
const CREDENTIALS = 'Node does not have any credentials set!'
const TAKEN = 'The URL path that the "N" node uses is already taken. Please change it to something else.'
const unknown = (type: string) => `Unrecognized node type: ${type}".`

describe('activation', () => {
  test.each<[string, Node[]]>([
    ['a schedule', [node('scheduleTrigger', daily)]],
    ['a schedule with empty parameters', [node('scheduleTrigger')]],
    ['a schedule with odd parameters', [node('scheduleTrigger', { rule: { interval: 'x' } })]],
    ['a webhook', [hook('orders')]],
    ['a webhook without parameters', [{ name: 'Hook', type: 'n8n-nodes-base.webhook' }]],
    ['a form', [node('formTrigger', { path: 'form' })]],
    ['a chat', [node('@n8n/n8n-nodes-langchain.chatTrigger')]],
    ['a trigger beside nodes that cannot start it', [node('manualTrigger'), node('set'), hook('x')]],
    ['a cron expression of five fields', [node('scheduleTrigger', cron('0 9 * * mon-fri'))]],
    ['a cron expression of six fields', [node('scheduleTrigger', cron('*/10 * * * * *'))]],
    ['a cron expression that only a run gives', [node('scheduleTrigger', cron('={{ $env.CRON }}'))]],
    [
      'a cron node',
      [
        node('cron', {
          triggerTimes: { item: [{ mode: 'everyDay' }, { mode: 'custom', cronExpression: '0 * * * *' }] },
        }),
      ],
    ],
    ['a bad cron expression that is disabled', [hook('x'), node('scheduleTrigger', cron('x'), off)]],
    [
      'a bad cron expression in another field',
      [node('scheduleTrigger', { rule: { interval: [{ field: 'days', expression: 'x' }] } })],
    ],
    [
      'a trigger with its credentials',
      [node('githubTrigger', {}, { credentials: { githubApi: { id: '1', name: 'GH' } } })],
    ],
    ['credentials by name', [node('telegramTrigger', {}, { credentials: { telegramApi: { name: 'TG' } } })]],
    ['a trigger that needs none', [node('rssFeedReadTrigger')]],
    ['a node that is no trigger, without its credentials', [hook('x'), node('slack')]],
    ['a disabled trigger without its credentials', [hook('x'), node('githubTrigger', {}, off)]],
    ['two webhooks on one path with two methods', [hook('x', 'GET'), hook('x', 'POST')]],
    ['two webhooks on one path, one disabled', [hook('x'), hook('x', 'GET', off)]],
    ['two webhooks whose paths only a run gives', [hook('={{ $env.A }}'), hook('={{ $env.A }}')]],
  ])('takes %s', (_says, nodes) => {
    expect(refusal(nodes)).toBeUndefined()
  })

  test.each<[string, Node[], string]>([
    ['no nodes', [], START],
    ['a manual chat trigger', [node('@n8n/n8n-nodes-langchain.manualChatTrigger')], START],
    ['one beside a good trigger', [hook('x'), node('n8n-nodes-community.thing')], unknown('n8n-nodes-community.thing')],
    ['a disabled one', [hook('x'), node('n8n-nodes-community.thing', {}, off)], unknown('n8n-nodes-community.thing')],
    ['an odd type', [node('x.y', {}, { type: 'constructor' }), hook('x')], unknown('constructor')],
    ['one path and method twice', [hook('x'), hook('/x/', 'get')], TAKEN],
    ['a form and a webhook on one path', [node('formTrigger', { path: 'x' }), hook('x', 'POST')], TAKEN],
    [
      'a schedule without parameters',
      [{ type: 'n8n-nodes-base.scheduleTrigger', name: 'S' }],
      'There was a problem activating the workflow: "The schedule trigger has no parameters"',
    ],
    ['a cron value out of range', [node('scheduleTrigger', cron('61 * * * *'))], CRON],
    ['an empty cron expression', [node('scheduleTrigger', cron(''))], CRON],
    ['no cron expression', [node('scheduleTrigger', cron())], CRON],
    ['a number for a cron expression', [node('scheduleTrigger', cron(5))], CRON],
    ['a date for a cron expression', [node('scheduleTrigger', cron('2026-01-01T00:00:00'))], CRON],
    ['a bad fixed expression', [node('scheduleTrigger', cron('=not cron'))], CRON],
    [
      'a bad one after a good one',
      [node('scheduleTrigger', { rule: { interval: [{ field: 'days' }, ...cron('x').rule.interval] } })],
      CRON,
    ],
    [
      'a bad one in a cron node',
      [node('cron', { triggerTimes: { item: [{ mode: 'custom', cronExpression: 'x' }] } })],
      CRON,
    ],
    [
      'a bad one in a poller',
      [node('rssFeedReadTrigger', { pollTimes: { item: [{ mode: 'custom', cronExpression: 'x' }] } })],
      CRON,
    ],
    ['a trigger that always needs some', [node('telegramTrigger')], CREDENTIALS],
    ['empty credentials', [node('githubTrigger', {}, { credentials: { githubApi: {} } })], CREDENTIALS],
    ['null for credentials', [node('githubTrigger', {}, { credentials: { githubApi: null } })], CREDENTIALS],
    [
      'an unknown type before anything else',
      [node('nope', {}, off), node('githubTrigger')],
      unknown('n8n-nodes-base.nope'),
    ],
    ['a long list of minutes', [node('scheduleTrigger', cron(`${'1,'.repeat(1000)}1 * * * *`))], CRON],
  ])('refuses %s', (_says, nodes, reason) => {
    expect(refusal(nodes)).toBe(reason)
  })

  test.each<{ says: string; own: Node; other: Node; taken: boolean }>([
    { says: 'the same method and path', own: hook('a', 'GET'), other: hook('a', 'GET'), taken: true },
    { says: 'slashes around the path', own: hook('/a/', 'GET'), other: hook('a'), taken: true },
    { says: 'the default method', own: hook('a'), other: hook('a', 'GET'), taken: true },
    { says: 'a fixed expression', own: hook('=a'), other: hook('a'), taken: true },
    {
      says: 'one of several methods',
      own: hook('a', 'POST'),
      other: node('webhook', { path: 'a', multipleMethods: true, httpMethod: ['GET', 'POST'] }),
      taken: true,
    },
    {
      says: 'the default of several methods',
      own: hook('a', 'POST'),
      other: node('webhook', { path: 'a', multipleMethods: true }),
      taken: true,
    },
    {
      says: 'the webhook id where there is no path',
      own: node('webhook', {}, { webhookId: 'w' }),
      other: hook('w'),
      taken: true,
    },
    { says: "a form's page", own: node('formTrigger', { path: 'a' }), other: hook('a', 'GET'), taken: true },
    {
      says: 'a chat with the same webhook id',
      own: node('@n8n/n8n-nodes-langchain.chatTrigger', {}, { webhookId: 'w' }),
      other: node('@n8n/n8n-nodes-langchain.chatTrigger', {}, { webhookId: 'w' }),
      taken: true,
    },
    { says: 'a trigger with the same webhook id', own: withKey('w'), other: withKey('w'), taken: true },
    { says: 'a trigger with another webhook id', own: withKey('w'), other: withKey('v'), taken: false },
    { says: 'another method', own: hook('a', 'GET'), other: hook('a', 'POST'), taken: false },
    { says: 'another path', own: hook('a'), other: hook('b'), taken: false },
    { says: 'another letter case', own: hook('a'), other: hook('A'), taken: false },
    { says: 'a disabled node', own: hook('a'), other: hook('a', 'GET', off), taken: false },
    { says: 'no path at all', own: node('webhook'), other: node('webhook'), taken: false },
  ])('with $says in another active workflow, a webhook is taken or not', ({ own, other, taken }) => {
    const keys = new Set(webhookKeys({ nodes: [other] }))
    const said = refusal([own], { isTaken: webhook => keys.has(webhookKey(webhook)) })
    expect(said?.includes('already taken') ?? false).toBe(taken)
  })

  test('knows the nodes of installed packages, and starts with their triggers', () => {
    const communityPackages = [
      {
        packageName: 'n8n-nodes-acme',
        installedNodes: [
          { name: 'Acme', type: 'n8n-nodes-acme.acme' },
          { name: 'Acme Trigger', type: 'n8n-nodes-acme.acmeTrigger' },
        ],
      },
    ]
    expect(refusal([node('n8n-nodes-acme.acme'), hook('x')], { communityPackages })).toBeUndefined()
    expect(refusal([node('n8n-nodes-acme.acmeTrigger')], { communityPackages })).toBeUndefined()
    expect(refusal([node('n8n-nodes-acme.acme')], { communityPackages })).toContain(START)
  })

  test('is taken or refused in words whatever the parameters are', () => {
    const type = fc
      .constantFrom('webhook', 'scheduleTrigger', 'cron', 'githubTrigger')
      .map(name => `n8n-nodes-base.${name}`)
    const parameters = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom('path', 'httpMethod', 'rule'), fc.jsonValue()),
    )
    const nodes = fc.array(fc.record({ type, parameters, credentials: fc.jsonValue(), webhookId: fc.jsonValue() }))
    fc.assert(
      fc.property(nodes, nodes => {
        expect(refusal(nodes as Node[]) ?? 'Workflow').toMatch(/^(Workflow|There was|The URL path|Node does)/)
      }),
    )
  })

  function withKey(webhookId: string) {
    return node('githubTrigger', {}, { webhookId, credentials: { githubApi: { id: '1' } } })
  }
})

test.each<[Node[], number]>([
  [[node('scheduleTrigger', daily)], 1],
  [[hook('a'), hook('b'), node('rssFeedReadTrigger'), node('set')], 3],
  [[hook('a'), hook('b', 'GET', off)], 1],
  [[hook('a'), node('wait', { resume: 'webhook' })], 1],
  [[node('manualTrigger')], 0],
])('counts the triggers of case %#', (nodes, count) => {
  expect(countTriggers({ nodes }, context)).toBe(count)
})

const sched = (name: string, more: Node = {}) => node('scheduleTrigger', daily, { name, ...more })
const written = { 'node:Sched': { recurrencyRules: [] } }

test.each<{ says: string; nodes: Node[]; before: unknown; after: unknown }>([
  { says: 'is written by a schedule trigger', nodes: [sched('Sched')], before: null, after: written },
  {
    says: 'is written by each of them',
    nodes: [sched('Sched'), sched('B')],
    before: null,
    after: { ...written, 'node:B': { recurrencyRules: [] } },
  },
  {
    says: 'keeps what else is there',
    nodes: [sched('Sched')],
    before: { global: { a: 1 } },
    after: { global: { a: 1 }, ...written },
  },
  {
    says: "keeps the node's own, with its recurrences",
    nodes: [sched('Sched')],
    before: { 'node:Sched': { recurrencyRules: [5], a: 1 } },
    after: { 'node:Sched': { recurrencyRules: [5], a: 1 } },
  },
  { says: 'stays for a disabled one', nodes: [sched('Sched', off)], before: null, after: null },
  { says: 'stays without one', nodes: [hook('a')], before: { a: 1 }, after: { a: 1 } },
  { says: 'stays if it is a list', nodes: [sched('Sched')], before: [1], after: [1] },
  {
    says: 'stays if the entry of the node is not an object',
    nodes: [sched('Sched')],
    before: { 'node:Sched': 5 },
    after: { 'node:Sched': 5 },
  },
])('static data $says', ({ nodes, before, after }) => {
  const staticData = structuredClone(before)
  const { nodeTypes } = context
  const effects = publicationEffects({ nodes }, { staticData }, { nodeTypes, recurrences: 'recurrencyRules' })
  expect(effects.staticData).toEqual(after)
  expect(staticData).toEqual(before)
})
