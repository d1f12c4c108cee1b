import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { runCli, temporaryFolder } from '../commands/run-cli.ts'

const KEY = 'owner-key'
const env = { THE_KEY: KEY }

const FIXTURE = {
  users: [{ email: 'mia@example.com', apiKey: 'mia-key' }],
  tags: [{ name: 'urgent' }],
  credentials: [{ name: 'Slack', type: 'slackApi', data: { accessToken: 'in clear' } }],
  workflows: [{ name: 'Intake', tags: ['urgent'] }],
}
const byHand = (folder: string) => writeFile(join(folder, 'f.json'), JSON.stringify({ ...FIXTURE, sealCheck: null }))

/** A document that was left by a process that was killed: with a journal, a lock, and a key that others may read. */
async function killed(folder: string) {
  const format1 = join(import.meta.dirname, '../store/fixtures/format-1.json')
  await cp(format1, join(folder, 'f.json'))
  await cp(`${format1}.journal`, join(folder, 'f.json.journal'))
  const holder = { pid: 1, host: 'gone', namespace: 'of another boot', started: '1' }
  const lock = join(folder, 'f.json.lock-1-0a1b2c3d')
  await writeFile(lock, JSON.stringify(holder))
  await writeFile(join(folder, 'f.json.key'), 'format-1-encryption-key', { mode: 0o644 })
  await utimes(lock, 1, 1)
}

const filesOf = (folder: string) =>
  readdirSync(folder).map(name => {
    const path = join(folder, name)
    const { mtimeMs, mode } = statSync(path)
    return [name, readFileSync(path, 'utf8'), mtimeMs, mode]
  })

const to = (service: TestInstance, ...more: string[]) => [
  'promote',
  service.url,
  '--key-env',
  'THE_KEY',
  '--data',
  'f.json',
  ...more,
]
const compare = (service: TestInstance) => ['compare', 'f.json', service.url, '--key-env', 'THE_KEY']
const list = () => ['keys', 'list', '--data', 'f.json']

test.each([
  [
    'promote --dry-run',
    'a fixture',
    byHand,
    (it: TestInstance) => to(it, '--dry-run'),
    0,
    '+ create workflow "Intake"',
  ],
  ['promote without a yes', 'a fixture', byHand, (it: TestInstance) => to(it), 2, '+ create credential "Slack"'],
  ['keys list', 'a fixture', byHand, list, 0, 'mia@example.com'],
  ['compare', 'a fixture', byHand, compare, 1, 'Intake'],
  [
    'promote --dry-run',
    'a killed document',
    killed,
    (it: TestInstance) => to(it, '--dry-run'),
    0,
    '+ create tag "after the crash"',
  ],
  ['keys list', 'a killed document', killed, list, 0, 'olga@example.com'],
  ['compare', 'a killed document', killed, compare, 1, 'after the crash'],
])('%s leaves %s as it is', async (_command, _what, make, argsFor, code, says) => {
  await using folder = await temporaryFolder()
  await using service = await startInstance({ apiKey: KEY })
  await make(folder.path)
  const before = filesOf(folder.path)
  const ended = await runCli(argsFor(service), { cwd: folder.path, env })
  expect(ended).toMatchObject({ code, out: expect.stringContaining(says) })
  expect(filesOf(folder.path)).toEqual(before)
})
