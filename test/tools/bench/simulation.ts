// `bun run bench simulation [--quick]`: what simulated runs take, and what they cost where they are off.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { requireWrk } from './load.ts'
import { writeDocument } from './sample-document.ts'
import type { Cost } from './simulated-day.ts'
import { SOURCE } from './start-server.ts'
import { median, medianRatio } from './statistics.ts'
import { ourSubject } from './subjects.ts'
import { milliseconds, percent, perSecond, printTable } from './table.ts'
import { atLeast, printTargets } from './target.ts'
import { type Job, runJob, Throughput } from './throughput.ts'

const KINDS = { one: 'GET one workflow', list: 'GET 100 workflows', put: 'durable PUT' }
const CONNECTIONS = 16
const WORKFLOWS = 100

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = values.quick ? 1 : 5

interface Day {
  first: Cost
  warm: Cost[]
  added: Cost[]
}

function playDay(): Day {
  const { stdout, status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'simulated-day.ts')], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
  if (status !== 0) throw new Error(`The day was not played: ${stderr}`)
  return JSON.parse(stdout) as Day
}

const days = Array.from({ length: rounds }, playDay)
const kinds: [name: string, costs: (day: Day) => Cost[]][] = [
  ['the first day in a process', ({ first }) => [first]],
  ['a further day', ({ warm }) => warm],
  ['as many POSTs to `/_control/executions`', ({ added }) => added],
]
console.log(`A day of 1,000 simulated runs, medians of ${rounds} processes:\n`)
printTable(
  ['', 'time', 'of the POSTs', 'processor', 'of the POSTs'],
  kinds.map(([name, costs]) => [
    name,
    ...(['time', 'processor'] as const).flatMap(what => {
      const each = days.map(day => median(costs(day).map(cost => cost[what])))
      const posts = days.map(({ added }) => median(added.map(cost => cost[what])))
      return [`${milliseconds(median(each))} ms`, percent(medianRatio(each, posts))]
    }),
  ]),
)

await requireWrk()
await using offFolder = await temporaryFolder()
await using onFolder = await temporaryFolder()
const ids = Array.from({ length: WORKFLOWS }, (_, at) => String(at + 1))
const off = await ourSubject(await writeDocument(offFolder.path, WORKFLOWS), ids)
const on = {
  ...(await ourSubject(await writeDocument(onFolder.path, WORKFLOWS), ids, SOURCE, ['--simulate'])),
  name: 'simulating',
}
const throughput = new Throughput()
for (const kind of Object.keys(KINDS)) {
  const jobs: Job[] = [off, on].map(subject => ({ subject, kind, connections: CONNECTIONS }))
  for (const job of jobs) await runJob(job, offFolder.path)
  for (let round = 0; round < rounds; round++) {
    for (const job of round % 2 ? jobs.toReversed() : jobs) throughput.add(job, await runJob(job, offFolder.path))
  }
}
for (const { end } of [off, on]) await end()

const [without, simulated] = [off, on].map(
  subject =>
    (kind: string): Job => ({ subject, kind, connections: CONNECTIONS }),
) as [(kind: string) => Job, (kind: string) => Job]
/** Of the rate without simulation; by processor time, since other programs take turns of the processor away. */
const partFor = (kind: string) => throughput.ratio(without(kind), simulated(kind), 'processor')
console.log(`\nRequests a second, ${CONNECTIONS} connections, median of ${rounds} rounds:\n`)
printTable(
  ['request', 'without simulation', 'with it', 'with it, of without', 'the same, for the same processor time'],
  Object.entries(KINDS).map(([kind, name]) => [
    name,
    perSecond(throughput.median(without(kind), 'rate')),
    perSecond(throughput.median(simulated(kind), 'rate')),
    percent(throughput.ratio(simulated(kind), without(kind), 'rate')),
    percent(partFor(kind)),
  ]),
)
console.log()
printTargets(
  Object.entries(KINDS).map(([kind, name]) =>
    atLeast(`${name} with simulation, of the rate without for the same processor time`, partFor(kind), 0.9),
  ),
)
