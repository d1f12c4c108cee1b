import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { denoProgram } from '../../runtimes/runtimes.ts'
import { nodeProgram } from './node-program.ts'
import { install, pack } from './pack.ts'

const ROOT = join(import.meta.dirname, '../../..')
const EXAMPLES = join(ROOT, 'docs/examples')
const VITEST = join(ROOT, 'node_modules/vitest')

let folder = ''
let project = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-first-test-'))
  project = join(folder, 'project')
  install(pack(folder).file, project)
  symlinkSync(VITEST, join(project, 'node_modules/vitest'))
  // in a project with a package.json, Deno checks the types of files that import modules of Node with these
  mkdirSync(join(project, 'node_modules/@types'))
  for (const types of ['@types/node', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', types), join(project, 'node_modules', types))
  }
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program in a folder of its own, inside the project that has the package installed. */
function run(program: string, args: string[], files: Record<string, string>) {
  const cwd = mkdtempSync(join(project, 'own-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const env = { ...process.env, NODE_ENV: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  return { status, all: `${stdout}${stderr}` }
}

const example = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')

test.each<{ runner: string; from: string; program: () => string; args: string[]; passes: string }>([
  { runner: 'node:test', from: 'node:test', program: nodeProgram, args: ['--test'], passes: 'pass 1' },
  {
    runner: 'bun test',
    from: 'bun:test',
    program: () => process.execPath,
    args: ['test', '--timeout', '60000'],
    passes: '1 pass',
  },
  {
    runner: 'Vitest',
    from: 'vitest',
    program: nodeProgram,
    args: [join(VITEST, 'vitest.mjs'), 'run', '--testTimeout', '60000'],
    passes: '1 passed',
  },
  { runner: 'Deno', from: 'node:test', program: denoProgram, args: ['test', '-A'], passes: '1 passed' },
])(
  "the README's first test is green by $runner",
  ({ from, program, args, passes }) => {
    const secondLine = `import { test } from '${from}'`
    const [first = '', , ...rest] = example('first.test.mjs').split('\n')
    const { status, all } = run(program(), args, { 'first.test.mjs': [first, secondLine, ...rest].join('\n') })
    expect([status, all]).toEqual([0, expect.stringContaining(passes)])
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(secondLine)
  },
  120_000,
)

test('the example for node:test runs as it is', () => {
  const files = { 'tags.test.mts': example('node/tags.test.mts') }
  const { status, all } = run(nodeProgram(), ['--test'], files)
  expect([status, all]).toEqual([0, expect.stringContaining('pass 2')])
}, 60_000)
