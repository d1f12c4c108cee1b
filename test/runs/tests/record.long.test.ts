import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { runCli } from '../../commands/run-cli.ts'
import { CUSTOMER, inARow, orders, slack } from './workflows.ts'

const SECRET = 'hush-hush-hush'
let instance: TestInstance
let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'understudy-record-'))
  instance = await startInstance({
    simulate: true,
    keepCallSecrets: true,
    profile: 'n8n-2.41',
    fixture: { workflows: [{ id: 'w1', active: true, ...orders() }] } as never,
  })
  instance.simulation.add({ workflow: 'w1', http: CUSTOMER })
  instance.simulation.add({ workflow: 'w1', node: 'Notify Slack', output: [{ ok: true }] })
  const sent = { total: 1200, customer: 7, copied: `token ${SECRET}` }
  const answer = await instance.request('POST', '/webhook/orders', sent, {
    key: null,
    headers: { authorization: `Bearer ${SECRET}` },
  })
  expect([answer.status, answer.body]).toEqual([200, { ok: true }])
})
afterAll(async () => {
  await instance.stop()
  await rm(root, { recursive: true, force: true })
})

const env = () => ({ TEST_KEY: instance.apiKey })
const FILE = 'orders-1.workflow-test.json'

/** A folder with the recorded execution. */
async function recorded() {
  const cwd = await mkdtemp(join(root, 'out-'))
  const args = ['test', 'record', instance.url, '--key-env', 'TEST_KEY', '--execution', '1']
  const { code, out } = await runCli(args, { cwd, env: env() })
  expect([code, out]).toEqual([0, expect.stringContaining(`Run it: npx n8n-understudy test ${FILE}`)])
  return cwd
}

/** Replaces a text in the recorded workflow, and runs its test. */
async function editedRun(from: string, to: string) {
  const cwd = await recorded()
  const text = await readFile(join(cwd, 'orders.json'), 'utf8')
  expect(text).toContain(from)
  await writeFile(join(cwd, 'orders.json'), text.replaceAll(from, to))
  return runCli(['test'], { cwd })
}

describe('a recorded execution', () => {
  test('is green at once, with mocks of what called someone, and answers to its requests', async () => {
    const cwd = await recorded()
    expect(JSON.parse(await readFile(join(cwd, FILE), 'utf8'))).toMatchObject({
      workflow: './orders.json',
      cases: [
        {
          name: 'execution 1',
          mocks: { 'Notify Slack': [{ json: { ok: true } }] },
          http: [{ method: 'GET', url: 'https://api.example.com/customers/7', json: { name: 'Ann' } }],
          expect: {
            path: ['Webhook', 'Is large', 'Get customer', 'Write text', 'Notify Slack'],
            requests: [{ node: 'Get customer' }],
          },
        },
      ],
    })
    expect(await runCli(['test', '--strict'], { cwd })).toMatchObject({ code: 0, err: '' })
  })

  test('holds no secret of its caller, wherever it came to', async () => {
    const cwd = await recorded()
    const text = await readFile(join(cwd, FILE), 'utf8')
    expect(text).not.toContain(SECRET)
    expect(text).toContain('"token <secret>"')
  })

  test('shows what an edit changed at the node that it changed', async () => {
    const { code, out } = await editedRun('Order of', 'Sale of')
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(
        '"Write text" output\n      $[0].text\n        expected "Order of 1200 by Ann (gold)"\n        actual   "Sale of 1200 by Ann (gold)"\n',
      ),
    ])
  })

  test('is stale after a rename', async () => {
    const { code, out } = await editedRun('Write text', 'Write texts')
    expect([code, out]).toEqual([
      2,
      expect.stringContaining(
        'stale: expect.nodes names "Write text", which the workflow does not have. Is it "Write texts" now? --update writes that.',
      ),
    ])
  })
})

/** Webhook → Loop, which hands its items to Shape and takes them back. */
const LOOP = {
  id: 'w2',
  name: 'Loop',
  active: true,
  nodes: [
    ['Webhook', 'webhook', 2, { path: 'loop', httpMethod: 'POST', responseMode: 'lastNode' }],
    ['Split', 'splitOut', 1, { fieldToSplitOut: 'body.ids', options: {} }],
    ['Batch', 'splitInBatches', 3, { batchSize: 1, options: {} }],
    ['Shape', 'code', 2, { jsCode: 'return [{ json: { run: $runIndex } }]' }],
    ['Sum', 'aggregate', 1, { aggregate: 'aggregateAllItemData', options: {} }],
  ].map(([name, type, typeVersion, parameters], at) => ({
    id: `l${at}`,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [at * 200, 0],
    parameters,
    ...(at === 0 ? { webhookId: 'loop' } : {}),
  })),
  connections: Object.fromEntries(
    [
      ['Webhook', ['Split']],
      ['Split', ['Batch']],
      ['Batch', ['Sum', 'Shape']],
      ['Shape', ['Batch']],
    ].map(([name, targets]) => [name, { main: (targets as string[]).map(node => [{ node, type: 'main', index: 0 }]) }]),
  ),
  settings: { executionOrder: 'v1' },
}

test('of a loop each run is recorded, and what differs is shown at the first that differs', async () => {
  await using loop = await startInstance({
    simulate: true,
    profile: 'n8n-2.41',
    fixture: { workflows: [LOOP] } as never,
  })
  await loop.request('POST', '/webhook/loop', { ids: [1, 2, 3] }, { key: null })
  const cwd = await mkdtemp(join(root, 'loop-'))
  const args = ['test', 'record', loop.url, '--key-env', 'TEST_KEY', '--execution', '1']
  expect((await runCli(args, { cwd, env: { TEST_KEY: loop.apiKey } })).code).toBe(0)
  expect(await runCli(['test'], { cwd })).toMatchObject({ code: 0 })
  const text = await readFile(join(cwd, 'loop.json'), 'utf8')
  await writeFile(join(cwd, 'loop.json'), text.replace('run: $runIndex', 'run: $runIndex % 2'))
  const { code, out } = await runCli(['test'], { cwd })
  expect([code, out]).toEqual([
    1,
    expect.stringContaining(
      'execution 1\n    "Shape" runs\n      $[2].output[0].run\n        expected 2\n        actual   0\n',
    ),
  ])
})

/** Webhook → Python → Merge by SQL → Execute Workflow → Slack, as a service ran it. */
const uncomputed = {
  name: 'Uncomputed',
  nodes: [
    ['Webhook', 'webhook', 2, { path: 'u', httpMethod: 'POST', responseMode: 'lastNode', options: {} }],
    ['Python', 'code', 2, { language: 'python', pythonCode: 'return []' }],
    ['Sql', 'merge', 3, { mode: 'combineBySql', query: 'SELECT 1' }],
    ['Pdf', 'extractFromFile', 1, { operation: 'pdf', options: {} }],
    ['Call', 'executeWorkflow', 1.2, { workflowId: { __rl: true, mode: 'id', value: 'other' }, options: {} }],
    ['Slack', 'slack', 2.3, { text: '={{ $json.step }}' }],
  ].map(([name, type, typeVersion, parameters], at) => ({
    id: `u${at}`,
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [at * 200, 0],
    parameters,
  })),
  connections: Object.fromEntries(
    ['Webhook', 'Python', 'Sql', 'Pdf', 'Call'].map((name, at) => [
      name,
      { main: [[{ node: ['Python', 'Sql', 'Pdf', 'Call', 'Slack'][at], type: 'main', index: 0 }]] },
    ]),
  ),
  settings: { executionOrder: 'v1' },
}

/** An instance that answers an execution of a workflow as a service would, with these outputs. */
function servedBy(execution: object) {
  return Bun.serve({
    port: 0,
    fetch: request =>
      new URL(request.url).pathname.startsWith('/api/v1/executions/')
        ? Response.json(execution)
        : Response.json({ data: [], nextCursor: null }),
  })
}

const SECRETS = { query: { api_key: 'k1', page: '1' }, body: { password: 'hunter-22', nested: { pin: '9' } } }

const uncomputedExecution = (() => {
  const names = uncomputed.nodes.map(({ name }) => name as string)
  const input = { headers: {}, params: {}, ...SECRETS }
  const runData = Object.fromEntries(
    names.map((name, at) => {
      const json = at === 0 ? input : { step: name, was: SECRETS.body.password }
      const source = at === 0 ? [null] : [{ previousNode: names[at - 1], previousNodeOutput: 0, previousNodeRun: 0 }]
      const run = { startTime: 0, executionTime: 1, executionIndex: at, executionStatus: 'success', hints: [], source }
      const file = { data: 'filesystem-v2', id: 'filesystem-v2:1', mimeType: 'application/pdf', fileName: 'a.pdf' }
      const binary = name === 'Sql' ? { binary: { data: file } } : {}
      return [name, [{ ...run, data: { main: [[{ json, ...binary, pairedItem: { item: 0 } }]] } }]]
    }),
  )
  return {
    id: 7,
    status: 'success',
    startedAt: '2026-01-01T00:00:00.000Z',
    stoppedAt: '2026-01-01T00:00:01.000Z',
    workflowData: uncomputed,
    data: { resultData: { runData, lastNodeExecuted: 'Slack' } },
  }
})()

describe('what is not computed', () => {
  test('is a mock, so that a recording is green at once; secrets of the caller are masked', async () => {
    using service = servedBy(uncomputedExecution)
    const cwd = await mkdtemp(join(root, 'uncomputed-'))
    const args = ['test', 'record', String(service.url), '--key-env', 'TEST_KEY', '--execution', '7']
    expect(await runCli(args, { cwd, env: env() })).toMatchObject({ code: 0, err: '' })
    const text = await readFile(join(cwd, 'uncomputed-7.workflow-test.json'), 'utf8')
    const [recorded] = JSON.parse(text).cases
    expect(Object.keys(recorded.mocks).sort()).toEqual(['Call', 'Pdf', 'Python', 'Slack', 'Sql'])
    expect(recorded.expect).toMatchObject({
      nodes: { Slack: { parameters: { text: 'Call' } } },
      response: { status: 200, body: { step: 'Slack' } },
    })
    for (const secret of ['hunter-22', '"k1"', '"9"']) expect(text).not.toContain(secret)
    expect(text).toContain('"page": "1"')
    expect(await runCli(['test'], { cwd })).toMatchObject({ code: 0 })
  })
})

describe('what is there', () => {
  const record = async (cwd: string, ...args: string[]) =>
    runCli(['test', 'record', instance.url, '--key-env', 'TEST_KEY', ...args], { cwd, env: env() })
  const jsonIn = async (cwd: string, file: string) => JSON.parse(await readFile(join(cwd, file), 'utf8'))

  test('is kept where it differs, unless it is forced', async () => {
    const cwd = await recorded()
    const edited = await jsonIn(cwd, FILE)
    edited.cases[0].expect.path = ['$any']
    await writeFile(join(cwd, FILE), JSON.stringify(edited))
    await writeFile(join(cwd, 'orders.json'), JSON.stringify({ ...orders(), name: 'Edited' }))
    const kept = await record(cwd, '--execution', '1')
    expect(kept.out).toContain('orders.json is kept: it differs from the workflow of the execution')
    expect(kept.out).toContain('"execution 1" is kept as it is there; --force replaces it')
    expect([await jsonIn(cwd, FILE), (await jsonIn(cwd, 'orders.json')).name]).toEqual([edited, 'Edited'])
    expect((await record(cwd, '--execution', '1', '--force')).code).toBe(0)
    expect((await jsonIn(cwd, FILE)).cases[0].expect.path).toHaveLength(5)
    expect((await jsonIn(cwd, 'orders.json')).name).toBe('Orders')
  })

  test('--workflow binds the case to a file of the repository, beside which the cases are added', async () => {
    const cwd = await mkdtemp(join(root, 'bound-'))
    const text = JSON.stringify(orders())
    await writeFile(join(cwd, 'my-orders.json'), text)
    await instance.request('POST', '/webhook/orders', { total: 3 }, { key: null })
    expect((await record(cwd, '--execution', '1', '--workflow', 'my-orders.json')).code).toBe(0)
    const second = await record(cwd, '--last', '2', '--workflow', 'my-orders.json')
    expect(second).toMatchObject({ code: 0, err: '' })
    const tests = await jsonIn(cwd, 'my-orders.workflow-test.json')
    expect([tests.workflow, tests.cases.map(({ name }: { name: string }) => name)]).toEqual([
      './my-orders.json',
      ['execution 1', 'execution 2'],
    ])
    expect(await readFile(join(cwd, 'my-orders.json'), 'utf8')).toBe(text)
    expect(await runCli(['test'], { cwd })).toMatchObject({ code: 0, err: '' })
  })

  test.each<[string, string, string, number, string]>([
    ['the text of a node with a mock', '={{ $json.text }}', 'oops', 1, '"Notify Slack" parameters'],
    [
      'the address of a request',
      'https://api.example.com/',
      'https://other.example.com/',
      2,
      'no answer is given for GET https://other.example.com/customers/7',
    ],
    ['the query of a request', '.customer }}"', '.customer }}?full=1"', 1, '$[0].url'],
  ])('%s is recorded', async (_what, from, to, status, message) => {
    const { code, out } = await editedRun(from, to)
    expect([code, out]).toEqual([status, expect.stringContaining(message)])
  })

  test('a renamed node is found by its id, and --update mends its mocks and what is expected of it', async () => {
    const cwd = await recorded()
    const workflow = await readFile(join(cwd, 'orders.json'), 'utf8')
    const renamed = workflow.replaceAll('"Notify Slack"', '"Tell everyone"').replaceAll('"Write text"', '"Compose"')
    await writeFile(join(cwd, 'orders.json'), renamed)
    expect((await runCli(['test'], { cwd })).code).toBe(2)
    expect((await runCli(['test', '--update'], { cwd })).out).toContain('1 of 1 cases updated')
    const [updated] = (await jsonIn(cwd, FILE)).cases
    expect(Object.keys(updated.mocks)).toEqual(['Tell everyone'])
    expect(updated.expect.path).toEqual(['Webhook', 'Is large', 'Get customer', 'Compose', 'Tell everyone'])
    expect(await runCli(['test', '--strict'], { cwd })).toMatchObject({ code: 0 })
    // and it can be recorded again
    expect((await record(cwd, '--execution', '1', '--force')).code).toBe(0)
    expect((await runCli(['test'], { cwd })).code).toBe(0)
  })
})

test.each<[string, string[], string]>([
  ['no address', ['--execution', '1'], 'needs the address'],
  ['no execution', ['URL'], 'needs --execution ID'],
  ['an odd id', ['URL', '--execution', '../../1'], 'needs --execution ID'],
])('%s is exit status 2', async (_what, args, message) => {
  const given = args.map(arg => (arg === 'URL' ? instance.url : arg))
  const { code, err } = await runCli(['test', 'record', ...given, '--key-env', 'TEST_KEY'], { cwd: root, env: env() })
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('an unknown execution is said', async () => {
  const args = ['test', 'record', instance.url, '--key-env', 'TEST_KEY', '--execution', '99']
  const { code, err } = await runCli(args, { cwd: root, env: env() })
  expect([code, err]).toEqual([1, expect.stringContaining('Not Found')])
})

describe('a workflow that calls another', () => {
  const notify = inARow(slack('Slack', { text: '=Order of {{ $json.total }}' }, { id: 'slack' }))
  Object.assign(notify.nodes[0] ?? {}, {
    type: 'n8n-nodes-base.executeWorkflowTrigger',
    typeVersion: 1.1,
    parameters: { inputSource: 'passthrough' },
  })
  const caller = inARow(
    {
      name: 'Read',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      parameters: {
        assignments: { assignments: [{ id: 'a', name: 'total', type: 'number', value: '={{ $json.body.total }}' }] },
        options: {},
      },
    },
    {
      name: 'Tell',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters: { workflowId: { __rl: true, mode: 'id', value: 'notify' }, options: {} },
    },
  )
  Object.assign(caller.nodes[0] ?? {}, {
    name: 'Start',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    webhookId: 'caller',
    parameters: { path: 'caller', httpMethod: 'POST', responseMode: 'lastNode', options: {} },
  })

  const recordCaller = async (cwd: string, service: TestInstance, ...more: string[]) => {
    const args = ['test', 'record', service.url, '--key-env', 'TEST_KEY', '--execution', '1', ...more]
    return runCli(args, { cwd, env: { TEST_KEY: service.apiKey } })
  }
  const started = async () => {
    const service = await startInstance({
      simulate: true,
      profile: 'n8n-2.41',
      fixture: {
        workflows: [
          { ...caller, id: 'caller', name: 'Caller', active: true },
          { ...notify, id: 'notify', name: 'Notify', active: true },
        ],
      } as never,
    })
    service.simulation.add({ workflow: 'notify', node: 'Slack', output: [{ ok: true }] })
    const answer = await service.request('POST', '/webhook/caller', { total: 1200 }, { key: null })
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    return service
  }

  test('is recorded with that one, whose nodes have mocks', async () => {
    await using service = await started()
    const cwd = await mkdtemp(join(root, 'called-'))
    expect(await recordCaller(cwd, service)).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(await readFile(join(cwd, 'caller-1.workflow-test.json'), 'utf8'))).toMatchObject({
      workflow: './caller.json',
      subWorkflows: ['./notify.json'],
      cases: [
        {
          mocks: { 'Notify/Slack': [{ json: { ok: true } }] },
          expect: { nodes: { 'Notify/Slack': { parameters: { text: 'Order of 1200' } } } },
        },
      ],
    })
    expect(await runCli(['test', '--strict'], { cwd })).toMatchObject({ code: 0, err: '' })
    const text = await readFile(join(cwd, 'notify.json'), 'utf8')
    await writeFile(join(cwd, 'notify.json'), text.replace('Order of', 'Sale of'))
    const { code, out } = await runCli(['test'], { cwd })
    expect([code, out]).toEqual([1, expect.stringContaining('"Notify/Slack" parameters')])
  })

  test('and goes on with what was renamed since, in either', async () => {
    await using service = await started()
    const cwd = await mkdtemp(join(root, 'called-'))
    await recordCaller(cwd, service)
    for (const [file, from, to] of [
      ['caller.json', 'Tell', 'Call Notify'],
      ['notify.json', 'Slack', 'Tell Slack'],
    ] as const) {
      const text = await readFile(join(cwd, file), 'utf8')
      await writeFile(join(cwd, file), text.replaceAll(`"${from}"`, `"${to}"`))
    }
    await rm(join(cwd, 'caller-1.workflow-test.json'))
    const { code, out } = await recordCaller(cwd, service)
    expect([code, out]).toEqual([0, expect.not.stringContaining('warning')])
    expect(await runCli(['test', '--strict'], { cwd })).toMatchObject({ code: 0, err: '' })
  })

  test('and an execution that the service no longer has is a mock of what called it', async () => {
    await using service = await started()
    expect((await service.request('DELETE', '/api/v1/executions/2')).status).toBe(200)
    const cwd = await mkdtemp(join(root, 'called-'))
    expect(await recordCaller(cwd, service)).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(join(cwd, 'caller-1.workflow-test.json'), 'utf8'))).toMatchObject({
      cases: [{ mocks: { Tell: [{ json: { ok: true } }] } }],
    })
    expect(await runCli(['test', '--strict'], { cwd })).toMatchObject({ code: 0, err: '' })
  })
})

describe('the newcomer’s way', () => {
  test('record, edit, rename, record again: what was renamed is found by its id, and an edit is said', async () => {
    const cwd = await recorded()
    const file = join(cwd, 'orders.json')
    // a case that was there, of a name of its own
    const before = await readFile(join(cwd, FILE), 'utf8')
    await writeFile(join(cwd, 'orders.workflow-test.json'), before.replace('"execution 1"', '"by hand"'))
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('Write text', 'Compose'))
    const args = ['test', 'record', instance.url, '--key-env', 'TEST_KEY', '--execution', '1', '--workflow', file]
    const again = await runCli(args, { cwd, env: env() })
    expect([again.code, again.out]).toEqual([0, expect.not.stringContaining('warning')])
    const { out } = await runCli(['test', '--update', 'orders.workflow-test.json'], { cwd })
    expect(out).toContain('1 of 2 cases updated')
    expect(await runCli(['test', '--strict', 'orders.workflow-test.json'], { cwd })).toMatchObject({ code: 0, err: '' })
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"rightValue": 1000', '"rightValue": 5000'))
    const edited = await runCli([...args, '--force'], { cwd, env: env() })
    expect([edited.code, edited.out]).toEqual([
      0,
      expect.stringContaining('orders.json is another workflow than the one that ran: the case fails'),
    ])
  })
})
