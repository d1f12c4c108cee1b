// How fast it is, beside a bare server in the same run: `bun run bench [--quick] [--against URL KEY]` prints Markdown, about
// eight minutes long. It ends with its parts, which can be run by themselves as well: `bun run bench runtimes`, `packed`,
// `versions`, `large` and `isolation`. Others are run by themselves alone: see PARTS.
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
import { perSecond } from './table.ts'
import { printTargets } from './target.ts'
import { targetsOf } from './targets.ts'
import { measureThroughput } from './throughput.ts'

const LAST_PARTS = ['runtimes', 'packed', 'versions', 'large', 'isolation']
const PARTS = [
  ...LAST_PARTS,
  'store',
  'pull',
  'instances',
  'simulation',
  'simulated-calls',
  'workflow-tests',
  'profile',
  'peers',
]
const [part = '', ...rest] = process.argv.slice(2)
if (PARTS.includes(part)) process.exit(runPart(part, rest))

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
  allowPositionals: true,
})
const rounds = values.quick ? 1 : 3

await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
await run()

async function run() {
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))
  const ours = await ourSubject(await writeDocument(folder, 100), ids)
  const bare = await bareSubject(ours, folder)
  const other = values.against === undefined ? [] : [await otherSubject(values.against, positionals[0] ?? '')]
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
  printTargets(targets)
  console.log()
  const quick: Record<string, string[]> = {
    runtimes: ['--quick'],
    packed: ['--rounds', '3'],
    versions: ['--quick'],
    large: ['--rounds', '1'],
  }
  for (const last of LAST_PARTS) {
    console.log(`\n## ${last}\n`)
    runPart(last, (values.quick && quick[last]) || [])
  }
}

function runPart(name: string, args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], { stdio: 'inherit' }).status
}
