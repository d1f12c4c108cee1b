import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { readConfig } from '../../../src/settings/read-config.ts'
import { ROOT, textOf } from './documents.ts'

const workflow = textOf('docs/examples/ci/github-workflow.yml')
const service = textOf('docs/examples/ci/github-service.yml')
const { env: shared, steps } = parse(workflow).jobs.test
const start = steps.find(({ name }: { name?: string }) => name === 'Start Understudy')

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const hasTools = Boolean(Bun.which('bash') && Bun.which('curl'))
if (!hasTools) console.error('The workflow was not tried: there is no bash, or no curl')

describe.skipIf(!hasTools)('the step that starts it', () => {
  let workspace: string
  let ready: string
  let port: number

  const here = (text: string) => text.replaceAll('5678', String(port))

  beforeAll(async () => {
    port = await freePort()
    workspace = mkdtempSync(join(tmpdir(), 'understudy-ci-'))
    ready = join(workspace, 'ready.json')
    const checkout = join(workspace, steps[1].with.path)
    for (const path of ['package.json', 'bun.lock', 'src', 'data']) {
      cpSync(join(ROOT, path), join(checkout, path), { recursive: true })
    }
    mkdirSync(join(workspace, 'test'))
    writeFileSync(join(workspace, 'test/fixture.json'), '{"tags":[{"name":"from the fixture"}]}')
    mkdirSync(join(workspace, 'bin'))
    symlinkSync(process.execPath, join(workspace, 'bin/bun'))
  })

  afterAll(() => {
    if (existsSync(ready)) process.kill(JSON.parse(readFileSync(ready, 'utf8')).pid, 'SIGKILL')
    rmSync(workspace, { recursive: true, force: true })
  })

  test('ends when it answers, and what comes next finds the fixture', async () => {
    const env = {
      ...process.env,
      ...shared,
      ...{ NO_COLOR: '1', FORCE_COLOR: undefined },
      PATH: `${join(workspace, 'bin')}${delimiter}${process.env.PATH}`,
      UNDERSTUDY_PORT: String(port),
      UNDERSTUDY_READY_FILE: ready,
    }
    // as GitHub runs it
    const ran = spawnSync('bash', ['-e', '-c', here(start.run)], {
      cwd: join(workspace, start['working-directory']),
      env,
    })
    expect([ran.status, String(ran.stdout)]).toEqual([0, expect.stringContaining('{"status":"ok"}')])
    const answer = await fetch(`${here(shared.API_URL)}/tags`, { headers: { 'X-N8N-API-KEY': shared.API_KEY } })
    expect(await answer.json()).toMatchObject({ data: [{ name: 'from the fixture' }] })
    const log = steps.at(-1).run.split(' ').at(-1)
    expect(readFileSync(join(workspace, log), 'utf8')).toContain('GET    /healthz 200')
  }, 60_000)
})

test('the service has settings that there are', () => {
  const { env, ports } = parse(service).jobs.test.services.understudy
  const { memory, 'api-key': apiKey, 'allow-host': hosts, port } = readConfig([], env)
  expect({ memory, apiKey, hosts }).toEqual({ memory: true, apiKey: shared.API_KEY, hosts: ['understudy'] })
  expect(ports).toEqual([`${port}:${port}`])
})
