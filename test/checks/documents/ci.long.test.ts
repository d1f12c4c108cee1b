import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { gitCommands } from '../../needs.ts'
import { type CiMachine, createCiMachine } from './ci-workspace.ts'
import { ROOT } from './documents.ts'

const hasTools = Boolean(gitCommands && Bun.which('bash') && Bun.which('curl'))
if (!hasTools) console.error('The workflow was not tried with test runners: there is no bash, no curl or no git')

const TEST = `
const { API_URL, API_KEY } = process.env
test('lists the tag of the fixture', async () => {
  const response = await fetch(API_URL + '/tags', { headers: { 'X-N8N-API-KEY': API_KEY } })
  expect((await response.json()).data).toMatchObject([{ name: 'from the fixture' }])
})
`

describe.skipIf(!hasTools)('beside Understudy from a checkout, with its tests,', () => {
  let machine: CiMachine
  beforeAll(async () => {
    // some tests that each runner would find, and fail
    machine = await createCiMachine(['test/core/api/tags', 'test/page', 'docs/examples/client.test.ts'])
    symlinkSync(join(ROOT, 'node_modules'), join(machine.workspace, 'node_modules'))
    writeFileSync(join(machine.workspace, 'package.json'), '{"name":"project","private":true}')
    writeFileSync(join(machine.workspace, 'test/tags.test.js'), TEST)
    expect(machine.startUnderstudy().status).toBe(0)
  }, 120_000)
  afterAll(() => machine?.[Symbol.dispose]())

  test.each([
    ['Vitest', ['vitest/vitest.mjs', 'run', '--globals'], /Tests +1 passed \(1\)/],
    ['Jest', ['jest/bin/jest.js', '--ci'], /Tests: +1 passed, 1 total/],
  ])(
    '%s finds only the tests of the workspace',
    (_runner, [script = '', ...args], passed) => {
      const { workspace, apiUrl, apiKey } = machine
      const { JEST_WORKER_ID: _, NODE_ENV: __, FORCE_COLOR: ___, ...rest } = process.env
      const { status, stdout, stderr } = spawnSync(nodeProgram(), [join(ROOT, 'node_modules', script), ...args], {
        cwd: workspace,
        env: { ...rest, API_URL: apiUrl, API_KEY: apiKey, CI: '1', NO_COLOR: '1' },
        encoding: 'utf8',
      })
      expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringMatching(passed)])
    },
    120_000,
  )
})
