import { describe, expect, test } from 'bun:test'
import { columnsOf, inLine, shapeOf } from '../../src/page/client/graph/item-shape.ts'
import { inputOf, outputOf, runResults } from '../../src/page/client/graph/run-results.ts'
import { addressesOf, firstCall } from '../../src/page/client/triggers/addresses.ts'
import { EMPTY_RUN, inputHint, runParts, runRequest } from '../../src/page/client/workflows/run-form.ts'
import { runErrors } from '../../src/runs/engine/run-errors.ts'

const node = (name, type, more = {}) => ({ name, type: type.includes('.') ? type : `n8n-nodes-base.${type}`, ...more })

describe('the addresses of a workflow', () => {
  const CHAT = '@n8n/n8n-nodes-langchain.chatTrigger'
  test.each([
    {
      is: 'a webhook',
      of: node('Hook', 'webhook', { parameters: { path: '/orders/', httpMethod: 'POST' } }),
      at: [{ node: 'Hook', kind: 'webhook', methods: ['POST'], path: '/webhook/orders' }],
      call: { method: 'POST', path: '/webhook/orders', body: {} },
    },
    {
      is: 'a path with open parts',
      of: node('Hook', 'webhook', { webhookId: 'a1', parameters: { path: 'orders/:id' } }),
      at: [{ node: 'Hook', kind: 'webhook', methods: ['GET'], path: '/webhook/a1/orders/:id' }],
      call: { method: 'GET', path: '/webhook/a1/orders/:id' },
    },
    {
      is: 'several methods',
      of: node('Hook', 'webhook', { parameters: { path: 'o', multipleMethods: true } }),
      at: [{ node: 'Hook', kind: 'webhook', methods: ['GET', 'POST'], path: '/webhook/o' }],
      call: { method: 'POST', path: '/webhook/o', body: {} },
    },
    {
      is: 'a form',
      of: node('Form', 'formTrigger', { webhookId: 'f1' }),
      at: [{ node: 'Form', kind: 'form', methods: ['GET', 'POST'], path: '/form/f1' }],
      call: { method: 'POST', path: '/form/f1', body: {} },
    },
    {
      is: 'a chat',
      of: node('Chat', CHAT, { webhookId: 'c1' }),
      at: [{ node: 'Chat', kind: 'chat', methods: ['GET', 'POST'], path: '/webhook/c1/chat' }],
      call: {
        method: 'POST',
        path: '/webhook/c1/chat',
        body: { action: 'sendMessage', sessionId: 'page', chatInput: 'Hello' },
      },
    },
    {
      is: 'a node that is disabled',
      of: node('Hook', 'webhook', { disabled: true, parameters: { path: 'o' } }),
      at: [],
    },
    { is: 'what is no node', of: null, at: [] },
  ])('$is', ({ of, at, call }) => {
    const found = addressesOf({ nodes: [of] })
    expect(found).toEqual(at)
    if (call) expect(firstCall(found[0])).toEqual(call)
  })
})

describe('the state of a node in a run', () => {
  const run = more => ({ executionStatus: 'success', data: { main: [[{ json: {} }]] }, ...more })
  test.each([
    { is: 'success', of: [run({})], state: 'success', hints: [] },
    {
      is: 'success, with what the engine says of it',
      of: [run({ hints: [{ message: 'A' }] }), run({ hints: [{ message: 'A' }, { message: 'B' }] })],
      state: 'success',
      hints: ['A', 'B'],
    },
    {
      is: 'none of its own where it passed its items on',
      of: [run({ hints: [{ message: runErrors.passedOn('X') }] })],
      state: 'passed-on',
      hints: [runErrors.passedOn('X')],
    },
    {
      is: 'an error, whatever else is said of it',
      of: [run({ hints: [{ message: runErrors.passedOn('X', 'Python') }], error: { message: 'no' } })],
      state: 'error',
      hints: [runErrors.passedOn('X', 'Python')],
    },
    {
      is: 'success where hints are none',
      of: [run({ hints: 'x' }), run({ hints: [null] })],
      state: 'success',
      hints: [],
    },
  ])('$is', ({ of, state, hints }) => {
    expect(runResults({ resultData: { runData: { X: of } } }).get('X')).toMatchObject({ state, hints })
  })
})

describe('what a node got', () => {
  const item = json => ({ json })
  const results = runResults({
    resultData: {
      runData: {
        If: [{ data: { main: [[item({ a: 1 })], [item({ b: 2 })]] } }],
        Slack: [{ source: [{ previousNode: 'If', previousNodeOutput: 1 }], error: { message: 'no', stack: 'at x' } }],
      },
    },
  })
  const links = [{ from: 'If', output: 0, type: 'main', to: 'Mail', input: 0 }]

  test.each([
    { is: 'the output that its run names', name: 'Slack', run: results.get('Slack').runs[0], got: [[{ b: 2 }]] },
    { is: 'without a run, the outputs that lead to it', name: 'Mail', run: undefined, got: [[{ a: 1 }]] },
    { is: 'nothing where nothing leads to it', name: 'If', run: results.get('If').runs[0], got: [] },
    { is: 'nothing of a source that did not run', name: 'X', run: { source: [{ previousNode: 'Y' }] }, got: [[]] },
    { is: 'nothing of a source that is none', name: 'X', run: { source: 'Y' }, got: [] },
  ])('$is', ({ name, run, got }) => {
    expect(inputOf(name, run, results, links)).toEqual(got)
  })

  test('a failed run has a stack and no output', () => {
    expect(results.get('Slack').error).toEqual({ message: 'no', stack: 'at x' })
    expect(outputOf(results.get('Slack').runs[0])).toEqual([])
  })
})

describe('the shape of items', () => {
  test('names each field once, with its types and the first example', () => {
    expect(shapeOf([{ id: 1, user: { name: 'Ann' } }, { id: 'x', tags: ['a', 'b'] }, null, 7])).toMatchObject({
      fields: [
        { path: 'id', depth: 0, types: ['number', 'string'], example: 1 },
        { path: 'user', depth: 0, types: ['object'], example: { name: 'Ann' } },
        { path: 'user.name', depth: 1, types: ['string'], example: 'Ann' },
        { path: 'tags', depth: 0, types: ['list'], example: ['a', 'b'] },
        { path: 'tags[0]', depth: 1, types: ['string'], example: 'a' },
      ],
      left: ['all entries of a list but the first'],
    })
  })

  test('has a bound, however deep or wide items are', () => {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`field${at}`, at]))
    expect(shapeOf([wide]).fields.length).toBe(300)
    expect(shapeOf(Array(101).fill(wide)).left).toEqual(['all items but the first 100', 'all fields but the first 300'])
    const deep = Array.from({ length: 50 }).reduce(inner => ({ inner }), 1)
    expect(shapeOf([deep])).toMatchObject({ fields: { length: 6 }, left: ['what is deeper than 6 levels'] })
    expect(columnsOf([wide], 30)).toMatchObject({ more: 970 })
    expect(inLine('x'.repeat(1000)).length).toBe(400)
  })
})

describe('a run of a workflow', () => {
  const workflow = {
    nodes: [
      node('Hook', 'webhook'),
      node('Ask', 'httpRequest'),
      node('Slack', 'slack'),
      node('Old', 'slack', { disabled: true }),
      node('Agent', '@n8n/n8n-nodes-langchain.agent'),
      node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi'),
      node('Note', 'stickyNote'),
      node('If', 'if'),
    ],
    connections: { Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] } },
    pinData: {},
  }
  const types = new Set(['n8n-nodes-base.httpRequest', 'n8n-nodes-base.if'])

  test('offers mocks for nodes that call a service, and not for what serves them', () => {
    const { called, triggers, asksHttp, hasPinned } = runParts(workflow, types)
    expect(called.map(({ name }) => name)).toEqual(['Slack', 'Agent'])
    expect([triggers.map(({ name }) => name), asksHttp, hasPinned]).toEqual([['Hook'], true, false])
    expect(runParts(workflow, types, ['If']).called.map(({ name }) => name)).toEqual(['Slack', 'Agent', 'If'])
  })

  test('sends what was typed, and leaves out what was not', () => {
    expect(runRequest('7', EMPTY_RUN)).toEqual({ workflow: '7' })
    const form = {
      ...EMPTY_RUN,
      trigger: 'Hook',
      input: '{"body":{}}',
      mocks: { Slack: '[{}]', Agent: ' ' },
      http: '[]',
    }
    expect(runRequest('7', { ...form, usesPinned: true, passes: true })).toEqual({
      workflow: '7',
      trigger: 'Hook',
      input: { body: {} },
      mocks: { Slack: [{}] },
      http: [],
      usePinnedData: true,
      unmocked: 'pass',
    })
  })

  test.each([
    { typed: { input: '{' }, says: 'The input is not JSON: line 1, column 2' },
    { typed: { mocks: { Slack: '[\n1,]' } }, says: 'The mock of “Slack” is not JSON: line 2, column 3' },
    { typed: { http: 'x' }, says: 'The list of answers to HTTP requests is not JSON: line 1, column 1' },
  ])('says what is not JSON: $says', ({ typed, says }) => {
    expect(() => runRequest('7', { ...EMPTY_RUN, ...typed })).toThrow(says)
  })

  test.each([
    { type: 'n8n-nodes-base.webhook', placeholder: '{ "body": {} }' },
    { type: 'n8n-nodes-base.scheduleTrigger', placeholder: '' },
    { type: undefined, placeholder: '[{ "id": 1 }]' },
  ])('says what a trigger takes: $type', ({ type, placeholder }) => {
    expect(inputHint({ type }).placeholder).toBe(placeholder)
  })
})
