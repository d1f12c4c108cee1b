import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startCli } from '../../commands/run-cli.ts'
import { buildExecutable } from '../../tools/release/build-executable.ts'
import { endExecutables, lendExecutable } from './lend-executable.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BUILD_MS = 60_000
const SUITE_MS = 180_000

/** Tests of the API that meet every operation, every asset and every lazy part. */
const API = [
  'test/core/api/audit/audit.test.ts',
  'test/core/api/credentials/credentials.test.ts',
  'test/core/api/executions/executions.test.ts',
  'test/core/api/operations/contract.test.ts',
  'test/core/api/requests/transport.test.ts',
  'test/core/api/source-control/source-control.test.ts',
  'test/core/api/tags/tags.test.ts',
  'test/core/api/users/users.test.ts',
  'test/core/api/workflows/activation.test.ts',
  'test/core/api/workflows/workflow-list.test.ts',
  'test/core/api/workflows/workflow-tags.test.ts',
  'test/core/api/workflows/workflows.test.ts',
  'test/checks/shapes/openapi.test.ts',
  'test/core/seeding/seed.test.ts',
]

const ofTheRun = process.env.TEST_EXECUTABLE
const folder = mkdtempSync(join(tmpdir(), 'understudy-build-'))
let executable = ''

beforeAll(async () => {
  const built = ofTheRun ? { file: ofTheRun } : await buildExecutable(folder)
  if ('fault' in built) throw new Error(built.fault)
  executable = built.file
  process.env.TEST_EXECUTABLE = executable
}, BUILD_MS)

afterAll(() => {
  endExecutables()
  if (!ofTheRun) delete process.env.TEST_EXECUTABLE
  rmSync(folder, { recursive: true })
})

test('runs where there is no runtime, and nothing of this checkout', () => {
  const { status, stdout, stderr } = spawnSync(executable, ['--version'], { cwd: tmpdir(), env: {}, encoding: 'utf8' })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, ''])
  expect(readFileSync(executable).includes(ROOT)).toBe(false)
})

describe('has inside', () => {
  test.each<[string, string, RegExp]>([
    ['the page', '/', /<html lang="en"/],
    ['the OpenAPI document', '/api/v1/openapi.json', /^\{"openapi":"3\.0/],
    ['the same as YAML', '/api/v1/openapi.yml', /^openapi: 3\.0/],
    ['the documentation page', '/api/v1/docs', /docs\/start\.js/],
    ['the script of the documentation page', '/api/v1/docs/scalar.js', /^.{1000000}/s],
    ['the credential types', '/api/v1/credentials/schema/slackApi', /accessToken/],
  ])('%s', async (_, path, says) => {
    const instance = await lendExecutable()
    const answer = await instance.fetch(path, { headers: { [instance.apiKeyHeader]: 'owner-key' } })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(says)])
    await instance.stop()
  })

  test('the script and the style sheet that the page names', async () => {
    const instance = await lendExecutable()
    const names = (await (await instance.fetch('/')).text()).match(/\/page\/[\w.]+/g) ?? []
    expect(names.map(name => name.split('.').at(-1)).sort()).toEqual(['css', 'js'])
    for (const name of names) expect((await instance.fetch(name)).status).toBe(200)
  })
})

test('has the demo inside', async () => {
  const cli = startCli(['--memory', '--demo', '--api-key', 'k', '--port', '0'])
  const answer = await fetch(`${await cli.url()}/api/v1/workflows`, { headers: { 'X-N8N-API-KEY': 'k' } })
  expect(((await answer.json()) as { data: unknown[] }).data.length).toBeGreaterThan(10)
  cli.kill('SIGTERM')
  expect(await cli.ended).toBe(0)
})

test('says nothing on standard error that the source does not', async () => {
  const said: string[] = []
  const instance = await lendExecutable({ report: message => said.push(message) })
  const headers = { [instance.apiKeyHeader]: 'owner-key', 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Shop', type: 'slackApi', data: {} })
  const answer = await instance.fetch('/api/v1/credentials', { method: 'POST', headers, body })
  expect([answer.status, said]).toEqual([400, []])
  await instance.stop()
})

test(
  'passes the same tests of the API as the source',
  () => {
    runTests(['--preload', './test/runtimes/executable/preload.ts', ...API], process.env)
  },
  SUITE_MS,
)

test(
  'the source passes the same tests of the command line, which `bun run test` ran on the executable',
  () => {
    // the other commands are run from source by the tests of the documents
    const files = ['cli', 'environment', 'log', 'watch'].map(name => `test/commands/${name}.test.ts`)
    runTests(files, { ...process.env, TEST_EXECUTABLE: '' })
  },
  SUITE_MS,
)

function runTests(args: string[], env: NodeJS.ProcessEnv) {
  const all = ['test', '--timeout', '60000', ...args]
  const { status, stderr } = spawnSync(process.execPath, all, { cwd: ROOT, env, encoding: 'utf8' })
  expect(stderr.split('\n').filter(line => /^\(fail\)|^error:/.test(line))).toEqual([])
  expect([status, stderr]).toEqual([0, expect.stringMatching(/ [1-9]\d* pass\n 0 fail/)])
}
