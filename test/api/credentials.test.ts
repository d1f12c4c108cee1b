import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { DATE, ID, playScenarios, type Scenario } from './scenarios.ts'
import { idOf, MEMBER, PROFILES } from './world.ts'

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
    'nothing',
    {},
    ['name', 'type', 'data'].map(field => `request/body must have required property '${field}'`).join(', '),
  ),
  refused('no data', { name: 'x', type: 'githubApi' }, "request/body must have required property 'data'"),
  refused('a name that is a number', { ...GITHUB, name: 5 }, 'request/body/name must be string'),
  refused('a type that is null', { ...GITHUB, type: null }, 'request/body/type must be string'),
  refused('data that is null', { ...GITHUB, data: null }, 'request/body/data must be object'),
  refused('data that is an array', { ...GITHUB, data: [] }, 'request/body/data must be object'),
  ...['id', 'createdAt', 'updatedAt'].map(field =>
    refused(
      `the read-only field ${field}`,
      { ...GITHUB, [field]: '2026-01-01T00:00:00.000Z' },
      `request/body/${field} is read-only`,
    ),
  ),
  refused('an unknown type', { ...GITHUB, type: 'github' }, 'req.body.type is not a known type'),
  refused('a type in other letter case', { ...GITHUB, type: 'GithubApi' }, 'req.body.type is not a known type'),
  refused('an empty type', { ...GITHUB, type: '' }, 'req.body.type is not a known type'),
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map(type =>
    refused(`the type ${type}`, { ...GITHUB, type }, 'Unknown credential type'),
  ),
  refused('data that lacks what is required', slack({}), 'request.body.data requires property "accessToken"'),
  refused('data of the wrong type', slack({ accessToken: 5 }), 'request.body.data is not of a type(s) string'),
  refused(
    'data with an unknown field',
    slack({ accessToken: 'x', foo: 1 }),
    'request.body.data is not allowed to have the additional property "foo"',
  ),
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
  ...['9', '01', 'Shop', 'a%2Fb', '__proto__', 'constructor'].map(
    (id): Scenario => ({ name: `has no credential ${id}`, ask: ['DELETE', `/credentials/${id}`], ...UNKNOWN }),
  ),
  {
    name: 'lets a member delete the own credential',
    ask: ['DELETE', '/credentials/2', undefined, MEMBER],
    ...{ status: 200, body: expect.objectContaining({ name: "Mia's" }) },
  },
  { name: "lets no member delete another's", ask: ['DELETE', '/credentials/1', undefined, MEMBER], ...UNKNOWN },
  {
    name: 'deletes a credential that a workflow uses, and leaves the workflow as it is',
    given: [['PUT', '/workflows/1', usedBy('1')]],
    ...{ ask: ['DELETE', '/credentials/1'], status: 200 },
    after: [[['GET', '/workflows/1'], expect.objectContaining({ nodes: usedBy('1').nodes })]],
  },

  {
    name: 'shows the schema of a type',
    ...{ ask: ['GET', '/credentials/schema/slackApi'], status: 200 },
    body: {
      additionalProperties: false,
      type: 'object',
      properties: expect.objectContaining({ accessToken: { type: 'string' } }),
      required: ['accessToken'],
    },
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
  ...['nopeApi', 'github', 'SlackApi', 'a%2Fb'].map(
    (type): Scenario => ({ name: `has no schema of ${type}`, ask: ['GET', `/credentials/schema/${type}`], ...UNKNOWN }),
  ),
  ...['__proto__', 'constructor', 'toString', 'valueOf'].map(
    (type): Scenario => ({
      name: `refuses to show a schema of ${type}`,
      ...{ ask: ['GET', `/credentials/schema/${type}`], status: 400, message: 'Unknown credential type' },
    }),
  ),
  ...['/credentials', '/credentials/1', '/credentials/schema'].map(
    (path): Scenario => ({
      name: `has no GET ${path}`,
      ask: ['GET', path],
      status: 405,
      message: 'GET method not allowed',
    }),
  ),
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
