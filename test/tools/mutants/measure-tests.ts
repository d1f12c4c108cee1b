import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Project } from './project.ts'
import type { ThrowAwayCopy } from './throw-away-copy.ts'

/** What a test file did without a fault. */
export interface Measured {
  test: string
  passed: boolean
  ms: number
  /** What it computes, which another run beside it does not make longer. */
  processorMs: number
  /** For each file of the source: its lines with code, and those of them that ran in the process of the test. */
  lines: Record<string, MeasuredLines>
}

export interface MeasuredLines {
  all: number[]
  ran: number[]
  /** Of the file: of another one than today's only whether any line ran is known. */
  hash: string
}

const MOST_MS = 300_000

/**
 * Runs each test file once and notes which lines of the source it runs. What was measured is stored in the folder for
 * temporary files, until the test file changes.
 */
export async function measureTests(project: Project, copies: ThrowAwayCopy[], tell: (text: string) => void) {
  const folder = join(tmpdir(), 'mutants-measured')
  mkdirSync(folder, { recursive: true })
  const measured: Measured[] = []
  const left = project.tests.map(test => ({
    test,
    kept: join(folder, `${hashOf(project.root, [test])}.json`),
  }))
  const measure = async (copy: ThrowAwayCopy) => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { test, kept } = next
      const known = readKept(kept)
      if (known) measured.push(known)
      else {
        const result = await measureTest(copy, test)
        tell(
          `measured ${test} in ${Math.round(result.ms / 1000)} s${result.passed ? '' : ': it fails without a fault'}`,
        )
        measured.push(result)
        if (!result.passed) continue
        writeFileSync(`${kept}.${process.pid}`, JSON.stringify(result))
        renameSync(`${kept}.${process.pid}`, kept)
      }
    }
  }
  await Promise.all(copies.map(measure))
  return measured
}

async function measureTest(copy: ThrowAwayCopy, test: string): Promise<Measured> {
  const folder = copy.path('.measured')
  const command = [process.execPath, 'test', '--timeout', '60000', '--coverage', '--coverage-reporter=lcov']
  rmSync(folder, { recursive: true, force: true })
  const run = await copy.run([...command, `--coverage-dir=${folder}`, `./${test}`], { mostMs: MOST_MS })
  const { end, ms, processorMs } = run
  // a test that runs no code of its own process leaves none
  const file = join(folder, 'lcov.info')
  const report = end === 'passed' && existsSync(file) ? readFileSync(file, 'utf8') : ''
  // the first test writes src/generated, with a file that it removes
  const reported = Object.entries(readReport(report)).filter(([file]) => existsSync(copy.path(file)))
  const lines = Object.fromEntries(
    reported.map(([file, ran]) => [file, { ...ran, hash: hashOf(copy.path(''), [file]) }]),
  )
  return { test, passed: end === 'passed', ms, processorMs, lines }
}

/** Reads the records of an lcov report: `SF:` names a file, `DA:` a line and how often it ran. */
function readReport(report: string) {
  const lines: Record<string, Pick<MeasuredLines, 'all' | 'ran'>> = {}
  let file: { all: number[]; ran: number[] } = { all: [], ran: [] }
  for (const record of report.split('\n')) {
    const [, name] = /^SF:(src\/.*)$/.exec(record) ?? []
    if (record.startsWith('SF:')) file = { all: [], ran: [] }
    if (name !== undefined) lines[name] = file
    const [, line, count] = /^DA:(\d+),(\d+)/.exec(record) ?? []
    if (line === undefined) continue
    file.all.push(Number(line))
    if (count !== '0') file.ran.push(Number(line))
  }
  return lines
}

function readKept(path: string): Measured | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

export function hashOf(root: string, files: string[]) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 20)
}
