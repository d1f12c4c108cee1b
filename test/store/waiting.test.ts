import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openDocumentFolder } from '../../src/storage/document-folder.ts'
import type { DocumentStoreOptions } from '../../src/storage/document-store.ts'
import { type FileSystem, nodeFiles, type OpenFile, probeFolder } from '../../src/storage/files/index.ts'
import { book, type Collections, openLibrary, temporaryFolder, type Values } from './library.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** A disk that takes its time: what it is still doing is in `busy`, and what it was told meanwhile in `tooSoon`. */
function slowDisk() {
  const busy = new Set<string>()
  const tooSoon: string[] = []
  const note = (doing: string) => {
    // several files may be closed at once
    for (const other of busy)
      if (!(doing.startsWith('close') && other.startsWith('close'))) tooSoon.push(`${doing} before ${other}`)
  }
  const slow =
    <A extends unknown[], T>(name: string, run: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      const doing = `${name} ${typeof given[0] === 'string' ? given[0] : ''}`
      note(doing)
      busy.add(doing)
      try {
        await setImmediate()
        return await run(...given)
      } finally {
        await setImmediate()
        busy.delete(doing)
      }
    }
  const atOnce =
    <A extends unknown[], T>(name: string, run: (...given: A) => T) =>
    (...given: A): T => {
      note(name)
      return run(...given)
    }
  const slowFile = (path: string, handle: OpenFile): OpenFile => ({
    ...handle,
    text: slow(`text of ${path}`, handle.text),
    writeNow: atOnce(`write at once to ${path}`, handle.writeNow),
    write: slow(`write to ${path}`, handle.write),
    truncate: slow(`truncate ${path}`, handle.truncate),
    datasync: slow(`datasync ${path}`, handle.datasync),
    datasyncNow: atOnce(`datasync at once ${path}`, handle.datasyncNow),
    sync: slow(`sync ${path}`, handle.sync),
    setMode: slow(`mode of ${path}`, handle.setMode),
    setOwner: slow(`owner of ${path}`, handle.setOwner),
    close: slow(`close ${path}`, handle.close),
  })
  const files: FileSystem = {
    ...nodeFiles,
    open: slow('open', async (path, flags, mode) => slowFile(path, await nodeFiles.open(path, flags, mode))),
    stat: atOnce('stat', nodeFiles.stat),
    rename: atOnce('rename', nodeFiles.rename),
    link: atOnce('link', nodeFiles.link),
    remove: slow('remove', nodeFiles.remove),
    removeNow: atOnce('remove at once', nodeFiles.removeNow),
    readFile: slow('read', nodeFiles.readFile),
    createNow: atOnce('make', nodeFiles.createNow),
    copy: slow('copy', nodeFiles.copy),
    list: slow('list', nodeFiles.list),
    makeFolder: slow('make', nodeFiles.makeFolder),
    realPath: slow('path', nodeFiles.realPath),
    linkTarget: slow('link', nodeFiles.linkTarget),
    // of no kind that is known, so that the folder is probed
    kindOf: slow('kind', async () => 1),
  }
  return { files, isIdle: () => expect([[...busy], tooSoon]).toEqual([[], []]) }
}

type Options = Partial<DocumentStoreOptions<Collections, Values>>

/** Does one thing after the other, and looks after each whether the disk has done what it was told. */
async function doAll(steps: (open: (options?: Options) => ReturnType<typeof openLibrary>) => AsyncGenerator) {
  const { files, isIdle } = slowDisk()
  const open = (options: Options = {}) => openLibrary(folder.file, { files, ...options })
  let done = 0
  for await (const _ of steps(open)) {
    isIdle()
    done++
  }
  return done
}

const addTo = (store: Awaited<ReturnType<typeof openLibrary>>, id: string) =>
  store.update(draft => draft.books.set(book(id)))
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    () => {},
  )

/** Leaves the files as a process does that is killed after these commits. */
async function leaveJournal(open: (options?: Options) => ReturnType<typeof openLibrary>, ...ids: string[]) {
  const store = await open()
  for (const id of ids) await addTo(store, id)
  const left = ['library.json', 'library.json.journal'].map(name => {
    const path = join(folder.path, name)
    return { path, bytes: readFileSync(path) }
  })
  await store.close()
  for (const { path, bytes } of left) writeFileSync(path, bytes)
}

describe.each(['disk', 'process'] as const)('with durability %s, everything waits for the disk', durability => {
  test.each<[string, (open: (options?: Options) => ReturnType<typeof openLibrary>) => AsyncGenerator]>([
    [
      'as a store opens, changes, writes its document and closes',
      async function* (open) {
        const store = await open({ durability })
        yield
        yield await addTo(store, '1')
        yield await store.checkpoint()
        yield await addTo(store, '2')
        yield await store.close()
        const again = await open({ durability })
        yield
        yield await again.close()
      },
    ],
    [
      'as a journal is found, replayed, and cut off after its last line',
      async function* (open) {
        await leaveJournal(open, '1', '2')
        writeFileSync(`${folder.file}.journal`, 'half a line', { flag: 'a' })
        const store = await open({ durability })
        yield
        yield await addTo(store, '3')
        yield await store.close()
      },
    ],
    [
      'as an older document is copied and written again',
      async function* (open) {
        writeFileSync(folder.file, '{"books":[]}')
        const upgrade = (older: unknown) => ({ ...Object(older), format: 1 })
        const store = await open({ durability, upgrade })
        yield
        yield await store.close()
      },
    ],
    [
      'as an older document and its journal are written to a backup',
      async function* (open) {
        await leaveJournal(open, '1')
        const store = await open({ durability, format: 2, upgrade: older => ({ ...Object(older), format: 2 }) })
        yield
        yield await store.close()
      },
    ],
    [
      'as files are removed by another program',
      async function* (open) {
        const store = await open({ durability })
        yield await addTo(store, '1')
        rmSync(`${folder.file}.journal`)
        yield await refused(addTo(store, '2'))
        rmSync(folder.file)
        yield await refused(addTo(store, '3'))
        yield await addTo(store, '4')
        rmSync(folder.file)
        yield await store.close()
      },
    ],
    [
      'as the document is edited by another program',
      async function* (open) {
        const store = await open({ durability })
        yield await addTo(store, '1')
        writeFileSync(folder.file, '{"format":1}')
        yield await refused(addTo(store, '2'))
        yield await store.close()
      },
    ],
    [
      'as a start is refused',
      async function* (open) {
        writeFileSync(folder.file, '{"format":9}')
        yield await refused(open({ durability }))
        writeFileSync(folder.file, '{')
        yield await refused(open({ durability }))
        const at = join(folder.path, 'elsewhere.json')
        copyFileSync(folder.file, at)
        rmSync(folder.file)
        symlinkSync(at, folder.file)
        yield await refused(open({ durability }))
      },
    ],
  ])('%s', async (_, steps) => {
    expect(await doAll(steps)).toBeGreaterThan(0)
  })

  test('as a folder of documents is written, listed, read and emptied', async () => {
    const { files, isIdle } = slowDisk()
    const documents = openDocumentFolder({ folder: join(folder.path, 'kept'), durability, files })
    const one = new Map<string, unknown>([['text', 'one']])
    for (const act of [
      () => documents.write('a', one),
      () => documents.write('a', one),
      () => writeFileSync(`${documents.pathOf('a')}.tmp-0123abcd`, ''),
      () => documents.list(),
      () => documents.read('a'),
      () => documents.remove('a'),
      () => refused(documents.read('a')),
    ]) {
      await act()
      isIdle()
    }
  })

  test('as a folder is probed', async () => {
    const { files, isIdle } = slowDisk()
    await probeFolder(folder.file, { isDurable: durability === 'disk', files })
    isIdle()
    expect(folder.names()).toEqual([])
  })
})
