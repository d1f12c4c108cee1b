// `bun run bench profile [--runtime Bun|Node] [--beside CHECKOUT]`: where the processor time of requests goes, the ten
// functions that take most of it by themselves. With the folder of another checkout, the same there.
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { measure, requireWrk } from './load.ts'
import { kindsOf } from './requests.ts'
import { writeDocument } from './sample-document.ts'
import { KEY_HEADER, serveDocument } from './start-server.ts'
import { percent, printTable } from './table.ts'

const WARM_UP_SECONDS = 2
const SECONDS = 5
/** Microseconds between two samples. */
const INTERVAL = 200
const CONNECTIONS = 16
const SHOWN = 10
const KINDS = ['one', 'put']
const IDLE = ['(idle)', '(root)']
const THIS = join(import.meta.dirname, '../../..')

const { values } = parseArgs({
  options: { runtime: { type: 'string', default: 'Bun' }, beside: { type: 'string' } },
})
const program = values.runtime === 'Node' ? nodeProgram() : process.execPath

/** What is read of the profile, which is in the format of V8 from Bun too. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

await requireWrk()
await using temporary = await temporaryFolder()
const folder = temporary.path
const document = await writeDocument(folder, 100)
const checkouts = [THIS, ...(values.beside === undefined ? [] : [resolve(values.beside)])]
const ids = Array.from({ length: 100 }, (_, at) => String(at + 1))

for (const kind of KINDS) {
  for (const checkout of checkouts) {
    const { name = kind, asked = [] } = kindsOf(ids, KEY_HEADER)[kind] ?? {}
    const own = join(folder, `${kind}-${checkouts.indexOf(checkout)}`)
    await mkdir(own)
    const file = join(own, 'instance.json')
    await copyFile(document, file)
    const options = ['--cpu-prof', `--cpu-prof-interval=${INTERVAL}`, `--cpu-prof-dir=${own}`]
    const command = [program, ...options, join(checkout, 'src/cli.ts')]
    const began = performance.now()
    const { url, stop } = await serveDocument(file, command)
    const load = { url, connections: CONNECTIONS, asked }
    await measure({ ...load, seconds: WARM_UP_SECONDS }, folder)
    const from = (performance.now() - began) * 1000
    await measure({ ...load, seconds: SECONDS }, folder)
    const to = (performance.now() - began) * 1000
    await stop()
    const [written = ''] = (await readdir(own)).filter(path => path.endsWith('.cpuprofile'))
    console.log(`\n${name}, ${values.runtime}, ${checkout}:\n`)
    printLargest(JSON.parse(await readFile(join(own, written), 'utf8')), { checkout, from, to })
  }
}

interface Part {
  checkout: string
  /** Microseconds since the process began. */
  from: number
  to: number
}

function printLargest({ nodes, samples, timeDeltas }: Profile, { checkout, from, to }: Part) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame, checkout)]))
  const times = new Map<string, number>()
  let now = 0
  for (const [at, id] of samples.entries()) {
    const name = names.get(id) ?? ''
    const took = timeDeltas[at] ?? 0
    now += took
    if (now > from && now < to && !IDLE.includes(name)) times.set(name, (times.get(name) ?? 0) + took)
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  const largest = [...times].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
  printTable(
    ['function', 'of the processor time'],
    largest.map(([name, time]) => [name, percent(time / all)]),
  )
}

function nameOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame'], checkout: string) {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return `${name}, ${path.startsWith('/') ? relative(checkout, path) : path}:${lineNumber + 1}`
}
