import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { testFiles, writeTestFiles } from './test-files.ts'

const ROOT = join(import.meta.dir, '../../..')

interface Case {
  file: string
  name: string
  outcome: string
  problem?: string
  failures: { node?: string; part: string; differences: { path: string; expected?: unknown; actual?: unknown }[] }[]
}

/**
 * Plays test files by the command, on both engines, in a project that has the engine. Prints those that differ.
 *
 * @param each how many files of a kind of node
 * @returns how many of a hundred cases pass and are the same
 */
export function playTests(project: string, each: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-tests-'))
  try {
    const files = testFiles(each)
    writeTestFiles(files, folder)
    cpSync(join(ROOT, 'docs/examples/workflows'), join(folder, 'examples'), { recursive: true })
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'src/cli.ts'), 'test', folder, '--engine', 'both', '--json'],
      {
        cwd: project,
        encoding: 'utf8',
        maxBuffer: 256e6,
        env: { ...process.env, PATH: `${dirname(nodeProgram())}:${process.env.PATH}` },
      },
    )
    const report = readReport(stdout, stderr)
    const short = (value: unknown) => JSON.stringify(value)?.slice(0, 160)
    for (const { file, name, outcome, problem, failures } of report.cases) {
      if (outcome === 'passed') continue
      console.log(`${outcome}: ${basename(file)}: ${name}`)
      if (problem !== undefined) console.log(`    ${problem}`)
      for (const { node = '', part, differences } of failures)
        for (const { path, expected, actual } of differences.slice(0, 3))
          console.log(`    ${part}: ${node} ${path}\n      engine ${short(expected)}\n      ours   ${short(actual)}`)
    }
    for (const { file, problem } of report.unreadable) console.log(`unreadable: ${file}: ${problem}`)
    const kinds = new Set(files.map(({ kind }) => kind))
    const all = report.cases.length + report.unreadable.length
    const share = (100 * report.passed) / Math.max(all, 1)
    console.log(
      `test files on both engines: ${report.passed} of ${all} cases the same (${share.toFixed(2)} %), ${kinds.size - 1} kinds of nodes and ${files.filter(({ kind }) => kind === 'flow').length} flows`,
    )
    return share
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(stdout: string, stderr: string) {
  try {
    return JSON.parse(stdout) as { passed: number; cases: Case[]; unreadable: { file: string; problem: string }[] }
  } catch (cause) {
    throw new Error(`The command did not report:\n${stderr || stdout}`.slice(0, 2000), { cause })
  }
}
