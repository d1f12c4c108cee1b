import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../checks/layers/read-imports.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { nodeProgram } from './package/node-program.ts'

const EXAMPLES = join(ROOT, 'docs/examples')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const SLOW_MS = 120_000

interface VitestReport {
  numPassedTests: number
  testResults: { message: string; assertionResults: { failureMessages: string[] }[] }[]
}

/** Packages that the examples use beside the kit. */
const BESIDE = ['msw', 'nock']

test(
  'the examples for Vitest, behind msw and beside nock, run as they are, on Node',
  async () => {
    const root = join(EXAMPLES, 'vitest')
    const files = (await readdir(root)).filter(name => name.endsWith('.test.ts')).sort()
    expect(files).toEqual(['client.test.ts', ...BESIDE.map(name => `${name}.test.ts`), 'workflow.test.ts'])
    await using folder = await temporaryFolder()
    const report = join(folder.path, 'report.json')
    // on a busy machine the first start takes longer than Vitest waits for a test
    const args = [
      VITEST,
      'run',
      '--testTimeout',
      `${SLOW_MS}`,
      '--hookTimeout',
      `${SLOW_MS}`,
      '--root',
      root,
      '--reporter',
      'json',
      '--outputFile',
      report,
    ]
    const { status, stderr } = spawnSync(nodeProgram(), args, { encoding: 'utf8', cwd: ROOT })
    const { numPassedTests, testResults }: VitestReport = JSON.parse(await readFile(report, 'utf8'))
    const failures = testResults.flatMap(({ message, assertionResults }) => [
      ...(message ? [message] : []),
      ...assertionResults.flatMap(({ failureMessages }) => failureMessages),
    ])
    expect([failures, status, status === 0 ? '' : stderr]).toEqual([[], 0, ''])
    expect([numPassedTests >= 5, testResults.length]).toEqual([true, files.length])
  },
  SLOW_MS,
)

test(
  'the examples for bun test run as they are',
  async () => {
    const files = (await readdir(EXAMPLES)).filter(name => /\.test\.m?[jt]s$/.test(name))
    const args = ['test', '--timeout', '60000', ...files.map(name => `./docs/examples/${name}`)]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: ROOT })
    expect([status, stderr]).toEqual([0, expect.stringContaining(`across ${files.length} files`)])
    expect(files.length).toBeGreaterThan(5)
  },
  SLOW_MS,
)
