import { afterAll, describe, expect, test } from 'bun:test'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { createInstance } from '../../src/instance/instance.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { SECRET, world } from '../core/api/world.ts'
import { mountSmallDisk } from '../core/storage/small-disk.ts'
import { askInstance } from './ask-instance.ts'

const NOW = '2026-05-01T00:00:00.000Z'

/** An instance of the document in a folder; `told` has what it reports. */
async function open(folder: string, told: string[] = []) {
  const instance = await createInstance({
    profile: 'contract',
    fixtures: [{ source: 'world', value: world }],
    serviceName: 'n8n',
    apiKey: 'owner-key',
    file: join(folder, 'instance.json'),
    clock: Date.parse(NOW),
    clockMode: 'frozen',
    control: true,
    page: false,
    allowHosts: [],
    report: message => void told.push(message),
  })
  return { ask: askInstance(instance), control: instance.control, [Symbol.asyncDispose]: instance.stop }
}

const stateOf = ({ control }: Awaited<ReturnType<typeof open>>) => control?.state()

describe('a snapshot of a document', () => {
  test('survives a restart, and brings the state back to the byte', async () => {
    await using folder = await temporaryFolder()
    let before: unknown
    {
      await using first = await open(folder.path)
      const communityPackages = [{ packageName: 'x', installedNodes: [] }]
      await first.ask('POST', '/_control/seed', { communityPackages, licence: ['feat:variables'] })
      expect((await first.ask('PUT', '/_control/snapshots/before')).status).toBe(201)
      before = stateOf(first)
      await first.ask('DELETE', '/api/v1/tags/1')
      await first.ask('DELETE', '/api/v1/workflows/1')
      await first.ask('POST', '/api/v1/tags', { name: 'new' })
    }
    await using second = await open(folder.path)
    expect((await second.ask('GET', '/_control/snapshots')).body).toEqual({
      snapshots: [{ name: 'before', createdAt: NOW }],
    })
    expect((await second.ask('GET', '/_control/snapshots/before')).body).toEqual(before)
    expect((await second.ask('POST', '/_control/snapshots/before/restore')).status).toBe(200)
    expect(stateOf(second)).toEqual(before as never)
    const { body } = await second.ask('POST', '/api/v1/credentials', {
      name: 'c',
      type: 'httpBasicAuth',
      data: { user: 'u', password: 'p' },
    })
    expect(body).toMatchObject({ name: 'c' })
  })

  test('is replaced and deleted on disk', async () => {
    await using folder = await temporaryFolder()
    const files = () => readdir(join(folder.path, 'instance.json.snapshots'))
    await using instance = await open(folder.path)
    for (const name of ['a', 'b', 'a']) {
      await instance.ask('POST', '/api/v1/tags', { name: `for ${name} ${Math.random()}` })
      expect((await instance.ask('PUT', `/_control/snapshots/${name}`)).status).toBe(201)
    }
    expect((await files()).sort()).toEqual(['a.json', 'b.json'])
    await instance.ask('DELETE', '/_control/snapshots/a')
    expect(await files()).toEqual(['b.json'])
  })

  test('that cannot be deleted stays', async () => {
    await using folder = await temporaryFolder()
    await using instance = await open(folder.path)
    await instance.ask('PUT', '/_control/snapshots/a')
    const path = join(folder.path, 'instance.json.snapshots/a.json')
    await rm(path)
    await mkdir(path)
    expect((await instance.ask('DELETE', '/_control/snapshots/a')).status).toBe(500)
    expect((await instance.ask('GET', '/_control/snapshots')).body.snapshots).toMatchObject([{ name: 'a' }])
  })

  test('is one of a hundred at most, however many are taken at once', async () => {
    await using folder = await temporaryFolder()
    await using instance = await open(folder.path)
    const statuses = await Promise.all(
      Array.from({ length: 110 }, async (_, at) => (await instance.ask('PUT', `/_control/snapshots/s${at}`)).status),
    )
    const counted = [201, 409].map(status => statuses.filter(it => it === status).length)
    expect(counted).toEqual([100, 10])
    expect((await readdir(join(folder.path, 'instance.json.snapshots'))).length).toBe(100)
    expect((await instance.ask('PUT', '/_control/snapshots/s0')).status).toBe(201)
  })

  test('is deleted once, of all who ask at the same time', async () => {
    await using folder = await temporaryFolder()
    await using instance = await open(folder.path)
    await instance.ask('PUT', '/_control/snapshots/a')
    const remove = () => instance.ask('DELETE', '/_control/snapshots/a')
    const answers = await Promise.all([remove(), remove()])
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
  })

  test('is for its owner alone, and holds neither keys nor what is sealed in clear', async () => {
    await using folder = await temporaryFolder()
    await using instance = await open(folder.path)
    await instance.ask('PUT', '/_control/snapshots/a')
    const file = join(folder.path, 'instance.json.snapshots/a.json')
    const text = await readFile(file, 'utf8')
    for (const secret of [SECRET, 'owner-key', 'apiKeys', '"hash"']) expect(text).not.toContain(secret)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('written by an earlier run leaves the keys as they are: a revoked one stays revoked', async () => {
    await using folder = await temporaryFolder()
    let apiKey = ''
    {
      await using first = await open(folder.path)
      const made = (await first.ask('POST', '/_control/keys', { user: 'mia@example.com', label: 'CI' })).body
      apiKey = made.apiKey
      await first.ask('PUT', '/_control/snapshots/a')
      await first.ask('DELETE', `/_control/keys/${made.id}`)
    }
    await using second = await open(folder.path)
    await second.ask('POST', '/_control/snapshots/a/restore')
    expect((await second.ask('GET', '/api/v1/tags', undefined, apiKey)).status).toBe(401)
    expect((await second.ask('GET', '/api/v1/tags')).status).toBe(200)
  })

  test('is written again in as few lines as differ', async () => {
    await using folder = await temporaryFolder()
    {
      await using first = await open(folder.path)
      await first.ask('POST', '/_control/seed', { communityPackages: [{ packageName: 'x', installedNodes: [] }] })
      await first.ask('PUT', '/_control/snapshots/a')
      await first.ask('DELETE', '/api/v1/tags/3')
    }
    await using second = await open(folder.path)
    await second.ask('POST', '/_control/snapshots/a/restore')
    const journal = await readFile(join(folder.path, 'instance.json.journal'), 'utf8')
    const last = journal.replaceAll('\0', '').trimEnd().split('\n').at(-1)
    expect(last).toContain('unused')
    for (const part of ['Intake', 'communityPackages']) expect(last).not.toContain(part)
  })
})

describe('a file that is no snapshot', () => {
  const DAMAGED: [what: string, text: string, message: string][] = [
    ['of broken JSON', '{ "format": 1, "snapshot": { "createdAt": "2026-01-01" }, "tags": [', 'this is not JSON'],
    [
      'with a part that there is not',
      '{ "format": 1, "snapshot": { "createdAt": "2026-01-01" }, "tagz": [] }',
      'a.json/tagz is not a known property',
    ],
    [
      'of a later format',
      '{ "format": 99, "snapshot": { "createdAt": "2026-01-01" } }',
      'format is 99; this version of Understudy knows formats up to',
    ],
  ]

  test.each(DAMAGED)('%s is refused when it is asked for, and changes nothing', async (_what, text, message) => {
    await using folder = await temporaryFolder()
    {
      await using first = await open(folder.path)
      await first.ask('PUT', '/_control/snapshots/a')
    }
    await writeFile(join(folder.path, 'instance.json.snapshots/a.json'), text)
    await using instance = await open(folder.path)
    const before = stateOf(instance)
    for (const [method, path] of [
      ['GET', '/_control/snapshots/a'],
      ['POST', '/_control/snapshots/a/restore'],
    ] as const) {
      const { status, body } = await instance.ask(method, path)
      expect([status, body.message]).toEqual([409, expect.stringContaining(message)])
    }
    expect(stateOf(instance)).toEqual(before as never)
    expect((await instance.ask('PUT', '/_control/snapshots/a')).status).toBe(201)
    expect((await instance.ask('GET', '/_control/snapshots/a')).status).toBe(200)
  })

  test('is left alone and reported at the start', async () => {
    await using folder = await temporaryFolder()
    {
      await using first = await open(folder.path)
      await first.ask('PUT', '/_control/snapshots/a')
    }
    await writeFile(join(folder.path, 'instance.json.snapshots/notes.json'), '{}')
    const told: string[] = []
    await using instance = await open(folder.path, told)
    expect(told).toContainEqual(expect.stringContaining('notes.json is not a snapshot, so it was not changed'))
    expect((await instance.ask('GET', '/_control/snapshots')).body.snapshots).toMatchObject([{ name: 'a' }])
  })
})

test('the folder of snapshots is for its owner alone, whatever the umask is and was', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'instance.json.snapshots')
  const modeOf = async () => (await stat(path)).mode & 0o777
  const before = process.umask(0)
  try {
    await using instance = await open(folder.path)
    await instance.ask('PUT', '/_control/snapshots/a')
    expect(await modeOf()).toBe(0o700)
    await chmod(path, 0o755)
    await instance.ask('PUT', '/_control/snapshots/b')
    expect(await modeOf()).toBe(0o700)
  } finally {
    process.umask(before)
  }
})

const disk = mountSmallDisk()
afterAll(() => disk?.unmount())

test.skipIf(!disk)('a snapshot on a full disk says so, and what there was stays', async () => {
  const folder = disk?.path ?? ''
  await using instance = await open(folder)
  expect((await instance.ask('PUT', '/_control/snapshots/small')).status).toBe(201)
  const large = { name: 'large', nodes: [{ name: 'n', notes: 'x'.repeat(150_000) }], connections: {}, settings: {} }
  expect((await instance.ask('POST', '/api/v1/workflows', large)).status).toBe(200)
  const answers = []
  for (const name of ['a', 'b', 'c', 'd']) answers.push(await instance.ask('PUT', `/_control/snapshots/${name}`))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body } of refused)
    expect([status, body.message]).toEqual([500, 'The write could not be saved: no space left on the disk'])
  const { body } = await instance.ask('GET', '/_control/snapshots')
  const kept = answers.flatMap(({ status }, at) => (status === 201 ? [['a', 'b', 'c', 'd'][at]] : []))
  expect(body.snapshots.map(({ name }: { name: string }) => name)).toEqual(['small', ...kept])
  for (const name of await readdir(join(folder, 'instance.json.snapshots'))) expect(name).toMatch(/\.json$/)
})
