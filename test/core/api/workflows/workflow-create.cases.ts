import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, manual, workflow } from '../../../checks/conformance/case.ts'
import { like, uuid } from '../../../checks/conformance/match.ts'

const NAME = '{run} flow'
const refused = (text: string) => ({ status: 400, body: message(text) })
const A = manual({ id: 'id-a', name: 'A', type: 'n8n-nodes-base.noOp' })
const B = manual({ id: 'id-b', name: 'B', type: 'n8n-nodes-base.noOp' })
const C = manual({ id: 'id-c', name: 'C', type: 'n8n-nodes-base.noOp' })
const to = (node: unknown, more: object = {}) => ({ node, type: 'main', index: 0, ...more })
const graph = (nodes: unknown[], connections: unknown = {}, more: object = {}) =>
  workflow(NAME, { nodes, connections, ...more })

/** What is wrong with the structure, and the finding. */
const STRUCTURE: [name: string, body: object, findings: string[]][] = [
  ['a node without a name', graph([{ ...A, name: undefined }]), ['nodes[0].name (invalid_type): Required']],
  [
    'a node with an empty name',
    graph([{ ...A, name: '' }]),
    ['nodes[0].name (too_small): String must contain at least 1 character(s)'],
  ],
  ['a node without a type', graph([{ ...A, type: undefined }]), ['nodes[0].type (invalid_type): Required']],
  ['a node without a place', graph([{ ...A, position: undefined }]), ['nodes[0].position (invalid_type): Required']],
  [
    'a place of one number',
    graph([{ ...A, position: [1] }]),
    ['nodes[0].position (too_small): Array must contain at least 2 element(s)'],
  ],
  [
    'a place of three numbers',
    graph([{ ...A, position: [1, 2, 3] }]),
    ['nodes[0].position (too_big): Array must contain at most 2 element(s)'],
  ],
  [
    'two nodes with one id',
    graph([A, { ...B, id: 'id-a' }]),
    ['nodes[1].id (duplicate_node_id): Nodes "A" and "B" share the node ID "id-a"'],
  ],
  [
    'two nodes of one name',
    graph([A, { ...B, name: 'A' }]),
    ['nodes[1].name (duplicate_node_name): Duplicate node name "A"'],
  ],
  [
    'two equal nodes: id before name',
    graph([A, A]),
    [
      'nodes[1].id (duplicate_node_id): Nodes "A" and "A" share the node ID "id-a"',
      'nodes[1].name (duplicate_node_name): Duplicate node name "A"',
    ],
  ],
  [
    'connections that are a number',
    graph([A], { A: 5 }),
    ['connections.A (invalid_type): Expected object, received number'],
  ],
  [
    'outputs that are an object',
    graph([A], { A: { main: {} } }),
    ['connections.A.main (invalid_type): Expected array, received object'],
  ],
  [
    'an output that is an object',
    graph([A], { A: { main: [{}] } }),
    ['connections.A.main[0] (invalid_type): Expected array, received object'],
  ],
  [
    'a connection without a node',
    graph([A], { A: { main: [[{ type: 'main', index: 0 }]] } }),
    ['connections.A.main[0][0].node (invalid_type): Required'],
  ],
  [
    'a connection with a text for its index',
    graph([A, B], { A: { main: [[to('B', { index: '0' })]] } }),
    ['connections.A.main[0][0].index (invalid_type): Expected number, received string'],
  ],
  [
    'a connection from nowhere',
    graph([A], { Nope: { main: [[to('A')]] } }),
    ['connections.Nope (unknown_connection_source): Connection source "Nope" does not reference an existing node'],
  ],
  [
    'a connection to nowhere',
    graph([A], { A: { main: [[to('Z')]] } }),
    [
      'connections.A.main[0][0].node (unknown_connection_target): Connection target "Z" does not reference an existing node',
    ],
  ],
  [
    'nodes come before connections, and references only after the shapes',
    graph([{ ...A, type: undefined }], { A: 5, Nope: { main: [[to('Z')]] } }),
    ['nodes[0].type (invalid_type): Required', 'connections.A (invalid_type): Expected object, received number'],
  ],
]

const group = (name: string, ...nodeIds: string[]) => ({ id: `g-${name}`, name, nodeIds })
const GROUPS: [name: string, body: object, text: string][] = [
  [
    'a group of an unknown node',
    graph([A], {}, { nodeGroups: [group('G', 'zzz')] }),
    'Group "G" references node ID "zzz" that does not exist in the workflow.',
  ],
  ['an empty group', graph([A], {}, { nodeGroups: [group('G')] }), 'Group "G" has no members.'],
  [
    'a node in two groups',
    graph(
      [A, B, C],
      { A: { main: [[to('B')]] } },
      { nodeGroups: [group('G', 'id-a', 'id-b'), group('H', 'id-a', 'id-c')] },
    ),
    'Node "A" belongs to multiple groups: "G" and "H".',
  ],
  [
    'a group in two parts',
    graph([A, B], {}, { nodeGroups: [group('G', 'id-a', 'id-b')] }),
    'Node group "G" must form a single connected subgraph with a single entry and exit (no path from "A" to "B").',
  ],
]

const PASSES: [name: string, body: object][] = [
  ['null for an output', graph([A], { A: { main: [null] } })],
  ['a node without outputs', graph([A], { A: {} })],
  [
    'a group of connected nodes',
    graph([A, B], { A: { main: [[to('B')]] } }, { nodeGroups: [group('G', 'id-a', 'id-b')] }),
  ],
  ['pinned data', graph([A], {}, { pinData: { A: [{ json: { a: 1 } }] } })],
  ['a name of one blank', workflow(' ')],
  ['a name of 128 characters', workflow('n'.repeat(128))],
]

const SETTINGS: [name: string, value: unknown, text?: string][] = [
  ['saveManualExecutions', true],
  ['executionTimeout', -5],
  ['executionOrder', 'v9'],
  ['callerPolicy', 'workflowsFromAList'],
  [
    'callerPolicy',
    'x',
    "Invalid enum value. Expected 'any' | 'none' | 'workflowsFromAList' | 'workflowsFromSameOwner', received 'x'",
  ],
  ['callerIds', '1,2'],
  ['timeSavedMode', 'fixed'],
  ['timeSavedMode', 'x', "Invalid enum value. Expected 'fixed' | 'dynamic', received 'x'"],
  ['timeSavedPerExecution', 5],
  ['timeSavedPerExecution', '5', 'Expected number, received string'],
  ['availableInMCP', true],
  ['availableInMCP', null, 'Expected boolean, received null'],
  ['customTelemetryTags', [{ key: 'a', value: 'b' }]],
  ['binaryMode', 'x', "Invalid enum value. Expected 'separate' | 'combined', received 'x'"],
  ['redactionPolicy', 'x', "Invalid enum value. Expected 'none' | 'non-manual' | 'manual-only' | 'all', received 'x'"],
]

const post = (body: unknown): Step => ['POST', '/workflows', body]
/** Creating workflows: the structure, settings, what is refused. */
export const currentCreateCases: MeasuredCase[] = [
  ...[
    ...STRUCTURE.map(
      ([name, body, findings]) => [name, body, `Workflow structure is invalid. ${findings.join('; ')}`] as const,
    ),
    ...GROUPS,
  ].flatMap(([name, body, text]): MeasuredCase[] => [
    { operation: 'createWorkflow', name: `the structure: ${name}`, ask: post(body), ...refused(text) },
    {
      operation: 'updateWorkflow',
      name: `the structure: ${name}`,
      ...refused(text),
      given: [['POST', '/workflows', workflow(NAME), { keep: 'id' }]],
      ask: ['PUT', '/workflows/{id}', body],
    },
  ]),
  ...PASSES.map(
    ([name, body]): MeasuredCase => ({
      operation: 'createWorkflow',
      name,
      ask: post(body),
      status: 200,
      body: like({ ...body }),
    }),
  ),
  ...SETTINGS.map(
    ([name, value, text]): MeasuredCase => ({
      operation: 'createWorkflow',
      name: `the setting ${name} as ${JSON.stringify(value)}`,
      ask: post(workflow(NAME, { settings: { [name]: value } })),
      ...(text === undefined
        ? { status: 200, body: like({ settings: like({ [name]: value }) }) }
        : refused(`request/body/settings/${name} ${text}`)),
    }),
  ),
  ...(['binaryMode', 'redactionPolicy', 'credentialResolverId'] as const).map(
    (name, at): MeasuredCase => ({
      operation: 'createWorkflow',
      name: `the setting ${name} is dropped`,
      status: 200,
      ask: post(workflow(NAME, { settings: { [name]: ['separate', 'all', 'x'][at] } })),
      body: like({ settings: {} }),
    }),
  ),
  ...(
    [
      ['a name of 129 characters', workflow('n'.repeat(129)), 400, 'Workflow name must be 1 to 128 characters long.'],
      [
        'the length of the name comes before the project',
        workflow('', { projectId: 'nope' }),
        400,
        'Workflow name must be 1 to 128 characters long.',
      ],
      ['an unknown project', workflow(NAME, { projectId: 'nope' }), 404, 'Project not found'],
      ['the project comes before the structure', graph([A, A], {}, { projectId: 'nope' }), 404, 'Project not found'],
      ['an unknown folder', workflow(NAME, { parentFolderId: 'nope' }), 404, 'Could not find the folder: nope'],
      [
        'pinned data as a list',
        workflow(NAME, { pinData: [] }),
        400,
        'request/body/pinData Expected object, received array',
      ],
      ['an active version', workflow(NAME, { activeVersion: null }), 400, 'request/body/activeVersion is read-only'],
      ['archived or not', workflow(NAME, { isArchived: false }), 400, 'request/body/isArchived is read-only'],
      [
        'read-only fields come before unknown ones',
        workflow(NAME, { foo: 1, id: 'x' }),
        400,
        'request/body/id is read-only',
      ],
      [
        'fields come before unknown ones',
        { foo: 1, nodes: 5, connections: {}, settings: {} },
        400,
        "request/body must have required property 'name'",
      ],
      [
        'a node group without a name',
        workflow(NAME, { nodeGroups: [{ id: 'g', nodeIds: [] }] }),
        400,
        "request/body/nodeGroups/0 must have required property 'name'",
      ],
    ] as [string, object, number, string][]
  ).map(
    ([name, body, status, text]): MeasuredCase => ({
      operation: 'createWorkflow',
      name: `${name} is refused`,
      ask: post(body),
      status,
      body: message(text),
    }),
  ),
  {
    operation: 'createWorkflow',
    name: 'a webhook is given its id, and a node its own',
    status: 200,
    ask: post(
      graph([{ name: 'Hook', type: 'n8n-nodes-base.webhook', typeVersion: 2, position: [0, 0], parameters: {} }]),
    ),
    body: like({ nodes: [like({ id: uuid, webhookId: uuid })] }),
  },
]
