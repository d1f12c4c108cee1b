import { describe, expect, test } from 'bun:test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { FORMAT } from '../../../../src/core/model/document.ts'
import { createInstance } from '../../../../src/instance/instance.ts'
import { runCli, temporaryFolder } from '../../../commands/run-cli.ts'

const OWNER = 'olga@example.com'
const RANDOM = /^[A-Za-z0-9]{16}$/

/** A folder with a document that a person wrote: its tag, workflow and credential have no ids. */
async function folderOf(profile: string) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const credentials = [{ name: 'c', type: 'httpBasicAuth', data: {} }]
  const users = [{ email: OWNER, role: 'global:owner' }]
  const document = { profile, users, tags: [{ name: 't' }], workflows: [{ name: 'w' }], credentials, sealCheck: null }
  await writeFile(file, JSON.stringify(document))
  return { ...folder, file }
}

const start = (file: string, profile?: 'contract' | 'n8n-2.41') =>
  createInstance({
    file,
    fixtures: [],
    serviceName: 'n8n',
    control: true,
    page: false,
    allowHosts: [],
    report: () => {},
    ...(profile ? { profile } : {}),
  })

async function openWith(file: string, profile?: 'contract' | 'n8n-2.41') {
  await (await start(file, profile)).stop()
}

async function restoreSnapshot(file: string) {
  const parts = { format: FORMAT, snapshot: { createdAt: '2026-01-01T00:00:00.000Z' }, tags: [{ name: 's' }] }
  await mkdir(`${file}.snapshots`)
  await writeFile(`${file}.snapshots/old.json`, JSON.stringify(parts))
  const instance = await start(file)
  try {
    await instance.control?.snapshots.restore('old')
    expect(instance.control?.state().tags).toMatchObject([{ name: 's' }])
  } finally {
    await instance.stop()
  }
}

const createKey = async (file: string) =>
  expect((await runCli(['keys', 'create', '--user', OWNER, '--data', file])).code).toBe(0)

describe('a document without ids gets those of', () => {
  test.each<[string, string, (file: string) => Promise<void>, RegExp]>([
    ['the version that it names: contract', 'contract', openWith, /^1$/],
    ['the version that it names: n8n-1.41', 'n8n-1.41', openWith, RANDOM],
    ['the version that it names: n8n-2.41', 'n8n-2.41', openWith, RANDOM],
    ['the version that is chosen: contract', 'n8n-2.41', file => openWith(file, 'contract'), /^1$/],
    ['the version that is chosen: n8n-2.41', 'contract', file => openWith(file, 'n8n-2.41'), RANDOM],
    ['the version that it names, with a snapshot', 'n8n-2.41', restoreSnapshot, RANDOM],
    ['the version that it names where a key is made', 'n8n-2.41', createKey, RANDOM],
  ])('%s', async (_name, profile, open, form) => {
    await using folder = await folderOf(profile)
    await open(folder.file)
    const { tags, workflows, credentials } = JSON.parse(await readFile(folder.file, 'utf8'))
    for (const { id } of [...tags, ...workflows, ...credentials]) expect(id).toMatch(form)
  })

  test('no version that is not known: it stays as it is', async () => {
    await using folder = await folderOf('n8n-9')
    const before = await readFile(folder.file, 'utf8')
    await expect(openWith(folder.file)).rejects.toThrow('The document has the unknown version n8n-9')
    expect(await readFile(folder.file, 'utf8')).toBe(before)
  })
})

test.each([
  ['contract', ['v1']],
  ['n8n-1.41', ['v1']],
  ['n8n-1.123', ['n8n-1.123', 'v1', 'v2']],
  ['n8n-2.41', ['v2']],
])('of a document of %s only the folders of that version are read', async (profile, folders) => {
  await using folder = await folderOf(profile)
  const script = `
    const { createInstance } = await import(${JSON.stringify(join(import.meta.dir, '../../../../src/instance/instance.ts'))})
    const instance = await createInstance({
      file: process.argv[1], fixtures: [], serviceName: 'n8n', control: true, page: false, allowHosts: [], report() {},
    })
    await instance.stop()
    const read = Object.keys(require.cache).flatMap(path => /(?:versions|data)\\/(v\\d+|n8n-1[^/]*)\\//.exec(path)?.[1] ?? [])
    console.log(JSON.stringify([...new Set(read)]))
  `
  const { stdout } = Bun.spawnSync([process.execPath, '-e', script, folder.file])
  expect(JSON.parse(stdout.toString()).sort()).toEqual(folders)
})
