// `bun run bench workflow-tests [--quick]`: what a case of a workflow test takes, and 100 of them by the command.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { LARGE, orders } from '../../runs/tests/workflows.ts'
import { median } from './statistics.ts'

const CASES = 100
const CLI = join(import.meta.dirname, '../../../src/cli.ts')

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const rounds = values.quick ? 1 : 5
await using temporary = await temporaryFolder()
const folder = join(temporary.path, 'tests')
await mkdir(folder)
await writeFile(join(folder, 'orders.json'), JSON.stringify(orders()))
const cases = Array.from({ length: CASES }, (_, at) => ({
  name: `case ${at}`,
  ...LARGE,
  expect: { nodes: { 'Notify Slack': { parameters: { text: 'Order of 1200 by Ann (gold)' } } } },
}))
await writeFile(join(folder, 'orders.workflow-test.json'), JSON.stringify({ workflow: './orders.json', cases }))

/** Milliseconds of the clock, and of the processors. */
interface Taken {
  wall: number
  processor: number
}

const [single, whole]: [Taken[], Taken[]] = [[], []]
for (let round = 0; round < rounds; round++) {
  single.push(await timeOfCase())
  whole.push(await timeOfCommand())
}
const middle = (all: readonly Taken[], of: keyof Taken) => median(all.map(taken => taken[of]))
const milliseconds = (all: readonly Taken[], of: keyof Taken) => `${middle(all, of).toFixed(1)} ms`
const seconds = (all: readonly Taken[], of: keyof Taken) => `${(middle(all, of) / 1000).toFixed(2)} s`
console.log(
  `A case of a workflow of five nodes, in a process that is warm: ${milliseconds(single, 'wall')}, ` +
    `${milliseconds(single, 'processor')} of processor time`,
)
console.log(
  `${CASES} cases by the command, with its start: ${seconds(whole, 'wall')}, ` +
    `${seconds(whole, 'processor')} of processor time`,
)

/** One case, once the worker has run others. */
async function timeOfCase(): Promise<Taken> {
  await using instance = await startInstance({ socket: false, profile: 'n8n-2.41' })
  for (let warm = 0; warm < 20; warm++) await instance.runWorkflow(orders(), LARGE)
  const before = process.cpuUsage()
  const began = performance.now()
  for (let at = 0; at < CASES; at++) await instance.runWorkflow(orders(), LARGE)
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  return { wall: wall / CASES, processor: (user + system) / 1000 / CASES }
}

async function timeOfCommand(): Promise<Taken> {
  const began = performance.now()
  const child = Bun.spawn([process.execPath, CLI, 'test', '.'], { cwd: folder, stdout: 'pipe', stderr: 'inherit' })
  const out = await new Response(child.stdout).text()
  const code = await child.exited
  const wall = performance.now() - began
  if (code !== 0 || !out.includes(`${CASES} passed`)) throw new Error(`The cases do not pass: ${out}`)
  return { wall, processor: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000 }
}
