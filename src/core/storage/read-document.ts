import type { Contents, Store } from '../base/store.ts'
import { DocumentFile, type ParseJson } from './document/index.ts'
import { nodeFiles, resolveFile, toStorageError } from './files/index.ts'
import { type DocumentForm, linesOf, loadDocument } from './load-document.ts'
import { refuseHeld } from './lock/index.ts'
import { createMemoryStore } from './memory-store.ts'

export interface ReadDocumentOptions<C, V> extends DocumentForm<C, V> {
  /** The document's path. */
  file: string
  /** Parses the document's text. Default: `JSON.parse`. */
  parse?: ParseJson
}

/**
 * Reads a document into memory, up to the last commit of its journal. No file is changed, and no right to write needed.
 *
 * @throws StorageError if another process has it, or if a file is invalid
 * @example
 * const store = await readDocument<Collections, Values>({ file: 'data/instance.json', layout, format: FORMAT })
 */
export async function readDocument<C, V>(options: ReadDocumentOptions<C, V>): Promise<Store<C, V>> {
  const path = await resolveFile(options.file, nodeFiles)
  try {
    await refuseHeld(path)
    const file = new DocumentFile(path, {
      isDurable: false,
      files: nodeFiles,
      parse: options.parse,
      lines: linesOf(options),
    })
    const { parts } = await loadDocument(file, options)
    return createMemoryStore(options.layout, Object.fromEntries(parts) as Partial<Contents<C, V>>)
  } catch (error) {
    throw toStorageError(`read ${path}`, error)
  }
}
