import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readConfig } from '../../../src/core/settings/read-config.ts'
import { gitCommands } from '../../needs.ts'
import { createCiMachine } from './ci-workspace.ts'
import { ROOT, textOf } from './documents.ts'
import { action, runAction } from './run-action.ts'

const service = textOf('docs/examples/ci/github-service.yml')
const shared = parse(textOf('docs/examples/ci/github-workflow.yml')).jobs.test.env

const hasTools = Boolean(Bun.which('bash') && Bun.which('curl'))
if (!hasTools) console.error('The workflow was not tried: there is no bash, or no curl')

test.skipIf(!(hasTools && gitCommands))(
  'the step that starts it ends when it answers, what comes next finds the fixture, and nothing is in the workspace',
  async () => {
    using machine = await createCiMachine()
    const { status, stdout } = machine.startUnderstudy()
    expect([status, stdout]).toEqual([0, expect.stringContaining('{"status":"ok"}')])
    const answer = await fetch(`${machine.apiUrl}/tags`, { headers: { 'X-N8N-API-KEY': machine.apiKey } })
    expect(await answer.json()).toMatchObject({ data: [{ name: 'from the fixture' }] })
    expect(machine.readLog()).toContain('GET    /healthz 200')
    expect(readdirSync(machine.workspace, { recursive: true }).sort()).toEqual(['test', 'test/fixture.json'])
  },
  60_000,
)

test('the service has settings that there are', () => {
  const { env, ports } = parse(service).jobs.test.services.understudy
  const { memory, 'api-key': apiKey, 'allow-host': hosts, port } = readConfig([], env)
  expect({ memory, apiKey, hosts }).toEqual({ memory: true, apiKey: shared.API_KEY, hosts: ['understudy'] })
  expect(ports).toEqual([`${port}:${port}`])
})

describe.skipIf(!hasTools)('the action', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'understudy-action-'))
    mkdirSync(join(folder, 'bin'))
    // npx of the package, without npm: it runs the command of the sources
    const npx = `#!/bin/sh\n[ "$1 $2 $3" = "--yes --package=n8n-understudy understudy" ] || exit 9\nshift 3\nexec "${process.execPath}" "${ROOT}/src/cli.ts" "$@"\n`
    writeFileSync(join(folder, 'bin/npx'), npx, { mode: 0o755 })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const start = (inputs: Record<string, string>) => runAction(folder, inputs)

  test('starts it with the flags, and gives address and key to the steps that follow', async () => {
    writeFileSync(join(folder, 'seed.json'), '{"tags":[{"name":"from the seed"}]}')
    const { status, output, exported, stderr } = start({ args: '--memory --seed seed.json', 'api-key': 'a-key' })
    const { pid } = JSON.parse(readFileSync(join(folder, 'understudy-ready.json'), 'utf8'))
    try {
      expect([status, stderr]).toEqual([0, ''])
      expect(exported).toEqual({ N8N_API_URL: String(output.url), N8N_API_KEY: 'a-key' })
      expect(Object.keys(output)).toEqual(Object.keys(action.outputs))
      const headers = { 'X-N8N-API-KEY': String(output['api-key']) }
      const answer = await fetch(`${output['api-url']}/tags`, { headers })
      expect(await answer.json()).toMatchObject({ data: [{ name: 'from the seed' }] })
    } finally {
      process.kill(pid, 'SIGKILL')
    }
  }, 60_000)

  test.each([
    ['a flag that there is not', '--memory --nope'],
    ['a command in the flags', '--memory $(touch made-by-a-flag)'],
  ])(
    'fails with what the command says, for %s',
    (_name, args) => {
      const { status, stdout } = start({ args })
      expect([status, stdout]).toEqual([1, expect.stringContaining('::error::Understudy did not start\nunderstudy: ')])
      expect(existsSync(join(folder, 'made-by-a-flag'))).toBe(false)
    },
    60_000,
  )

  test('has in its example the inputs that there are', () => {
    const example = parse(textOf('docs/examples/ci/github-action.yml'))
    const used = example.jobs.test.steps.find(({ uses = '' }) => uses.includes('understudy'))
    expect(Object.keys(used.with).filter(name => !(name in action.inputs))).toEqual([])
  })
})
