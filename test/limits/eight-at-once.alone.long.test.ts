import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { SecondClient } from './asking-meanwhile.ts'
import { listOf } from './large-requests.ts'
import { slowdown } from './slowdown.ts'

setDefaultTimeout(120_000)

const LONGEST_WAIT_MS = 250
/** On a machine with nothing else to do it is below a second; calls that are under way are refused first. */
const LONGEST_STOP_MS = 2000
/** Workers have begun with the calls after this; by itself each of them computes for 10 s. */
const BEGUN_MS = 2000

const code = (jsCode: string) => ({ type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } })
const set = (value: string) => ({
  type: 'n8n-nodes-base.set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: 'a', name: 'made', value, type: 'string' }] }, options: {} },
})
const COSTLY = [
  code('for (;;) {}'),
  code("const all = []\nfor (;;) all.push('x'.repeat(1e5) + all.length)"),
  set('={{ [...Array(1e7)].map((_, n) => "k" + n) }}'),
  set('={{ /(a+)+$/.test("a".repeat(40) + "b") }}'),
]

const hooked = (id: string, node: object) => ({
  id,
  name: id,
  active: true,
  nodes: [
    {
      name: 'Hook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      parameters: { path: id, httpMethod: 'POST', responseMode: 'lastNode' },
    },
    { name: 'Node', ...node },
  ],
  connections: { Hook: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
})

test.each(RUNTIMES)('on %s, eight costly runs at once delay no other client and no stop', async runtime => {
  await using folder = await temporaryFolder()
  const seed = join(folder.path, 'seed.json')
  await writeFile(seed, JSON.stringify({ workflows: COSTLY.map((node, at) => hooked(`costly-${at}`, node)) }))
  await using server = await startOn(runtime, ['--profile', 'n8n-2.41', '--simulate', '--seed', seed])
  // it measures first how long it waits without the calls
  using second = await SecondClient.start(server.url)
  const calls = listOf(8, at =>
    fetch(`${server.url}/webhook/costly-${at % COSTLY.length}`, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      // the connection was closed without an answer
      () => 0,
    ),
  )
  await Bun.sleep(BEGUN_MS)
  const { longest, statuses } = await second.seen()
  const before = slowdown()
  const began = performance.now()
  await server[Symbol.asyncDispose]()
  const stopped = (performance.now() - began) / Math.max(before, slowdown())
  console.info(`${runtime}: others waited ${Math.round(longest)} ms, stopped in ${Math.round(stopped)} ms`)
  // each is answered: 503 where it was still running or waiting
  for (const status of await Promise.all(calls)) expect([200, 500, 503]).toContain(status)
  expect(Object.keys(statuses)).toEqual(['200'])
  expect(longest).toBeLessThan(LONGEST_WAIT_MS)
  expect(stopped).toBeLessThan(LONGEST_STOP_MS)
  // no stack for each call that was under way
  expect(server.said.err).not.toContain(' at ')
})
