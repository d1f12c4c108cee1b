import { type Case, expected, manual, message, type Step, workflow } from '../case.ts'
import { like } from '../match.ts'

const NAME = '{run} flow'
const nodes = (...given: unknown[]) => workflow(NAME, { nodes: given })
const settings = (given: unknown) => workflow(NAME, { settings: given })
const missing = (...fields: string[]) =>
  fields.map(field => `request/body must have required property '${field}'`).join(', ')
const MORE = 'request/body must NOT have additional properties'
const ALL_OR_NONE = 'must be equal to one of the allowed values: all, none'
const NEITHER = (given: string) => `Invalid enum value. Expected 'all' | 'none', received '${given}'`
const NO_CONNECTIONS = 'request/body/connections must be object'
const STATIC = (first: string) =>
  `request/body/staticData must ${first}, request/body/staticData must be object, request/body/staticData must match a schema in anyOf`

/** What is wrong with a body, the text of version 1.41, and that of the current one where it is another. */
type Refused = [name: string, body: unknown, text: string, current?: string]
const UNKNOWN = (...names: string[]) => `Unrecognized key(s) in object: ${names.map(name => `'${name}'`).join(', ')}`

const REFUSED: Refused[] = [
  ['an empty object', {}, missing('name', 'nodes', 'connections', 'settings'), missing('name')],
  ['a list', [1], 'request/body must be object', expected('', 'object', [1])],
  ...['name', 'nodes', 'connections', 'settings'].map(
    (field): Refused => [
      `no ${field}`,
      { ...workflow(NAME), [field]: undefined },
      missing(field),
      field === 'connections' ? NO_CONNECTIONS : missing(field),
    ],
  ),
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
  ).map(
    ([field, value, type]): Refused => [
      `${field} as ${JSON.stringify(value)}`,
      workflow(NAME, { [field]: value }),
      `request/body/${field} must be ${type}`,
      field === 'connections' ? NO_CONNECTIONS : expected(`/${field}`, type, value),
    ],
  ),
  ...(
    [
      ['id', 'abc'],
      ['active', false],
      ['active', true],
      ['createdAt', '2020-01-01T00:00:00.000Z'],
      ['updatedAt', '2020-01-01T00:00:00.000Z'],
      ['tags', []],
    ] as const
  ).map(
    ([field, value]): Refused => [
      `${field} as ${JSON.stringify(value)}: it is read-only`,
      workflow(NAME, { [field]: value }),
      `request/body/${field} is read-only`,
    ],
  ),
  ...(
    [
      ['versionId', 'request/body/versionId is read-only'],
      ['meta', 'request/body/meta is read-only'],
      ['pinData', expected('/pinData', 'object', 'x')],
      ['triggerCount', 'request/body/triggerCount is read-only'],
      ['scopes', `request/body ${UNKNOWN('scopes')}`],
      ['homeProject', `request/body ${UNKNOWN('homeProject')}`],
      ['activeVersionId', `request/body ${UNKNOWN('activeVersionId')}`],
    ] as const
  ).map(([field, current]): Refused => [`the unknown field ${field}`, workflow(NAME, { [field]: 'x' }), MORE, current]),
  [
    'two unknown fields, told twice',
    workflow(NAME, { foo: 1, bar: 2 }),
    `${MORE}, ${MORE}`,
    `request/body ${UNKNOWN('foo', 'bar')}`,
  ],
  [
    'tags that are read-only and not even tags',
    workflow(NAME, { tags: ['x'] }),
    'request/body/tags is read-only, request/body/tags/0 must be object',
    'request/body/tags is read-only',
  ],
  [
    'everything at once, in the order of the schema',
    { name: 5, nodes: 'x', connections: [], settings: 5, foo: 1, id: 'x' },
    [
      ...[MORE, 'request/body/id is read-only', 'request/body/name must be string', 'request/body/nodes must be array'],
      ...['request/body/connections must be object', 'request/body/settings must be object'],
    ].join(', '),
    'request/body/id is read-only',
  ],
  ['a node that is null', nodes(null), 'request/body/nodes/0 must be object', expected('/nodes/0', 'object', null)],
  [
    'a node that is text',
    nodes(manual(), 'x'),
    'request/body/nodes/1 must be object',
    expected('/nodes/1', 'object', 'x'),
  ],
  [
    'an unknown field of a node',
    nodes(manual({ color: 1 })),
    'request/body/nodes/0 must NOT have additional properties',
    `request/body/nodes/0 ${UNKNOWN('color')}`,
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
  ).map(
    ([field, value, type]): Refused => [
      `a node with ${field} as ${JSON.stringify(value)}`,
      nodes(manual({ [field]: value })),
      `request/body/nodes/0/${field} must be ${type}`,
      expected(`/nodes/0/${field}`, type, value),
    ],
  ),
  [
    'a place in words',
    nodes(manual({ position: ['a', 'b'] })),
    'request/body/nodes/0/position/0 must be number, request/body/nodes/0/position/1 must be number',
    expected('/nodes/0/position/0', 'number', 'a'),
  ],
  [
    "a node's date of change that is none",
    nodes(manual({ updatedAt: 'x' })),
    'request/body/nodes/0/updatedAt is read-only, request/body/nodes/0/updatedAt must match format "date-time"',
    'request/body/nodes/0/updatedAt is read-only',
  ],
  [
    'an unknown setting',
    settings({ color: 'red' }),
    'request/body/settings must NOT have additional properties',
    `request/body/settings ${UNKNOWN('color')}`,
  ],
  ...(
    [
      ['saveExecutionProgress', 'DEFAULT', 'must be boolean', 'Expected boolean, received string'],
      ['saveDataErrorExecution', 'some', ALL_OR_NONE, NEITHER('some')],
      ['saveDataSuccessExecution', '', ALL_OR_NONE, NEITHER('')],
      ['executionTimeout', '60', 'must be number', 'Expected number, received string'],
      ['errorWorkflow', 5, 'must be string', 'Expected string, received number'],
      ['timezone', null, 'must be string', 'Expected string, received null'],
    ] as const
  ).map(
    ([field, value, text, current]): Refused => [
      `the setting ${field} as ${JSON.stringify(value)}`,
      settings({ [field]: value }),
      `request/body/settings/${field} ${text}`,
      `request/body/settings/${field} ${current}`,
    ],
  ),
  ...[5, true, [1]].map(
    (value): Refused => [
      `static data as ${JSON.stringify(value)}`,
      workflow(NAME, { staticData: value }),
      STATIC('be string'),
      'request/body/staticData Invalid input',
    ],
  ),
  ...['', 'x'].map(
    (value): Refused => [
      `static data as the text "${value}"`,
      workflow(NAME, { staticData: value }),
      STATIC('match format "jsonString"'),
      'request/body/staticData must be a JSON string',
    ],
  ),
]

/** What the current version finds wrong with the structure. */
const STRUCTURE = (...findings: string[]) => `Workflow structure is invalid. ${findings.join('; ')}`
const LENGTH = 'Workflow name must be 1 to 128 characters long.'

const TAKEN: [name: string, body: Record<string, unknown>, current?: string][] = [
  ['no nodes', workflow(NAME)],

  ['a name of 300 characters', workflow('n'.repeat(300)), LENGTH],
  ['an untrimmed name', workflow(' {run} ')],
  [
    'an empty connection',
    workflow(NAME, { connections: { a: 1 } }),
    STRUCTURE('connections.a (invalid_type): Expected object, received number'),
  ],
  [
    'a connection to nowhere',
    workflow(NAME, { connections: { X: { main: [[{ node: 'Y', type: 'main', index: 0 }]] } } }),
    STRUCTURE(
      'connections.X (unknown_connection_source): Connection source "X" does not reference an existing node',
      'connections.X.main[0][0].node (unknown_connection_target): Connection target "Y" does not reference an existing node',
    ),
  ],
  ['a node of an unknown type', nodes(manual({ type: 'n8n-nodes-base.doesNotExist' }))],
  [
    'a node with nothing but an id',
    nodes({ id: 'x' }),
    STRUCTURE(...['name', 'type', 'position'].map(field => `nodes[0].${field} (invalid_type): Required`)),
  ],
  [
    'nodes of one name',
    nodes(manual(), manual({ id: 'n' })),
    STRUCTURE('nodes[1].name (duplicate_node_name): Duplicate node name "Manual"'),
  ],
  [
    'a place of three numbers',
    nodes(manual({ position: [1.5, -2, 3] })),
    STRUCTURE('nodes[0].position (too_big): Array must contain at most 2 element(s)'),
  ],
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
  ...REFUSED.flatMap(([name, body, text, current = text]): Case[] => {
    const answers = {
      ...{ status: 400, body: message(text), inCurrent: { status: 400, body: message(current) } },
    }
    return [
      { operation: 'createWorkflow', name: `${name} is refused`, ask: ['POST', '/workflows', body], ...answers },
      {
        ...{ operation: 'updateWorkflow', name: `${name} is refused, of an unknown workflow too` },
        ...{ ask: ['PUT', '/workflows/{run}nobody', body], ...answers },
      },
    ]
  }),
  ...TAKEN.flatMap(([name, body, current]): Case[] => {
    const answers = {
      ...{ status: 200, body: like(body) },
      ...(current === undefined ? {} : { inCurrent: { status: 400, body: message(current) } }),
    }
    return [
      { operation: 'createWorkflow', name, ask: ['POST', '/workflows', body], ...answers },
      { operation: 'updateWorkflow', name, given, ask: ['PUT', '/workflows/{id}', body], ...answers },
    ]
  }),
  {
    ...{ operation: 'createWorkflow', name: 'an empty name', ask: ['POST', '/workflows', workflow('')], status: 200 },
    ...{ body: like({ name: '' }), inCurrent: { status: 400, body: message(LENGTH) } },
  },
  {
    ...{ operation: 'updateWorkflow', name: 'an empty name', given, ask: ['PUT', '/workflows/{id}', workflow('')] },
    ...{ status: 200, body: like({ name: '' }) },
  },
  ...['description', 'shared'].map(
    (field): Case => ({
      ...{ operation: 'createWorkflow', name: `the unknown field ${field} is refused`, status: 400 },
      ...{ ask: ['POST', '/workflows', workflow(NAME, { [field]: 'x' })], body: message(MORE) },
      inCurrent:
        field === 'shared'
          ? { status: 200, body: like({ name: NAME }) }
          : { status: 400, body: message(`request/body ${UNKNOWN(field)}`) },
    }),
  ),
]
