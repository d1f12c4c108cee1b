import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { runCli } from '../../commands/run-cli.ts'
import { CUSTOMER, orders } from './workflows.ts'

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
  test('is green at once, with mocks of what called someone', async () => {
    const cwd = await recorded()
    expect(JSON.parse(await readFile(join(cwd, FILE), 'utf8'))).toMatchObject({
      workflow: './orders.json',
      cases: [
        {
          name: 'execution 1',
          mocks: { 'Get customer': [{ json: { name: 'Ann' } }], 'Notify Slack': [{ json: { ok: true } }] },
          expect: { path: ['Webhook', 'Is large', 'Get customer', 'Write text', 'Notify Slack'] },
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
        'stale: expect.nodes names "Write text", which the workflow does not have. Is it "Write texts" now?',
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
