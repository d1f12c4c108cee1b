import { expect, test } from 'bun:test'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { createLog } from '../../src/commands/log.ts'
import { createInstance } from '../../src/instance/instance.ts'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test('--log json writes a failure while it serves as a line of JSON', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'data/instance.json')
  const cli = startCli(['--data', file, '--port', '0', '--api-key', 'owner-key', '--log', 'json'])
  const url = await cli.url()
  await rm(join(folder.path, 'data'), { recursive: true })
  const answer = await fetch(`${url}/api/v1/tags`, { method: 'POST', headers, body: '{"name":"lost"}' })
  expect(answer.status).toBe(500)
  cli.kill('SIGKILL')
  await cli.ended
  const lines = linesOf(cli.said.err)
  expect(lines).toContainEqual(expect.objectContaining({ status: 500, path: '/api/v1/tags' }))
  expect(lines).toContainEqual({
    time: expect.any(String),
    message: expect.stringMatching(/^Request \S+, POST \/api\/v1\/tags: StorageError: /),
    stack: expect.arrayContaining([expect.stringMatching(/^ {4}at /)]),
  })
})

test('--log json writes what stops a start as a line of JSON', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  await writeFile(file, '{')
  const { code, err } = await runCli(['--data', file, '--port', '0', '--log', 'json'])
  expect(code).toBe(1)
  expect(linesOf(err)).toEqual([{ time: expect.any(String), message: expect.stringContaining('instance.json') }])
})

const SENT = 'Request 1: Error: \x1b[31m \u009b \u2028 end\nforged line\n    at src/app.ts:1:2'

test.each([
  ['pretty', 'Request 1: Error: ?[31m ? ? end\n    forged line\n    at src/app.ts:1:2'],
  ['off', 'Request 1: Error: ?[31m ? ? end\n    forged line\n    at src/app.ts:1:2'],
] as const)('--log %s lets no control character of a stranger through', (format, shown) => {
  const lines: string[] = []
  createLog(format, line => lines.push(line)).report(SENT)
  expect(lines).toEqual([shown])
})

test('--log json writes a stack apart, and control characters escaped', () => {
  const lines: string[] = []
  createLog('json', line => lines.push(line)).report(SENT)
  expect(lines.join('')).toMatch(/^[\x20-\x7e]+$/)
  expect(linesOf(lines.join('\n'))).toEqual([
    {
      time: expect.any(String),
      message: 'Request 1: Error: \x1b[31m \u009b \u2028 end\nforged line',
      stack: ['    at src/app.ts:1:2'],
    },
  ])
})

const SERVED = { id: '7', time: Date.UTC(2026, 2, 1, 8, 9, 10, 11), method: 'GET', path: '/a', status: 200 }

test.each<[Partial<Parameters<NonNullable<ReturnType<typeof createLog>['onResponse']>>[0]>, string[]]>([
  [{}, ['08:09:10 GET    /a 200 1.3 ms  7']],
  [{ method: 'DELETE', status: 399 }, ['08:09:10 DELETE /a 399 1.3 ms  7']],
  [{ status: 400 }, ['08:09:10 GET    /a 400 1.3 ms  7']],
  [{ status: 499 }, ['08:09:10 GET    /a 499 1.3 ms  7']],
  [{ status: 500 }, ['08:09:10 GET    /a 500 1.3 ms  7']],
  [{ status: 0 }, ['08:09:10 GET    /a dropped 1.3 ms  7']],
  [{ page: true, status: 499 }, []],
  [{ page: true, status: 500 }, ['08:09:10 GET    /a 500 1.3 ms  7']],
  [{ path: '/ä \x7f~!' }, ['08:09:10 GET    /???~! 200 1.3 ms  7']],
  [{ path: `/${'a'.repeat(200)}` }, [`08:09:10 GET    /${'a'.repeat(199)} 200 1.3 ms  7`]],
])('--log pretty and json write of %j as much as they should', (given, shown) => {
  const lines: string[] = []
  const json: string[] = []
  const served = { ...SERVED, milliseconds: 1.26, page: false, ...given }
  createLog('pretty', line => lines.push(line)).onResponse?.(served)
  createLog('json', line => json.push(line)).onResponse?.(served)
  createLog('off', line => lines.push(line)).onResponse?.(served)
  expect(lines.map(stripVTControlCharacters)).toEqual(shown)
  expect(json.map(line => JSON.parse(line))).toEqual([
    { ...served, time: '2026-03-01T08:09:10.011Z', milliseconds: 1.3 },
  ])
})

test.each([
  { who: 'a client', count: 1, path: '/api/v1/tags' },
  { who: 'the page to the API', count: 0, path: '/api/v1/tags', more: { 'x-understudy-page': '1' } },
  { who: 'a browser for the page', count: 0, path: '/' },
  { who: 'the page for a file', count: 0, path: '/page/none.js', status: 404 },
])('--log pretty has of a request of $who as many lines: $count', async ({ count, path, more, status = 200 }) => {
  const lines: string[] = []
  const instance = await createInstance({
    profile: 'contract',
    fixtures: [],
    apiKey: 'owner-key',
    serviceName: 'n8n',
    control: true,
    page: true,
    allowHosts: [],
    report: () => {},
    onResponse: createLog('pretty', line => lines.push(line)).onResponse,
  })
  const answer = await instance.fetch(path, { headers: { ...headers, ...more } })
  await instance.stop()
  expect([answer.status, lines.length]).toEqual([status, count])
})

test('banner and log have colours where the terminal has them', async () => {
  const cli = startCli(['--memory', '--port', '0', '--api-key', 'owner-key', '--no-page', '--simulate'], {
    env: { NO_COLOR: '', FORCE_COLOR: '1' },
  })
  const dim = (text: string) => `\x1b[2m${text}\x1b[22m`
  try {
    const url = await cli.url()
    for (const body of ['{"path":"/executions","status":500}', '{"path":"/workflows","drop":"before"}'])
      await fetch(`${url}/_control/faults`, { method: 'POST', headers, body })
    for (const path of ['tags', 'tags?nope=1', 'executions', 'workflows'])
      await fetch(`${url}/api/v1/${path}`, { headers }).catch(() => {})
    expect(cli.said.out.trimEnd().split('\n')).toEqual([
      `\x1b[1mUnderstudy ${packageJson.version}\x1b[22m  ${dim('profile contract, in memory')}`,
      `  API   ${url}/api/v1`,
      `  Docs  ${url}/api/v1/docs`,
      `  Runs  ${url}/webhook/…  ${dim('simulated: nodes that call a service do not')}`,
      dim('  Key   X-N8N-API-KEY: the one that you chose'),
    ])
  } finally {
    cli.kill('SIGTERM')
    await cli.ended
  }
  const shown = cli.said.err.replaceAll(/\d\d:\d\d:\d\d/g, 'TIME').replaceAll(/[\d.]+ ms {2}[\w-]+/g, 'TOOK')
  for (const [path, status] of [
    ['tags', '\x1b[32m200\x1b[39m'],
    ['tags', '\x1b[33m400\x1b[39m'],
    ['executions', '\x1b[31m500\x1b[39m'],
    ['workflows', '\x1b[31mdropped\x1b[39m'],
  ]) {
    expect(shown).toContain(`${dim('TIME')} GET    /api/v1/${path} ${status} ${dim('TOOK')}`)
  }
})

test.each([
  ['is held by a fault until the service stops', { hang: true }],
  ['is delayed until the service stops', { delay: 600_000 }],
  ['is dropped by a fault', { drop: 'before' }],
])('a request that %s is written as one without a response', async (_name, fault) => {
  const cli = startCli(['--memory', '--port', '0', '--api-key', 'owner-key', '--log', 'json'])
  try {
    const url = await cli.url()
    const ruled = { method: 'POST', headers, body: JSON.stringify({ operation: 'getTags', ...fault }) }
    expect((await fetch(`${url}/_control/faults`, ruled)).ok).toBe(true)
    const cut = fetch(`${url}/api/v1/tags`, { headers }).catch(() => 'cut')
    const isHeld = async () =>
      (await (await fetch(`${url}/_control/requests`, { headers })).text()).includes('"/api/v1/tags"')
    while (!(await isHeld())) await Bun.sleep(10)
    cli.kill('SIGTERM')
    expect(await cut).toBe('cut')
    await cli.ended
  } finally {
    cli.kill('SIGKILL')
  }
  const statuses = linesOf(cli.said.err).filter(({ path }) => path === '/api/v1/tags')
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([0]))
})
