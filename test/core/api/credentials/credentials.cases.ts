import type { Fixture } from '../../../../src/index.ts'
import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, manual, workflow } from '../../../checks/conformance/case.ts'
import { date, id, like } from '../../../checks/conformance/match.ts'

const NAME = '{run} key'
const BASIC = { name: NAME, type: 'httpBasicAuth', data: { user: 'a', password: 'b' } }
const create = (more: object): Step => ['POST', '/credentials', { ...BASIC, ...more }]
const slack = (data: unknown) => create({ type: 'slackApi', data })
const made = (type: string, more: object = {}) => ({ name: NAME, type, id, createdAt: date, updatedAt: date, ...more })
const given: Step[] = [['POST', '/credentials', BASIC, { keep: 'id' }]]
const UNKNOWN = { status: 404, body: message('Not Found') }
const required = (...fields: string[]) =>
  fields.map(field => `request/body must have required property '${field}'`).join(', ')

const REFUSED: [name: string, ask: Step, text: string][] = [
  ['an empty object', ['POST', '/credentials', {}], required('name', 'type', 'data')],
  ['no data', ['POST', '/credentials', { name: 'x', type: 'githubApi' }], required('data')],
  ['a name that is a number', create({ name: 5 }), 'request/body/name must be string'],
  ['a type that is null', create({ type: null }), 'request/body/type must be string'],
  ['data that is null', create({ data: null }), 'request/body/data must be object'],
  ['data that is a list', create({ data: [] }), 'request/body/data must be object'],
  ['an id', create({ id: 'x' }), 'request/body/id is read-only'],
  ['a date of creation', create({ createdAt: '2020-01-01T00:00:00.000Z' }), 'request/body/createdAt is read-only'],
  ['an unknown type', create({ type: 'nopeApi' }), 'req.body.type is not a known type'],
  ["the reference's own example of a type", create({ type: 'github' }), 'req.body.type is not a known type'],
  ['a type in other letter case', create({ type: 'HttpBasicAuth' }), 'req.body.type is not a known type'],
  ['an empty type', create({ type: '' }), 'req.body.type is not a known type'],
  ...['__proto__', 'constructor', 'toString'].map((type): [string, Step, string] => [
    `the type ${type}`,
    create({ type }),
    'Unknown credential type',
  ]),
  ['data that lacks a field', slack({}), 'request.body.data requires property "accessToken"'],
  ['data with a field of the wrong type', slack({ accessToken: 5 }), 'request.body.data is not of a type(s) string'],
  [
    'data with an unknown field',
    slack({ accessToken: 'x', foo: 1 }),
    'request.body.data is not allowed to have the additional property "foo"',
  ],
  [
    'data with an unknown field and without a known one: in this order, joined without a blank',
    slack({ foo: 1 }),
    'request.body.data is not allowed to have the additional property "foo",request.body.data requires property "accessToken"',
  ],
]

const SCHEMAS: [type: string, body: unknown][] = [
  ['httpBasicAuth', { properties: { user: { type: 'string' }, password: { type: 'string' } }, required: [] }],
  ['httpHeaderAuth', { properties: { name: { type: 'string' }, value: { type: 'string' } }, required: [] }],
  ['slackApi', like({ required: ['accessToken'] })],
  ['openAiApi', like({ required: ['apiKey'] })],
  ['salesforceJwtApi', like({ required: ['clientId', 'username', 'privateKey'] })],
]

const credential = (own: string, name: string, type = 'httpBasicAuth') => ({ id: own, name, type, data: {} })
const library = {
  credentials: [
    credential('c1', 'First'),
    credential('c2', 'Unique'),
    credential('c3', 'Twin'),
    credential('c4', 'Twin'),
    credential('c5', 'Token', 'githubApi'),
  ],
} as Fixture

const REFERENCES: [name: string, given: unknown, kept: unknown][] = [
  ['id and name', { id: 'c2', name: 'Unique' }, { id: 'c2', name: 'Unique' }],
  ['an id with another name', { id: 'c2', name: 'Old' }, { id: 'c2', name: 'Unique' }],
  ['an id alone', { id: 'c2' }, { id: 'c2', name: 'Unique' }],
  ['an unknown id with a name that one has', { id: 'c9', name: 'Unique' }, { id: 'c2', name: 'Unique' }],
  ['an unknown id with a name that two have', { id: 'c9', name: 'Twin' }, { id: 'c9', name: 'Twin' }],
  ['an unknown id and name', { id: 'c9', name: 'Ghost' }, { id: 'c9', name: 'Ghost' }],
  ['no id: the first of the type, whatever its name', { name: 'Unique' }, { id: 'c1', name: 'First' }],
  ['null for an id', { id: null, name: 'Unique' }, { id: 'c2', name: 'Unique' }],
  ['null for an id and an unknown name', { id: null, name: 'Ghost' }, { id: null, name: 'Ghost' }],
  ['a bare name', 'Unique', { id: 'c2', name: 'Unique' }],
  ['a bare name that is not known', 'Ghost', 'Ghost'],
]

export const credentialCases: MeasuredCase[] = [
  { name: 'without its data', ask: create({}), body: made('httpBasicAuth') },
  { name: 'an empty name', ask: create({ name: '' }), body: made('httpBasicAuth', { name: '' }) },
  { name: 'a name of 129 characters', ask: create({ name: 'n'.repeat(129) }) },
  { name: 'no field where none is required', ask: create({ type: 'githubApi', data: {} }), body: made('githubApi') },
  { name: 'an empty text where one is required', ask: slack({ accessToken: '' }), body: made('slackApi') },
  { name: 'an unknown key is echoed', ask: create({ foo: 1 }), body: made('httpBasicAuth', { foo: 1 }) },
  { name: 'shares are not echoed', ask: create({ shared: [] }), body: made('httpBasicAuth') },
]
  .map((it): MeasuredCase => ({ operation: 'createCredential', status: 200, ...it }))
  .concat(
    REFUSED.map(([name, ask, text]) => ({
      operation: 'createCredential',
      name: `${name} is refused`,
      ask,
      status: 400,
      body: message(text),
    })),
    [
      {
        operation: 'deleteCredential',
        name: 'without its id',
        given,
        ask: ['DELETE', '/credentials/{id}'],
        status: 200,
        body: { name: NAME, type: 'httpBasicAuth', createdAt: date, updatedAt: date },
      },
      {
        operation: 'deleteCredential',
        name: 'twice',
        given: [...given, ['DELETE', '/credentials/{id}']],
        ask: ['DELETE', '/credentials/{id}'],
        ...UNKNOWN,
      },
      ...['{run}nobody', 'a%2Fb', '%20'].map(
        (unknown): MeasuredCase => ({
          operation: 'deleteCredential',
          name: `the unknown id ${unknown}`,
          ask: ['DELETE', `/credentials/${unknown}`],
          ...UNKNOWN,
        }),
      ),
      ...SCHEMAS.map(
        ([type, body]): MeasuredCase => ({
          operation: 'getCredentialSchema',
          name: `of ${type}`,
          ask: ['GET', `/credentials/schema/${type}`],
          status: 200,
          body: 'holds' in Object(body) ? body : { additionalProperties: false, type: 'object', ...Object(body) },
        }),
      ),
      ...['nopeApi', 'github', 'a%2Fb', 'HttpBasicAuth'].map(
        (type): MeasuredCase => ({
          operation: 'getCredentialSchema',
          name: `of the unknown type ${type}`,
          ask: ['GET', `/credentials/schema/${type}`],
          ...UNKNOWN,
        }),
      ),
      ...['__proto__', 'constructor', 'toString'].map(
        (type): MeasuredCase => ({
          operation: 'getCredentialSchema',
          name: `of ${type} is refused`,
          ask: ['GET', `/credentials/schema/${type}`],
          status: 400,
          body: message('Unknown credential type'),
        }),
      ),
      ...REFERENCES.map(
        ([name, reference, kept]): MeasuredCase => ({
          operation: 'createWorkflow',
          name: `a node refers to a credential by ${name}`,
          fixture: library,
          ask: [
            'POST',
            '/workflows',
            workflow('x', { nodes: [manual({ credentials: { httpBasicAuth: reference } })] }),
          ],
          status: 200,
          body: like({ nodes: [like({ credentials: { httpBasicAuth: kept } })] }),
        }),
      ),
      {
        operation: 'createWorkflow',
        name: 'a node refers to a credential that was made',
        given,
        status: 200,
        body: like({ nodes: [like({ credentials: { httpBasicAuth: { id: '{id}', name: NAME } } })] }),
        ask: [
          'POST',
          '/workflows',
          workflow('{run}', { nodes: [manual({ credentials: { httpBasicAuth: { id: '{id}', name: 'old' } } })] }),
        ],
      },
    ] satisfies MeasuredCase[],
  )
