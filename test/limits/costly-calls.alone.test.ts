import { expect, setDefaultTimeout, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '../commands/run-cli.ts'
import { RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { listOf, node, to } from './large-requests.ts'

setDefaultTimeout(120_000)

const LONGEST_WAIT_MS = 250
const CLIENT = join(import.meta.dirname, 'second-client.ts')
const condition = {
  leftValue: '={{ $json.body.text }}',
  rightValue: 'y'.repeat(40),
  operator: { type: 'string', operation: 'notContains' },
}
const conditions = { options: { caseSensitive: false }, combinator: 'and', conditions: listOf(10, () => condition) }
const chain = Object.fromEntries(listOf(50, at => [`n${at}`, to(`n${at + 1}`)]))
const hook = { type: 'n8n-nodes-base.webhook', parameters: { path: 'x', httpMethod: 'POST' } }
const nodes = [
  node(0, hook),
  ...listOf(50, at => node(at + 1, { type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters: { conditions } })),
]
const call = (id: string) => ({
  name: 'Self',
  type: 'n8n-nodes-base.executeWorkflow',
  typeVersion: 1.2,
  parameters: { workflowId: id },
})
const self = {
  id: '2',
  name: 'self',
  active: true,
  nodes: [
    { name: 'Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'self', httpMethod: 'POST' } },
    { name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1, parameters: {} },
    call('2'),
    { ...call('2'), name: 'Again' },
  ],
  connections: {
    Hook: to('Self'),
    Start: { main: [[...to('Self').main, ...to('Again').main].flat()] },
  },
}
const fixture = { workflows: [{ id: '1', name: 'x', active: true, nodes, connections: chain }, self] }

/** Calls that anybody may make, without a key. */
const CALLS: [name: string, path: string, count: number, text: number][] = [
  ['50 if nodes of 10 conditions and bodies of 1 MB', '/webhook/x', 3, 1_000_000],
  ['a workflow that calls itself twice', '/webhook/self', 20, 1000],
]

test.each(RUNTIMES.flatMap(runtime => CALLS.map(row => [runtime, ...row] as const)))(
  'on %s, %s keep nobody waiting',
  async (runtime, _name, path, count, length) => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(fixture))
    await using instance = await startOn(runtime, ['--simulate', '--seed', seed])
    const client = spawn(process.execPath, [CLIENT, instance.url, '/healthz'], { stdio: ['pipe', 'pipe', 'inherit'] })
    const said = text(client.stdout)
    const sent = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(length) }),
    }
    const statuses = await Promise.all(
      listOf(count, () => fetch(instance.url + path, sent).then(({ status }) => status)),
    )
    client.stdin.end()
    const { longest } = JSON.parse((await said).split('\n').at(-2) ?? '{}')
    expect(statuses).toEqual(Array(count).fill(200))
    expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  },
)
