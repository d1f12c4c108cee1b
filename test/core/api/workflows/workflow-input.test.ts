import { expect } from 'bun:test'
import type { Case } from '../../../case.ts'
import { playCases } from '../cases.ts'
import { minimal } from '../world.ts'

const NODE = { id: 'n1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] }
const nodes = (...given: object[]) => minimal({ nodes: given })
const settings = (given: unknown) => minimal({ settings: given })

/** What is sent, and why it is refused. */
const REFUSED: [name: string, body: unknown, message: string][] = [
  ['null', null, missing('name', 'nodes', 'connections', 'settings')],
  ...['owner', 'constructor'].map((field): [string, unknown, string] => [
    `the unknown field ${field}`,
    minimal({ [field]: 1 }),
    'request/body must NOT have additional properties',
  ]),
  [
    'a node with an unknown field',
    nodes(NODE, { ...NODE, color: 'red' }),
    'request/body/nodes/1 must NOT have additional properties',
  ],
  ...(
    [
      ['executeOnce', 'no', 'boolean'],
      ['alwaysOutputData', 0, 'boolean'],
      ['waitBetweenTries', true, 'number'],
      ['continueOnFail', 'x', 'boolean'],
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
    'tags with an unknown field',
    minimal({ tags: [{ name: 'a', color: 'red' }] }),
    'request/body/tags is read-only, request/body/tags/0 must NOT have additional properties',
  ],
  [
    "a node's read-only field",
    nodes({ ...NODE, createdAt: '2026-01-01T00:00:00Z' }),
    'request/body/nodes/0/createdAt is read-only',
  ],
  [
    "a node's read-only field of the wrong type",
    nodes({ ...NODE, createdAt: 5 }),
    'request/body/nodes/0/createdAt must be string, request/body/nodes/0/createdAt is read-only',
  ],
  [
    'read-only fields of the wrong type',
    minimal({ id: 5, active: 'x', tags: 'x' }),
    'request/body/id must be string, request/body/id is read-only, request/body/active must be boolean, request/body/active is read-only, request/body/tags is read-only, request/body/tags must be array',
  ],
  [
    'read-only fields that are null',
    minimal({ id: null, tags: null }),
    'request/body/id must be string, request/body/id must pass "readOnly" keyword validation, request/body/tags must pass "readOnly" keyword validation, request/body/tags must be array',
  ],
  [
    'tags as a GET has them',
    minimal({ tags: [{ id: '1', name: 'a', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }] }),
    'request/body/tags is read-only, request/body/tags/0/id is read-only, request/body/tags/0/createdAt is read-only, request/body/tags/0/updatedAt is read-only',
  ],
  ...(
    [
      ['saveManualExecutions', 1, 'must be boolean'],
      ['executionTimeout', null, 'must be number'],
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
  [
    'static data that is half an object',
    minimal({ staticData: '{' }),
    'request/body/staticData must match format "jsonString", request/body/staticData must be object, request/body/staticData must match a schema in anyOf',
  ],
]

playCases(
  REFUSED.flatMap(([name, body, message]): Case[] => [
    { name: `POST refuses ${name}`, ask: ['POST', '/workflows', body], status: 400, body: { message } },
    { name: `PUT refuses ${name}`, ask: ['PUT', '/workflows/1', body], status: 400, body: { message } },
  ]),
)

/** What is sent, and is taken as it is. */
const TAKEN: [name: string, body: Record<string, unknown>][] = [
  ['a blank name', minimal({ name: ' ' })],
  ['the name of another workflow', minimal({ name: 'Intake' })],
  ['an empty place', nodes({ ...NODE, position: [] })],
  ['a timeout of a second and a half', settings({ executionTimeout: 1.5 })],
  ['static data that is null', minimal({ staticData: null })],
  ['static data that is an object', minimal({ staticData: { 'node:X': { a: 1 } } })],
]

playCases(
  TAKEN.flatMap(([name, body]): Case[] => [
    { name: `POST takes ${name}`, ask: ['POST', '/workflows', body], status: 200, body: expect.objectContaining(body) },
    {
      name: `PUT takes ${name}`,
      ask: ['PUT', '/workflows/1', body],
      status: 200,
      body: expect.objectContaining(body),
      after: [[['GET', '/workflows/1'], expect.objectContaining(body)]],
    },
  ]),
)

function missing(...fields: string[]) {
  return fields.map(field => `request/body must have required property '${field}'`).join(', ')
}
