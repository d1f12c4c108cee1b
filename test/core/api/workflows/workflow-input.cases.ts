import { message } from '../../../case.ts'
import { expected, type MeasuredCase, manual, workflow } from '../../../checks/conformance/case.ts'

const NAME = '{run} flow'
const nodes = (...given: unknown[]) => workflow(NAME, { nodes: given })
const settings = (given: unknown) => workflow(NAME, { settings: given })
const missing = (...fields: string[]) =>
  fields.map(field => `request/body must have required property '${field}'`).join(', ')
export const MORE = 'request/body must NOT have additional properties'
const ALL_OR_NONE = 'must be equal to one of the allowed values: all, none'
const NEITHER = (given: string) => `Invalid enum value. Expected 'all' | 'none', received '${given}'`
const NO_CONNECTIONS = 'request/body/connections must be object'
const STATIC = (first: string) =>
  `request/body/staticData must ${first}, request/body/staticData must be object, request/body/staticData must match a schema in anyOf`

/** What is wrong with a body, the text of version 1.41, and that of the current one where it is another. */
interface Refused {
  name: string
  body: unknown
  text: string
  current?: string
}
export const UNKNOWN = (...names: string[]) =>
  `Unrecognized key(s) in object: ${names.map(name => `'${name}'`).join(', ')}`

const REFUSED: Refused[] = [
  {
    name: 'an empty object',
    body: {},
    text: missing('name', 'nodes', 'connections', 'settings'),
    current: missing('name'),
  },
  { name: 'a list', body: [1], text: 'request/body must be object', current: expected('', 'object', [1]) },
  ...['name', 'nodes', 'connections', 'settings'].map(
    (field): Refused => ({
      name: `no ${field}`,
      body: { ...workflow(NAME), [field]: undefined },
      text: missing(field),
      current: field === 'connections' ? NO_CONNECTIONS : missing(field),
    }),
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
    ([field, value, type]): Refused => ({
      name: `${field} as ${JSON.stringify(value)}`,
      body: workflow(NAME, { [field]: value }),
      text: `request/body/${field} must be ${type}`,
      current: field === 'connections' ? NO_CONNECTIONS : expected(`/${field}`, type, value),
    }),
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
    ([field, value]): Refused => ({
      name: `${field} as ${JSON.stringify(value)}: it is read-only`,
      body: workflow(NAME, { [field]: value }),
      text: `request/body/${field} is read-only`,
    }),
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
  ).map(
    ([field, current]): Refused => ({
      name: `the unknown field ${field}`,
      body: workflow(NAME, { [field]: 'x' }),
      text: MORE,
      current,
    }),
  ),
  {
    name: 'two unknown fields, told twice',
    body: workflow(NAME, { foo: 1, bar: 2 }),
    text: `${MORE}, ${MORE}`,
    current: `request/body ${UNKNOWN('foo', 'bar')}`,
  },
  {
    name: 'tags that are read-only and not even tags',
    body: workflow(NAME, { tags: ['x'] }),
    text: 'request/body/tags is read-only, request/body/tags/0 must be object',
    current: 'request/body/tags is read-only',
  },
  {
    name: 'everything at once, in the order of the schema',
    body: { name: 5, nodes: 'x', connections: [], settings: 5, foo: 1, id: 'x' },
    text: [
      MORE,
      'request/body/id is read-only',
      'request/body/name must be string',
      'request/body/nodes must be array',
      'request/body/connections must be object',
      'request/body/settings must be object',
    ].join(', '),
    current: 'request/body/id is read-only',
  },
  {
    name: 'a node that is null',
    body: nodes(null),
    text: 'request/body/nodes/0 must be object',
    current: expected('/nodes/0', 'object', null),
  },
  {
    name: 'a node that is text',
    body: nodes(manual(), 'x'),
    text: 'request/body/nodes/1 must be object',
    current: expected('/nodes/1', 'object', 'x'),
  },
  {
    name: 'an unknown field of a node',
    body: nodes(manual({ color: 1 })),
    text: 'request/body/nodes/0 must NOT have additional properties',
    current: `request/body/nodes/0 ${UNKNOWN('color')}`,
  },
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
    ([field, value, type]): Refused => ({
      name: `a node with ${field} as ${JSON.stringify(value)}`,
      body: nodes(manual({ [field]: value })),
      text: `request/body/nodes/0/${field} must be ${type}`,
      current: expected(`/nodes/0/${field}`, type, value),
    }),
  ),
  {
    name: 'a place in words',
    body: nodes(manual({ position: ['a', 'b'] })),
    text: 'request/body/nodes/0/position/0 must be number, request/body/nodes/0/position/1 must be number',
    current: expected('/nodes/0/position/0', 'number', 'a'),
  },
  {
    name: "a node's date of change that is none",
    body: nodes(manual({ updatedAt: 'x' })),
    text: 'request/body/nodes/0/updatedAt is read-only, request/body/nodes/0/updatedAt must match format "date-time"',
    current: 'request/body/nodes/0/updatedAt is read-only',
  },
  {
    name: 'an unknown setting',
    body: settings({ color: 'red' }),
    text: 'request/body/settings must NOT have additional properties',
    current: `request/body/settings ${UNKNOWN('color')}`,
  },
  ...(
    [
      {
        field: 'saveExecutionProgress',
        value: 'DEFAULT',
        text: 'must be boolean',
        current: 'Expected boolean, received string',
      },
      { field: 'saveDataErrorExecution', value: 'some', text: ALL_OR_NONE, current: NEITHER('some') },
      { field: 'saveDataSuccessExecution', value: '', text: ALL_OR_NONE, current: NEITHER('') },
      { field: 'executionTimeout', value: '60', text: 'must be number', current: 'Expected number, received string' },
      { field: 'errorWorkflow', value: 5, text: 'must be string', current: 'Expected string, received number' },
      { field: 'timezone', value: null, text: 'must be string', current: 'Expected string, received null' },
    ] as const
  ).map(
    ({ field, value, text, current }): Refused => ({
      name: `the setting ${field} as ${JSON.stringify(value)}`,
      body: settings({ [field]: value }),
      text: `request/body/settings/${field} ${text}`,
      current: `request/body/settings/${field} ${current}`,
    }),
  ),
  ...[5, true, [1]].map(
    (value): Refused => ({
      name: `static data as ${JSON.stringify(value)}`,
      body: workflow(NAME, { staticData: value }),
      text: STATIC('be string'),
      current: 'request/body/staticData Invalid input',
    }),
  ),
  ...['', 'x'].map(
    (value): Refused => ({
      name: `static data as the text "${value}"`,
      body: workflow(NAME, { staticData: value }),
      text: STATIC('match format "jsonString"'),
      current: 'request/body/staticData must be a JSON string',
    }),
  ),
]

export const workflowInputCases: MeasuredCase[] = [
  ...REFUSED.flatMap(({ name, body, text, current = text }): MeasuredCase[] => {
    const answers = {
      status: 400,
      body: message(text),
      answers: { 'n8n-2.41': { status: 400, body: message(current) } },
    }
    return [
      { operation: 'createWorkflow', name: `${name} is refused`, ask: ['POST', '/workflows', body], ...answers },
      {
        operation: 'updateWorkflow',
        name: `${name} is refused, of an unknown workflow too`,
        ask: ['PUT', '/workflows/{run}nobody', body],
        ...answers,
      },
    ]
  }),
]
