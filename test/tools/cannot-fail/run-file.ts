import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { readReport, type Told } from './read-report.ts'
import { ASKED, STARTED } from './subject/log.ts'

/** Milliseconds that a test file has. */
const FILE_LIMIT = 600_000

export interface Ran extends Told {
  /** Whether the service was asked while it ran. */
  asked: boolean
}

/** Runs a test file in a copy; `undefined` where it gave no report in its time. */
export async function runFile(
  file: string,
  { root, temporary, limit }: { root: string; temporary: string; limit: number },
): Promise<Ran[] | undefined> {
  const log = join(root, 'test/tools/cannot-fail/subject/asked.log')
  const report = join(temporary, 'report.xml')
  for (const path of [log, report]) rmSync(path, { force: true })
  await end(['test', `./${file}`, '--timeout', `${limit}`, '--reporter=junit', `--reporter-outfile=${report}`], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary, NO_COLOR: '1' },
  })
  if (!existsSync(report)) return undefined
  const tests = readReport(readFileSync(report, 'utf8'))
  const started = existsSync(log) ? readFileSync(log, 'utf8').split(STARTED).slice(1) : []
  // where they cannot be told apart, each may have asked
  const isClear = started.length === tests.length
  return tests.map((test, at) => ({ ...test, asked: !isClear || started[at]?.includes(ASKED) === true }))
}

/** Runs Bun to its end, or to the end of its time, and ends whatever it left behind. */
function end(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const child = spawn(process.execPath, args, { ...options, stdio: 'ignore', detached: true })
  const endAll = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  const timer = setTimeout(endAll, FILE_LIMIT)
  process.once('exit', endAll)
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timer)
      process.off('exit', endAll)
      endAll()
      resolve()
    })
  })
}
