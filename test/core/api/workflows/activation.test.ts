import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'
import { field, minimal, webhook } from '../world.ts'

const node = (type: string, more: object = {}) => ({
  id: type,
  name: type,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
})
const schedule = (interval: object, more: object = {}) =>
  node('scheduleTrigger', { parameters: { rule: { interval: [interval] } }, ...more })

const NO_START =
  'Workflow "Under test" (ID: 1) has no node to start the workflow - at least one trigger, poller or webhook'

/** The nodes of a workflow that cannot start, and how the refusal begins. */
const REFUSED: [name: string, nodes: object[], says: string][] = [
  ['no node', [], NO_START],
  ['a manual trigger only', [node('manualTrigger')], NO_START],
  ['an error trigger only', [node('errorTrigger')], NO_START],
  ['a start node only', [node('start')], NO_START],
  ['a trigger for other workflows only', [node('executeWorkflowTrigger')], NO_START],
  ['a disabled trigger', [schedule({ field: 'days' }, { disabled: true })], NO_START],
  ['a node of an unknown type', [node('doesNotExist')], 'Unrecognized node type: n8n-nodes-base.doesNotExist".'],
  [
    'an unknown type beside a trigger',
    [node('doesNotExist'), schedule({ field: 'days' })],
    'Unrecognized node type: n8n-nodes-base.doesNotExist".',
  ],
  ['a node without a type', [{ id: 'x' }], 'Unrecognized node type: undefined".'],
  [
    'a cron expression that is none',
    [schedule({ field: 'cronExpression', expression: 'not cron' })],
    'There was a problem activating the workflow: "Invalid cron expression"',
  ],
  [
    'a schedule without parameters',
    [schedule({}, { parameters: undefined })],
    'There was a problem activating the workflow: "',
  ],
  [
    'a trigger without the credentials that it needs',
    [node('githubTrigger')],
    'Node does not have any credentials set!',
  ],
  [
    'the webhook of another active workflow',
    [webhook('Mine', 'taken')],
    'The URL path that the "Mine" node uses is already taken.',
  ],
]

const STARTS: [name: string, nodes: object[]][] = [
  ['a schedule', [schedule({ field: 'hours' })]],
  ['a cron expression', [schedule({ field: 'cronExpression', expression: '*/5 * * * *' })]],
  ['a webhook of its own', [webhook('Mine', 'free')]],
  ['the path of another webhook with another method', [method('POST')]],
  ['the webhook of an inactive workflow', [webhook('Mine', 'idle')]],
  ['a trigger beside a manual one', [node('manualTrigger'), schedule({ field: 'days' })]],
]

function method(httpMethod: string) {
  return { ...webhook('Mine', 'taken'), parameters: { path: 'taken', httpMethod } }
}

const fixtureOf = (nodes: object[]) =>
  ({
    workflows: [
      { id: '1', name: 'Under test', nodes, updatedAt: '2026-01-02T00:00:00.000Z' },
      { id: '2', name: 'Active', active: true, nodes: [webhook('Other', 'taken')] },
      { id: '3', name: 'Idle', nodes: [webhook('Idle', 'idle')] },
    ],
  }) as Fixture

describe('in profile n8n-1.41', () => {
  test.each(REFUSED)('refuses to activate %s in the words of the service', async (_name, nodes, says) => {
    await using instance = await startInstance({ fixture: fixtureOf(nodes), profile: 'n8n-1.41' })
    const answer = await instance.request('POST', '/api/v1/workflows/1/activate')
    expect(answer.status).toBe(400)
    expect(field(answer, 'message')).toStartWith(says)
    const after = await instance.request('GET', '/api/v1/workflows/1')
    expect(after.body).toMatchObject({ active: false, updatedAt: '2026-01-02T00:00:00.000Z', staticData: null })
  })

  test.each(STARTS)('activates %s', async (_name, nodes) => {
    await using instance = await startInstance({ fixture: fixtureOf(nodes), profile: 'n8n-1.41' })
    const answer = await instance.request('POST', '/api/v1/workflows/1/activate')
    expect(answer.body).toMatchObject({ id: '1', active: true, triggerCount: 0 })
    const after = await instance.request('GET', '/api/v1/workflows/1')
    expect(after.body).toMatchObject({ active: true, triggerCount: 1 })
  })

  test('gives a path free when its workflow is deactivated, deleted or put elsewhere', async () => {
    const moves: [string, string, unknown?][] = [
      ['POST', '/api/v1/workflows/2/deactivate'],
      ['DELETE', '/api/v1/workflows/2'],
      ['PUT', '/api/v1/workflows/2', minimal({ nodes: [webhook('Other', 'elsewhere')] })],
    ]
    for (const [verb, path, body] of moves) {
      await using instance = await startInstance({
        fixture: fixtureOf([webhook('Mine', 'taken')]),
        profile: 'n8n-1.41',
      })
      expect((await instance.request('POST', '/api/v1/workflows/1/activate')).status).toBe(400)
      expect((await instance.request(verb, path, body)).status).toBe(200)
      expect((await instance.request('POST', '/api/v1/workflows/1/activate')).status).toBe(200)
    }
  })

  test('lets an active workflow keep its own path', async () => {
    await using instance = await startInstance({ fixture: fixtureOf([]), profile: 'n8n-1.41' })
    const put = await instance.request('PUT', '/api/v1/workflows/2', minimal({ nodes: [webhook('Other', 'taken')] }))
    expect([put.status, field(put, 'active')]).toEqual([200, true])
  })

  test('keeps what a schedule trigger has written before', async () => {
    const staticData = { global: { a: 1 }, 'node:Daily': { recurrencyRules: [3] } }
    const nodes = [schedule({ field: 'days' }, { name: 'Daily' }), schedule({ field: 'hours' }, { name: 'Hourly' })]
    const fixture = { workflows: [{ id: '1', name: 'x', nodes, staticData }] } as Fixture
    await using instance = await startInstance({ fixture, profile: 'n8n-1.41' })
    await instance.request('POST', '/api/v1/workflows/1/activate')
    const after = await instance.request('GET', '/api/v1/workflows/1')
    expect(field(after, 'staticData')).toEqual({ ...staticData, 'node:Hourly': { recurrencyRules: [] } })
  })
})

describe('in profile contract', () => {
  test.each(REFUSED)('activates %s all the same', async (_name, nodes) => {
    await using instance = await startInstance({ fixture: fixtureOf(nodes) })
    const answer = await instance.request('POST', '/api/v1/workflows/1/activate')
    expect(answer.body).toMatchObject({ active: true, staticData: null })
  })
})

/** Whose triggers need credentials by one parameter or another, so that their types do not name any as needed. */
const NEED_SOME_CREDENTIALS = [
  'acuityScheduling',
  'airtable',
  'asana',
  'clickUp',
  'eventbrite',
  'formstack',
  'getResponse',
  'github',
  'gitlab',
  'gmail',
  'googleDrive',
  'googleSheets',
  'jira',
  'linear',
  'mailchimp',
  'mautic',
  'pipedrive',
  'sendInBlue',
  'shopify',
  'surveyMonkey',
  'typeform',
  'webflow',
  'zendesk',
]

test('triggers that need credentials of one kind or another are not activated without any', async () => {
  const workflows = NEED_SOME_CREDENTIALS.map(service => ({
    id: service,
    name: service,
    connections: {},
    nodes: [node(`${service}Trigger`)],
  }))
  await using instance = await startInstance({
    profile: 'n8n-1.41',
    socket: false,
    fixture: { workflows },
  })
  const ask = (service: string) => instance.request('POST', `/api/v1/workflows/${service}/activate`)
  const answers = await Promise.all(NEED_SOME_CREDENTIALS.map(ask))
  expect(answers.map(({ text }) => text).filter(text => !text.includes('credentials'))).toEqual([])
})
