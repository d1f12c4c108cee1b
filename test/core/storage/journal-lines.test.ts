import { afterEach, beforeEach, expect, test } from 'bun:test'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError } from '../../../src/core/base/store.ts'
import { Checksum } from '../../../src/core/storage/files/index.ts'
import { book, contentsOf, openLibrary, temporaryFolder } from './library.ts'

let folder: ReturnType<typeof temporaryFolder>
let copy: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
  copy = temporaryFolder()
})
afterEach(() => {
  folder.remove()
  copy.remove()
})

/** A line as the journal has it, with a checksum that fits. */
const lineOf = (json: string) => `${json} ${new Checksum().add(Buffer.from(json)).fingerprint.crc32}\n`

/** What a process left that was killed after its first commit, with another line in its journal. */
async function leaveJournal(line: string) {
  const store = await openLibrary(folder.file)
  await store.update(draft => draft.books.set(book('1')))
  for (const name of ['library.json', 'library.json.journal']) {
    copyFileSync(join(folder.path, name), join(copy.path, name))
  }
  await store.close()
  const path = join(copy.path, 'library.json.journal')
  writeFileSync(path, readFileSync(path, 'latin1').replaceAll('\0', '') + line)
}

const fingerprint = { bytes: 1, crc32: '0' }
const commit = (change: unknown) => ({ sequence: 2, changes: [change] })

test.each<[what: string, entry: unknown]>([
  ['null', null],
  ['a number', 5],
  ['a list', []],
  ['nothing but a number', { sequence: 2 }],
  ['a commit without a number', { changes: [] }],
  ['a commit below zero', { sequence: -1, changes: [] }],
  ['half a commit', { sequence: 1.5, changes: [] }],
  ['a commit whose changes are a map', { sequence: 2, changes: {} }],
  ['a commit of a number', commit(5)],
  ['a commit of null', commit(null)],
  ['a commit of a list', commit([])],
  ['deletions that are a list', commit({ delete: [] })],
  ['deletions by one text', commit({ delete: { books: '1' } })],
  ['deletions by numbers', commit({ delete: { books: [1] } })],
  ['records that are a text', commit({ set: 'books' })],
  ['records that are a map', commit({ set: { books: {} } })],
  ['a record without an id', commit({ set: { books: [{}] } })],
  ['a record with a number', commit({ set: { books: [{ id: 1 }] } })],
  ['a record after a good one', commit({ set: { books: [book('2'), null] } })],
  ['values that are a list', commit({ values: [] })],
  ['a document without a number', { journal: 1, document: fingerprint }],
  ['a document without a version', { sequence: 1, document: fingerprint }],
  ['a document of version 0', { journal: 0, sequence: 1, document: fingerprint }],
  ['a document of no version', { journal: '2', sequence: 1, document: fingerprint }],
  ['a document without a fingerprint', { journal: 1, sequence: 1, document: null }],
  ['a fingerprint of less than no bytes', { journal: 1, sequence: 1, document: { bytes: -1, crc32: '0' } }],
  ['a fingerprint without a checksum', { journal: 1, sequence: 1, document: { bytes: 1 } }],
])('a line of the journal that is %s is refused, and nothing is touched', async (_what, entry) => {
  await leaveJournal(lineOf(JSON.stringify(entry)))
  const before = copy.read('library.json.journal')
  const refusal = await openLibrary(copy.file).catch(error => error)
  expect(refusal).toBeInstanceOf(StorageError)
  expect(refusal.message).toStartWith(
    `${copy.file}.journal, line 3: it is not a line of a journal. Nothing was touched.`,
  )
  expect([copy.read('library.json.journal'), copy.names()]).toEqual([before, ['library.json', 'library.json.journal']])
})

test.each([
  [
    'of a later version',
    lineOf('{"journal":2}'),
    'it is of version 2, and this version of the program knows none after 1',
  ],
  ['that is no JSON', lineOf('{"sequence":2'), 'it is not a line of a journal'],
  ['whose checksum does not fit', lineOf('{}').replace('{}', '[]'), 'its checksum does not fit'],
  ['that is shorter than a checksum', '12345678\n', 'its checksum does not fit'],
])('a line %s is refused by what is wrong with it', async (_what, line, says) => {
  await leaveJournal(line)
  const refusal = await openLibrary(copy.file).catch(error => error)
  expect(refusal.message).toStartWith(`${copy.file}.journal, line 3: ${says}. Nothing was touched.`)
})

test.each([
  { what: 'nothing', line: '', ids: ['1'], motto: null, told: 0 },
  { what: 'no change at all', line: lineOf('{"sequence":2,"changes":[]}'), ids: ['1'], motto: null, told: 0 },
  { what: 'a change of nothing', line: lineOf('{"sequence":2,"changes":[{}]}'), ids: ['1'], motto: null, told: 0 },
  {
    what: 'a value',
    line: lineOf('{"sequence":2,"changes":[{"values":{"motto":"read"}}]}'),
    ids: ['1'],
    motto: 'read',
    told: 0,
  },
  {
    what: 'a deletion before what is set',
    line: lineOf(
      JSON.stringify({ sequence: 2, changes: [{ set: { books: [book('2'), book('1')] }, delete: { books: ['1'] } }] }),
    ),
    ids: ['2', '1'],
    motto: null,
    told: 0,
  },
  { what: 'a line that is cut off', line: '{"sequence":2,"changes":[{"val', ids: ['1'], motto: null, told: 1 },
] satisfies { what: string; line: string; ids: string[]; motto: string | null; told: number }[])(
  'a journal that ends with $what is replayed',
  async ({ line, ids, motto, told }) => {
    await leaveJournal(line)
    const reports: string[] = []
    const store = await openLibrary(copy.file, { report: message => reports.push(message) })
    const { books, motto: found } = contentsOf(store.data)
    expect([books.map(({ id }) => id), found]).toEqual([ids, motto])
    expect(reports).toEqual(
      told
        ? [
            `${copy.file}.journal, line 3: dropped the ${line.length} bytes of a change that was cut off while it was ` +
              'written, and so was never confirmed.',
          ]
        : [],
    )
    await store.close()
    const again = await openLibrary(copy.file)
    expect(contentsOf(again.data)).toEqual(contentsOf(store.data))
    await again.close()
  },
)

test.each([87_370, 87_380, 90_000, 262_130, 262_144, 300_000])(
  'a record of %i letters is in the journal as it was given, whatever bytes they take',
  async length => {
    const store = await openLibrary(folder.file)
    const notes = ['é', 'a', '🎭'.repeat(2)].map(letter => letter.repeat(length))
    for (const [at, note] of notes.entries()) {
      await store.update(draft => draft.books.set(book(String(at), { notes: note })))
    }
    for (const name of ['library.json', 'library.json.journal']) {
      copyFileSync(join(folder.path, name), join(copy.path, name))
    }
    await store.close()
    const again = await openLibrary(copy.file)
    expect([...again.data.books.values()].map(({ notes }) => notes)).toEqual(notes)
    await again.close()
  },
)
