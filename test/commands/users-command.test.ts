import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { withTarget } from '../../src/commands/target.ts'
import { users } from '../../src/commands/users.ts'
import { openStore } from '../../src/core/documents/open-store.ts'
import type { Store } from '../../src/core/model/state.ts'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

async function people() {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const users = [{ email: 'olga@example.com', role: 'global:owner', apiKey: 'owner-key' }]
  await writeFile(file, JSON.stringify({ users, sealCheck: null }))
  return { ...folder, file, ready: join(folder.path, 'ready.json') }
}

test('a user that is created in a document gets a key, which the next start knows', async () => {
  await using folder = await people()
  const names = ['--first-name', 'Ann', '--last-name', 'Lee']
  const created = await runCli(['users', 'create', 'ann@example.com', ...names, '--data', folder.file])
  expect([created.code, created.out, created.err]).toEqual([
    0,
    '',
    'Created ann@example.com (global:member). For an API key: npx n8n-understudy keys create --user ann@example.com\n',
  ])
  const key = (await runCli(['keys', 'create', '--user', 'ann@example.com', '--data', folder.file])).out.trim()
  const cli = startCli(['--data', folder.file, '--port', '0'])
  const url = await cli.url()
  const get = (path: string, apiKey: string) => fetch(url + path, { headers: { 'X-N8N-API-KEY': apiKey } })
  expect((await get('/api/v1/workflows', key)).status).toBe(200)
  expect(await (await get('/api/v1/users/ann@example.com', 'owner-key')).json()).toMatchObject({
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Lee',
  })
  cli.kill('SIGTERM')
  await cli.ended
})

test('a user is created in a running instance, with its owner key', async () => {
  await using folder = await people()
  const cli = startCli(['--data', folder.file, '--port', '0', '--ready-file', folder.ready])
  const url = await cli.url()
  const create = (...args: string[]) => runCli(['users', 'create', 'bo@example.com', '--role', 'admin', ...args])
  expect((await create('--url', url, '--api-key', 'owner-key')).err).toContain('Created bo@example.com (global:admin)')
  const again = await create('--ready-file', folder.ready, '--api-key', 'owner-key')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('another user has the e-mail address')])
  const wrong = await create('--url', url, '--api-key', 'wrong-key')
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('does not know the key')])
  expect(wrong.err).not.toContain('wrong-key')
  expect((await create('--data', folder.file)).err).toEndWith(
    "\nFor the users of a running instance, give its address and its owner's key: --url URL --api-key KEY\n",
  )
  cli.kill('SIGTERM')
  await cli.ended
})

test('a command ends when the document is written and closed, or when the instance has answered', async () => {
  await using folder = await people()
  const done: string[] = []
  const uses = {
    async document({ store }: { store: Store }) {
      await setImmediate()
      await store.update(draft => draft.tags.set({ id: '1', name: 'a', createdAt: '', updatedAt: '' }))
      done.push('document')
    },
    async instance() {
      await setImmediate()
      done.push('instance')
    },
  }
  await withTarget('users', { data: folder.file }, openStore, uses)
  expect(readdirSync(folder.path).filter(name => /journal|lock|tmp/.test(name))).toEqual([])
  expect(JSON.parse(readFileSync(folder.file, 'utf8')).tags).toHaveLength(1)
  await withTarget('users', { url: 'http://127.0.0.1:9', 'api-key': 'owner-key' }, openStore, uses)
  expect(done).toEqual(['document', 'instance'])
})

test('a user that cannot be created is refused, in a document and in an instance', async () => {
  await using folder = await people()
  const create = (...args: string[]) => users(['create', 'olga@example.com', ...args])
  await expect(create('--data', folder.file)).rejects.toThrow('another user has the e-mail address')
  const nowhere = ['--url', 'http://127.0.0.1:9', '--api-key', 'owner-key']
  await expect(create(...nowhere)).rejects.toThrow('127.0.0.1:9')
})

test.each<[string, string[], string]>([
  ['no command', [], 'users takes create'],
  ['another command', ['list'], 'users takes create'],
  ['no address', ['create'], 'users create needs an e-mail address'],
  ['two addresses', ['create', 'a@example.com', 'b@example.com'], 'not also "b@example.com"'],
  ['what is no address', ['create', 'ann'], '"ann" is not an e-mail address'],
  ['a second owner', ['create', 'a@example.com', '--role', 'owner'], 'has one owner'],
  ['an unknown flag', ['create', 'a@example.com', '--name', 'A'], "Unknown option '--name'"],
  ['an unknown role', ['create', 'a@example.com', '--role', 'boss'], '/role must be equal to one of'],
])('users with %s is refused, and changes nothing', async (_name, args, message) => {
  await using folder = await people()
  const before = await Bun.file(folder.file).text()
  const { code, err } = await runCli(['users', ...args, '--data', folder.file])
  expect([code === 0, err]).toEqual([false, expect.stringContaining(message)])
  expect(JSON.parse(await Bun.file(folder.file).text()).users).toHaveLength(JSON.parse(before).users.length)
})
