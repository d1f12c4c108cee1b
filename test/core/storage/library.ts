import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Layout, State } from '../../../src/core/base/store.ts'
import { type DocumentStoreOptions, openDocumentStore } from '../../../src/core/storage/document-store.ts'
import { type FileSystem, nodeFiles } from '../../../src/core/storage/files/index.ts'

export interface Book {
  id: string
  title: string
  author?: string | null
  topics: string[]
  notes?: unknown
}

export interface Shelf {
  id: string
  room?: string
  boards?: { width: number }[]
  label?: unknown
}

export interface Collections {
  books: Book
  shelves: Shelf
}

export interface Values {
  counters: { books: number }
  motto: string | null
}

export const layout: Layout<Collections, Values> = {
  collections: {
    books: { indexes: { author: book => book.author ?? undefined, topic: book => book.topics } },
    shelves: { indexes: { room: shelf => shelf.room }, asText: new Set(['boards', 'label']) },
  },
  values: { counters: { books: 0 }, motto: null },
}

export const book = (id: string, more: Partial<Book> = {}): Book => ({ id, title: `Book ${id}`, topics: [], ...more })

export const openLibrary = (file: string, options: Partial<DocumentStoreOptions<Collections, Values>> = {}) =>
  openDocumentStore<Collections, Values>({ file, layout, format: 1, ...options })

/** All that is in the state, to compare. */
export const contentsOf = (data: State<Collections, Values>) => ({
  books: [...data.books.values()],
  shelves: [...data.shelves.values()],
  counters: data.counters,
  motto: data.motto,
})

/** A folder of its own for a test, removed by `remove`. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'understudy-storage-'))
  return {
    path,
    file: join(path, 'library.json'),
    names: () => readdirSync(path).sort(),
    read: (name: string) => readFileSync(join(path, name), 'utf8'),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Reads files in pieces of this size. */
export const inPieces = (size: number): FileSystem => ({
  ...nodeFiles,
  async open(path, flags, mode) {
    const handle = await nodeFiles.open(path, flags, mode)
    async function* pieces() {
      for await (const bytes of handle.pieces())
        for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
    }
    return { ...handle, pieces }
  },
})
