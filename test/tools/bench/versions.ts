// `bun run bench versions [--quick]`: requests for workflows in version n8n-2.41, beside n8n-1.41 in the same run.
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { requireWrk } from './load.ts'
import { writeDocument } from './sample-document.ts'
import { SOURCE } from './start-server.ts'
import { ourSubject, type Subject } from './subjects.ts'
import { percent, printTable } from './table.ts'
import { atLeast, printTargets } from './target.ts'
import { type Job, runJob, Throughput } from './throughput.ts'

const KINDS = { one: 'GET one workflow', list: 'GET 100 workflows', put: 'durable PUT' }
const CONNECTIONS = 16
const WORKFLOWS = 100
/** The least part of the rate of the earlier version. */
const LEAST: Record<string, number> = { one: 0.7, list: 0.7, put: 0.75 }

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = values.quick ? 1 : 3

await requireWrk()
await using earlierFolder = await temporaryFolder()
await using currentFolder = await temporaryFolder()
const earlier = await subjectIn('n8n-1.41', earlierFolder.path)
const current = await subjectIn('n8n-2.41', currentFolder.path)
const throughput = new Throughput()

for (const kind of Object.keys(KINDS)) {
  const jobs = [earlier, current].map(subject => ({ subject, kind, connections: CONNECTIONS }))
  for (const job of jobs) await runJob(job, earlierFolder.path)
  for (let round = 0; round < rounds; round++) {
    for (const job of round % 2 ? jobs.toReversed() : jobs) {
      throughput.add(job, await runJob(job, earlierFolder.path))
    }
  }
}
for (const { end } of [earlier, current]) await end()

console.log(`Version n8n-2.41, of the rate of n8n-1.41, ${CONNECTIONS} connections, median of ${rounds} rounds:\n`)
const job = (subject: Subject, kind: string): Job => ({ subject, kind, connections: CONNECTIONS })
const rateOf = (kind: string) => throughput.ratio(job(current, kind), job(earlier, kind), 'rate')
// where other programs take turns of the processor away, this one says more
const rateForProcessor = (kind: string) => throughput.ratio(job(earlier, kind), job(current, kind), 'processor')

printTable(
  ['request', 'rate', 'rate for the same processor time'],
  Object.entries(KINDS).map(([kind, name]) => [name, percent(rateOf(kind)), percent(rateForProcessor(kind))]),
)
console.log()
printTargets(
  Object.entries(KINDS).map(([kind, name]) =>
    atLeast(`${name} in n8n-2.41, of the rate in n8n-1.41`, rateOf(kind), LEAST[kind] ?? 0),
  ),
)

async function subjectIn(version: string, folder: string): Promise<Subject> {
  const ids = Array.from({ length: WORKFLOWS }, (_, at) => String(at + 1))
  // one in ten is active: a PUT of nodes without a trigger would be refused
  const inactive = ids.filter((_, at) => at % (WORKFLOWS / 10) !== 0)
  const file = await writeDocument(folder, WORKFLOWS)
  const subject = await ourSubject(file, inactive, SOURCE, ['--profile', version])
  return { ...subject, name: version }
}
