// `bun run bench commands [--rounds N] [PACKED FILE]`: the processor time, user and system, all threads, that the packed package
// takes on Node for a test of two cases and for the check of one workflow, beside a process of Node that does nothing. With an
// earlier packed file, that one takes turns too.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { install, pack } from '../../kit/package/pack.ts'
import { EXAMPLES } from '../../runs/tests/workflows.ts'
import { median, medianRatio } from './statistics.ts'
import { milliseconds, printTable } from './table.ts'
import { atMost, printTargets, type Target } from './target.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '15' } },
  allowPositionals: true,
})
const ROUNDS = Number(values.rounds)
const MOST = 5
const COMMANDS = [
  { name: 'understudy test, two cases', args: ['test'], prints: '2 passed' },
  { name: 'understudy validate, one workflow', args: ['validate', 'orders.json'], prints: 'no fault' },
]

await using temporary = await temporaryFolder()
const folder = join(temporary.path, 'tests')
await mkdir(folder)
await copyFile(join(EXAMPLES, 'orders.json'), join(folder, 'orders.json'))
const tests = JSON.parse(await readFile(join(EXAMPLES, 'orders.workflow-test.json'), 'utf8'))
await writeFile(join(folder, 'orders.workflow-test.json'), JSON.stringify({ ...tests, cases: tests.cases.slice(0, 2) }))

interface Subject {
  name: string
  command: string[]
  prints: string
  taken: number[]
}

const nothing: Subject = { name: 'a process that does nothing', command: ['-e', '0'], prints: '', taken: [] }
const packages = [
  { name: 'the package', file: pack(temporary.path).file },
  ...positionals.map(file => ({ name: basename(file), file })),
]
const subjects = packages.flatMap(({ name, file }, at) => {
  const project = join(temporary.path, `project-${at}`)
  install(resolve(file), project)
  const cli = join(project, 'node_modules/n8n-understudy/lib/cli.cjs')
  return COMMANDS.map(
    ({ name: what, args, prints }): Subject => ({
      name: `${name}: ${what}`,
      command: [cli, ...args],
      prints,
      taken: [],
    }),
  )
})

for (let round = -2; round < ROUNDS; round++)
  for (const subject of [nothing, ...subjects]) {
    const { stdout, resourceUsage } = Bun.spawnSync([nodeProgram(), ...subject.command], { cwd: folder })
    if (!stdout.toString().includes(subject.prints)) throw new Error(`${subject.name}: ${stdout}`)
    // the first two fill what Node stores of what it compiled
    if (round >= 0) subject.taken.push(Number(resourceUsage.cpuTime.total) / 1000)
  }

const targets: Target[] = []
const rows = [nothing, ...subjects].map(({ name, taken }) => {
  const ratio = medianRatio(taken, nothing.taken)
  if (name.startsWith('the package')) targets.push(atMost(`${name}, to a process that does nothing`, ratio, MOST))
  return [name, milliseconds(median(taken)), ratio.toFixed(1)]
})
console.log(`Processor time on Node, medians of ${ROUNDS} rounds, in turns.\n`)
printTable(['', 'ms', 'to nothing'], rows)
console.log()
printTargets(targets)
