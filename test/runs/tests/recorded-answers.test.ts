import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestInstance } from '../../../src/commands/test-instance.ts'
import { recordedCase } from '../../../src/runs/tests/complete-case.ts'
import type { RecordedExecution } from '../../../src/runs/tests/recorded-shape.ts'
import type { RunRequest, WorkflowGiven } from '../../../src/runs/trials/run-request.ts'
import { inARow, request } from './workflows.ts'

let instance: Awaited<ReturnType<typeof createTestInstance>>
beforeAll(async () => {
  instance = await createTestInstance('n8n-2.41')
})
afterAll(() => instance[Symbol.asyncDispose]())

const URL_OF_ITEM = { url: '=https://api.example.com/{{ $json.id }}' }
const set = (name: string, value: string) => ({
  name: 'After',
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: '1', name, type: 'string', value }] } },
})

/** The execution of a workflow whose requests were answered, as a service answers it. */
async function executed(workflow: WorkflowGiven, given: Omit<RunRequest, 'workflow'>): Promise<RecordedExecution> {
  const { execution } = await instance.runTrial({ workflow, input: [{ id: 'a' }], ...given })
  return JSON.parse(JSON.stringify({ ...execution, id: 7 }))
}

/** The case that is recorded of it. */
async function recorded(execution: RecordedExecution) {
  const { testCase, differences } = await recordedCase(execution, instance.runTrial)
  expect(differences).toEqual([])
  return testCase
}

const recordedOf = async (node: ReturnType<typeof request>, http: unknown[], input: unknown = [{ id: 'a' }]) =>
  recorded(await executed(inARow(node), { http, input }))

const full = { options: { response: { response: { fullResponse: true } } } }
const text = { options: { response: { response: { responseFormat: 'text' } } } }
const A = { method: 'GET', url: 'https://api.example.com/a' }

describe('what a request was answered is told by the output of its node', () => {
  test.each<[string, object, object, object, object]>([
    ['an object', {}, {}, { json: { n: 1 } }, { json: { n: 1 } }],
    ['a list', {}, {}, { json: [{ n: 1 }, { n: 2 }] }, { json: [{ n: 1 }, { n: 2 }] }],
    ['an empty list', {}, {}, { json: [] }, { json: [] }],
    ['a text', {}, {}, { text: 'hello' }, { text: 'hello' }],
    ['a text that is wanted', text, {}, { json: { n: 1 } }, { text: '{"n":1}' }],
    ['a number', {}, {}, { json: 7 }, { json: 7 }],
    [
      'a text in a field of another name',
      { options: { response: { response: { outputPropertyName: 'said' } } } },
      {},
      { text: 'hello' },
      { text: 'hello' },
    ],
    [
      'an object with the field of a text',
      { options: { response: { response: { responseFormat: 'json' } } } },
      {},
      { json: { data: 'hello' } },
      { json: { data: 'hello' } },
    ],
    [
      'status and headers',
      full,
      {},
      { status: 201, headers: { 'x-id': '9', 'content-type': 'application/json' }, json: { n: 1 } },
      { status: 201, headers: { 'x-id': '9', 'content-type': 'application/json' }, json: { n: 1 } },
    ],
    ['a failure', {}, {}, { status: 404, json: { message: 'none' } }, { status: 404, json: { message: 'none' } }],
    ['a failure without a body', {}, {}, { status: 503 }, { status: 503 }],
    ['a failure in words', {}, {}, { status: 500, text: 'no { "a": 1 }' }, { status: 500, text: 'no { "a": 1 }' }],
    ['no connection', {}, {}, { error: 'ECONNREFUSED' }, { error: 'ECONNREFUSED' }],
    [
      'a failure after which it goes on',
      {},
      { onError: 'continueRegularOutput' },
      { status: 404, json: { message: 'none' } },
      { status: 404, json: { message: 'none' } },
    ],
    [
      'no connection, after which it goes on by its error output',
      {},
      { onError: 'continueErrorOutput' },
      { error: 'ENOTFOUND' },
      { error: 'ENOTFOUND' },
    ],
    [
      'a failure of each try',
      {},
      { retryOnFail: true, maxTries: 2 },
      { status: 503, text: 'later' },
      { status: 503, text: 'later' },
    ],
    [
      'an object, at a node of version 1',
      { responseFormat: 'json' },
      { typeVersion: 1 },
      { json: { n: 1 } },
      { json: { n: 1 } },
    ],
    ['a text, at a node of version 2', { responseFormat: 'string' }, { typeVersion: 2 }, { text: 'x' }, { text: 'x' }],
  ])('%s', async (_what, parameters, more, answer, expected) => {
    const testCase = await recordedOf(request(parameters, more), [{ url: '*', ...answer }])
    expect(testCase).not.toHaveProperty('mocks')
    expect(testCase.http).toEqual([{ ...A, ...expected }])
    expect(testCase.expect?.requests?.[0]).toMatchObject({ ...A, node: 'Ask' })
  })

  test('and the node computes its output again', async () => {
    const testCase = await recordedOf(request(), [{ url: '*', json: { n: 1 } }])
    expect(testCase.expect?.nodes).toMatchObject({ Ask: { output: [{ n: 1 }] } })
  })
})

describe('several answers are told apart', () => {
  const items = [{ id: 'a' }, { id: 'b' }]
  const answered = (key: 'url' | 'query' | 'body') =>
    items.map(({ id }) => ({
      url: '*',
      json: { of: id },
      [key]: key === 'url' ? `https://api.example.com/${id}` : { id },
    }))
  const pairs = { parameters: [{ name: 'id', value: '={{ $json.id }}' }] }

  test.each<[string, object, unknown[], object[]]>([
    [
      'by their addresses',
      URL_OF_ITEM,
      answered('url'),
      [
        { ...A, json: { of: 'a' } },
        { ...A, url: 'https://api.example.com/b', json: { of: 'b' } },
      ],
    ],
    [
      'by their queries',
      { sendQuery: true, queryParameters: pairs },
      answered('query'),
      [
        { ...A, url: 'https://api.example.com/a?id=a', json: { of: 'a' } },
        { ...A, url: 'https://api.example.com/a?id=b', json: { of: 'b' } },
      ],
    ],
    [
      'by their bodies',
      { method: 'POST', sendBody: true, bodyParameters: pairs },
      answered('body'),
      [
        { ...A, method: 'POST', body: { id: 'a' }, json: { of: 'a' } },
        { ...A, method: 'POST', body: { id: 'b' }, json: { of: 'b' } },
      ],
    ],
    [
      'by their order',
      {},
      [
        { url: '*', times: 1, json: { of: 'a' } },
        { url: '*', json: { of: 'b' } },
      ],
      [
        { ...A, times: 1, json: { of: 'a' } },
        { ...A, times: 1, json: { of: 'b' } },
      ],
    ],
    [
      'and those alike are one',
      URL_OF_ITEM,
      [{ url: '*', json: {} }],
      [
        { ...A, json: {} },
        { ...A, url: 'https://api.example.com/b', json: {} },
      ],
    ],
    ['and one stands for all of an address', {}, [{ url: '*', json: {} }], [{ ...A, json: {} }]],
  ])('%s', async (_what, parameters, http, expected) => {
    const testCase = await recordedOf(request(parameters), http, items)
    expect(testCase.http).toEqual(expected as never)
    expect(testCase.expect).toMatchObject({ nodes: { Ask: { output: expect.any(Array) } }, requests: [{}, {}] })
  })

  test('by the node that asked, of several in a row', async () => {
    const nodes = ['a', 'b'].map(name => request({ url: `https://api.example.com/${name}` }, { name }))
    const http = [
      { url: '*', times: 1, json: { id: 'b' } },
      { url: '*', json: { id: 'c' } },
    ]
    const testCase = await recorded(await executed(inARow(...nodes, set('id', '={{ $json.id }}')), { http }))
    expect(testCase.http).toEqual([
      { ...A, json: { id: 'b' } },
      { ...A, url: 'https://api.example.com/b', json: { id: 'c' } },
    ])
    expect(testCase.expect?.nodes).toMatchObject({ After: { output: [{ id: 'c' }] } })
  })
})

describe('a node keeps a mock', () => {
  const pagination = {
    paginationMode: 'updateAParameterInEachRequest',
    parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }] },
    paginationCompleteWhen: 'other',
    completeExpression: '={{ $pageCount > 0 }}',
  }
  test.each<[string, object, object, unknown[], unknown]>([
    ['that asks for pages', { options: { pagination: { pagination } } }, {}, [{ url: '*', json: { n: 1 } }], [{}]],
    ['that gets a file', {}, {}, [{ url: '*', base64: 'AQI=', headers: { 'content-type': 'image/png' } }], [{}]],
    [
      'that failed at one of several items',
      {},
      {},
      [
        { url: '*', times: 1, json: {} },
        { url: '*', status: 500 },
      ],
      [{}, {}],
    ],
  ])('%s', async (_what, parameters, more, http, input) => {
    const testCase = await recordedOf(request(parameters, more), http, input)
    expect([testCase.http, Object.keys(testCase.mocks ?? {})]).toEqual([undefined, ['Ask']])
  })

  test('that passed its items on, since nothing answered it', async () => {
    const testCase = await recorded(await executed(inARow(request()), { unmocked: 'pass' }))
    expect([testCase.http, Object.keys(testCase.mocks ?? {})]).toEqual([undefined, ['Ask']])
  })

  test('that put out its pinned data', async () => {
    const execution = (await executed(inARow(request()), { http: [{ url: '*', json: { n: 1 } }] })) as never as {
      data: { resultData: { pinData?: object } }
    }
    execution.data.resultData.pinData = { Ask: [{ json: { n: 1 } }] }
    const testCase = await recorded(execution as never)
    expect([testCase.http, Object.keys(testCase.mocks ?? {})]).toEqual([undefined, ['Ask']])
  })

  test('beside one whose answers are known', async () => {
    const file = { url: 'https://api.example.com/a', base64: 'AQI=', headers: { 'content-type': 'image/png' } }
    const other = request({ url: 'https://api.example.com/b' }, { name: 'Other' })
    const testCase = await recorded(
      await executed(inARow(request(), other), { http: [file, { url: '*', json: { n: 1 } }] }),
    )
    expect(testCase).toMatchObject({
      mocks: { Ask: [{ binary: {} }] },
      http: [{ ...A, url: 'https://api.example.com/b', json: { n: 1 } }],
      expect: { requests: [{ node: 'Other' }] },
    })
  })
})

test('a node that asks once has one answer, whatever it gets', async () => {
  const node = request(URL_OF_ITEM, { executeOnce: true })
  const testCase = await recordedOf(node, [{ url: '*', json: { n: 1 } }], [{ id: 'a' }, { id: 'b' }])
  expect([testCase.http, testCase.expect?.requests?.length]).toEqual([[{ ...A, json: { n: 1 } }], 1])
})

describe('an execution of a service', () => {
  type Runs = Record<string, { data: { main: ({ json: Record<string, unknown> }[] | null)[] } }[]>
  const asked = ['b', 'a', 'c'].map(name =>
    request({ ...full, url: `https://api.example.com/${name}` }, { name, onError: 'continueErrorOutput' }),
  )

  /** The case of three nodes in a row, of which one has put out something else. */
  async function edited(edit: (runs: Runs) => void) {
    const execution = await executed(inARow(...asked), { http: [{ url: '*', json: { n: 1 } }] })
    edit((execution.data as { resultData: { runData: Runs } }).resultData.runData)
    return recorded(execution)
  }

  test('whose node put out what no answer gives keeps a mock of that one alone', async () => {
    const testCase = await edited(runs => {
      const item = runs.a?.[0]?.data.main[0]?.[0]
      if (item) item.json.statusMessage = 'In words of its own'
    })
    expect([Object.keys(testCase.mocks ?? {}), testCase.http]).toMatchObject([
      ['a'],
      [{ url: 'https://api.example.com/b' }, { url: 'https://api.example.com/c' }],
    ])
  })

  test('may say nothing of an output', async () => {
    const testCase = await edited(runs => runs.a?.[0]?.data.main.fill(null, 1))
    expect([testCase.mocks, testCase.http?.length]).toEqual([undefined, 3])
  })
})

test('no secret is in an answer, nor in the request that it is of', async () => {
  const url = '=https://api.example.com/a?api_key={{ $json.api_key }}'
  const execution = await executed(inARow(request({ url })), {
    input: [{ api_key: 'very-secret' }],
    http: [{ url: '*', json: { access_token: 'more-secret', said: 'to very-secret' } }],
  })
  const testCase = await recorded(execution)
  expect(testCase.http).toEqual([{ ...A, json: { access_token: '<secret>', said: 'to <secret>' } }])
  expect(JSON.stringify(testCase)).not.toMatch(/very-secret|more-secret/)
})

test('the answers of a loop are those of its runs', async () => {
  const link = (node: string) => [{ node, type: 'main', index: 0 }]
  const workflow = inARow(
    { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { batchSize: 1, options: {} } },
    request(URL_OF_ITEM),
  )
  const looped = {
    ...workflow,
    connections: { ...workflow.connections, Loop: { main: [[], link('Ask')] }, Ask: { main: [link('Loop')] } },
  }
  const http = ['a', 'b'].map(id => ({ url: `https://api.example.com/${id}`, json: { of: id } }))
  const testCase = await recorded(await executed(looped, { http, input: [{ id: 'a' }, { id: 'b' }] }))
  expect(testCase.http).toMatchObject(http)
  expect(testCase.expect?.nodes?.Ask).toEqual({ runs: [{ output: [{ of: 'a' }] }, { output: [{ of: 'b' }] }] })
})
