import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../src/testing.ts'
import { inARow, noOp, respond, webhook } from './workflows.ts'

type Workflow = Partial<FixtureOf<'workflows'>>

const start = (...nodes: Node[]) => startWith({ ...inARow(...nodes) })
const startWith = (workflow: Workflow, options = {}) =>
  startInstance({
    socket: false,
    simulate: true,
    clock: '2026-03-01T12:00:00Z',
    fixture: { workflows: [{ id: '1', name: 'Orders', active: true, ...workflow }] },
    ...options,
  })

const NOBODY = { key: null }

test('a call leaves an execution whose trigger holds headers, params, query and body', async () => {
  await using instance = await start(webhook('orders/:id', { httpMethod: 'POST' }), noOp('Done'))
  const answer = await instance.request('POST', '/webhook/orders/7?urgent=yes', { total: 12 }, NOBODY)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Workflow was started' }])
  const { body } = await instance.request<Detail>('GET', '/api/v1/executions/1?includeData=true')
  expect(body).toMatchObject({ finished: true, mode: 'webhook', startedAt: '2026-03-01T12:00:00.000Z' })
  const [run] = body.data.resultData.runData.Hook ?? []
  expect(run?.data.main[0]?.[0]?.json).toMatchObject({
    headers: { 'content-type': 'application/json' },
    params: { id: '7' },
    query: { urgent: 'yes' },
    body: { total: 12 },
  })
  expect(Object.keys(body.data.resultData.runData)).toEqual(['Hook', 'Done'])
})

interface Detail {
  data: { resultData: { runData: Record<string, { data: { main: { json: unknown }[][] }; hints?: unknown[] }[]> } }
}

describe('answers by the response mode', () => {
  test.each<[string, Node[], number, unknown]>([
    ['at once', [webhook('x'), noOp('Done')], 200, { message: 'Workflow was started' }],
    [
      'at once, with a status and text',
      [webhook('x', { responseCode: 202, options: { responseData: 'ok' } })],
      202,
      'ok',
    ],
    ['the last node', [webhook('x', { responseMode: 'lastNode' }), fields({ a: 1 })], 200, { a: 1 }],
    [
      'the last node, with fields as an older set node has them',
      [
        webhook('x', { responseMode: 'lastNode' }),
        set({
          fields: {
            values: [
              { name: 'a', type: 'numberValue', numberValue: '7' },
              { name: 'b', stringValue: 'x' },
            ],
          },
        }),
      ],
      200,
      { a: 7, b: 'x' },
    ],
    [
      'the last node, with values as the first set node has them',
      [
        webhook('x', { responseMode: 'lastNode' }),
        set({ keepOnlySet: true, values: { string: [{ name: 'b', value: 'x' }], number: [{ name: 'a', value: 7 }] } }),
      ],
      200,
      { a: 7, b: 'x' },
    ],
    [
      'all items of the last node',
      [webhook('x', { responseMode: 'lastNode', responseData: 'allEntries' }), fields({ a: 1 })],
      200,
      [{ a: 1 }],
    ],
    ['the last node without data', [webhook('x', { responseMode: 'lastNode', responseData: 'noData' })], 200, ''],
    [
      'a respond node with literal JSON',
      [
        webhook('x', { responseMode: 'responseNode' }),
        respond({ respondWith: 'json', responseBody: '{"b":2}', options: { responseCode: 418 } }),
      ],
      418,
      { b: 2 },
    ],
    [
      'a respond node with text',
      [webhook('x', { responseMode: 'responseNode' }), respond({ respondWith: 'text', responseBody: 'hello' })],
      200,
      'hello',
    ],
    [
      'a respond node with the item',
      [webhook('x', { responseMode: 'responseNode' }), fields({ c: 3 }), respond({})],
      200,
      { c: 3 },
    ],
    [
      'a respond node with no data',
      [webhook('x', { responseMode: 'responseNode' }), fields({ c: 3 }), respond({ respondWith: 'noData' })],
      200,
      '',
    ],
    [
      'a respond node with all items',
      [webhook('x', { responseMode: 'responseNode' }), fields({ c: 3 }), respond({ respondWith: 'allIncomingItems' })],
      200,
      [{ c: 3 }],
    ],
    ...["a['b c'].d", 'a["b c"].d', "['a']['b c']['d']", "a['b c']?.d", 'list[1]'].map(
      (path): [string, Node[], number, unknown] => [
        `a respond node with the field ${path}`,
        [
          webhook('x', { responseMode: 'responseNode' }),
          set({ mode: 'raw', jsonOutput: '{"a":{"b c":{"d":"found"}},"list":["no","found"]}' }),
          respond({ respondWith: 'text', responseBody: `={{ $json${path.startsWith('[') ? '' : '.'}${path} }}` }),
        ],
        200,
        'found',
      ],
    ),
    [
      'no respond node at all',
      [webhook('x', { responseMode: 'responseNode' }), noOp('Done')],
      500,
      { code: 0, message: 'No Respond to Webhook node found in the workflow' },
    ],
  ])('%s', async (_name, nodes, status, expected) => {
    await using instance = await start(...nodes)
    const { status: given, text, body } = await instance.request('GET', '/webhook/x', undefined, NOBODY)
    expect<unknown>([given, body ?? text]).toEqual([status, expected])
  })

  test('headers of a respond node are sent, the connection’s own and impossible ones are not', async () => {
    const entries = [
      { name: 'X-Shop', value: 'north' },
      { name: 'Content-Length', value: '999' },
      { name: 'bad name', value: 'x' },
    ]
    const node = respond({ respondWith: 'text', responseBody: 'hi', options: { responseHeaders: { entries } } })
    await using instance = await start(webhook('x', { responseMode: 'responseNode' }), node)
    const { headers, text } = await instance.request('GET', '/webhook/x', undefined, NOBODY)
    expect([headers.get('x-shop'), text]).toEqual(['north', 'hi'])
  })

  test('a failure of the last node is told', async () => {
    await using instance = await start(webhook('x', { responseMode: 'lastNode' }), noOp('Done'))
    instance.simulation.add({ workflow: 'Orders', node: 'Done', error: 'Broken' })
    const { status, body } = await instance.request('GET', '/webhook/x', undefined, NOBODY)
    expect([status, body]).toEqual([500, { message: 'Error in workflow' }])
  })
})

function set(parameters: Record<string, unknown>): Node {
  return { name: 'Set', type: 'n8n-nodes-base.set', parameters }
}

function fields(values: Record<string, unknown>): Node {
  const assignments = Object.entries(values).map(([name, value]) => ({ name, value, type: typeof value }))
  return set({ assignments: { assignments } })
}

describe('refuses as the service does', () => {
  test.each<[string, Workflow, string, string, string]>([
    ['an unknown path', inARow(webhook('x')), 'GET', '/webhook/y', '"GET y"'],
    ['an inactive workflow', { ...inARow(webhook('x')), active: false }, 'GET', '/webhook/x', '"GET x"'],
    ['a disabled node', inARow(webhook('x', {}, { disabled: true })), 'GET', '/webhook/x', '"GET x"'],
    ['a webhook without a path', inARow(webhook('')), 'GET', '/webhook/', '"GET "'],
    ['a path only code gives', inARow(webhook('={{ $json.x }}')), 'GET', '/webhook/x', '"GET x"'],
    ['a test call', inARow(webhook('x')), 'GET', '/webhook-test/x', '"x"'],
    ['a broken escape', inARow(webhook('x')), 'GET', '/webhook/%zz', '"GET %zz"'],
  ])('%s', async (_name, workflow, method, path, named) => {
    await using instance = await startWith(workflow)
    const { status, body } = await instance.request<{ hint: string }>(method, path, undefined, NOBODY)
    expect([status, body]).toMatchObject([
      404,
      { code: 404, message: `The requested webhook ${named} is not registered.` },
    ])
    expect(body.hint.length).toBeGreaterThan(20)
    expect(instance.state('executions').executions).toEqual([])
  })

  test('a host that is not allowed', async () => {
    await using instance = await startWith(inARow(webhook('x')))
    expect((await instance.fetch('http://evil.example/webhook/x')).status).toBe(403)
  })

  test.each([
    ['JSON that is none', '{', 422],
    ['a body over the limit', 'x'.repeat(17 * 1024 * 1024), 413],
  ])('%s', async (_name, body, status) => {
    await using instance = await startWith(inARow(webhook('x', { httpMethod: 'POST' })))
    const headers = { 'content-type': 'application/json' }
    expect((await instance.request('POST', '/webhook/x', body, { key: null, headers })).status).toBe(status)
    expect(instance.state('executions').executions).toEqual([])
  })
})

test.each<[string, Record<string, string>]>([
  ['a page of another origin', { origin: 'https://a.example', 'sec-fetch-site': 'cross-site' }],
  ['a link or a picture on another site, without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sandboxed page', { origin: 'null' }],
])('%s may call a webhook, as at the service, and nothing else', async (_name, headers) => {
  await using instance = await startWith(inARow(webhook('x')))
  expect((await instance.request('GET', '/webhook/x', undefined, { key: null, headers })).status).toBe(200)
  if (headers.origin)
    expect((await instance.request('GET', '/_control/state', undefined, { headers })).status).toBe(403)
})

test('with a webhook id, an open path is below it', async () => {
  await using instance = await startWith(inARow(webhook('orders/:id', {}, { webhookId: 'abc' })))
  expect((await instance.request('GET', '/webhook/abc/orders/7', undefined, NOBODY)).status).toBe(200)
  expect((await instance.request('GET', '/webhook/orders/7', undefined, NOBODY)).status).toBe(404)
})

test('each of several methods has its own output', async () => {
  const hook = webhook('x', { multipleMethods: true, httpMethod: ['GET', 'POST'] })
  const to = (node: string) => [{ node, type: 'main', index: 0 }]
  const connections = { Hook: { main: [to('Got'), to('Posted')] } }
  await using instance = await startWith({ nodes: [hook, noOp('Got'), noOp('Posted')], connections })
  await instance.request('POST', '/webhook/x', {}, NOBODY)
  await instance.request('GET', '/webhook/x', undefined, NOBODY)
  expect(await nodesThatRan(instance, 1)).toEqual(['Hook', 'Posted'])
  expect(await nodesThatRan(instance, 2)).toEqual(['Hook', 'Got'])
})

async function nodesThatRan(instance: Awaited<ReturnType<typeof start>>, id: number) {
  const { body } = await instance.request<Detail>('GET', `/api/v1/executions/${id}?includeData=true`)
  return Object.keys(body.data.resultData.runData)
}

test('deactivation ends a webhook at once, activation begins it', async () => {
  await using instance = await startWith(inARow(webhook('x')))
  await instance.request('POST', '/api/v1/workflows/1/deactivate')
  expect((await instance.request('GET', '/webhook/x', undefined, NOBODY)).status).toBe(404)
  await instance.request('POST', '/api/v1/workflows/1/activate')
  expect((await instance.request('GET', '/webhook/x', undefined, NOBODY)).status).toBe(200)
})

test('off means off: a call is answered as any unknown path, and on again it runs', async () => {
  await using instance = await startWith(inARow(webhook('x')), { simulate: false })
  const unknown = await instance.request('GET', '/nowhere/x', undefined, NOBODY)
  const off = await instance.request('GET', '/webhook/x', undefined, NOBODY)
  expect([off.status, off.text]).toEqual([unknown.status, unknown.text])
  await instance.request('PUT', '/_control/simulation', { on: true })
  expect((await instance.request('GET', '/webhook/x', undefined, NOBODY)).status).toBe(200)
  await instance.request('PUT', '/_control/simulation', { on: false })
  expect((await instance.request('GET', '/webhook/x', undefined, NOBODY)).status).toBe(404)
})
