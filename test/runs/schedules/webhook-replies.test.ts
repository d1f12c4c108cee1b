import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { type Node, runWorkflow, startInstance } from '../../../src/testing.ts'
import { inARow, noOp, respond, webhook } from './workflows.ts'

const start = (...nodes: Node[]) =>
  startInstance({
    socket: false,
    simulate: true,
    fixture: { workflows: [{ id: '1', name: 'w', active: true, ...inARow(...nodes) }] },
  })
const call = async (...nodes: Node[]) => {
  await using instance = await start(...nodes)
  return await instance.request('GET', '/webhook/x', undefined, { key: null })
}
const byNode = (parameters: Record<string, unknown>, mode = 'responseNode') =>
  call(webhook('x', { responseMode: mode }), respond(parameters))

const STARTED = '{"message":"Workflow was started"}'
const invalid = (message: string) => JSON.stringify({ code: 0, message: `Invalid status code: ${message}` })

test.each<[unknown, number, string]>([
  [200, 200, STARTED],
  [201, 201, STARTED],
  [599, 599, STARTED],
  // the service sends these as they are, which HTTP has no name for
  [199, 200, STARTED],
  [600, 200, STARTED],
  [undefined, 200, STARTED],
  ['404', 500, invalid('"404". Status code must be an integer.')],
  [201.5, 500, invalid('201.5. Status code must be an integer.')],
  ['x', 500, invalid('"x". Status code must be an integer.')],
  [99, 500, invalid('99. Status code must be greater than 99 and less than 1000.')],
])('a webhook that names the status %j answers %i %s, wherever it stands', async (responseCode, status, text) => {
  const answered = async (parameters: Record<string, unknown>, typeVersion: number) => {
    const answer = await call(webhook('x', parameters, { typeVersion }))
    expect([answer.status, answer.text]).toEqual([status, text])
  }
  await answered({ responseCode }, 1.1)
  await answered({ options: { responseCode: { values: { responseCode } } } }, 2)
  if (responseCode) {
    await answered(
      { options: { responseCode: { values: { responseCode: 'customCode', customCode: responseCode } } } },
      2,
    )
  }
})

test.each<[string, Record<string, unknown>, number, string]>([
  ['evaluated where it stands alone', { responseCode: '={{ 200 + 1 }}' }, 1.1, STARTED],
  [
    'taken as it is within the options',
    { options: { responseCode: { values: { responseCode: 'customCode', customCode: '={{ 201 }}' } } } },
    2,
    invalid('"={{ 201 }}". Status code must be an integer.'),
  ],
])('the status of a webhook is %s', async (_how, parameters, typeVersion, text) => {
  expect((await call(webhook('x', parameters, { typeVersion }))).text).toBe(text)
})

const NO_ITEM = { code: 0, message: "Node 'Hook' hasn't been executed" }

describe('what a webhook answers is read before its workflow runs, without an item', () => {
  test.each<[string, unknown]>([
    ['{{ $json.a }}', NO_ITEM],
    ['{{ $json?.a ?? 1 }}', NO_ITEM],
    ['{{ $binary }}', NO_ITEM],
    ['{{ $input.item.json.a }}', { code: 0, message: 'No execution data available' }],
    ['{{ $input.first() }}', { code: 0, message: 'No execution data available' }],
    ['{{ $("Done").first().json.a }}', { code: 0, message: "Node 'Done' hasn't been executed" }],
    ['{{ $("None").first() }}', { code: 0, message: "Referenced node doesn't exist" }],
    ['{{ 1 + }}', { code: 0, message: 'invalid syntax' }],
    ['{{ $env.HOME }}', { code: 0, message: 'access to env vars denied' }],
  ])('%s as its text refuses the call, and nothing is stored', async (expression, message) => {
    await using instance = await start(webhook('x', { options: { responseData: `=${expression}` } }), noOp('Done'))
    const answer = await instance.request('GET', '/webhook/x', undefined, { key: null })
    expect([answer.status, answer.body]).toEqual([500, message])
    expect(instance.state().executions).toEqual([])
  })

  test.each<[string, string]>([
    ['{{ $workflow.name }}', 'w'],
    ['{{ $execution.mode }}', 'production'],
    ['{{ $parameter.path }}', 'x'],
    ['{{ $items() }}', STARTED],
    ['{{ unknownName }}', STARTED],
    ['{{ $itemIndex }}', STARTED],
  ])('%s as its text answers %s', async (expression, text) => {
    expect((await call(webhook('x', { options: { responseData: `=${expression}` } }))).text).toBe(text)
  })

  test.each<[string, string]>([
    ['{{ $json.a }}', 'There was a problem executing the workflow'],
    ['{{ $input.first() }}', 'There was a problem executing the workflow'],
    ['{{ $("Done").first().json.a }}', 'Workflow Webhook Error: Workflow could not be started!'],
    ['{{ 1 + }}', 'Workflow Webhook Error: Workflow could not be started!'],
  ])('%s as a header refuses the call: %s', async (expression, message) => {
    const options = { responseHeaders: { entries: [{ name: 'x-a', value: `=${expression}` }] } }
    await using instance = await start(webhook('x', { options }), noOp('Done'))
    const answer = await instance.request('GET', '/webhook/x', undefined, { key: null })
    expect([answer.status, answer.body]).toEqual([500, { code: 0, message }])
    expect(instance.state().executions).toEqual([])
  })

  test('a header knows no execution yet', async () => {
    const entries = [
      { name: 'x-a', value: '={{ $execution.id }}' },
      { name: 'x-b', value: '={{ $workflow.name }}' },
    ]
    const { headers } = await call(webhook('x', { options: { responseHeaders: { entries } } }))
    expect([headers.get('x-a'), headers.get('x-b')]).toEqual([null, 'w'])
  })

  test('the parameters behind it are taken as they are', async () => {
    const options = { responsePropertyName: '={{ "query" }}' }
    const answer = await call(webhook('x', { responseMode: 'lastNode', responseData: 'firstEntryJson', options }))
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  test('a tried run says so, in every way to try it', async () => {
    const options = { responseData: '={{ $json.a }}' }
    const workflow = { name: 'w', ...inARow(webhook('x', { options }, { typeVersion: 2 }), noOp('Done')) }
    await using instance = await startInstance({ socket: false, simulate: true })
    const { body } = await instance.request('POST', '/_control/runs', { workflow, input: {} })
    const found = {
      status: 'error',
      error: {
        message: NO_ITEM.message,
        node: 'Hook',
        description: expect.stringContaining('before the workflow runs'),
      },
      response: { status: 500, body: NO_ITEM },
      path: ['Hook'],
    }
    expect(body).toMatchObject(found)
    expect(await runWorkflow(workflow as never, { input: {} })).toMatchObject(found)
  })
})

test.each<[unknown, number, string]>([
  [200, 200, 'a'],
  [404, 404, 'a'],
  [599, 599, 'a'],
  // the service sends these as they are, which HTTP has no name for
  [600, 200, 'a'],
  [100, 200, 'a'],
  [undefined, 200, 'a'],
  [null, 200, 'a'],
  ['404', 500, 'Invalid status code: "404". Status code must be an integer.'],
  ['x', 500, 'Invalid status code: "x". Status code must be an integer.'],
  [201.5, 500, 'Invalid status code: 201.5. Status code must be an integer.'],
  ['={{ 4040 }}', 500, 'Invalid status code: 4040. Status code must be greater than 99 and less than 1000.'],
])('a respond node that names the status %j answers %i %s', async (responseCode, status, text) => {
  const answer = await byNode({ respondWith: 'text', responseBody: 'a', options: { responseCode } })
  const said = status === 500 ? (answer.body as { message: string }).message : answer.text
  expect([answer.status, said]).toEqual([status, text])
})

test.each<[Record<string, unknown>, string]>([
  [{}, '{"message":"Workflow was started"}'],
  [{ options: { responseData: 'given' } }, 'given'],
  // it belongs to another mode
  [{ responseData: 'given' }, '{"message":"Workflow was started"}'],
  [{ responseData: '' }, '{"message":"Workflow was started"}'],
  [{ options: { responseData: 5 } }, '5'],
  [{ options: { responseData: '={{ [1] }}' } }, '[1]'],
  [{ options: { responseData: '={{ code() }}' } }, '{"message":"Workflow was started"}'],
  [{ options: { noResponseBody: true, responseData: 'given' } }, ''],
  [{ options: { noResponseBody: false } }, '{"message":"Workflow was started"}'],
])('a webhook that answers at once with %j says %s', async (parameters, expected) => {
  expect((await call(webhook('x', parameters))).text).toBe(expected)
})

const REPLIES: { parameters: Record<string, unknown>; status?: number; text?: string; location?: string }[] = [
  {
    parameters: { respondWith: 'redirect', redirectURL: 'https://example.com/a' },
    status: 307,
    location: 'https://example.com/a',
  },
  {
    parameters: { respondWith: 'redirect', redirectURL: 'https://example.com/a', options: { responseCode: 302 } },
    status: 302,
    location: 'https://example.com/a',
  },
  { parameters: { respondWith: 'redirect' }, status: 307, location: '' },
  { parameters: { respondWith: 'text', responseBody: '={{ code() }}' } },
  { parameters: { respondWith: 'text', responseBody: 5 }, text: '5' },
  { parameters: { respondWith: 'text' } },
  {
    parameters: { respondWith: 'json', responseBody: 'no json' },
    status: 500,
    text: '{"message":"Error in workflow"}',
  },
  { parameters: { respondWith: 'json', responseBody: '={{ $json.query }}' }, text: '{}' },
  { parameters: { respondWith: 'noData' } },
  { parameters: { respondWith: 'binary' }, status: 500, text: '{"message":"Error in workflow"}' },
  { parameters: { respondWith: 'text', responseBody: null } },
  { parameters: { respondWith: 'json' }, text: '{"myField":"value"}' },
  { parameters: { respondWith: 'json', responseBody: null }, text: '{"myField":"value"}' },
  { parameters: { respondWith: 'json', responseBody: '={{ code() }}' } },
  { parameters: { respondWith: 'text', responseBody: '={{ null }}' }, text: 'null' },
  { parameters: { respondWith: 'json', responseBody: 5 }, text: '5' },
  { parameters: { respondWith: 'redirect', redirectURL: '={{ code() }}' }, status: 307, location: 'undefined' },
  {
    parameters: { respondWith: 'redirect', redirectURL: 'https://example.com/a', options: { responseCode: 600 } },
    location: 'https://example.com/a',
  },
]

for (const { parameters, status = 200, text = '', location = null } of REPLIES) {
  test(`a respond node with ${JSON.stringify(parameters)} answers ${status} ${JSON.stringify(text)}`, async () => {
    const answer = await byNode(parameters)
    expect([answer.status, answer.text, answer.headers.get('location')]).toEqual([status, text, location])
  })
}

test('a respond node without parameters answers with what came in', async () => {
  const { parameters: _none, ...bare } = respond({})
  const answer = await call(webhook('x', { responseMode: 'responseNode' }), bare)
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ query: {} })])
})

test('headers are sent that are known, of the webhook and of a respond node', async () => {
  const entries = [
    { name: 'x-a', value: 'a' },
    { name: 'x-b', value: '={{ $json.query.b }}' },
    { name: 'x-c', value: '={{ code() }}' },
    { name: 5, value: 'a' },
    { name: 'x-d', value: null },
  ]
  const options = { responseHeaders: { entries } }
  const sent = ({ headers }: { headers: Headers }) => ['x-a', 'x-b', 'x-c', 'x-d'].map(name => headers.get(name))
  const own = { responseHeaders: { entries: entries.filter(({ name }) => name !== 'x-b') } }
  expect(sent(await call(webhook('x', { options: own })))).toEqual(['a', null, null, ''])
  // the service writes what has no value as that word
  const answer = await byNode({ respondWith: 'text', responseBody: 'a', options })
  expect(sent(answer)).toEqual(['a', 'undefined', 'undefined', ''])
})

test.each([
  [1, 200_000, 'The response headers take more than 131072 bytes'],
  [2001, 1, 'There are more than 2000 response headers'],
])('headers that no client would read are an error: %d of %d characters', async (count, length, message) => {
  const value = `={{ 'x'.repeat(${length}) }}`
  const entries = Array.from({ length: count }, (_, at) => ({ name: `x-${at}`, value }))
  const options = { responseHeaders: { entries } }
  for (const answer of [
    await call(webhook('x', { options })),
    await byNode({ respondWith: 'text', responseBody: 'a', options }),
  ])
    expect([answer.status, JSON.parse(answer.text)]).toEqual([500, { code: 0, message }])
})

test.each(['responseNode', 'streaming'])(
  'by %s, the first respond node that is enabled and ran answers',
  async mode => {
    const off = { ...respond({ respondWith: 'text', responseBody: 'off' }), name: 'Off', disabled: true }
    const on = respond({ respondWith: 'text', responseBody: 'on' })
    expect((await call(webhook('x', { responseMode: mode }), off, on)).text).toBe('on')
    const none = await call(webhook('x', { responseMode: mode }), off)
    expect(none.status).toBe(200)
  },
)

test.each<[string, object, number, object]>([
  ['lastNode', { error: 'e' }, 500, { message: 'Error in workflow' }],
  ['lastNode', { wait: '1h' }, 200, expect.objectContaining({ executionMode: 'production' })],
  ['streaming', { error: 'e' }, 500, { message: 'Error in workflow' }],
  ['responseNode', { error: 'e', node: 'Done' }, 500, { message: 'Error in workflow' }],
])('by %s, a run with %j answers %i', async (responseMode, outcome, status, body) => {
  await using instance = await start(
    webhook('x', { responseMode }),
    noOp('Done'),
    ...(responseMode === 'responseNode' ? [respond({})] : []),
  )
  instance.simulation.add({ workflow: 'w', node: 'Done', ...outcome } as never)
  const answer = await instance.request('GET', '/webhook/x', undefined, { key: null })
  expect([answer.status, answer.body]).toEqual([status, body])
})

const DROPS = {
  name: 'Filter',
  type: 'n8n-nodes-base.filter',
  typeVersion: 2,
  parameters: {
    conditions: { conditions: [{ leftValue: 1, rightValue: 2, operator: { type: 'number', operation: 'equals' } }] },
  },
}
test.each([
  [undefined, 500, '{"code":0,"message":"No item to return was found"}'],
  ['firstEntryJson', 500, '{"code":0,"message":"No item to return was found"}'],
  ['allEntries', 200, '[]'],
  ['noData', 200, ''],
])('a last node that puts out nothing answers %p with %i %j', async (responseData, status, text) => {
  const answer = await call(webhook('x', { responseMode: 'lastNode', responseData }), DROPS)
  expect([answer.status, answer.text]).toEqual([status, text])
})

test.each([
  [{ error: 'e' }, 500, 'a'],
  [{ wait: '1h' }, 202, 'a'],
])('with %j the last node answers %i, with the headers of the webhook', async (outcome, status, header) => {
  const options = { responseHeaders: { entries: [{ name: 'x-a', value: 'a' }] } }
  const nodes = [webhook('x', { responseMode: 'lastNode', responseCode: 202, options }), noOp('Done')]
  await using instance = await start(...nodes)
  instance.simulation.add({ workflow: 'w', node: 'Done', ...outcome })
  const answer = await instance.request('GET', '/webhook/x', undefined, { key: null })
  expect([answer.status, answer.headers.get('x-a')]).toEqual([status, header])
})

test.each([
  ['Respond', 500, '{"message":"Error in workflow"}'],
  ['Done', 200, 'a'],
])('a respond node answers unless it failed itself, as where %s fails: %i', async (node, status, text) => {
  const nodes = [webhook('x', { responseMode: 'responseNode' }), respond({ respondWith: 'text', responseBody: 'a' })]
  await using instance = await start(...nodes, noOp('Done'))
  instance.simulation.add({ workflow: 'w', node, error: 'e' })
  const answer = await instance.request('GET', '/webhook/x', undefined, { key: null })
  expect([answer.status, answer.text]).toEqual([status, text])
})

const lastNode = (parameters: Record<string, unknown>, options: object = {}) =>
  call(webhook('x', { responseMode: 'lastNode', options, ...parameters }), {
    name: 'Set',
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: { mode: 'raw', jsonOutput: { a: { b: [1] }, t: 'text' } },
  })

test.each([
  {
    parameters: {},
    options: {},
    status: 200,
    text: '{"a":{"b":[1]},"t":"text"}',
    type: 'application/json; charset=utf-8',
  },
  {
    parameters: {},
    options: { responsePropertyName: 'a.b' },
    status: 200,
    text: '[1]',
    type: 'application/json; charset=utf-8',
  },
  {
    parameters: {},
    options: { responsePropertyName: 't' },
    status: 200,
    text: 'text',
    type: 'text/html; charset=utf-8',
  },
  {
    parameters: {},
    options: { responsePropertyName: 't.length' },
    status: 200,
    text: '',
    type: 'application/json; charset=utf-8',
  },
  {
    parameters: {},
    options: { responsePropertyName: '' },
    status: 200,
    text: '',
    type: 'application/json; charset=utf-8',
  },
  {
    parameters: {},
    options: { responsePropertyName: 't', responseContentType: 'text/csv' },
    status: 200,
    text: 'text',
    type: 'text/csv; charset=utf-8',
  },
  {
    parameters: {},
    options: { responsePropertyName: 't', responseContentType: 'text/csv; charset=x' },
    status: 200,
    text: 'text',
    // text is in UTF-8, whatever its type says
    type: 'text/csv; charset=utf-8',
  },
  {
    parameters: {},
    options: { responsePropertyName: 't', responseContentType: 'image/x' },
    status: 200,
    text: 'text',
    type: 'image/x; charset=utf-8',
  },
  { parameters: { responseCode: 204 }, options: {}, status: 204, text: '', type: null },
  { parameters: { responseCode: 205 }, options: {}, status: 205, text: '', type: null },
  {
    parameters: { responseCode: 304 },
    options: { responseContentType: 'text/csv' },
    status: 304,
    text: '',
    type: null,
  },
  {
    parameters: { responseData: 'firstEntryBinary' },
    options: {},
    status: 500,
    text: '{"code":0,"message":"No binary data was found to return"}',
    type: 'application/json; charset=utf-8',
  },
] satisfies {
  parameters: Record<string, unknown>
  options: object
  status: number
  text: string
  type: string | null
}[])(
  'a last node with $parameters and the options $options answers $status $text as $type',
  async ({ parameters, options, status, text, type }) => {
    const answer = await lastNode(parameters, options)
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([status, text, type])
    expect([answer.headers.has('etag'), answer.headers.has('content-security-policy')]).toEqual([
      text !== '',
      status !== 500,
    ])
  },
)

const FILES: { parameters: Record<string, unknown>; status?: number; text?: string; type?: string }[] = [
  { parameters: { responseMode: 'lastNode', responseData: 'firstEntryBinary' } },
  { parameters: { responseMode: 'lastNode', responseData: 'firstEntryBinary', options: { rawBody: true } } },
  {
    parameters: { responseMode: 'lastNode', responseData: 'firstEntryBinary', responseBinaryPropertyName: 'other' },
    status: 500,
    text: `{"code":0,"message":"The binary property 'other' which should be returned does not exist"}`,
    type: 'application/json; charset=utf-8',
  },
  { parameters: { responseMode: 'responseNode', respondWith: 'binary' } },
  {
    parameters: {
      responseMode: 'responseNode',
      respondWith: 'binary',
      responseDataSource: 'set',
      inputFieldName: 'other',
    },
    status: 500,
    text: '{"message":"Error in workflow"}',
    type: 'application/json; charset=utf-8',
  },
  {
    parameters: {
      responseMode: 'responseNode',
      respondWith: 'binary',
      responseDataSource: 'set',
      inputFieldName: 'data',
    },
  },
]

for (const { parameters, status = 200, text = 'hello', type = 'image/png' } of FILES) {
  test(`a file that came in is answered, with ${JSON.stringify(parameters)}: ${status} ${text}`, async () => {
    const { responseMode, respondWith, ...rest } = parameters
    const last = respondWith ? respond({ respondWith, ...rest }) : noOp('Done')
    await using instance = await start(
      webhook('x', { httpMethod: 'POST', responseMode, ...rest }, { typeVersion: 2 }),
      last,
    )
    const headers = { 'content-type': 'image/png' }
    const answer = await instance.request('POST', '/webhook/x', 'hello', { key: null, headers })
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([status, text, type])
  })
}

const text = (responseBody: string) => ({ respondWith: 'text', responseBody })
test.each([
  [{ respondWith: 'allIncomingItems' }, '[{"a":1,"b":null,"c":["x","y"]},{"a":2}]'],
  [{ respondWith: 'firstIncomingItem' }, '{"a":1,"b":null,"c":["x","y"]}'],
  [
    { respondWith: 'allIncomingItems', options: { responseKey: 'data.items' } },
    '{"data":{"items":[{"a":1,"b":null,"c":["x","y"]},{"a":2}]}}',
  ],
  [{ options: { responseKey: 'first' } }, '{"first":{"a":1,"b":null,"c":["x","y"]}}'],
  [{ options: { responseKey: 5 } }, '{"5":{"a":1,"b":null,"c":["x","y"]}}'],
  [text('={{ $json.c[1] }}'), 'y'],
  [text('={{ $json.c[2] }}'), ''],
  [text('={{ $json.c.length }}'), '2'],
  [text('={{ $json.b }}'), 'null'],
  [text('={{ $json.b.a }}'), ''],
  [text('={{ $json.toString }}'), '{"message":"Error in workflow"}'],
  [text("={{ $('Split').item.json.a }}"), '1'],
  [text("={{ $('Split').last().json.a }}"), '2'],
  [text("={{ $('Hook').item.json.body.length }}"), '2'],
  [text("={{ $('Nowhere').item.json.a }}"), '{"message":"Error in workflow"}'],
  [text('={{ $input.all().length }} {{ $itemIndex }} {{ $workflow.name }} {{ $execution.mode }}'), '2 0 w production'],
])('of several items a respond node with %j answers %j', async (parameters, text) => {
  const split: Node = { name: 'Split', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body' } }
  const hook = webhook('x', { httpMethod: 'POST', responseMode: 'responseNode' })
  await using instance = await start(hook, split, respond(parameters))
  const items = [{ a: 1, b: null, c: ['x', 'y'] }, { a: 2 }]
  expect((await instance.request('POST', '/webhook/x', items, { key: null })).text).toBe(text)
})

test('a respond node reads a node by the first of its outputs that has items', async () => {
  const If = { ...DROPS, name: 'If', type: 'n8n-nodes-base.if' }
  const answers = respond({ respondWith: 'text', responseBody: "={{ $('If').first().json.query.k }}" })
  const nodes = [webhook('x', { responseMode: 'responseNode' }), If, answers]
  const next = (name: string) => [{ node: name, type: 'main', index: 0 }]
  const connections = { Hook: { main: [next('If')] }, If: { main: [[], next('Respond')] } }
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    fixture: { workflows: [{ id: '1', name: 'w', active: true, nodes, connections }] },
  })
  expect((await instance.request('GET', '/webhook/x?k=a', undefined, { key: null })).text).toBe('a')
})

describe('a respond node answers with a token', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const NOW = '2026-03-01T12:00:00.700Z'
  const iat = Date.parse('2026-03-01T12:00:00Z') / 1000

  async function answerOf(payload: unknown, data: Record<string, unknown>, rest: object = {}) {
    const node = {
      ...respond({ respondWith: 'jwt', payload, options: { responseCode: 201 } }),
      credentials: { jwtAuth: { id: '7', name: 'Signer' } },
    }
    const nodes = [webhook('x', { responseMode: 'responseNode' }), node]
    await using instance = await startInstance({
      socket: false,
      simulate: true,
      clock: NOW,
      fixture: {
        credentials: [{ id: '7', name: 'Signer', type: 'jwtAuth', data, ...rest }],
        workflows: [{ id: '1', name: 'w', active: true, ...inARow(...nodes) }],
      },
    })
    return await instance.request<{ token: string }>('GET', '/webhook/x', undefined, { key: null })
  }

  test.each<[unknown, object]>([
    ['{"sub":"anna"}', { sub: 'anna' }],
    [{ sub: 'anna' }, { sub: 'anna' }],
    ['={{ $json.query }}', {}],
    [null, { myField: 'value' }],
  ])('that says %j', async (payload, claims) => {
    const { status, body } = await answerOf(payload, { secret: 'ocean' })
    const read = await jwtVerify(body.token, new TextEncoder().encode('ocean'), { currentDate: new Date(NOW) })
    expect(status).toBe(201)
    expect(read).toMatchObject({ protectedHeader: { alg: 'HS256', typ: 'JWT' } })
    expect(read.payload).toEqual({ ...claims, iat })
  })

  test.each(['={{ code() }}', 'no json'])('that cannot say %j: the run fails', async payload => {
    const { status, text } = await answerOf(payload, { secret: 'ocean' })
    expect([status, text]).toEqual([500, '{"message":"Error in workflow"}'])
  })

  test.each<[string, Record<string, unknown>, () => Promise<CryptoKey> | Uint8Array]>([
    ['RS256', { keyType: 'pemKey', privateKey, algorithm: 'RS256' }, () => importSPKI(publicKey, 'RS256')],
    ['HS384', { keyType: 'passphrase', secret: 'sea', algorithm: 'HS384' }, () => new TextEncoder().encode('sea')],
  ])('by %s, as its credential says', async (alg, data, keyOf) => {
    const { body } = await answerOf({ sub: 'anna' }, data)
    const read = await jwtVerify(body.token, await keyOf(), { currentDate: new Date(NOW) })
    expect(read.protectedHeader.alg).toBe(alg)
  })

  test.each<[string, Record<string, unknown>, object]>([
    ['no secret', {}, {}],
    ['an invalid key', { keyType: 'pemKey', privateKey: 'none', algorithm: 'RS256' }, {}],
    ['an unknown algorithm', { secret: 'ocean', algorithm: 'none' }, {}],
    ['data that is made up', { secret: 'ocean' }, { isStandIn: true }],
    ['another type', { user: 'anna', password: 'sea' }, { type: 'httpBasicAuth' }],
  ])('or, by a credential with %s, as where the run failed', async (_, data, rest) => {
    const { status, text } = await answerOf({ sub: 'anna' }, data, rest)
    expect([status, text]).toEqual([500, '{"message":"Error in workflow"}'])
  })
})
