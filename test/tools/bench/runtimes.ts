// `bun run bench runtimes [--quick] [--beside CHECKOUT] [--only NAMES] [--rounds N]`: Understudy on Bun, Deno and Node, each
// beside a bare server of the same runtime that returns the same bytes. With the folder of another checkout, that one takes
// turns with this one; both run from source then.
import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { denoProgram } from '../../runtimes/runtimes.ts'
import { requireWrk } from './load.ts'
import { writeDocument } from './sample-document.ts'
import { bareSubject, leastSubject, ourSubject, type Subject } from './subjects.ts'
import { milliseconds, percent, perSecond, printTable } from './table.ts'
import { atLeast, atMost, printTargets, type Target } from './target.ts'
import { type Job, runJob, Throughput } from './throughput.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    beside: { type: 'string' },
    only: { type: 'string', default: 'Bun,Deno,Node' },
    rounds: { type: 'string' },
  },
})
const ROUNDS = Number(values.rounds ?? (values.quick ? 1 : 5))
const CONNECTIONS = 16
/** Of processor time. */
const WARM_UP_SECONDS = 1.5
const KINDS = ['one', 'list', 'put']
const THIS = join(import.meta.dirname, '../../..')
const CLI = 'src/cli.ts'

interface Runtime {
  name: string
  command: string[]
  /** The least part of the bare server's rate. */
  least: { one: number; list: number }
}

const RUNTIMES: Runtime[] = [
  { name: 'Bun', command: [process.execPath], least: { one: 0.75, list: 0.6 } },
  { name: 'Deno', command: [denoProgram(), 'run', '-A'], least: { one: 0.6, list: 0.7 } },
  { name: 'Node', command: [nodeProgram(), '--disable-warning=ExperimentalWarning'], least: { one: 0.6, list: 0.7 } },
].filter(({ name }) => values.only.includes(name))

await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
const targets: Target[] = []
const document = await writeDocument(folder, 100)

const rates: string[][] = []
for (const runtime of RUNTIMES) rates.push(...(await measureRequests(runtime)))
console.log(`Requests at ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of a second, the servers in turns.\n`)
printTable(
  [
    '',
    'request',
    'server',
    'a second',
    'p99 ms',
    'µs of processor',
    'rate, of bare',
    'processor, bare to it',
    'p99 to bare',
  ],
  rates,
)
console.log()
printTargets(targets)

async function measureRequests({ name, command, least }: Runtime) {
  const subjects = new Map([['Understudy', await serveFrom(THIS, name, command)]])
  const ours = subjects.get('Understudy') as Subject
  if (values.beside !== undefined) {
    subjects.set('the other checkout', await serveFrom(resolve(values.beside), `${name}-beside`, command))
  }
  const bare = await bareSubject(ours, join(folder, name), command)
  subjects.set(bare.name, bare)
  const keeper = await leastSubject(ours, join(folder, name), command)
  subjects.set(keeper.name, keeper)
  for (const [name, subject] of subjects) subject.name = name

  const throughput = new Throughput()
  const rows = []
  for (const kind of KINDS) {
    const jobs = [...subjects.values()]
      .filter(subject => kind === 'put' || subject.name !== 'the least keeper')
      .map((subject): Job => ({ subject, kind, connections: CONNECTIONS }))
    for (const job of jobs) await warmUp(job)
    for (let round = 0; round < ROUNDS; round++) {
      for (const job of round % 2 ? jobs.toReversed() : jobs) throughput.add(job, await runJob(job, folder))
    }
    const bareJob = { subject: bare, kind, connections: CONNECTIONS }
    for (const job of jobs) {
      rows.push([
        name,
        ours.kinds[kind]?.name ?? kind,
        job.subject.name,
        perSecond(throughput.median(job, 'rate')),
        milliseconds(throughput.median(job, 'p99')),
        throughput.median(job, 'processor').toFixed(1),
        percent(throughput.ratio(job, bareJob, 'rate')),
        percent(throughput.ratio(bareJob, job, 'processor')),
        throughput.ratio(job, bareJob, 'p99').toFixed(2),
      ])
    }
  }
  const job = (kind: string): Job => ({ subject: ours, kind, connections: CONNECTIONS })
  const toBare = (kind: string, what: 'rate' | 'p99' = 'rate') =>
    throughput.ratio(job(kind), { ...job(kind), subject: bare }, what)
  targets.push(
    atLeast(`${name}: GET one workflow, of the rate of a bare server`, toBare('one'), least.one),
    atLeast(`${name}: GET 100 workflows, of the rate of a bare server`, toBare('list'), least.list),
    atMost(`${name}: p99 of GET one workflow, to that of a bare server`, toBare('one', 'p99'), 2),
  )
  const part = throughput.ratio(job('put'), { ...job('put'), subject: keeper }, 'rate')
  targets.push(atLeast(`${name}: durable PUT, of the rate of the least keeper`, part, 0.55))
  for (const { end } of subjects.values()) await end()
  return rows
}

/** Node compiles what runs often later than the others do. */
async function warmUp(job: Job) {
  const spent = () => job.subject.server?.processorTime() ?? Number.NaN
  const began = spent()
  do await runJob(job, folder)
  while (spent() - began < WARM_UP_SECONDS)
}

async function serveFrom(checkout: string, name: string, command: string[]) {
  const own = join(folder, name)
  await mkdir(own)
  const file = join(own, 'instance.json')
  await copyFile(document, file)
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))
  return ourSubject(file, ids, [...command, join(checkout, CLI)])
}
