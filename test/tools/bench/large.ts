// `bun run bench large [--rounds N]`: how long a start takes with a large document, and how much memory, on Bun and on Node,
// beside reading the file by JSON.parse and beside its size.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { writeDocument } from './sample-document.ts'
import { serveDocument, sourceOn } from './start-server.ts'
import { median, medianRatio } from './statistics.ts'
import { megabytes, milliseconds, printTable } from './table.ts'
import { atMost, printTargets, type Target } from './target.ts'

const DOCUMENTS = [
  { name: '10,000 workflows', workflows: 10_000 },
  { name: '2,000 workflows, 20,000 executions with data', workflows: 2000, executions: 20_000 },
  { name: '100,000 workflows', workflows: 100_000 },
]
const RUNTIMES = [
  { runtime: 'Bun', program: process.execPath },
  { runtime: 'Node', program: nodeProgram() },
]

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const ROUNDS = Number(values.rounds)

await using temporary = await temporaryFolder()
const targets: Target[] = []
const rows: string[][] = []
const small = await prepared({ workflows: 10 })
for (const { name, ...contents } of DOCUMENTS) {
  const large = await prepared(contents)
  for (const on of RUNTIMES) await measure(name, large, on)
}
console.log(`Medians of ${ROUNDS} rounds. Start and memory are those beyond an instance with ten workflows.\n`)
printTable(['document', 'file', '', 'JSON.parse', 'start', 'memory'], rows)
console.log()
printTargets(targets)

async function measure(name: string, large: string, { runtime, program }: (typeof RUNTIMES)[number]) {
  const file = statSync(large).size / 1024 / 1024
  const parses: number[] = []
  const starts: number[] = []
  const memories: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    parses.push(timeOfParse(large, program))
    const [least, whole] = [await startOf(small, program), await startOf(large, program)]
    starts.push(whole.milliseconds - least.milliseconds)
    memories.push(whole.memory - least.memory)
  }
  rows.push([
    name,
    megabytes(file),
    runtime,
    `${milliseconds(median(parses))} ms`,
    `${milliseconds(median(starts))} ms`,
    megabytes(median(memories)),
  ])
  targets.push(
    atMost(`${runtime}: start with ${name}, to JSON.parse of the file`, medianRatio(starts, parses), 2.5),
    atMost(`${runtime}: memory with ${name}, to the file`, median(memories) / file, 3),
  )
}

/** A document as an instance leaves it. */
async function prepared({ workflows, executions }: { workflows: number; executions?: number }) {
  const file = await writeDocument(temporary.path, workflows, executions)
  await startOf(file, process.execPath)
  return file
}

async function startOf(file: string, program: string) {
  const { milliseconds, memory, stop } = await serveDocument(file, sourceOn(program))
  const taken = memory()
  await stop()
  return { milliseconds, memory: taken }
}

/** In a process of its own. */
function timeOfParse(file: string, program: string) {
  const command = [join(import.meta.dirname, 'start.ts'), 'parse', file]
  return Number(spawnSync(program, command, { encoding: 'utf8' }).stdout)
}
