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
  const format1 = join(import.meta.dirname, '../core/storage/fixtures/format-1.json')
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
  {
    command: 'promote --dry-run',
    what: 'a fixture',
    make: byHand,
    argsFor: (it: TestInstance) => to(it, '--dry-run'),
    code: 0,
    says: '+ create workflow "Intake"',
  },
  {
    command: 'promote without a yes',
    what: 'a fixture',
    make: byHand,
    argsFor: (it: TestInstance) => to(it),
    code: 2,
    says: '+ create credential "Slack"',
  },
  { command: 'keys list', what: 'a fixture', make: byHand, argsFor: list, code: 0, says: 'mia@example.com' },
  { command: 'compare', what: 'a fixture', make: byHand, argsFor: compare, code: 1, says: 'Intake' },
  {
    command: 'promote --dry-run',
    what: 'a killed document',
    make: killed,
    argsFor: (it: TestInstance) => to(it, '--dry-run'),
    code: 0,
    says: '+ create tag "after the crash"',
  },
  { command: 'keys list', what: 'a killed document', make: killed, argsFor: list, code: 0, says: 'olga@example.com' },
  { command: 'compare', what: 'a killed document', make: killed, argsFor: compare, code: 1, says: 'after the crash' },
])('$command leaves $what as it is', async ({ make, argsFor, code, says }) => {
  await using folder = await temporaryFolder()
  await using service = await startInstance({ apiKey: KEY })
  await make(folder.path)
  const before = filesOf(folder.path)
  const ended = await runCli(argsFor(service), { cwd: folder.path, env })
  expect(ended).toMatchObject({ code, out: expect.stringContaining(says) })
  expect(filesOf(folder.path)).toEqual(before)
})
