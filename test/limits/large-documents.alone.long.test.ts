import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGitRemote } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { ALL_RUNTIMES, KEY, startOn } from '../runtimes/runtimes.ts'
import { SecondClient, secondClient } from './asking-meanwhile.ts'
import { listOf, node } from './large-requests.ts'
import { leastOf } from './longest-wait.ts'

setDefaultTimeout(120_000)

const WORKFLOWS = 20_000
/** To parse the nodes of all of them takes 250 ms on Bun and 600 on Node. */
const LONGEST_WAIT_MS = 250
const nodes = listOf(10, at => node(at, { parameters: { mode: 'manual', text: 'x'.repeat(100) } }))

/** A document whose records are held as the text of its lines. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>
const fileOf = (name: string) => join(folder.path, `${name}.json`)
beforeAll(async () => {
  folder = await temporaryFolder()
  const workflows = listOf(WORKFLOWS, at => ({ id: `${at + 1}`, name: `w${at}`, nodes, connections: {} }))
  await writeFile(fileOf('seed'), JSON.stringify({ workflows }))
  await using _ = await startOn('Bun', ['--seed', fileOf('seed')], { file: fileOf('made') })
})
afterAll(() => folder[Symbol.asyncDispose]())

async function ask(url: string, method: string, path: string, body?: object) {
  const headers = { 'X-N8N-API-KEY': KEY, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { ok: answer.ok, status: answer.status, text: await answer.text() }
}

/** `times`: how many requests are sent at once; 1 where left out. */
const ASKED = [
  // first: what was asked for leaves garbage behind, and this is the largest answer
  { asked: 'the state, three times,', method: 'GET', path: '/_control/state', times: 3 },
  { asked: 'workflows by their number of nodes', method: 'GET', path: '/_control/overview/workflows?sortBy=nodes' },
  { asked: 'an audit', method: 'POST', path: '/api/v1/audit' },
  { asked: 'a snapshot', method: 'PUT', path: '/_control/snapshots/a' },
  { asked: 'a snapshot in the place of another', method: 'PUT', path: '/_control/snapshots/a' },
]

describe.each([...ALL_RUNTIMES])('on %s', runtime => {
  // one for all rows: each start reads 50 MB
  let instance: Awaited<ReturnType<typeof startOn>>
  let second: SecondClient
  const start = async () => {
    instance = await startOn(runtime, [], { file: fileOf(runtime) })
    second = await SecondClient.start(instance.url, '/healthz')
  }
  const stop = async () => {
    second[Symbol.dispose]()
    await instance[Symbol.asyncDispose]()
  }
  beforeAll(async () => {
    await copyFile(fileOf('made'), fileOf(runtime))
    await start()
  })
  afterAll(stop)

  test.each(ASKED)(
    '$asked of a document of 20,000 workflows delays no other client',
    async ({ method, path, times = 1 }) => {
      const longest = await leastOf(2, LONGEST_WAIT_MS, async () => {
        await second.seen()
        const answers = await Promise.all(listOf(times, () => ask(instance.url, method, path)))
        expect(answers.map(({ ok }) => ok)).toEqual(Array(times).fill(true))
        return (await second.seen()).longest
      })
      expect(longest).toBeLessThan(LONGEST_WAIT_MS)
    },
  )

  test('a snapshot of 20,000 workflows that an earlier start took delays no other client', async () => {
    await stop()
    await start()
    const { status } = await ask(instance.url, 'POST', '/_control/snapshots/a/restore')
    const { longest } = await second.seen()
    expect(status).toBe(200)
    expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  })
})

// the same code does it on each runtime
test.each(['Bun', 'Deno'] as const)(
  'on %s, the status of source control, a push of 20,000 workflows that is refused and one of 1,000 delay no other client',
  async runtime => {
    const file = fileOf(`${runtime}-pushed`)
    await copyFile(fileOf('made'), file)
    const longest = await leastOf(2, LONGEST_WAIT_MS, async () => {
      await using remote = await createGitRemote()
      await remote.commit({ 'workflows/other.json': { id: 'other', name: 'Other', nodes, connections: {} } })
      const args = ['--profile', 'n8n-2.41', '--licence', 'all', '--git-remote', remote.url]
      await using instance = await startOn(runtime, args, { file })
      const push = (body: object) =>
        ask(instance.url, 'POST', '/api/v1/source-control/push', { commitMessage: 'All', ...body })
      const report = await secondClient(instance.url, '/healthz')
      const { status, text } = await ask(instance.url, 'GET', '/api/v1/source-control/status?direction=push')
      const fileNames = JSON.parse(text).data.map(({ id, type }: Record<string, string>) => ({ id, type }))
      const refused = await push({ fileNames })
      const pushed = await push({ fileNames: fileNames.slice(0, 1000), force: true })
      expect([status, fileNames.length, refused.status, pushed.status]).toEqual([200, WORKFLOWS, 409, 200])
      expect(JSON.parse(pushed.text).data).toHaveLength(1000)
      return (await report()).longest
    })
    expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  },
)

/** What an earlier start left: with the data of the calls, more than the 64 MB that are stored. */
const PRUNED = { executions: 700, values: 12_000 }
const CALLS = 40

// Node counts all of it in 20 ms
test.each(['Bun'] as const)(
  'on %s, the first pruning of stored run data delays no other client, and deletes the oldest',
  async runtime => {
    const json = { values: listOf(PRUNED.values, at => at) }
    const data = {
      resultData: { runData: { Hook: [{ data: { main: [[{ json }]] } }] }, lastNodeExecuted: 'Hook' },
    }
    const hook = node(0, {
      name: 'Hook',
      type: 'n8n-nodes-base.webhook',
      parameters: { path: 'x', httpMethod: 'POST' },
    })
    const workflows = [{ id: '1', name: 'x', active: true, nodes: [hook], connections: {} }]
    const executions = listOf(PRUNED.executions, at => ({ id: `${at + 1}`, workflowId: '1', status: 'success', data }))
    const seed = fileOf(`${runtime}-runs-seed`)
    await writeFile(seed, JSON.stringify({ workflows, executions }))
    const file = fileOf(`${runtime}-runs`)
    {
      await using _ = await startOn(runtime, ['--seed', seed], { file })
    }
    await using instance = await startOn(runtime, ['--simulate'], { file })
    const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) })
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const report = await secondClient(instance.url, '/healthz')
    for (let sent = 0; sent < CALLS; sent++) {
      const { status } = await fetch(`${instance.url}/webhook/x`, call)
      expect(status).toBe(200)
    }
    const { longest } = await report()
    const headers = { 'X-N8N-API-KEY': KEY }
    const overview = await fetch(`${instance.url}/_control/overview/executions?limit=1`, { headers })
    const { data: newest, total } = await overview.json()
    expect(newest[0].id).toBe(`${PRUNED.executions + CALLS}`)
    expect(total).toBeLessThan(PRUNED.executions + CALLS)
    expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  },
)
