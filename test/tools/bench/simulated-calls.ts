// `bun run bench simulated-calls [--quick] [--only NAMES] [--rounds N] [--beside CHECKOUT]`: what calls of a webhook take whose
// executions are durable, beside durable PUTs to the same instance, and the memory of 10,000 executions. With the folder of
// another checkout, that one takes turns with this one.
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { inARow, noOp, webhook } from '../../runs/schedules/workflows.ts'
import { PROGRAMS, RUNTIMES, type Runtime } from '../../runtimes/runtimes.ts'
import { measure, requireWrk } from './load.ts'
import { changesOf } from './requests.ts'
import { sampleWorkflow } from './sample-workflows.ts'
import { KEY_HEADER, serveDocument } from './start-server.ts'
import type { Subject } from './subjects.ts'
import { megabytes, perSecond, printTable } from './table.ts'
import { atLeast, atMost, printTargets, type Target } from './target.ts'
import { type Job, runJob, Throughput } from './throughput.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: RUNTIMES.join() },
    rounds: { type: 'string' },
    beside: { type: 'string' },
  },
})
const ROUNDS = Number(values.rounds ?? (values.quick ? 1 : 5))
const CONNECTIONS = 16
/** Of processor time: Node compiles what runs often later than the others do. */
const WARM_UP_SECONDS = 4
/** The most executions that are retained. */
const RETAINED = 10_000
/** After this time the document is written, in milliseconds. */
const QUIET_MS = 5000
const MEGABYTE = 1024 * 1024
const THIS = 'Understudy'
const OTHER = 'the other checkout'
const CHECKOUTS = new Map([[THIS, join(import.meta.dirname, '../../..')]])
if (values.beside !== undefined) CHECKOUTS.set(OTHER, resolve(values.beside))

const called = (path: string, value: string) => ({
  id: path,
  name: path,
  active: true,
  ...inARow(
    webhook(path, { httpMethod: 'POST', responseMode: 'lastNode' }),
    {
      name: 'Set',
      type: 'n8n-nodes-base.set',
      typeVersion: 3.4,
      parameters: { assignments: { assignments: [{ name: 'total', value, type: 'number' }] } },
    },
    noOp('Done'),
  ),
})
const changed = sampleWorkflow('10')
const DOCUMENT = {
  profile: 'n8n-2.41',
  sealCheck: null,
  workflows: [
    called('field', '={{ $json.body.total }}'),
    called('computed', '={{ Math.round($json.body.total * 1.19) + $json.body.lines.length }}'),
    { id: changed.id, name: changed.name },
  ],
}
const callsOf = (path: string) => [
  { method: 'POST', path: `/webhook/${path}`, body: { total: 12, lines: ['a', 'b', 'c'] } },
]
const KINDS: Subject['kinds'] = {
  field: { name: 'a call that reads a field', asked: callsOf('field'), status: 200 },
  computed: { name: 'a call that computes', asked: callsOf('computed'), status: 200 },
  put: { name: 'durable PUT', asked: changesOf([changed.id], KEY_HEADER), status: 200 },
}

await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
const rates: string[][] = []
const memories: string[][] = []
const targets: Target[] = []
for (const runtime of RUNTIMES.filter(name => values.only.includes(name))) {
  await measureRates(runtime)
  for (const name of CHECKOUTS.keys()) await measureMemory(runtime, name)
}
console.log(
  `Calls of a webhook with three nodes, each with a durable execution, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds:\n`,
)
printTable(['', 'request', 'server', 'a second', 'µs of processor', 'processor, to a durable PUT'], rates)
console.log(`\nMemory with ${RETAINED.toLocaleString('en')} executions of them, some seconds after the last call:\n`)
printTable(['', 'server', 'memory', 'more than with 100', 'their JSON in the document'], memories)
console.log()
printTargets(targets)

async function measureRates(runtime: Runtime) {
  const subjects = new Map<string, Subject>()
  for (const name of CHECKOUTS.keys()) subjects.set(name, (await serve(runtime, name, 'rates')).subject)
  const throughput = new Throughput()
  const jobOf = (subject: Subject, kind: string): Job => ({ subject, kind, connections: CONNECTIONS })
  for (const kind of Object.keys(KINDS)) {
    const jobs = Array.from(subjects.values(), subject => jobOf(subject, kind))
    for (const job of jobs) await warmUp(job)
    for (let round = 0; round < ROUNDS; round++) {
      for (const job of round % 2 ? jobs.toReversed() : jobs) throughput.add(job, await runJob(job, folder))
    }
  }
  for (const subject of subjects.values()) await subject.end()
  const ratioToPut = (subject: Subject, kind: string) =>
    throughput.ratio(jobOf(subject, kind), jobOf(subject, 'put'), 'processor')
  for (const subject of subjects.values()) {
    for (const [kind, { name }] of Object.entries(KINDS)) {
      const job = jobOf(subject, kind)
      rates.push([
        runtime,
        name,
        subject.name,
        perSecond(throughput.median(job, 'rate')),
        throughput.median(job, 'processor').toFixed(0),
        ratioToPut(subject, kind).toFixed(1),
      ])
    }
  }
  const [ours, other] = subjects.values()
  if (!ours) return
  targets.push(
    atMost(`${runtime}: processor time of a call that reads a field, to a durable PUT`, ratioToPut(ours, 'field'), 8),
    atMost(`${runtime}: processor time of a call that computes, to a durable PUT`, ratioToPut(ours, 'computed'), 12),
  )
  if (!other) return
  const gained = throughput.ratio(jobOf(other, 'field'), jobOf(ours, 'field'), 'processor')
  targets.push(atLeast(`${runtime}: processor time of a call in ${OTHER}, of that here`, gained, 1))
}

async function warmUp(job: Job) {
  const spent = () => job.subject.server?.processorTime() ?? Number.NaN
  const began = spent()
  do await runJob(job, folder)
  while (spent() - began < WARM_UP_SECONDS)
}

async function measureMemory(runtime: Runtime, name: string) {
  const { file, subject, server } = await serve(runtime, name, 'memory')
  const { asked } = subject.kinds.field ?? { asked: [] }
  const load = { url: server.url, connections: CONNECTIONS, seconds: 1, asked }
  let before: number | undefined
  for (let sent = 0; sent < RETAINED; ) {
    sent += (await measure(load, folder)).total
    before ??= server.memory()
  }
  await new Promise(resolve => setTimeout(resolve, QUIET_MS))
  const after = server.memory()
  const more = after - (before ?? Number.NaN)
  const { size } = await stat(file)
  memories.push([runtime, name, megabytes(after), megabytes(more), megabytes(size / MEGABYTE)])
  await server.stop()
  if (name === THIS) targets.push(atMost(`${runtime}: memory of ${RETAINED} executions`, more, 120, 'MB'))
}

async function serve(runtime: Runtime, name: string, what: string) {
  const own = join(folder, `${name} ${runtime} ${what}`)
  await mkdir(own)
  const file = join(own, 'instance.json')
  await writeFile(file, JSON.stringify(DOCUMENT))
  const command = [...PROGRAMS[runtime](), join(CHECKOUTS.get(name) ?? '', 'src/cli.ts')]
  const server = await serveDocument(file, command, ['--simulate'])
  const subject: Subject = { name, url: server.url, kinds: KINDS, clean: async () => {}, end: server.stop, server }
  return { file, subject, server }
}
