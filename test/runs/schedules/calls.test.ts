import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { called, type Execution, fields, node, type Playing, playing, to } from './playing.ts'
import { inARow } from './workflows.ts'

const ORIGIN = 'https://shop.example'

let instance: Playing

beforeAll(async () => {
  instance = await playing([
    called('any', []),
    called('raw', [], {}, { options: { rawBody: true } }),
    called('named', [], {}, { options: { binaryPropertyName: 'data' } }),
    called('two', [], {}, { multipleMethods: true, httpMethod: ['GET', 'POST', 'PUT'] }),
    called('listed', [], {}, { options: { allowedOrigins: 'https://a.example, https://b.example' } }),
    called('bots', [], {}, { options: { ignoreBots: true } }),
    called('nobody', [], {}, { options: { ipWhitelist: '10.0.0.1, 192.168.0.0/16' } }),
    called('loopback', [], {}, { options: { ipWhitelist: '10.0.0.1,127.0.0.0/8' } }),
    called('nonsense', [], {}, { options: { ipWhitelist: 'localhost' } }),
    called('unlisted', [], {}, { options: { ipWhitelist: '', allowedOrigins: '', ignoreBots: false } }),
    called('exact', [], {}, { options: { allowedOrigins: 'https://a.example,https://b.example' } }),
    called('star', [], {}, { options: { allowedOrigins: '*' } }),
    ...[true, false].map(stripBinary =>
      called(`strip-${stripBinary}`, [fields('Set', { a: 1 }, { includeOtherFields: true, options: { stripBinary } })]),
    ),
    called('strip-undefined', [fields('Set', { a: 1 })]),
    called('strip-before', [fields('Set', { a: 1 }, { options: { includeBinary: true } }, { typeVersion: 3.3 })]),
  ])
})
afterAll(async () => instance.stop())

/** What the trigger put out for a call. */
async function itemOf(path: string, body: unknown, type?: string) {
  const { answer, execution } = await instance.call(path, body, type ? { headers: { 'content-type': type } } : {})
  expect(answer.status).toBe(200)
  const item = execution.data.resultData.runData.Hook?.[0]?.data.main.find(items => items.length > 0)?.[0]
  return { json: item?.json as { body: unknown; query: unknown }, binary: item?.binary as Record<string, object> }
}

describe('the query of a call', () => {
  test.each<[string, object]>([
    ['a=1', { a: '1' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['b[]=x', { b: ['x'] }],
    ['b[]=x&b[]=y', { b: ['x', 'y'] }],
    ['b[0]=x&b[1]=y', { b: ['x', 'y'] }],
    ['c[k]=v', { c: { k: 'v' } }],
    ['c[k][l]=v&c[m]=w', { c: { k: { l: 'v' }, m: 'w' } }],
    ['d=', { d: '' }],
    ['e', { e: '' }],
    ['f=%20x%26', { f: ' x&' }],
    ['g[19]=x', { g: ['x'] }],
    ['g[20]=x', { g: { 20: 'x' } }],
    ['i[]=1&i=2', { i: ['1', '2'] }],
    ['[j]=1', { '[j]': '1' }],
    ['k[=1', { 'k[': '1' }],
    ['l[a]=1&l[a]=2', { l: { a: ['1', '2'] } }],
    [Array(1001).fill('m=1').join('&'), { m: Array(1000).fill('1') }],
    ['__proto__=x&constructor[prototype][a]=y', {}],
    [`deep${'[a]'.repeat(50)}=1`, { deep: { a: { a: { a: { a: { a: '1' } } } } } }],
  ])('%.40s is read', async (query, expected) => {
    expect((await itemOf(`any?${query}`, {})).json.query).toEqual(expected)
  })
})

describe('the body of a call', () => {
  test.each<[string, string, unknown]>([
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/json; charset=utf-8', '[1,2]', [1, 2]],
    ['application/json', '"text"', 'text'],
    ['application/json', 'null', {}],
    ['application/x-www-form-urlencoded', 'a=1&b=x&b=y&c[d]=e', { a: '1', b: ['x', 'y'], 'c[d]': 'e' }],
    ['text/plain', 'hello', 'hello'],
    ['application/xml', '<a><b>1</b></a>', { a: { b: '1' } }],
    ['text/xml', '<a x="1"><b>1</b><b>2</b></a>', { a: { $: { x: '1' }, b: ['1', '2'] } }],
    ['application/atom+xml', '<A><B/></A>', { a: { b: '' } }],
    ...(
      [
        ['<?xml version="1.0"?><!DOCTYPE a><!-- x --><a> 1\n 2 </a>\n', { a: '1 2' }],
        [
          '<a x=\'1&amp;2\' y="&lt;&gt;&quot;&apos;">t<b>1</b></a>',
          { a: { _: 't', $: { x: '1&2', y: '<>"\'' }, b: '1' } },
        ],
        ['<a><![CDATA[<b>&amp;]]></a>', { a: '<b>&amp;' }],
        ['<a>&#65;&#x42;</a>', { a: 'AB' }],
        ['<a>1\n2\t3</a>', { a: '1\n2\t3' }],
        ['<a>1\n 2<!-- c --> 3 </a>', { a: '1 2 3' }],
        ['<a> \n</a>', { a: ' \n' }],
        ['<a><![CDATA[ ]]></a>', { a: '' }],
        [
          '<a><constructor/><__PROTO__ prototype="1"/></a>',
          {
            a: { sanitized_constructor: '', sanitized___proto__: { $: { sanitized_prototype: '1' } } },
          },
        ],
        [' \n', {}],
        // what follows the outermost element is not looked at
        ['<a/><b/>', { a: '' }],
        ['<a/><b>', { a: '' }],
        ['<a/>x', { a: '' }],
        ['<a x="1"/>', { a: { $: { x: '1' } } }],
        ['<a><b>1</b><c/><b>2</b><b/></a>', { a: { b: ['1', '2', ''], c: '' } }],
        [`${'<a>'.repeat(100)}1${'</a>'.repeat(100)}`, JSON.parse(`${'{"a":'.repeat(100)}"1"${'}'.repeat(100)}`)],
        [`<a>${'<b/>'.repeat(49_999)}</a>`, { a: { b: Array(49_999).fill('') } }],
        [`<a>${'x'.repeat(2 * 1024 * 1024 - 7)}</a>`, { a: 'x'.repeat(2 * 1024 * 1024 - 7) }],
      ] as [string, unknown][]
    ).map(([text, value]): [string, string, unknown] => ['text/xml', text, value]),
    ['application/octet-stream', 'bytes', {}],
    ['application/vnd.api+json', '{"a":1}', {}],
  ])('of the type %s, %.60s, is read', async (type, body, expected) => {
    expect((await itemOf('any', body, type)).json.body).toEqual(expected)
  })

  const WANTED = "Expected property name or '}' in JSON"
  test.each([
    ['{bad', `${WANTED} at position 1 (line 1 column 2)`],
    ['{"a":1', `${WANTED} at position 6 (line 1 column 7)`],
    ['[1,]', `${WANTED} at position 3 (line 1 column 4)`],
    ['{\n "a": x', `${WANTED} (line 2 column 7)`],
    ['undefined', `${WANTED} at position 0 (line 1 column 1)`],
    [' ', 'Unexpected end of JSON input'],
  ])('that is no JSON, %s, is 422, and nothing runs', async (body, hint) => {
    const { answer, left } = await instance.call('any', body, { headers: { 'content-type': 'application/json' } })
    expect([answer.status, answer.body as unknown]).toEqual([
      422,
      { code: 422, message: 'Failed to parse request body', hint },
    ])
    expect(left).toEqual([])
  })

  const UNCLOSED = 'Unclosed root tag\nLine: 0'
  test.each([
    ['<a>', `${UNCLOSED}\nColumn: 3\nChar: `],
    ['<a></b>', 'Unexpected close tag\nLine: 0\nColumn: 7\nChar: >'],
    ['x', 'Non-whitespace before first tag.\nLine: 0\nColumn: 1\nChar: x'],
    ['<a b></a>', 'Attribute without value\nLine: 0\nColumn: 5\nChar: >'],
    ['<a>&none;</a>', 'Invalid character entity\nLine: 0\nColumn: 9\nChar: ;'],
    ['<!-- >'.repeat(80_000), 'Malformed comment\nLine: 0\nColumn: 11\nChar:  '],
    ['<a>'.repeat(101), 'XML of more than 100 levels is not read'],
    [`<a>${'<b/>'.repeat(50_000)}</a>`, 'XML of more than 50000 elements and attributes is not read'],
    [`<a>${'<b c=""/>'.repeat(25_000)}</a>`, 'XML of more than 50000 elements and attributes is not read'],
    [`<a>${'x'.repeat(2 * 1024 * 1024 - 6)}</a>`, 'XML of more than 2097152 characters is not read'],
  ])('that is no XML, %.20s, is 422, and nothing runs', async (body, hint) => {
    const { answer, left } = await instance.call('any', body, { headers: { 'content-type': 'text/xml' } })
    expect([answer.status, answer.body as unknown]).toEqual([
      422,
      { code: 422, message: 'Failed to parse request body', hint },
    ])
    expect(left).toEqual([])
  })
})

const BOUNDARY = '----x'
const multipart = (...files: [field: string, name: string, text: string][]) =>
  [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n`,
    ...files.map(
      ([field, name, text]) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        `Content-Type: text/plain\r\n\r\n${text}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('')
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

describe('files of a call', () => {
  test('are in binary by the names of their fields, beside the body', async () => {
    const { json, binary } = await itemOf('any', multipart(['doc', 'n.txt', 'hello']), MULTIPART)
    expect(json.body).toEqual({ a: '1' })
    expect(binary).toEqual({
      doc: {
        mimeType: 'text/plain',
        fileType: 'text',
        fileExtension: 'txt',
        data: 'filesystem-v2',
        fileName: 'n.txt',
        id: expect.stringMatching(/^filesystem-v2:workflows\/any\/executions\/\d+\/binary_data\/[0-9a-f-]{36}$/),
        fileSize: '5 B',
        bytes: 5,
      },
    })
  })

  test.each<{ name: string; path?: string; body: string; type?: string; names: string[] }>([
    { name: 'two of one field have numbers', body: multipart(['d', '1', 'x'], ['d', '2', 'y']), names: ['d0', 'd1'] },
    {
      name: 'the node may name them',
      path: 'named',
      body: multipart(['d', '1', 'x'], ['e', '2', 'y']),
      names: ['data0', 'data1'],
    },
    { name: 'a body of another type is one', body: 'bytes', type: 'application/octet-stream', names: ['data'] },
    { name: 'so is JSON of another type', body: '{"a":1}', type: 'application/vnd.api+json', names: ['data'] },
  ])('$name', async ({ path = 'any', body, type = MULTIPART, names }) => {
    expect(Object.keys((await itemOf(path, body, type)).binary ?? {})).toEqual(names)
  })

  test.each<{ type: string; text: string; fileType?: string; fileExtension?: string; fileSize: string }>([
    { type: 'image/png', text: 'x', fileType: 'image', fileExtension: 'png', fileSize: '1 B' },
    { type: 'audio/mpeg', text: 'x'.repeat(999), fileType: 'audio', fileExtension: 'mp3', fileSize: '999 B' },
    { type: 'video/mp4', text: 'x'.repeat(1000), fileType: 'video', fileExtension: 'mp4', fileSize: '1 kB' },
    { type: 'application/pdf', text: 'x'.repeat(1235), fileType: 'pdf', fileExtension: 'pdf', fileSize: '1.24 kB' },
    { type: 'text/html', text: 'x'.repeat(1_000_000), fileType: 'html', fileExtension: 'html', fileSize: '1 MB' },
    { type: 'text/csv', text: 'x', fileType: 'text', fileExtension: 'csv', fileSize: '1 B' },
    { type: 'application/zip', text: 'x', fileExtension: 'zip', fileSize: '1 B' },
    { type: 'application/gzip', text: 'x', fileExtension: 'gz', fileSize: '1 B' },
    { type: 'application/octet-stream', text: 'x', fileExtension: 'bin', fileSize: '1 B' },
    { type: 'text/css', text: 'x', fileType: 'text', fileExtension: 'css', fileSize: '1 B' },
    { type: 'image/jpeg', text: 'x', fileType: 'image', fileExtension: 'jpeg', fileSize: '1 B' },
    { type: 'image/gif', text: 'x', fileType: 'image', fileExtension: 'gif', fileSize: '1 B' },
    { type: 'image/webp', text: 'x', fileType: 'image', fileExtension: 'webp', fileSize: '1 B' },
    { type: 'application/x-other', text: 'x', fileSize: '1 B' },
  ])('of the type $type are described', async ({ type, text, fileType, fileExtension, fileSize }) => {
    const { binary } = await itemOf('any', text, type)
    expect(binary).toEqual({
      data: {
        mimeType: type,
        ...(fileType === undefined ? {} : { fileType }),
        ...(fileExtension === undefined ? {} : { fileExtension }),
        data: 'filesystem-v2',
        fileName: expect.stringMatching(/^[0-9a-f-]{36}$/),
        id: expect.stringMatching(/^filesystem-v2:workflows\/any\/executions\/\d+\/binary_data\/[0-9a-f-]{36}$/),
        fileSize,
        bytes: text.length,
      },
    })
  })

  test.each([
    ['text/plain', { 'content-encoding': 'gzip' }, 'x', 415],
    ['application/x-www-form-urlencoded', { 'content-encoding': 'gzip' }, 'a=1', 415],
    ['application/x-www-form-urlencoded', {}, Array(1000).fill('a=1').join('&'), 200],
    ['application/x-www-form-urlencoded', {}, Array(1001).fill('a=1').join('&'), 413],
  ])('of the type %s with %j are taken, or are not', async (type, headers, body, status) => {
    const { answer } = await instance.call('any', body, { headers: { ...headers, 'content-type': type } })
    expect(answer.status).toBe(status)
  })

  test.each([
    ['application/json', '{"a": 1}', { a: 1 }],
    ['text/plain', 'plain', 'plain'],
    ['application/octet-stream', 'bytes', undefined],
  ])(
    'with rawBody a body of %s is there as it was sent, and read where its type is known',
    async (type, body, read) => {
      const { json, binary } = await itemOf('raw', body, type)
      expect([json.body, binary]).toEqual([read, { data: { data: btoa(body), mimeType: type } }])
    },
  )

  test.each([
    ['strip-false', ['doc']],
    ['strip-true', undefined],
    ['strip-undefined', undefined],
    ['strip-before', ['doc']],
  ])('pass a set node, or do not, as its options say: %s', async (path, names) => {
    const { execution } = await instance.call(path, multipart(['doc', 'n.txt', 'hello']), {
      headers: { 'content-type': MULTIPART },
    })
    const { binary } = execution.data.resultData.runData.Set?.[0]?.data.main[0]?.[0] ?? {}
    expect(binary && Object.keys(binary)).toEqual(names as never)
  })

  test('take 64 MiB of memory at most: the oldest goes first', async () => {
    const answered = { responseMode: 'lastNode', responseData: 'firstEntryBinary' }
    const wait = node('Wait', 'wait', { resume: 'webhook', ...answered }, { typeVersion: 1.1 })
    const { nodes = [], ...rest } = called('waits', [wait])
    const connections = {
      Hook: { main: [to('Wait', 'Merge')] },
      Wait: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
    }
    const waits = { ...rest, nodes: [...nodes, node('Merge', 'merge')], connections }
    await using other = await playing([called('fills', []), waits])
    const large = Buffer.alloc(16 * 1024 * 1024)
    const send = async (path: string, body: Uint8Array) =>
      (await other.call(path, body, { headers: { 'content-type': 'image/png' } })).execution
    const answersFile = async ({ id, data }: Execution) =>
      (await other.fetch(`/webhook-waiting/${id}?signature=${data.resumeToken}`)).status
    const [first, second, third] = [await send('waits', large), await send('waits', large), await send('waits', large)]
    await send('fills', large)
    expect(await answersFile(first)).toBe(200)
    await send('fills', Buffer.alloc(1))
    await send('fills', large)
    expect(await answersFile(second)).toBe(500)
    expect(await answersFile(third)).toBe(200)
  })

  test('of JSON in a form are described as such', async () => {
    const { binary } = await itemOf(
      'any',
      multipart(['doc', 'n.json', '{}']).replace('text/plain', 'application/json'),
      MULTIPART,
    )
    expect(binary).toMatchObject({ doc: { mimeType: 'application/json', fileType: 'json', fileExtension: 'json' } })
  })

  test('their size is in the execution', async () => {
    const { execution } = await instance.call('any', multipart(['doc', 'n.txt', 'hello']), {
      headers: { 'content-type': MULTIPART },
    })
    expect(await instance.shown(execution.id)).toMatchObject({ binaryDataSizeBytes: 5 } as never)
  })

  test('an execution without files has no size of them', async () => {
    const { execution } = await instance.call('any', '{}', { headers: { 'content-type': 'application/json' } })
    expect(instance.stored().find(({ id }) => id === execution.id)).not.toHaveProperty('binaryDataSizeBytes')
  })

  test('one that is sent raw has no size', async () => {
    const wait = node('Wait', 'wait', { resume: 'webhook', httpMethod: 'POST', options: { rawBody: true } })
    const { nodes = [], ...rest } = called('waits', [wait])
    const connections = {
      Hook: { main: [to('Wait', 'Merge')] },
      Wait: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
      Merge: { main: [to('Sub')] },
    }
    const sub = inARow(node('Start', 'executeWorkflowTrigger'))
    await using other = await playing([
      {
        ...rest,
        nodes: [...nodes, node('Merge', 'merge'), node('Sub', 'executeWorkflow', { workflowId: 'sub' })],
        connections,
      },
      { id: 'sub', name: 'sub', active: true, ...sub },
    ])
    const { execution } = await other.call('waits', multipart(['doc', 'n.txt', 'hello']), {
      headers: { 'content-type': MULTIPART },
    })
    const path = `/webhook-waiting/${execution.id}?signature=${execution.data.resumeToken}`
    expect((await other.fetch(path, { method: 'POST', body: '{}' })).status).toBe(200)
    expect(other.stored().map(it => [it.workflowId, 'binaryDataSizeBytes' in it && it.binaryDataSizeBytes])).toEqual([
      ['waits', 5],
      ['sub', 5],
    ])
  })
})

describe('a page of another origin', () => {
  const ask = (path: string, method: string, headers: Record<string, string>) =>
    instance.request(method, `/webhook/${path}`, undefined, { key: null, headers })
  const corsOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

  test.each<[string, string, Record<string, string>, Record<string, string>]>([
    [
      'may call any webhook',
      'any',
      { origin: ORIGIN },
      { 'access-control-allow-origin': ORIGIN, 'access-control-allow-methods': 'OPTIONS, POST' },
    ],
    ['is not answered so where it names no origin', 'any', {}, {}],
    [
      'is told the first of a list, whoever asks',
      'listed',
      { origin: ORIGIN },
      { 'access-control-allow-origin': 'https://a.example', 'access-control-allow-methods': 'OPTIONS, POST' },
    ],
    [
      'is told the first also where the second asks: the blank is not trimmed, as in the service',
      'listed',
      { origin: 'https://b.example' },
      { 'access-control-allow-origin': 'https://a.example', 'access-control-allow-methods': 'OPTIONS, POST' },
    ],
    ...['exact', 'star', 'unlisted'].map((path): [string, string, Record<string, string>, Record<string, string>] => [
      `is named where it may, as by ${path}`,
      path,
      { origin: 'https://b.example' },
      { 'access-control-allow-origin': 'https://b.example', 'access-control-allow-methods': 'OPTIONS, POST' },
    ]),
  ])('%s', async (_name, path, headers, expected) => {
    const answer = await ask(path, 'POST', headers)
    expect(answer.headers.get('vary')).toBe(headers.origin ? 'Accept-Encoding, Origin' : 'Accept-Encoding')
    expect([answer.status, corsOf(answer)]).toEqual([200, expected])
  })

  test.each<{ name: string; path: string; headers: Record<string, string>; expected: Record<string, string> }>([
    {
      name: 'is told what it may send',
      path: 'any',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-y',
      },
      expected: {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'OPTIONS, POST',
        'access-control-allow-headers': 'content-type,x-y',
        'access-control-max-age': '300',
      },
    },
    {
      name: 'is told all methods',
      path: 'two',
      headers: { origin: ORIGIN, 'access-control-request-method': 'PUT' },
      expected: {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'OPTIONS, GET, POST, PUT',
        'access-control-max-age': '300',
      },
    },
    {
      name: 'gets the methods alone where it asks for none',
      path: 'two',
      headers: { origin: ORIGIN },
      expected: { 'access-control-allow-methods': 'OPTIONS, GET, POST, PUT' },
    },
    { name: 'is not asked for without an origin', path: 'any', headers: {}, expected: {} },
    {
      name: 'hears of no methods where the path has a slash more',
      path: 'two/',
      headers: { origin: ORIGIN },
      expected: { 'access-control-allow-methods': 'OPTIONS' },
    },
    {
      name: 'hears of no methods where nothing is there',
      path: 'unknown',
      headers: { origin: ORIGIN },
      expected: { 'access-control-allow-methods': 'OPTIONS' },
    },
  ])('asks before it calls, and $name', async ({ path, headers, expected }) => {
    const answer = await ask(path, 'OPTIONS', headers)
    expect([answer.status, answer.text, corsOf(answer)]).toEqual([204, '', expected])
  })

  test.each([
    ['OPTIONS', 'unknown', 'OPTIONS'],
    ['POST', 'unknown', 'OPTIONS'],
    ['DELETE', 'two', 'OPTIONS, GET, POST, PUT'],
  ])('calls by %s what %s does not take: 500, as at the service', async (method, path, methods) => {
    const answer = await ask(path, method, { origin: ORIGIN, 'access-control-request-method': 'PUT' })
    expect([answer.status, answer.text]).toEqual([500, expect.stringContaining('<pre>Internal Server Error</pre>')])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'access-control-allow-methods': methods,
    })
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
  })
})

test('a call from the page itself that nothing takes says why', async () => {
  const headers = { origin: new URL(instance.url).origin }
  const answer = await instance.request('POST', '/webhook/unknown', {}, { key: null, headers })
  expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ code: 404 })])
})

describe('another method', () => {
  test.each([
    ['GET', 'any', 'This webhook is not registered for GET requests. Did you mean to make a POST request?'],
    [
      'DELETE',
      'two',
      'This webhook is not registered for DELETE requests. Did you mean to make a GET, POST or PUT request?',
    ],
  ])('%s of %s is 404, and says which are taken', async (method, path, message) => {
    const { answer, left } = await instance.call(path, undefined, { method })
    expect([answer.status, answer.body as unknown, left]).toEqual([404, { code: 404, message }, []])
  })

  test('the path of a form is said to take its methods', async () => {
    const form = { name: 'Form', type: 'n8n-nodes-base.formTrigger', parameters: { options: { path: 'contact' } } }
    await using other = await playing([
      { id: '1', name: 'f', active: true, nodes: [{ ...form, typeVersion: 2.2 }], connections: {} },
    ])
    const { answer } = await other.call('contact', undefined, { method: 'GET' })
    expect(answer.body as unknown).toEqual({
      code: 404,
      message: 'This webhook is not registered for GET requests. Did you mean to make a GET or POST request?',
    })
  })
})

describe('who is kept out', () => {
  const NOT_HERE = 'IP is not allowed to access the webhook!'
  const WRONG = 'Authorization data is wrong!'
  const BASIC = 'Basic realm="Webhook"'
  test.each<{ name: string; path: string; headers?: Record<string, string>; text: string; asked?: string }>([
    { name: 'an address that is not in the list', path: 'nobody', text: NOT_HERE },
    {
      name: 'one that a header of a proxy names',
      path: 'nobody',
      headers: { 'x-forwarded-for': '10.0.0.1' },
      text: NOT_HERE,
    },
    { name: 'everybody by a list without addresses', path: 'nonsense', text: NOT_HERE },
    { name: 'a bot', path: 'bots', headers: { 'user-agent': 'Googlebot/2.1' }, text: WRONG, asked: BASIC },
    { name: 'curl', path: 'bots', headers: { 'user-agent': 'curl/8' }, text: WRONG, asked: BASIC },
    { name: 'the fetch of Node', path: 'bots', headers: { 'user-agent': 'node' }, text: WRONG, asked: BASIC },
    { name: 'a program of Java', path: 'bots', headers: { 'user-agent': 'Java/17.0.1' }, text: WRONG, asked: BASIC },
  ])('$name', async ({ path, headers, text, asked = null }) => {
    const { answer, left } = await instance.call(path, {}, { headers })
    expect([answer.status, answer.text, answer.headers.get('www-authenticate')]).toEqual([403, text, asked])
    expect(left).toEqual([])
  })

  test.each<[string, string, Record<string, string>]>([
    ['an address of a network in the list', 'loopback', {}],
    ['a browser', 'bots', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }],
    ['anybody by an empty list', 'unlisted', {}],
    ['a bot where the node says so', 'unlisted', { 'user-agent': 'Googlebot/2.1' }],
    ['a caller of no name', 'bots', { 'user-agent': '' }],
    ['a bot where none is kept out', 'any', { 'user-agent': 'Googlebot/2.1' }],
  ])('not %s', async (_name, path, headers) => {
    expect((await instance.call(path, {}, { headers })).answer.status).toBe(200)
  })
})
