import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, manual, workflow } from '../../../checks/conformance/case.ts'
import { like } from '../../../checks/conformance/match.ts'
import { MORE, UNKNOWN } from './workflow-input.cases.ts'

const NAME = '{run} flow'
const nodes = (...given: unknown[]) => workflow(NAME, { nodes: given })
const settings = (given: unknown) => workflow(NAME, { settings: given })

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

/** Bodies that version 1.41 takes; the current one refuses some of them. */
export const workflowTakenCases: MeasuredCase[] = [
  ...TAKEN.flatMap(([name, body, current]): MeasuredCase[] => {
    const answers = {
      status: 200,
      body: like(body),
      ...(current === undefined ? {} : { answers: { 'n8n-2.41': { status: 400, body: message(current) } } }),
    }
    return [
      { operation: 'createWorkflow', name, ask: ['POST', '/workflows', body], ...answers },
      { operation: 'updateWorkflow', name, given, ask: ['PUT', '/workflows/{id}', body], ...answers },
    ]
  }),
  {
    operation: 'createWorkflow',
    name: 'an empty name',
    ask: ['POST', '/workflows', workflow('')],
    status: 200,
    body: like({ name: '' }),
    answers: { 'n8n-2.41': { status: 400, body: message(LENGTH) } },
  },
  {
    operation: 'updateWorkflow',
    name: 'an empty name',
    given,
    ask: ['PUT', '/workflows/{id}', workflow('')],
    status: 200,
    body: like({ name: '' }),
  },
  ...['description', 'shared'].map(
    (field): MeasuredCase => ({
      operation: 'createWorkflow',
      name: `the unknown field ${field} is refused`,
      status: 400,
      ask: ['POST', '/workflows', workflow(NAME, { [field]: 'x' })],
      body: message(MORE),
      answers: {
        'n8n-2.41':
          field === 'shared'
            ? { status: 400, body: message('request/body/shared Expected array, received string') }
            : { status: 400, body: message(`request/body ${UNKNOWN(field)}`) },
      },
    }),
  ),
]
