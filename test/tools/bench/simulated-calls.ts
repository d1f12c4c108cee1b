// `bun run bench simulated-calls [--quick] [FOLDER]`: what calls of a webhook take whose executions are durable, and the
// memory of those that are kept. With the folder of another checkout it is measured there as well, by turns.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { inARow, noOp, webhook } from '../../runs/schedules/workflows.ts'
import { type Asked, measure, requireWrk } from './load.ts'
import { serveDocument } from './start-server.ts'
import { median } from './statistics.ts'
import { perSecond, printTable } from './table.ts'

const CONNECTIONS = 16

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [before] = positionals
const rounds = values.quick ? 1 : 5
await requireWrk()

/** What calls took round by round, and the memory in MB once all executions that are kept are there. */
interface Called {
  rates: number[]
  processor: number[]
  memory: number
}

const CALLED = {
  profile: 'n8n-2.41',
  workflows: [
    {
      id: '1',
      name: 'Orders',
      active: true,
      ...inARow(
        webhook('orders', { httpMethod: 'POST', responseMode: 'lastNode' }),
        {
          name: 'Set',
          type: 'n8n-nodes-base.set',
          typeVersion: 3.4,
          parameters: {
            assignments: { assignments: [{ name: 'a', value: '={{ $json.body.total }}', type: 'number' }] },
          },
        },
        noOp('Done'),
      ),
    },
  ],
}
const CALL: Asked = { method: 'POST', path: '/webhook/orders', body: { total: 12, lines: ['a', 'b', 'c'] } }
const CALL_SECONDS = 2
/** The most executions that are retained. */
const KEPT = 10_000

async function startCalled(folder: string, checkout: string) {
  const file = join(folder, 'instance.json')
  await writeFile(file, JSON.stringify({ ...CALLED, sealCheck: null }))
  const server = await serveDocument(file, [process.execPath, join(checkout, 'src/cli.ts')], ['--simulate'])
  return { server, called: { rates: [], processor: [], memory: 0 } as Called }
}

await using beforeFolder = await temporaryFolder()
await using nowFolder = await temporaryFolder()
const calls = new Map([['now', await startCalled(nowFolder.path, join(import.meta.dirname, '../../..'))]])
if (before) calls.set('before', await startCalled(beforeFolder.path, before))
for (let round = 0; round <= rounds; round++) {
  const turn = [...calls.values()]
  for (const { server, called } of round % 2 ? turn.toReversed() : turn) {
    const began = server.processorTime()
    const load = { url: server.url, connections: CONNECTIONS, seconds: CALL_SECONDS, asked: [CALL] }
    const { rate, total, failed } = await measure(load, nowFolder.path)
    if (failed > 0) throw new Error(`${failed} of ${total} calls of a webhook failed`)
    // the first warms up
    if (round === 0) continue
    called.rates.push(rate)
    called.processor.push(((server.processorTime() - began) / total) * 1e6)
  }
}
for (const { server, called } of calls.values()) {
  const load = { url: server.url, connections: CONNECTIONS, seconds: 1, asked: [CALL] }
  for (let sent = 0; sent < KEPT; ) sent += (await measure(load, nowFolder.path)).total
  called.memory = server.memory()
  await server.stop()
}

console.log(
  `\nCalls of a webhook with three nodes, each with a durable execution, ${CONNECTIONS} connections, medians:\n`,
)
printTable(
  ['', 'calls a second', 'processor time of a call', `memory with ${KEPT.toLocaleString('en')} executions`],
  [...calls].map(([name, { called }]) => [
    name,
    perSecond(median(called.rates)),
    `${Math.round(median(called.processor))} µs`,
    `${Math.round(called.memory)} MB`,
  ]),
)
