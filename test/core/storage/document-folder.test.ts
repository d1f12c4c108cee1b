import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../../../src/core/base/store.ts'
import { openDocumentFolder } from '../../../src/core/storage/document-folder.ts'
import { nodeFiles } from '../../../src/core/storage/files/index.ts'
import { temporaryFolder } from './library.ts'

let home: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  home = temporaryFolder()
})
afterEach(() => home.remove())

const folderOf = () => join(home.path, 'kept')
const open = (options = {}) => openDocumentFolder({ folder: folderOf(), ...options })
const document = (text: string) => new Map<string, unknown>([['text', text]])

test('is made with the first document, and lists them by name, each with its first 256 bytes', async () => {
  const folder = open()
  expect([await folder.list(), existsSync(folderOf())]).toEqual([[], false])
  for (const name of ['b', 'a']) await folder.write(name, document(`${name}${'x'.repeat(300)}`))
  const listed = await folder.list()
  expect(listed.map(({ name }) => name)).toEqual(['a', 'b'])
  for (const { name, head } of listed) {
    expect(head).toBe(readFileSync(folder.pathOf(name), 'utf8').slice(0, 256))
    expect(head).toHaveLength(256)
  }
})

test('reads what was written, replaces it, and removes it', async () => {
  const folder = open()
  await folder.write('a', document('one'))
  await folder.write('a', document('two'))
  expect(await folder.read('a')).toEqual(document('two'))
  expect(folder.pathOf('a')).toBe(join(folderOf(), 'a.json'))
  await folder.remove('a')
  expect([await folder.list(), readdirSync(folderOf())]).toEqual([[], []])
  const gone = await folder.read('a').catch(error => error)
  expect(gone).toBeInstanceOf(StorageError)
  expect(gone.message).toBe(`${folder.pathOf('a')} is gone`)
})

test('a list removes what unfinished writes have left, and leaves every other file alone', async () => {
  const folder = open()
  await folder.write('a', document('one'))
  const others = ['notes.txt', 'a.json.tmp-mine', 'b.json.tmp-01234567']
  for (const name of [...others, 'a.json.tmp-0123abcd']) writeFileSync(join(folderOf(), name), '')
  expect((await folder.list()).map(({ name }) => name)).toEqual(['a'])
  expect(readdirSync(folderOf()).sort()).toEqual(['a.json', ...others].sort())
})

test('an empty file is listed, and a damaged one gives way to a document', async () => {
  const folder = open()
  await folder.write('a', document('one'))
  for (const text of ['', '{"text":']) {
    writeFileSync(folder.pathOf('a'), text)
    expect(await folder.list()).toEqual([{ name: 'a', head: text }])
    expect(await folder.read('a').catch(error => error)).toBeInstanceOf(StorageError)
    await folder.write('a', document('two'))
    expect(await folder.read('a')).toEqual(document('two'))
  }
})

test('what is no matter of the file is passed on, and nothing is written', async () => {
  await open().write('a', document('one'))
  const broken: typeof nodeFiles.open = (path, flags, mode) => {
    if (flags === 'r') throw new TypeError('a defect')
    return nodeFiles.open(path, flags, mode)
  }
  const folder = open({ files: { ...nodeFiles, open: broken } })
  await expect(folder.write('a', document('two'))).rejects.toThrow('a defect')
  expect(await open().read('a')).toEqual(document('one'))
})

test('a folder has the mode that it is made with, whatever the umask takes from it', async () => {
  for (let count = 0; count < 20; count++) {
    await nodeFiles.makeFolder(folderOf(), 0o777)
    expect(modeOf()).toBe(0o777)
    rmdirSync(folderOf())
  }
})

const modeOf = () => statSync(folderOf()).mode & 0o777

test('is for its owner only: one that is made, and one that others could open', async () => {
  await open().write('a', document('one'))
  expect(modeOf()).toBe(0o700)
  for (const mode of [0o701, 0o710, 0o755, 0o777]) {
    chmodSync(folderOf(), mode)
    await open().write('a', document('one'))
    expect(modeOf()).toBe(0o700)
  }
})

test('that others cannot open is left as it is', async () => {
  await open().write('a', document('one'))
  const setMode = () => {
    throw new TypeError('it is closed already')
  }
  await open({ files: { ...nodeFiles, setMode } }).write('b', document('two'))
  expect(await open().read('b')).toEqual(document('two'))
})

test.each([
  ['EPERM', undefined],
  ['EROFS', 'the file system is read-only. Make it writable, or use a file elsewhere (EROFS)'],
])('that cannot be closed to others for %s: %p', async (code, reason) => {
  await open().write('a', document('one'))
  chmodSync(folderOf(), 0o755)
  const setMode = () => {
    throw Object.assign(new Error(code), { code })
  }
  const folder = open({ files: { ...nodeFiles, setMode } })
  const refusal = await folder.write('b', document('two')).then(
    () => undefined,
    error => error.message,
  )
  expect(refusal).toBe(reason && `Could not write ${folder.pathOf('b')}: ${reason}`)
})

test('that is a file is not listed', async () => {
  writeFileSync(folderOf(), '')
  const refusal = await open()
    .list()
    .catch(error => error)
  expect(refusal).toBeInstanceOf(StorageError)
  expect(refusal.message).toBe(`Could not read the folder ${folderOf()}: a part of the path is not a folder (ENOTDIR)`)
})

test('that is made, and not known to be on disk, takes no document', async () => {
  const files = {
    ...nodeFiles,
    async open(...[path, flags, mode]: Parameters<typeof nodeFiles.open>) {
      const handle = await nodeFiles.open(path, flags, mode)
      const sync = async () => {
        throw Object.assign(new Error('EIO: not on disk'), { code: 'EIO' })
      }
      return path === home.path ? { ...handle, sync } : handle
    },
  }
  await expect(open({ files }).write('a', document('one'))).rejects.toMatchObject({ code: 'EIO' })
  expect(readdirSync(folderOf())).toEqual([])
})

test.each([
  ['disk', ['kept', 'parent']],
  ['process', []],
  [undefined, ['kept', 'parent']],
] as const)('with durability %s its folders are synced: %p', async (durability, expected) => {
  const synced = new Set<string>()
  const files = {
    ...nodeFiles,
    async open(...[path, flags, mode]: Parameters<typeof nodeFiles.open>) {
      const handle = await nodeFiles.open(path, flags, mode)
      const sync = () => {
        if (path === folderOf()) synced.add('kept')
        if (path === home.path) synced.add('parent')
        return handle.sync()
      }
      return { ...handle, sync }
    },
  }
  const folder = open({ files, durability })
  await folder.write('a', document('one'))
  expect([...synced].sort()).toEqual([...expected])
  synced.clear()
  await folder.remove('a')
  expect([...synced]).toEqual(expected.length ? ['kept'] : [])
})
