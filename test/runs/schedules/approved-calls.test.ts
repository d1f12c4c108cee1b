// Small faults in who may call, in how a call is read or in how it is answered change a line of one of these tables.
import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { type Node, startInstance } from '../../../src/testing.ts'
import { digestOf, shortened, shown } from './approved.ts'
import { NOW, node } from './playing.ts'
import { inARow, noOp, respond, webhook } from './workflows.ts'

type Row = [
  name: string,
  nodes: Node[],
  call?: { method?: string; headers?: Record<string, string>; body?: BodyInit | null; query?: string },
]

const TYPES = { basicAuth: 'httpBasicAuth', headerAuth: 'httpHeaderAuth', jwtAuth: 'jwtAuth' }
const MASKED = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\b[0-9a-f]{32}\b/g

/** The headers of an answer that tell something. */
const TOLD = [
  'content-type',
  'www-authenticate',
  'location',
  'x-a',
  'access-control-max-age',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'vary',
  'etag',
]

/** Calls each workflow of one instance, and says what it answered and what the call was to it. */
async function answersOf(rows: Row[], kind: 'webhook' | 'form' = 'webhook', options: object = {}): Promise<string[]> {
  const credentials = Object.entries(CREDENTIALS).map(([id, given]) => ({ id, name: id, ...given }))
  const workflows = rows.map(([, nodes], at) => {
    const [first, ...rest] = nodes
    const parameters = kind === 'form' ? first?.parameters : { path: `p${at}`, ...first?.parameters }
    return {
      id: `w${at}`,
      name: `w${at}`,
      active: true,
      ...inARow({ ...first, webhookId: `p${at}`, parameters }, ...rest),
    }
  })
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    clock: NOW,
    idSeed: 'a',
    profile: 'n8n-2.41',
    fixture: { workflows, credentials } as never,
    ...options,
  })
  const lines: string[] = []
  for (const [at, [name, , { method = 'POST', headers = {}, body = null, query = '' } = {}]] of rows.entries()) {
    const answer = await instance.fetch(`/${kind}/p${at}${query}`, { method, headers, body })
    const text = (await answer.text()).replace(MASKED, '*')
    const known = TOLD.flatMap(header =>
      answer.headers.has(header) ? [`${header}: ${answer.headers.get(header)}`] : [],
    )
    const stored = instance.state('executions').executions.filter(({ workflowId }) => workflowId === `w${at}`)
    const [{ data, status } = {}] = stored as unknown as { data: Data; status: string }[]
    const item = data?.resultData.runData[rows[at]?.[1][0]?.name ?? '']?.[0]?.data?.main.find(
      items => items.length > 0,
    )?.[0]
    const { headers: _, ...json } = (item?.json ?? {}) as Record<string, unknown>
    const given = JSON.stringify([json, item?.binary ?? 0]).replace(MASKED, '*')
    const said = known.filter(header => header !== 'content-type: application/json; charset=utf-8').join(' ')
    lines.push(`${name}: ${answer.status} ${shown(text, 50)} ${shown(said, 30)} ${status} ${digestOf(given)}`)
  }
  return lines
}

interface Data {
  resultData: { runData: Record<string, { data?: { main: { json: object; binary?: object }[][] } }[]> }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function token(claims: object, { secret = 'ocean', alg = 'HS256' } = {}) {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const CREDENTIALS: Record<string, { type: string; data: object }> = {
  login: { type: TYPES.basicAuth, data: { user: 'anna', password: 'sea:shell' } },
  'no-password': { type: TYPES.basicAuth, data: { user: 'anna', password: '' } },
  header: { type: TYPES.headerAuth, data: { name: 'X-Shop-Key', value: 'north' } },
  'no-name': { type: TYPES.headerAuth, data: { name: '', value: 'north' } },
  'bad-name': { type: TYPES.headerAuth, data: { name: 'a b', value: 'north' } },
  phrase: { type: TYPES.jwtAuth, data: { keyType: 'passphrase', secret: 'ocean', algorithm: 'HS256' } },
  other: { type: TYPES.jwtAuth, data: { keyType: 'passphrase', secret: 'ocean', algorithm: 'HS512' } },
  key: { type: TYPES.jwtAuth, data: { keyType: 'pemKey', publicKey: 'none', privateKey: 'none', algorithm: 'RS256' } },
}
const kindOf = (type: string) => Object.entries(TYPES).find(([, known]) => known === type)?.[0] ?? type
const guarded = (id: string, authentication: string) =>
  webhook(
    '',
    {},
    {
      credentials: { [CREDENTIALS[id]?.type ?? '']: { id, name: id } },
      parameters: { httpMethod: 'POST', authentication },
    },
  )

const hook = (parameters: Record<string, unknown> = {}, ...rest: Node[]): Node[] => [
  { ...webhook('', {}), typeVersion: 1.1, parameters: { httpMethod: 'POST', ...parameters } },
  ...(rest.length > 0 ? rest : [noOp('Done')]),
]
const NOON = Date.parse(NOW) / 1000

describe('calls are answered as approved (bun run generate writes them)', () => {
  test('who may call', async () => {
    const headers: Record<string, string>[] = [
      {},
      ...[
        basic('anna:sea:shell'),
        basic('anna:sea'),
        basic('anna'),
        'Basic',
        'basic  YW5uYTpzZWE6c2hlbGw=',
        'Bearer',
        'Bearer x',
        'Bearer a.b.c',
      ].map(authorization => ({ authorization })),
      { 'x-shop-key': 'north' },
      { 'x-shop-key': 'south' },
      ...[
        token({ sub: 'a' }),
        token({ exp: NOON + 1 }),
        token({ exp: NOON }),
        token({ exp: NOON - 1 }),
        token({ nbf: NOON }),
        token({ nbf: NOON + 1 }),
        token({}, { secret: 'other' }),
        token({}, { alg: 'HS384' }),
        `${part({ alg: 'none' })}.${part({})}.`,
      ].map(text => ({ authorization: `Bearer ${text}` })),
    ]
    const kinds = [
      ...Object.keys(CREDENTIALS).map(id => [id, kindOf(CREDENTIALS[id]?.type ?? '')]),
      ['login', 'headerAuth'],

      ['login', 'other'],
      ['login', 'constructor'],
    ]
    const rows = kinds.flatMap(([id = '', kind = '']) =>
      headers.map((given, at): Row => [`${id} ${kind} ${at}`, [guarded(id, kind), noOp('Done')], { headers: given }]),
    )
    const groups = new Map<string, string[]>()
    for (const line of await answersOf(rows)) {
      const [, caller = '', at = '', outcome = ''] = /^(.*) (\d+): (.*)$/.exec(line) ?? []
      groups.set(`${caller}: ${outcome}`, [...(groups.get(`${caller}: ${outcome}`) ?? []), at])
    }
    expect(shortened([...groups].map(([outcome, callers]) => `${callers} ${outcome}`))).toMatchSnapshot()
  })

  test('how a call is read', async () => {
    const options = [{}, { rawBody: true }, { binaryPropertyName: 'file' }, { rawBody: true, binaryPropertyName: '' }]
    const bodies: [type: string | undefined, body: BodyInit | null][] = [
      ['application/json', '{"a":1}'],
      ['application/json', '{"a"'],
      ['application/json', '{\n"a" 1}'],
      ['application/json', ''],
      ['application/json', '5'],
      [undefined, null],
      ['text/plain', 'hi'],
      ['application/xml', '<a x="1"><b>1</b><B>2</B>t &amp; &#65;&#x42; &unknown;<c/></a>'],
      ['text/xml', '<a><b></a>'],
      ['application/soap+xml', '<?xml version="1.0"?><!-- c --><a><![CDATA[<x>]]></a>'],
      ['application/xml', 'a<b/>'],
      ['image/png', 'png'],
      ['application/pdf', 'pdf'],
      ['text/html', 'html'],
      ['application/x-www-form-urlencoded', 'a=1&b=2&b=3&c[d]=4'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
      [
        'multipart/form-data; boundary="x"',
        '--x\r\ncontent-disposition: form-data; name="f"; filename="a.md"\r\ncontent-type: text/markdown\r\n\r\n12\r\n--x\r\ncontent-disposition: form-data; name="f"; filename="b"\r\n\r\n\r\n--x--\r\n',
      ],
    ]
    const rows = bodies.flatMap(([type, body]) =>
      options.map(
        (given): Row => [
          `${type} ${shown(body, 30)} ${shown(given)}`,
          hook(
            { responseMode: 'lastNode', options: given },
            node('Out', 'set', { mode: 'raw', jsonOutput: '={{ $json.body }}' }),
          ),
          { body, headers: type === undefined ? {} : { 'content-type': type } },
        ],
      ),
    )
    const encoded = ['text/plain', 'application/x-www-form-urlencoded'].map(
      (type): Row => [
        `encoded ${type}`,
        hook(),
        { body: 'a=1', headers: { 'content-type': type, 'content-encoding': 'gzip' } },
      ],
    )
    const queries = [
      '?a=1&a=2',
      '?a[]=1',
      '?a[]=1&a[]=2',
      '?a[b]=1&a[c]=2',
      '?a[19]=1',
      '?a[20]=1',
      '?a[b][c][d][e][f][g]=1',
      '?[a]=1',
      '?a[=1',
      '?__proto__=1&toString=2&a[constructor]=3',
      '?a=1&a[b]=2',
      '?a[b]=1&a=2',
      `?${'a=1&'.repeat(1001)}`,
    ]
    const asked = queries.map(
      (query): Row => [
        query.slice(0, 40),
        hook({ responseMode: 'lastNode' }, node('Out', 'set', { mode: 'raw', jsonOutput: '={{ $json.query }}' })),
        { query },
      ],
    )
    expect(shortened(await answersOf([...rows, ...encoded, ...asked]))).toMatchSnapshot()
  })

  test('how a call is answered', async () => {
    const headers = {
      entries: [
        { name: 'X-A', value: '={{ $json.n }}' },
        { name: 'Content-Type', value: 'text/csv' },
        { name: 'etag', value: 5 },
        { name: 5, value: 'a' },
        { name: 'a b', value: 'c' },
        { name: 'connection', value: 'close' },
        { value: 'a' },
      ],
    }
    const fixed = (value: unknown) => node('Out', 'set', { mode: 'raw', jsonOutput: value })
    const codes = [199, 200, 204, 205, 304, 404, 599, 600, '201', 'x', null, 200.5].map(
      (responseCode): Row => [`code ${responseCode}`, hook({ responseCode })],
    )
    const data = [undefined, 'noData', 'allEntries', 'firstEntryJson', 'firstEntryBinary', 'other']
    const last = data.flatMap(
      responseData =>
        [
          [
            `last ${responseData}`,
            hook({ responseMode: 'lastNode', responseData }, fixed({ n: 1, deep: { a: 'text' } })),
          ],
          [
            `last ${responseData} of none`,
            hook({ responseMode: 'lastNode', responseData }, node('Out', 'limit', { maxItems: 0 })),
          ],
        ] satisfies Row[],
    )
    const files = [{}, { responseBinaryPropertyName: 'data' }, { responseBinaryPropertyName: 'other' }].map(
      (named): Row => [
        `file ${shown(named)}`,
        hook({ responseMode: 'lastNode', responseData: 'firstEntryBinary', ...named }),
        { body: 'png', headers: { 'content-type': 'image/png' } },
      ],
    )
    const options = [
      { responsePropertyName: 'n' },
      { responsePropertyName: 'deep.a' },
      { responsePropertyName: 'deep.b' },
      { responsePropertyName: 'deep.a', responseContentType: 'text/csv' },
      { responsePropertyName: 5 },
      { responseContentType: 'application/x; charset=a' },
      { responseContentType: 'image/png' },
      { responseHeaders: headers },
      { noResponseBody: true },
      { responseCode: { values: { responseCode: 201 } } },
      { responseCode: { values: { responseCode: 'customCode', customCode: 202 } } },
      { responseData: 'said' },
    ].flatMap((given): Row[] => [
      [
        `last ${shown(given, 60)}`,
        hook({ responseMode: 'lastNode', options: given }, fixed({ n: 1, deep: { a: 'text' } })),
      ],
      [`at once ${shown(given, 60)}`, hook({ options: given })],
    ])
    const kinds = [
      'firstIncomingItem',
      'allIncomingItems',
      'noData',
      'redirect',
      'text',
      'json',
      'jwt',
      'binary',
      'other',
      undefined,
    ]
    const more = [
      {},
      { options: { responseCode: 302, responseKey: 'a.b', responseHeaders: headers } },
      { responseBody: '={{ $json.n }}', redirectURL: 'https://x.example/{{ 1 }}', payload: '{"a":1}' },
      { responseBody: '{"a":1}', redirectURL: '=https://x.example/{{ $json.n }}', payload: 'x' },
    ]
    const responded = kinds.flatMap(respondWith =>
      more.map(
        (rest): Row => [
          `responds ${respondWith} ${shown(rest, 50)}`,
          hook({ responseMode: 'responseNode' }, fixed({ n: 1 }), {
            ...respond({ respondWith, ...rest }),
            credentials: { jwtAuth: { id: 'phrase' } },
          }),
        ],
      ),
    )
    const stop = node('Stop', 'stopAndError', { errorMessage: 'm' })
    const modes = ['onReceived', 'lastNode', 'responseNode', 'streaming', 'other', undefined].flatMap(
      (responseMode): Row[] => [
        [`${responseMode} without a respond node`, hook({ responseMode })],
        [`${responseMode} with one`, hook({ responseMode }, respond({}))],
        [`${responseMode} with a disabled one`, hook({ responseMode }, { ...respond({}), disabled: true })],
        [`${responseMode} fails`, hook({ responseMode }, stop)],
        [`${responseMode} fails before`, hook({ responseMode }, stop, respond({}))],
        [`${responseMode} by GET`, hook({ responseMode }), { method: 'GET' }],
        [`${responseMode} by HEAD`, hook({ responseMode, httpMethod: 'HEAD' }), { method: 'HEAD' }],
      ],
    )
    const item: Row = ['at once with the item', hook({ options: { responseData: '={{ $json }}' } })]
    expect(
      shortened(await answersOf([...codes, ...files, ...last, ...options, ...responded, ...modes, item])),
    ).toMatchSnapshot()
  })

  test('callers and origins', async () => {
    const agents = ['Googlebot/2.1', 'robot', 'curl/8', 'Wget', 'Mozilla/5.0', 'Slack preview', 'spider', '']
    const lists = [
      '',
      '127.0.0.1',
      '10.0.0.1',
      '10.0.0.1, 127.0.0.1',
      '127.0.0.0/8',
      '128.0.0.0/8',
      '::1',
      'x',
      '127.0.0.1/x',
      '::ffff:127.0.0.1',
      5,
    ]
    const origins = [
      undefined,
      '',
      '*',
      'https://a.example',
      'https://b.example',
      'https://b.example,https://a.example',
    ]
    const rows: Row[] = [
      ...agents.map(
        (agent): Row => [`bot ${agent}`, hook({ options: { ignoreBots: true } }), { headers: { 'user-agent': agent } }],
      ),
      ...lists.map((ipWhitelist): Row => [`from ${ipWhitelist}`, hook({ options: { ipWhitelist } })]),
      ...origins.flatMap(allowedOrigins =>
        ['POST', 'OPTIONS', 'GET'].map(
          (method): Row => [
            `${method} of ${allowedOrigins}`,
            hook({ options: { allowedOrigins } }),
            { method, headers: { origin: 'https://a.example', 'access-control-request-headers': 'x-a' } },
          ],
        ),
      ),
    ]
    expect(shortened(await answersOf(rows))).toMatchSnapshot()
  })

  test('calls that end a wait', async () => {
    const basicCredential = { credentials: { httpBasicAuth: { id: 'login' } } }
    const waits: [name: string, parameters: object, rest?: Node][] = [
      ['plain', { resume: 'webhook' }],
      ['POST', { resume: 'webhook', httpMethod: 'POST', responseMode: 'lastNode' }],
      ['suffix', { resume: 'webhook', options: { webhookSuffix: 'on' } }],
      ['guarded', { resume: 'webhook', incomingAuthentication: 'basicAuth' }, basicCredential],
      ['not guarded', { resume: 'webhook', authentication: 'basicAuth' }, basicCredential],
      ['a form', { resume: 'form' }],
      ['a time', { resume: 'timeInterval', amount: 1, unit: 'days' }],
      ['none', { resume: 'timeInterval', amount: 0 }],
    ]
    const calls: [name: string, method: string, path: string, headers?: Record<string, string>][] = [
      ['wrong token', 'GET', '?signature=x'],
      ['without a token', 'GET', ''],
      ['POST', 'POST', '?signature=TOKEN'],
      ['suffix', 'GET', '/on?signature=TOKEN'],
      ['with a password', 'GET', '?signature=TOKEN', { authorization: basic('anna:sea:shell') }],
      ['GET', 'GET', '?signature=TOKEN'],
      ['GET again', 'GET', '?signature=TOKEN'],
    ]
    const lines: string[] = []
    for (const profile of ['n8n-2.41', 'n8n-1.41'] as const) {
      await using instance = await startInstance({
        socket: false,
        simulate: true,
        clock: NOW,
        idSeed: 'a',
        profile,
        fixture: {
          credentials: [{ id: 'login', name: 'login', ...CREDENTIALS.login }],
          workflows: waits.map(([name, parameters, rest], at) => ({
            id: `w${at}`,
            name,
            active: true,
            ...inARow(
              webhook(`p${at}`, { httpMethod: 'POST' }, { webhookId: `p${at}` }),
              node('Wait', 'wait', { ...parameters }, rest),
              noOp('Done'),
            ),
          })),
        } as never,
      })
      for (const [at, [name]] of waits.entries()) {
        await instance.fetch(`/webhook/p${at}`, { method: 'POST' })
        const stored = () => instance.state('executions').executions.find(({ workflowId }) => workflowId === `w${at}`)
        const { id, data } = stored() as unknown as { id: string; data: { resumeToken?: string } }
        for (const [call, method, path, headers = {}] of calls) {
          const url = `/webhook-waiting/${id}${path.replace('TOKEN', data.resumeToken ?? '')}`
          const answer = await instance.fetch(url, { method, headers })
          const text = shown((await answer.text()).replace(MASKED, '*'), 80)
          lines.push(`${profile} ${name}, ${call}: ${answer.status} ${text} ${stored()?.status}`)
        }
      }
      const unknown = await instance.fetch('/webhook-waiting/999?signature=x')
      lines.push(`${profile} unknown: ${unknown.status} ${await unknown.text()}`)
    }
    expect(shortened(lines)).toMatchSnapshot()
  })

  test('forms', async () => {
    const types = [
      'text',
      'number',
      'email',
      'password',
      'date',
      'textarea',
      'dropdown',
      'checkbox',
      'radio',
      'file',
      'hiddenField',
      'html',
      'other',
      undefined,
    ]
    const own = {
      fieldLabel: 'A <b>',
      fieldOptions: { values: [{ option: 'x' }, { option: 'y' }] },
      placeholder: 'p "q"',
    }
    const variants = [
      {},
      { requiredField: true },
      { fieldName: 'named', fieldValue: 'x,y' },
      { multiselect: true, fieldValue: 'x' },
      { fieldLabel: '={{ 1 }}' },
    ]
    const trigger = (formFields: object[], rest: object = {}, typeVersion = 2.2): Node => ({
      name: 'Form',
      type: 'n8n-nodes-base.formTrigger',
      typeVersion,
      parameters: { formFields: { values: formFields }, ...rest },
    })
    const sent = (...fields: [string, string][]) => {
      const lines = fields.map(
        ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      return { body: `${lines.join('')}--x--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    }
    const shownForms = types.flatMap(fieldType =>
      variants.flatMap((variant): Row[] => {
        const form = [trigger([{ fieldType, ...own, ...variant }]), noOp('Done')]
        const name = `${fieldType} ${shown(variant, 40)}`
        return [
          [`${name} shown`, form, { method: 'GET', query: '?named=y' }],
          [`${name} sent`, form, sent(['field-0', ' x '], ['field-0[]', 'y'])],
          [`${name} sent as JSON`, form, sent(['field-0', '["x", "y"]'])],
        ]
      }),
    )
    const thanks = [
      {},
      { respondWith: 'text', formSubmittedText: 'Thanks' },
      { respondWith: 'redirect', redirectUrl: 'https://x.example' },
      { respondWith: 'redirect', redirectUrl: 'javascript:1' },
      { respondWith: 'redirect', redirectUrl: '={{ 1 }}', formSubmittedText: 'Thanks' },
    ]
    const modes = [undefined, 'onReceived', 'lastNode', 'responseNode']
    const html = { accept: 'text/html' }
    const answered = modes.flatMap(responseMode =>
      thanks.flatMap((values, at): Row[] => {
        const form = (...nodes: Node[]) => [
          trigger([own], { responseMode, responseCode: 201, options: { respondWithOptions: { values } } }),
          ...nodes,
        ]
        const call = sent(['field-0', '5'])
        const browser = { ...call, headers: { ...call.headers, ...html } }
        const some: Row[] = [
          [`${responseMode} thanks ${at}`, form(noOp('Done')), browser],
          [`${responseMode} respond ${at}`, form(respond({ respondWith: 'text', responseBody: 'said' })), browser],
        ]
        const all: Row[] = [
          [`${responseMode} plain`, form(noOp('Done')), call],
          [`${responseMode} respond plain`, form(respond({ respondWith: 'text', responseBody: 'said' })), call],
          [`${responseMode} fails`, form(node('Stop', 'stopAndError', { errorMessage: 'm' })), browser],
          [`${responseMode} fails plain`, form(node('Stop', 'stopAndError', { errorMessage: 'm' })), call],
        ]
        return at === 0 ? [...some, ...all] : some
      }),
    )
    const guards = [1, 1.9, 2, 2.2].flatMap(version =>
      [undefined, basic('anna:sea:shell'), basic('x:y')].map(
        (authorization): Row => [
          `version ${version} ${authorization}`,
          [
            {
              ...trigger([own], { authentication: 'basicAuth' }, version),
              credentials: { httpBasicAuth: { id: 'login' } },
            },
            noOp('Done'),
          ],
          { method: 'GET', headers: authorization === undefined ? {} : { authorization } },
        ],
      ),
    )
    const others: Row[] = [
      ['without a credential', [trigger([own], { authentication: 'basicAuth' }), noOp('Done')], { method: 'GET' }],
      ['as JSON', [trigger([own]), noOp('Done')], { body: '{}', headers: { 'content-type': 'application/json' } }],
      [
        'with a title',
        [trigger([own], { formTitle: 'T & t', formDescription: '=D', options: { buttonLabel: 'Go' } }), noOp('Done')],
        { method: 'GET' },
      ],
      ['by PUT', [trigger([own]), noOp('Done')], { method: 'PUT' }],
      ['by HEAD', [trigger([own]), noOp('Done')], { method: 'HEAD' }],
      ['with a query', [trigger([own]), noOp('Done')], { ...sent(), query: '?a=1' }],
    ]
    const lines = await answersOf([...shownForms, ...answered, ...guards, ...others], 'form')
    expect(
      shortened(
        lines.map(line =>
          line.replace(/"<!doctype html>.*?… /, '').replace('"content-type: text/html; charset=utf-8 ', '"html '),
        ),
      ),
    ).toMatchSnapshot()
  })
})
