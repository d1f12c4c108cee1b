// `bun run bench workflow-tests [--quick]`: what a case of a workflow test takes, and 100 of them by the command.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { startInstance } from '../../../src/testing.ts'
import { runCli, temporaryFolder } from '../../commands/run-cli.ts'
import { LARGE, orders } from '../../workflow-tests/workflows.ts'
import { median } from './statistics.ts'

const CASES = 100

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

const [single, whole]: [number[], number[]] = [[], []]
for (let round = 0; round < rounds; round++) {
  single.push(await timeOfCase())
  whole.push(await timeOfCommand())
}
console.log(`A case of a workflow of five nodes, in a process that is warm: ${median(single).toFixed(1)} ms`)
console.log(`${CASES} cases by the command, with its start: ${(median(whole) / 1000).toFixed(2)} s`)

/** Milliseconds of one case, once the worker has run others. */
async function timeOfCase() {
  await using instance = await startInstance({ socket: false, profile: 'n8n-2.41' })
  for (let warm = 0; warm < 20; warm++) await instance.runWorkflow(orders(), LARGE)
  const began = performance.now()
  for (let at = 0; at < CASES; at++) await instance.runWorkflow(orders(), LARGE)
  return (performance.now() - began) / CASES
}

async function timeOfCommand() {
  const began = performance.now()
  const { code, out } = await runCli(['test', '.'], { cwd: folder })
  if (code !== 0 || !out.includes(`${CASES} passed`)) throw new Error(`The cases do not pass: ${out}`)
  return performance.now() - began
}
