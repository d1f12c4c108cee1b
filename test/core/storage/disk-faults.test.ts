import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../../../src/core/base/store.ts'
import { type FileStat, type FileSystem, nodeFiles } from '../../../src/core/storage/files/index.ts'
import { book, contentsOf, openLibrary, temporaryFolder } from './library.ts'
import { mountSmallDisk } from './small-disk.ts'

type Library = Awaited<ReturnType<typeof openLibrary>>

let folder: ReturnType<typeof temporaryFolder>
let reports: string[]
const report = (message: string) => reports.push(message)
beforeEach(() => {
  folder = temporaryFolder()
  reports = []
})
afterEach(() => folder.remove())

const add = (store: Library, id: string, notes?: string) => store.update(draft => draft.books.set(book(id, { notes })))
const idsOf = (store: Library) => [...store.data.books.values()].map(({ id }) => id)
const journal = () => join(folder.path, 'library.json.journal')

async function refusalOf(update: Promise<unknown>) {
  const error = await update.then(
    () => undefined,
    reason => reason,
  )
  expect(error).toBeInstanceOf(StorageError)
  return error.message as string
}

/** What a restart finds, without the store's having been closed. */
async function idsAfterCrash() {
  const copy = temporaryFolder()
  for (const name of folder.names()) {
    if (!name.includes('.lock-')) copyFileSync(join(folder.path, name), join(copy.path, name))
  }
  const store = await openLibrary(copy.file)
  const ids = idsOf(store)
  await store.close()
  copy.remove()
  return ids
}

const disk = mountSmallDisk()
disk?.unmount()
const whyNot = disk ? '' : ' (skipped: needs the right to mount a file system)'

describe.skipIf(!disk)(`a disk${whyNot}`, () => {
  let small: NonNullable<ReturnType<typeof mountSmallDisk>>
  beforeEach(() => {
    small = mountSmallDisk() as typeof small
  })
  afterEach(() => small.unmount())

  test('that is full loses no confirmed update, keeps none that was refused, and serves on when there is room', async () => {
    const ballast = join(small.path, 'ballast')
    writeFileSync(ballast, Buffer.alloc(350_000))
    const store = await openLibrary(small.file, { report })
    const confirmed: string[] = []
    let refusal = ''
    for (let id = 1; !refusal; id++) {
      await add(store, String(id), 'x'.repeat(5000)).then(
        () => confirmed.push(String(id)),
        error => (refusal = error.message),
      )
    }
    expect(refusal).toContain('the disk is full')
    expect(refusal).toContain('ENOSPC')
    expect(idsOf(store)).toEqual(confirmed)
    expect(readFileSync(`${small.file}.journal`, 'utf8')).toEndWith('\n')
    const decideTogether = () =>
      Promise.allSettled([
        add(store, 'refused', 'x'.repeat(20_000)),
        store.update(draft => draft.books.has('refused')),
        store.update(() => {
          throw new Error('decided by what the disk refused')
        }),
      ])
    const areRefused = (outcomes: PromiseSettledResult<unknown>[]) =>
      outcomes.every(outcome => outcome.status === 'rejected' && outcome.reason instanceof StorageError)
    let outcomes = await decideTogether()
    // a machine with other work may commit them one by one
    for (let tries = 0; tries < 10 && !areRefused(outcomes); tries++) outcomes = await decideTogether()
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StorageError) })
    expect(await refusalOf(store.checkpoint())).toContain('the disk is full')
    expect(store.data.books.get('1')?.title).toBe('Book 1')

    rmSync(ballast)
    await add(store, 'after')
    expect(idsOf(store)).toEqual([...confirmed, 'after'])
    const copy = temporaryFolder()
    for (const name of ['library.json', 'library.json.journal']) {
      copyFileSync(join(small.path, name), join(copy.path, name))
    }
    await store.close()
    for (const file of [copy.file, small.file]) {
      const again = await openLibrary(file, { report })
      expect(idsOf(again)).toEqual([...confirmed, 'after'])
      await again.close()
    }
    expect(reports).toEqual([])
    copy.remove()
  })

  test('that is full when the store closes keeps the journal for the next start', async () => {
    const store = await openLibrary(small.file)
    for (let id = 1; id <= 30; id++) await add(store, String(id), 'x'.repeat(5000))
    writeFileSync(join(small.path, 'ballast'), '')
    for (let bytes = 64 * 1024; bytes >= 1024; ) {
      try {
        appendFileSync(join(small.path, 'ballast'), Buffer.alloc(bytes))
      } catch {
        bytes /= 2
      }
    }
    expect(await refusalOf(store.close())).toContain('the next start finds them')
    rmSync(join(small.path, 'ballast'))
    const again = await openLibrary(small.file)
    expect(again.data.books.size).toBe(30)
    await again.close()
  })

  test('that becomes read-only refuses updates until it can be written again', async () => {
    const store = await openLibrary(small.file)
    expect(small.setReadOnly(true)).toBe(true)
    expect(await refusalOf(add(store, '1'))).toContain('the file system is read-only')
    expect(store.data.books.size).toBe(0)
    expect(await refusalOf(openLibrary(join(small.path, 'other.json')))).toContain('(EROFS)')
    expect(small.setReadOnly(false)).toBe(true)
    await add(store, '2')
    await store.close()
    expect(JSON.parse(readFileSync(small.file, 'utf8')).books).toEqual([book('2')])
  })
})

describe('a journal that somebody', () => {
  test.each<[string, () => void]>([
    ['removed', () => rmSync(journal())],
    ['emptied', () => truncateSync(journal())],
    ['wrote to', () => appendFileSync(journal(), 'x\n')],
  ])('%s refuses one update, and all is on disk again', async (_, interfere) => {
    const store = await openLibrary(folder.file, { report })
    await add(store, '1')
    interfere()
    expect(await refusalOf(add(store, '2'))).toContain('library.json.journal was removed or changed by another program')
    expect(reports).toHaveLength(1)
    expect(idsOf(store)).toEqual(['1'])
    expect(await idsAfterCrash()).toEqual(['1'])
    await add(store, '3')
    expect(await idsAfterCrash()).toEqual(['1', '3'])
    await store.close()
    expect(folder.names()).toEqual(['library.json'])
  })

  test.each<[string, (path: string) => void]>([
    ['emptied', truncateSync],
    ['wrote to', path => appendFileSync(path, 'x\n')],
  ])('%s after a restart refuses the first update', async (_, interfere) => {
    const copy = temporaryFolder()
    const first = await openLibrary(folder.file)
    await add(first, '1')
    for (const name of ['library.json', 'library.json.journal']) {
      copyFileSync(join(folder.path, name), join(copy.path, name))
    }
    await first.close()
    const store = await openLibrary(copy.file)
    interfere(`${copy.file}.journal`)
    expect(await refusalOf(add(store, '2'))).toContain('library.json.journal was removed or changed')
    await add(store, '3')
    expect(idsOf(store)).toEqual(['1', '3'])
    await store.close()
    copy.remove()
  })

  test('put another file in the place of is left to them until they move it away', async () => {
    const store = await openLibrary(folder.file)
    await add(store, '1')
    writeFileSync(`${folder.file}.other`, 'theirs')
    renameSync(`${folder.file}.other`, journal())
    for (const id of ['2', '3']) expect(await refusalOf(add(store, id))).toContain('Move it away')
    expect(readFileSync(journal(), 'utf8')).toBe('theirs')
    rmSync(journal())
    await refusalOf(add(store, '4'))
    await add(store, '5')
    expect(await idsAfterCrash()).toEqual(['1', '5'])
    await store.close()
  })

  test('removed while a checkpoint had left two of them', async () => {
    const store = await openLibrary(folder.file, { initial: { books: [book('0', { notes: 'x'.repeat(1e6) })] } })
    await add(store, '1')
    const checkpoint = store.checkpoint()
    while (!existsSync(`${journal()}.next`)) await new Promise(resolve => setImmediate(resolve))
    rmSync(`${journal()}.next`)
    await refusalOf(add(store, '2'))
    await checkpoint.catch(() => {})
    await add(store, '3')
    expect(await idsAfterCrash()).toEqual(['0', '1', '3'])
    await store.close()
    expect(folder.names()).toEqual(['library.json'])
  })
})

describe('a document that somebody', () => {
  test('removed refuses one update, and is written again', async () => {
    const store = await openLibrary(folder.file, { report })
    await add(store, '1')
    rmSync(folder.file)
    expect(await refusalOf(add(store, '2'))).toContain('library.json was removed')
    expect(await idsAfterCrash()).toEqual(['1'])
    await add(store, '3')
    expect(await idsAfterCrash()).toEqual(['1', '3'])
    await store.close()
  })

  test('removed before the store closed is written again', async () => {
    const store = await openLibrary(folder.file)
    await add(store, '1')
    rmSync(folder.file)
    await store.close()
    expect(await idsAfterCrash()).toEqual(['1'])
    expect(folder.names()).toEqual(['library.json'])
  })

  test('moved away with its folder refuses updates until it is back', async () => {
    const store = await openLibrary(join(folder.path, 'in', 'library.json'))
    await add(store, '1')
    renameSync(join(folder.path, 'in'), join(folder.path, 'out'))
    for (const id of ['2', '3']) expect(await refusalOf(add(store, id))).toContain('(ENOENT)')
    expect(idsOf(store)).toEqual(['1'])
    renameSync(join(folder.path, 'out'), join(folder.path, 'in'))
    await add(store, '4')
    expect(idsOf(store)).toEqual(['1', '4'])
    await store.close()
  })

  test('only touched, or replaced by the same, is still the document', async () => {
    const store = await openLibrary(folder.file)
    await add(store, '1')
    utimesSync(folder.file, 1, 1)
    await add(store, '2')
    copyFileSync(folder.file, `${folder.file}.copy`)
    renameSync(`${folder.file}.copy`, folder.file)
    await add(store, '3')
    await store.close()
    expect(JSON.parse(folder.read('library.json')).books).toHaveLength(3)
  })

  const THEIRS = '{"format":1,"books":[{"id":"theirs","title":"t","topics":[]}]}'
  const edit = () => writeFileSync(folder.file, THEIRS)

  test.each<[string, (store: Library) => Promise<unknown>]>([
    ['an update', store => add(store, '2')],
    ['a checkpoint', store => store.checkpoint()],
  ])('edited is kept, and so is the state: %s says how to load either', async (_, act) => {
    const store = await openLibrary(folder.file, { report })
    await add(store, '1')
    edit()
    const refusal = await refusalOf(act(store))
    expect(refusal).toContain('start the instance again to load it')
    expect(refusal).toContain(`is in ${folder.file}.kept`)
    expect(reports).toEqual([refusal])
    expect(await refusalOf(add(store, '3'))).toBe(refusal)
    expect(idsOf(store)).toEqual(['1'])
    expect(await idsAfterCrash()).toEqual(['theirs'])
    await store.close()

    expect(folder.names()).toEqual(['library.json', 'library.json.kept'])
    expect(folder.read('library.json')).toBe(THEIRS)
    renameSync(`${folder.file}.kept`, folder.file)
    const again = await openLibrary(folder.file)
    expect(contentsOf(again.data)).toEqual(contentsOf(store.data))
    await again.close()
  })

  test('edited in place, with the same size and modification time, is kept', async () => {
    const store = await openLibrary(folder.file, { initial: { motto: 'ours, ours' } })
    await add(store, '1')
    await store.checkpoint()
    utimesSync(folder.file, 1, 1)
    await add(store, '2')
    const edited = folder.read('library.json').replace('ours, ours', 'all theirs')
    const before = statSync(folder.file)
    await new Promise(resolve => setTimeout(resolve, 20))
    writeFileSync(folder.file, edited)
    utimesSync(folder.file, 1, 1)
    const { ino, size, mtimeMs } = before
    expect(statSync(folder.file)).toMatchObject({ ino, size, mtimeMs })
    expect(await refusalOf(add(store, '3'))).toContain('was changed by another program')
    await store.close()
    expect(folder.read('library.json')).toBe(edited)
  })

  /** What a file system tells whose times are so coarse that they are the same for everything. */
  const withoutTimes = (stat: FileStat): FileStat => {
    const { ino, dev, size, mode, uid, gid } = stat
    return { ino, dev, size, mode, uid, gid, mtimeNs: 0n, ctimeNs: 0n }
  }
  const coarse: FileSystem = {
    ...nodeFiles,
    stat: path => {
      const found = nodeFiles.stat(path)
      return found && withoutTimes(found)
    },
    async open(...[path, flags, mode]) {
      const handle = await nodeFiles.open(path, flags, mode)
      return { ...handle, stat: () => withoutTimes(handle.stat()) }
    },
  }

  test.each<[string, (text: string) => void]>([
    ['edited in place, with another size', text => writeFileSync(folder.file, `${text}\n`)],
    [
      'replaced by another file of the same size',
      text => {
        writeFileSync(`${folder.file}.other`, text.replace('ours, ours', 'all theirs'))
        renameSync(`${folder.file}.other`, folder.file)
      },
    ],
  ])('%s, is noticed where the times tell nothing', async (_, act) => {
    const store = await openLibrary(folder.file, { initial: { motto: 'ours, ours' }, files: coarse })
    await add(store, '1')
    act(folder.read('library.json'))
    const edited = folder.read('library.json')
    expect(await refusalOf(add(store, '2'))).toContain('was changed by another program')
    await store.close()
    expect(folder.read('library.json')).toBe(edited)
  })

  test('edited while a checkpoint was writing is kept', async () => {
    const store = await openLibrary(folder.file, { initial: { books: [book('0', { notes: 'x'.repeat(1e6) })] } })
    await add(store, '1')
    const checkpoint = store.checkpoint()
    while (!folder.names().some(name => name.includes('json.tmp-'))) await new Promise(resolve => setImmediate(resolve))
    edit()
    expect(await refusalOf(checkpoint)).toContain('was changed by another program')
    await store.close()
    expect(folder.read('library.json')).toBe(THEIRS)
    expect(folder.names()).toEqual(['library.json', 'library.json.kept'])
  })

  test('edited before the store closed is kept, and so is what it does not have', async () => {
    const store = await openLibrary(folder.file, { report })
    await add(store, '1')
    edit()
    await store.close()
    expect(folder.read('library.json')).toBe(THEIRS)
    expect(JSON.parse(folder.read('library.json.kept')).books).toEqual([book('1')])
    expect(reports).toHaveLength(1)
  })

  test('edited when it had everything leaves nothing to keep', async () => {
    const store = await openLibrary(folder.file, { report })
    await add(store, '1')
    await store.checkpoint()
    edit()
    await store.close()
    expect(folder.names()).toEqual(['library.json'])
    expect(folder.read('library.json')).toBe(THEIRS)
    expect(reports).toHaveLength(1)
  })

  test('made while the folder was empty is not overwritten', async () => {
    const store = await openLibrary(folder.file)
    rmSync(folder.file)
    edit()
    await refusalOf(add(store, '1'))
    await store.close()
    expect(folder.read('library.json')).toBe(THEIRS)
  })
})

/** A store with one update in its document's next state, which is written once it is released, and one after it. */
async function holdCheckpoint(files: Partial<FileSystem> = {}) {
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const open: FileSystem['open'] = async (...[path, flags, mode]) => {
    if (path.startsWith(`${folder.file}.tmp-`) && !isHeld) {
      isHeld = true
      await held.promise
    }
    return nodeFiles.open(path, flags, mode)
  }
  await (await openLibrary(folder.file)).close()
  const store = await openLibrary(folder.file, { files: { ...nodeFiles, open, ...files }, report })
  await add(store, '1')
  const checkpoint = store.checkpoint()
  while (!isHeld) await new Promise(resolve => setImmediate(resolve))
  await add(store, '2')
  return { store, checkpoint, release: held.resolve }
}

test.each([
  ['the document', 'library.json'],
  ['the journal', 'library.json.journal.next'],
])(
  'after %s was removed during a checkpoint, that one does not bring back the state it began with',
  async (_, name) => {
    const { store, checkpoint, release } = await holdCheckpoint()
    rmSync(join(folder.path, name))
    await refusalOf(add(store, '3'))
    release()
    await checkpoint
    expect(await idsAfterCrash()).toEqual(['1', '2'])
    await store.close()
  },
)

test('after the journal was removed during a checkpoint, and the document could not be written, it is written next', async () => {
  let isFailing = false
  const rename: FileSystem['rename'] = (from, to) => {
    if (isFailing && to === folder.file) throw Object.assign(new Error('no'), { code: 'EIO' })
    nodeFiles.rename(from, to)
  }
  const { store, checkpoint, release } = await holdCheckpoint({ rename })
  rmSync(`${journal()}.next`)
  isFailing = true
  expect(await refusalOf(add(store, '3'))).toContain('the disk reported an error')
  isFailing = false
  release()
  await checkpoint
  expect(await refusalOf(add(store, '4'))).toContain('was written again')
  await add(store, '5')
  expect(await idsAfterCrash()).toEqual(['1', '2', '5'])
  await store.close()
})

test('after the document was edited during a checkpoint, that one keeps the state no second time', async () => {
  const { store, checkpoint, release } = await holdCheckpoint()
  writeFileSync(folder.file, '{}')
  await refusalOf(add(store, '3'))
  release()
  await checkpoint
  await store.close()
  expect(folder.names()).toEqual(['library.json', 'library.json.kept'])
  expect(reports).toHaveLength(1)
})

test.each<[string, (other: Library) => unknown, string[]]>([
  ['wrote to the journal', other => add(other, '2'), ['1', '2']],
  ['saw the document edited', () => writeFileSync(folder.file, '{"format":1}'), []],
])('an instance whose lock was removed leaves all to the one that took it and %s', async (_, act, ids) => {
  const store = await openLibrary(folder.file)
  await add(store, '1')
  for (const name of folder.names()) if (name.includes('.lock-')) rmSync(join(folder.path, name))
  const other = await openLibrary(folder.file)
  await act(other)
  expect(await refusalOf(add(store, '3'))).toContain('is in use by this process')
  expect(folder.names().filter(name => !name.includes('.lock-'))).toEqual(['library.json', 'library.json.journal'])
  if (ids.length > 0) expect(await idsAfterCrash()).toEqual(ids)
  await other.close()
  await store.close()
})

test('a journal that cannot be made leaves no file', async () => {
  let isFailing = false
  const rename: FileSystem['rename'] = (from, to) => {
    if (isFailing) throw Object.assign(new Error('no'), { code: 'EIO' })
    nodeFiles.rename(from, to)
  }
  const store = await openLibrary(folder.file, { files: { ...nodeFiles, rename } })
  const before = folder.names()
  isFailing = true
  expect(await refusalOf(add(store, '1'))).toContain('the disk reported an error')
  expect(folder.names()).toEqual(before)
  isFailing = false
  await add(store, '2')
  expect(await idsAfterCrash()).toEqual(['2'])
  await store.close()
})

test('what cannot be written as JSON refuses its own update only', async () => {
  const store = await openLibrary(folder.file)
  const outcomes = await Promise.allSettled([
    add(store, '1'),
    store.update(draft => draft.books.set(book('2', { notes: 1n }))),
    add(store, '3'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(idsOf(store)).toEqual(['1', '3'])
  expect(await idsAfterCrash()).toEqual(['1', '3'])
  await store.close()
  expect(statSync(folder.file).size).toBeGreaterThan(0)
})
