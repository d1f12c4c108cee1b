import { type Case, manual, message, type Step, workflow } from '../case.ts'
import { like } from '../match.ts'

const NAME = '{run} flow'
const nodes = (...given: unknown[]) => workflow(NAME, { nodes: given })
const settings = (given: unknown) => workflow(NAME, { settings: given })
const missing = (...fields: string[]) =>
  fields.map(field => `request/body must have required property '${field}'`).join(', ')
const MORE = 'request/body must NOT have additional properties'
const ALL_OR_NONE = 'must be equal to one of the allowed values: all, none'
const STATIC = (first: string) =>
  `request/body/staticData must ${first}, request/body/staticData must be object, request/body/staticData must match a schema in anyOf`

const REFUSED: [name: string, body: unknown, text: string][] = [
  ['an empty object', {}, missing('name', 'nodes', 'connections', 'settings')],
  ['a list', [1], 'request/body must be object'],
  ...['name', 'nodes', 'connections', 'settings'].map((field): [string, unknown, string] => [
    `no ${field}`,
    { ...workflow(NAME), [field]: undefined },
    missing(field),
  ]),
  ...(
    [
      ['name', null, 'string'],
      ['name', 5, 'string'],
      ['nodes', null, 'array'],
      ['nodes', {}, 'array'],
      ['connections', [], 'object'],
      ['connections', null, 'object'],
      ['settings', null, 'object'],
      ['settings', [], 'object'],
    ] as const
  ).map(([field, value, type]): [string, unknown, string] => [
    `${field} as ${JSON.stringify(value)}`,
    workflow(NAME, { [field]: value }),
    `request/body/${field} must be ${type}`,
  ]),
  ...(
    [
      ['id', 'abc'],
      ['active', false],
      ['active', true],
      ['createdAt', '2020-01-01T00:00:00.000Z'],
      ['updatedAt', '2020-01-01T00:00:00.000Z'],
      ['tags', []],
    ] as const
  ).map(([field, value]): [string, unknown, string] => [
    `${field} as ${JSON.stringify(value)}: it is read-only`,
    workflow(NAME, { [field]: value }),
    `request/body/${field} is read-only`,
  ]),
  ...['versionId', 'meta', 'pinData', 'triggerCount', 'description', 'shared'].map(
    (field): [string, unknown, string] => [`the unknown field ${field}`, workflow(NAME, { [field]: 'x' }), MORE],
  ),
  ['two unknown fields, told twice', workflow(NAME, { foo: 1, bar: 2 }), `${MORE}, ${MORE}`],
  [
    'tags that are read-only and not even tags',
    workflow(NAME, { tags: ['x'] }),
    'request/body/tags is read-only, request/body/tags/0 must be object',
  ],
  [
    'everything at once, in the order of the schema',
    { name: 5, nodes: 'x', connections: [], settings: 5, foo: 1, id: 'x' },
    [
      ...[MORE, 'request/body/id is read-only', 'request/body/name must be string', 'request/body/nodes must be array'],
      ...['request/body/connections must be object', 'request/body/settings must be object'],
    ].join(', '),
  ],
  ['a node that is null', nodes(null), 'request/body/nodes/0 must be object'],
  ['a node that is text', nodes(manual(), 'x'), 'request/body/nodes/1 must be object'],
  [
    'an unknown field of a node',
    nodes(manual({ color: 1 })),
    'request/body/nodes/0 must NOT have additional properties',
  ],
  ...(
    [
      ['id', 5, 'string'],
      ['name', null, 'string'],
      ['type', 5, 'string'],
      ['typeVersion', '1', 'number'],
      ['position', 'x', 'array'],
      ['parameters', [], 'object'],
      ['disabled', 1, 'boolean'],
      ['notes', 5, 'string'],
      ['notesInFlow', 1, 'boolean'],
      ['webhookId', 5, 'string'],
      ['retryOnFail', 'x', 'boolean'],
      ['maxTries', '3', 'number'],
      ['onError', 5, 'string'],
      ['credentials', 'x', 'object'],
    ] as const
  ).map(([field, value, type]): [string, unknown, string] => [
    `a node with ${field} as ${JSON.stringify(value)}`,
    nodes(manual({ [field]: value })),
    `request/body/nodes/0/${field} must be ${type}`,
  ]),
  [
    'a place in words',
    nodes(manual({ position: ['a', 'b'] })),
    'request/body/nodes/0/position/0 must be number, request/body/nodes/0/position/1 must be number',
  ],
  [
    "a node's date of change that is none",
    nodes(manual({ updatedAt: 'x' })),
    'request/body/nodes/0/updatedAt is read-only, request/body/nodes/0/updatedAt must match format "date-time"',
  ],
  [
    'an unknown setting',
    settings({ callerPolicy: 'any' }),
    'request/body/settings must NOT have additional properties',
  ],
  ...(
    [
      ['saveExecutionProgress', 'DEFAULT', 'must be boolean'],
      ['saveDataErrorExecution', 'some', ALL_OR_NONE],
      ['saveDataSuccessExecution', '', ALL_OR_NONE],
      ['executionTimeout', '60', 'must be number'],
      ['errorWorkflow', 5, 'must be string'],
      ['timezone', null, 'must be string'],
    ] as const
  ).map(([field, value, text]): [string, unknown, string] => [
    `the setting ${field} as ${JSON.stringify(value)}`,
    settings({ [field]: value }),
    `request/body/settings/${field} ${text}`,
  ]),
  ...[5, true, [1]].map((value): [string, unknown, string] => [
    `static data as ${JSON.stringify(value)}`,
    workflow(NAME, { staticData: value }),
    STATIC('be string'),
  ]),
  ...['', 'x'].map((value): [string, unknown, string] => [
    `static data as the text "${value}"`,
    workflow(NAME, { staticData: value }),
    STATIC('match format "jsonString"'),
  ]),
]

const TAKEN: [name: string, body: Record<string, unknown>][] = [
  ['no nodes', workflow(NAME)],
  ['an empty name', workflow('')],
  ['a name of 300 characters', workflow('n'.repeat(300))],
  ['an untrimmed name', workflow(' {run} ')],
  ['an empty connection', workflow(NAME, { connections: { a: 1 } })],
  [
    'a connection to nowhere',
    workflow(NAME, { connections: { X: { main: [[{ node: 'Y', type: 'main', index: 0 }]] } } }),
  ],
  ['a node of an unknown type', nodes(manual({ type: 'n8n-nodes-base.doesNotExist' }))],
  ['a node with nothing but an id', nodes({ id: 'x' })],
  ['nodes of one name', nodes(manual(), manual())],
  ['a place of three numbers', nodes(manual({ position: [1.5, -2, 3] }))],
  ['any onError', nodes(manual({ onError: 'bogus' }))],
  ['any version of a node', nodes(manual({ typeVersion: 99 }))],
  ['a timeout of over an hour', settings({ executionTimeout: 3601 })],
  ['a negative timeout', settings({ executionTimeout: -5 })],
  ['any time zone', settings({ timezone: 'Mars/Phobos' })],
  ['any error workflow', settings({ errorWorkflow: 'nope' })],
  ['any order of execution', settings({ executionOrder: 'v9' })],
  ['static data', workflow(NAME, { staticData: { lastId: 1 } })],
]

const given: Step[] = [['POST', '/workflows', workflow('{run} old'), { keep: 'id' }]]

export const workflowInputCases: Case[] = [
  ...REFUSED.flatMap(([name, body, text]): Case[] => [
    {
      operation: 'createWorkflow',
      name: `${name} is refused`,
      ask: ['POST', '/workflows', body],
      status: 400,
      body: message(text),
    },
    {
      ...{ operation: 'updateWorkflow', name: `${name} is refused, of an unknown workflow too` },
      ...{ ask: ['PUT', '/workflows/{run}nobody', body], status: 400, body: message(text) },
    },
  ]),
  ...TAKEN.flatMap(([name, body]): Case[] => [
    { operation: 'createWorkflow', name, ask: ['POST', '/workflows', body], status: 200, body: like(body) },
    { operation: 'updateWorkflow', name, given, ask: ['PUT', '/workflows/{id}', body], status: 200, body: like(body) },
  ]),
]
