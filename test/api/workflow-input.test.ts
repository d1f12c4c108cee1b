import { expect } from 'bun:test'
import { playScenarios, type Scenario } from './scenarios.ts'
import { minimal } from './world.ts'

const NODE = { id: 'n1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] }
const nodes = (...given: object[]) => minimal({ nodes: given })
const settings = (given: unknown) => minimal({ settings: given })

/** What is sent, and why it is refused. */
const REFUSED: [name: string, body: unknown, message: string][] = [
  ...['name', 'nodes', 'connections', 'settings'].map((field): [string, unknown, string] => [
    `no ${field}`,
    { ...minimal(), [field]: undefined },
    `request/body must have required property '${field}'`,
  ]),
  ['nothing', {}, missing('name', 'nodes', 'connections', 'settings')],
  ['null', null, missing('name', 'nodes', 'connections', 'settings')],
  ['an array', [minimal()], 'request/body must be object'],
  ['a name that is a number', minimal({ name: 5 }), 'request/body/name must be string'],
  ['a name that is null', minimal({ name: null }), 'request/body/name must be string'],
  ['nodes that are an object', minimal({ nodes: {} }), 'request/body/nodes must be array'],
  ['a node that is null', minimal({ nodes: [null] }), 'request/body/nodes/0 must be object'],
  ['a node that is text', minimal({ nodes: [NODE, 'x'] }), 'request/body/nodes/1 must be object'],
  ['connections that are an array', minimal({ connections: [] }), 'request/body/connections must be object'],
  ['connections that are null', minimal({ connections: null }), 'request/body/connections must be object'],
  ['settings that are null', settings(null), 'request/body/settings must be object'],
  ['settings that are an array', settings([]), 'request/body/settings must be object'],
  ...(
    [
      ['id', '1'],
      ['active', false],
      ['createdAt', '2026-01-01T00:00:00.000Z'],
      ['updatedAt', '2026-01-01T00:00:00.000Z'],
      ['tags', []],
    ] as const
  ).map(([field, value]): [string, unknown, string] => [
    `the read-only field ${field}`,
    minimal({ [field]: value }),
    `request/body/${field} is read-only`,
  ]),
  ...['versionId', 'meta', 'pinData', 'triggerCount', 'shared', 'owner', 'constructor'].map(
    (field): [string, unknown, string] => [
      `the unknown field ${field}`,
      minimal({ [field]: 1 }),
      'request/body must NOT have additional properties',
    ],
  ),
  [
    'a tag in a read-only field',
    minimal({ tags: ['urgent'] }),
    'request/body/tags is read-only, request/body/tags/0 must be object',
  ],
  [
    'a node with an unknown field',
    nodes(NODE, { ...NODE, color: 'red' }),
    'request/body/nodes/1 must NOT have additional properties',
  ],
  ...(
    [
      ['id', 5, 'string'],
      ['name', 5, 'string'],
      ['webhookId', 5, 'string'],
      ['disabled', 1, 'boolean'],
      ['notesInFlow', 'yes', 'boolean'],
      ['notes', {}, 'string'],
      ['type', null, 'string'],
      ['typeVersion', '1', 'number'],
      ['executeOnce', 'no', 'boolean'],
      ['alwaysOutputData', 0, 'boolean'],
      ['retryOnFail', 1, 'boolean'],
      ['maxTries', '3', 'number'],
      ['waitBetweenTries', true, 'number'],
      ['continueOnFail', 'x', 'boolean'],
      ['onError', false, 'string'],
      ['position', 'x', 'array'],
      ['parameters', [], 'object'],
      ['credentials', 'x', 'object'],
    ] as const
  ).map(([field, value, type]): [string, unknown, string] => [
    `a node's ${field} of the wrong type`,
    nodes({ ...NODE, [field]: value }),
    `request/body/nodes/0/${field} must be ${type}`,
  ]),
  [
    "a node's place in words",
    nodes({ ...NODE, position: ['a', 1, 'b'] }),
    'request/body/nodes/0/position/0 must be number, request/body/nodes/0/position/2 must be number',
  ],
  [
    "a node's read-only field",
    nodes({ ...NODE, createdAt: '2026-01-01T00:00:00Z' }),
    'request/body/nodes/0/createdAt is read-only',
  ],
  [
    "a node's read-only field with no date in it",
    nodes({ ...NODE, updatedAt: 'x' }),
    'request/body/nodes/0/updatedAt is read-only, request/body/nodes/0/updatedAt must match format "date-time"',
  ],
  [
    'an unknown setting',
    settings({ callerPolicy: 'any' }),
    'request/body/settings must NOT have additional properties',
  ],
  ...(
    [
      ['saveExecutionProgress', 'x', 'must be boolean'],
      ['saveManualExecutions', 1, 'must be boolean'],
      ['saveDataErrorExecution', 'DEFAULT', 'must be equal to one of the allowed values: all, none'],
      ['saveDataSuccessExecution', '', 'must be equal to one of the allowed values: all, none'],
      ['executionTimeout', '60', 'must be number'],
      ['executionTimeout', null, 'must be number'],
      ['errorWorkflow', 5, 'must be string'],
      ['timezone', null, 'must be string'],
      ['executionOrder', 1, 'must be string'],
    ] as const
  ).map(([field, value, text]): [string, unknown, string] => [
    `the setting ${field} as ${JSON.stringify(value)}`,
    settings({ [field]: value }),
    `request/body/settings/${field} ${text}`,
  ]),
  [
    'an enumerated setting of the wrong type, with both faults',
    settings({ saveDataErrorExecution: 5 }),
    'request/body/settings/saveDataErrorExecution must be string, request/body/settings/saveDataErrorExecution must be equal to one of the allowed values: all, none',
  ],
  ...[5, true, [1]].map((value): [string, unknown, string] => [
    `the static data ${JSON.stringify(value)}`,
    minimal({ staticData: value }),
    'request/body/staticData must be string, request/body/staticData must be object, request/body/staticData must match a schema in anyOf',
  ]),
  ...['', 'not JSON', '{'].map((value): [string, unknown, string] => [
    `the static data ${JSON.stringify(value)}`,
    minimal({ staticData: value }),
    'request/body/staticData must match format "jsonString", request/body/staticData must be object, request/body/staticData must match a schema in anyOf',
  ]),
  [
    'many faults at once, all told: missing, additional, then field by field',
    { nodes: 'x', connections: [], settings: 5, active: true, foo: 1, bar: 2, name: 5 },
    [
      'request/body must NOT have additional properties',
      'request/body must NOT have additional properties',
      'request/body/name must be string',
      'request/body/active is read-only',
      'request/body/nodes must be array',
      'request/body/connections must be object',
      'request/body/settings must be object',
    ].join(', '),
  ],
]

playScenarios(
  REFUSED.flatMap(([name, body, message]): Scenario[] => [
    { name: `POST refuses ${name}`, ask: ['POST', '/workflows', body], status: 400, message },
    { name: `PUT refuses ${name}`, ask: ['PUT', '/workflows/1', body], status: 400, message },
  ]),
)

/** What is sent, and is taken as it is. */
const TAKEN: [name: string, body: Record<string, unknown>][] = [
  ['no nodes', minimal()],
  ['an empty name', minimal({ name: '' })],
  ['a blank name', minimal({ name: ' ' })],
  ['an untrimmed name', minimal({ name: ' x ' })],
  ['a name of 5,000 letters', minimal({ name: 'n'.repeat(5000) })],
  ['the name of another workflow', minimal({ name: 'Intake' })],
  ['a node of an unknown type', nodes({ ...NODE, type: 'nobody.knows' })],
  ['a node with nothing but an id', nodes({ id: 'x' })],
  ['two nodes of one name', nodes(NODE, NODE)],
  ['a place of three numbers', nodes({ ...NODE, position: [1.5, -2, 3] })],
  ['an empty place', nodes({ ...NODE, position: [] })],
  ['an onError that nobody knows', nodes({ ...NODE, onError: 'bogus' })],
  ['a version that there is not', nodes({ ...NODE, typeVersion: 99 })],
  [
    'connections to nowhere',
    minimal({ connections: { Nope: { main: [[{ node: 'Ghost', type: 'main', index: 0 }]] } } }),
  ],
  ['connections of any form', minimal({ connections: { a: 1 } })],
  ['a negative timeout', settings({ executionTimeout: -5 })],
  ['a timeout of a second and a half', settings({ executionTimeout: 1.5 })],
  ['an unknown time zone', settings({ timezone: 'Mars/Phobos' })],
  ['an error workflow that is not there', settings({ errorWorkflow: 'nope' })],
  ['any execution order', settings({ executionOrder: 'v9' })],
  ['static data that is null', minimal({ staticData: null })],
  ['static data that is an object', minimal({ staticData: { 'node:X': { a: 1 } } })],
]

playScenarios(
  TAKEN.flatMap(([name, body]): Scenario[] => [
    { name: `POST takes ${name}`, ask: ['POST', '/workflows', body], status: 200, body: expect.objectContaining(body) },
    {
      name: `PUT takes ${name}`,
      ...{ ask: ['PUT', '/workflows/1', body], status: 200, body: expect.objectContaining(body) },
      after: [[['GET', '/workflows/1'], expect.objectContaining(body)]],
    },
  ]),
)

function missing(...fields: string[]) {
  return fields.map(field => `request/body must have required property '${field}'`).join(', ')
}
