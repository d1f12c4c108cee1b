import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
  /** For each file of the source: its lines with code, and those of them that ran in the process of the test. */
  lines: Record<string, { all: number[]; ran: number[] }>
}

const MOST_MS = 300_000

/**
 * Runs each test file once and notes which lines of the source it runs. What was measured is kept in the folder for
 * temporary files; a change of the source measures all again, one of a test file only that file.
 */
export async function measureTests(project: Project, copies: ThrowAwayCopy[], tell: (text: string) => void) {
  const folder = join(tmpdir(), 'mutants-measured')
  mkdirSync(folder, { recursive: true })
  const state = hashOf(project.root, project.runByTests)
  const measured: Measured[] = []
  const left = project.tests.map(test => ({
    test,
    kept: join(folder, `${state}-${hashOf(project.root, [test])}.json`),
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
  const { end, ms } = await copy.run([...command, `--coverage-dir=${folder}`, `./${test}`], { mostMs: MOST_MS })
  const report = end === 'passed' ? readFileSync(join(folder, 'lcov.info'), 'utf8') : ''
  return { test, passed: end === 'passed', ms, lines: readReport(report) }
}

/** Reads the records of an lcov report: `SF:` names a file, `DA:` a line and how often it ran. */
function readReport(report: string) {
  const lines: Measured['lines'] = {}
  let file: Measured['lines'][string] = { all: [], ran: [] }
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

function hashOf(root: string, files: string[]) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 20)
}
