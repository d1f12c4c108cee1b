import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { copyFileSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { writeDocument } from '../../../src/core/storage/document/write-document.ts'
import { openDocumentFolder } from '../../../src/core/storage/document-folder.ts'
import type { DocumentStoreOptions } from '../../../src/core/storage/document-store.ts'
import { type FileSystem, nodeFiles, type OpenFile, probeFolder } from '../../../src/core/storage/files/index.ts'
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
  const synced: string[] = []
  const note = (doing: string) => {
    if (/^(data)?sync/.test(doing)) synced.push(doing)
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
  const opened = new Set<OpenFile>()
  const slowFile = (path: string, handle: OpenFile): OpenFile => {
    opened.add(handle)
    return slowHandle(path, handle)
  }
  const slowHandle = (path: string, handle: OpenFile): OpenFile => ({
    ...handle,
    text: slow(`text of ${path}`, handle.text),
    writeNow: atOnce(`write at once to ${path}`, handle.writeNow),
    write: slow(`write to ${path}`, handle.write),
    truncate: slow(`truncate ${path}`, handle.truncate),
    // longer than what is called quick, and done at once the next time
    datasync: slow(`datasync ${path}`, () => Bun.sleep(1).then(handle.datasync)),
    datasyncNow: atOnce(`datasync at once ${path}`, handle.datasyncNow),
    sync: slow(`sync ${path}`, handle.sync),
    setMode: slow(`mode of ${path}`, handle.setMode),
    setOwner: slow(`owner of ${path}`, handle.setOwner),
    close: slow(`close ${path}`, () => {
      opened.delete(handle)
      return handle.close()
    }),
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
    async *read(path) {
      const read = slow('read', async () => Array.fromAsync(nodeFiles.read(path)))
      yield* await read()
    },
    createNow: atOnce('make', nodeFiles.createNow),
    copy: slow('copy', nodeFiles.copy),
    list: slow('list', nodeFiles.list),
    makeFolder: slow('make', nodeFiles.makeFolder),
    realPath: slow('path', nodeFiles.realPath),
    linkTarget: slow('link', nodeFiles.linkTarget),
    // of no kind that is known, so that the folder is probed
    kindOf: slow('kind', async () => 1),
  }
  return { files, synced, opened, isIdle: () => expect([[...busy], tooSoon]).toEqual([[], []]) }
}

/** The kind of a local disk that is known, so that the folder is not probed. */
const kindOf = async () => 61267

type Options = Partial<DocumentStoreOptions<Collections, Values>>

type Steps = (open: (options?: Options) => ReturnType<typeof openLibrary>, files: FileSystem) => AsyncGenerator

/** Does one thing after the other, and looks after each whether the disk has done what it was told. */
async function doAll(durability: 'disk' | 'process', steps: Steps) {
  const { files, synced, opened, isIdle } = slowDisk()
  const open = (options: Options = {}) => openLibrary(folder.file, { files, durability, ...options })
  let done = 0
  for await (const _ of steps(open, files)) {
    isIdle()
    done++
  }
  expect(opened.size).toBe(0)
  if (durability === 'process') expect(synced).toEqual([])
  return done
}

const addTo = (store: Awaited<ReturnType<typeof openLibrary>>, id: string) =>
  store.update(draft => draft.books.set(book(id)))
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    () => {},
  )

function removeLock() {
  for (const name of folder.names()) if (name.includes('.lock-')) rmSync(join(folder.path, name))
}

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
  test.each<[string, Steps]>([
    [
      'as a store opens, changes, writes its document and closes',
      async function* (open) {
        const store = await open()
        yield
        yield await addTo(store, '1')
        yield await store.checkpoint()
        yield await addTo(store, '2')
        yield await store.close()
        const again = await open()
        yield
        yield await addTo(again, '3')
        yield await again.close()
      },
    ],
    [
      'as a journal is found, replayed, and cut off after its last line',
      async function* (open) {
        await leaveJournal(open, '1', '2')
        writeFileSync(`${folder.file}.journal`, 'half a line', { flag: 'a' })
        const store = await open()
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
        const store = await open({ upgrade })
        yield
        yield await store.close()
      },
    ],
    [
      'as an older document and its journal are written to a backup',
      async function* (open) {
        await leaveJournal(open, '1')
        const store = await open({ format: 2, upgrade: older => ({ ...Object(older), format: 2 }) })
        yield
        yield await store.close()
      },
    ],
    [
      'as files are removed by another program',
      async function* (open) {
        const store = await open()
        yield await addTo(store, '1')
        rmSync(`${folder.file}.journal`)
        removeLock()
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
        const store = await open()
        yield await addTo(store, '1')
        writeFileSync(folder.file, '{"format":1}')
        removeLock()
        yield await refused(addTo(store, '2'))
        yield await store.close()
      },
    ],
    [
      'as a document is compared that was only touched',
      async function* (open) {
        const store = await open()
        for (const act of [() => store.checkpoint(), () => rmSync(`${folder.file}.journal`), () => store.close()]) {
          await addTo(store, '1').catch(() => addTo(store, '1'))
          utimesSync(folder.file, 1, 1)
          yield await act()
        }
      },
    ],
    [
      'as a change cannot be written',
      async function* (open, files) {
        let isFull = false
        let cannotShrink = false
        const openFull: FileSystem['open'] = async (...given) => {
          const handle = await files.open(...given)
          const writeNow: OpenFile['writeNow'] = (...bytes) => {
            if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
            return handle.writeNow(...bytes)
          }
          const truncate: OpenFile['truncate'] = async size => {
            if (cannotShrink) throw Object.assign(new Error('EIO'), { code: 'EIO' })
            await handle.truncate(size)
          }
          return { ...handle, writeNow, truncate }
        }
        const store = await open({ files: { ...files, open: openFull } })
        yield await addTo(store, '1')
        isFull = true
        yield await refused(addTo(store, '2'))
        isFull = false
        yield await addTo(store, '3')
        isFull = true
        cannotShrink = true
        yield await refused(addTo(store, '4'))
        isFull = false
        cannotShrink = false
        yield await addTo(store, '5')
        isFull = true
        cannotShrink = true
        yield await refused(addTo(store, '6'))
        isFull = false
        cannotShrink = false
        yield await store.checkpoint()
        yield await store.close()
      },
    ],
    [
      'as a store closes while its document is written',
      async function* (open) {
        const store = await open()
        yield await addTo(store, '1')
        const writing = store.checkpoint()
        yield await store.close()
        yield await writing
      },
    ],
    [
      'as a store closes while a change is written',
      async function* (open) {
        const store = await open()
        const adding = addTo(store, '1')
        yield await store.close()
        yield await adding
      },
    ],
    [
      'as the second file of a journal is removed by another program',
      async function* (open, files) {
        let isBroken = true
        const rename = (from: string, to: string) => {
          if (isBroken && to === folder.file) throw Object.assign(new Error('EIO'), { code: 'EIO' })
          files.rename(from, to)
        }
        await (await open()).close()
        const store = await open({ files: { ...files, rename } })
        yield await addTo(store, '1')
        yield await refused(store.checkpoint())
        isBroken = false
        rmSync(`${folder.file}.journal.next`)
        yield await refused(addTo(store, '2'))
        yield await addTo(store, '3')
        yield await store.close()
      },
    ],
    [
      'as no file can be renamed',
      async function* (open, files) {
        await leaveJournal(open, '1')
        const rename = () => {
          throw Object.assign(new Error('EIO'), { code: 'EIO' })
        }
        const only = (from: string, to: string) => (to === folder.file ? rename() : files.rename(from, to))
        const options = { format: 2, upgrade: (older: unknown) => ({ ...Object(older), format: 2 }) }
        yield await refused(open({ ...options, files: { ...files, rename } }))
        yield await refused(open({ ...options, files: { ...files, rename, kindOf } }))
        yield await refused(open({ ...options, files: { ...files, rename: only } }))
        for (const path of [folder.file, `${folder.file}.journal`]) rmSync(path)
        yield await refused(open({ files: { ...files, rename } }))
        yield await refused(open({ files: { ...files, rename: only } }))
      },
    ],
    [
      'as a start is refused',
      async function* (open) {
        writeFileSync(folder.file, '{"format":9}')
        yield await refused(open())
        writeFileSync(folder.file, '{')
        yield await refused(open())
        const at = join(folder.path, 'elsewhere.json')
        copyFileSync(folder.file, at)
        rmSync(folder.file)
        symlinkSync(at, folder.file)
        yield await refused(open())
      },
    ],
  ])('%s', async (_, steps) => {
    expect(await doAll(durability, steps)).toBeGreaterThan(0)
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
    const open: FileSystem['open'] = (path, flags, mode) => files.open(path, nodeFiles.stat(path) ? 'r+' : flags, mode)
    await refused(probeFolder(folder.file, { isDurable: durability === 'disk', files: { ...files, open } }))
    isIdle()
    expect(folder.names()).toEqual([])
  })
})

test.skipIf(process.platform !== 'linux')(
  'the folder is synced for each file that has a new name, and only then',
  async () => {
    const { files, synced } = slowDisk()
    const nameOf = (doing: string) => /library\.json(\.journal)?(\.next)?/.exec(doing)?.[0] ?? 'folder'
    const during = async <T>(task: Promise<T>, names: string[]) => {
      const result = await task
      expect(synced.splice(0).map(nameOf)).toEqual(names)
      return result
    }
    const [document, journal, next] = ['library.json', 'library.json.journal', 'library.json.journal.next']
    const store = await during(openLibrary(folder.file, { files: { ...files, kindOf } }), [
      document,
      'folder',
      'folder',
    ])
    await during(addTo(store, '1'), [journal, 'folder', journal])
    await during(addTo(store, '2'), [journal])
    await during(store.checkpoint(), [next, 'folder', document, next, 'folder', 'folder'])
    await during(addTo(store, '3'), [next])
    await during(store.close(), [document, next, 'folder', 'folder', 'folder'])
  },
)

const MEGABYTE = 1024 * 1024

test.each<{ name: string; isDurable: boolean; bytes: number; syncs: number }>([
  { name: 'a small document', isDurable: true, bytes: 1000, syncs: 0 },
  { name: 'a large one', isDurable: true, bytes: 3 * MEGABYTE, syncs: 0 },
  { name: 'one of more than four megabytes', isDurable: true, bytes: 4 * MEGABYTE, syncs: 1 },
  { name: 'one of more than eight', isDurable: true, bytes: 8 * MEGABYTE, syncs: 2 },
  { name: 'a large one that waits for no disk', isDurable: false, bytes: 8 * MEGABYTE, syncs: 0 },
])(
  '$name (durable: $isDurable, $bytes bytes) is synced $syncs times while it is written',
  async ({ isDurable, bytes, syncs }) => {
    let synced = 0
    let isSyncing = false
    let written = 0
    const file = {
      async datasync() {
        isSyncing = true
        await setImmediate()
        isSyncing = false
        synced++
      },
      async write(given: Uint8Array, from: number) {
        expect(isSyncing).toBe(false)
        written += given.length - from
        return given.length - from
      },
      sync: async () => {},
      setMode: async () => {},
      close: async () => {},
    }
    const files = { ...nodeFiles, open: async () => file as unknown as OpenFile }
    const records = Array.from({ length: bytes / 1000 }, (_, id) => ({ id, text: 'x'.repeat(1000) }))
    const { bytes: length } = await writeDocument('/none', new Map([['records', records]]), {
      mode: 0o600,
      isDurable,
      files,
    })
    expect([length, synced]).toEqual([written, syncs])
  },
)

/** How often changes are made at once until they come together. */
const TRIES = 10

test('a client alone is synced on this thread, and where changes come together others go on meanwhile', async () => {
  const syncs: string[] = []
  const files: FileSystem = {
    ...nodeFiles,
    syncsAside: true,
    async open(path, flags, mode) {
      const handle = await nodeFiles.open(path, flags, mode)
      const datasync = async () => void syncs.push('aside')
      return {
        ...handle,
        datasync,
        datasyncNow() {
          syncs.push('here')
          // as quick as no disk is, whatever else the machine does
          return 0
        },
      }
    },
  }
  const store = await openLibrary(folder.file, { files })
  async function during(act: () => Promise<unknown>) {
    syncs.length = 0
    await act()
    return [...syncs]
  }
  const inTurn = (from: number, to: number) => async () => {
    for (let id = from; id < to; id++) await addTo(store, `${id}`)
  }
  const together = () => Promise.all(['a', 'b', 'c'].map(id => addTo(store, id)))
  await inTurn(0, 8)()
  expect(await during(inTurn(8, 11))).toEqual(['here', 'here', 'here'])
  let shared = await during(together)
  // a busy machine may write one of the three before the others or behind them
  for (let tries = 1; shared.length > 1 && tries < TRIES; tries++) {
    await inTurn(0, 8)()
    shared = await during(together)
  }
  expect(shared).toEqual(['aside'])
  expect(await during(inTurn(11, 20))).toEqual([...Array(7).fill('aside'), 'here', 'here'])
  await store.close()
})
