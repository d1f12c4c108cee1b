import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../../src/testing.ts'
import { inARow, noOp, respond } from './workflows.ts'

const form = (parameters: Record<string, unknown> | undefined, rest: Node = {}): Node => ({
  name: 'Form',
  type: 'n8n-nodes-base.formTrigger',
  typeVersion: 2.2,
  webhookId: 'abc',
  ...(parameters ? { parameters } : {}),
  ...rest,
})
/** A form in a version whose fields have names beside their labels. */
const withFields = (...values: object[]) => form({ formFields: { values } }, { typeVersion: 2.5 })
const start = (nodes: Node[], fixture: { credentials?: FixtureOf<'credentials'>[] } = {}) =>
  startInstance({
    socket: false,
    simulate: true,
    clock: '2026-03-02T08:00:00Z',
    fixture: { ...fixture, workflows: [{ id: '1', name: 'Orders', active: true, ...inARow(...nodes) }] },
  })
const pageOf = async (node: Node, query = '') => {
  await using instance = await start([node])
  return (await instance.request('GET', `/form/abc${query}`, undefined, { key: null })).text
}
const options = (...names: string[]) => ({ fieldOptions: { values: names.map(option => ({ option })) } })
const CODE = '={{ $json.x }}'

/** Sends a form as browsers do. */
async function sendForm(
  instance: Awaited<ReturnType<typeof start>>,
  fields: string[][],
  headers: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name = '', value = ''] of fields) form.append(name, value)
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  const options = { key: null, headers: { ...headers, 'content-type': type } }
  return instance.request('POST', '/form/abc', await sent.text(), options)
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
form,label,fieldset{display:grid;gap:.4rem}form{gap:1.2rem}label.choice{display:flex}
input,select,textarea,button{font:inherit;padding:.4rem .6rem}input[type=checkbox],input[type=radio]{width:auto}
footer{margin-top:3rem;color:#5c5c66;font-size:.85rem}`
const whole = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><main>
${content}
</main><footer>Simulated by Understudy.</footer></body>
</html>
`

test('a form is a whole page', async () => {
  const node = form({
    formTitle: '=It\'s "all"',
    formDescription: 'A & B',
    formFields: { values: [{ fieldLabel: '<a>' }, { fieldLabel: 'b', fieldType: 'number', requiredField: true }] },
  })
  expect(await pageOf(node)).toBe(
    whole(
      'It&#39;s &quot;all&quot;',
      `<h1>It&#39;s &quot;all&quot;</h1>
<p>A &amp; B</p>
<form method="post" enctype="multipart/form-data">
<input type="hidden" name="understudy-plain-page">
<label>&lt;a&gt;
<input type="text" name="field-0" value=""></label>
<label>b *
<input type="number" name="field-1" required step="any" value=""></label>
<button>Submit</button>
</form>`,
    ),
  )
})

test('so is what is said where there is no form', async () => {
  const said = 'This form was not found: its workflow must be active.'
  const content = `<h1>Problem loading form</h1>\n<p>${said}</p>`
  expect(await pageOf(form({ path: 'other' }))).toBe(whole('Problem loading form', content))
})

describe('a form shows', () => {
  test.each<[string, Record<string, unknown> | undefined, string[]]>([
    ['its own words', { formTitle: 'Order', options: { buttonLabel: 'Send' } }, ['<h1>Order</h1>', 'Send</button>']],
    ['others where it has none', {}, ['<h1>Form</h1>', 'Submit</button>']],
    ['others where nothing is said at all', undefined, ['<h1>Form</h1>', 'Submit</button>']],
    ['others where only code gives them', { formTitle: CODE, options: { buttonLabel: CODE } }, ['<h1>Form</h1>']],
    ['others where they are objects', { formTitle: { toString: 1 } }, ['<h1>Form</h1>', 'Submit</button>']],
    ['a description', { formDescription: 'Tell us' }, ['<p>Tell us</p>']],
    ['words that are numbers', { formTitle: 5, options: { buttonLabel: 0 } }, ['<h1>5</h1>', '<button>0</button>']],
  ])('%s', async (_name, parameters, said) => {
    const text = await pageOf(form(parameters))
    for (const part of said) expect(text).toContain(part)
    expect(text.includes('<p>')).toBe(parameters?.formDescription !== undefined)
  })

  test.each<[string, object, string, string]>([
    ['text', { fieldLabel: 'A' }, '', '<label>A\n<input type="text" name="field-0" value=""></label>'],
    ['a name where it has no label', { fieldName: 'a' }, '', '<label>a\n<input type="text" name="field-0" value="">'],
    ['no label that only code gives', { fieldLabel: CODE }, '', '<label>\n<input type="text" name="field-0" value="">'],
    ['no label that is null', { fieldLabel: null }, '', '<label>\n<input type="text" name="field-0" value="">'],
    [
      'no label that is an object',
      { fieldLabel: { toString: 1 } },
      '',
      '<label>\n<input type="text" name="field-0" value="">',
    ],
    ['a label that is a number', { fieldLabel: 7 }, '', '<label>7\n<input type="text" name="field-0" value="">'],
    ['text for an unknown type', { fieldType: 'colour' }, '', '<input type="text" name="field-0" value="">'],
    ...['email', 'password', 'date'].map((fieldType): [string, object, string, string] => [
      `a field of type ${fieldType}`,
      { fieldType },
      '',
      `<input type="${fieldType}" name="field-0" value="">`,
    ]),
    [
      'a file without a value',
      { fieldType: 'file', defaultValue: 'x' },
      '',
      '<input type="file" name="field-0"></label>',
    ],
    [
      'what must be given',
      { fieldLabel: 'A', requiredField: true },
      '',
      '<label>A *\n<input type="text" name="field-0" r',
    ],
    [
      'a larger text',
      { fieldType: 'textarea', fieldLabel: 'A', defaultValue: 'x', placeholder: 'y' },
      '',
      '<label>A\n<textarea rows="4" name="field-0" placeholder="y">x</textarea></label>',
    ],
    [
      'what the address says, by the name before the label',
      { fieldLabel: 'A', fieldName: 'a', defaultValue: 'x' },
      '?A=1&a=2',
      'value="2"',
    ],
    ['what the address says by the label', { fieldLabel: 'A', fieldName: 'a', defaultValue: 'x' }, '?A=1', 'value="1"'],
    ['the value of the field', { fieldLabel: 'A', fieldName: 'a', defaultValue: 'x' }, '?b=1', 'value="x"'],
    [
      'one choice',
      { fieldType: 'dropdown', defaultValue: 'b', ...options('a', 'b') },
      '',
      '<select name="field-0"><option value="">Select an option …</option><option>a</option><option selected>b</option></select>',
    ],
    [
      'one choice, whose name has a comma',
      { fieldType: 'dropdown', defaultValue: 'a,b', ...options('a', 'a,b') },
      '',
      '<option>a</option><option selected>a,b</option>',
    ],
    [
      'radio buttons',
      { fieldType: 'radio', fieldLabel: 'A', requiredField: true, defaultValue: 'b', ...options('a', 'b') },
      '',
      '<fieldset><legend>A *</legend><label class="choice"><input type="radio" name="field-0" value="a" required>a</label>\n' +
        '<label class="choice"><input type="radio" name="field-0" value="b" required checked>b</label></fieldset>',
    ],
    [
      'boxes to check, none of which must be',
      { fieldType: 'checkbox', fieldLabel: 'A', requiredField: true, ...options('a') },
      '',
      '<legend>A *</legend><label class="choice"><input type="checkbox" name="field-0" value="a">a</label></fieldset>',
    ],
    [
      'boxes by a label',
      { fieldType: 'checkbox', fieldLabel: 'A', fieldOptions: {} },
      '',
      '<fieldset><legend>A</legend></fieldset>',
    ],
    [
      'what it holds back, without a label',
      { fieldType: 'hiddenField', fieldLabel: 'A', fieldValue: 'x' },
      '',
      '\n<input type="hidden" name="field-0" value="x">\n',
    ],
  ])('%s', async (_name, field, query, html) => {
    expect(await pageOf(withFields(field), query)).toContain(html)
  })

  test('several choices in the versions that have them', async () => {
    const field = { fieldType: 'dropdown', multiselect: true, defaultValue: 'a,b', ...options('a', 'b', 'c') }
    const [old, later] = [2.1, 2.5].map(typeVersion => form({ formFields: { values: [field] } }, { typeVersion }))
    expect(await pageOf(old as Node)).toContain(
      '<select name="field-0" multiple><option selected>a</option><option selected>b</option><option>c</option></select>',
    )
    expect(await pageOf(later as Node)).toContain('<select name="field-0"><option value="">')
  })

  test('a thousand fields where it has more, and none that only shows something', async () => {
    const fields = Array<object>(1001).fill({})
    const text = await pageOf(withFields({ fieldType: 'html' }, ...fields))
    expect([text.includes('field-0"'), text.includes('field-1"')]).toEqual([false, true])
    expect([text.includes('field-999"'), text.includes('field-1000"')]).toEqual([true, false])
  })
})

test.each<[string, object, [string, string][], unknown]>([
  ['text without the space around it', { fieldLabel: 'a' }, [['field-0', ' x ']], { a: 'x' }],
  ['a larger text as it is', { fieldLabel: 'a', fieldType: 'textarea' }, [['field-0', ' x ']], { a: ' x ' }],
  ['a number', { fieldLabel: 'a', fieldType: 'number' }, [['field-0', ' 7 ']], { a: 7 }],
  ['an empty number as 0', { fieldLabel: 'a', fieldType: 'number' }, [['field-0', ' ']], { a: 0 }],
  ['no number', { fieldLabel: 'a', fieldType: 'number' }, [['field-0', 'x']], { a: null }],
  ['nothing', { fieldLabel: 'a' }, [['field-1', 'x']], { a: null }],
  [
    'several texts as one',
    { fieldLabel: 'a' },
    [
      ['field-0', 'x'],
      ['field-0', 'y'],
    ],
    { a: 'x,y' },
  ],
  ['its name before its label', { fieldLabel: 'a', fieldName: 'b' }, [['field-0', 'x']], { b: 'x' }],
  ['its label where code gives the name', { fieldLabel: 'a', fieldName: CODE }, [['field-0', 'x']], { a: 'x' }],
  ['a list of one', { fieldLabel: 'a', fieldType: 'checkbox' }, [['field-0', '["x"]']], { a: ['x'] }],
  ['an empty list', { fieldLabel: 'a', fieldType: 'checkbox' }, [['field-0', '[]']], { a: [] }],
  ['the first of a list', { fieldLabel: 'a', fieldType: 'radio' }, [['field-0', '["x","y"]']], { a: 'x' }],
  ['what is no list', { fieldLabel: 'a', fieldType: 'radio' }, [['field-0', '"x"']], { a: 'x' }],
  [
    'a list of several',
    { fieldLabel: 'a', fieldType: 'checkbox' },
    [
      ['field-0', 'x'],
      ['field-0', 'y'],
    ],
    { a: ['x', 'y'] },
  ],
  ['nothing by another name', { fieldLabel: 'a', fieldType: 'checkbox' }, [['field-0[]', '["x"]']], { a: null }],
  ['no list where none is sent', { fieldLabel: 'a', fieldType: 'checkbox' }, [['field-1', 'x']], { a: null }],
  [
    'a date as its field shows it',
    { fieldLabel: 'a', fieldType: 'date', formatDate: 'dd/mm/yyyy' },
    [['field-0', '2024-05-01']],
    { a: '01/05/2024' },
  ],
  ['a date as it is', { fieldLabel: 'a', fieldType: 'date' }, [['field-0', '2024-05-01']], { a: '2024-05-01' }],
])('a form that is sent puts out %s', async (_name, field, sent, item) => {
  await using instance = await start([withFields(field)])
  expect((await sendForm(instance, sent)).status).toBe(200)
  const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
  const { data } = JSON.parse(text)
  expect(data.resultData.runData.Form[0].data.main[0][0].json).toEqual({
    ...(item as object),
    submittedAt: '2026-03-02T08:00:00.000Z',
    formMode: 'production',
  })
})

describe('a browser that sends a form is answered', () => {
  const values = (given: object) => form({ options: { respondWithOptions: { values: given } } })
  const DONE = 'Your response has been recorded'
  test.each([
    {
      name: 'elsewhere',
      nodes: [values({ respondWith: 'redirect', redirectUrl: 'HTTP://a.example' })],
      status: 303,
      location: 'HTTP://a.example',
      said: '',
    },
    {
      name: 'here where nothing is named',
      nodes: [values({ respondWith: 'redirect' })],
      status: 200,
      location: null,
      said: DONE,
    },
    {
      name: 'here where no page is named',
      nodes: [values({ respondWith: 'redirect', redirectUrl: 'file:///a' })],
      status: 200,
      location: null,
      said: DONE,
    },
    {
      name: 'here where code names it',
      nodes: [values({ respondWith: 'redirect', redirectUrl: CODE })],
      status: 200,
      location: null,
      said: DONE,
    },
    {
      name: 'here where it does not ask',
      nodes: [values({ respondWith: 'text', redirectUrl: 'http://a.example' })],
      status: 200,
      location: null,
      said: DONE,
    },
    {
      name: 'with a text that only code gives by another',
      nodes: [values({ formSubmittedText: CODE })],
      status: 200,
      location: null,
      said: DONE,
    },
    { name: 'without parameters', nodes: [form(undefined)], status: 200, location: null, said: DONE },
    {
      name: 'when the last node has run',
      nodes: [form({ responseMode: 'lastNode' }), noOp('Done')],
      status: 200,
      location: null,
      said: DONE,
    },
    {
      name: 'as a respond node says, even that it failed',
      nodes: [
        form({ responseMode: 'responseNode' }, { typeVersion: 2.1 }),
        respond({ respondWith: 'text', responseBody: 'no', options: { responseCode: 404 } }),
      ],
      status: 404,
      location: null,
      said: 'no',
    },
    {
      name: 'that it failed where there is no respond node',
      nodes: [form({ responseMode: 'responseNode' }), noOp('Done')],
      status: 500,
      location: null,
      said: 'Problem submitting response',
    },
  ] satisfies { name: string; nodes: Node[]; status: number; location: string | null; said: string }[])(
    '$name',
    async ({ nodes, status, location, said }) => {
      await using instance = await start(nodes)
      const answer = await sendForm(instance, [['field-0', 'a']], { accept: 'text/html' })
      expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
      expect(answer.text).toContain(said)
      if (said === 'no') expect(answer.text).toBe(said)
    },
  )
})

test.each([
  [1, 200],
  [undefined, 401],
  [2, 401],
  [2.2, 401],
])('a form of version %p that names a kind of authentication answers %i to nobody', async (typeVersion, status) => {
  const { typeVersion: _own, ...rest } = form({ authentication: 'basicAuth' })
  const node = { ...rest, ...(typeVersion === undefined ? {} : { typeVersion }) }
  const data = { user: 'anna', password: 'shell' }
  await using instance = await start([{ ...node, credentials: { httpBasicAuth: { id: '7' } } }], {
    credentials: [{ id: '7', name: 'Callers', type: 'httpBasicAuth', data }],
  })
  const path = typeVersion === 1 ? '/webhook/abc/n8n-form' : '/form/abc'
  expect((await instance.request('GET', path, undefined, { key: null })).status).toBe(status)
})

test('JSON of very many values starts nothing', async () => {
  await using instance = await start([withFields({ fieldLabel: 'a', fieldType: 'checkbox' })])
  const { status } = await sendForm(instance, [['field-0', `[${'1,'.repeat(600_000)}1]`]])
  expect(status).toBe(500)
  expect(JSON.stringify(instance.state('executions').executions)).toMatch(/JSON has more than \d+ keys and list items/)
})

test.each(['checkbox', 'radio'])('what is no JSON starts nothing where a field is a %s', async fieldType => {
  await using instance = await start([withFields({ fieldLabel: 'a', fieldType })])
  const { status, body } = await sendForm(instance, [['field-0', 'x']])
  expect([status, body as unknown]).toEqual([
    500,
    { code: 0, message: 'Workflow Form Error: Workflow could not be started!' },
  ])
  const message = `Unexpected token 'x', "x" is not valid JSON`
  expect(instance.state('executions').executions).toMatchObject([
    { status: 'error', data: { resultData: { error: { message }, lastNodeExecuted: 'Form' } } },
  ])
})

test('what our own page sends makes lists of what is repeated', async () => {
  const fields = [
    { fieldLabel: 'boxes', fieldType: 'checkbox' },
    { fieldLabel: 'none', fieldType: 'checkbox' },
    { fieldLabel: 'one', fieldType: 'radio' },
    { fieldLabel: 'many', fieldType: 'dropdown', multiselect: true },
    { fieldLabel: 'text' },
  ]
  await using instance = await start([form({ formFields: { values: fields } }, { typeVersion: 2.1 })])
  const { status } = await sendForm(instance, [
    ['understudy-plain-page', ''],
    ['field-0', 'x'],
    ['field-2', 'y'],
    ['field-3', 'a'],
    ['field-3', 'b'],
    ['field-4', 't'],
  ])
  expect(status).toBe(200)
  const [{ data } = {}] = instance.state('executions').executions
  expect((data as never as Data).resultData.runData.Form?.[0]?.data.main[0]?.[0]?.json).toMatchObject({
    boxes: ['x'],
    none: [],
    one: 'y',
    many: ['a', 'b'],
    text: 't',
  })
})

test('a form whose credential is not there says so as a webhook does', async () => {
  await using instance = await start([form({ authentication: 'basicAuth' })])
  const { status, text, headers } = await instance.request('GET', '/form/abc', undefined, { key: null })
  expect([status, headers.get('www-authenticate')]).toEqual([500, null])
  expect(text).toContain('No authentication data defined on node!')
})
interface Data {
  resultData: { runData: Record<string, { data: { main: { json: Record<string, unknown> }[][] } }[]> }
}
