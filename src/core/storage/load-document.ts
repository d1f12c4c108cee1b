import { Low } from 'lowdb'
import { isRecord } from '../base/is-record.ts'
import { type Contents, type Layout, StorageError } from '../base/store.ts'
import {
  backUpDocument,
  backUpFile,
  checkParts,
  type DocumentFile,
  type LineForm,
  type StoredDocument,
} from './document/index.ts'
import { type Recovered, recover } from './recover.ts'
import { TextRecord } from './state/index.ts'

/** The layout of a document, its format, and how it is checked. */
export interface DocumentForm<C, V> {
  layout: Layout<C, V>
  /** The number of the document's format, which is the first part in the file. */
  format: number
  /** Refuses a file that holds something else than a document, before anything is made of it, by throwing. */
  recognise?: (parts: Readonly<Record<string, unknown>>, path: string) => void
  /**
   * Turns a document of a lower format, or of none, into the parts of the present one. Without it, those are refused.
   */
  upgrade?: (older: unknown) => unknown
  /**
   * Validates the parts of the document, by throwing; of a record that `wasRight` nothing is wrong. If it returns
   * something, now or later, that replaces them.
   */
  check?: (parts: unknown) => unknown
  /** Whether a record is complete and valid, so that the text of its line may be held. Without it, none is. */
  isRight?: LineForm['isRight']
  /** The parts of a new document. */
  initial?: Partial<Contents<C, V>>
}

export interface LoadedDocument {
  /** Holds the document as it was last read or written. */
  database: Low<StoredDocument>
  parts: StoredDocument
  recovered: Recovered
  /** Whether the document on disk has an older format. */
  isOlder: boolean
  /** Whether the parts differ from what is on disk. */
  mustWrite: boolean
}

/** How the records of a document's lines are held. */
export function linesOf<C, V>({ layout, isRight }: Pick<DocumentForm<C, V>, 'layout' | 'isRight'>) {
  const collections: Record<string, { asText?: ReadonlySet<string>; texts?: ReadonlySet<string> }> = layout.collections
  return (
    isRight && {
      textFieldsOf: (name: string) => collections[name]?.asText,
      textsOf: (name: string) => collections[name]?.texts,
      isRight,
    }
  )
}

/** The format of the first release. */
const OLDEST_FORMAT = 1

/** Reads the document and replays its journal, in memory only. One of an older format is upgraded. */
export async function loadDocument<C, V>(file: DocumentFile, options: DocumentForm<C, V>): Promise<LoadedDocument> {
  const initial = new Map(Object.entries(options.initial ?? {}))
  const database = new Low<StoredDocument>(file, initial)
  await database.read()
  const found = database.data === initial ? null : database.data
  if (found) {
    refuseUnknownFormat(file.path, found, options.format)
    options.recognise?.(Object.fromEntries(found), file.path)
  }
  const recovered = await recover(file, found)
  if (!recovered.document) return { database, parts: initial, recovered, isOlder: false, mustWrite: true }
  const upgraded = await upgradeOlder(file.path, recovered.document, options)
  const { parts, isChanged } = await checkDocument(file.path, upgraded ?? recovered.document, options)
  const isOlder = upgraded !== undefined
  return { database, parts, recovered, isOlder, mustWrite: isChanged || isOlder }
}

function refuseUnknownFormat(path: string, document: StoredDocument, format: number) {
  const found = document.get('format')
  if (found === undefined) return
  if (!Number.isInteger(found) || Number(found) < OLDEST_FORMAT) {
    const shown = typeof found === 'number' ? `, not ${found}` : ''
    throw new StorageError(
      `${path}: format must be a whole number of ${OLDEST_FORMAT} or more${shown}. Put a good copy in its place; in a ` +
        'fixture, leave format out. Nothing was touched.',
    )
  }
  if (Number(found) <= format) return
  throw new StorageError(
    `${path} has format ${found}; this version reads formats up to ${format}. Use the version that wrote it, ` +
      'or a newer one. Nothing was touched.',
  )
}

async function upgradeOlder<C, V>(path: string, document: StoredDocument, { format, upgrade }: DocumentForm<C, V>) {
  const found = document.get('format')
  if (found === format) return undefined
  if (!upgrade) throw new StorageError(`${path} has format ${found ?? 'none'}, and only ${format} can be read.`)
  return withPathInErrors(path, () => partsOf(path, upgrade(Object.fromEntries(document))))
}

async function checkDocument<C, V>(path: string, document: StoredDocument, { layout, check }: DocumentForm<C, V>) {
  const returned = await withPathInErrors(path, () => check?.(Object.fromEntries(document)))
  const parts = returned === undefined ? document : partsOf(path, returned)
  checkParts(path, parts, Object.keys(layout.collections), Object.keys(layout.values as object))
  return { parts, isChanged: returned !== undefined }
}

/** Whether `isRight` has said so of a record: then it is held as the text of its line. */
export const wasRight = (record: unknown) => record instanceof TextRecord

/** Backs up a document of an older format, before it is written in the present one. */
export function backUpOlder(file: DocumentFile, { document = new Map(), base, sequence }: Recovered) {
  const suffix = `format-${document.get('format') ?? 'none'}.bak`
  return sequence > base.sequence ? backUpDocument(file, document, suffix) : backUpFile(file, suffix)
}

function partsOf(path: string, document: unknown): StoredDocument {
  if (isRecord(document)) return new Map(Object.entries(document))
  throw new StorageError(`${path} could not be converted to the present format.`)
}

async function withPathInErrors<T>(path: string, task: () => T | Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof StorageError) throw error
    throw new StorageError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
