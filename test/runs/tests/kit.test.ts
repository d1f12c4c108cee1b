import { describe, expect, test } from 'bun:test'
import { type RunOptions, runWorkflow, startInstance, type WorkflowGiven } from '../../../src/testing.ts'
import '../../../src/testing/bun.ts'
import { assertRan } from '../../../src/testing.ts'
import { EXAMPLES, inARow, LARGE, newerOrders, orders, request, slack } from './workflows.ts'

describe('a workflow is run', () => {
  test('from a file, with its answer, its requests and what each node did', async () => {
    const run = await runWorkflow(`${EXAMPLES}/orders.json`, LARGE)

    expect(run).toMatchObject({
      status: 'success',
      path: ['Webhook', 'Is large', 'Get customer', 'Write text', 'Notify Slack'],
      requests: [{ node: 'Get customer', method: 'GET', url: 'https://api.example.com/customers/7', mock: 0 }],
      response: { status: 200, body: { ok: true } },
      unusedMocks: [],
      unmocked: [],
    })
    expect(run.node('Notify Slack')).toMatchObject({
      ran: true,
      received: [{ text: 'Order of 1200 by Ann (gold)' }],
      parameters: { text: 'Order of 1200 by Ann (gold)', channelId: { value: '#orders' } },
      output: [{ ok: true }],
    })
    expect(run.execution).toMatchObject({
      status: 'success',
      mode: 'webhook',
      data: { resultData: { lastNodeExecuted: 'Notify Slack' } },
      workflowData: { name: 'Orders' },
    })
    expect(run).toHaveRun('Notify Slack', { times: 1, parameters: { text: 'Order of 1200 by Ann (gold)' } })
  })

  test('what has no value is left out, and what is no number is null, as in a stored execution', async () => {
    const values = {
      string: [{ name: 'none', value: '={{ $json.nope }}' }],
      number: [{ name: 'odd', value: '={{ 0 / 0 }}' }],
    }
    const set = { name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 1, parameters: { values, options: {} } }
    const workflow = inARow(set)
    const run = await runWorkflow(workflow, { input: [{ a: undefined }] })
    expect(run.node('Set').output).toStrictEqual([{ odd: null }])
    await using instance = await startInstance({ socket: false })
    const { text } = await instance.request('POST', '/_control/runs', { workflow, input: [{}] })
    expect(JSON.parse(text).nodes.Set[0].output).toEqual(run.node('Set').runs[0]?.output)
  })

  test('in an instance, by its id or name, and nothing is stored', async () => {
    await using instance = await startInstance({ fixture: { workflows: [{ id: 'w1', ...orders() }] } as never })
    for (const named of ['w1', 'Orders']) expect((await instance.runWorkflow(named, LARGE)).status).toBe('success')
    expect(instance.state('executions')).toEqual({ format: 1, executions: [] } as never)
  })

  test('as the next execution, also beside others that are run', async () => {
    const workflow = inARow(fields({ id: '={{ $execution.id }}' }))
    await using instance = await startInstance({ socket: false })
    const runs = await Promise.all([1, 2, 3].map(() => instance.runWorkflow(workflow)))
    expect(runs.map(({ nodeNames: [, set = ''], ...run }) => run.node(set).output)).toEqual(
      Array(3).fill([{ id: '1' }]),
    )
  })

  test('with workflows that it calls, variables, a time and a zone', async () => {
    const called = { ...inARow(fields({ said: '={{ $vars.greeting }} {{ $now.toISO() }}' })), name: 'Greet' }
    Object.assign(called.nodes[0] ?? {}, { type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1 })
    const caller = inARow({
      name: 'Call',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters: { workflowId: { __rl: true, mode: 'id', value: 'greet' }, options: {} },
    })
    const run = await runWorkflow(caller, {
      subWorkflows: [{ ...called, id: 'greet' }],
      variables: { greeting: 'hello' },
      now: '2026-03-01T09:00:00Z',
      timezone: 'Europe/Berlin',
    })
    expect(run.node('Call').output).toEqual([{ said: 'hello 2026-03-01T10:00:00.000+01:00' }])
  })

  test('with a node whose name is that of a called workflow and its node', async () => {
    const called = { ...inARow(fields({ said: 'called' })), name: 'Greet' }
    Object.assign(called.nodes[0] ?? {}, { type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1 })
    const inside = called.nodes[1]?.name ?? ''
    const workflow = inARow({ ...fields({ said: 'own' }), name: `Greet/${inside}` })
    const run = await runWorkflow(workflow, { subWorkflows: [{ ...called, id: 'greet' }] })
    expect(run.node(`Greet/${inside}`).output).toEqual([{ said: 'own' }])
    expect(run.nodeNames).toEqual(['Start', `Greet/${inside}`, 'Greet/Start'])
  })

  test('from the trigger that is named, where it has several', async () => {
    const workflow = inARow(fields({ begun: 'x' }))
    const first = { name: 'Daily', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, parameters: { rule: {} } }
    const nodes = [...workflow.nodes, { id: 'daily', position: [0, 0] as [number, number], ...first }]
    const connections = { ...workflow.connections, Daily: workflow.connections.Start }
    const several = { ...workflow, nodes, connections } as WorkflowGiven
    for (const trigger of ['Start', 'Daily'])
      expect((await runWorkflow(several, { trigger })).path).toEqual([trigger, expect.any(String)])
    await expect(runWorkflow(several)).rejects.toThrow('2 triggers, name one of them')
  })

  test('with pinned data only where it is asked for', async () => {
    const workflow = { ...inARow(slack()), pinData: { Slack: [{ json: { pinned: 1 } }] } }
    expect((await runWorkflow(workflow, { usePinnedData: true })).node('Slack').output).toEqual([{ pinned: 1 }])
    expect((await runWorkflow(workflow)).status).toBe('broken')
  })
})

const fields = (given: Record<string, string>) => ({
  name: 'Fields',
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  parameters: {
    assignments: {
      assignments: Object.entries(given).map(([name, value]) => ({ id: name, name, type: 'string', value })),
    },
    options: {},
  },
})

describe('a mock is', () => {
  const workflow = inARow(slack('Slack', { text: '={{ $json.n }}' }), {
    name: 'After',
    type: 'n8n-nodes-base.noOp',
  })
  const input = [{ n: 1 }, { n: 2 }]

  test.each<[string, unknown, object]>([
    ['items', [{ a: 1 }], { output: [{ a: 1 }] }],
    ['whole items', [{ json: { a: 1 }, pairedItem: { item: 1 } }], { output: [{ a: 1 }] }],
    ['one item', { json: { a: 1 } }, { output: [{ a: 1 }] }],
    ['outputs', [[{ a: 1 }], []], { output: [{ a: 1 }] }],
    ['no items', [], { output: [] }],
    ['an error', { error: 'timeout' }, { error: { message: 'timeout' } }],
    ['an error with more', { error: { message: 'no', description: 'why' } }, { error: { description: 'why' } }],
    ['a list for each run', { runs: [[{ a: 1 }], [{ a: 2 }]] }, { output: [{ a: 1 }] }],
    [
      'a function of items and parameters',
      ({ items, parameters }: { items: object[]; parameters: object[] }) => [{ items, parameters }],
      { output: [{ items: input, parameters: [{ text: 1 }, { text: 2 }] }] },
    ],
    ['a function that takes its time', async () => ({ error: 'late' }), { error: { message: 'late' } }],
    ['a function among runs', { runs: [() => [{ a: 3 }]] }, { output: [{ a: 3 }] }],
  ])('%s', async (_form, mock, expected) => {
    const run = await runWorkflow(workflow, { input, mocks: { Slack: mock } as never })
    expect(run.node('Slack')).toMatchObject({ received: input, parameters: { text: 1 }, ...expected })
  })

  test('asked again for each try', async () => {
    let calls = 0
    const run = await runWorkflow(inARow(slack('Slack', {}, { retryOnFail: true, maxTries: 3 })), {
      mocks: { Slack: () => (++calls < 3 ? { error: 'busy' } : [{ calls }]) },
    })
    expect([calls, run.node('Slack').output]).toEqual([3, [{ calls: 3 }]])
  })

  test('that throws fails its node, said with where it threw', async () => {
    const thrower = () => {
      throw new RangeError('expected 1200')
    }
    const run = await runWorkflow(workflow, { mocks: { Slack: thrower } })
    expect(run).toMatchObject({ status: 'error', error: { node: 'Slack', message: 'expected 1200' } })
    expect(run.error?.description).toContain('kit.test.ts')
  })

  test.each<[string, string, object[][]]>([
    ['puts out the error', 'continueRegularOutput', [[{ error: 'expected 1200' }]]],
    ['goes on by the error output', 'continueErrorOutput', [[], [{ error: 'expected 1200' }]]],
  ])('that throws, at a node that %s', async (_what, onError, output) => {
    const run = await runWorkflow(inARow(slack('Slack', {}, { onError })), {
      mocks: { Slack: () => Promise.reject(new RangeError('expected 1200')) },
    })
    expect(run.status).toBe('success')
    expect(run.node('Slack').runs[0]?.output.map(items => items.map(({ json }) => json))).toMatchObject(output)
  })

  test('that throws is asked again for each try', async () => {
    let calls = 0
    const run = await runWorkflow(inARow(slack('Slack', {}, { retryOnFail: true, maxTries: 3 })), {
      mocks: { Slack: () => (++calls < 3 ? Promise.reject(new Error('busy')) : [{ calls }]) },
    })
    expect([calls, run.node('Slack').output]).toEqual([3, [{ calls: 3 }]])
  })

  test('that returns no mock rejects the run: the test is wrong', async () => {
    const workflow = inARow(slack('Slack', {}, { onError: 'continueRegularOutput' }))
    const failed = runWorkflow(workflow, { mocks: { Slack: () => 'text' } as never })
    await expect(failed).rejects.toThrow('what the mock of "Slack" returned must be items')
  })
})

describe('a run by hand fails, as in the service', () => {
  test.each<[string, object, string]>([
    [
      'at a respond node that no webhook leads to',
      { type: 'respondToWebhook', typeVersion: 1.1, parameters: {} },
      'No Webhook node found in the workflow',
    ],
    [
      'at a value of an execution that is no text',
      {
        type: 'executionData',
        typeVersion: 1.1,
        parameters: { dataToSave: { values: [{ key: 'k', value: '={{ { a: 1 } }}' }] } },
      },
      'Custom data values must be a string (key "k")',
    ],
    [
      'at a key of an execution with other characters',
      {
        type: 'executionData',
        typeVersion: 1.1,
        parameters: { dataToSave: { values: [{ key: 'a b', value: 'x' }] } },
      },
      'Custom data key can only contain letters, numbers, and underscores (key "a b")',
    ],
  ])('%s', async (_what, { type, ...node }: { type?: string }, message) => {
    const run = await runWorkflow(inARow({ name: 'It', type: `n8n-nodes-base.${type}`, ...node }))
    expect([run.status, run.error?.message]).toEqual(['error', message])
  })

  test.each([
    'n8n-nodes-base.webhook',
    'n8n-nodes-base.formTrigger',
    '@n8n/n8n-nodes-langchain.chatTrigger',
    'n8n-nodes-base.wait',
  ])('but not at a respond node that %s leads to', async type => {
    const respond = { name: 'It', type: 'n8n-nodes-base.respondToWebhook', typeVersion: 1.1, parameters: {} }
    const run = await runWorkflow(inARow({ name: 'Caller', type }, respond), {
      trigger: 'Start',
      mocks: { Caller: [{}] },
    })
    expect([run.status, run.error]).toEqual(['success', undefined])
  })

  test('and makes the duplicates that an Edit Fields node is to make by hand', async () => {
    const parameters = {
      mode: 'raw',
      jsonOutput: '{"a":1}',
      duplicateItem: true,
      duplicateCount: '={{ $json.n }}',
      options: {},
    }
    const node = { name: 'It', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters }
    const run = await runWorkflow(inARow(node), { input: [{ n: 2 }] })
    expect(run.node('It').output).toEqual([{ a: 1 }, { a: 1 }, { a: 1 }])
  })
})

test('credentials that are given stand for those that a node names', async () => {
  const node = request(
    { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
    { credentials: { httpHeaderAuth: { id: 'elsewhere', name: 'Of another instance' } } },
  )
  const keys: (string | null)[] = []
  await runWorkflow(inARow(node), {
    credentials: { httpHeaderAuth: { name: 'X-Key', value: 'very-secret' } },
    http(asked) {
      keys.push(asked.headers.get('x-key'))
      return Response.json({})
    },
  })
  expect(keys).toEqual(['very-secret'])
})

const set = (typeVersion?: number) => ({ name: 'Set', type: 'n8n-nodes-base.set', typeVersion })

test('a mailbox begins a run as a trigger does', async () => {
  const mailbox = { name: 'Mail', type: 'n8n-nodes-base.emailReadImap', typeVersion: 2, position: [0, 0] }
  const run = await runWorkflow({ nodes: [mailbox], connections: {} } as never, { input: [{ subject: 'Hi' }] })
  expect([run.path, run.node('Mail').output]).toEqual([['Mail'], [{ subject: 'Hi' }]])
})

test.each([1.2, 0, undefined])('a type with a single version runs as %p', async typeVersion => {
  const { path } = await runWorkflow(inARow({ name: 'Done', type: 'n8n-nodes-base.noOp', typeVersion }))
  expect(path.at(-1)).toBe('Done')
})

describe('what is wrong is said', () => {
  const ordersWith = (options: RunOptions) => () => runWorkflow(orders(), { ...LARGE, ...options })
  test.each<[string, () => Promise<unknown>, string]>([
    ['a mock of no node', ordersWith({ mocks: { 'Notify Slak': [] } }), 'Is it "Notify Slack"?'],
    ['an input that the webhook does not take', ordersWith({ input: { total: 1 } }), 'put what is sent into body'],
    ['a method that it does not take', ordersWith({ input: { method: 'GET' } }), 'takes POST, not "GET"'],
    ['an unknown trigger', ordersWith({ trigger: 'Webhok' }), 'Is it "Webhook"?'],
    [
      'a node that is not a trigger, without what it puts out',
      () => runWorkflow(orders(), { ...LARGE, input: undefined, trigger: 'Notify Slack' }),
      'run/trigger: "Notify Slack" is not a trigger, and does not run',
    ],
    ['a mock that is none', ordersWith({ mocks: { 'Notify Slack': 7 } as never }), 'must be items'],
    ['an answer without an address', ordersWith({ http: [{ json: {} }] as never }), 'run/http/0/url'],
    ['a misspelt answer', ordersWith({ http: [{ ur: 'https://a' }] as never }), 'is it url?'],
    ['two bodies of an answer', ordersWith({ http: [{ url: '*', json: 1, text: '' }] }), 'more than one of'],
    ['an unknown option', ordersWith({ moks: {} } as never), 'moks'],
    ['a time without a zone', ordersWith({ now: '2026-01-01T00:00:00' }), 'with its zone'],
    ['a zone that is none', ordersWith({ timezone: 'Mars/Base' }), 'not a time zone'],
    ['no trigger', () => runWorkflow({ nodes: [], connections: {} }), 'no trigger'],
    ['no workflow', () => runWorkflow({ connections: {} } as unknown as WorkflowGiven), 'nodes'],
    ['a file that is none', () => runWorkflow('./missing.json'), 'missing.json'],
    ['a file that is no JSON', () => runWorkflow(new URL(import.meta.url)), 'kit.test.ts:1:1: it is not JSON'],
    ['a workflow of a newer version', () => runWorkflow(newerOrders(), LARGE), '"Is large" is of typeVersion 99'],
    [
      'a version without code',
      () => runWorkflow(inARow(set(1.5))),
      '"Set" is of typeVersion 1.5, which n8n-nodes-base.set',
    ],
    [
      'a node without a version',
      () => runWorkflow(inARow(set())),
      '"Set" has no typeVersion: the service runs its newest',
    ],
    ['a version 0', () => runWorkflow(inARow(set(0))), '"Set" has no typeVersion'],
    [
      'a version without code in a called workflow',
      () => runWorkflow(orders(), { ...LARGE, subWorkflows: [{ ...inARow(set(1.5)), id: 'called', name: 'Called' }] }),
      '"Set" is of typeVersion 1.5',
    ],
  ])('%s', async (_what, run, message) => {
    const error = await run().then(
      () => 'it ran',
      error => String(error.message),
    )
    expect(error).toContain(message)
  })

  test('several triggers', async () => {
    const workflow = inARow(slack())
    workflow.nodes.push({ id: 'b', name: 'Other', type: 'n8n-nodes-base.manualTrigger', position: [0, 9] } as never)
    await expect(runWorkflow(workflow)).rejects.toThrow('name one of them: "Start", "Other"')
  })
})

describe('why a node did not run', () => {
  const messageOf = (check: () => void) => {
    try {
      check()
    } catch (error) {
      return String((error as Error).message)
    }
    return 'it passed'
  }
  const conditions = (version: number) =>
    version === 1
      ? { number: [{ value1: '={{ $json.n }}', operation: 'larger', value2: 5 }] }
      : {
          options: { typeValidation: 'strict', version: 2 },
          combinator: 'and',
          conditions: [{ leftValue: '={{ $json.n }}', rightValue: 5, operator: { type: 'number', operation: 'gt' } }],
        }
  const branch = (type: string, typeVersion: number, parameters: object) =>
    inARow({ name: 'Check', type: `n8n-nodes-base.${type}`, typeVersion, parameters } as never, slack())

  test.each<[string, WorkflowGiven, string]>([
    ['If', branch('if', 2.2, { conditions: conditions(2) }), 'item 0 was sent by output 1: 3 gt 5 is false'],
    ['an old If', branch('if', 1, { conditions: conditions(1) }), 'item 0 was sent by output 1: 3 larger 5 is false'],
    ['Filter', branch('filter', 2.2, { conditions: conditions(2) }), 'item 0 was dropped: 3 gt 5 is false'],
    [
      'Switch',
      branch('switch', 3.2, { rules: { values: [{ conditions: conditions(2) }] } }),
      'item 0 was dropped: 3 gt 5 is false',
    ],
    [
      'an old Switch',
      branch('switch', 1, { value1: '={{ $json.n }}', rules: { rules: [{ operation: 'larger', value2: 5 }] } }),
      'item 0 was dropped: 3 larger 5 is false',
    ],
  ])('%s says what it compared', async (_type, workflow, reason) => {
    const run = await runWorkflow(workflow, { input: [{ n: 3 }] })
    expect(run.notReached).toEqual({ Slack: `at "Check", ${reason}` })
    expect(messageOf(() => assertRan(run, 'Slack'))).toBe(
      `Expected the node "Slack" to run, but it did not run.\nat "Check", ${reason}\nThese ran: "Start", "Check"`,
    )
  })

  test('a connection that names no input', async () => {
    const workflow = branch('noOp', 1, {})
    const connections = { ...workflow.connections, Start: { main: [[{ node: 'Check', type: 'main' }]] } }
    const run = await runWorkflow({ ...workflow, connections }, { input: [{ n: 3 }] })
    const reason = 'the connection from "Start" to "Check" has no "index", so nothing comes by it'
    expect({ status: run.status, notReached: run.notReached }).toEqual({
      status: 'success',
      notReached: { Check: reason, Slack: reason },
    })
  })

  test('an error before it', async () => {
    const run = await runWorkflow(inARow(request(), slack()), { http: [{ url: '*', status: 404 }] })
    expect(messageOf(() => assertRan(run, 'Slack'))).toContain(
      'The run failed at "Ask": The resource you are requesting could not be found',
    )
  })

  test('and what differs where it ran', async () => {
    const run = await runWorkflow(orders(), LARGE)
    const parameters = { text: 'Order of 1200 by Bob' }
    expect(messageOf(() => assertRan(run, 'Notify Slack', { parameters }))).toContain(
      'parameters.text\n    expected "Order of 1200 by Bob"\n    actual   "Order of 1200 by Ann (gold)"',
    )
    expect(() => expect(run).not.toHaveRun('Notify Slack')).toThrow('Expected not the node "Notify Slack" to run')
    expect(() => run.node('Nobody')).toThrow('no node "Nobody"')
  })
})

test('a node that calls a service breaks the run without a mock, or passes its items on where that is asked for', async () => {
  const workflow = inARow(slack())
  expect(await runWorkflow(workflow)).toMatchObject({
    status: 'broken',
    error: { message: 'Node "Slack" calls a service. Give its output in mocks, or pin data.' },
    unmocked: ['Slack'],
  })
  expect(await runWorkflow(workflow, { unmocked: 'pass' })).toMatchObject({ status: 'success', unmocked: ['Slack'] })
})
