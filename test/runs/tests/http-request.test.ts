import { describe, expect, test } from 'bun:test'
import { type HttpAnswer, runWorkflow, startInstance } from '../../../src/testing.ts'
import { inARow, request } from './workflows.ts'

const run = (parameters: object, http: HttpAnswer[] = [{ url: '*', json: { ok: true } }], more: object = {}) =>
  runWorkflow(inARow(request(parameters, more)), { input: [{ n: 7, name: 'Ann' }], http })

const pairs = (...list: [string, string][]) => ({ parameters: list.map(([name, value]) => ({ name, value })) })

describe('what would be sent', () => {
  test.each<[string, object, object]>([
    [
      'the address',
      { url: '=https://api.example.com/{{ $json.n }}' },
      { url: 'https://api.example.com/7', method: 'GET' },
    ],
    ['the method', { method: 'DELETE' }, { method: 'DELETE' }],
    [
      'the query',
      { sendQuery: true, queryParameters: pairs(['a', '={{ $json.n }}'], ['b', 'x y']) },
      { url: 'https://api.example.com/a?a=7&b=x%20y' },
    ],
    [
      'the query as JSON',
      { sendQuery: true, specifyQuery: 'json', jsonQuery: '={"a": {{ $json.n }}}' },
      { url: 'https://api.example.com/a?a=7' },
    ],
    [
      'a query of lists and objects, in brackets',
      { sendQuery: true, specifyQuery: 'json', jsonQuery: '{"l":[1,2],"o":{"a b":true},"none":null,"empty":[]}' },
      { url: 'https://api.example.com/a?l%5B0%5D=1&l%5B1%5D=2&o%5Ba%20b%5D=true&none=' },
    ],
    [
      'a query of lists as the node has them written',
      {
        sendQuery: true,
        queryParameters: pairs(['l', '={{ [1, 2] }}']),
        options: { queryParameterArrays: 'brackets' },
      },
      { url: 'https://api.example.com/a?l%5B%5D=1&l%5B%5D=2' },
    ],
    [
      'of parameters with one name, the last, after those of the address',
      {
        url: 'https://api.example.com/a?z=1',
        sendQuery: true,
        queryParameters: pairs(['a', '1'], ['a', "!'()*~"]),
      },
      { url: 'https://api.example.com/a?z=1&a=%21%27%28%29%2A~' },
    ],
    [
      'headers, in small letters',
      { sendHeaders: true, headerParameters: pairs(['X-Id', '7']) },
      { headers: { 'x-id': '7' } },
    ],
    [
      'a JSON body of fields',
      { method: 'POST', sendBody: true, bodyParameters: pairs(['n', '={{ $json.n }}']) },
      { body: { n: 7 }, headers: { 'content-type': 'application/json' } },
    ],
    [
      'a JSON body of text',
      { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody: '={ "n": {{ $json.n }} }' },
      { body: { n: 7 } },
    ],
    [
      'a form',
      { method: 'POST', sendBody: true, contentType: 'form-urlencoded', bodyParameters: pairs(['n', '7']) },
      { body: { n: '7' }, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'text',
      { method: 'POST', sendBody: true, contentType: 'raw', rawContentType: 'text/csv', body: 'a,b' },
      { body: 'a,b', headers: { 'content-type': 'text/csv' } },
    ],
  ])('%s', async (_part, parameters, expected) => {
    expect((await run(parameters)).requests).toMatchObject([{ node: 'Ask', itemIndex: 0, mock: 0, ...expected }])
  })

  test('by the first version of the node', async () => {
    const parameters = {
      requestMethod: 'POST',
      url: 'https://api.example.com/old',
      bodyParametersUi: { parameter: [{ name: 'n', value: '={{ $json.n }}' }] },
      queryParametersUi: { parameter: [{ name: 'q', value: '1' }] },
    }
    expect((await run(parameters, undefined, { typeVersion: 1 })).requests).toMatchObject([
      { method: 'POST', url: 'https://api.example.com/old?q=1', body: { n: 7 } },
    ])
  })
})

describe('the secret of a credential is never in a request', () => {
  const SECRET = 'hunter2-very-secret'
  test.each<[string, object, object]>([
    ['httpHeaderAuth', { name: 'X-Key', value: SECRET }, { headers: { 'x-key': '<secret>' } }],
    ['httpQueryAuth', { name: 'key', value: SECRET }, { url: 'https://api.example.com/a?key=<secret>' }],
    ['httpBasicAuth', { user: 'ann', password: SECRET }, { headers: { authorization: 'Basic <secret>' } }],
    ['httpBearerAuth', { token: SECRET }, { headers: { authorization: 'Bearer <secret>' } }],
  ])('%s', async (type, data, expected) => {
    const node = request(
      { authentication: 'genericCredentialType', genericAuthType: type },
      { credentials: { [type]: { id: 'c1', name: 'Key' } } },
    )
    await using instance = await startInstance({
      profile: 'n8n-2.41',
      fixture: { credentials: [{ id: 'c1', name: 'Key', type, data }] } as never,
    })
    const made = await instance.runWorkflow(inARow(node), { http: [{ url: '*', json: {} }] })
    expect(made.requests).toMatchObject([expected])
    expect(JSON.stringify(made)).not.toContain(SECRET)
  })
})

describe('an answer', () => {
  test.each<{ what: string; answer: HttpAnswer; parameters?: object; output: object[] }>([
    { what: 'of JSON is an item', answer: { url: '*', json: { a: 1 } }, output: [{ a: 1 }] },
    {
      what: 'of a JSON list is an item each',
      answer: { url: '*', json: [{ a: 1 }, { a: 2 }] },
      output: [{ a: 1 }, { a: 2 }],
    },
    { what: 'of text is a field', answer: { url: '*', text: 'hello' }, output: [{ data: 'hello' }] },
    {
      what: 'is whole where that is asked for',
      answer: { url: '*', json: { a: 1 }, status: 201, headers: { 'X-Id': '7' } },
      parameters: { options: { response: { response: { fullResponse: true } } } },
      output: [{ body: { a: 1 }, statusCode: 201, statusMessage: 'Created', headers: { 'x-id': '7' } }],
    },
    {
      what: 'of an error is one where no status is an error',
      answer: { url: '*', json: { a: 1 }, status: 500 },
      parameters: { options: { response: { response: { neverError: true } } } },
      output: [{ a: 1 }],
    },
  ])('$what', async ({ answer, parameters = {}, output }) => {
    expect((await run(parameters, [answer])).node('Ask').output).toMatchObject(output)
  })

  test('that is a file becomes one', async () => {
    const made = await run({}, [{ url: '*', base64: 'AAEC', headers: { 'content-type': 'image/png' } }])
    expect(made.node('Ask').runs[0]?.output[0]?.[0]?.binary).toMatchObject({ data: { mimeType: 'image/png' } })
  })
})

describe('a request that fails', () => {
  test.each<[string, Partial<HttpAnswer>, string]>([
    ['404', { status: 404 }, 'The resource you are requesting could not be found'],
    ['401', { status: 401 }, 'Authorization failed - please check your credentials'],
    ['429', { status: 429 }, 'The service is receiving too many requests from you'],
    [
      '503',
      { status: 503 },
      'Service unavailable - try again later or consider setting this node to retry automatically',
    ],
    ['no connection', { error: 'ECONNREFUSED' }, 'The service refused the connection - perhaps it is offline'],
    ['an unknown host', { error: 'ENOTFOUND' }, 'The connection cannot be established'],
    ['another way', { error: 'certificate has expired' }, 'certificate has expired'],
  ])('%s is an error in the words of the service', async (_what, answer, message) => {
    const made = await run({}, [{ url: '*', ...answer }])
    expect([made.status, made.error?.node, made.error?.message]).toEqual([
      'error',
      'Ask',
      expect.stringContaining(message),
    ])
  })

  test('leaves by the error output', async () => {
    const made = await run({}, [{ url: '*', status: 404 }], { onError: 'continueErrorOutput' })
    expect([made.status, made.node('Ask').runs[0]?.output.map(items => items.length)]).toEqual(['success', [0, 1]])
  })

  test('is tried again', async () => {
    const http = [
      { url: '*', status: 503, times: 2 },
      { url: '*', json: { ok: 1 } },
    ]
    const made = await run({}, http, { retryOnFail: true, maxTries: 3 })
    expect([made.requests.map(({ mock }) => mock), made.node('Ask').output]).toEqual([[0, 0, 1], [{ ok: 1 }]])
  })
})

test('each page is asked for, until there is none', async () => {
  const pagination = {
    paginationMode: 'updateAParameterInEachRequest',
    parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
    paginationCompleteWhen: 'other',
    completeExpression: '={{ $response.body.last }}',
  }
  const http = [1, 2, 3].map(page => ({ url: '*', query: { page: String(page) }, json: { page, last: page === 3 } }))
  const made = await run({ options: { pagination: { pagination } } }, http)
  expect(made.node('Ask').output.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(made.requests).toHaveLength(3)
})

describe('an answer is found by', () => {
  test.each<[string, HttpAnswer, boolean]>([
    ['its address', { url: 'https://api.example.com/a' }, true],
    ['another address', { url: 'https://api.example.com/b' }, false],
    ['a part of an address', { url: 'https://*.example.com/*' }, true],
    ['its method', { url: '*', method: 'post' }, true],
    ['another method', { url: '*', method: 'GET' }, false],
    ['its query', { url: '*', query: { q: '1' } }, true],
    ['its query in the address', { url: 'https://api.example.com/a?q=1' }, true],
    ['another query', { url: '*', query: { q: '2' } }, false],
    ['fields of its body', { url: '*', body: { n: 7 } }, true],
    ['other fields', { url: '*', body: { n: 8 } }, false],
  ])('%s', async (_what, answer, isFound) => {
    const parameters = {
      method: 'POST',
      sendQuery: true,
      queryParameters: pairs(['q', '1']),
      sendBody: true,
      specifyBody: 'json',
      jsonBody: '{ "n": 7, "m": 8 }',
    }
    const made = await run(parameters, [{ json: {}, ...answer }])
    expect([made.status, made.requests[0]?.mock]).toEqual(isFound ? ['success', 0] : ['broken', undefined])
  })
})

test('nothing is ever sent', async () => {
  let asked = 0
  await using server = Bun.serve({
    port: 0,
    fetch() {
      asked++
      return new Response('{}')
    },
  })
  const url = `http://127.0.0.1:${server.port}/`
  for (const http of [[], [{ url: '*', json: {} }]])
    for (const unmocked of ['pass', 'fail'] as const) await runWorkflow(inARow(request({ url })), { http, unmocked })
  expect((await runWorkflow(inARow(request({ url })))).error?.message).toContain(`no answer is given for GET ${url}`)
  expect(asked).toBe(0)
})
