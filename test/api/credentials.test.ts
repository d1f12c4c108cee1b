import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { DATE, ID, playScenarios, type Scenario } from './scenarios.ts'
import { idOf, PROFILES } from './world.ts'

const BASIC = { name: 'Basic', type: 'httpBasicAuth', data: { user: 'a', password: 'b' } }
const GITHUB = { name: 'GH', type: 'githubApi', data: { accessToken: 'x' } }
const UNKNOWN = { status: 404, message: 'Not Found' }

const taken = (name: string, body: Record<string, unknown>): Scenario => ({
  name: `takes ${name}`,
  ...{ ask: ['POST', '/credentials', body], status: 200 },
  body: { name: body.name, type: body.type, id: ID, createdAt: DATE, updatedAt: DATE },
})
const refused = (name: string, body: unknown, message: string): Scenario => ({
  name: `refuses ${name}`,
  ...{ ask: ['POST', '/credentials', body], status: 400, message },
})
const slack = (data: object) => ({ name: 'Slack', type: 'slackApi', data })

playScenarios([
  taken('a credential, and answers it without its data', BASIC),
  taken('an empty name', { ...GITHUB, name: '' }),
  taken('a name of 129 characters', { ...GITHUB, name: 'n'.repeat(129) }),
  taken('a name that another has', { ...BASIC, name: 'Shop' }),
  taken('empty data where nothing is required', { ...GITHUB, data: {} }),
  taken('an empty text where one is required', slack({ accessToken: '' })),
  taken('a list of shares, which it does not answer', { ...GITHUB, shared: [] }),
  refused(
    'the read-only field updatedAt',
    { ...GITHUB, updatedAt: '2026-01-01T00:00:00.000Z' },
    'request/body/updatedAt is read-only',
  ),
  refused('the type hasOwnProperty', { ...GITHUB, type: 'hasOwnProperty' }, 'Unknown credential type'),
  refused(
    'data with several faults: additional fields first, then missing ones',
    slack({ foo: 1, bar: 2 }),
    [
      'request.body.data is not allowed to have the additional property "foo"',
      'request.body.data is not allowed to have the additional property "bar"',
      'request.body.data requires property "accessToken"',
    ].join(','),
  ),
  refused(
    'data with a value that is not among those allowed',
    { name: 'x', type: 'salesforceJwtApi', data: { environment: 'x', clientId: '', username: '', privateKey: '' } },
    'request.body.data is not one of enum values: production,sandbox',
  ),
  refused(
    'data with a field by the name of __proto__',
    { ...GITHUB, data: JSON.parse('{"__proto__":{"a":1}}') },
    'request.body.data is not allowed to have the additional property "__proto__"',
  ),

  {
    name: 'deletes a credential, which is gone afterwards',
    ...{ ask: ['DELETE', '/credentials/1'], status: 200 },
    body: expect.objectContaining({ name: 'Shop', type: 'httpBasicAuth', createdAt: '2026-01-01T00:00:00.000Z' }),
    after: [[['DELETE', '/credentials/1'], { message: 'Not Found' }]],
  },
  ...['01', 'Shop', '__proto__', 'constructor'].map(
    (id): Scenario => ({ name: `has no credential ${id}`, ask: ['DELETE', `/credentials/${id}`], ...UNKNOWN }),
  ),
  {
    name: 'deletes a credential that a workflow uses, and leaves the workflow as it is',
    given: [['PUT', '/workflows/1', usedBy('1')]],
    ...{ ask: ['DELETE', '/credentials/1'], status: 200 },
    after: [[['GET', '/workflows/1'], expect.objectContaining({ nodes: usedBy('1').nodes })]],
  },

  {
    name: 'shows the conditions of a type',
    ...{ ask: ['GET', '/credentials/schema/kafka'], status: 200 },
    body: expect.objectContaining({
      allOf: expect.arrayContaining([
        expect.objectContaining({ if: { properties: { authentication: { enum: [true] } } } }),
      ]),
    }),
  },
])

describe.each(PROFILES)('in profile %s', profile => {
  test.each([
    ['kafka', { clientId: '', brokers: '', ssl: false, authentication: false }, 200],
    ['kafka', { clientId: '', brokers: '', ssl: false }, 400],
    ['kafka', { clientId: '', brokers: '', ssl: false, authentication: true }, 400],
    [
      'kafka',
      {
        clientId: '',
        brokers: '',
        ssl: false,
        authentication: true,
        username: '',
        password: '',
        saslMechanism: 'plain',
      },
      200,
    ],
    ['kafka', { clientId: '', brokers: '', ssl: false, authentication: false, username: 'x' }, 400],
  ] as const)('takes fields of %s by their conditions: %j is answered %i', async (type, data, status) => {
    await using instance = await startInstance({ profile })
    const answer = await instance.request('POST', '/api/v1/credentials', { name: 'x', type, data })
    expect([answer.status, answer.text]).toEqual([status, answer.text])
  })

  test('takes a type that the instance was given, and the data that it asks for', async () => {
    const teaApi = {
      additionalProperties: false,
      type: 'object',
      properties: { leaf: { type: 'string' } },
      required: ['leaf'],
    } as const
    const credentialTypes = { teaApi: { ...teaApi, required: [...teaApi.required] } }
    await using instance = await startInstance({ profile, credentialTypes })
    const made = await instance.request('POST', '/api/v1/credentials', {
      name: 'x',
      type: 'teaApi',
      data: { leaf: 'a' },
    })
    const none = await instance.request('POST', '/api/v1/credentials', { name: 'x', type: 'teaApi', data: {} })
    const shown = await instance.request('GET', '/api/v1/credentials/schema/teaApi')
    expect([made.status, none.status, shown.body]).toEqual([200, 400, teaApi])
    expect(idOf(made)).toEqual(ID)
  })
})

function usedBy(id: string) {
  const nodes = [{ id: 'n', name: 'Call', credentials: { httpBasicAuth: { id, name: 'Shop' } } }]
  return { name: 'x', nodes, connections: {}, settings: {} }
}
