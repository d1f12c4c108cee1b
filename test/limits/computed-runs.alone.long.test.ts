import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { ALL_RUNTIMES, KEY, type Runtime, startOn } from '../runtimes/runtimes.ts'
import { secondClient } from './asking-meanwhile.ts'
import { hookedChain, listOf } from './large-requests.ts'
import { leastOf } from './longest-wait.ts'

setDefaultTimeout(120_000)

/** What another client may wait while a run is computed, in milliseconds. */
const LONGEST_WAIT_MS = 250

/** A workflow that answers what its last node puts out. */
const hooked = (id: string, node: object) => ({
  id,
  name: id,
  active: true,
  settings: { executionOrder: 'v1' },
  nodes: [
    {
      id: 'hook',
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      webhookId: `hook-${id}`,
      parameters: { path: id, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
    },
    { id: 'node', name: 'Node', position: [200, 0], ...node },
  ],
  connections: { Webhook: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
})

const code = (jsCode: string) => ({ type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } })
const set = (value: string) => ({
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: 'a', name: 'made', value, type: 'string' }] }, options: {} },
})

interface CostlyRun {
  node: object
  body: unknown
  /** What the run may end with: by its time limit, by the engine's memory, or well. */
  status: number[]
}

const keys = Object.fromEntries(listOf(100_000, at => [`k${at}`, at]))

/** How long single calls of the engine take is the subject of test/runs/expressions/limits. */
const RUNS: Record<string, CostlyRun> = {
  'Object.keys on 100,000 keys': {
    node: set('={{ [...Array(5000)].map(() => Object.keys($json.body).length).length }}'),
    body: keys,
    status: [200, 500],
  },
  'an endless loop': { node: code('for (;;) {}'), body: {}, status: [500] },
  'a pattern that runs away': {
    node: set('={{ /(a+)+$/.test($json.body.text) }}'),
    body: { text: `${'a'.repeat(40)}!` },
    status: [500],
  },
  '200,000 levels of JSON': {
    node: code("return [{ json: { made: JSON.parse('['.repeat(200000) + ']'.repeat(200000)).length } }]"),
    body: {},
    status: [200, 500],
  },
  'a text of a gigabyte': { node: code("return [{ json: { made: 'x'.repeat(2 ** 30) } }]"), body: {}, status: [500] },
  'a list that grows without end': {
    node: code('const all = []; for (;;) all.push({ text: "x".repeat(1000), all: all.length })'),
    body: {},
    status: [500],
  },
  'a promise that never ends': { node: code('await new Promise(() => {}); return []'), body: {}, status: [500] },
  '60,000 keys through 30 nodes': { node: set('={{ 1 }}'), body: keys, status: [200] },
}

/** These compute for as long as a run may, ten seconds: a row on each runtime, at the same time. */
const isLong = (name: string) => /keys on|endless loop|runs away/.test(name)

/** A run computes in the same engine on each runtime: what differs is how a worker is ended, by time and by memory. */
const ROWS = Object.entries(RUNS).map(([name, run], at) => ({
  runtime: ALL_RUNTIMES[at % ALL_RUNTIMES.length] ?? 'Bun',
  name,
  run,
}))

async function expectOthersServed(runtime: Runtime, { node, body, status }: CostlyRun) {
  await using folder = await temporaryFolder()
  const seed = join(folder.path, 'seed.json')
  await writeFile(seed, JSON.stringify({ workflows: [hooked('costly', node), hooked('plain', set('={{ 1 + 1 }}'))] }))
  await using instance = await startOn(runtime, ['--profile', 'n8n-2.41', '--simulate', '--seed', seed])
  const call = (path: string, given: unknown) =>
    fetch(`${instance.url}/webhook/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
  await call('plain', {})
  const report = await secondClient(instance.url, '/healthz')
  const [costly, beside] = await Promise.all([call('costly', body), call('plain', {})])
  const { longest } = await report()
  expect(status).toContain(costly.status)
  expect(beside.status).toBe(200)
  expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  const next = await call('plain', {})
  expect([next.status, await next.json()]).toEqual([200, { made: '2' }])
  if (costly.status === 200) return
  // the execution says why it ended
  const listed = await fetch(`${instance.url}/api/v1/executions?includeData=true&status=error`, {
    headers: { 'X-N8N-API-KEY': KEY },
  })
  const { data } = await listed.json()
  expect(data[0].data.resultData.error.message).toMatch(
    /may compute for 10 seconds|memory|deep|size|length|never ends|was ended/i,
  )
}

test.each(ROWS.filter(({ name }) => !isLong(name)))(
  'on $runtime, $name delay no other client, and the next run works',
  ({ runtime, run }) => expectOthersServed(runtime, run),
)

// each is measured by its own process, and a wait by how busy the machine is
test.concurrent.each(ROWS.filter(({ name }) => isLong(name)))(
  'on $runtime, $name delay no other client, and the next run works',
  ({ runtime, run }) => expectOthersServed(runtime, run),
)

/** More calls than the data of their runs has room. */
const FLOOD = 40
const LONGEST_WAIT_OF_A_FLOOD_MS = 500
const text = 'x'.repeat(1_000_000)

test.each([...ALL_RUNTIMES])(
  'on %s, a flood of calls with a megabyte each delays no other client, and the oldest runs go',
  async runtime => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify({ workflows: [hookedChain(3)] }))
    await using server = await startOn(runtime, ['--profile', 'n8n-2.41', '--simulate', '--seed', seed])
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text }) }
    const longest = await leastOf(2, LONGEST_WAIT_OF_A_FLOOD_MS, async () => {
      const report = await secondClient(server.url)
      const answers = await Promise.all(listOf(FLOOD, () => fetch(`${server.url}/webhook/x`, call)))
      expect(answers.map(({ status }) => status)).toEqual(Array(FLOOD).fill(200))
      return (await report()).longest
    })
    expect(longest).toBeLessThan(LONGEST_WAIT_OF_A_FLOOD_MS)
    const list = await fetch(`${server.url}/api/v1/executions?limit=250`, { headers: { 'X-N8N-API-KEY': KEY } })
    const { data } = await list.json()
    expect(data.length).toBeGreaterThan(0)
    expect(data.length).toBeLessThan(FLOOD)
  },
  60_000,
)
