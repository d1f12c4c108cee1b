import { describe, expect, test } from 'bun:test'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startInstance } from '../../src/testing.ts'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

test.each([
  [['valdate', 'x.json'], 'there is no command "valdate"; did you mean validate?'],
  [['promot'], 'there is no command "promot"; did you mean promote?'],
  [['frobnicate'], 'there is no command "frobnicate"; there are: serve, validate, node, test, keys'],
  [['keys', 'lst'], 'keys takes create, list or revoke; did you mean list?'],
])('understudy %p names the command that was meant', async (args, says) => {
  const { code, err } = await runCli(args)
  expect([code, err]).toEqual([2, expect.stringContaining(says)])
})

test('keys list shows the first scopes of a key, and how many more there are', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41' })
  const at = ['--url', instance.url, '--api-key', instance.apiKey]
  const user = instance.state('users').users[0]?.email ?? ''
  const scopes = ['tag:list', 'tag:read', 'tag:create', 'tag:update', 'workflow:list']
  const create = ['keys', 'create', '--user', user, ...at]
  expect((await runCli([...create, '--label', 'five', '--scope', scopes.join(',')])).code).toBe(0)
  expect((await runCli([...create, '--label', 'two', '--scope', 'tag:list,tag:read'])).code).toBe(0)
  const { out } = await runCli(['keys', 'list', ...at])
  const cellOf = (label: string) =>
    out
      .split('\n')
      .find(line => line.includes(` ${label} `))
      ?.split(/ {2,}/)
      .at(-1)
  expect([cellOf('five'), cellOf('two')]).toEqual(['tag:create,tag:list,tag:read and 2 more', 'tag:list,tag:read'])
})

describe('exported credentials', () => {
  const EXPORTED = [
    {
      id: 'c1',
      name: 'Slack',
      type: 'slackApi',
      data: 'U2FsdGVkX1+abc=',
      createdAt: '2026-01-01T00:00:00.000Z',
      isManaged: false,
      scopes: [],
    },
    { id: 'c2', name: 'Shop', type: 'httpBasicAuth', data: { user: 'a', password: 'b' } },
  ]

  test('are a fixture, with placeholders for what is encrypted', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'credentials.json')
    await writeFile(file, JSON.stringify(EXPORTED))
    expect(await runCli(['validate', file])).toMatchObject({ code: 0, err: '' })
    await using instance = await startInstance({ fixture: file })
    expect(instance.state('credentials').credentials).toMatchObject([
      { id: 'c1', name: 'Slack', type: 'slackApi', isStandIn: true },
      { id: 'c2', name: 'Shop', type: 'httpBasicAuth' },
    ])
  })

  test('one of them is one too, and none that --data writes', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'credential.json')
    await writeFile(file, JSON.stringify(EXPORTED[1]))
    expect(await runCli(['validate', file])).toMatchObject({ code: 0, err: '' })
    const { code, err } = await runCli(['--data', file, '--port', '0'])
    expect([code, err]).toEqual([1, expect.stringContaining('is an exported credential, not a document')])
  })
})

test('a start that reads a large file says so at once', async () => {
  await using folder = await temporaryFolder()
  const seed = join(folder.path, 'seed.json')
  await writeFile(seed, '{"tags":[{"name":"a"}]}')
  const quiet = startCli(['--memory', '--seed', seed, '--port', '0'])
  await quiet.url()
  quiet.kill('SIGTERM')
  await quiet.ended
  expect(quiet.said.err).not.toContain('Reading')
  await truncate(seed, 17 * 1024 * 1024)
  const { err } = await runCli(['--memory', '--seed', seed, '--port', '0'])
  expect(err).toStartWith(`Reading ${seed} (17 MB)\n`)
})

test('a clone of a service that lists no credentials says that some may be missing', async () => {
  await using folder = await temporaryFolder()
  for (const [profile, says] of [
    ['contract', true],
    ['n8n-2.41', false],
  ] as const) {
    await using source = await startInstance({
      profile,
      fixture: { credentials: [{ name: 'Lonely', type: 'slackApi' }] },
    })
    const args = ['clone', source.url, '--key-env', 'KEY', '--fixture', `${profile}.json`]
    const { code, err } = await runCli(args, { cwd: folder.path, env: { KEY: source.apiKey } })
    expect([profile, code, err.includes('Credentials that no workflow names are not copied')]).toEqual([
      profile,
      0,
      says,
    ])
  }
})
