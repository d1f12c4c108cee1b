import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../../src/testing.ts'
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

const WITHOUT_KEY = { key: null }

const none: Node = { name: 'None', type: 'n8n-nodes-base.limit', parameters: { maxItems: 0 } }
const pause = (name: string): Node => ({
  name,
  type: 'n8n-nodes-base.wait',
  typeVersion: 1.1,
  parameters: { amount: 0.04, unit: 'seconds' },
})

test('a call leaves an execution whose trigger holds headers, params, query and body', async () => {
  await using instance = await start(webhook('orders/:id', { httpMethod: 'POST' }), noOp('Done'))
  const answer = await instance.request('POST', '/webhook/orders/7?urgent=yes', { total: 12 }, WITHOUT_KEY)
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

test('what a connection without an index leads to does not run, and the call is answered by the webhook', async () => {
  const workflow = inARow(webhook('x', { responseMode: 'lastNode', httpMethod: 'POST' }), noOp('Done'))
  const connections = { Hook: { main: [[{ node: 'Done', type: 'main' }]] } }
  const sent = { ...workflow, nodes: workflow.nodes.map(node => ({ webhookId: 'w', ...node })), connections }
  await using instance = await startWith(sent, { profile: 'n8n-1.123' })
  const answer = await instance.request<{ body: unknown }>('POST', '/webhook/x', { total: 12 }, WITHOUT_KEY)
  expect([answer.status, answer.body.body]).toEqual([200, { total: 12 }])
  const { body } = await instance.request<Detail & { status: string }>('GET', '/api/v1/executions/1?includeData=true')
  expect([body.status, Object.keys(body.data.resultData.runData)]).toEqual(['success', ['Hook']])
})

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
        set(
          {
            fields: {
              values: [
                { name: 'a', type: 'numberValue', numberValue: '7' },
                { name: 'b', stringValue: 'x' },
              ],
            },
            include: 'none',
          },
          3,
        ),
      ],
      200,
      { a: 7, b: 'x' },
    ],
    [
      'the last node, with values as the first set node has them',
      [
        webhook('x', { responseMode: 'lastNode' }),
        set(
          { keepOnlySet: true, values: { string: [{ name: 'b', value: 'x' }], number: [{ name: 'a', value: 7 }] } },
          1,
        ),
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
      'a run that takes longer than it may',
      [webhook('x', { responseMode: 'lastNode' }), { ...pause('Wait'), parameters: { amount: 5, unit: 'seconds' } }],
      500,
      { code: 0, message: 'There was a problem executing the workflow' },
    ],
  ])('%s', async (_name, nodes, status, expected) => {
    await using instance = await startWith({ ...inARow(...nodes), settings: { executionTimeout: 1 } })
    const { status: given, text, body } = await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
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
    const { headers, text } = await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
    expect([headers.get('x-shop'), text]).toEqual(['north', 'hi'])
  })

  test('headers that reach beyond the answer are not a workflow’s to set', async () => {
    const names = [
      'Accept-CH',
      'Alt-Svc',
      'Clear-Site-Data',
      'Connection',
      'Content-Encoding',
      'Content-Length',
      'Content-Security-Policy',
      'Keep-Alive',
      'NEL',
      'Report-To',
      'Reporting-Endpoints',
      'Service-Worker-Allowed',
      'Strict-Transport-Security',
      'Transfer-Encoding',
      ' Upgrade ',
      'X-Content-Type-Options',
    ]
    const entries = names.map(name => ({ name, value: 'given' }))
    const node = respond({ respondWith: 'text', responseBody: 'hi', options: { responseHeaders: { entries } } })
    await using instance = await start(webhook('x', { responseMode: 'responseNode' }), node)
    const { headers } = await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
    expect([...headers].filter(([, value]) => value.includes('given'))).toEqual([])
    expect(
      [...headers].filter(([name]) => name === 'vary' || name.startsWith('content-') || name.startsWith('x-')),
    ).toEqual([
      [
        'content-security-policy',
        'sandbox allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups ' +
          'allow-popups-to-escape-sandbox allow-presentation allow-scripts allow-top-navigation-by-user-activation ' +
          'allow-top-navigation-to-custom-protocols',
      ],
      ['content-type', 'text/html; charset=utf-8'],
      ['vary', 'Accept-Encoding'],
      ['x-content-type-options', 'nosniff'],
    ])
  })

  test('a failure of the last node is told', async () => {
    await using instance = await start(webhook('x', { responseMode: 'lastNode' }), noOp('Done'))
    instance.simulation.add({ workflow: 'Orders', node: 'Done', error: 'Broken' })
    const { status, body } = await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
    expect([status, body]).toEqual([500, { message: 'Error in workflow' }])
  })
})

function set(parameters: Record<string, unknown>, typeVersion = 3.4): Node {
  return { name: 'Set', type: 'n8n-nodes-base.set', typeVersion, parameters }
}

function fields(values: Record<string, unknown>): Node {
  const assignments = Object.entries(values).map(([name, value]) => ({ name, value, type: typeof value }))
  return set({ assignments: { assignments } })
}

describe('refuses as the service does', () => {
  const TEST_HINT =
    "Click the 'Execute workflow' button on the canvas, then try again. (In test mode, the webhook only works for one call after you click this button)"
  const HINT =
    "The workflow must be active for a production URL to run successfully. You can activate the workflow using the toggle in the top-right of the editor. Note that unlike test URL calls, production URL calls aren't shown on the canvas (only in the executions list)"
  test.each([
    { name: 'an unknown path', workflow: inARow(webhook('x')), method: 'GET', path: '/webhook/y', named: '"GET y"' },
    {
      name: 'an inactive workflow',
      workflow: { ...inARow(webhook('x')), active: false },
      method: 'GET',
      path: '/webhook/x',
      named: '"GET x"',
    },
    {
      name: 'a disabled node',
      workflow: inARow(webhook('x', {}, { disabled: true })),
      method: 'GET',
      path: '/webhook/x',
      named: '"GET x"',
    },
    {
      name: 'a webhook without a path',
      workflow: inARow(webhook('')),
      method: 'GET',
      path: '/webhook/',
      named: '"GET "',
    },
    {
      name: 'a path only code gives',
      workflow: inARow(webhook('={{ $json.x }}')),
      method: 'GET',
      path: '/webhook/x',
      named: '"GET x"',
    },
    { name: 'a test call', workflow: inARow(webhook('x')), method: 'GET', path: '/webhook-test/x', named: '"x"' },
    {
      name: 'a broken escape',
      workflow: inARow(webhook('x')),
      method: 'GET',
      path: '/webhook/%zz',
      named: '"GET %zz"',
    },
  ] satisfies { name: string; workflow: Workflow; method: string; path: string; named: string }[])(
    '$name',
    async ({ workflow, method, path, named }) => {
      await using instance = await startWith(workflow)
      const { status, body } = await instance.request(method, path, undefined, WITHOUT_KEY)
      const hint = path.startsWith('/webhook-test/') ? TEST_HINT : HINT
      expect([status, body]).toEqual([
        404,
        { code: 404, message: `The requested webhook ${named} is not registered.`, hint },
      ])
      expect(instance.state('executions').executions).toEqual([])
    },
  )

  test('a host that is not allowed', async () => {
    await using instance = await startWith(inARow(webhook('x')))
    expect((await instance.fetch('http://evil.example/webhook/x')).status).toBe(403)
  })

  test.each([
    ['JSON that is none', '{', 422, 'hint'],
    ['a body over the limit', 'x'.repeat(17 * 1024 * 1024), 413, undefined],
  ])('%s', async (_name, body, status, more) => {
    await using instance = await startWith(inARow(webhook('x', { httpMethod: 'POST' })))
    const headers = { 'content-type': 'application/json' }
    const answer = await instance.request('POST', '/webhook/x', body, { key: null, headers })
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([
      status,
      more ? ['code', 'message', more] : ['message'],
    ])
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
  expect((await instance.request('GET', '/webhook/abc/orders/7', undefined, WITHOUT_KEY)).status).toBe(200)
  expect((await instance.request('GET', '/webhook/orders/7', undefined, WITHOUT_KEY)).status).toBe(404)
})

test('each of several methods has its own output', async () => {
  const hook = webhook('x', { multipleMethods: true, httpMethod: ['GET', 'POST'] })
  const to = (node: string) => [{ node, type: 'main', index: 0 }]
  const connections = { Hook: { main: [to('Got'), to('Posted')] } }
  await using instance = await startWith({ nodes: [hook, noOp('Got'), noOp('Posted')], connections })
  await instance.request('POST', '/webhook/x', {}, WITHOUT_KEY)
  await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
  expect(await nodesThatRan(instance, 1)).toEqual(['Hook', 'Posted'])
  expect(await nodesThatRan(instance, 2)).toEqual(['Hook', 'Got'])
})

async function nodesThatRan(instance: Awaited<ReturnType<typeof start>>, id: number) {
  const { body } = await instance.request<Detail>('GET', `/api/v1/executions/${id}?includeData=true`)
  return Object.keys(body.data.resultData.runData)
}

test.each(['/webhook/x', '/form/x', '/webhook-waiting/1'])('%s is no service worker', async path => {
  await using instance = await startWith(inARow(webhook('x')))
  const headers = { 'service-worker': 'script' }
  const { status, body } = await instance.request('GET', path, undefined, { key: null, headers })
  expect([status, body]).toEqual([403, { message: 'A webhook or form is no service worker' }])
  expect(instance.state('executions').executions).toEqual([])
})

test.each<[string, string, Node[], number, unknown]>([
  ['the last node', 'lastNode', [pause('Wait'), fields({ a: 1 })], 200, { a: 1 }],
  ['a respond node that did not run', 'responseNode', [pause('Wait'), none, respond({})], 200, ''],
])(
  'while the clock goes on, the answer of %s comes once the run has ended',
  async (_name, responseMode, nodes, ...answer) => {
    await using instance = await startWith(inARow(webhook('x', { responseMode }), ...nodes), { clock: undefined })
    const { status, body, text } = await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
    const ended = instance.state('executions').executions.map(({ status }) => status)
    expect<unknown>([ended, status, body ?? text]).toEqual([['success'], ...answer])
  },
)

test.each<[string, string, Node[]]>([
  ['at once', 'onReceived', [pause('Wait')]],
  ['by a respond node that has run', 'responseNode', [respond({}), pause('Wait')]],
])('an answer %s does not wait for the end', async (_name, responseMode, nodes) => {
  await using instance = await startWith(inARow(webhook('x', { responseMode }), ...nodes), { clock: undefined })
  const { status } = await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
  expect([status, instance.state('executions').executions[0]?.status]).toEqual([200, 'running'])
})

describe('while the body of a call comes', () => {
  /** Calls with a body that ends once something else has been done. */
  async function callWhile(instance: Awaited<ReturnType<typeof start>>, act: () => unknown) {
    let end = () => {}
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":'))
        end = () => {
          controller.enqueue(new TextEncoder().encode('1}'))
          controller.close()
        }
      },
    })
    const headers = { 'content-type': 'application/json' }
    const answer = instance.fetch('/webhook/x', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    await act()
    end()
    return answer
  }
  const posted = () => inARow(webhook('x', { httpMethod: 'POST' }))

  test('time passes: its execution is created at the begin, and starts at the end', async () => {
    await using instance = await startWith(posted(), { profile: 'n8n-2.41' })
    expect((await callWhile(instance, () => instance.clock.advance('3s'))).status).toBe(200)
    const { body } = await instance.request('GET', '/api/v1/executions/1')
    expect(body).toMatchObject({ createdAt: '2026-03-01T12:00:00.000Z', startedAt: '2026-03-01T12:00:03.000Z' })
  })

  test('its workflow may be deactivated: it is refused, and nothing runs', async () => {
    await using instance = await startWith(posted())
    const answer = await callWhile(instance, () => instance.request('POST', '/api/v1/workflows/1/deactivate'))
    const { message } = (await answer.json()) as { message: string }
    expect([answer.status, message]).toEqual([404, 'The requested webhook "POST x" is not registered.'])
    expect(instance.state('executions').executions).toEqual([])
  })

  test('what its response mode got wrong may be mended: then the caller is looked at', async () => {
    const credentials = { httpBasicAuth: { id: '7', name: 'Callers' } }
    const hook = (responseMode: string) => {
      const parameters = { httpMethod: 'POST', authentication: 'basicAuth', responseMode }
      return webhook('x', parameters, { typeVersion: 2, credentials })
    }
    await using instance = await startWith(inARow(hook('onReceived'), respond({})))
    const answers: [number, string][] = []
    for (const responseMode of ['onReceived', 'responseNode']) {
      const answer = await callWhile(instance, () =>
        instance.seed({
          workflows: [{ id: '1', name: 'Orders', active: true, ...inARow(hook(responseMode), respond({})) }],
        }),
      )
      answers.push([answer.status, await answer.text()])
    }
    expect(answers).toEqual([
      [500, '{"code":0,"message":"Unused Respond to Webhook node found in the workflow"}'],
      [500, 'No authentication data defined on node!'],
    ])
    expect(instance.state('executions').executions.map(({ status }) => status)).toEqual(['error'])
  })
})

describe('whenever it comes, while a call is played,', () => {
  /** When the second comes: some steps of the event loop's inner queue after the first, some time after it, or at its end. */
  const STEPS = [
    ...Array.from({ length: 25 }, (_, inner) => ({ inner, ms: 0 })),
    ...Array.from({ length: 24 }, (_, time) => ({ inner: 0, ms: time / 5 })),
    'end' as const,
  ]
  async function oneAfterOther<First, Second>(
    first: () => Promise<First>,
    second: () => Promise<Second>,
    steps: (typeof STEPS)[number],
  ) {
    const one = first()
    if (steps === 'end') await one
    else {
      for (let step = 0; step < steps.inner; step++) await null
      const until = performance.now() + steps.ms
      while (performance.now() < until) await new Promise(resolve => setImmediate(resolve))
    }
    return Promise.all([one, second()])
  }
  const call = (instance: Awaited<ReturnType<typeof start>>) =>
    instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)

  test('another execution gets an id of its own, as does one of a workflow that is called', async () => {
    const calls: Node = { name: 'Call', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: '2' } }
    const trigger: Node = { name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger' }
    await using instance = await startWith(inARow(webhook('x'), calls))
    await instance.seed({ workflows: [{ id: '2', name: 'Called', active: true, ...inARow(trigger) }] })
    for (const steps of STEPS) {
      await oneAfterOther(
        () => call(instance),
        () => instance.executions.add({ workflowId: '1', status: 'error' }),
        steps,
      )
    }
    const { executions } = instance.state('executions')
    expect(executions.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 150 }, (_, at) => at + 1),
    )
    expect(executions.filter(({ status }) => status === 'error').length).toBe(50)
  })

  test('deactivation refuses it without an execution, or comes too late', async () => {
    await using instance = await startWith(inARow(webhook('x')))
    const statuses: number[] = []
    for (const steps of STEPS) {
      const [answer] = await oneAfterOther(
        () => call(instance),
        () => instance.request('POST', '/api/v1/workflows/1/deactivate'),
        steps,
      )
      statuses.push(answer.status)
      await instance.request('POST', '/api/v1/workflows/1/activate')
    }
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
    const ids = instance.state('executions').executions.map(({ id }) => Number(id))
    expect(ids).toEqual(statuses.filter(status => status === 200).map((_, at) => at + 1))
  })

  test.each([
    ['a reset', '/_control/reset'],
    ['a restored snapshot', '/_control/snapshots/before/restore'],
  ])('%s leaves no execution of the workflow that was there before', async (_, path) => {
    await using instance = await startWith(inARow(webhook('x'), pause('Before')))
    await instance.request('PUT', '/_control/snapshots/before')
    const statuses: number[] = []
    for (const steps of STEPS) {
      const { status } = await instance.request('PUT', '/api/v1/workflows/1', {
        name: 'Orders',
        settings: {},
        ...inARow({ ...webhook('x'), id: 'h' }, { ...noOp('Changed'), id: 'c' }),
      })
      expect(status).toBe(200)
      const [answer] = await oneAfterOther(
        () => call(instance),
        () => instance.request('POST', path),
        steps,
      )
      statuses.push(answer.status)
      const left = JSON.stringify(instance.state('executions').executions)
      expect(left).not.toContain('Changed')
    }
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
  })

  test('turning the simulation off and on again refuses it without an execution, or comes too late', async () => {
    await using instance = await startWith(inARow(webhook('x')))
    const statuses: number[] = []
    for (const steps of STEPS) {
      const [answer] = await oneAfterOther(
        () => call(instance),
        async () => {
          instance.simulation.turn(false)
          instance.simulation.turn(true)
        },
        steps,
      )
      statuses.push(answer.status)
    }
    expect(new Set(statuses)).toEqual(new Set([200, 404]))
    expect(instance.state('executions').executions.length).toBe(statuses.filter(status => status === 200).length)
  })
})

test('deactivation ends a webhook at once, activation begins it', async () => {
  await using instance = await startWith(inARow(webhook('x')))
  await instance.request('POST', '/api/v1/workflows/1/deactivate')
  expect((await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)).status).toBe(404)
  await instance.request('POST', '/api/v1/workflows/1/activate')
  expect((await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)).status).toBe(200)
})

test.each([[{ simulate: false }], [{ simulate: undefined }]])(
  'off means off with %p: a call is answered as any unknown path, and on again it runs',
  async options => {
    await using instance = await startWith(inARow(webhook('x')), options)
    const unknown = await instance.request('GET', '/nowhere/x', undefined, WITHOUT_KEY)
    const off = await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)
    expect([off.status, off.text]).toEqual([unknown.status, unknown.text])
    await instance.request('PUT', '/_control/simulation', { on: true })
    expect((await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)).status).toBe(200)
    await instance.request('PUT', '/_control/simulation', { on: false })
    expect((await instance.request('GET', '/webhook/x', undefined, WITHOUT_KEY)).status).toBe(404)
  },
)
