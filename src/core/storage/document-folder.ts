import { dirname, join } from 'node:path'
import { StorageError } from '../base/store.ts'
import { DocumentFile, type LineForm, type ParseJson, type StoredDocument } from './document/index.ts'
import { codeOf, type FileSystem, nodeFiles, removeTemporaries, syncFolder, toStorageError } from './files/index.ts'

const FILE = /^(.+)\.json$/
/** Bytes at the start of a document that `list` returns, without reading the whole. */
const HEAD = 256

/** Only the owner may open the folder, as only the owner may read the documents. */
const FOLDER_MODE = 0o700
const OTHERS = 0o077

export interface DocumentFolderOptions {
  /** Created with the first document. */
  folder: string
  durability?: 'disk' | 'process' | undefined
  parse?: ParseJson
  /** How records are taken from the lines of a document. Without it, each is read whole. */
  lines?: Omit<LineForm, 'parse'> | undefined
  files?: FileSystem
}

/** A folder of documents, each written as atomically and as durably as the document of a store. */
export interface DocumentFolder {
  /** The names of the documents, each with the first bytes of its text. @throws StorageError where it is no folder */
  list(): Promise<{ name: string; head: string }[]>
  /** Creates the document, or replaces it. One at a time. */
  write(name: string, document: StoredDocument): Promise<void>
  /** @throws StorageError if there is no such file, or if it is not JSON */
  read(name: string): Promise<StoredDocument>
  remove(name: string): Promise<void>
  pathOf(name: string): string
}

export function openDocumentFolder(options: DocumentFolderOptions): DocumentFolder {
  const { folder, durability = 'disk', parse, lines, files = nodeFiles } = options
  const isDurable = durability === 'disk'
  const pathOf = (name: string) => join(folder, `${name}.json`)
  const fileOf = (name: string) => new DocumentFile(pathOf(name), { isDurable, files, parse, lines, givesWay: true })

  async function headOf(name: string) {
    for await (const bytes of files.read(pathOf(name))) return Buffer.from(bytes.subarray(0, HEAD)).toString()
    return ''
  }

  async function list() {
    if (!files.stat(folder)) return []
    const names = (await files.list(folder)).flatMap(name => FILE.exec(name)?.[1] ?? []).sort()
    await removeTemporaries(files, names.map(pathOf))
    return Promise.all(names.map(async name => ({ name, head: await headOf(name) })))
  }

  function closeToOthers() {
    try {
      files.setMode(folder, FOLDER_MODE)
    } catch (error) {
      // only the folder's owner may, and another user may still write into it
      if (codeOf(error) !== 'EPERM') throw error
    }
  }

  async function write(name: string, document: StoredDocument) {
    const found = files.stat(folder)
    if (!found) {
      await files.makeFolder(folder, FOLDER_MODE)
      if (isDurable) await syncFolder(dirname(folder), files)
    } else if ((Number(found.mode) & OTHERS) !== 0) closeToOthers()
    const file = fileOf(name)
    await file.take()
    await file.write(document)
  }

  return {
    pathOf,
    list: () =>
      list().catch(error => {
        throw toStorageError(`read the folder ${folder}`, error)
      }),
    write: (name, document) =>
      write(name, document).catch(error => {
        throw toStorageError(`write ${pathOf(name)}`, error)
      }),
    async read(name) {
      const document = await fileOf(name).read()
      if (!document) throw new StorageError(`${pathOf(name)} is gone`)
      return document
    },
    async remove(name) {
      await files.remove(pathOf(name))
      if (isDurable) await syncFolder(folder, files)
    },
  }
}
