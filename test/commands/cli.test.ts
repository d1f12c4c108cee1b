import { describe, expect, test } from 'bun:test'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }

describe('a command that cannot be understood ends with 2 and a sentence', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown flag', ['--nope'], /Unknown option '--nope'/],
    ['a misspelt flag', ['--prot', '0'], /Unknown option '--prot'; did you mean --port\?/],
    ['an unknown command', ['frob'], /there is no command "frob"/],
    ['help for an unknown command', ['frob', '--help'], /there is no command "frob"/],
    ['help about an unknown command', ['help', 'frob'], /there is no command "frob"/],
    ['a port that is none', ['--port', '65536'], /--port must be a whole number from 0 to 65535, not 65536/],
    ['a host that others reach, without a key', ['--host', '0.0.0.0'], /choose a key of your own with --api-key/],
    ['a document that is not kept', ['--memory', '--data', 'a.json'], /--data has no effect with --memory: leave one/],
    ['a clock mode without a clock', ['--clock-mode', 'running'], /--clock-mode has no effect without --clock: give/],
    ['a label where none is made', ['keys', 'list', '--label', 'x'], /keys list takes no --label/],
    ['an empty document', ['keys', 'list', '--data='], /--data must not be empty/],
    ['an empty document to promote', ['promote', 'http://127.0.0.1:9', '--data='], /--data must not be empty/],
  ])('%s', async (_, args, says) => {
    const { code, err } = await runCli(args)
    expect(err).toMatch(says)
    expect(err).not.toContain('    at ')
    expect(code).toBe(2)
  })

  test('a bad environment variable is named as such', async () => {
    const { code, err } = await runCli([], { env: { UNDERSTUDY_PORT: 'x' } })
    expect(err).toContain('UNDERSTUDY_PORT must be a whole number')
    expect(code).toBe(2)
  })
})

test('what an image sets for every start may stay in the environment', async () => {
  const env = { UNDERSTUDY_DATA: 'a.json', UNDERSTUDY_CLOCK_MODE: 'running', UNDERSTUDY_GIT_BRANCH: 'main' }
  const cli = startCli(['--memory', '--port', '0', '--allow-host', '[fd00::1]', '--allow-host', 'u_1.test'], { env })
  await cli.url()
  cli.kill('SIGTERM')
  expect(await cli.ended).toBe(0)
})

test('--help names every flag and ends with 0', async () => {
  const { code, out } = await runCli(['--help'])
  expect(code).toBe(0)
  for (const flag of ['--port', '--data', '--seed', '--profile', '--durability', '--ready-file', '--id-seed']) {
    expect(out).toContain(flag)
  }
})

test.each([
  [
    ['clone', '--help'],
    ['clone', '--key-env', '--fixture', '--insecure'],
    ['keys', 'compare', '--port'],
  ],
  [
    ['compare', '-h'],
    ['compare', '--left-key-env', '--right-key-env', '--concurrency'],
    ['clone', '--port'],
  ],
  [
    ['help', 'keys'],
    ['keys create', 'keys revoke', '--expires', '--insecure'],
    ['clone', '--port'],
  ],
  [
    ['serve', '--help'],
    ['serve', '--port', 'UNDERSTUDY_GIT_TOKEN'],
    ['clone', '--expires'],
  ],
])('%j tells of that command alone', async (args, named, unnamed) => {
  const { code, out } = await runCli(args)
  expect(code).toBe(0)
  for (const text of named) expect(out).toContain(text)
  for (const text of unnamed) expect(out).not.toContain(text)
})

test('-v and -h are short for them', async () => {
  const [version, help] = await Promise.all([runCli(['-v']), runCli(['-h'])])
  expect([version.code, version.out.trim()]).toEqual([0, packageJson.version])
  expect([help.code, help.out.includes('--ready-file')]).toEqual([0, true])
})

test('the banner says what is where, and shows a new key once', async () => {
  await using folder = await temporaryFolder()
  const bannerOf = async (...args: string[]) => {
    const cli = startCli([...args, '--port', '0'], { cwd: folder.path })
    const url = await cli.url()
    while (!cli.said.out.includes('  Key   ')) await Bun.sleep(5)
    cli.kill('SIGTERM')
    await cli.ended
    const key = /n8n_api_[0-9a-f]{80}/.exec(cli.said.out)?.[0] ?? 'none'
    return cli.said.out.replaceAll(url, 'URL').replaceAll(key, 'KEY').trimEnd().split('\n')
  }
  const name = `Understudy ${packageJson.version}`
  const served = ['  API   URL/api/v1', '  Docs  URL/api/v1/docs']
  expect(await bannerOf('--data', 'a.json', '--profile', 'n8n-1.41')).toEqual([
    `${name}  profile n8n-1.41, a.json`,
    ...served,
    '  Page  URL/#key=KEY',
    '  Key   X-N8N-API-KEY: KEY',
    '        new; save it, it is not shown again',
  ])
  expect(await bannerOf('--data', 'a.json')).toEqual([
    `${name}  profile contract, a.json`,
    ...served,
    '  Page  URL/',
    '  Key   X-N8N-API-KEY: as before (--api-key sets another)',
  ])
  expect(await bannerOf('--memory', '--simulate', '--no-page', '--api-key', 'k', '--service-name', 'Acme')).toEqual([
    `${name}  profile contract, in memory`,
    ...served,
    '  Runs  URL/webhook/…  simulated: nodes that call a service do not',
    '  Key   X-ACME-API-KEY: the one that you chose',
  ])
})

test('--version prints the version', async () => {
  const { code, out } = await runCli(['--version'])
  expect(code).toBe(0)
  expect(out.trim()).toMatch(/^\d+\.\d+\.\d+$/)
})

test('a port in use is said in a sentence', async () => {
  const first = startCli(['--memory', '--port', '0'])
  const port = new URL(await first.url()).port
  const { code, err } = await runCli(['--memory', '--port', port])
  expect(err).toContain(`Port ${port} is in use`)
  expect(code).toBe(1)
  first.kill('SIGTERM')
  await first.ended
})

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', signal => {
  test('ends with 0 and leaves one clean file with everything acknowledged', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'deep', 'instance.json')
    const ready = join(folder.path, 'ready.json')
    await writeFile(`${ready}.tmp`, "the user's own")
    const cli = startCli(['--data', file, '--port', '0', '--api-key', 'owner-key', '--ready-file', ready])
    const url = await cli.url()
    const { url: told, pid, apiKeyHeader } = JSON.parse(await readFile(ready, 'utf8'))
    expect({ told, pid, apiKeyHeader }).toEqual({ told: url, pid: cli.pid as number, apiKeyHeader: 'X-N8N-API-KEY' })
    const sent = Array.from({ length: 20 }, (_, at) =>
      fetch(`${url}/api/v1/tags`, { method: 'POST', headers, body: JSON.stringify({ name: `tag ${at}` }) }),
    )
    expect((await Promise.all(sent)).every(answer => answer.status === 201)).toBe(true)
    cli.kill(signal)
    expect(await cli.ended).toBe(0)
    expect(await readdir(join(folder.path, 'deep'))).toEqual(['instance.json'])
    expect(JSON.parse(await readFile(file, 'utf8')).tags).toHaveLength(20)
    expect((await readdir(folder.path)).sort()).toEqual(['deep', 'ready.json.tmp'])
    expect(await readFile(`${ready}.tmp`, 'utf8')).toBe("the user's own")
  })
})

test('a signal that arrives twice at once, as through a package manager, still leaves one clean file', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const cli = startCli(['--data', file, '--port', '0'])
  await cli.url()
  cli.kill('SIGINT')
  cli.kill('SIGTERM')
  expect(await cli.ended).toBe(0)
  expect(await readdir(folder.path)).toEqual(['instance.json'])
})

test.skipIf(process.platform !== 'linux')('with nohup it outlives its terminal, and stops on SIGTERM', async () => {
  await using folder = await temporaryFolder()
  const args = ['--data', join(folder.path, 'instance.json'), '--port', '0', '--api-key', 'owner-key']
  const cli = startCli(args, { through: ['nohup'] })
  const url = await cli.url()
  cli.kill('SIGHUP')
  expect((await fetch(`${url}/api/v1/tags`, { headers })).status).toBe(200)
  cli.kill('SIGTERM')
  expect(await cli.ended).toBe(0)
  expect(await readdir(folder.path)).toEqual(['instance.json'])
})

test('the key made at the first start is shown once, works, and stands nowhere in the file', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const first = startCli(['--data', file, '--port', '0'])
  const url = await first.url()
  const key = /X-N8N-API-KEY: (n8n_api_[0-9a-f]{80})/.exec(first.said.out)?.[1] ?? ''
  expect((await fetch(`${url}/api/v1/users`, { headers: { 'X-N8N-API-KEY': key } })).status).toBe(200)
  first.kill('SIGTERM')
  await first.ended
  expect(await readFile(file, 'utf8')).not.toContain(key)
  const second = startCli(['--data', file, '--port', '0'])
  const again = await second.url()
  expect(second.said.out).not.toContain('n8n_api_')
  expect((await fetch(`${again}/api/v1/users`, { headers: { 'X-N8N-API-KEY': key } })).status).toBe(200)
  second.kill('SIGTERM')
  await second.ended
})

test('a new --api-key ends the old one', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  for (const key of ['first-key', 'second-key']) {
    const cli = startCli(['--data', file, '--port', '0', '--api-key', key])
    const url = await cli.url()
    const statusOf = async (key: string) =>
      (await fetch(`${url}/api/v1/tags`, { headers: { 'X-N8N-API-KEY': key } })).status
    expect(await statusOf(key)).toBe(200)
    if (key === 'second-key') expect(await statusOf('first-key')).toBe(401)
    cli.kill('SIGTERM')
    await cli.ended
  }
})

describe('credential data', () => {
  test('stands sealed in the file, and a missing or wrong key stops the next start', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    const fixture = join(folder.path, 'fixture.json')
    const credential = { name: 'Slack', type: 'slackApi', data: { accessToken: 'a-secret-token' } }
    await writeFile(fixture, JSON.stringify({ credentials: [credential] }))
    const cli = startCli(['--data', file, '--seed', fixture, '--port', '0'])
    await cli.url()
    cli.kill('SIGTERM')
    await cli.ended
    const text = await readFile(file, 'utf8')
    expect(text).toContain('Slack')
    expect(text).not.toContain('a-secret-token')
    expect((await stat(`${file}.key`)).mode & 0o777).toBe(0o600)
    const wrong = await runCli(['--data', file, '--port', '0'], { env: { UNDERSTUDY_ENCRYPTION_KEY: 'another' } })
    expect(wrong.err).toContain('encryption key')
    expect(wrong.code).toBe(1)
    expect(await readFile(file, 'utf8')).toBe(text)
  })
})

test('a second process on one file is told who holds it', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const first = startCli(['--data', file, '--port', '0'])
  await first.url()
  const { code, err } = await runCli(['--data', file, '--port', '0'])
  expect(err).toContain(String(first.pid))
  expect(code).toBe(1)
  first.kill('SIGTERM')
  await first.ended
})

test('--log json writes one line of JSON a request, without keys, queries or bodies', async () => {
  const cli = startCli(['--memory', '--port', '0', '--api-key', 'owner-key', '--log', 'json'])
  const url = await cli.url()
  await (await fetch(`${url}/api/v1/tags?limit=5`, { headers })).text()
  cli.kill('SIGTERM')
  await cli.ended
  const lines = cli.said.err
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ method: 'GET', path: '/api/v1/tags', status: 200 })
  expect(cli.said.err).not.toContain('owner-key')
})
