import { type Static, Type } from '@sinclair/typebox'

const anything = Type.Unknown()
const texts = Type.Record(Type.String(), Type.String())
const list = Type.Array(anything)
const object = Type.Object({}, { additionalProperties: true })
const strict = { additionalProperties: false }

const expectedRun = {
  parameters: Type.Optional(
    Type.Unknown({
      description: 'Its parameters with expressions evaluated, of a node with a mock: for the first item, or a list',
    }),
  ),
  received: Type.Optional(Type.Array(anything, { description: 'The JSON of the items of its first input' })),
  output: Type.Optional(
    Type.Array(anything, {
      description:
        'What it put out: the JSON of its items, or whole items (json, binary), or a list of them for each output',
    }),
  ),
  error: Type.Optional(Type.Unknown({ description: 'The message of its error' })),
}

const expectedNode = Type.Object(
  {
    ran: Type.Optional(Type.Boolean({ description: 'Whether it ran' })),
    times: Type.Optional(Type.Integer({ minimum: 0, description: 'How often it ran' })),
    // those of the first run
    ...expectedRun,
    runs: Type.Optional(Type.Array(Type.Object(expectedRun, strict), { description: 'Each of its runs, in order' })),
  },
  strict,
)

const expectation = Type.Object(
  {
    status: Type.Optional(Type.Unknown({ description: 'success, error, waiting or canceled' })),
    error: Type.Optional(Type.Unknown({ description: 'The message of the error that the run ended with' })),
    path: Type.Optional(Type.Array(anything, { description: 'The nodes that ran, in order' })),
    response: Type.Optional(Type.Unknown({ description: 'What the caller gets: status, headers, body' })),
    nodes: Type.Optional(Type.Record(Type.String(), expectedNode, { description: 'Node name → what it did' })),
    requests: Type.Optional(Type.Array(object, { description: 'What HTTP Request nodes would have sent, in order' })),
  },
  {
    ...strict,
    description: 'What is not named is not compared. "$any" stands for any value, { "$like": … } for a pattern',
  },
)

const shared = {
  mocks: Type.Optional(
    Type.Record(Type.String(), anything, {
      description: 'Node name → items, a list of items for each output, { "error": … } or { "runs": […] }',
    }),
  ),
  http: Type.Optional(
    Type.Array(object, { description: 'What HTTP requests are answered: method, url, status, json …, or forward' }),
  ),
  variables: Type.Optional(texts),
  now: Type.Optional(Type.String({ description: 'The time at which it runs, with its zone' })),
  timezone: Type.Optional(Type.String({ description: 'The time zone of workflows that name none' })),
  credentials: Type.Optional(
    Type.Record(Type.String(), object, { description: 'Type of credential → its data, for nodes that name none' }),
  ),
  usePinnedData: Type.Optional(Type.Boolean({ description: 'Whether pinned data is what its node puts out' })),
  dataTables: Type.Optional(
    Type.Array(object, { description: 'Data tables that it sees: id, name, columns (name, type) and rows' }),
  ),
  allowNodes: Type.Optional(
    Type.Array(Type.String(), { description: 'Packages and types of nodes that are taken as they are: n8n-nodes-x' }),
  ),
}

const testCase = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    trigger: Type.Optional(Type.String({ description: 'The node to begin at; the only trigger where left out' })),
    input: Type.Optional(
      Type.Unknown({
        description: 'Of a webhook body, files, query, headers, params; of others an item or a list of items',
      }),
    ),
    ...shared,
    expect: Type.Optional(expectation),
  },
  strict,
)

/** A file of cases for one workflow: `*.workflow-test.json`. What it gives beside its cases holds for each of them. */
export const TestFileShape = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    workflow: Type.Union([Type.String(), object], {
      description: 'A file, as seen from this one, or the workflow itself',
    }),
    subWorkflows: Type.Optional(list),
    engine: Type.Optional(
      Type.Union([Type.Literal('built-in'), Type.Literal('installed'), Type.Literal('both')], {
        description: 'The built-in engine, the service’s own where the project has installed it, or both, compared',
      }),
    ),
    nodeIds: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Node name → its id in the workflow, by which --update finds a renamed node',
      }),
    ),
    ...shared,
    cases: Type.Array(testCase, { minItems: 1 }),
  },
  strict,
)

export type TestFile = Static<typeof TestFileShape>
export type TestCase = TestFile['cases'][number]
export type Expectation = NonNullable<TestCase['expect']>
