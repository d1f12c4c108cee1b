// How fast it is, beside a bare server in the same run: `bun run bench [--quick] [--against URL KEY]` prints Markdown.
// Its parts by themselves: `bun run bench store`, `pull`, `instances`, `versions`, `runtimes` and `isolation`; the last
// two close the whole as well.
import { spawnSync } from 'node:child_process'
import { cpus, release, type } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { buildExecutable } from '../release/build-executable.ts'
import { measureGrowth } from './growth.ts'
import { requireWrk } from './load.ts'
import { printGrowth, printLeast, printStartUp, printThroughput } from './print-results.ts'
import { writeDocument } from './sample-document.ts'
import { measureStartUp } from './start-up.ts'
import { median } from './statistics.ts'
import { bareSubject, leastSubject, otherSubject, ourSubject } from './subjects.ts'
import { perSecond, printTable } from './table.ts'
import { targetsOf } from './targets.ts'
import { measureThroughput } from './throughput.ts'

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
  allowPositionals: true,
})
const PARTS = ['store', 'pull', 'instances', 'runtimes', 'isolation', 'versions', 'simulation', 'simulated-calls']
const rounds = values.quick ? 1 : 5

const [part = '', ...rest] = positionals
if (values.against === undefined && PARTS.includes(part)) {
  process.exit(runPart(part, [...rest, ...(values.quick ? ['--quick'] : [])]))
}

await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
await run()

async function run() {
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))
  const ours = await ourSubject(await writeDocument(folder, 100), ids)
  const bare = await bareSubject(ours, folder)
  const other = values.against === undefined ? [] : [await otherSubject(values.against, part)]
  const least = await leastSubject(ours, folder)
  const throughput = await measureThroughput({ ours, others: [bare, ...other], least }, { rounds, folder })
  const afterLoad = ours.server?.memory() ?? Number.NaN
  for (const subject of [ours, bare, least, ...other]) await subject.end()

  const built = await buildExecutable(folder)
  if ('fault' in built) console.error(`No executable is measured: ${built.fault}`)
  const startUp = await measureStartUp({ rounds, folder, executable: 'fault' in built ? undefined : built.file })
  const growth = await measureGrowth({ rounds, folder })

  const [cpu] = cpus()
  console.log(
    `${cpu?.model.trim()}, ${cpus().length} cores, ${type()} ${release()}, Bun ${process.versions.bun}; ` +
      `medians of ${rounds} rounds of a second each, the servers right after each other.\n`,
  )
  printThroughput(throughput, [bare, ours, ...other])
  console.log(`\nA loop that appends a workflow and syncs it: ${perSecond(median(throughput.appended))} a second.`)
  printLeast(throughput, ours, least)
  printGrowth(growth)
  console.log()
  printStartUp(startUp, afterLoad)
  console.log()
  const targets = targetsOf({ throughput, ours, bare, growth: growth.rows, startUp })
  printTable(
    ['must be', 'measured', 'holds'],
    targets.map(({ says, measured, holds }) => [says, measured, holds ? 'yes' : 'no']),
  )
  console.log()
  for (const last of ['runtimes', 'isolation']) {
    runPart(last, values.quick ? ['--quick'] : [])
    console.log()
  }
}

function runPart(name: string, args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], { stdio: 'inherit' }).status
}
