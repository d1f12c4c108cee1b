import { afterEach, beforeEach, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { StorageError } from '../../../src/core/base/store.ts'
import { nodeFiles, otherKind, refuseOtherKind } from '../../../src/core/storage/files/index.ts'
import { createMemoryStore } from '../../../src/core/storage/memory-store.ts'
import { layout, openLibrary, temporaryFolder } from './library.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const refusalOf = (options = {}) => openLibrary(folder.file, options).catch(error => error)

test.each([
  ['ENOSPC', 'the disk is full. Free some space and try again'],
  ['EDQUOT', 'the disk quota is used up. Free some space and try again'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EACCES', 'no permission. Give this user the right to read and write in that folder'],
  ['EPERM', 'not permitted. Give this user the right to read and write in that folder'],
  ['EROFS', 'the file system is read-only. Make it writable, or use a file elsewhere'],
  ['ENOENT', 'the folder or the file is gone. Put it back'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EISDIR', 'it is a folder, not a file'],
  ['EIO', 'the disk reported an error. Check the disk'],
  ['EMFILE', 'too many files are open in this process'],
  ['ENFILE', 'too many files are open on this machine'],
])('a folder that answers %s is told with what to do', async (code, reason) => {
  const list = async () => {
    throw Object.assign(new Error('as the system says it'), { code })
  }
  const refusal = await refusalOf({ files: { ...nodeFiles, list } })
  expect(refusal).toBeInstanceOf(StorageError)
  expect([refusal.code, refusal.message]).toEqual([code, `Could not lock ${folder.file}: ${reason} (${code})`])
})

test('an error that has only its number, as Deno makes it, is told as well', async () => {
  const list = async () => {
    throw new Error('File too large (os error 27)')
  }
  const refusal = await refusalOf({ files: { ...nodeFiles, list } })
  const reason = 'the file would be larger than the system allows'
  expect([refusal.code, refusal.message]).toEqual(['EFBIG', `Could not lock ${folder.file}: ${reason} (EFBIG)`])
})

test('a folder that answers in another way is told in the system’s own words', async () => {
  const list = async () => {
    throw Object.assign(new Error('as the system says it'), { code: 'EXTRA' })
  }
  const refusal = await refusalOf({ files: { ...nodeFiles, list } })
  expect([refusal.code, refusal.message]).toEqual(['EXTRA', `Could not lock ${folder.file}: as the system says it`])
})

test.each([
  [0o100644, undefined],
  [0o644, undefined],
  [0o040755, 'a folder'],
  [0o010644, 'a named pipe'],
  [0o140644, 'a socket'],
  [0o020644, 'a device'],
  [0o060644, 'a device'],
  [0o120777, 'something else'],
])('what has the mode %i is no file, but %p', (mode, kind) => {
  expect(otherKind({ mode: BigInt(mode) })).toBe(kind as string)
  const files = { stat: () => ({ ...nodeFiles.stat('/'), mode: BigInt(mode) }) as ReturnType<typeof nodeFiles.stat> }
  const refuse = () => refuseOtherKind('/there', 'the journal', files)
  if (kind) expect(refuse).toThrow(`/there is ${kind}, not a file, and in the way of the journal. Move it away first.`)
  else expect(refuse).not.toThrow()
})

const PARTS = 'those are: format, books, shelves, counters, motto'
const ADVICE = 'Put a good copy in its place, or move it away to start with an empty document.'

test.each<[what: string, text: string, says: string]>([
  ['is empty', '', ` is empty (0 bytes), so it is not a document. ${ADVICE}`],
  ['is a list', '[]', ` is JSON, but not an object. ${ADVICE} A fixture is loaded with --seed.`],
  [
    'has a part twice',
    '{"format":1,\n "books":[],\n "shelves":[{"id":"a","\\"books\\":":1,"books":[]}], "books":[]}',
    `, line 3, column 52: "books" is there twice. Correct it there. ${ADVICE}`,
  ],
  ['is null', 'null', ` is JSON, but not an object. ${ADVICE} A fixture is loaded with --seed.`],
  ['breaks off', '{\n "format": ', `, line 2, column 12: this is not JSON. Correct it there. ${ADVICE}`],
  ['has no format', '{"books":[]}', ' has format none, and only 1 can be read.'],
  ...[
    ['0', ', not 0'],
    ['-1', ', not -1'],
    ['0.5', ', not 0.5'],
    ['1e999', ', not Infinity'],
    ['"1"', ''],
    ['null', ''],
    ['true', ''],
    ['[1]', ''],
  ].map(([format, shown]): [string, string, string] => [
    `has the format ${format}`,
    `{"format":${format}}`,
    `: format must be a whole number of 1 or more${shown}. Put a good copy in its place; in a fixture, leave format ` +
      'out. Nothing was touched.',
  ]),
  [
    'has a later format',
    '{"format":2}',
    ' has format 2; this version reads formats up to 1. Use the version that wrote it, or a newer one. Nothing was touched.',
  ],
  [
    'has another part',
    '{"format":1,"films":[]}',
    `: films is not a part of a document (${PARTS}). Correct the file; nothing was touched.`,
  ],
  [
    'has one record where many should be',
    '{"format":1,"books":{}}',
    ': books must be an array. Correct the file; nothing was touched.',
  ],
  ...['{}', '{"id":""}', '{"id":1}', 'null'].map((record): [string, string, string] => [
    `has the record ${record}`,
    `{"format":1,"books":[{"id":"a"},${record}]}`,
    ': books/1/id must be a text. Correct the file; nothing was touched.',
  ]),
  [
    'has an id twice',
    '{"format":1,"books":[{"id":"a"},{"id":"a"}]}',
    ': books/1/id "a" is the id of another record as well. Correct the file; nothing was touched.',
  ],
])('a document that %s is refused, and left as it is', async (_what, text, says) => {
  writeFileSync(folder.file, text)
  const refusal = await refusalOf()
  expect(refusal).toBeInstanceOf(StorageError)
  expect(refusal.message).toBe(`${folder.file}${says}`)
  expect([readFileSync(folder.file, 'utf8'), folder.names()]).toEqual([text, ['library.json']])
})

test('what is refused after the end says which store has ended', async () => {
  const memory = createMemoryStore(layout)
  await memory.close()
  const disk = await openLibrary(folder.file)
  await disk.close()
  for (const [store, message] of [
    [memory, 'The store is closed'],
    [disk, `The store of ${folder.file} is closed`],
  ] as const) {
    const error = await store.update(draft => draft.books.delete('1')).catch(reason => reason)
    expect(error).toBeInstanceOf(StorageError)
    expect(error.message).toBe(message)
  }
})
