import { checkParts } from './check-parts.ts'
import type { DocumentFile } from './document-file.ts'
import type { DocumentStoreOptions } from './document-store.ts'
import type { StoredDocument } from './document-text.ts'
import { copyBeside, keepBeside } from './keep-beside.ts'
import { type Recovered, recover } from './recover.ts'
import { StorageError } from './store.ts'

export interface LoadedDocument {
  parts: StoredDocument
  recovered: Recovered
  isNew: boolean
  /** Whether the document is other than what is on disk. */
  mustWrite: boolean
}

/** The document with its journal, in the present form. Of an older one, a copy is kept. */
export async function loadDocument<C, V>(
  file: DocumentFile,
  options: DocumentStoreOptions<C, V>,
): Promise<LoadedDocument> {
  const found = await file.read()
  if (found) refuseNewer(file.path, found, options.format)
  const recovered = await recover(file, found)
  if (!recovered.document) {
    return { parts: new Map(Object.entries(options.initial ?? {})), recovered, isNew: true, mustWrite: true }
  }
  const upgraded = upgradeOlder(file.path, recovered.document, options)
  const { parts, isChanged } = checkDocument(file.path, upgraded ?? recovered.document, options)
  if (upgraded) await keepOld(file, recovered, recovered.document)
  return { parts, recovered, isNew: false, mustWrite: isChanged || upgraded !== undefined }
}

function refuseNewer(path: string, document: StoredDocument, format: number) {
  const found = document.get('format')
  if (found === undefined || (Number.isInteger(found) && Number(found) <= format)) return
  if (!Number.isInteger(found)) throw new StorageError(`${path}: format must be a whole number. Nothing was touched.`)
  throw new StorageError(
    `${path} has format ${found}; this version knows no later one than ${format}. Use the version that wrote it, ` +
      'or a newer one. Nothing was touched.',
  )
}

function upgradeOlder<C, V>(path: string, document: StoredDocument, { format, upgrade }: DocumentStoreOptions<C, V>) {
  const found = document.get('format')
  if (found === format) return undefined
  if (!upgrade) throw new StorageError(`${path} has format ${found ?? 'none'}, and only ${format} can be read.`)
  return inFile(path, () => partsOf(path, upgrade(Object.fromEntries(document))))
}

function checkDocument<C, V>(path: string, document: StoredDocument, { layout, check }: DocumentStoreOptions<C, V>) {
  const returned = inFile(path, () => check?.(Object.fromEntries(document)))
  const parts = returned === undefined ? document : partsOf(path, returned)
  checkParts(path, parts, Object.keys(layout.collections), Object.keys(layout.values as object))
  return { parts, isChanged: returned !== undefined }
}

function keepOld(file: DocumentFile, { base, sequence }: Recovered, document: StoredDocument) {
  const suffix = `format-${document.get('format') ?? 'none'}.bak`
  return sequence > base.sequence ? keepBeside(file, document, suffix) : copyBeside(file, suffix)
}

function partsOf(path: string, document: unknown): StoredDocument {
  if (typeof document === 'object' && document !== null) return new Map(Object.entries(document))
  throw new StorageError(`${path} could not be brought into its present form: no object came of it.`)
}

function inFile<T>(path: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw new StorageError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
