// `bun run bench workflow-tests [--quick] [PACKED FILE]`: what the first run of a workflow takes in a process with the packed kit
// and what further ones take, on each runtime; and what a further case takes by the command.
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { install, pack } from '../../kit/package/pack.ts'
import { slowness } from '../../limits/slowdown.ts'
import { LARGE, orders } from '../../runs/tests/workflows.ts'
import { PROGRAMS, RUNTIMES, type Runtime } from '../../runtimes/runtimes.ts'
import { median } from './statistics.ts'
import { milliseconds, percent, printTable } from './table.ts'
import { atMost, printTargets, type Target } from './target.ts'

/** A file with few cases, and one with many: the difference is what a further case takes. */
const FEW = 2
const MANY = 502

/** The limits are those of one machine: times on another one are divided by how much slower it is. */
const AS_DOCUMENTED = ' on the machine of docs/performance.md, by the speed of this one'

/** Milliseconds, as time passed and of the processor, all threads. */
interface RunTimes {
  first: number
  firstProcessor: number
  further: number
  furtherProcessor: number
}

interface Taken {
  wall: number
  processor: number
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const rounds = values.quick ? 1 : 5
await using temporary = await temporaryFolder()
const project = join(temporary.path, 'project')
install(resolve(positionals[0] ?? pack(temporary.path).file), project)
const lib = join(project, 'node_modules/n8n-understudy/lib')
for (const count of [FEW, MANY]) {
  const folder = join(temporary.path, `cases-${count}`)
  await mkdir(folder)
  await writeFile(join(folder, 'orders.json'), JSON.stringify(orders()))
  const cases = Array.from({ length: count }, (_, at) => ({
    name: `case ${at}`,
    ...LARGE,
    expect: { nodes: { 'Notify Slack': { parameters: { text: 'Order of 1200 by Ann (gold)' } } } },
  }))
  await writeFile(join(folder, 'orders.workflow-test.json'), JSON.stringify({ workflow: './orders.json', cases }))
}

const rows: string[][] = []
const targets: Target[] = []
for (const runtime of RUNTIMES) measureRuns(runtime)
console.log(`A run of a workflow of five nodes, in a fresh process with the packed kit, medians of ${rounds}:\n`)
printTable(['', 'the first', 'processor', 'a further one', 'processor', 'of the first'], rows)

const commands: string[][] = []
for (const runtime of RUNTIMES) await measureCommand(runtime)
console.log(`\nThe command with ${FEW} and with ${MANY} cases of that workflow, medians of ${rounds}:\n`)
printTable(['', `${FEW} cases`, `${MANY} cases`, 'a further case', 'processor'], commands)
console.log()
printTargets(targets)
console.log(`\nThis machine takes ${slowness().toFixed(2)} times as long as that of docs/performance.md.`)

function measureRuns(runtime: Runtime) {
  const [program, ...args] = PROGRAMS[runtime]()
  const script = join(import.meta.dirname, 'first-run.js')
  const given = JSON.stringify({ workflow: orders(), run: LARGE })
  const taken = Array.from({ length: rounds }, () => {
    const { stdout, stderr, status } = spawnSync(program, [...args, script, lib, given], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${runtime}: ${stderr}`)
    return JSON.parse(stdout) as RunTimes
  })
  const middle = (of: keyof RunTimes) => median(taken.map(times => times[of]))
  const part = median(taken.map(({ further, first }) => further / first))
  rows.push([
    runtime,
    `${milliseconds(middle('first'))} ms`,
    `${milliseconds(middle('firstProcessor'))} ms`,
    `${milliseconds(middle('further'))} ms`,
    `${milliseconds(middle('furtherProcessor'))} ms`,
    percent(part),
  ])
  if (runtime === 'Deno') return
  targets.push(
    atMost(`${runtime}: the first run in a process${AS_DOCUMENTED}`, middle('first') / slowness(), 150, 'ms'),
    atMost(`${runtime}: a further run, to the first`, part, 0.02),
  )
}

async function measureCommand(runtime: Runtime) {
  const few: Taken[] = []
  const many: Taken[] = []
  for (let round = 0; round < rounds; round++) {
    few.push(await timeOfCommand(runtime, FEW))
    many.push(await timeOfCommand(runtime, MANY))
  }
  const middle = (taken: readonly Taken[], of: keyof Taken) => median(taken.map(times => times[of]))
  const further = (of: keyof Taken) => (middle(many, of) - middle(few, of)) / (MANY - FEW)
  commands.push([
    runtime,
    `${milliseconds(middle(few, 'wall'))} ms`,
    `${milliseconds(middle(many, 'wall'))} ms`,
    `${milliseconds(further('wall'))} ms`,
    `${milliseconds(further('processor'))} ms`,
  ])
  if (runtime === 'Deno') return
  targets.push(
    atMost(
      `${runtime}: a further case by the command${AS_DOCUMENTED}`,
      further('wall') / slowness(),
      1.5,
      'milliseconds',
    ),
  )
}

async function timeOfCommand(runtime: Runtime, count: number): Promise<Taken> {
  const began = performance.now()
  const child = Bun.spawn([...PROGRAMS[runtime](), join(lib, 'cli.js'), 'test', '.'], {
    cwd: join(temporary.path, `cases-${count}`),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const out = await new Response(child.stdout).text()
  const code = await child.exited
  const wall = performance.now() - began
  if (code !== 0 || !out.includes(`${count} passed`)) throw new Error(`The cases do not pass: ${out}`)
  return { wall, processor: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000 }
}
