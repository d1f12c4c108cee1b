import { describe, expect, test } from 'bun:test'
import { called, fields, NOW, node, type Playing, playing, ranOf, to, type Workflow } from './playing.ts'
import { inARow } from './workflows.ts'

const wait = (parameters: Record<string, unknown>, rest: object = {}) =>
  node('Wait', 'wait', parameters, { typeVersion: 1.1, ...rest })
const forCall = (parameters: Record<string, unknown> = {}) => wait({ resume: 'webhook', ...parameters })
const after = fields('After', { got: '={{ $json.body.name }}' })
const MINUTE = 60_000
const plus = (milliseconds: number) => new Date(Date.parse(NOW) + milliseconds).toISOString()

/** The address that ends the wait of an execution. */
const resumeUrlOf = (execution: { id: string; data: { resumeToken: string } }) =>
  `/webhook-waiting/${execution.id}?signature=${execution.data.resumeToken}`
const resume = (instance: Playing, path: string, method = 'GET', body?: unknown, headers = {}) =>
  instance.request(method, path, body, { key: null, headers })

describe('a wait', () => {
  const NEVER = '3000-01-01T00:00:00.000Z'
  const AMOUNT = 'Invalid wait amount. Please enter a number that is 0 or greater.'
  const ERRORS: Record<string, string> = {
    'until an invalid time':
      'Cannot put execution to wait because `dateTime` parameter is not a valid date. Please pick a specific date and time to wait until.',
    'of no time that there is': AMOUNT,
    'of an unknown unit': "Invalid wait unit. Valid units are 'seconds', 'minutes', 'hours', or 'days'.",
  }
  const untilCall = (parameters: object) => ({ resume: 'webhook', limitWaitTime: true, ...parameters })

  test.each([
    { name: 'of a second', parameters: { amount: 1, unit: 'seconds' }, status: 'running', until: plus(1000) },
    { name: 'of 64 seconds', parameters: { amount: 64, unit: 'seconds' }, status: 'running', until: plus(64_000) },
    { name: 'of 65 seconds', parameters: { amount: 65, unit: 'seconds' }, status: 'waiting', until: plus(65_000) },
    { name: 'of two minutes', parameters: { amount: 2, unit: 'minutes' }, status: 'waiting', until: plus(2 * MINUTE) },
    { name: 'of an hour', parameters: { amount: 1, unit: 'hours' }, status: 'waiting', until: plus(60 * MINUTE) },
    { name: 'of a day', parameters: { amount: 1, unit: 'days' }, status: 'waiting', until: plus(24 * 60 * MINUTE) },
    { name: 'of five seconds, where it names none', parameters: {}, status: 'running', until: plus(5000) },
    {
      name: 'of an hour, where its first version names none',
      parameters: {},
      status: 'waiting',
      until: plus(60 * MINUTE),
      rest: { typeVersion: 1 },
    },
    {
      name: 'of two hours by its first version',
      parameters: { amount: '={{ 1 + 1 }}' },
      status: 'waiting',
      until: plus(120 * MINUTE),
      rest: { typeVersion: 1 },
    },
    { name: 'of no time', parameters: { amount: 0 }, status: 'success', until: NOW },
    {
      name: 'until a time',
      parameters: { resume: 'specificTime', dateTime: plus(90 * MINUTE) },
      status: 'waiting',
      until: plus(90 * MINUTE),
    },
    {
      name: 'until a time that was',
      parameters: { resume: 'specificTime', dateTime: plus(-MINUTE) },
      status: 'success',
      until: NOW,
    },
    {
      name: 'until a time beyond the last',
      parameters: { resume: 'specificTime', dateTime: '4000-01-01T00:00:00Z' },
      status: 'waiting',
      until: NEVER,
    },
    {
      name: 'until an invalid time',
      parameters: { resume: 'specificTime', dateTime: 'soon' },
      status: 'error',
      until: NOW,
    },
    { name: 'for a call', parameters: { resume: 'webhook' }, status: 'waiting', until: NEVER },
    { name: 'for a form', parameters: { resume: 'form' }, status: 'waiting', until: NEVER },
    {
      name: 'for a call, without the limit that it names',
      parameters: { resume: 'webhook', resumeAmount: 1 },
      status: 'waiting',
      until: NEVER,
    },
    { name: 'for a call, an hour at most', parameters: untilCall({}), status: 'waiting', until: plus(60 * MINUTE) },
    {
      name: 'for a call, 90 minutes at most',
      parameters: untilCall({ resumeAmount: 90, resumeUnit: 'minutes' }),
      status: 'waiting',
      until: plus(90 * MINUTE),
    },
    {
      name: 'for a call, until a time at most',
      parameters: untilCall({ limitType: 'atSpecifiedTime', maxDateAndTime: plus(30 * MINUTE) }),
      status: 'waiting',
      until: plus(30 * MINUTE),
    },
    {
      name: 'for a call, until an invalid time',
      parameters: untilCall({ limitType: 'atSpecifiedTime' }),
      status: 'waiting',
      until: NEVER,
    },
    {
      name: 'for a call, as long as no unit says',
      parameters: untilCall({ resumeUnit: 'moons' }),
      status: 'waiting',
      until: NEVER,
    },
    { name: 'of no time that there is', parameters: { amount: -1, unit: 'seconds' }, status: 'error', until: NOW },
    { name: 'of an unknown unit', parameters: { amount: 1, unit: 'moons' }, status: 'error', until: NOW },
  ] satisfies { name: string; parameters: Record<string, unknown>; status: string; until: string; rest?: object }[])(
    '$name',
    async ({ name, parameters, status, until, rest = {} }) => {
      await using instance = await playing([called('x', [wait(parameters, rest), after])])
      const { execution } = await instance.call('x')
      const waitTill = status === 'waiting' ? until : null
      expect([execution.status, execution.waitTill]).toEqual([status, waitTill])
      if (status === 'waiting') {
        expect(ranOf(execution)).toEqual(['Hook', 'Wait'])
        expect(execution.data).toMatchObject({ waitTill, resultData: { lastNodeExecuted: 'Wait' } } as never)
        const run = execution.data.resultData.runData.Wait?.[0]
        const isForCall = parameters.resume === 'webhook' || parameters.resume === 'form'
        expect([run?.executionStatus, run?.metadata]).toEqual([
          'waiting',
          isForCall ? { resumeUrl: expect.stringContaining(`/${execution.id}?signature=`) } : undefined,
        ])
        const stack = execution.data.executionData.nodeExecutionStack
        expect(stack.map(({ node, metadata }) => [node.name, metadata])).toEqual([['Wait', run?.metadata]])
      }
      await instance.clock.advance('24h')
      const [ended] = instance.stored()
      const said = ERRORS[name]
      if (status === 'error') expect(ended?.data.resultData.error?.message).toBe(said as string)
      if (until === NEVER) return expect(ended?.status).toBe('waiting')
      expect([ended?.status, ended?.stoppedAt]).toEqual([status === 'error' ? 'error' : 'success', until])
      if (status !== 'error') expect(ranOf(ended as never)).toEqual(['Hook', 'Wait', 'After'])
    },
  )

  test('goes on by the first output that leads anywhere', async () => {
    const { nodes = [], connections, ...rest } = called('x', [wait({ amount: 2, unit: 'minutes' })])
    const second = { Wait: { main: [[], [{ node: 'After', type: 'main', index: 0 }]] } }
    await using instance = await playing([
      { ...rest, nodes: [...nodes, after], connections: { ...connections, ...second } },
    ])
    await instance.call('x', { name: 'Ann' })
    await instance.clock.advance('2m')
    const [ended] = instance.stored()
    expect(ended?.data.resultData.runData.After?.[0]?.data.main).toMatchObject([[{ json: { got: 'Ann' } }]])
  })

  test('is answered with what came in, by the last node', async () => {
    await using instance = await playing([called('x', [wait({ amount: 2, unit: 'minutes' }), after])])
    const { answer } = await instance.call('x', { name: 'Ann' })
    expect([answer.status, answer.body as unknown]).toEqual([200, expect.objectContaining({ body: { name: 'Ann' } })])
  })

  test('that begins again in the same advance ends in it as well', async () => {
    const again = { ...wait({ amount: 2, unit: 'hours' }), name: 'Again' }
    await using instance = await playing([called('x', [wait({ amount: 1, unit: 'hours' }), again, after])])
    await instance.call('x')
    await instance.clock.advance('3h')
    expect(instance.stored()).toMatchObject([{ status: 'success', stoppedAt: plus(180 * MINUTE) }])
  })
})

test('waits that end at one time end in the order in which they began', async () => {
  const at = plus(180 * MINUTE)
  const until = { ...wait({ resume: 'specificTime', dateTime: at }), name: 'Until' }
  const tell = node('Tell', 'executeWorkflow', { workflowId: 'told' })
  const told = {
    id: 'told',
    name: 'told',
    active: true,
    ...inARow(node('Start', 'executeWorkflowTrigger', { inputSource: 'passthrough' })),
  }
  const says = (from: string) => fields('Says', { from })
  await using instance = await playing([
    called('first', [until, says('first'), tell]),
    called('second', [wait({ amount: 1, unit: 'hours' }), until, says('second'), tell]),
    called('third', [wait({ amount: 2, unit: 'hours' }), until, says('third'), tell]),
    told,
  ])
  for (const path of ['third', 'second', 'first']) await instance.call(path)
  await instance.clock.advance('4h')
  const ended = instance.stored().filter(({ workflowId }) => workflowId === 'told')
  expect(ended.map(({ data }) => data.resultData.runData.Start?.[0]?.data.main[0]?.[0]?.json)).toEqual([
    { from: 'first' },
    { from: 'second' },
    { from: 'third' },
  ])
  expect(instance.stored().map(({ stoppedAt }) => stoppedAt)).toEqual(Array(6).fill(at))
})

describe('the call that ends a wait', () => {
  test('goes on with what it says, and is answered', async () => {
    await using instance = await playing([called('x', [forCall({ httpMethod: 'POST' }), after])])
    const { execution } = await instance.call('x', { name: 'first' })
    const url = execution.data.resultData.runData.Wait?.[0]?.metadata?.resumeUrl as string
    expect(url).toEndWith(resumeUrlOf(execution))
    const answer = await resume(instance, resumeUrlOf(execution), 'POST', { name: 'second' })
    expect([answer.status, answer.body as unknown]).toEqual([200, { message: 'Workflow was started' }])
    expect(Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control')))).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, GET, OPTIONS',
      'access-control-allow-headers': 'Content-Type',
    })
    const [ended] = instance.stored()
    expect(ended).toMatchObject({ status: 'success', waitTill: null })
    const [run] = ended?.data.resultData.runData.Wait ?? []
    expect(run).toMatchObject({ executionIndex: 0, metadata: { resumeUrl: url, forwardAllOutputs: true } } as never)
    expect(run?.data.main[0]?.[0]?.json).toMatchObject({ body: { name: 'second' }, query: {} })
    expect(run?.data.main[0]?.[0]?.json.webhookUrl).toBe('http://localhost/webhook/')
    expect(ended?.data.resultData.runData.After?.[0]?.data.main[0]?.[0]?.json).toEqual({ got: 'second' })
  })

  test.each([
    {
      name: 'without a signature',
      pathOf: path => path.split('?')[0] ?? '',
      method: 'GET',
      status: 401,
      body: { error: 'Invalid token' },
    },
    {
      name: 'with another signature',
      pathOf: path => `${path.slice(0, -1)}x`,
      method: 'GET',
      status: 401,
      body: { error: 'Invalid token' },
    },
    {
      name: 'of an execution that there is not',
      pathOf: () => '/webhook-waiting/999999?signature=1',
      method: 'GET',
      status: 404,
      body: { code: 404, message: 'The execution "999999" does not exist.' },
    },
    {
      name: 'by another method',
      pathOf: path => path,
      method: 'POST',
      status: 404,
      body: {
        code: 404,
        message: 'The workflow for execution "1" does not contain a waiting webhook with a matching path/method.',
      },
    },
    {
      name: 'with a suffix that it does not have',
      pathOf: path => path.replace('?', '/other?'),
      method: 'GET',
      status: 404,
      body: {
        code: 404,
        message: 'The workflow for execution "1" does not contain a waiting webhook with a matching path/method.',
      },
    },
  ] satisfies { name: string; pathOf: (path: string) => string; method: string; status: number; body?: unknown }[])(
    '$name is refused, and the execution waits on',
    async ({ pathOf, method, status, body }) => {
      await using instance = await playing([called('x', [forCall(), after])])
      const { execution } = await instance.call('x')
      const answer = await resume(instance, pathOf(resumeUrlOf(execution)), method)
      expect([answer.status, answer.body as unknown]).toEqual([status, body])
      expect(instance.stored()).toMatchObject([{ status: 'waiting' }])
    },
  )

  test('is refused once it has come', async () => {
    await using instance = await playing([called('x', [forCall(), after])])
    const { execution } = await instance.call('x')
    await resume(instance, resumeUrlOf(execution))
    const again = await resume(instance, resumeUrlOf(execution))
    // without the second quotation mark, as in the service
    const message = `The execution "${execution.id} has finished already.`
    expect([again.status, again.body as unknown]).toEqual([409, { code: 409, message }])
  })

  test('ends one wait where it comes twice at once, though the execution then waits again', async () => {
    const again = { ...wait({ amount: 2, unit: 'hours' }), name: 'Again' }
    await using instance = await playing([called('x', [forCall(), again])])
    const { execution } = await instance.call('x')
    const twice = [resume(instance, resumeUrlOf(execution)), resume(instance, resumeUrlOf(execution))]
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is refused while it runs', async () => {
    await using instance = await playing([called('x', [wait({ amount: 5 })])])
    const { execution } = await instance.call('x')
    const { status, body } = await resume(instance, resumeUrlOf(execution))
    expect([execution.status, status, body as unknown]).toEqual([
      'running',
      409,
      { code: 409, message: `The execution "${execution.id} is running already.` },
    ])
  })

  test('is refused of one that waits for its time alone', async () => {
    await using instance = await playing([called('x', [wait({ amount: 2, unit: 'hours' })])])
    const { execution } = await instance.call('x')
    expect((await resume(instance, resumeUrlOf(execution))).status).toBe(404)
  })

  test('has a path of its own where the node names one, and a password where it wants one', async () => {
    const node = forCall({ options: { webhookSuffix: 'ok' }, incomingAuthentication: 'basicAuth' })
    const waits = { ...node, credentials: { httpBasicAuth: { id: '7', name: 'c' } } }
    await using instance = await playing([called('x', [waits, after])])
    const data = { user: 'ann', password: 'secret' }
    await instance.seed({ credentials: [{ id: '7', name: 'c', type: 'httpBasicAuth', data }] })
    const { execution } = await instance.call('x')
    const path = resumeUrlOf(execution).replace('?', '/ok?')
    expect((await resume(instance, path)).status).toBe(401)
    const authorization = `Basic ${btoa('ann:secret')}`
    expect((await resume(instance, path, 'GET', undefined, { authorization })).status).toBe(200)
  })

  test.each([
    [{ responseMode: 'lastNode' }, { got: 'Ann' }],
    [{ responseMode: 'onReceived', options: { responseData: 'thanks' } }, 'thanks'],
  ])('is answered by its own response mode, as with %j', async (parameters, expected) => {
    await using instance = await playing([called('x', [forCall({ httpMethod: 'POST', ...parameters }), after])])
    const { execution } = await instance.call('x')
    const answer = await resume(instance, resumeUrlOf(execution), 'POST', { name: 'Ann' })
    expect<unknown>(answer.body ?? answer.text).toEqual(expected)
  })
})

describe('the caller of a workflow that waits', () => {
  const sub = (...nodes: ReturnType<typeof node>[]): Workflow => ({
    id: 'sub',
    name: 'sub',
    active: true,
    ...inARow(node('Start', 'executeWorkflowTrigger', { inputSource: 'passthrough' }), ...nodes),
  })
  const call = (options: object = {}) => node('Call', 'executeWorkflow', { workflowId: 'sub', options })
  const takes = fields('Takes', { came: '={{ $json.said }}' })

  async function waitingPair(...nodes: ReturnType<typeof node>[]) {
    const instance = await playing([called('x', [call(), takes]), sub(forCall(), ...nodes)])
    const { left } = await instance.call('x')
    const [caller, waits] = left
    return { instance, caller, waits }
  }

  test('waits as well, and goes on with its last items', async () => {
    const { instance, caller, waits } = await waitingPair(fields('Says', { said: 'done' }))
    await using _ = instance
    expect([caller?.status, caller?.waitTill]).toEqual(['waiting', '2999-12-31T00:00:00.000Z'])
    const metadata = {
      waitingChildExecutionIds: [waits?.id],
      subExecution: { executionId: waits?.id, workflowId: 'sub' },
      subExecutionsCount: 1,
    }
    expect(caller?.data.resultData.runData.Call?.[0]?.metadata).toEqual(metadata)
    await resume(instance, resumeUrlOf(waits as never))
    const [ended] = instance.stored()
    expect(instance.stored()).toMatchObject([{ status: 'success' }, { status: 'success' }])
    expect(ended?.data.resultData.runData.Takes?.[0]?.data.main[0]?.[0]?.json).toEqual({ came: 'done' })
    expect(ended?.data.resultData.runData.Call?.[0]).toMatchObject({ executionIndex: 0 })
    expect(ended?.data.resultData.runData.Call?.[0]?.metadata).toEqual(metadata)
  })

  test('leaves what else is to run until then', async () => {
    const { nodes = [], ...rest } = called('x', [call()])
    const other = fields('Other', { ran: true })
    const connections = { Hook: { main: [to('Other', 'Call')] } }
    await using instance = await playing([{ ...rest, nodes: [...nodes, other], connections }, sub(forCall())])
    const { left } = await instance.call('x')
    const stackOf = () => instance.stored()[0]?.data.executionData.nodeExecutionStack.map(({ node }) => node.name)
    expect(stackOf()).toEqual(['Call', 'Other'])
    await resume(instance, resumeUrlOf(left[1] as never))
    expect([stackOf(), ranOf(instance.stored()[0] as never)]).toEqual([[], ['Hook', 'Call', 'Other']])
  })

  test('fails with it', async () => {
    const { instance, waits } = await waitingPair(node('Stop', 'stopAndError', { errorMessage: 'after the wait' }))
    await using _ = instance
    await resume(instance, resumeUrlOf(waits as never))
    const [ended] = instance.stored()
    expect(instance.stored()).toMatchObject([{ status: 'error' }, { status: 'error' }])
    expect(ended?.data.resultData).toMatchObject({ lastNodeExecuted: 'Call', error: { message: 'after the wait' } })
    expect(ended?.data.resultData.runData.Call?.[0]?.metadata).toHaveProperty('resumeError')
  })

  test('waits on where it waits again, until it has ended', async () => {
    const again = { ...wait({ amount: 2, unit: 'hours' }), name: 'Again' }
    const { instance, waits } = await waitingPair(again, fields('Says', { said: 'late' }))
    await using _ = instance
    await resume(instance, resumeUrlOf(waits as never))
    expect(instance.stored()).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }])
    await instance.clock.advance('3h')
    expect(instance.stored()).toMatchObject([{ status: 'success' }, { status: 'success' }])
  })

  test('does not wait where its node says so', async () => {
    await using instance = await playing([
      called('x', [call({ waitForSubWorkflow: false }), fields('Has', { body: '={{ $json.body.name }}' })]),
      sub(forCall()),
    ])
    const { left } = await instance.call('x', { name: 'Ann' })
    expect(left).toMatchObject([{ status: 'success' }, { status: 'waiting' }])
    expect(left[0]?.data.resultData.runData.Has?.[0]?.data.main[0]?.[0]?.json).toEqual({ body: 'Ann' })
    await resume(instance, resumeUrlOf(left[1] as never))
    expect(instance.stored()).toMatchObject([{ status: 'success' }, { status: 'success' }])
  })
})

test('a wait that is run again keeps what was known of its run', async () => {
  const main = [[{ json: {} }]]
  const source = { main: [{ previousNode: 'Hook' }] }
  const nodeExecutionStack = [{ node: { name: 'Wait' }, data: { main }, source, metadata: { known: true } }]
  const data = {
    resultData: { runData: { Hook: [{ data: { main } }] }, lastNodeExecuted: 'Wait' },
    executionData: { nodeExecutionStack, waitingExecution: {} },
  }
  await using instance = await playing([called('x', [forCall(), after])])
  await instance.seed({ executions: [{ id: '7', workflowId: 'x', status: 'error', data }] })
  expect((await instance.request('POST', '/api/v1/executions/7/retry')).status).toBe(200)
  const [, again] = instance.stored()
  expect(again?.data.resultData.runData.Wait?.[0]?.metadata).toEqual({
    known: true,
    resumeUrl: expect.stringContaining('/webhook-waiting/8?signature='),
  })
})

test('a file of an unknown type that a stored execution holds is answered as bytes', async () => {
  const answers = node('Respond', 'respondToWebhook', { respondWith: 'binary' })
  const waits = forCall({ responseMode: 'responseNode' })
  const items = (rest: object = {}) => ({ main: [[{ json: {}, ...rest }]] })
  const file = items({ binary: { doc: { data: Buffer.from('hi').toString('base64') } } })
  const source = { main: [{ previousNode: 'Hook' }] }
  const nodeExecutionStack = [
    { node: waits, data: items(), source },
    { node: answers, data: file, source },
  ]
  const data = {
    resultData: { runData: { Hook: [{ data: items() }], Wait: [{ data: items() }] }, lastNodeExecuted: 'Wait' },
    executionData: { nodeExecutionStack, waitingExecution: {} },
  }
  const { nodes = [], ...rest } = called('x', [waits])
  await using instance = await playing([
    { ...rest, nodes: [...nodes, answers], connections: { Hook: { main: [to('Wait', 'Respond')] } } },
  ])
  const waiting = { status: 'waiting', waitTill: plus(MINUTE), data } as const
  await instance.seed({ executions: [{ id: '7', workflowId: 'x', ...waiting }] })
  const answer = await instance.fetch('/webhook-waiting/7')
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    'application/octet-stream',
    'hi',
  ])
})

test('a rule wins over a wait of the nodes', async () => {
  await using instance = await playing([called('x', [forCall(), after])])
  instance.simulation.add({ workflow: 'x', node: 'Wait', error: 'not today' })
  expect((await instance.call('x')).execution).toMatchObject({ status: 'error', waitTill: null })
})

test('a hundred callers may wait for the end of a run; others are answered at once', async () => {
  const MOST = 100
  const soon = wait({ amount: 60, unit: 'seconds' })
  await using instance = await playing([called('x', [soon, after])], { clockMode: 'running' })
  let answered = 0
  const begin = (count: number) =>
    Array.from({ length: count }, async () => {
      const { status } = await instance.request('POST', '/webhook/x', {}, { key: null })
      answered++
      return status
    })
  const pause = () => new Promise(resolve => setTimeout(resolve))
  const started = async (count: number) => {
    while (instance.stored().length < count) await pause()
    for (let turn = 0; turn < 5; turn++) await pause()
  }
  const first = begin(MOST)
  await started(MOST)
  expect(answered).toBe(0)
  expect(await Promise.all(begin(1))).toEqual([200])
  await instance.clock.advance('61s')
  expect(new Set(await Promise.all(first))).toEqual(new Set([200]))
  const later = begin(1)
  await started(MOST + 2)
  expect(answered).toBe(MOST + 1)
  await instance.clock.advance('61s')
  expect(await Promise.all(later)).toEqual([200])
})
