import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../src/testing.ts'
import { inARow, noOp, respond, webhook } from './workflows.ts'

const FIELDS = [
  { fieldLabel: 'Name', requiredField: true, placeholder: 'Anna "B" <c>' },
  { fieldLabel: 'Amount', fieldType: 'number' },
  { fieldLabel: 'Size', fieldType: 'dropdown', fieldOptions: { values: [{ option: 'small' }, { option: 'large' }] } },
  { fieldLabel: 'Extras', fieldType: 'checkbox', fieldOptions: { values: [{ option: 'bow' }, { option: 'card' }] } },
  { fieldLabel: 'Photo', fieldType: 'file' },
  { fieldType: 'hiddenField', fieldName: 'source', fieldValue: 'shop' },
]

const form = (parameters: Record<string, unknown> = {}, rest: Node = {}): Node => ({
  name: 'Form',
  type: 'n8n-nodes-base.formTrigger',
  typeVersion: 2.2,
  webhookId: 'abc',
  parameters: { formTitle: 'Order <now>', formDescription: 'A & B', formFields: { values: FIELDS }, ...parameters },
  ...rest,
})

const start = (nodes: Node[], workflow: Partial<FixtureOf<'workflows'>> = {}, options = {}) =>
  startInstance({
    socket: false,
    simulate: true,
    clock: '2026-03-02T08:00:00Z',
    fixture: { workflows: [{ id: '1', name: 'Orders', active: true, ...inARow(...nodes), ...workflow }] },
    ...options,
  })
type Instance = Awaited<ReturnType<typeof start>>
const NOBODY = { key: null }
const BROWSER = { accept: 'text/html,application/xhtml+xml' }

const show = (instance: Instance, path = '/form/abc') =>
  instance.request('GET', path, undefined, { ...NOBODY, headers: { accept: 'text/html' } })

async function submit(
  instance: Instance,
  fields: [string, string | File][],
  { path = '/form/abc', headers = {} } = {},
) {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return instance.fetch(path, { method: 'POST', body, headers })
}

const itemOf = (instance: Instance) => {
  const [{ data } = {}] = instance.state('executions').executions
  return (data as Data | undefined)?.resultData.runData.Form?.[0]?.data.main[0]?.[0]?.json
}
interface Data {
  resultData: { runData: Record<string, { data: { main: { json: Record<string, unknown>; binary?: object }[][] } }[]> }
}

test('a form is a page with its fields, in which nothing but text stands', async () => {
  await using instance = await start([form()])
  const { status, headers, text } = await show(instance, '/form/abc?Name=Ben%22&Extras=card&Size=large')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers.get('content-security-policy')).toStartWith('sandbox ')
  expect(text).toContain("default-src 'none'")
  expect(text).toContain('<h1>Order &lt;now&gt;</h1>')
  expect(text).toContain('<p>A &amp; B</p>')
  expect(text).toContain(
    '<input type="text" name="field-0" required placeholder="Anna &quot;B&quot; &lt;c&gt;" value="Ben&quot;">',
  )
  expect(text).toContain('<input type="number" name="field-1" step="any" value="">')
  expect(text).toContain('<option selected>large</option>')
  expect(text).toContain('<input type="checkbox" name="field-3[]" value="card" checked>card')
  expect(text).toContain('<input type="hidden" name="field-5" value="shop">')
  expect(instance.state('executions').executions).toEqual([])
})

test('a form that is sent leaves an execution whose trigger holds its fields by their labels', async () => {
  await using instance = await start([form(), noOp('Done')], { settings: { timezone: 'Europe/Berlin' } })
  const photo = new File(['1234'], 'a.png', { type: 'image/png' })
  const answer = await submit(
    instance,
    [
      ['field-0', ' Anna '],
      ['field-1', '12.5'],
      ['field-2', 'small'],
      ['field-3[]', 'bow'],
      ['field-3[]', 'card'],
      ['field-4', photo],
    ],
    { path: '/form/abc?from=mail' },
  )
  expect([answer.status, await answer.json()]).toEqual([200, { status: 200 }])
  expect(itemOf(instance)).toEqual({
    Name: 'Anna',
    Amount: 12.5,
    Size: 'small',
    Extras: ['bow', 'card'],
    source: null,
    Photo: { filename: 'a.png', mimetype: 'image/png', size: 4 },
    submittedAt: '2026-03-02T09:00:00.000+01:00',
    formMode: 'production',
    formQueryParameters: { from: 'mail' },
  })
  expect(instance.state('executions').executions).toMatchObject([{ mode: 'webhook', status: 'success' }])
})

const photo = (name: string) => new File(['1'], name, { type: 'image/png' })
const shown = (filename: string) => ({ filename, mimetype: 'image/png', size: 1 })

test.each<[string, Record<string, unknown>, (string | File)[], object, string[]?]>([
  ['text, without white space around it', { fieldLabel: 'A' }, [' x '], { A: 'x' }],
  ['text of several lines as it is', { fieldLabel: 'A', fieldType: 'textarea' }, [' x '], { A: ' x ' }],
  ['the first of two texts', { fieldLabel: 'A' }, ['x', 'y'], { A: 'x' }],
  ['a number', { fieldLabel: 'A', fieldType: 'number' }, ['1.50'], { A: 1.5 }],
  ['no number', { fieldLabel: 'A', fieldType: 'number' }, [' '], { A: null }],
  ['nothing, where nothing was sent', { fieldLabel: 'A', fieldType: 'number' }, [], { A: null }],
  ['a list of one', { fieldLabel: 'A', fieldType: 'checkbox' }, ['x'], { A: ['x'] }],
  ['an empty list', { fieldLabel: 'A', fieldType: 'checkbox' }, [], { A: [] }],
  ['several choices', { fieldLabel: 'A', fieldType: 'dropdown', multiselect: true }, ['x', 'y'], { A: ['x', 'y'] }],
  ['one choice', { fieldLabel: 'A', fieldType: 'dropdown', multiselect: false }, ['x', 'y'], { A: 'x' }],
  ['one value where only a dropdown has several', { fieldLabel: 'A', multiselect: true }, ['x', 'y'], { A: 'x' }],
  ['a field by its own name', { fieldLabel: 'A', fieldName: 'a' }, ['x'], { a: 'x' }],
  ['a field by its label where code gives its name', { fieldLabel: 'A', fieldName: '={{ x }}' }, ['x'], { A: 'x' }],
  ['a field by its label where it has no name', { fieldLabel: 'A', fieldName: null }, ['x'], { A: 'x' }],
  ['a field by a number', { fieldLabel: 7 }, ['x'], { 7: 'x' }],
  ['a field without a name', {}, ['x'], { '': 'x' }],
  ['nothing of what is only shown', { fieldLabel: 'A', fieldType: 'html' }, ['x'], {}],
  [
    'a file',
    { fieldLabel: 'My file!', fieldType: 'file' },
    [photo('a.png')],
    { 'My file!': shown('a.png') },
    ['My_file_'],
  ],
  [
    'two files',
    { fieldLabel: 'A', fieldType: 'file' },
    [photo('a.png'), photo('b.png')],
    { A: shown('a.png') },
    ['A_0', 'A_1'],
  ],
  ['a file without a name', { fieldType: 'file' }, [photo('a.png')], { '': shown('a.png') }, ['field_0']],
])('a field of a form makes %s', async (_what, field, values, expected, names = []) => {
  const fields = [{ fieldType: 'html' }, field]
  await using instance = await start([form({ formFields: { values: fields } })])
  const sent = values.map((value): [string, string | File] => ['field-1', value])
  expect((await submit(instance, [...sent, ['other', 'x']])).status).toBe(200)
  const { submittedAt: _at, formMode, ...json } = itemOf(instance) ?? {}
  expect([json, formMode]).toEqual([expected, 'production'])
  const { data } = instance.state('executions').executions[0] as never as { data: Data }
  expect(Object.keys(data.resultData.runData.Form?.[0]?.data.main[0]?.[0]?.binary ?? {})).toEqual(names)
})

test('a form shows its first thousand fields', async () => {
  const values = Array.from({ length: 1001 }, (_, at) => ({ fieldLabel: `field ${at}` }))
  await using instance = await start([form({ formFields: { values } })])
  const { text } = await show(instance)
  expect([text.includes('name="field-999"'), text.includes('name="field-1000"')]).toEqual([true, false])
})

describe('answers', () => {
  const redirect = {
    respondWithOptions: { values: { respondWith: 'redirect', redirectUrl: 'https://shop.example/thanks' } },
  }
  const text = { respondWithOptions: { values: { respondWith: 'text', formSubmittedText: 'Danke <3' } } }
  test.each<[string, Node[], Record<string, string>, number, string]>([
    ['a browser', [form()], BROWSER, 200, '<h1>Form Submitted</h1>\n<p>Your response has been recorded</p>'],
    ['a browser, with the text of the form', [form({ options: text })], BROWSER, 200, 'Danke &lt;3'],
    ['a browser, elsewhere', [form({ options: redirect })], BROWSER, 303, ''],
    ['at once', [form()], {}, 200, '{"status":200}'],
    ['when the last node has run', [form({ responseMode: 'lastNode' }), noOp('Done')], {}, 200, ''],
    [
      'by a respond node',
      [form({ responseMode: 'responseNode' }), respond({ respondWith: 'text', responseBody: 'ok' })],
      BROWSER,
      200,
      'ok',
    ],
  ])('%s', async (_name, nodes, headers, status, said) => {
    await using instance = await start(nodes)
    const answer = await submit(instance, [['field-0', 'Anna']], { headers })
    expect(answer.status).toBe(status)
    if (said.startsWith('{') || said === '') expect(await answer.text()).toBe(said)
    else expect(await answer.text()).toContain(said)
    if (status === 303) expect(answer.headers.get('location')).toBe('https://shop.example/thanks')
  })

  test('when a workflow that waits has ended', async () => {
    const wait = {
      name: 'Wait',
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      parameters: { amount: 60, unit: 'seconds' },
    }
    await using instance = await start([form({ responseMode: 'lastNode' }), wait])
    instance.clock.run()
    let isAnswered = false
    const answered = submit(instance, [['field-0', 'Anna']]).then(({ status }) => {
      isAnswered = true
      return status
    })
    while (instance.state().executions.length === 0) await Bun.sleep(1)
    await instance.clock.advance('30s')
    expect(isAnswered).toBe(false)
    await instance.clock.advance('1m')
    expect(await answered).toBe(200)
  })

  test.each([
    [{}, '{"message":"Error in workflow"}'],
    [BROWSER, '<h1>Problem submitting response</h1>\n<p>Please try again or contact support.</p>'],
  ])('a failure of the last node is told, %j', async (headers, said) => {
    await using instance = await start([form({ responseMode: 'lastNode' }), noOp('Done')])
    instance.simulation.add({ workflow: '1', error: 'Broken' })
    const answer = await submit(instance, [['field-0', 'Anna']], { headers })
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain(said)
  })
})

describe('the path of a form', () => {
  test.each<[string, Node, string, number]>([
    ['is its webhook id', form(), '/form/abc', 200],
    ['is its path', form({ path: 'order' }), '/form/order', 200],
    ['is the one among its options', form({ options: { path: 'order' } }), '/form/order', 200],
    ['is not the id where it has another', form({ path: 'order' }), '/form/abc', 404],
    ['is not below /webhook', form(), '/webhook/abc', 404],
    ['is not served for tests', form(), '/form-test/abc', 404],
    ['of a disabled node is not served', form({}, { disabled: true }), '/form/abc', 404],
  ])('%s', async (_name, node, path, status) => {
    await using instance = await start([node])
    const answer = await show(instance, path)
    expect(answer.status).toBe(status)
    if (status === 404 && path.startsWith('/form')) {
      expect(answer.text).toContain('<h1>Problem loading form</h1>')
      expect(answer.text).toContain('<p>This form was not found: its workflow must be active.</p>')
    }
  })

  test('of an inactive workflow is not served, and off means off', async () => {
    await using instance = await start([form()], { active: false })
    expect((await show(instance)).status).toBe(404)
    instance.simulation.turn(false)
    const [off, unknown] = [await show(instance), await show(instance, '/nowhere/abc')]
    expect([off.status, off.text]).toEqual([unknown.status, unknown.text])
  })
})

test('a form that asks for a password shows itself to nobody else, and nobody else sends it', async () => {
  const node = form({ authentication: 'basicAuth' }, { credentials: { httpBasicAuth: { id: '7' } } })
  const credentials = [{ id: '7', name: 'Callers', type: 'httpBasicAuth', data: { user: 'anna', password: 'shell' } }]
  await using instance = await start([node])
  await instance.seed({ credentials })
  const login = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const refusedTo = async (headers: Record<string, string>) => {
    const seen = await instance.request('GET', '/form/abc', undefined, { ...NOBODY, headers })
    return [seen.status, (await submit(instance, [], { headers })).status, seen.headers.get('www-authenticate')]
  }
  expect(await refusedTo({})).toEqual([401, 401, 'Basic realm="Enter credentials"'])
  expect(await refusedTo(login('anna:x'))).toEqual([401, 401, 'Basic realm="Enter credentials"'])
  expect(instance.state('executions').executions).toEqual([])
  expect(await refusedTo(login('anna:shell'))).toEqual([200, 200, null])
})

test('a form of a thousand fields is taken by a form and by a webhook, and one of more is refused by both', async () => {
  await using instance = await start([form(), webhook('orders', { httpMethod: 'POST' })])
  const send = async (path: string, count: number) => {
    const form = new FormData()
    for (let at = 0; at < count; at++) form.append('a', '1')
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    return (await instance.request('POST', path, await sent.text(), { ...NOBODY, headers })).status
  }
  for (const path of ['/form/abc', '/webhook/orders']) {
    expect(await send(path, 1000)).toBe(200)
    expect(await send(path, 1001)).toBe(413)
  }
  const [, called] = instance.state('executions').executions.map(({ data }) => JSON.stringify(data))
  expect(instance.state('executions').executions.length).toBe(2)
  expect(called).toContain(`"a":${JSON.stringify(Array(1000).fill('1'))}`)
})

describe('what is no form is refused, and nothing runs', () => {
  test.each<[string, string, string, number, string]>([
    ['JSON', '{}', 'application/json', 415, '{"code":415,"message":"Expected multipart/form-data"}'],
    [
      'a form without a boundary',
      'x',
      'multipart/form-data',
      400,
      '{"message":"The request body names no boundary of its parts"}',
    ],
    [
      'a form that breaks off',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      'multipart/form-data; boundary=x',
      400,
      '{"message":"The request body is not a valid form"}',
    ],
    [
      'a boundary that is too long',
      `--${'x'.repeat(71)}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--${'x'.repeat(71)}--\r\n`,
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
      400,
      '{"message":"The request body is not a valid form"}',
    ],
    ...[
      'content-disposition: form-data; name="a"\r\n\r\n1',
      'content-disposition: form-data\r\n\r\n1\r\n--x--',
      `a: ${'b'.repeat(16 * 1024)}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--`,
    ].map((part): [string, string, string, number, string] => [
      'a part without end, without name or of long headers',
      `--x\r\n${part}`,
      'multipart/form-data; boundary=x',
      400,
      '{"message":"The request body is not a valid form"}',
    ]),
    [
      'a thousand parts and more',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(1001),
      'multipart/form-data; boundary=x',
      413,
      '{"message":"The form has more than 1000 parts"}',
    ],
    [
      'fields that are not sent as parts',
      'a=1',
      'application/x-www-form-urlencoded',
      415,
      '{"code":415,"message":"Expected multipart/form-data"}',
    ],
  ])('%s', async (_name, body, type, status, said) => {
    await using instance = await start([form()])
    const headers = { 'content-type': type }
    const answer = await instance.request('POST', '/form/abc', body, { ...NOBODY, headers })
    expect([answer.status, answer.text]).toEqual([status, said])
    expect(instance.state('executions').executions).toEqual([])
  })
})

test('a multipart call of a webhook has its fields in the body', async () => {
  const hook: Node = { name: 'Form', type: 'n8n-nodes-base.webhook', parameters: { path: 'x', httpMethod: 'POST' } }
  await using instance = await start([hook])
  const fields: [string, string][] = [
    ['a', '1'],
    ['b', '2'],
    ['b', '3'],
  ]
  expect((await submit(instance, fields, { path: '/webhook/x' })).status).toBe(200)
  expect(itemOf(instance)?.body).toEqual({ a: '1', b: ['2', '3'] })
})
