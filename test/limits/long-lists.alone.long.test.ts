import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { ALL_RUNTIMES, KEY, startOn } from '../runtimes/runtimes.ts'
import { secondClient } from './asking-meanwhile.ts'
import { listOf, node } from './large-requests.ts'
import { leastOf } from './longest-wait.ts'

setDefaultTimeout(120_000)

/** Where they are made at once, a client waits 0.25 to 1.6 s. */
const LONGEST_WAIT_MS = 250
const LISTS = 10
/** Characters of a list. */
const LENGTH = 24_000_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let seed = ''
beforeAll(async () => {
  folder = await temporaryFolder()
  seed = join(folder.path, 'seed.json')
  const nodes = listOf(20, at => node(at, { parameters: { text: 'x'.repeat(LENGTH / 40 / 20) } }))
  const json = { list: listOf(3000, at => ({ at, text: 'some text' })) }
  const data = { resultData: { runData: { Hook: [{ data: { main: [[{ json }]] } }] }, lastNodeExecuted: 'Hook' } }
  const workflows = listOf(40, at => ({ id: `${at + 1}`, name: `w${at}`, nodes, connections: {} }))
  const executions = listOf(240, at => ({ id: `${at + 1}`, workflowId: '1', status: 'success', data }))
  await writeFile(seed, JSON.stringify({ workflows, executions }))
})
afterAll(() => folder[Symbol.asyncDispose]())

const WORKFLOWS = { what: 'workflows', path: '/api/v1/workflows' }
const EXECUTIONS = { what: 'executions', path: '/api/v1/executions?includeData=true&limit=250' }

test.each([
  ...ALL_RUNTIMES.map(runtime => ({ runtime, ...WORKFLOWS })),
  // they are put together by the same function everywhere
  { runtime: 'Deno' as const, ...EXECUTIONS },
])('on $runtime, ten lists of large $what at once delay no other client', async ({ runtime, what, path }) => {
  await using instance = await startOn(runtime, ['--seed', seed])
  const headers = { 'X-N8N-API-KEY': KEY }
  const ask = async () => {
    const text = await (await fetch(instance.url + path, { headers })).text()
    return [text.slice(0, 9), text.length > LENGTH * 0.9, text.slice(-20)]
  }
  const longest = await leastOf(2, LONGEST_WAIT_MS, async () => {
    const report = await secondClient(instance.url, '/healthz')
    const answers = await Promise.all(listOf(LISTS, ask))
    for (const answer of answers) expect([what, ...answer]).toEqual([what, '{"data":[', true, '],"nextCursor":null}'])
    return (await report()).longest
  })
  expect(longest).toBeLessThan(LONGEST_WAIT_MS)
})
