// Runs the tests and counts them: `bun test/run.ts` is what `bun run test` runs, `bun test/run.ts long` what
// `bun run test:long` runs, the files named `*.long.test.ts`. With names only what is below them: a wing (`page`) or a
// path (`test/page`). With `--changed` only what the changes since a commit can reach (test/changed.ts). The slowest files
// start first, by `test/timings.json`; UPDATE_TIMINGS=1 writes down how long each took. What measures runs in a process of
// its own (test/tools/groups.ts). A long file that measures and fails is run once more at the end, by itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { changesSince, reachedBy } from './changed.ts'
import { countReport, type FileCounts, secondsOf, totalOf } from './tools/count-report.ts'
import { writeTypes } from './tools/generate/write-types.js'
import { groupOf, groupsOf } from './tools/groups.ts'
import { buildExecutable } from './tools/release/build-executable.ts'
import { createShortener } from './tools/short-lines.ts'

const ROOT = join(import.meta.dirname, '..')
const TIMINGS = join(ROOT, 'test/timings.json')
const LEAST_ROOM = 500e6
const MEASURES = /\b(performance\.now|cpuUsage|processorTimeOf|memoryUsage|readRss|soak)\(/

const { values: options, positionals } = parseArgs({
  options: { changed: { type: 'boolean' } },
  allowPositionals: true,
})
const isLong = positionals[0] === 'long'
const names = isLong ? positionals.slice(1) : positionals
/** The most that a test may take where it does not say: more than the slowest takes on a busy machine. */
const TIMEOUT = ['--timeout', isLong ? '180000' : '60000']
/**
 * Workers load the program once for all of their files. There are more than processors, as many tests wait for others; the
 * long ones for processes, browsers and time limits.
 */
const TOGETHER = [
  ...TIMEOUT,
  `--parallel=${process.env.TEST_WORKERS ?? (isLong ? 5 : 4)}`,
  '--no-isolate',
  `--timings=${TIMINGS}`,
  ...(process.env.UPDATE_TIMINGS ? ['--update-timings'] : []),
]
/**
 * What one test gives back to the system the next one takes again, page by page, and so does each process that starts: that
 * was a third of the processor time of the short tests. The long ones measure memory, and run with what users have.
 */
const KEPT_MEMORY: Record<string, string> = isLong ? {} : { MIMALLOC_PURGE_DELAY: '-1', MIMALLOC_ALLOW_THP: '1' }
/** How many reports were asked for. */
let reports = 0
const folder = mkdtempSync(join(placeWithRoom(), 'understudy-tests-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const files = chosenFiles()
if (files.length === 0 && names.length > 0) endWithout()
await writeTypes()
const executable = await builtExecutable()
const groups = groupsOf(files)
reportUnmeasured()
const first = (
  await Promise.all([
    runFiles(groups.together, TOGETHER),
    runOneByOne(groups.apart),
    ...(isLong && names.length === 0 ? [runCheck()] : []),
  ])
).flat()
first.push(...(await runOneByOne(groups.alone)))
const counts = isLong ? await repeatMeasurements(first) : first

console.log(`Seconds of tests: ${secondsOf(counts)}`)
finish(totalOf(counts, 'passed'), totalOf(counts, 'failed'), totalOf(counts, 'skipped'))

function chosenFiles() {
  const all = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.test\.[jt]s$/.test(file))
    .map(file => `test/${file.replaceAll('\\', '/')}`)
    .filter(file => file.includes('.long.') === isLong)
    .sort()
  const places = names.map(name => (existsSync(join(ROOT, name)) ? name : `test/${name}`))
  for (const [at, place] of places.entries()) {
    if (!existsSync(join(ROOT, place))) exitWith(`There is no test folder or file "${names[at]}"`)
  }
  const named = all.filter(file => places.length === 0 || places.some(place => file.startsWith(place)))
  if (!options.changed) return named
  const changes = changesSince(ROOT)
  const { reached, because } = reachedBy(changes, named)
  console.log(`${reached.length} of ${named.length} test files: ${because}`)
  return reached
}

/** A change that reaches no test passes; names that choose none are a mistake. */
function endWithout(): never {
  if (options.changed) finish(0, 0, 0)
  return exitWith(`There is no ${isLong ? 'long ' : ''}test in ${names.join(', ')}`)
}

function exitWith(message: string): never {
  console.error(message)
  process.exit(2)
}

function finish(passed: number, failed: number, skipped: number): never {
  const line = `${passed} passed, ${failed} failed, ${skipped} skipped`
  if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${line}\n`)
  console.log(line)
  process.exit(failed === 0 && (passed > 0 || files.length === 0) ? 0 : 1)
}

/** A long file of an unknown duration may start last, and all others wait for it. */
function reportUnmeasured() {
  const { files: known } = JSON.parse(readFileSync(TIMINGS, 'utf8'))
  const unmeasured = groups.together.filter(file => !(file in known))
  if (unmeasured.length > 0)
    console.warn(`Not in test/timings.json (UPDATE_TIMINGS=1 adds them): ${unmeasured.join(', ')}`)
}

/** The formatter, the linter and the types count as one test. */
async function runCheck(): Promise<FileCounts[]> {
  const isPassed = (await run(['run', 'check'])) === 0
  const count = { passed: Number(isPassed), failed: Number(!isPassed), skipped: 0, seconds: 0, isMissing: false }
  return [{ file: 'bun run check', ...count }]
}

/** Each in a process of its own. */
async function runOneByOne(files: string[]): Promise<FileCounts[]> {
  const counts: FileCounts[] = []
  for (const file of files) counts.push(...(await runFiles([file], TIMEOUT)))
  return counts
}

async function runFiles(files: string[], args: string[]): Promise<FileCounts[]> {
  if (files.length === 0) return []
  const report = join(folder, `report-${++reports}.xml`)
  const reporter = ['--only-failures', '--reporter=junit', `--reporter-outfile=${report}`]
  const status = await run(['test', ...args, ...reporter, ...files.map(file => `./${file}`)], environmentOf(files))
  const counts = countReport(existsSync(report) ? readFileSync(report, 'utf8') : '', files)
  for (const { file } of counts.filter(({ isMissing }) => isMissing))
    console.error(`${file} has no test in the report.`)
  if (status === 0 || totalOf(counts, 'failed') > 0) return counts
  const [one, ...rest] = counts as [FileCounts, ...FileCounts[]]
  console.error(`The tests ended with ${status}, and none of them failed.`)
  return [{ ...one, failed: 1 }, ...rest]
}

/** What else the machine had to do can fail a measurement once, but hardly twice. */
async function repeatMeasurements(counts: FileCounts[]): Promise<FileCounts[]> {
  const repeated = new Map<string, FileCounts>()
  for (const { file } of counts.filter(({ file, failed }) => failed > 0 && measures(file))) {
    console.log(`${file} measures, and failed. Once more, by itself:`)
    for (const count of await runFiles([file], TIMEOUT)) {
      console.log(
        `${file} ${count.failed > 0 ? 'fails again.' : 'passes by itself: its first failure is not counted.'}`,
      )
      repeated.set(file, count)
    }
  }
  return counts.map(count => repeated.get(count.file) ?? count)
}

function environmentOf(files: string[]): Record<string, string> {
  if (files.every(file => groupOf(file) === 'together')) return KEPT_MEMORY
  // the package is made by then, so that no test waits for it
  return groups.isPacked && files.every(file => groupOf(file) === 'alone') ? { TEST_PACKED: '1' } : {}
}

function measures(file: string) {
  return groupOf(file) !== 'together' || MEASURES.test(readFileSync(join(ROOT, file), 'utf8'))
}

/** Runs Bun, and prints what it prints: of the long lines of a failed assertion what differs. */
async function run(args: string[], env: Record<string, string> = {}): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TMPDIR: folder,
      TEST_SHARED: folder,
      TEST_EXECUTABLE: executable,
      ...env,
    },
  })
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    const shorten = createShortener()
    createInterface({ input: from }).on('line', line =>
      to.write(
        shorten(line)
          .map(one => `${one}\n`)
          .join(''),
      ),
    )
  }
  const closed = once(child, 'close')
  const [status] = await once(child, 'exit')
  // a program that a test left behind may hold the output open
  await Promise.race([closed, setTimeout(2000, undefined, { ref: false })])
  return status
}

/** Tests start the command hundreds of times: the executable takes a third of the processor time of the source. */
async function builtExecutable() {
  const built = await buildExecutable(folder)
  if ('fault' in built) throw new Error(built.fault)
  // by its name it is a runtime's, so that messages call the command as they do from source
  const file = join(folder, `bun-${basename(built.file)}`)
  renameSync(built.file, file)
  return file
}

/** Where temporary files go: beside the checkout where the temporary folder is full. */
function placeWithRoom() {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize >= LEAST_ROOM) return tmpdir()
  const place = join(ROOT, 'node_modules')
  console.warn(`${tmpdir()} has ${Math.floor((bavail * bsize) / 1e6)} MB left; the tests use ${place}`)
  return place
}
