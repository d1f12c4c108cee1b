// The packed package on Bun, Deno and Node side by side, beside a bare server of each: `bun run bench runtimes`.
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { install, pack } from '../../kit/package/pack.ts'
import { denoProgram } from '../../runtimes/runtimes.ts'
import { measure, requireWrk } from './load.ts'
import { writeDocument } from './sample-document.ts'
import { serveDocument } from './start-server.ts'
import { median } from './statistics.ts'
import { bareSubject, ourSubject, type Subject } from './subjects.ts'
import { milliseconds, percent, perSecond, printTable } from './table.ts'

const ROUNDS = process.argv.includes('--quick') ? 1 : 5
const CONNECTIONS = 16
const KINDS = ['one', 'list', 'put']
const RUNTIMES: Record<string, string[]> = {
  Bun: [process.execPath],
  Deno: [denoProgram(), 'run', '-A'],
  Node: [nodeProgram()],
}

await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
install(pack(folder).file, join(folder, 'project'))
const lib = join(folder, 'project/node_modules/n8n-understudy/lib')
const document = await writeDocument(folder, 100)
const rows = []
for (const [name, command] of Object.entries(RUNTIMES)) rows.push([name, ...(await measureRuntime(name, command))])
printTable(['', 'import of the kit', 'start to first answer', 'GET one', 'GET 100', 'durable PUT'], rows)

async function measureRuntime(name: string, command: string[]): Promise<string[]> {
  const own = join(folder, name)
  await mkdir(own)
  const file = join(own, 'instance.json')
  await copyFile(document, file)
  const program = [...command, join(lib, 'cli.js')]
  const starts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { milliseconds, stop } = await serveDocument(file, program)
    await stop()
    starts.push(milliseconds)
  }
  const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))
  const ours = await ourSubject(file, ids, program)
  const bare = await bareSubject(ours, own, (given, port) => [
    ...command,
    join(import.meta.dirname, 'bare-anywhere.js'),
    given,
    port,
  ])
  const cells = []
  for (const kind of KINDS) cells.push(await compare(ours, bare, kind))
  for (const subject of [ours, bare]) await subject.end()
  return [`${milliseconds(await importTime(command))} ms`, `${milliseconds(median(starts))} ms`, ...cells]
}

/** The rate of ours, and its part of the bare server's. */
async function compare(ours: Subject, bare: Subject, kind: string) {
  const rates: [own: number, part: number][] = []
  for (let round = -1; round < ROUNDS; round++) {
    const [own, other] = [await rateOf(ours, kind), await rateOf(bare, kind)]
    if (round >= 0) rates.push([own, own / other])
  }
  return `${perSecond(median(rates.map(([own]) => own)))} a second, ${percent(median(rates.map(([, part]) => part)))}`
}

async function rateOf({ url, kinds }: Subject, kind: string) {
  const { asked = [] } = kinds[kind] ?? {}
  const { rate, failed } = await measure({ url, connections: CONNECTIONS, seconds: 1, asked }, folder)
  if (failed > 0) throw new Error(`${failed} answers to ${kind} were failures`)
  return rate
}

/** How long a fresh process takes to load the kit. */
async function importTime([program = '', ...args]: string[]) {
  const script = join(folder, 'import.mjs')
  await writeFile(
    script,
    `const began = performance.now()\nawait import(${JSON.stringify(join(lib, 'testing.js'))})\n` +
      'console.log(performance.now() - began)\n',
  )
  const times = Array.from({ length: ROUNDS + 1 }, () =>
    Number(spawnSync(program, [...args, script], { encoding: 'utf8' }).stdout),
  )
  return median(times.slice(1))
}
