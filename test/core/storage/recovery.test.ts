import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { StorageError } from '../../../src/core/base/store.ts'
import { type FileSystem, nodeFiles } from '../../../src/core/storage/files/index.ts'
import { book, contentsOf, openLibrary, temporaryFolder } from './library.ts'

type Folder = ReturnType<typeof temporaryFolder>

let folder: Folder
let crashed: Folder
beforeEach(() => {
  folder = temporaryFolder()
  crashed = temporaryFolder()
})
afterEach(() => {
  folder.remove()
  crashed.remove()
})

const JOURNAL = 'library.json.journal'
const NEXT = 'library.json.journal.next'

/** The files as they are at this moment, as a killed process would leave them; its lock is another matter. */
function crash(to = crashed) {
  for (const name of readdirSync(folder.path)) {
    if (name.includes('.lock-')) continue
    try {
      copyFileSync(join(folder.path, name), join(to.path, name))
    } catch (error) {
      if (!name.includes('.tmp-')) throw error
    }
  }
}

/** What a store opened on the crashed files holds, and what it reports. */
async function recovered() {
  const reports: string[] = []
  const store = await openLibrary(crashed.file, { report: message => reports.push(message) })
  const contents = contentsOf(store.data)
  await store.close()
  return { contents, reports, ids: contents.books.map(({ id }) => id) }
}

async function refusal() {
  const before = crashed.names().map(name => [name, crashed.read(name)])
  const error = await openLibrary(crashed.file).catch(reason => reason)
  expect(error).toBeInstanceOf(StorageError)
  expect(crashed.names().map(name => [name, crashed.read(name)])).toEqual(before)
  return error.message as string
}

/** A library that was killed after three commits. */
async function threeCommits() {
  const store = await openLibrary(folder.file)
  for (const id of ['1', '2', '3']) await store.update(draft => draft.books.set(book(id, { title: 'ö'.repeat(30) })))
  crash()
  await store.close()
}

/** Without the room behind what is written. */
const writtenOf = (name: string) => crashed.read(name).replace(/\0+$/, '')
const linesOf = (name: string) => writtenOf(name).split('\n')

/** How many lines the journal of a folder has. */
const linesIn = (of: Folder) => (of.names().includes(JOURNAL) ? of.read(JOURNAL).split('\n').length - 1 : 1)

/** Two files of a journal, as a checkpoint that failed leaves them: each has a commit. */
async function twoJournals() {
  const rename: FileSystem['rename'] = (from, to) => {
    if (to === folder.file && isFailing) throw Object.assign(new Error('no'), { code: 'EIO' })
    nodeFiles.rename(from, to)
  }
  let isFailing = false
  const store = await openLibrary(folder.file, { files: { ...nodeFiles, rename }, checkpoints: { idle: 1e6 } })
  isFailing = true
  await store.update(draft => draft.books.set(book('1')))
  await expect(store.checkpoint()).rejects.toThrow('the disk reported an error')
  await store.update(draft => draft.books.set(book('2')))
  return { store, repair: () => (isFailing = false) }
}

describe('after a crash', () => {
  test('every commit is there, in order', async () => {
    const store = await openLibrary(folder.file, { initial: { books: [book('1'), book('2')] } })
    await store.update(draft => {
      draft.books.delete('1')
      draft.books.set(book('3', { author: 'Ann' }))
      draft.books.set(book('1'))
    })
    await store.update(draft => {
      draft.motto = 'again'
    })
    await store.update(draft => draft.books.set(book('2', { title: 'new' })))
    crash()
    const { contents, reports } = await recovered()
    expect(contents).toEqual(contentsOf(store.data))
    expect(contents.books.map(({ id }) => id)).toEqual(['2', '3', '1'])
    expect(reports).toEqual([])
    expect(crashed.names()).toEqual(['library.json'])
    await store.close()
  })

  test('a restart goes on with the journal that it finds, and so does the one after', async () => {
    await threeCommits()
    for (const id of ['4', '5']) {
      const store = await openLibrary(crashed.file)
      await store.update(draft => draft.books.set(book(id)))
      const next = temporaryFolder()
      for (const name of ['library.json', JOURNAL]) copyFileSync(join(crashed.path, name), join(next.path, name))
      await store.close()
      crashed.remove()
      crashed = next
    }
    expect((await recovered()).ids).toEqual(['1', '2', '3', '4', '5'])
  })

  test('updates asked for in the same turn of the event loop share a line', async () => {
    const store = await openLibrary(folder.file)
    let lines = 0
    // on a machine that stands still between them, they do not
    for (let tries = 0; tries < 10 && lines !== 1; tries++) {
      const before = linesIn(folder)
      const first = store.update(draft => draft.books.set(book('1')))
      for (let microtasks = 0; microtasks < 5; microtasks++) await null
      await Promise.all([first, store.update(draft => draft.books.set(book('2')))])
      lines = linesIn(folder) - before
    }
    expect(lines).toBe(1)
    await store.close()
  })

  test('updates asked for together share lines', async () => {
    const store = await openLibrary(folder.file)
    await Promise.all(Array.from({ length: 100 }, (_, id) => store.update(draft => draft.books.set(book(`${id}`)))))
    crash()
    await store.close()
    expect(linesOf(JOURNAL).length).toBeLessThan(50)
    expect((await recovered()).ids).toHaveLength(100)
  })

  test('whatever was done is there, in the same order', async () => {
    const step = fc.record({ id: fc.constantFrom('1', '2', '3', '4'), isDeletion: fc.boolean() })
    const run = async (commits: { id: string; isDeletion: boolean }[][], checkpointAt: number) => {
      folder.remove()
      crashed.remove()
      ;[folder, crashed] = [temporaryFolder(), temporaryFolder()]
      const store = await openLibrary(folder.file, { durability: 'process' })
      for (const [index, steps] of commits.entries()) {
        if (index === checkpointAt) await store.checkpoint()
        await store.update(draft => {
          for (const { id, isDeletion } of steps) isDeletion ? draft.books.delete(id) : draft.books.set(book(id))
        })
      }
      crash()
      expect((await recovered()).contents).toEqual(contentsOf(store.data))
      await store.close()
    }
    const commits = fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 8 })
    await fc.assert(fc.asyncProperty(commits, fc.nat(8), run), { numRuns: 40 })
  })
})

test('a journal beside a document that may only be read is one that the next start may write', async () => {
  await (await openLibrary(folder.file)).close()
  chmodSync(folder.file, 0o444)
  const store = await openLibrary(folder.file)
  for (const id of ['1', '2']) await store.update(draft => draft.books.set(book(id)))
  crash()
  await store.close()
  expect(statSync(folder.file).mode & 0o777).toBe(0o444)
  // asked for itself, as root may write whatever the mode is
  expect(statSync(join(crashed.path, JOURNAL)).mode & 0o200).toBe(0o200)
  expect((await recovered()).ids).toEqual(['1', '2'])
})

test('a journal has room for the next commits, which do not make it longer', async () => {
  const store = await openLibrary(folder.file)
  const lengths = new Set<number>()
  for (const id of ['1', '2', '3']) {
    await store.update(draft => draft.books.set(book(id)))
    lengths.add(folder.read(JOURNAL).length)
  }
  await store.update(draft => draft.books.set(book('4', { notes: 'x'.repeat(200_000) })))
  expect(lengths.size).toBe(1)
  expect(folder.read(JOURNAL).length).toBeGreaterThan(200_000 + Math.max(...lengths))
  crash()
  await store.close()
  expect((await recovered()).ids).toEqual(['1', '2', '3', '4'])
})

describe('a last line that is torn', () => {
  test.each([
    ['', 0],
    [', with room behind it', 1000],
  ])('at any byte is dropped and reported, and nothing else is lost%s', async (_, room) => {
    await threeCommits()
    const whole = Buffer.from(writtenOf(JOURNAL))
    const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1
    const document = crashed.read('library.json')
    for (let length = lastLine; length < whole.length; length++) {
      writeFileSync(crashed.file, document)
      writeFileSync(join(crashed.path, JOURNAL), Buffer.concat([whole.subarray(0, length), Buffer.alloc(room)]))
      const { ids, reports } = await recovered()
      expect(ids).toEqual(['1', '2'])
      expect(reports).toHaveLength(length === lastLine ? 0 : 1)
      if (length > lastLine) expect(reports[0]).toContain(`${JOURNAL}, line 4: dropped the ${length - lastLine} bytes`)
    }
  })

  test('is cut off before the next commit', async () => {
    await threeCommits()
    writeFileSync(join(crashed.path, JOURNAL), `${writtenOf(JOURNAL)}{"sequence":4,"changes":[{"se`)
    const store = await openLibrary(crashed.file)
    await store.update(draft => draft.books.set(book('4')))
    expect(
      linesOf(JOURNAL)
        .slice(1, -1)
        .map(line => JSON.parse(line.slice(0, -9)).sequence),
    ).toEqual([1, 2, 3, 4])
    await store.close()
    expect((await recovered()).ids).toEqual(['1', '2', '3', '4'])
  })

  test.each([
    ['', 0],
    [', with room behind it', 1000],
  ])('is also one of which parts reached the disk only as zeros%s', async (_, room) => {
    await threeCommits()
    const whole = Buffer.from(writtenOf(JOURNAL))
    whole.fill(0, whole.length - 60, whole.length - 20)
    writeFileSync(join(crashed.path, JOURNAL), Buffer.concat([whole, Buffer.alloc(room)]))
    const { ids, reports } = await recovered()
    expect(ids).toEqual(['1', '2'])
    expect(reports).toHaveLength(1)
  })
})

describe('a journal that is not as it should be is refused, and nothing is touched', () => {
  const edit = (name: string, change: (lines: string[]) => string[]) =>
    writeFileSync(join(crashed.path, name), change(linesOf(name)).join('\n'))

  test.each<[string, (lines: string[]) => string[], string]>([
    [
      'a line changed',
      lines => lines.with(2, (lines[2] ?? '').replace('"2"', '"7"')),
      'line 3: its checksum does not fit',
    ],
    ['the last line changed', lines => lines.with(3, (lines[3] ?? '').replace('"3"', '"7"')), 'line 4: its checksum'],
    ['a line too short', lines => lines.with(2, 'x'), 'line 3: its checksum'],
    ['a line left out', lines => lines.toSpliced(2, 1), 'line 3: commit 3 follows on 1, so some are missing'],
    ['a line twice', lines => lines.toSpliced(2, 0, lines[1] ?? ''), 'line 3: commit 1 follows on 1'],
    ['emptied', () => [], 'line 1: it has no complete line'],
    ['its first line cut off', lines => [(lines[0] ?? '').slice(0, 40)], 'line 1: it has no complete line'],
  ])('%s', async (_, change, words) => {
    await threeCommits()
    edit(JOURNAL, change)
    const message = await refusal()
    expect(message).toContain(join(crashed.path, JOURNAL))
    expect(message).toContain(words)
    expect(message).toContain('move')
  })

  test('a first file that breaks off before the commits of the second', async () => {
    const { store, repair } = await twoJournals()
    crash()
    repair()
    await store.close()
    writeFileSync(join(crashed.path, JOURNAL), `${writtenOf(JOURNAL)}{"sequence":2,"chan`)
    expect(await refusal()).toContain(`${JOURNAL}, line 3: the line is cut off`)
  })

  test('one that goes on from another document', async () => {
    await threeCommits()
    writeFileSync(crashed.file, crashed.read('library.json').replace('"books": []', '"books": [{"id":"mine"}]'))
    const message = await refusal()
    expect(message).toContain('is not the document that')
    expect(message).toContain('(commits: 3)')
    rmSync(join(crashed.path, JOURNAL))
    expect((await recovered()).ids).toEqual(['mine'])
  })

  test('unless it has no commits: then there is nothing to lose', async () => {
    await threeCommits()
    edit(JOURNAL, lines => [lines[0] ?? '', ''])
    writeFileSync(crashed.file, crashed.read('library.json').replace('"books": []', '"books": [{"id":"mine"}]'))
    expect((await recovered()).ids).toEqual(['mine'])
    expect(crashed.names()).toEqual(['library.json'])
  })
})

test('a journal whose second file was removed is not gone on with until the document is written', async () => {
  const { store, repair } = await twoJournals()
  rmSync(join(folder.path, NEXT))
  await expect(store.update(draft => draft.books.set(book('3')))).rejects.toThrow('the disk reported an error')
  repair()
  await expect(store.update(draft => draft.books.set(book('4')))).rejects.toThrow('was written again')
  await store.update(draft => draft.books.set(book('5')))
  crash()
  await store.close()
  expect((await recovered()).ids).toEqual(['1', '2', '5'])
})

describe('a checkpoint', () => {
  test('takes the commits into the document, and leaves a journal without them', async () => {
    const store = await openLibrary(folder.file)
    for (const id of ['1', '2', '3']) await store.update(draft => draft.books.set(book(id)))
    await store.checkpoint()
    expect(JSON.parse(folder.read('library.json')).books).toHaveLength(3)
    expect(folder.read(JOURNAL)).not.toContain('changes')
    expect(folder.read(JOURNAL)).toEndWith('\n')
    await store.update(draft => draft.books.set(book('4')))
    crash()
    await store.close()
    expect((await recovered()).ids).toEqual(['1', '2', '3', '4'])
  })

  test('that ends at any moment, while updates go on, loses nothing', async () => {
    const store = await openLibrary(folder.file, {
      initial: { books: Array.from({ length: 400 }, (_, id) => book(`old ${id}`, { notes: 'x'.repeat(2000) })) },
    })
    const moments: { at: Folder; confirmed: number }[] = []
    let asked = 0
    let confirmed = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const id = String(++asked)
        await store.update(draft => draft.books.set(book(id)))
        confirmed++
      }
    }
    const watch = async () => {
      while (!isOver) {
        const moment = { at: temporaryFolder(), confirmed }
        crash(moment.at)
        moments.push(moment)
        await new Promise(resolve => setImmediate(resolve))
      }
    }
    const busy = [write(), watch()]
    for (let count = 0; count < 4; count++) {
      await store.update(draft => draft.shelves.set({ id: String(count) }))
      await store.checkpoint()
    }
    isOver = true
    await Promise.all(busy)
    await store.close()

    const seen = new Set<string>()
    for (const moment of moments) {
      crashed.remove()
      crashed = moment.at
      seen.add(
        crashed
          .names()
          .join()
          .replace(/tmp-\w+/g, 'tmp'),
      )
      const { ids } = await recovered()
      const added = ids.slice(400)
      expect(added).toEqual(added.map((_, index) => String(index + 1)))
      expect(added.length).toBeGreaterThanOrEqual(moment.confirmed)
      expect(added.length).toBeLessThanOrEqual(moment.confirmed + 1)
      expect(crashed.names()).toEqual(['library.json'])
      crashed.remove()
    }
    expect([...seen].filter(names => names.includes(NEXT))).not.toEqual([])
  })

  test('happens by itself when nothing was asked for a while, time and again', async () => {
    const store = await openLibrary(folder.file, { checkpoints: { idle: 10, retryAfter: 1e6 } })
    for (const id of ['1', '2']) {
      await store.update(draft => draft.books.set(book(id)))
      while (!folder.read('library.json').includes(`"id":"${id}"`)) await new Promise(resolve => setTimeout(resolve, 5))
    }
    expect(store.data.books.size).toBe(2)
    await store.close()
  })

  test('happens by itself after a restart that found commits', async () => {
    await threeCommits()
    const store = await openLibrary(crashed.file, { checkpoints: { idle: 10, retryAfter: 1e6 } })
    while (!crashed.read('library.json').includes('"id":"3"')) await new Promise(resolve => setTimeout(resolve, 5))
    await store.close()
  })

  test('happens by itself when the journal is larger than the document and than the limit', async () => {
    const store = await openLibrary(folder.file, { checkpoints: { idle: 1e6, journalBytes: 20_000 } })
    for (let count = 0; !folder.read('library.json').includes('"id"'); count++) {
      await store.update(draft => draft.books.set(book('1', { notes: 'x'.repeat(1000) })))
      expect(count).toBeLessThan(1000)
    }
    await store.close()
  })

  test('whose disk fails amid a large document is refused, and the document stays', async () => {
    const datasync = async () => {
      throw Object.assign(new Error('no'), { code: 'EIO' })
    }
    const open: FileSystem['open'] = async (path, flags, mode) => {
      const handle = await nodeFiles.open(path, flags, mode)
      return path.startsWith(`${folder.file}.tmp-`) && isFailing ? { ...handle, datasync } : handle
    }
    let isFailing = false
    const store = await openLibrary(folder.file, { files: { ...nodeFiles, open }, checkpoints: { idle: 1e6 } })
    const before = folder.read('library.json')
    await store.update(draft => draft.books.set(book('1', { notes: 'x'.repeat(5 * 1024 * 1024) })))
    isFailing = true
    await expect(store.checkpoint()).rejects.toThrow('the disk reported an error')
    expect(folder.read('library.json')).toBe(before)
    isFailing = false
    await store.checkpoint()
    expect(folder.read('library.json')).toContain('"id":"1"')
    await store.close()
  })

  test('that fails is reported once, and again when it fails after it had succeeded', async () => {
    const reports: string[] = []
    let isFull = true
    let attempts = 0
    const open: FileSystem['open'] = (path, flags, mode) => {
      if (!path.startsWith(`${folder.file}.tmp-`)) return nodeFiles.open(path, flags, mode)
      attempts++
      if (!isFull) return nodeFiles.open(path, flags, mode)
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    }
    await (await openLibrary(folder.file)).close()
    const store = await openLibrary(folder.file, {
      files: { ...nodeFiles, open },
      checkpoints: { idle: 1, retryAfter: 1 },
      report: message => reports.push(message),
    })
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise(resolve => setTimeout(resolve, 1))
    }
    for (const time of [1, 2]) {
      isFull = true
      const before = attempts
      await store.update(draft => draft.books.set(book(`${time}`)))
      await until(() => attempts > before + 3)
      expect(reports).toHaveLength(time)
      expect(reports[time - 1]).toContain('the disk is full')
      isFull = false
      await until(() => folder.read('library.json').includes(`"id":"${time}"`))
      await store.checkpoint()
    }
    await store.close()
    expect(reports).toHaveLength(2)
  })
})
