import { describe, expect, test } from 'bun:test'
import { type AnswerRequest, runWorkflow, startInstance } from '../../../src/testing.ts'
import { inARow, request } from '../tests/workflows.ts'

const run = (parameters: object, http: AnswerRequest, more: object = {}) =>
  runWorkflow(inARow(request(parameters, more)), { input: [{ n: 7, name: 'Ann' }], http })

const pairs = (...list: [string, string][]) => ({ parameters: list.map(([name, value]) => ({ name, value })) })

describe('a function gets the request as it is on the wire', () => {
  test.each<[string, object, object]>([
    [
      'its address, query and method',
      {
        method: 'DELETE',
        url: '=https://api.example.com/{{ $json.n }}',
        sendQuery: true,
        queryParameters: pairs(['a', 'x y']),
      },
      { method: 'DELETE', url: 'https://api.example.com/7?a=x%20y' },
    ],
    ['its headers', { sendHeaders: true, headerParameters: pairs(['X-Id', '7']) }, { headers: { 'x-id': '7' } }],
    [
      'JSON',
      { method: 'POST', sendBody: true, bodyParameters: pairs(['n', '={{ $json.n }}']) },
      { text: '{"n":7}', headers: { 'content-type': 'application/json' } },
    ],
    [
      'a form',
      { method: 'POST', sendBody: true, contentType: 'form-urlencoded', bodyParameters: pairs(['n', 'a b']) },
      { text: 'n=a%20b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [
      'text',
      { method: 'PUT', sendBody: true, contentType: 'raw', rawContentType: 'text/csv', body: 'a,b' },
      { text: 'a,b', headers: { 'content-type': 'text/csv' } },
    ],
  ])('%s', async (_what, parameters, expected) => {
    const seen: object[] = []
    await run(parameters, async request => {
      const { method, url, headers } = request
      seen.push({ method, url, headers: Object.fromEntries(headers), text: await request.text() })
      return Response.json({})
    })
    expect(seen).toMatchObject([expected])
  })

  test('a form with a file', async () => {
    const forms: FormData[] = []
    const file = { name: 'data', inputDataFieldName: 'data', parameterType: 'formBinaryData' }
    const workflow = inARow(
      { name: 'File', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters: { operation: 'toJson' } },
      request({
        method: 'POST',
        sendBody: true,
        contentType: 'multipart-form-data',
        bodyParameters: { parameters: [file, { name: 'note', value: 'hi' }] },
      }),
    )
    await runWorkflow(workflow, {
      input: [{ n: 7 }],
      http: async request => {
        forms.push((await request.formData()) as FormData)
        return new Response()
      },
    })
    const [form] = forms
    if (!form) throw new Error('The function got no form')
    expect(form.get('note')).toBe('hi')
    expect(await (form.get('data') as File).text()).toBe('[{"n":7}]')
  })

  test('a form without fields as nothing', async () => {
    const seen: string[] = []
    const parameters = { method: 'POST', sendBody: true, contentType: 'multipart-form-data', bodyParameters: pairs() }
    await run(parameters, async request => {
      seen.push(await request.text())
      return Response.json({})
    })
    expect(seen).toEqual([''])
  })

  const SECRET = 'hunter2-very-secret'
  test.each<[string, object, object]>([
    ['httpHeaderAuth', { name: 'X-Key', value: SECRET }, { key: SECRET }],
    ['httpQueryAuth', { name: 'key', value: SECRET }, { url: `https://api.example.com/a?key=${SECRET}` }],
    ['httpBasicAuth', { user: 'ann', password: SECRET }, { authorization: `Basic ${btoa(`ann:${SECRET}`)}` }],
    ['httpBearerAuth', { token: SECRET }, { authorization: `Bearer ${SECRET}` }],
  ])('its authentication: %s; the run shows a placeholder', async (type, data, expected) => {
    const node = request(
      { authentication: 'genericCredentialType', genericAuthType: type },
      { credentials: { [type]: { id: 'c1', name: 'Key' } } },
    )
    await using instance = await startInstance({
      profile: 'n8n-2.41',
      fixture: { credentials: [{ id: 'c1', name: 'Key', type, data }] } as never,
    })
    let seen: object | undefined
    const made = await instance.runWorkflow(inARow(node), {
      http({ url, headers }) {
        seen = { url, key: headers.get('x-key'), authorization: headers.get('authorization') }
        return Response.json({})
      },
    })
    expect(seen).toMatchObject(expected)
    expect(JSON.stringify(made)).not.toContain(SECRET)
  })
})

describe('its answer', () => {
  test.each<[string, () => Response, Record<string, unknown>[]]>([
    ['of JSON is an item', () => Response.json({ a: 1 }), [{ a: 1 }]],
    ['of a list is an item each', () => Response.json([{ a: 1 }, { a: 2 }]), [{ a: 1 }, { a: 2 }]],
    [
      'of text is a field',
      () => new Response('hello', { headers: { 'content-type': 'text/plain' } }),
      [{ data: 'hello' }],
    ],
  ])('%s', async (_what, http, output) => {
    expect((await run({}, http)).node('Ask').output).toEqual(output)
  })

  test('that is a file becomes one', async () => {
    const made = await run({}, () => new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } }))
    expect(made.node('Ask').runs[0]?.output[0]?.[0]?.binary).toMatchObject({ data: { mimeType: 'image/png' } })
  })

  test('with cookies has each of them', async () => {
    const headers: [string, string][] = [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]
    const made = await run(
      { options: { response: { response: { fullResponse: true } } } },
      () => new Response('{}', { headers }),
    )
    expect(made.node('Ask').output).toMatchObject([{ headers: { 'set-cookie': ['a=1', 'b=2'] } }])
  })

  test('of an error is the node’s error, and is tried again', async () => {
    let calls = 0
    const http = () => (++calls < 3 ? new Response('', { status: 503 }) : Response.json({ ok: 1 }))
    const made = await run({}, http, { retryOnFail: true, maxTries: 3 })
    expect([calls, made.node('Ask').output]).toEqual([3, [{ ok: 1 }]])
  })

  test('gives page after page', async () => {
    const pagination = {
      paginationMode: 'updateAParameterInEachRequest',
      parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
      paginationCompleteWhen: 'other',
      completeExpression: '={{ $response.body.last }}',
    }
    const made = await run({ options: { pagination: { pagination } } }, ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page'))
      return Response.json({ page, last: page === 3 })
    })
    expect(made.node('Ask').output.map(({ page }) => page)).toEqual([1, 2, 3])
  })
})

describe('a function that gives no answer is a connection that failed', () => {
  const thrower: AnswerRequest = () => {
    throw new Error('database is locked')
  }

  test('with what it threw, and where', async () => {
    const made = await run({}, thrower)
    expect(made).toMatchObject({ status: 'error', error: { node: 'Ask', message: 'database is locked' } })
    expect(made.error?.description).toContain('function.test.ts')
  })

  test('the node goes on after it as after others', async () => {
    const made = await run({}, thrower, { onError: 'continueErrorOutput' })
    expect(made.node('Ask').runs[0]?.output.map(items => items.length)).toEqual([0, 1])
  })

  test.each<[string, AnswerRequest, string]>([
    ['returned something else', () => ({ ok: true }) as never, 'must return a Response'],
    ['rejected', () => Promise.reject(new Error('no')), 'no'],
    ['returned too much', () => new Response(new Uint8Array(9 * 1024 * 1024)), 'larger than 8 MB'],
    [
      'said why, by a code',
      () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
      'The service refused the connection - perhaps it is offline',
    ],
  ])('it %s', async (_what, http, message) => {
    expect((await run({}, http)).error?.message).toContain(message)
  })
})

test('functions stand beside answers, the first that fits wins', async () => {
  const nodes = ['a', 'b', 'c'].map(name => request({ url: `https://api.example.com/${name}` }, { name }))
  const made = await runWorkflow(inARow(...nodes), {
    http: [
      { url: 'https://api.example.com/a', json: { by: 'answer' } },
      { url: 'https://api.example.com/*', times: 1, handle: () => Response.json({ by: 'function' }) },
      { url: '*', handle: () => Response.json({ by: 'last' }) },
    ],
  })
  expect(['a', 'b', 'c'].map(name => made.node(name).output)).toEqual([
    [{ by: 'answer' }],
    [{ by: 'function' }],
    [{ by: 'last' }],
  ])
  expect(made.requests.map(({ mock, sent }) => [mock, sent])).toEqual([
    [0, undefined],
    [1, undefined],
    [2, undefined],
  ])
})

test('what is wrong with a rule is said', async () => {
  const wrong = (http: unknown) =>
    runWorkflow(inARow(request()), { http: http as never }).catch(({ message }) => message)
  expect(await wrong([{ url: '*', handle: 'x' }])).toContain('run/http/0/handle must be a function')
  expect(await wrong([{ url: '*', handle: () => 1, json: {} }])).toContain('json together with handle')
  expect(await wrong([{ url: '*', handle: () => 1, forward: 'http://localhost' }])).toContain('handle and forward')
  expect(await wrong({})).toContain('must be a list')
})

describe('an instance has functions for all of its runs', () => {
  const webhook = {
    name: 'Webhook',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    parameters: { path: 'go', httpMethod: 'POST', responseMode: 'lastNode' },
    webhookId: 'go',
  }
  const called = { ...inARow(request({ url: 'https://api.example.com/a' })), id: 'w1', name: 'Called', active: true }
  const fixture = {
    workflows: [
      {
        ...called,
        nodes: [{ id: 'n0', position: [0, 0], ...webhook }, ...called.nodes.slice(1)],
        connections: { Webhook: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] } },
      },
    ],
  } as never
  const options = { profile: 'n8n-2.41', simulate: true, unmocked: 'fail', fixture } as const
  const call = async (instance: { request(...given: never[]): Promise<{ body: unknown }> }) =>
    (await instance.request(...(['POST', '/webhook/go', {}] as never[]))).body

  test('by its options', async () => {
    await using instance = await startInstance({ ...options, http: () => Response.json({ by: 'option' }) })
    expect(await call(instance)).toEqual({ by: 'option' })
    expect((await instance.runWorkflow('w1', { input: {} })).node('Ask').output).toEqual([{ by: 'option' }])
  })

  test('by a rule of its simulation, which comes first', async () => {
    await using instance = await startInstance({ ...options, http: () => Response.json({ by: 'option' }) })
    const handle = () => Response.json({ by: 'rule' })
    instance.simulation.add({ workflow: 'w1', http: { url: '*', handle }, times: 1 })
    expect([await call(instance), await call(instance)]).toEqual([{ by: 'rule' }, { by: 'option' }])
  })
})
