import { describe, expect, test } from 'bun:test'
import { type Node, startInstance } from '../../../src/testing.ts'
import { inARow, noOp, respond } from './workflows.ts'

const form = (parameters: Record<string, unknown> = {}, rest: Node = {}): Node => ({
  name: 'Form',
  type: 'n8n-nodes-base.formTrigger',
  typeVersion: 2.3,
  webhookId: 'abc',
  parameters: { formFields: { values: [{ fieldLabel: 'Name' }] }, ...parameters },
  ...rest,
})
const start = (...nodes: Node[]) =>
  startInstance({
    socket: false,
    simulate: true,
    profile: 'n8n-2.41',
    clock: '2026-03-02T08:00:00Z',
    fixture: {
      workflows: [{ id: '1', name: 'Orders', active: true, ...inARow(...nodes), settings: { timezone: 'Asia/Tokyo' } }],
    },
  })
type Instance = Awaited<ReturnType<typeof start>>
const sent = (instance: Instance, path = '/form/abc', headers: Record<string, string> = {}) => {
  const body = new FormData()
  body.append('field-0', 'Anna')
  return instance.fetch(path, { method: 'POST', body, headers })
}
const ask = (instance: Instance, method: string, path: string, headers: Record<string, string> = {}) =>
  instance.fetch(path, { method, headers })
const stored = (instance: Instance) => instance.state('executions').executions

describe('a form keeps out', () => {
  test.each([
    [{ ipWhitelist: '10.0.0.1' }, {}, 403, 'IP is not allowed to access this form!', null],
    [{ ignoreBots: true }, { 'user-agent': 'curl/8' }, 401, '', 'Basic realm="Enter credentials"'],
  ])('%j', async (options, headers, status, text, asked) => {
    await using instance = await start(form({ options }))
    for (const answer of [await sent(instance, undefined, headers), await ask(instance, 'GET', '/form/abc', headers)])
      expect([answer.status, await answer.text(), answer.headers.get('www-authenticate')]).toEqual([
        status,
        text,
        asked,
      ])
    expect(stored(instance)).toEqual([])
  })

  test('no browser at an address of the list', async () => {
    await using instance = await start(form({ options: { ipWhitelist: '127.0.0.1', ignoreBots: true } }))
    expect((await sent(instance, undefined, { 'user-agent': 'Mozilla/5.0 Firefox/140' })).status).toBe(200)
  })

  test('no bot in its first version, which does not ask', async () => {
    await using instance = await start(form({ options: { ignoreBots: true } }, { typeVersion: 1 }))
    expect((await sent(instance, '/webhook/abc/n8n-form', { 'user-agent': 'curl/8' })).status).toBe(200)
    expect(stored(instance)).toHaveLength(1)
  })
})

const A = 'https://a.example'
describe('a page of another origin', () => {
  test.each([
    ['sends a form', 'POST', '/form/abc', 200, A, 'OPTIONS, GET, POST'],
    ['shows a form', 'GET', '/form/abc', 200, A, 'OPTIONS, GET, POST'],
    ['fails by a method that a form does not take', 'PUT', '/form/abc', 500, null, 'OPTIONS, GET, POST'],
    ['fails by a form that is not there', 'GET', '/form/none', 500, null, 'OPTIONS'],
    ['is told that a form is no webhook', 'GET', '/webhook/abc', 404, A, 'OPTIONS, GET, POST'],
  ])('%s', async (_name, method, path, status, origin, methods) => {
    await using instance = await start(form())
    const answer =
      method === 'POST' ? await sent(instance, path, { origin: A }) : await ask(instance, method, path, { origin: A })
    const { headers } = answer
    expect([
      answer.status,
      headers.get('access-control-allow-origin'),
      headers.get('access-control-allow-methods'),
    ]).toEqual([status, origin, methods])
  })

  test.each(['POST', 'GET'])('may ask for %s before', async method => {
    await using instance = await start(form())
    const { status, headers } = await ask(instance, 'OPTIONS', '/form/abc', {
      origin: A,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-a',
    })
    expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')]).toEqual([
      204,
      A,
      'x-a',
    ])
  })
})

test.each(['/form/abc', '/form/none', '/form-test/abc', '/webhook/none', '/webhook-test/none'])(
  'OPTIONS of no other origin is 204 at %s',
  async path => {
    await using instance = await start(form())
    const answer = await ask(instance, 'OPTIONS', path)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  },
)

test.each(['PUT', 'HEAD', 'DELETE'])('a form is not found by %s', async method => {
  await using instance = await start(form())
  expect((await ask(instance, method, '/form/abc')).status).toBe(404)
})

test('a form of the first version is called below /webhook/', async () => {
  await using instance = await start(form({ path: 'order' }, { typeVersion: 1 }))
  const path = '/webhook/order/n8n-form'
  expect(await (await ask(instance, 'GET', path)).text()).toContain('name="field-0"')
  expect((await sent(instance, path)).status).toBe(200)
  for (const other of ['/form/order', '/form/order/n8n-form', '/webhook/order'])
    expect((await sent(instance, other)).status).toBe(404)
  for (const refused of [await ask(instance, 'PUT', path), await ask(instance, 'GET', '/webhook/other/n8n-form')])
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('This form was not found')])
  expect(stored(instance)).toHaveLength(1)
})

test.each([
  [1, {}, '2026-03-02T08:00:00.000Z'],
  [2, {}, '2026-03-02T08:00:00.000Z'],
  [2, { useWorkflowTimezone: true }, '2026-03-02T17:00:00.000+09:00'],
  [2.1, {}, '2026-03-02T17:00:00.000+09:00'],
  [2.3, { useWorkflowTimezone: false }, '2026-03-02T08:00:00.000Z'],
])('a form of version %p with %j was sent at %s', async (typeVersion, options, submittedAt) => {
  await using instance = await start(form({ options }, { typeVersion }))
  expect((await sent(instance, typeVersion === 1 ? '/webhook/abc/n8n-form' : undefined)).status).toBe(200)
  expect(itemOf(instance)).toEqual({ Name: 'Anna', submittedAt, formMode: 'production' })
})

test('a form shows the headers of its call where it says so', async () => {
  await using instance = await start(form({ options: { showHeaders: true } }))
  expect((await sent(instance, undefined, { 'x-a': 'b', authorization: 'secret' })).status).toBe(200)
  expect(itemOf(instance)).toMatchObject({ headers: { 'x-a': 'b', authorization: '(not kept)' } })
})

test.each([
  [{ responseMode: 'responseNode' }, 2.1, [noOp('Done')], 'Workflow Form Error: Workflow could not be started!'],
  [{}, 2.1, [respond({})], 'Unused Respond to Webhook node found in the workflow'],
  [{}, 2.3, [respond({})], 'Workflow Form Error: Workflow could not be started!'],
])(
  'a form that cannot answer, %j in version %p, is not shown either',
  async (parameters, typeVersion, nodes, message) => {
    await using instance = await start(form(parameters, { typeVersion }), ...nodes)
    const answer = await ask(instance, 'GET', '/form/abc')
    expect([answer.status, (await answer.json()) as unknown]).toEqual([500, { code: 0, message }])
    expect(stored(instance)).toMatchObject([{ status: 'error' }])
  },
)

const itemOf = (instance: Instance) => {
  const [{ data } = {}] = stored(instance) as never as { data: Data }[]
  return data?.resultData.runData.Form?.[0]?.data.main[0]?.[0]?.json
}
interface Data {
  resultData: { runData: Record<string, { data: { main: { json: Record<string, unknown> }[][] } }[]> }
}
