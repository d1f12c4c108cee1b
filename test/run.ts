// Runs the tests and counts them: `bun test/run.ts` is what `bun run test` runs, `bun test/run.ts long` what
// `bun run test:long` runs; with paths (`bun test/run.ts test/page`) only what is below them. A file named
// `*.long.test.ts` is of the long run. Files named `*.alone.test.ts` measure time or memory: they run after the others,
// one by one. The slowest files start first, by `test/timings.json`; UPDATE_TIMINGS=1 writes down how long each took.
import { spawn } from 'node:child_process'
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
import { type Counts, countReport, sumOf } from './tools/count-report.ts'
import { writeTypes } from './tools/generate/write-types.js'
import { buildExecutable } from './tools/release/build-executable.ts'

const ROOT = join(import.meta.dirname, '..')
const TIMINGS = join(ROOT, 'test/timings.json')
const TIMEOUT = ['--timeout', '60000']
/** Workers load the program once for all of their files. There are more than processors, as many tests wait for others. */
const TOGETHER = [
  ...TIMEOUT,
  `--parallel=${process.env.TEST_WORKERS ?? 4}`,
  '--no-isolate',
  `--timings=${TIMINGS}`,
  ...(process.env.UPDATE_TIMINGS ? ['--update-timings'] : []),
]
const LEAST_ROOM = 500e6
/** Files of the first run that have more to do in the long one: Deno and Node in place of Bun, a phone, more rounds. */
const LONGER =
  /^test\/(limits\/(limits|waiting|costly-calls)|runtimes\/doors\/|page\/focus|simulation\/page-origin|store\/crash\/|migrate\/(kill|control-clone-guard)|tools\/(fuzz|powercut)\/)/
const SETTINGS = {
  short: { TEST_RUNTIMES: 'Bun', TEST_WIDTHS: '1280' },
  long: {
    TEST_RUNTIMES: 'Deno,Node',
    TEST_WIDTHS: '390',
    CRASH_ROUNDS: '40',
    MIGRATE_KILLS: '10',
    FUZZ_RUNS: '10000',
    POWERCUT_STATES: '10000',
  },
}

const isLong = process.argv[2] === 'long'
const paths = process.argv.slice(isLong ? 3 : 2)
const folder = mkdtempSync(join(placeWithRoom(), 'understudy-tests-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.test\.[jt]s$/.test(file))
  .map(file => `test/${file}`)
  .filter(file => file.includes('.long.') === isLong || (isLong && LONGER.test(file)))
  .filter(file => paths.length === 0 || paths.some(path => file.startsWith(path)))
  .sort()

await writeTypes()
const executable = await builtExecutable()
const isAlone = (file: string) => file.includes('.alone.')
reportUnmeasured()
const together = [
  runFiles(
    files.filter(file => !isAlone(file)),
    TOGETHER,
  ),
]
if (!isLong && paths.length === 0) together.push(runCheck())
const counts = sumOf([...(await Promise.all(together)), await runFiles(files.filter(isAlone), TIMEOUT)])
const bySeconds = Object.entries(counts.seconds).sort(([, one], [, other]) => other - one)
console.log(`Seconds of tests: ${bySeconds.map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`).join(', ')}`)
const line = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
if (process.env.TEST_COUNTS) appendFileSync(process.env.TEST_COUNTS, `${line}\n`)
console.log(line)
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1)

/** A long file of an unknown duration may start last, and all others wait for it. */
function reportUnmeasured() {
  const { files: known } = JSON.parse(readFileSync(TIMINGS, 'utf8'))
  const unmeasured = files.filter(file => !isAlone(file) && !(file in known))
  if (unmeasured.length > 0)
    console.warn(`Not in test/timings.json (UPDATE_TIMINGS=1 adds them): ${unmeasured.join(', ')}`)
}

/** The formatter, the linter and the types count as one test. */
async function runCheck(): Promise<Counts> {
  const status = await run(['run', 'check'])
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, seconds: {} }
}

/** A file that is not in the report counts as a failure: it did not load, or ended the process. */
async function runFiles(files: string[], options: string[]): Promise<Counts> {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 0, seconds: {} }
  const report = join(folder, `report-${files.length}.xml`)
  const reporter = ['--only-failures', '--reporter=junit', `--reporter-outfile=${report}`]
  const status = await run(['test', ...options, ...reporter, ...files.map(file => `./${file}`)])
  const { missing, ...counts } = countReport(existsSync(report) ? readFileSync(report, 'utf8') : '', files)
  for (const file of missing) console.error(`${file} has no test in the report.`)
  const failed = counts.failed + missing.length
  return { ...counts, failed: status !== 0 && failed === 0 ? 1 : failed }
}

function run(args: string[]) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...SETTINGS[isLong ? 'long' : 'short'],
      ...process.env,
      TMPDIR: folder,
      TEST_SHARED: folder,
      TEST_EXECUTABLE: executable,
    },
  })
  return new Promise<number | null>(resolve => child.once('exit', resolve))
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
