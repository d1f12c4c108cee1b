import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Overrides } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { blocksOf, textOf } from '../checks/documents/documents.ts'
import { runCli, startCli, temporaryFolder } from '../commands/run-cli.ts'
import { startService } from '../migrate/strange-services.ts'
import { KEY, NEWEST } from './verify-instance.ts'

const env = { N8N_KEY: KEY }
const blocks = blocksOf(textOf('docs/verifying.md')).map(({ code }) => code)
const EXAMPLE = JSON.parse(blocks.find(code => code.startsWith('{')) ?? '') as Overrides

/** The service of the document, and the commands of it with its address. */
const start = () =>
  startInstance({ profile: NEWEST, apiKey: KEY, overrides: EXAMPLE, fixture: { tags: [{ name: 'urgent' }] } })
const only = (...names: string[]) => ['--only', names.join(','), '--rate', '100']

/** The arguments of a command of the document, with another address. */
const argumentsOf = (command: string, url: string) =>
  command
    .replace(/.*n8n-understudy /, '')
    .replace(/"\$N8N_URL"|https:\/\/n8n\.example\.com/, url)
    .split(' ')

test('the commands of the document: what differs is printed and saved, and with the overrides nothing differs', async () => {
  await using folder = await temporaryFolder()
  await using service = await start()
  const at = { cwd: folder.path, env }
  const [save = ''] = blocks.map(code => code.split('\n')[0] ?? '').filter(line => line.includes('--save'))
  const narrow = [...only('/tags', 'getUsers', 'archiveWorkflow'), '--profile', NEWEST]
  const found = await runCli([...argumentsOf(save, service.url), ...narrow], at)
  expect([found.code, found.err]).toEqual([1, 'mine.json has overrides of 3 operations.\n'])
  expect(found.out).toContain('✗ GET /tags/{tagId}')
  expect(found.out).toContain('data[].mfaEnabled: only the profile has it')
  expect(found.out + found.err).not.toContain(KEY)
  expect(JSON.parse(readFileSync(join(folder.path, 'mine.json'), 'utf8')).operations.getUsers).toEqual({
    addedFields: { 'data[].lastSeenAt': null },
    missingFields: ['data[].mfaEnabled'],
  })
  const again = await runCli(
    ['verify', service.url, '--key-env', 'N8N_KEY', '--overrides', 'mine.json', ...narrow.slice(0, 4)],
    at,
  )
  expect([again.code, again.out]).toEqual([0, expect.stringContaining(' 0 different')])
  expect(readdirSync(folder.path)).toEqual(['mine.json'])
})

test('the example for CI writes JUnit and overrides', async () => {
  await using folder = await temporaryFolder()
  await using service = await start()
  const { steps } = parse(textOf('docs/examples/ci/verify-weekly.yml')).jobs.verify
  const { run } = steps.find(({ name }: { name?: string }) => name === 'Ask the staging instance')
  const { code } = await runCli([...argumentsOf(run, service.url), ...only('getTag', 'createTag', 'generateAudit')], {
    cwd: folder.path,
    env,
  })
  expect([code, readdirSync(folder.path).sort()]).toEqual([1, ['overrides.json', 'verify.xml']])
  const junit = readFileSync(join(folder.path, 'verify.xml'), 'utf8')
  expect(junit).toContain(`<testsuite name="${NEWEST}" tests="3" failures="1" skipped="0"`)
  expect(junit).toMatch(/name="GET \/tags\/\{tagId\}"><failure message="/)
})

test('--json is the shape of the document', async () => {
  await using service = await start()
  const { out } = await runCli(['verify', service.url, '--key-env', 'N8N_KEY', '--json', ...only('getTag')], { env })
  const report = JSON.parse(out)
  expect(report).toMatchObject({ profile: NEWEST, notOverridden: [], gaps: [], operations: [{ outcome: 'differs' }] })
  const [, table = ''] = textOf('docs/verifying.md').split('## JSON')
  expect(Object.keys(report).filter(name => !table.includes(`\`${name}\``))).toEqual([])
})

describe('exit code 2', () => {
  test.each<{ name: string; kind?: 'wrong-key' | 'page' | 'other'; args?: string[]; says: string }>([
    { name: 'a wrong key', kind: 'wrong-key', says: 'the key is not accepted (401)' },
    { name: 'a web page', kind: 'page', says: 'a web page came instead' },
    { name: 'another service', kind: 'other', says: 'is not an n8n service' },
    {
      name: 'an unknown operation',
      args: ['--only', 'getTagz'],
      says: 'neither an operation, such as getTags, nor a path',
    },
    { name: 'an unknown profile', args: ['--profile', 'n8n-9.9'], says: 'there is no profile n8n-9.9' },
    { name: 'too many requests', args: ['--rate', '1000'], says: '--rate must be at most 100' },
    { name: 'a folder that is missing', args: ['--save', 'no/where.json'], says: 'there is no such folder' },
    { name: 'overrides that are missing', args: ['--overrides', 'no.json'], says: 'no.json: there is no such file' },
  ])('$name', async ({ kind = 'other', args = [], says }) => {
    await using folder = await temporaryFolder()
    await using service = startService(kind)
    const files = args.includes('--save') ? [] : ['--save', 'a.json', '--junit', 'a.xml']
    const ended = await runCli(['verify', service.url, '--key-env', 'N8N_KEY', ...files, ...args], {
      cwd: folder.path,
      env,
    })
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining(says) })
    expect(readdirSync(folder.path)).toEqual([])
  })

  test.each([
    { names: ['getTags', 'getWorkflows'], code: 2, says: 'the key may not use an operation. Give it the scopes' },
    { names: ['getTags'], code: 0, says: '' },
  ])('a key with few scopes, asked for $names', async ({ names, code, says }) => {
    await using service = await startInstance({
      profile: NEWEST,
      fixture: {
        users: [{ email: 'owner@example.com', role: 'global:owner' }],
        apiKeys: [{ user: 'owner@example.com', label: 'few', key: KEY, scopes: ['tag:list', 'tag:read'] }],
        workflows: [{ name: 'W', active: true }],
      } as never,
    })
    const ended = await runCli(
      ['verify', service.url, '--key-env', 'N8N_KEY', '--profile', NEWEST, ...only(...names)],
      { env },
    )
    expect(ended).toMatchObject({
      code,
      err: expect.stringContaining(says),
      out: expect.stringContaining(' 0 different'),
    })
  })

  test('a service that stops midway', async () => {
    await using folder = await temporaryFolder()
    await using service = await start()
    service.faults.set({ rules: [{ drop: 'before', after: 30 }] })
    const args = [
      'verify',
      service.url,
      '--key-env',
      'N8N_KEY',
      '--rate',
      '100',
      '--profile',
      NEWEST,
      '--save',
      'a.json',
    ]
    const ended = await runCli(args, { cwd: folder.path, env })
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('it stopped answering') })
    expect(existsSync(join(folder.path, 'a.json'))).toBe(false)
  })
})

test('Ctrl-C ends it with exit code 130', async () => {
  await using service = await start()
  const cli = startCli(['verify', service.url, '--key-env', 'N8N_KEY', '--profile', NEWEST], { env })
  while (service.requests.all().length < 3) await Bun.sleep(5)
  cli.kill('SIGINT')
  expect([await cli.ended, cli.said.err]).toEqual([
    130,
    'understudy: Interrupted; nothing was changed, and no file was written\n',
  ])
})
