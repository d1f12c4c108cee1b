import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { copyFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../../../src/core/base/store.ts'
import { withErrorHandling } from '../../../src/core/http/error-handling.ts'
import type { Instance } from '../../../src/index.ts'
import { openFile } from '../../tools/fuzz/open-file.ts'
import { temporaryFolder } from './library.ts'
import { mountSmallDisk } from './small-disk.ts'

let logged: string[] = []
const open = (file: string) =>
  openFile(file, { apiKey: 'owner-key', durability: 'disk', report: message => logged.push(message) })

/** Adds a tag with a name of that many characters. */
async function addTag({ fetch }: Instance, length = 10) {
  const name = Math.random().toString(36).slice(2, 8).padEnd(length, 'x')
  const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }
  const response = await fetch('/api/v1/tags', { method: 'POST', headers, body: JSON.stringify({ name }) })
  return { status: response.status, body: (await response.json()) as { message?: string } }
}

async function expectFailure(refused: Awaited<ReturnType<typeof addTag>>, reason: string, path: string) {
  const description = expect.stringContaining('See the log, request')
  expect(refused).toEqual({
    status: 500,
    body: { message: `The write could not be saved: ${reason}`, description } as never,
  })
  expect(JSON.stringify(refused.body)).not.toContain(path)
  expect(logged.at(-1)).toContain(path)
}

beforeEach(() => {
  logged = []
})

const disk = mountSmallDisk()
disk?.unmount()

describe.skipIf(!disk)(`a write to a disk${disk ? '' : ' (skipped: needs the right to mount a file system)'}`, () => {
  let small: NonNullable<ReturnType<typeof mountSmallDisk>>
  beforeEach(() => {
    small = mountSmallDisk() as typeof small
  })
  afterEach(() => small.unmount())

  test('that is full is answered with a 500 that says so, and succeeds when there is space again', async () => {
    const ballast = join(small.path, 'ballast')
    writeFileSync(ballast, Buffer.alloc(350_000))
    const instance = await open(small.file)
    let answered = await addTag(instance, 20_000)
    while (answered.status === 201) answered = await addTag(instance, 20_000)
    await expectFailure(answered, 'no space left on the disk', small.path)
    rmSync(ballast)
    expect((await addTag(instance)).status).toBe(201)
    await instance.stop()
  })

  test('that is read-only is answered with a 500 that says so', async () => {
    await (await open(small.file)).stop()
    const instance = await open(small.file)
    expect(small.setReadOnly(true)).toBe(true)
    await expectFailure(await addTag(instance), 'the file system is read-only', small.path)
    expect(small.setReadOnly(false)).toBe(true)
    expect((await addTag(instance)).status).toBe(201)
    await instance.stop()
  })
})

test.skipIf(!disk)('a start that cannot write which executions it found running is refused', async () => {
  const small = mountSmallDisk() as NonNullable<ReturnType<typeof mountSmallDisk>>
  const folder = temporaryFolder()
  try {
    const executions = Array.from({ length: 800 }, (_, at) => ({ id: at + 1, workflowId: '1', status: 'running' }))
    const fixture = { workflows: [{ id: '1', name: 'w' }], executions }
    const options = { apiKey: 'owner-key', durability: 'disk', report: () => {} } as const
    await (await openFile(folder.file, { ...options, fixtures: [{ source: 'f', value: fixture }] })).stop()
    for (const name of folder.names()) copyFileSync(join(folder.path, name), join(small.path, name))
    const { bavail, bsize } = statfsSync(small.path)
    writeFileSync(join(small.path, 'ballast'), Buffer.alloc((bavail - 12) * bsize))
    const started = openFile(small.file, { ...options, simulate: true })
    await expect(started).rejects.toThrow('the disk is full')
  } finally {
    small.unmount()
    folder.remove()
  }
})

describe('a write to a document that another program', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => folder.remove())

  test.each<[string, () => void, string, number]>([
    [
      'has edited',
      () => writeFileSync(folder.file, '{}'),
      'the document was changed by another program. Start the instance again to load it',
      500,
    ],
    [
      'has removed',
      () => rmSync(folder.file),
      'a file was removed or changed by another program, and has been written again. Send it again',
      201,
    ],
    [
      'has moved away with its folder',
      () => renameSync(folder.path, `${folder.path}-away`),
      'the folder or the file is gone',
      500,
    ],
  ])('%s is answered with a 500 that says so', async (_, interfere, reason, next) => {
    const instance = await open(folder.file)
    expect((await addTag(instance)).status).toBe(201)
    interfere()
    await expectFailure(await addTag(instance), reason, folder.path)
    expect((await addTag(instance)).status).toBe(next)
    await instance.stop().catch(() => {})
    rmSync(`${folder.path}-away`, { recursive: true, force: true })
  })
})

const FAILURES: [code: string, reason: string][] = [
  ['ENOSPC', 'no space left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'no permission to write the file'],
  ['EPERM', 'no permission to write the file'],
  ['EIO', 'the disk reported an error'],
  ['ENOENT', 'the folder or the file is gone'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EXTERNAL_EDIT', 'the document was changed by another program. Start the instance again to load it'],
  ['FILES_RESTORED', 'a file was removed or changed by another program, and has been written again. Send it again'],
]

test.each<[what: string, error: Error, message: string]>([
  ...FAILURES.map(([code, reason]): [string, Error, string] => [
    `a write that failed with ${code}`,
    new StorageError('/home/olga/instance.json', { code }),
    `The write could not be saved: ${reason}`,
  ]),
  ['a write that failed in a way of its own', new StorageError('/home/olga'), 'Internal server error'],
  ['another code', new StorageError('/home/olga', { code: 'ENOTDIR' }), 'Internal server error'],
  ['a defect', new TypeError('olga is not a function'), 'Internal server error'],
])('%s is told without a path, and reported whole', async (_what, error, message) => {
  const reported: unknown[] = []
  const fail = () => {
    throw error
  }
  const handler = withErrorHandling(fail, it => reported.push(it))
  const answer = await handler(new Request('http://localhost/api/v1/tags'))
  const description = expect.stringMatching(/^See the log, request \S+$/)
  expect([answer.status, await answer.json(), reported]).toEqual([500, { message, description }, [error]])
})
