// `bun run bench large [--rounds N]`: how long a start takes with 10,000 and with 100,000 workflows, and how much memory, to
// reading the file by JSON.parse and to its size.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { writeDocument } from './sample-document.ts'
import { serveDocument } from './start-server.ts'
import { median, medianRatio } from './statistics.ts'
import { megabytes, milliseconds, printTable } from './table.ts'
import { atMost, printTargets, type Target } from './target.ts'

const SIZES = [10_000, 100_000]
const EMPTY = 10

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const ROUNDS = Number(values.rounds)

await using temporary = await temporaryFolder()
const targets: Target[] = []
const rows: string[][] = []
for (const size of SIZES) await measureSize(size)
printTable(['workflows', 'file', 'JSON.parse', 'start, beyond one with 10', 'memory, beyond one with 10'], rows)
console.log()
printTargets(targets)

async function measureSize(size: number) {
  const [small, large] = [await prepared(EMPTY), await prepared(size)]
  const file = statSync(large).size / 1024 / 1024
  const parses: number[] = []
  const starts: number[] = []
  const memories: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    parses.push(timeOfParse(large))
    const [least, whole] = [await startOf(small), await startOf(large)]
    starts.push(whole.milliseconds - least.milliseconds)
    memories.push(whole.memory - least.memory)
  }
  const name = size.toLocaleString('en')
  rows.push([
    name,
    megabytes(file),
    `${milliseconds(median(parses))} ms`,
    `${milliseconds(median(starts))} ms`,
    megabytes(median(memories)),
  ])
  targets.push(
    atMost(`start with ${name} workflows, to JSON.parse of the file`, medianRatio(starts, parses), 2.5),
    atMost(`memory with ${name} workflows, to the file`, median(memories) / file, 3),
  )
}

/** A document as an instance leaves it. */
async function prepared(workflows: number) {
  const file = await writeDocument(temporary.path, workflows)
  await startOf(file)
  return file
}

async function startOf(file: string) {
  const { milliseconds, memory, stop } = await serveDocument(file)
  const taken = memory()
  await stop()
  return { milliseconds, memory: taken }
}

/** In a process of its own. */
function timeOfParse(file: string) {
  const command = [join(import.meta.dirname, 'start.ts'), 'parse', file]
  return Number(spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout)
}
