import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../../src/testing.ts'
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
const WITHOUT_KEY = { key: null }
const BROWSER = { accept: 'text/html,application/xhtml+xml' }

const show = (instance: Instance, path = '/form/abc') =>
  instance.request('GET', path, undefined, { ...WITHOUT_KEY, headers: { accept: 'text/html' } })

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
  expect(text).toContain('<input type="checkbox" name="field-3" value="card" checked>card')
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
      ['field-3', '["bow","card"]'],
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
    Photo: [{ filename: 'a.png', mimetype: 'image/png', size: 4 }],
    submittedAt: '2026-03-02T09:00:00.000+01:00',
    formMode: 'production',
    formQueryParameters: { from: 'mail' },
  })
  expect(instance.state('executions').executions).toMatchObject([{ mode: 'webhook', status: 'success' }])
})

const photo = (name: string) => new File(['1'], name, { type: 'image/png' })
const shown = (filename: string) => ({ filename, mimetype: 'image/png', size: 1 })

test.each([
  { what: 'text, without white space around it', field: { fieldLabel: 'A' }, values: [' x '], expected: { A: 'x' } },
  {
    what: 'text of several lines as it is',
    field: { fieldLabel: 'A', fieldType: 'textarea' },
    values: [' x '],
    expected: { A: ' x ' },
  },
  { what: 'two texts as one', field: { fieldLabel: 'A' }, values: ['x', 'y'], expected: { A: 'x,y' } },
  { what: 'a number', field: { fieldLabel: 'A', fieldType: 'number' }, values: ['1.50'], expected: { A: 1.5 } },
  { what: 'an empty number as 0', field: { fieldLabel: 'A', fieldType: 'number' }, values: [' '], expected: { A: 0 } },
  {
    what: 'nothing, where nothing was sent',
    field: { fieldLabel: 'A', fieldType: 'number' },
    values: [],
    expected: { A: null },
  },
  {
    what: 'a list of one',
    field: { fieldLabel: 'A', fieldType: 'checkbox' },
    values: ['["x"]'],
    expected: { A: ['x'] },
  },
  { what: 'no list', field: { fieldLabel: 'A', fieldType: 'checkbox' }, values: [], expected: { A: null } },
  {
    what: 'several choices',
    field: { fieldLabel: 'A', fieldType: 'dropdown', multiselect: true },
    values: ['x', 'y'],
    expected: { A: ['x', 'y'] },
  },
  {
    what: 'one choice',
    field: { fieldLabel: 'A', fieldType: 'dropdown', multiselect: false },
    values: ['x'],
    expected: { A: 'x' },
  },
  {
    what: 'text where only a dropdown has several values',
    field: { fieldLabel: 'A', multiselect: true },
    values: ['x'],
    expected: { A: 'x' },
  },
  {
    what: 'a field by its own name, in versions whose fields have one',
    field: { fieldLabel: 'A', fieldName: 'a' },
    values: ['x'],
    expected: { a: 'x' },
    typeVersion: 2.4,
  },
  {
    what: 'a field by its label before',
    field: { fieldLabel: 'A', fieldName: 'a' },
    values: ['x'],
    expected: { A: 'x' },
  },
  {
    what: 'a field by its label where code gives its name',
    field: { fieldLabel: 'A', fieldName: '={{ x }}' },
    values: ['x'],
    expected: { A: 'x' },
  },
  {
    what: 'a field by its label where it has no name',
    field: { fieldLabel: 'A', fieldName: null },
    values: ['x'],
    expected: { A: 'x' },
  },
  { what: 'a field by a number', field: { fieldLabel: 7 }, values: ['x'], expected: { 7: 'x' } },
  { what: 'a field without a name', field: {}, values: ['x'], expected: { '': 'x' } },
  { what: 'nothing of what is only shown', field: { fieldType: 'html' }, values: ['x'], expected: {} },
  {
    what: 'a value of what is only shown by the name of its element',
    field: { fieldType: 'html', elementName: 'box' },
    values: ['x'],
    expected: { box: 'x' },
  },
  {
    what: 'a file',
    field: { fieldLabel: 'My file!', fieldType: 'file' },
    values: [photo('a.png')],
    expected: { 'My file!': [shown('a.png')] },
    names: ['My_file_'],
  },
  {
    what: 'two files',
    field: { fieldLabel: 'A', fieldType: 'file' },
    values: [photo('a.png'), photo('b.png')],
    expected: { A: [shown('a.png'), shown('b.png')] },
    names: ['A_0', 'A_1'],
  },
  {
    what: 'one file',
    field: { fieldLabel: 'A', fieldType: 'file', multipleFiles: false },
    values: [photo('a.png')],
    expected: { A: shown('a.png') },
    names: ['A'],
  },
] satisfies {
  what: string
  field: Record<string, unknown>
  values: (string | File)[]
  expected?: object
  names?: string[]
  typeVersion?: number
}[])('a field of a form makes $what', async ({ field, values, expected, names = [], typeVersion = 2.2 }) => {
  const fields = [{ fieldType: 'html', elementName: 'shown' }, field]
  await using instance = await start([form({ formFields: { values: fields } }, { typeVersion })])
  const sent = values.map((value): [string, string | File] => ['field-1', value])
  expect((await submit(instance, [...sent, ['other', 'x']])).status).toBe(200)
  const { submittedAt: _at, formMode, ...json } = itemOf(instance) ?? {}
  expect([json, formMode]).toEqual([{ ...expected, ...('' in expected ? {} : { '': null }) }, 'production'])
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
  test.each([
    {
      name: 'a browser',
      nodes: [form()],
      headers: BROWSER,
      status: 200,
      said: '<h1>Form Submitted</h1>\n<p>Your response has been recorded</p>',
    },
    {
      name: 'a browser, with the text of the form',
      nodes: [form({ options: text })],
      headers: BROWSER,
      status: 200,
      said: 'Danke &lt;3',
    },
    { name: 'a browser, elsewhere', nodes: [form({ options: redirect })], headers: BROWSER, status: 303, said: '' },
    { name: 'at once', nodes: [form()], headers: {}, status: 200, said: '{"status":200}' },
    {
      name: 'when the last node has run',
      nodes: [form({ responseMode: 'lastNode' }), noOp('Done')],
      headers: {},
      status: 200,
      said: '',
    },
    {
      name: 'by a respond node',
      nodes: [
        form({ responseMode: 'responseNode' }, { typeVersion: 2.1 }),
        respond({ respondWith: 'text', responseBody: 'ok' }),
      ],
      headers: BROWSER,
      status: 200,
      said: 'ok',
    },
  ] satisfies { name: string; nodes: Node[]; headers: Record<string, string>; status: number; said: string }[])(
    '$name',
    async ({ nodes, headers, status, said }) => {
      await using instance = await start(nodes)
      const answer = await submit(instance, [['field-0', 'Anna']], { headers })
      expect(answer.status).toBe(status)
      if (said.startsWith('{') || said === '') expect(await answer.text()).toBe(said)
      else expect(await answer.text()).toContain(said)
      if (status === 303) expect(answer.headers.get('location')).toBe('https://shop.example/thanks')
    },
  )

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
    const seen = await instance.request('GET', '/form/abc', undefined, { ...WITHOUT_KEY, headers })
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
    return (await instance.request('POST', path, await sent.text(), { ...WITHOUT_KEY, headers })).status
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
      '{"code":400,"message":"The submitted form data could not be parsed."}',
    ],
    [
      'a form that breaks off',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      'multipart/form-data; boundary=x',
      400,
      '{"code":400,"message":"The submitted form data could not be parsed."}',
    ],
    [
      'a boundary that is too long',
      `--${'x'.repeat(71)}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--${'x'.repeat(71)}--\r\n`,
      `multipart/form-data; boundary=${'x'.repeat(71)}`,
      400,
      '{"code":400,"message":"The submitted form data could not be parsed."}',
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
      '{"code":400,"message":"The submitted form data could not be parsed."}',
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
    const answer = await instance.request('POST', '/form/abc', body, { ...WITHOUT_KEY, headers })
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
