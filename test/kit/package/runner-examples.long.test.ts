import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { denoProgram } from '../../runtimes/runtimes.ts'
import { nodeProgram } from './node-program.ts'
import { pack } from './pack.ts'
import { installInto } from './runner-projects.ts'

const ROOT = join(import.meta.dirname, '../../..')
const EXAMPLES = join(ROOT, 'docs/examples')
const MODULES = join(ROOT, 'node_modules')

let folder = ''
let file = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-runner-examples-'))
  file = pack(folder).file
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Without what a test runner around this one leaves: Playwright refuses to start where it finds a worker of Jest. */
const env = {
  ...process.env,
  NODE_ENV: undefined,
  JEST_WORKER_ID: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: '1',
  CI: '1',
}

/** A fresh folder with the example in it, as it stands, and the packed package. */
function projectOf(example: string, type: 'module' | 'commonjs', installed: string[]) {
  const project = join(folder, `${example}-${type}`)
  cpSync(join(EXAMPLES, 'runners', example), project, { recursive: true })
  cpSync(join(EXAMPLES, 'workflows'), join(project, 'workflows'), { recursive: true })
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', type }))
  installInto(project, file, installed)
  return project
}

/** A runner gives a test five seconds; the first start of an instance on a busy machine may take more. */
const VITEST_WAITS = ['--testTimeout', '60000', '--hookTimeout', '60000']

test.each<{ runner: string; type: 'module' | 'commonjs'; installed?: string[]; args: string[]; passes: RegExp }>([
  {
    runner: 'vitest',
    type: 'module',
    installed: ['vitest'],
    args: [join(MODULES, 'vitest/vitest.mjs'), 'run', ...VITEST_WAITS],
    passes: /Tests +1 passed/,
  },
  {
    runner: 'vitest',
    type: 'commonjs',
    installed: ['vitest'],
    args: [join(MODULES, 'vitest/vitest.mjs'), 'run', ...VITEST_WAITS],
    passes: /Tests +1 passed/,
  },
  {
    runner: 'jest',
    type: 'commonjs',
    installed: ['jest', '@jest/globals'],
    args: [join(MODULES, 'jest/bin/jest.js'), '--ci', '--testTimeout', '60000'],
    passes: /Tests: +4 passed/,
  },
  { runner: 'node', type: 'commonjs', args: ['--test', '--test-reporter', 'tap'], passes: /^# pass 2$/m },
  {
    runner: 'playwright',
    type: 'commonjs',
    installed: ['@playwright/test', 'playwright', 'playwright-core'],
    args: [join(MODULES, '@playwright/test/cli.js'), 'test'],
    passes: /1 passed/,
  },
])(
  'the example for $runner passes in a fresh $type project with the packed package',
  ({ runner, type, installed = [], args, passes }) => {
    const cwd = projectOf(runner, type, installed)
    const { status, stdout, stderr } = spawnSync(nodeProgram(), args, { cwd, env, encoding: 'utf8' })
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringMatching(passes)])
  },
  120_000,
)

/** The tests of a folder of `docs/examples`, and the client that they import. */
function projectWithClient(tests: string, type: 'module' | 'commonjs', installed: string[]) {
  const project = mkdtempSync(join(folder, `${tests || 'bun'}-${type}-with-client-`))
  mkdirSync(join(project, tests), { recursive: true })
  const files = readdirSync(join(EXAMPLES, tests)).filter(name => /\.test\.m?ts$/.test(name))
  for (const name of files) cpSync(join(EXAMPLES, tests, name), join(project, tests, name))
  cpSync(join(EXAMPLES, 'client.ts'), join(project, 'client.ts'))
  cpSync(join(EXAMPLES, 'workflows'), join(project, 'workflows'), { recursive: true })
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', type }))
  installInto(project, file, installed)
  return { project, files }
}

// `npm init -y` makes a project of type commonjs
describe.each(['module', 'commonjs'] as const)('in a fresh %s project with the packed package', type => {
  test.each<{ runner: string; tests: string; installed?: string[]; command: () => string[]; passes: RegExp }>([
    {
      runner: 'Vitest, msw and nock',
      tests: 'vitest',
      installed: ['vitest', 'msw', 'nock'],
      command: () => [nodeProgram(), join(MODULES, 'vitest/vitest.mjs'), 'run', ...VITEST_WAITS],
      passes: /Test Files +(\d+) passed/,
    },
    {
      runner: 'node:test in TypeScript',
      tests: 'node',
      command: () => [nodeProgram(), '--test', '--test-reporter', 'tap'],
      passes: /^# pass (\d+)/m,
    },
    {
      runner: 'bun test',
      tests: '',
      installed: ['elysia'],
      command: () => [process.execPath, 'test', '--timeout', '60000'],
      passes: /across (\d+) files/,
    },
    {
      runner: 'node:test on Deno',
      tests: 'node',
      installed: ['@types/node', 'undici-types'],
      command: () => [denoProgram(), 'test', '-A'],
      passes: /(\d+) passed/,
    },
  ])(
    'the examples for $runner are found and pass',
    ({ tests, installed = [], command, passes }) => {
      const { project, files } = projectWithClient(tests, type, installed)
      const [program = '', ...args] = command()
      const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, env, encoding: 'utf8' })
      const all = `${stdout}${stderr}`
      expect([status, status === 0 ? '' : all]).toEqual([0, ''])
      expect(Number(passes.exec(all)?.[1])).toBeGreaterThanOrEqual(files.length)
    },
    120_000,
  )
})

test("the tasks of Cypress's example start, seed, reset and stop an instance", () => {
  const cwd = projectOf('cypress', 'module', [])
  // Cypress itself is no npm package alone: its defineConfig returns what it is given
  mkdirSync(join(cwd, 'node_modules/cypress'))
  writeFileSync(join(cwd, 'node_modules/cypress/package.json'), '{"name":"cypress","type":"module","main":"index.js"}')
  writeFileSync(join(cwd, 'node_modules/cypress/index.js'), 'export const defineConfig = config => config\n')
  const script = `
    import config from ${JSON.stringify(pathToFileURL(join(cwd, 'cypress.config.mjs')).href)}
    const events = {}
    const { env } = await config.e2e.setupNodeEvents((name, handler) => { events[name] = handler }, { env: { own: 1 } })
    const { reset, seed, requests } = events.task
    await seed({ tags: [{ name: 'urgent' }] })
    const read = async () => (await fetch(env.API_URL + '/tags', { headers: { 'X-N8N-API-KEY': env.API_KEY } })).json()
    const { data: [{ name }] } = await read()
    const asked = requests()
    const nothing = await reset()
    const { data } = await read()
    await events['after:run']()
    const stopped = await read().then(() => false, () => true)
    console.log(JSON.stringify({ own: env.own, name, asked, nothing, left: data.length, stopped }))
  `
  const { status, stdout, stderr } = spawnSync(nodeProgram(), ['--input-type=module', '-e', script], {
    cwd,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({
    own: 1,
    name: 'urgent',
    asked: [{ method: 'GET', path: '/api/v1/tags', status: 200 }],
    nothing: null,
    left: 0,
    stopped: true,
  })
}, 30_000)

test('the test files of a folder pass by the command of the packed package, and the schema is beside it', () => {
  const cwd = projectOf('node', 'commonjs', [])
  const cli = join(cwd, 'node_modules/n8n-understudy/lib/cli.js')
  const { status, stdout, stderr } = spawnSync(nodeProgram(), [cli, 'test'], { cwd, env, encoding: 'utf8' })
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('3 passed, 0 failed')])
  const schema = join(cwd, 'node_modules/n8n-understudy/lib/workflow-test.schema.json')
  expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({ type: 'object', required: ['workflow', 'cases'] })
}, 60_000)
