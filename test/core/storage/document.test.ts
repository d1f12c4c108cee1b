import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findJsonSyntaxError } from '../../../src/core/base/json-text.ts'
import { StorageError } from '../../../src/core/base/store.ts'
import { parseDocumentJson } from '../../../src/core/model/parse-json.ts'
import { type FileSystem, nodeFiles } from '../../../src/core/storage/files/index.ts'
import { readDocument } from '../../../src/core/storage/read-document.ts'
import {
  book,
  type Collections,
  contentsOf,
  inPieces,
  layout,
  openLibrary,
  temporaryFolder,
  type Values,
} from './library.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const writeFile = (text: string | Uint8Array, name = 'library.json') => writeFileSync(join(folder.path, name), text)
const refusalOf = async (options = {}) => {
  const refusal = await openLibrary(folder.file, options).catch(error => error)
  expect(refusal).toBeInstanceOf(StorageError)
  return refusal.message as string
}

describe('the document file', () => {
  test('is readable: the format first, a record a line, in order, nothing else in the folder', async () => {
    const store = await openLibrary(folder.file, { initial: { motto: 'read' } })
    await store.update(draft => {
      draft.books.set(book('b', { author: 'Ann' }))
      draft.books.set(book('a'))
      draft.shelves.set({ id: 'top', boards: [{ width: 80 }], room: 'hall' })
      draft.counters = { books: 2 }
    })
    await store.close()
    expect(folder.names()).toEqual(['library.json'])
    expect(folder.read('library.json')).toBe(
      [
        '{',
        '  "format": 1,',
        '  "books": [',
        '    {"id":"b","title":"Book b","topics":[],"author":"Ann"},',
        '    {"id":"a","title":"Book a","topics":[]}',
        '  ],',
        '  "shelves": [',
        '    {"id":"top","boards":[{"width":80}],"room":"hall"}',
        '  ],',
        '  "counters": {',
        '    "books": 2',
        '  },',
        '  "motto": "read"',
        '}',
        '',
      ].join('\n'),
    )
  })

  test('holds records of every length, whatever characters they have', async () => {
    const lengths = [0, 1, 87_300, 87_380, 87_381, 87_382, 262_000, 262_144, 700_000]
    const books = lengths.flatMap(length =>
      ['a', '€', '🎭'].map(it => book(`${length}${it}`, { notes: it.repeat(length) })),
    )
    const store = await openLibrary(folder.file, { initial: { books } })
    await store.close()
    expect(JSON.parse(folder.read('library.json')).books).toEqual(books)
    const again = await openLibrary(folder.file)
    expect(contentsOf(again.data)).toEqual(contentsOf(store.data))
    await again.close()
  })

  test('holds after a restart what it held before, in the same order', async () => {
    const store = await openLibrary(folder.file, { initial: { books: [book('2'), book('1')] } })
    await store.update(draft => draft.books.delete('2') && draft.books.set(book('2')))
    await store.update(draft => draft.shelves.set({ id: 'top', boards: [{ width: 80 }] }))
    await store.close()
    const again = await openLibrary(folder.file)
    expect(contentsOf(again.data)).toEqual(contentsOf(store.data))
    expect([...again.data.books.values()].map(({ id }) => id)).toEqual(['1', '2'])
    await again.close()
  })

  test('is there as soon as the store is open, and an update that changes nothing writes nothing', async () => {
    const store = await openLibrary(folder.file)
    await store.update(draft => {
      draft.books.set(book('1'))
      draft.books.delete('1')
      draft.books.delete('no such book')
    })
    expect(folder.names().filter(name => !name.includes('.lock-'))).toEqual(['library.json'])
    const before = statSync(folder.file)
    await store.close()
    expect([statSync(folder.file).ino, statSync(folder.file).mtimeMs]).toEqual([before.ino, before.mtimeMs])
  })

  test.each([
    ['a key named __proto__', '{"__proto__":{"admin":true},"constructor":1}'],
    ['text of every kind', JSON.stringify({ a: '\u2028\u0000"\\\n🎭\ud800', ключ: 'значение' })],
    ['numbers at the edges', '{"a":1e21,"b":-0.5,"c":9007199254740991,"d":5e-324}'],
    ['deep nesting', `${'['.repeat(500)}${']'.repeat(500)}`],
  ])('brings back %s, from the journal and from the document', async (_, json) => {
    const store = await openLibrary(folder.file)
    await store.update(draft => draft.books.set(book('1', { notes: JSON.parse(json) })))
    const copy = temporaryFolder()
    for (const name of ['library.json', 'library.json.journal']) {
      writeFileSync(join(copy.path, name), readFileSync(join(folder.path, name)))
    }
    await store.close()
    for (const file of [folder.file, copy.file]) {
      const again = await openLibrary(file)
      expect(JSON.stringify(again.data.books.get('1')?.notes)).toBe(JSON.stringify(JSON.parse(json)))
      await again.close()
    }
    copy.remove()
  })

  test('is made with its folder, and is found by any way that leads to it', async () => {
    const file = join(folder.path, 'deep', 'down', 'library.json')
    await (await openLibrary(file)).close()
    symlinkSync(file, folder.file)
    symlinkSync(dirname(file), join(folder.path, 'link'))
    for (const path of [folder.file, join(folder.path, 'link', 'library.json')]) {
      const store = await openLibrary(path)
      expect(store.file).toBe(file)
      await store.update(draft => draft.shelves.set({ id: path }))
      await store.close()
    }
    expect(JSON.parse(readFileSync(file, 'utf8')).shelves).toHaveLength(2)
  })

  test('is made where links lead, which stay links, and is one document for all of them', async () => {
    const file = join(folder.path, 'volume', 'new', 'library.json')
    mkdirSync(join(folder.path, 'volume'))
    symlinkSync(join('volume', 'new', 'library.json'), join(folder.path, 'near'))
    symlinkSync('near', folder.file)
    const store = await openLibrary(folder.file)
    expect(store.file).toBe(file)
    await store.update(draft => draft.books.set(book('1')))
    await expect(openLibrary(file)).rejects.toThrow('is in use')
    await store.close()
    expect([lstatSync(folder.file).isSymbolicLink(), lstatSync(file).isFile()]).toEqual([true, true])
    expect(folder.names()).toEqual(['library.json', 'near', 'volume'])
  })

  test('keeps its permissions and its owner; a new one is for its owner only', async () => {
    const store = await openLibrary(folder.file)
    expect(statSync(folder.file).mode & 0o777).toBe(0o600)
    await store.close()
    chmodSync(folder.file, 0o666)
    if (process.getuid?.() === 0) chownSync(folder.file, 1234, 1234)
    const before = statSync(folder.file)
    const again = await openLibrary(folder.file)
    await again.update(draft => draft.books.set(book('1')))
    await again.close()
    const { mode, uid, gid, ino } = statSync(folder.file)
    expect([mode, uid, gid]).toEqual([before.mode, before.uid, before.gid])
    expect(ino).not.toBe(before.ino)
  })

  test('has its owner before any of its content is written, however long that takes', async () => {
    await (await openLibrary(folder.file)).close()
    const done: string[] = []
    const open: FileSystem['open'] = async (path, flags, mode) => {
      const handle = await nodeFiles.open(path, flags, mode)
      if (!path.startsWith(`${folder.file}.tmp-`)) return handle
      const setOwner = async (uid: number, gid: number) => {
        await new Promise(resolve => setTimeout(resolve, 20))
        await handle.setOwner(uid, gid)
        done.push('owner')
      }
      const write: typeof handle.write = (bytes, from) => {
        done.push('content')
        return handle.write(bytes, from)
      }
      return { ...handle, setOwner, write }
    }
    const store = await openLibrary(folder.file, { files: { ...nodeFiles, open } })
    await store.update(draft => draft.books.set(book('1')))
    await store.close()
    expect(done).toEqual(['owner', 'content'])
  })

  test('may leave parts out, and may begin with a byte-order mark', async () => {
    writeFile('\ufeff{"format":1,"books":[{"id":"1","title":"t","topics":[]}]}')
    const store = await openLibrary(folder.file)
    expect(contentsOf(store.data)).toEqual({
      books: [{ id: '1', title: 't', topics: [] }],
      shelves: [],
      counters: { books: 0 },
      motto: null,
    })
    await store.close()
  })

  test.each([1, 2, 3, 5, 1024])('is the same when it is read in pieces of %i bytes', async size => {
    const books = [
      book('1', { notes: 'a"\\\\", "books": [{€🎭' }),
      book('2', { notes: { '\\"books\\\\': [1e3, -1.5e-7, true, false] } }),
      book('\ufffd'),
    ]
    writeFile(JSON.stringify({ format: 1, books, motto: '":\\' }))
    const store = await openLibrary(folder.file, { files: inPieces(size), parse: parseDocumentJson })
    expect(contentsOf(store.data)).toMatchObject({ books, motto: '":\\' })
    await store.close()
  })

  test('rids its folder of what unfinished writes have left, and of nothing else', async () => {
    const others = ['library.json.tmp-notes', 'other.json.tmp-0123abcd', 'library.json.bak']
    for (const name of [...others, 'library.json.tmp-0123abcd', 'library.json.journal.tmp-0123abcd'])
      writeFile('x', name)
    await (await openLibrary(folder.file)).close()
    expect(folder.names()).toEqual([...others, 'library.json'].sort())
  })
})

describe('a document that is not as it should be is refused and left as it is', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ['empty', '', ['is empty (0 bytes)', 'move it away']],
    ['only blanks', ' \n ', ['line 2, column 2', 'not JSON']],
    ['cut off', '{\n"format": 1,\n"books": [\n', ['line 4, column 1', 'not JSON']],
    ['with a comma too many', '{\n"format": 1,\n"books": [],\n}', ['line 4, column 1']],
    ['with a broken record', '{"format": 1,\n"books": [\n{"id":"1","title":x}]}', ['line 3, column 19']],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), ['not UTF-8']],
    ['zeros', new Uint8Array(64), ['line 1, column 1']],
    ['an array', '[]', ['not an object']],
    ['with a part that nobody knows', '{"format":1,"magazines":[]}', ['magazines is not a part', 'books, shelves']],
    ['with a collection that is no array', '{"format":1,"books":{}}', ['books must be an array']],
    ['with a record that is none', '{"format":1,"books":[null]}', ['books/0/id']],
    ['with an id that is no text', '{"format":1,"books":[{"id":7}]}', ['books/0/id must be a text']],
    ['with an id twice', '{"format":1,"books":[{"id":"a"},{"id":"a"}]}', ['books/1/id', '"a"']],
    ['of a later format', '{"format":2}', ['has format 2', 'reads formats up to 1', 'Use the version that wrote it']],
    ['of an odd format', '{"format":"one"}', ['format must be a whole number']],
    ['of no format', '{"books":[]}', ['has format none']],
  ])('%s', async (_, content, words) => {
    writeFile(content)
    const refusal = await refusalOf()
    for (const word of [folder.file, ...words]) expect(refusal).toContain(word)
    expect(folder.names()).toEqual(['library.json'])
    expect(readFileSync(folder.file)).toEqual(Buffer.from(content as string))
  })

  const levels = (count: number) => `${'['.repeat(count)}"]"${']'.repeat(count)}`
  const noted = (notes: string) => `{"format":1,"books":[{"id":"1","title":"t","topics":[],"notes":${notes}}]}`
  describe.each([1, 3, 1024])('when it is read in pieces of %i bytes', size => {
    test.each<[string, string | Uint8Array, string]>([
      [
        'a part twice',
        '{"format":1,"motto":"\\\\","books":[], "motto":"\\""}',
        'line 1, column 38: "motto" is there twice',
      ],
      ['a part twice, once with escapes', '{"format":1,"motto":"","m\\u006ftto":""}', '"motto" is there twice'],
      ['1,001 levels', noted(levels(998)), 'has more than 1000 levels'],
      ['a number that is too large', noted('1e999'), 'has a number that is too large'],
      ['another', noted('[1E+999]'), 'has a number that is too large'],
      ['a third', noted(`-${'9'.repeat(400)}`), 'has a number that is too large'],
      [
        'half a character',
        Buffer.from(noted('"€"').replace('€', '€#')).filter((_, at, all) => all[at + 1] !== 0x23),
        'not UTF-8',
      ],
      ['two byte-order marks', '\ufeff\ufeff{"format":1}', 'line 1, column 1: this is not JSON'],
    ])('with %s', async (_, content, words) => {
      writeFile(content)
      expect(await refusalOf({ files: inPieces(size), parse: parseDocumentJson })).toContain(words)
    })
  })

  test('gone while its journal is there', async () => {
    const store = await openLibrary(folder.file)
    await store.update(draft => draft.books.set(book('1')))
    const journal = folder.read('library.json.journal')
    await store.close()
    const copy = temporaryFolder()
    writeFileSync(`${copy.file}.journal`, journal)
    const refusal = await openLibrary(copy.file).catch(error => error.message)
    expect(refusal).toContain('library.json is gone, but')
    expect(copy.names()).toEqual(['library.json.journal'])
    copy.remove()
  })

  test('a folder', async () => {
    mkdirSync(folder.file)
    expect(await refusalOf()).toBe(
      `${folder.file} is a folder, not a file, and in the way of the document. Move it away first.`,
    )
  })

  test.each([
    ['throws', (run: () => never) => run()],
    ['rejects', (run: () => never) => Promise.resolve().then(run)],
  ])('refused by the check given, which %s, with the name of the file', async (_, as) => {
    writeFile('{"format":1}')
    const check = () =>
      as(() => {
        throw new Error('books: there must be one')
      })
    expect(await refusalOf({ check })).toBe(`${folder.file}: books: there must be one`)
    expect(folder.names()).toEqual(['library.json'])
  })
})

describe('an older document', () => {
  const upgrade = (older: unknown) => {
    const { volumes = [] } = older as { volumes?: { id: string }[] }
    return { books: volumes.map(({ id }) => book(id)) }
  }

  test.each([
    ['with a lower format', '{"format":1,"volumes":[{"id":"1"}]}', 'format-1'],
    ['without a format', '{"volumes":[{"id":"1"}]}', 'format-none'],
  ])('%s is upgraded, and kept as it was', async (_, text, suffix) => {
    writeFile(text)
    const store = await openLibrary(folder.file, { format: 2, upgrade })
    expect([...store.data.books.values()]).toEqual([book('1')])
    expect(JSON.parse(folder.read('library.json'))).toMatchObject({ format: 2, books: [book('1')] })
    await store.close()
    expect(folder.names()).toEqual(['library.json', `library.json.${suffix}.bak`])
    expect(folder.read(`library.json.${suffix}.bak`)).toBe(text)
  })

  test('is left as it was where its copy is not known to be on disk', async () => {
    const text = '{"format":1,"volumes":[{"id":"1"}]}'
    writeFile(text)
    const files: FileSystem = {
      ...nodeFiles,
      async open(...[path, flags, mode]) {
        const handle = await nodeFiles.open(path, flags, mode)
        const sync = async () => {
          throw Object.assign(new Error('EIO: not on disk'), { code: 'EIO' })
        }
        return path.endsWith('.bak') ? { ...handle, sync } : handle
      },
    }
    expect(await refusalOf({ format: 2, upgrade, files })).toContain('(EIO)')
    expect(folder.read('library.json')).toBe(text)
  })

  test('is upgraded with what is in its journal, which the kept one holds too', async () => {
    const store = await openLibrary(folder.file)
    await store.update(draft => draft.shelves.set({ id: 'top' }))
    const copy = temporaryFolder()
    for (const name of ['library.json', 'library.json.journal']) writeFileSync(join(copy.path, name), folder.read(name))
    await store.close()
    const seen: unknown[] = []
    const again = await openLibrary(copy.file, {
      format: 2,
      upgrade: older => seen.push(older) && { books: [book('9')] },
    })
    expect(seen).toMatchObject([{ format: 1, shelves: [{ id: 'top' }] }])
    await again.close()
    expect(copy.names()).toEqual(['library.json', 'library.json.format-1.bak'])
    expect(JSON.parse(copy.read('library.json.format-1.bak'))).toMatchObject({ format: 1, shelves: [{ id: 'top' }] })
    expect(JSON.parse(copy.read('library.json'))).toMatchObject({ format: 2, books: [book('9')], shelves: [] })
    copy.remove()
  })

  test('that cannot be upgraded is left as it is', async () => {
    writeFile('{"format":1}')
    const failing = () => {
      throw new Error('volumes/3 has no title')
    }
    expect(await refusalOf({ format: 2, upgrade: failing })).toContain('volumes/3 has no title')
    expect(folder.names()).toEqual(['library.json'])
  })

  test('what the check makes of a document is taken, and written', async () => {
    writeFile('{"format":1}')
    const store = await openLibrary(folder.file, { check: () => ({ motto: 'checked' }) })
    expect(JSON.parse(folder.read('library.json')).motto).toBe('checked')
    await store.close()
  })
})

describe('the first syntax error of JSON text', () => {
  test.each<[string, [number, number] | undefined]>([
    ['{"a":[1,-2.5e+3,"\\u00e9\\n",true,false,null,{}],"b":[]}', undefined],
    [' \n[ ]\r\n', undefined],
    ['', [1, 1]],
    ['[1,]', [1, 4]],
    ['{"a" 1}', [1, 6]],
    ['{a:1}', [1, 2]],
    ['[1] 2', [1, 5]],
    ['["a\nb"]', [1, 4]],
    ['["\\x"]', [1, 3]],
    ['[01]', [1, 3]],
    ['{"a":1}}', [1, 8]],
    ['[tru]', [1, 2]],
    ['"abc', [1, 5]],
  ])('%j is at %j', (text, place) => {
    expect(findJsonSyntaxError(text)).toEqual(place && { line: place[0], column: place[1] })
  })

  test.each(['[', '{"a":'])('is found however deep %j is nested', opening => {
    expect(findJsonSyntaxError(opening.repeat(100_000))?.column).toBe(opening.length * 100_000 + 1)
  })
})

test('a document that an instance has is read once it is released', async () => {
  const store = await openLibrary(folder.file)
  let isRead = false
  const read = readDocument<Collections, Values>({ file: folder.file, layout, format: 1 }).finally(() => {
    isRead = true
  })
  for (let id = 0; id < 20; id++) await store.update(draft => draft.books.set(book(String(id))))
  expect(isRead).toBe(false)
  await store.close()
  expect((await read).data.books.size).toBe(20)
})
