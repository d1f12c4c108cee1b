import { expect, test } from 'bun:test'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClock } from '../../../src/core/base/clock.ts'
import { createIds } from '../../../src/core/base/ids.ts'
import { versionChooser } from '../../../src/core/documents/document-settings.ts'
import { readStore } from '../../../src/core/documents/open-store.ts'
import { createInstance } from '../../../src/instance/instance.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { world } from '../api/world.ts'

const OPTIONS = { serviceName: 'n8n', apiKey: 'owner-key', control: true, page: false, allowHosts: [], report() {} }

const start = (file: string, fixtures: object[] = []) =>
  createInstance({
    ...OPTIONS,
    file,
    fixtures: fixtures.map(value => ({ source: 'fixture', value })),
    profile: 'n8n-2.41',
    encryptionKey: 'a key for tests',
  })

// biome-ignore lint/suspicious/noExplicitAny: a document that is not as it should be
type Document = Record<string, any>

/** A document that is whole, what an instance holds with it, and the text of another one that differs from it. */
async function documentWith(edit: (document: Document) => unknown) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const instance = await start(file, [world])
  const state = instance.control?.state()
  await instance.stop()
  const whole = await readFile(file, 'utf8')
  const document = JSON.parse(whole)
  edit(document)
  await writeFile(file, JSON.stringify(document))
  return { ...folder, file, state, whole }
}

test.each<[what: string, edit: (document: Document) => unknown]>([
  ['as it should be', () => {}],
  ['without a collection that each has', it => delete it.variables],
  ['without one that not each has', it => delete it.folders],
  ['with the id of a tag as a number', it => (it.tags[0].id = 1)],
  ['with a workflow without settings', it => delete it.workflows[1].settings],
  ['without a counter', it => delete it.counters.tags],
  ['without counters', it => delete it.counters],
  ['with the owner of a workflow by e-mail', it => (it.workflows[0].owner = 'olga@example.com')],
  ['with the tag of a workflow by name', it => (it.workflows[0].tags = ['urgent'])],
  ['with the owner of a credential by e-mail', it => (it.credentials[1].owner = 'mia@example.com')],
  ['with the data of a credential in clear', it => (it.credentials[1].data = { user: 'mia', password: 'x' })],
  ['with the workflow of an execution as a number', it => (it.executions[6].workflowId = 2)],
  ['with a key in clear', it => (it.users[2].apiKey = 'a-key-of-a-member')],
  ['without its format', it => delete it.format],
])('a document %s is completed, and is whole after the next stop', async (_what, edit) => {
  await using folder = await documentWith(edit)
  const instance = await start(folder.file)
  expect<unknown>(instance.control?.state()).toEqual(folder.state)
  const headers = { 'x-n8n-api-key': 'member-key' }
  expect((await instance.fetch('/api/v1/tags', { headers })).status).toBe(200)
  await instance.stop()
  const stored = JSON.parse(await readFile(folder.file, 'utf8'))
  const whole = JSON.parse(folder.whole)
  expect(Object.keys(stored).sort()).toEqual(Object.keys(whole).sort())
  for (const { data } of stored.credentials) expect(data).toBeString()
  expect(stored.users).toEqual(whole.users)
})

test('a document that is whole is taken as it is, with what it has besides', async () => {
  await using folder = await documentWith(it => (it.workflows[0].ofTheUser = 1))
  const instance = await start(folder.file)
  await instance.stop()
  expect(JSON.parse(await readFile(folder.file, 'utf8')).workflows[0].ofTheUser).toBe(1)
})

test('a document that is completed keeps the version that it names', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  await writeFile(file, JSON.stringify({ profile: 'n8n-1.41', tags: [{ name: 'a' }], sealCheck: null }))
  for (const _start of ['completed', 'whole']) {
    const instance = await createInstance({ ...OPTIONS, file, fixtures: [] })
    expect([instance.profile, instance.control?.state().profile]).toEqual(['n8n-1.41', 'n8n-1.41'])
    await instance.stop()
  }
})

const context = async () => ({ clock: createClock(), ids: createIds(), versionFor: await versionChooser() })

test('a document that is only read is completed, and its files stay as they are', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const text = JSON.stringify({ users: [{ email: 'a@b.cd', apiKey: 'k' }], tags: [{ name: 'a' }], sealCheck: null })
  await writeFile(file, text)
  const { store } = await readStore({ file }, await context())
  expect([...store.data.tags.values()]).toMatchObject([{ id: '1', name: 'a' }])
  expect(store.data.apiKeys.size).toBe(1)
  await store.close()
  expect([await readdir(folder.path), await readFile(file, 'utf8')]).toEqual([['instance.json'], text])
})

test('secrets of a document that is only read are read with its key, or with that of its key file', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const first = await createInstance({ ...OPTIONS, file, fixtures: [{ source: 'fixture', value: world }] })
  await first.stop()
  const key = await readFile(`${file}.key`, 'utf8')
  const dataWith = async (encryptionKey?: string) => {
    const { store, secrets } = await readStore({ file, encryptionKey }, await context())
    await store.close()
    return secrets.unseal(store.data.credentials.get('1')?.data ?? '')
  }
  expect(await dataWith()).toMatchObject({ user: 'shop' })
  await expect(dataWith('another')).rejects.toThrow('encryption key')
  await rm(`${file}.key`)
  expect(await dataWith(key.trim())).toMatchObject({ user: 'shop' })
  await expect(dataWith()).rejects.toThrow('key')
  expect(await readdir(folder.path)).toEqual(['instance.json'])
})

test.each<[what: string, text: object | string, message: string]>([
  [
    'an execution of no workflow',
    { executions: [{ workflowId: '9', status: 'error' }], sealCheck: null },
    ': /executions/0/workflowId: there is no workflow 9',
  ],
  ['a tag without a name', { tags: [{ id: '1' }], sealCheck: null }, ": /tags/0 must have required property 'name'"],
  [
    'the keys of another program',
    { format: 1, name: 'x', version: '1.0.0' },
    ': not an Understudy document; choose another file with --data',
  ],
  [
    'the parts of a fixture',
    { format: 1, tags: [{ name: 'a' }] },
    ' is a fixture, not a document, and --data writes to its file. Nothing was changed. Load it with --seed',
  ],
  [
    'the parts of an exported workflow',
    { name: 'x', nodes: [], connections: {} },
    ' is an exported workflow, not a document, and --data writes to its file. Nothing was changed. Load it with --seed',
  ],
  ['a list', [1], ' is JSON, but not an object. Put a good copy in its place, or move it away'],
])('a document with %s is refused with what is wrong', async (_what, text, message) => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  await writeFile(file, JSON.stringify(text))
  const error = await start(file).catch(error => error)
  expect(error.message).toContain(`instance.json${message}`)
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(text))
})
