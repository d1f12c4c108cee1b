import { afterAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { denoProgram } from '../runtimes.ts'

const ROOT = join(import.meta.dirname, '../../..')
const KIT = join(ROOT, 'src/testing.ts')
/** As much of a test runner as the examples use. */
const RUNNER = `
  import assert from 'node:assert/strict'
  export const expect = value => ({ toEqual: expected => assert.deepEqual(value, expected) })
  export const test = async (name, run) => {
    await run()
    console.log('passed: ' + name)
  }
`
const folder = mkdtempSync(join(tmpdir(), 'understudy-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const EXAMPLES = ['webhook.test.ts', 'schedule.test.ts', 'bad-day.ts']

/** Makes the examples one program without a test runner, and without `await using`, which Node does not know. */
async function programOfExamples(): Promise<string> {
  const outfile = join(folder, 'examples.mjs')
  await build({
    stdin: {
      contents: EXAMPLES.map(name => `import ${JSON.stringify(join(ROOT, 'docs/examples', name))}`).join('\n'),
      resolveDir: ROOT,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    plugins: [
      {
        name: 'without-a-runner',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^n8n-understudy\/testing$/ }, () => ({ path: KIT, external: true }))
          onResolve({ filter: /^bun:test$/ }, () => ({ path: 'runner', namespace: 'runner' }))
          onLoad({ filter: /./, namespace: 'runner' }, () => ({ contents: RUNNER, resolveDir: ROOT }))
        },
      },
    ],
  })
  return outfile
}

// on Bun the runner of the repository plays them
test.each([
  ['Deno', () => [denoProgram(), 'run', '-A', '--node-modules-dir=manual']],
  ['Node', () => [nodeProgram(), '--disable-warning=ExperimentalWarning']],
])(
  'the examples of docs/simulation.md hold on %s',
  async (_runtime, programOf) => {
    const [program = '', ...args] = programOf()
    const { status, stdout, stderr } = spawnSync(program, [...args, await programOfExamples()], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('passed: a call of the webhook is seen as an execution\n')
    expect(stdout).toContain('passed: a schedule runs at nine, also when the clocks change\n')
    expect(stdout).toMatch(/ error$/m)
  },
  60_000,
)
