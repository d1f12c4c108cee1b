import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Node } from '../../src/testing.ts'
import {
  called,
  condition,
  fields,
  NOW,
  node,
  outputOf,
  type Playing,
  playing,
  ranOf,
  to,
  type Workflow,
} from './playing.ts'
import { noOp } from './workflows.ts'

const stop = (parameters: Record<string, unknown> = { errorMessage: 'No stock' }, rest: Node = {}) =>
  node('Stop', 'stopAndError', parameters, rest)
const split = node('Split', 'splitOut', { fieldToSplitOut: 'body.items', options: {} })
const limit = (parameters: Record<string, unknown>) => called('x', [split, node('Limit', 'limit', parameters)])
const second = (name: string) => [[], to(name)]
/** A workflow whose second node puts out one item, and whose third is under test. */
const given = (json: object, type: string, parameters: Record<string, unknown>) =>
  called('x', [node('Given', 'set', { mode: 'raw', jsonOutput: json }), node('Node', type, parameters)])
const merged = (parameters: Record<string, unknown>, ...items: object[]): Row => [
  meeting(parameters),
  {},
  'success',
  { Merge: [items] },
]

/** Two branches that meet again, and the node in which they do. */
const meeting = (parameters: Record<string, unknown>, settings: Record<string, unknown> = {}): Workflow => {
  const { nodes = [], ...rest } = called('x', [])
  return {
    ...rest,
    settings: { executionOrder: 'v1', ...settings },
    nodes: [
      ...nodes,
      fields('A', { a: 1 }, {}, { position: [0, 0] }),
      fields('B', { b: 2 }, {}, { position: [0, 100] }),
      node('Merge', 'merge', parameters),
    ],
    connections: {
      Hook: { main: [to('A', 'B')] },
      A: { main: [to('Merge')] },
      B: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
    },
  }
}

const switching: Workflow = {
  ...called('x', []),
  nodes: [
    ...(called('x', []).nodes ?? []),
    node('Switch', 'switch', {
      rules: { values: ['a', 'b'].map(k => condition('={{ $json.body.k }}', k)) },
      options: { fallbackOutput: 'extra' },
    }),
    noOp('First'),
    noOp('Second'),
    noOp('Other'),
  ],
  connections: { Hook: { main: [to('Switch')] }, Switch: { main: [to('First'), to('Second'), to('Other')] } },
}

/** After a node that fails: what is connected with its first and its second output. */
const failing = (onError: string | undefined, rest: Node = {}): Workflow => ({
  ...called('x', []),
  nodes: [...(called('x', []).nodes ?? []), stop(undefined, { onError, ...rest }), noOp('Good'), noOp('Bad')],
  connections: { Hook: { main: [to('Stop')] }, Stop: { main: [to('Good'), to('Bad')] } },
})

/** By name: the workflow, what it is called with, and what is to be seen in its execution. */
type Row = [workflow: Workflow, body: unknown, status: string, seen: Record<string, unknown>]
const ROWS: Record<string, Row> = {
  'Filter has an output for what it keeps and one for the rest': [
    called('x', [split, node('Filter', 'filter', condition('={{ $json.v }}', 1, 'number')), noOp('After')]),
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Filter: [[{ v: 1 }], [{ v: 2 }]], After: [[{ v: 1 }]] },
  ],
  'Filter that keeps nothing ends the branch': [
    called('x', [node('Filter', 'filter', condition('={{ $json.body.k }}', 'never')), noOp('After')]),
    {},
    'success',
    { After: undefined },
  ],
  'alwaysOutputData goes on with an empty item': [
    called('x', [
      node('Filter', 'filter', condition('={{ $json.body.k }}', 'never'), { alwaysOutputData: true }),
      noOp('After'),
    ]),
    { k: 'x' },
    'success',
    { After: [[{}]] },
  ],
  'A node is read by the first of its outputs that has items': [
    {
      ...called('x', []),
      nodes: [
        ...(called('x', []).nodes ?? []),
        node('If', 'if', condition('={{ $json.body.k }}', 'a')),
        fields('Set', { first: "={{ $('If').first().json.body.k }}" }),
      ],
      connections: { Hook: { main: [to('If')] }, If: { main: second('Set') } },
    },
    { k: 'b' },
    'success',
    { Set: [[{ first: 'b' }]] },
  ],
  'Switch by its first rule': [switching, { k: 'a' }, 'success', { First: [[expect.anything()]], Second: undefined }],
  'Switch by its second rule': [switching, { k: 'b' }, 'success', { First: undefined, Second: [[expect.anything()]] }],
  'Switch where no rule holds': [switching, { k: 'z' }, 'success', { Second: undefined, Other: [[expect.anything()]] }],
  'Merge appends': [meeting({ mode: 'append' }), {}, 'success', { Merge: [[{ a: 1 }, { b: 2 }]] }],
  'Merge by position': [
    meeting({ mode: 'combine', combineBy: 'combineByPosition' }),
    {},
    'success',
    { Merge: [[{ a: 1, b: 2 }]] },
  ],
  'Merge by position takes as many as the shorter input has': [
    {
      ...meeting({ mode: 'combine', combineBy: 'combineByPosition' }),
      nodes: [...(meeting({ mode: 'combine', combineBy: 'combineByPosition' }).nodes ?? []), split],
      connections: {
        Hook: { main: [to('Split', 'B')] },
        Split: { main: [to('Merge')] },
        B: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
      },
    },
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Merge: [[{ v: 1, b: 2 }]] },
  ],
  'Merge that takes one input': [
    meeting({ mode: 'chooseBranch', useDataOfInput: 2 }),
    {},
    'success',
    { Merge: [[{ b: 2 }]] },
  ],
  'Merge that takes its first input': merged({ mode: 'chooseBranch', useDataOfInput: 1 }, { a: 1 }),
  'Merge that takes one input, and names none': merged({ mode: 'chooseBranch' }, { a: 1 }),
  'Merge that takes its second input, in its first version': merged(
    { mode: 'chooseBranch', output: 'input2' },
    { b: 2 },
  ),
  'Merge by position, in its first version': merged({ mode: 'mergeByIndex' }, { a: 1, b: 2 }),
  'Merge that combines by fields appends': merged(
    { mode: 'combine', combineBy: 'combineByFields' },
    { a: 1 },
    { b: 2 },
  ),
  'Split Out keeps the other fields': [
    given({ list: [1, { a: 2 }], k: 'v' }, 'splitOut', { fieldToSplitOut: 'list', include: 'allOtherFields' }),
    {},
    'success',
    {
      Node: [
        [
          { list: 1, k: 'v' },
          { list: { a: 2 }, k: 'v' },
        ],
      ],
    },
  ],
  'Split Out puts entries under another name': [
    given({ list: [1, { a: 2 }] }, 'splitOut', { fieldToSplitOut: 'list', options: { destinationFieldName: 'one' } }),
    {},
    'success',
    { Node: [[{ one: 1 }, { one: { a: 2 } }]] },
  ],
  'Split Out takes several fields, and one inside another': [
    given({ deep: { list: [1] }, other: [2] }, 'splitOut', { fieldToSplitOut: 'deep.list, $json.other' }),
    {},
    'success',
    { Node: [[{ list: 1 }, { other: 2 }]] },
  ],
  'Split Out takes the values of an object': [
    given({ o: { a: { x: 1 }, b: 2 } }, 'splitOut', { fieldToSplitOut: 'o' }),
    {},
    'success',
    { Node: [[{ x: 1 }, { o: 2 }]] },
  ],
  'Split Out of a number, and of a missing field': [
    given({ o: 5, n: null }, 'splitOut', { fieldToSplitOut: 'o,p,o.p,toString,n' }),
    {},
    'success',
    { Node: [[{ o: 5 }, { n: null }]] },
  ],
  'Split Out makes 1000 items at most': [
    called('x', [split]),
    { items: Array.from({ length: 1001 }, (_, at) => at) },
    'success',
    { Split: [Array.from({ length: 1000 }, (_, items) => ({ items }))] },
  ],
  'Split Out makes an item of each entry': [
    called('x', [split]),
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Split: [[{ v: 1 }, { v: 2 }]] },
  ],
  'Split Out names what is no object': [
    called('x', [split]),
    { items: ['a', 'b'] },
    'success',
    { Split: [[{ items: 'a' }, { items: 'b' }]] },
  ],
  'Limit takes the first': [
    limit({ maxItems: 2 }),
    { items: [{ v: 1 }, { v: 2 }, { v: 3 }] },
    'success',
    {
      Limit: [[{ v: 1 }, { v: 2 }]],
    },
  ],
  'Limit takes the last': [
    limit({ maxItems: 1, keep: 'lastItems' }),
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Limit: [[{ v: 2 }]] },
  ],
  'Limit takes one where it names no number': [
    limit({}),
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Limit: [[{ v: 1 }]] },
  ],
  'Limit takes none': [limit({ maxItems: 0 }), { items: [{ v: 1 }] }, 'success', { Limit: [[]] }],
  'Limit takes none of the last where its number is negative': [
    limit({ maxItems: -1, keep: 'lastItems' }),
    { items: [{ v: 1 }] },
    'success',
    { Limit: [[]] },
  ],
  'Limit takes all where there are fewer': [
    limit({ maxItems: 3, keep: 'lastItems' }),
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Limit: [[{ v: 1 }, { v: 2 }]] },
  ],
  'Aggregate takes fields of all items': [
    called('x', [
      split,
      node('Aggregate', 'aggregate', {
        fieldsToAggregate: {
          fieldToAggregate: [
            { fieldToAggregate: 'v', outputFieldName: 'unused' },
            { fieldToAggregate: 'd.e' },
            { fieldToAggregate: 'd.e', renameField: true, outputFieldName: 'es' },
            { fieldToAggregate: 'w', renameField: true },
          ],
        },
      }),
    ]),
    {
      items: [
        { v: 1, d: { e: 3 } },
        { d: { e: 4 }, w: null },
      ],
    },
    'success',
    { Aggregate: [[{ v: [1], e: [3, 4], es: [3, 4], w: [null] }]] },
  ],
  'Aggregate puts all items under another name': [
    called('x', [
      split,
      node('Aggregate', 'aggregate', { aggregate: 'aggregateAllItemData', destinationFieldName: 'all' }),
    ]),
    { items: [{ v: 1 }] },
    'success',
    { Aggregate: [[{ all: [{ v: 1 }] }]] },
  ],
  'an expression reads the item at its place, or the first': [
    called('x', [
      split,
      fields('Set', {
        own: "={{ $('Split').item.json.v }}",
        first: '={{ $input.first().json.v }}',
        last: '={{ $input.last().json.v }}',
        all: '={{ $input.all().length }}',
        at: '={{ $itemIndex }}',
        hook: "={{ $('Hook').item.json.body.k }}",
      }),
    ]),
    { items: [{ v: 1 }, { v: 2 }], k: 'k' },
    'success',
    { Set: [[1, 2].map(own => ({ own, first: 1, last: 2, all: 2, at: own - 1, hook: 'k' }))] },
  ],
  'Aggregate puts all items into one': [
    called('x', [split, node('Aggregate', 'aggregate', { aggregate: 'aggregateAllItemData' })]),
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Aggregate: [[{ data: [{ v: 1 }, { v: 2 }] }]] },
  ],
  'a disabled node runs and passes on': [
    called('x', [fields('Off', { a: 1 }, {}, { disabled: true }), fields('After', { has: '={{ $json.a }}' })]),
    {},
    'success',
    { Off: [[expect.objectContaining({ body: {} })]], After: [[{ has: null }]] },
  ],
  'executeOnce takes the first item': [
    called('x', [split, fields('Once', { v: '={{ $json.v }}' }, {}, { executeOnce: true })]),
    { items: [{ v: 1 }, { v: 2 }] },
    'success',
    { Once: [[{ v: 1 }]] },
  ],
  'a failure ends the run': [failing(undefined), {}, 'error', { Stop: undefined, Good: undefined, Bad: undefined }],
  'stopWorkflow ends it as well': [failing('stopWorkflow'), {}, 'error', { Good: undefined, Bad: undefined }],
  'continueRegularOutput goes on with what came in': [
    failing('continueRegularOutput'),
    { a: 1 },
    'success',
    { Good: [[expect.objectContaining({ body: { a: 1 } })]], Bad: undefined },
  ],
  'continueErrorOutput of Stop And Error leaves by the first output, as measured': [
    failing('continueErrorOutput'),
    { a: 1 },
    'success',
    { Good: [[expect.objectContaining({ body: { a: 1 } })]], Bad: undefined },
  ],
  'continueOnFail, as older nodes have it, goes on': [
    failing(undefined, { continueOnFail: true }),
    {},
    'success',
    { Good: [[expect.anything()]] },
  ],
  'continueErrorOutput of a condition leaves by the last output': [
    {
      ...called('x', []),
      nodes: [
        ...(called('x', []).nodes ?? []),
        node(
          'Set',
          'set',
          { mode: 'manual', assignments: { assignments: [{ name: 'a', value: '={{ nope( }}' }] } },
          {
            onError: 'continueErrorOutput',
          },
        ),
        noOp('Good'),
        noOp('Bad'),
      ],
      connections: { Hook: { main: [to('Set')] }, Set: { main: [to('Good'), to('Bad')] } },
    },
    {},
    'success',
    { Good: undefined, Bad: [[{ error: 'invalid syntax' }]] },
  ],
  'a value of the wrong type in a strict condition is an error': [
    called('x', [node('If', 'if', condition('={{ $json.body.total }}', 10, 'number', 'gt'))]),
    { total: 'many' },
    'error',
    { If: undefined },
  ],
  'executionTimeout cancels what waits too long': [
    called('x', [node('Wait', 'wait', { amount: 6, unit: 'seconds' }, { typeVersion: 1.1 }), noOp('After')], {
      settings: { executionTimeout: 1 },
    }),
    {},
    'canceled',
    { After: undefined },
  ],
}

/** A webhook at another path, which does not answer with the last node. */
const atOnce = ({ parameters, ...rest }: Node, path: string): Node => ({
  ...rest,
  parameters: { ...(parameters as object), path, responseMode: 'onReceived' },
})

let instance: Playing
const paths = Object.fromEntries(Object.keys(ROWS).map((name, at) => [name, `row${at}`]))

beforeAll(async () => {
  instance = await playing(
    Object.entries(ROWS).map(([name, [workflow]]) => {
      const path = paths[name] ?? ''
      const nodes = workflow.nodes?.map(node => (node.name === 'Hook' ? atOnce(node, path) : node))
      return { ...workflow, id: path, name: path, nodes }
    }),
  )
})
afterAll(async () => instance.stop())

test.each(Object.entries(ROWS))('%s', async (name, [, body, status, seen]) => {
  const { execution } = await instance.call(paths[name] ?? '', body)
  // one that takes time is running first
  if (execution.status === 'running') await instance.clock.advance('10s')
  const ended = instance.stored().find(({ id }) => id === execution.id) ?? execution
  expect(ended.status).toBe(status)
  const outputs = Object.keys(seen).map(of => [of, outputOf(ended, of)])
  expect(Object.fromEntries(outputs)).toEqual(seen)
})

describe('what is told of an error', () => {
  const row = (name: string) => paths[name] ?? ''

  test('of Stop And Error', async () => {
    const { execution } = await instance.call(row('a failure ends the run'))
    const { error } = execution.data.resultData
    expect(error).toMatchObject({
      level: 'warning',
      shouldReport: true,
      tags: {},
      context: {},
      functionality: 'regular',
      name: 'NodeOperationError',
      node: { name: 'Stop', parameters: { errorType: 'errorMessage', errorMessage: 'No stock' } },
      messages: [],
      message: 'No stock',
      stack: expect.stringContaining('NodeOperationError: No stock'),
    })
    const [run] = execution.data.resultData.runData.Stop ?? []
    expect(run).toMatchObject({ executionStatus: 'error', error: error as never })
    expect(run).not.toHaveProperty('data')
    expect(Object.keys(execution.data.resultData)[0]).toBe('error')
    expect(execution.data.executionData.nodeExecutionStack).toMatchObject([{ node: { name: 'Stop' } }])
  })

  test('of one that goes on', async () => {
    const { execution } = await instance.call(row('continueRegularOutput goes on with what came in'))
    const [run] = execution.data.resultData.runData.Stop ?? []
    expect(run).toMatchObject({ executionStatus: 'error', error: { message: 'No stock' }, data: { main: [[{}]] } })
    expect(execution.data.resultData.error).toBeUndefined()
  })

  test('of a condition', async () => {
    const { execution } = await instance.call(row('a value of the wrong type in a strict condition is an error'), {
      total: 'many',
    })
    expect(execution.data.resultData.error).toMatchObject({
      message: "Wrong type: 'many' is a string but was expecting a number [condition 0, item 0]",
      description:
        "\n<p>Try either:</p>\n<ol>\n  <li>Enabling 'Convert types where required'</li>\n" +
        '  <li>Converting the first field to a number by adding <code>.toNumber()</code></li>\n</ol>\n\t\t\t',
      context: { itemIndex: 0 },
    })
  })

  test.each<[left: unknown, type: string, right: unknown, rightType: string | undefined, says: string]>([
    [true, 'string', 'x', undefined, "'true' is a boolean but was expecting a string by first"],
    [[1], 'object', {}, undefined, "'[1]' is an array but was expecting an object by first"],
    [{ a: 1 }, 'array', [], undefined, `'{"a":1}' is an object but was expecting an array by first`],
    ['x', 'boolean', true, undefined, "'x' is a string but was expecting a boolean by first .toBoolean()"],
    ['x', 'dateTime', NOW, undefined, "'x' is a string but was expecting a dateTime by first .toDateTime()"],
    [1, 'number', '2', undefined, "'2' is a string but was expecting a number by second .toNumber()"],
    [[1], 'array', '2', 'number', "'2' is a string but was expecting a number by second .toNumber()"],
    [
      'x'.repeat(201),
      'number',
      1,
      undefined,
      `'${'x'.repeat(200)}' is a string but was expecting a number by first .toNumber()`,
    ],
    [NOW, 'dateTime', 0, undefined, ''],
    [null, 'number', 1, undefined, ''],
    ['x', 'other', 1, undefined, ''],
  ])('of a strict condition of %j as %s and %j as %s', async (leftValue, type, rightValue, rightType, says) => {
    const one = { leftValue, rightValue, operator: { type, rightType, operation: 'equals' } }
    const conditions = { combinator: 'and', options: { typeValidation: 'strict' }, conditions: [one] }
    await using other = await playing([called('x', [node('If', 'if', { conditions })])])
    const { message = '', description = '' } = (await other.call('x')).execution.data.resultData.error ?? {}
    const [wrong] = `${message}`.replace('Wrong type: ', '').split(' [condition 0, item 0]')
    const found = [/ (first|second) /.exec(`${description}`)?.[1], /<code>(.*)<\/code>/.exec(`${description}`)?.[1]]
    expect(message === '' ? '' : [wrong, 'by', ...found].filter(Boolean).join(' ')).toBe(says)
  })

  test.each([
    [
      { respondWith: 'json', responseBody: '{' },
      "Invalid JSON in 'Response Body' field",
      "Check that the syntax of the JSON in the 'Response Body' parameter is valid",
    ],
    [{ respondWith: 'binary' }, 'No binary data exists on the first item!', undefined],
  ])('of Respond to Webhook with %j', async (parameters, message, description) => {
    const hook = { responseMode: 'responseNode' }
    await using other = await playing([called('x', [node('Respond', 'respondToWebhook', parameters)], {}, hook)])
    const { error } = (await other.call('x')).execution.data.resultData
    expect([error?.message, error?.description]).toEqual([message, description])
  })

  test('of a time limit', async () => {
    const { execution } = await instance.call(row('executionTimeout cancels what waits too long'))
    await instance.clock.advance('10s')
    const ended = instance.stored().find(({ id }) => id === execution.id)
    expect(ended?.data.resultData.error).toMatchObject({
      name: 'TimeoutExecutionCancelledError',
      reason: 'timeout',
      message: 'The execution was cancelled because it timed out',
      extra: { executionId: execution.id },
    })
    const [run] = ended?.data.resultData.runData.Wait ?? []
    expect(run).toMatchObject({ executionStatus: 'success', executionTime: 1000 } as never)
    expect(Date.parse(ended?.stoppedAt ?? '') - Number(run?.startTime)).toBe(1000)
  })
})

test.each([
  [{ errorMessage: '=No {{ $json.body.what }}' }, { what: 'stock' }, 'warning', 'No stock', {}],
  [{ errorMessage: '' }, {}, 'warning', 'An error occurred', {}],
  [{}, {}, 'warning', 'An error occurred', {}],
  [{ errorMessage: '={{ code() }}' }, {}, 'warning', '={{ code() }}', {}],
  [
    { errorType: 'errorObject', errorObject: '{"description":"why","error":"what"}' },
    {},
    'error',
    'why',
    { metadata: { description: 'why', error: 'what' } },
  ],
  [
    { errorType: 'errorObject', errorObject: '{"code":7}' },
    {},
    'error',
    'Error: {"code":7}',
    { metadata: { code: 7 } },
  ],
  [{ errorType: 'errorObject', errorObject: '[7]' }, {}, 'warning', 'Error Object is not a valid JSON', {}],
  [
    { errorType: 'errorObject', errorObject: '{"message":"gone","code":7}' },
    {},
    'error',
    'gone',
    { metadata: { message: 'gone', code: 7 } },
  ],
  [
    { errorType: 'errorObject', errorObject: '={{ { "error": $json.body.what } }}' },
    { what: 'x' },
    'error',
    'x',
    { metadata: { error: 'x' } },
  ],
  [{ errorType: 'errorObject', errorObject: 'no JSON' }, {}, 'warning', 'Error Object is not a valid JSON', {}],
])(
  'Stop And Error with %j and the body %j is of level %s and says %j',
  async (parameters, body, level, message, context) => {
    await using other = await playing([called('x', [stop(parameters)])])
    const { answer, execution } = await other.call('x', body)
    expect([answer.status, answer.body as unknown]).toEqual([500, { message: 'Error in workflow' }])
    expect(execution.data.resultData.error).toMatchObject({ level, message, context })
  },
)

test('retryOnFail leaves one run of the node, and takes no time', async () => {
  await using other = await playing([
    called('x', [stop(undefined, { retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 })]),
  ])
  const { execution } = await other.call('x')
  expect([execution.status, execution.data.resultData.runData.Stop?.length]).toEqual(['error', 1])
})

test.each<[string, Record<string, unknown>, string[]]>([
  ['with v1, one branch to its end, the upper one first', { executionOrder: 'v1' }, ['Hook', 'A', 'B', 'Merge']],
  ['without, level by level', { executionOrder: 'v0' }, ['Hook', 'A', 'B', 'Merge']],
])('nodes run %s', async (_name, settings, order) => {
  await using other = await playing([meeting({}, settings)])
  const { execution } = await other.call('x')
  expect(ranOf(execution)).toEqual(order)
  expect(execution.data.resultData.runData.Merge?.[0]?.source).toMatchObject([
    { previousNode: 'A' },
    { previousNode: 'B' },
  ])
})

test('a chain runs to its end before the next branch with v1, and after it without', async () => {
  const orders = await Promise.all(
    ['v1', 'v0'].map(async executionOrder => {
      const { nodes = [], ...rest } = called('x', [])
      await using other = await playing([
        {
          ...rest,
          settings: { executionOrder },
          nodes: [
            ...nodes,
            node('A', 'noOp', {}, { position: [0, 0] }),
            node('A2', 'noOp', {}, { position: [200, 0] }),
            node('B', 'noOp', {}, { position: [0, 100] }),
          ],
          connections: { Hook: { main: [to('A', 'B')] }, A: { main: [to('A2')] } },
        },
      ])
      return ranOf((await other.call('x')).execution)
    }),
  )
  expect(orders).toEqual([
    ['Hook', 'A', 'A2', 'B'],
    ['Hook', 'A', 'B', 'A2'],
  ])
})

test.each(['v1', 'v0'])('nodes after one that never gets its second input run, with %s', async executionOrder => {
  const { nodes = [], connections, ...rest } = meeting({}, { executionOrder })
  const branch = node('If', 'if', condition('a', 'a'), { typeVersion: 2 })
  await using other = await playing([
    {
      ...rest,
      nodes: [...nodes, branch, noOp('Last'), noOp('After')],
      connections: {
        ...connections,
        Hook: { main: [to('If')] },
        If: { main: [to('A'), to('B')] },
        Merge: { main: [to('Last')] },
        Last: { main: [to('After')] },
      },
    },
  ])
  const { execution } = await other.call('x')
  expect(ranOf(execution)).toEqual(['Hook', 'If', 'A', 'Merge', 'Last', 'After'])
})

test.each([
  [1, 1],
  [99, 1],
  [100, 2],
  [-1, 2],
  [0.5, 2],
])('a connection to the input %p of a node makes it run %i times', async (index, times) => {
  const { connections, ...rest } = meeting({})
  await using other = await playing([
    { ...rest, connections: { ...connections, B: { main: [[{ node: 'Merge', type: 'main', index }]] } } },
  ])
  const { execution } = await other.call('x')
  expect(execution.data.resultData.runData.Merge?.length).toBe(times)
})

test('items name the ones that they were made of', async () => {
  await using other = await playing([meeting({})])
  const { execution } = await other.call('x')
  const items = execution.data.resultData.runData.Merge?.[0]?.data.main[0]
  expect(items?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0, input: 1 }])
})

test('a webhook of several methods has an output for each', async () => {
  const { nodes = [], ...rest } = called('x', [], {}, { multipleMethods: true, httpMethod: ['GET', 'POST', 'PUT'] })
  await using other = await playing([
    { ...rest, nodes: [...nodes, noOp('Posted')], connections: { Hook: { main: second('Posted') } } },
  ])
  const { execution } = await other.call('x', { a: 1 })
  expect(outputOf(execution, 'Hook')?.map(items => items.length)).toEqual([0, 1, 0])
  expect(ranOf(execution)).toEqual(['Hook', 'Posted'])
})
