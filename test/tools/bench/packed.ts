// `bun run bench packed [--rounds N] [PACKED FILE]`: how long the packed package takes from its command to its first answer on
// each runtime, in turns with the least server of that runtime, and how long the kit takes to load. A first start has nothing
// that the runtime keeps of an earlier one. With an earlier packed file, that one takes turns too.
import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { install, pack } from '../../kit/package/pack.ts'
import { denoProgram } from '../../runtimes/runtimes.ts'
import { writeDocument } from './sample-document.ts'
import { type Started, serveDocument, start } from './start-server.ts'
import { median, medianRatio } from './statistics.ts'
import { milliseconds, printTable } from './table.ts'
import { atMost, printTargets, type Target } from './target.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '15' } },
  allowPositionals: true,
})
const ROUNDS = Number(values.rounds)
const PROFILES = ['contract', 'n8n-2.41'] as const
const RUNTIMES = [
  { name: 'Bun', command: [process.execPath], noCache: 'BUN_RUNTIME_TRANSPILER_CACHE_PATH=0', most: 4 },
  { name: 'Deno', command: [denoProgram(), 'run', '-A'], noCache: '--no-code-cache', most: undefined },
  { name: 'Node', command: [nodeProgram()], noCache: 'NODE_DISABLE_COMPILE_CACHE=1', most: 2 },
]

await using temporary = await temporaryFolder()
const folder = temporary.path
const document = await writeDocument(folder, 10)
const nothing = join(folder, 'nothing.json')
await writeFile(nothing, '{}')
const packages = [
  { name: 'the package', file: pack(folder).file },
  ...positionals.map(file => ({ name: basename(file), file })),
]
const installed = packages.map(({ name, file }, at) => {
  const project = join(folder, `project-${at}`)
  install(resolve(file), project)
  return { name, lib: join(project, 'node_modules/n8n-understudy/lib') }
})
const rows: string[][] = []
const targets: Target[] = []
for (const runtime of RUNTIMES) await measure(runtime)
console.log(
  `From the command to the first answer, medians of ${ROUNDS} rounds, in turns. Processor time: all threads.\n`,
)
printTable(
  ['', 'what', 'ms', 'to the least server', 'ms of processor', 'to the least server', 'import of the kit'],
  rows,
)
console.log()
printTargets(targets)

async function measure({ name, command, noCache, most }: (typeof RUNTIMES)[number]) {
  const least = () => start(port => [...command, join(import.meta.dirname, 'bare-server.js'), nothing, `${port}`])
  const subjects = new Map<string, () => Promise<Started>>([['the least server', least]])
  const uncached = noCache.startsWith('-') ? [...command, noCache] : ['env', noCache, ...command]
  for (const { name: packed, lib } of installed) {
    const add = async (what: string, runtime: string[], profile: string) => {
      const file = join(folder, `${name}-${what}`, 'instance.json')
      await mkdir(dirname(file))
      await copyFile(document, file)
      subjects.set(what, () => serveDocument(file, [...runtime, join(lib, 'cli.js')], ['--profile', profile]))
    }
    for (const profile of PROFILES) await add(`${packed}, ${profile}`, command, profile)
    await add(`${packed}, first start`, uncached, PROFILES[0])
  }
  const taken = new Map(
    Array.from(subjects.keys(), what => [what, { times: [] as number[], processor: [] as number[] }]),
  )
  for (let round = -1; round < ROUNDS; round++) {
    for (const [what, begin] of subjects) {
      const started = await begin()
      const processor = started.processorTime() * 1000
      await started.stop()
      if (round < 0) continue
      taken.get(what)?.times.push(started.milliseconds)
      taken.get(what)?.processor.push(processor)
    }
  }
  const [base] = taken.values()
  for (const [what, { times, processor }] of taken) {
    const ratio = medianRatio(times, base?.times ?? [])
    const lib = installed.find(({ name }) => what === `${name}, ${PROFILES[0]}`)?.lib
    rows.push([
      name,
      what,
      milliseconds(median(times)),
      ratio.toFixed(2),
      milliseconds(median(processor)),
      medianRatio(processor, base?.processor ?? []).toFixed(2),
      lib ? `${milliseconds(await importTime(lib, command))} ms` : '',
    ])
    if (most && what.startsWith('the package') && !what.endsWith('first start'))
      targets.push(atMost(`${name}: the start of ${what}, to the least server`, ratio, most))
  }
}

/** How long a fresh process takes to load the kit. */
async function importTime(lib: string, [program = '', ...args]: string[]) {
  const script = join(folder, 'import.mjs')
  await writeFile(
    script,
    `const began = performance.now()\nawait import(${JSON.stringify(join(lib, 'testing.js'))})\n` +
      'console.log(performance.now() - began)\n',
  )
  const times = Array.from({ length: 6 }, () =>
    Number(spawnSync(program, [...args, script], { encoding: 'utf8' }).stdout),
  )
  return median(times.slice(1))
}
