import { dirname } from 'node:path'
import type { Contents, Store } from '../base/store.ts'
import type { CheckpointTimes } from './checkpoint-timer.ts'
import { DocumentFile, type ParseJson } from './document/index.ts'
import { DurableLog } from './durable-log.ts'
import {
  diskOf,
  type FileSystem,
  nodeFiles,
  probeFolder,
  removeTemporaries,
  resolveFile,
  toStorageError,
} from './files/index.ts'
import { encodeChanges, journalPaths } from './journal/index.ts'
import { backUpOlder, type DocumentForm, linesOf, loadDocument } from './load-document.ts'
import { type FileLock, lockFile } from './lock/index.ts'
import { reopenJournal } from './reopen-journal.ts'
import { StateBase, UpdateQueue } from './state/index.ts'

export interface DocumentStoreOptions<C, V> extends DocumentForm<C, V> {
  /** The document's path. The file and its folder are created if missing. */
  file: string
  /** Parses the document's text. Default: `JSON.parse`. */
  parse?: ParseJson
  /** `disk` (default): updates survive a power cut. `process`: they survive the end of the process only. */
  durability?: 'disk' | 'process' | undefined
  /** Every operation on files goes through this. Default: the machine's file system. */
  files?: FileSystem
  /** When the document is written while the store is open. */
  checkpoints?: Partial<CheckpointTimes>
  /** Gets messages for the user that belong to no update: a torn line dropped, a file written again. */
  report?: (message: string) => void
}

export interface DocumentStore<C, V> extends Store<C, V> {
  /** The document's path, absolute and without symbolic links. */
  readonly file: string
  /** Writes the document now, while updates go on. */
  checkpoint(): Promise<void>
}

/**
 * Opens the store of a document file, for this process alone.
 *
 * @throws StorageError if another process has it, or if a file is invalid; then no file was changed.
 * @example
 * const store = await openDocumentStore<Collections, Values>({ file: 'data/instance.json', layout, format: FORMAT })
 * await store.update(draft => draft.tags.set(tag))
 * await store.close()
 */
export async function openDocumentStore<C, V>(options: DocumentStoreOptions<C, V>): Promise<DocumentStore<C, V>> {
  const { files = nodeFiles } = options
  const path = await resolveFile(options.file, files)
  const lock = await lockFile(path, undefined, files).catch(error => {
    throw toStorageError(`lock ${path}`, error)
  })
  try {
    return await openLocked(options, path, lock)
  } catch (error) {
    lock.release()
    throw toStorageError(`open ${path}`, error)
  }
}

async function openLocked<C, V>(options: DocumentStoreOptions<C, V>, path: string, lock: FileLock) {
  const { layout, format, durability = 'disk', checkpoints, parse, files = nodeFiles, report = () => {} } = options
  const file = new DocumentFile(path, { isDurable: durability === 'disk', files, parse, lines: linesOf(options) })
  await checkFolder(file, report)
  const { database, parts, recovered, isOlder, mustWrite } = await loadDocument(file, options)
  if (isOlder) await backUpOlder(file, recovered)
  const base = new StateBase(layout, Object.fromEntries(parts) as Partial<Contents<C, V>>)
  await removeTemporaries(files, [path, ...journalPaths(path)])
  const journal = await reopenJournal(file, recovered, report)

  const queue: UpdateQueue<C, V> = new UpdateQueue(base, {
    encode: encodeChanges,
    append: encoded => log.append(encoded),
  })
  const log = new DurableLog({
    database,
    file,
    journal,
    lock,
    times: { idle: 1000, journalBytes: 8 * 1024 * 1024, retryAfter: 5000, ...checkpoints },
    report,
    snapshot: () => new Map([['format', format], ...base.snapshot()]),
    exclusive: queue.exclusive,
  })
  if (mustWrite)
    await log.rewrite().catch(async error => {
      await journal.close()
      throw error
    })

  let closing: Promise<void> | undefined
  const close = async () => {
    await queue.close(`The store of ${path} is closed`)
    await log.close()
  }
  return {
    file: path,
    data: base.view,
    update: queue.update,
    updateInSteps: queue.updateInSteps,
    checkpoint: () => log.checkpoint(),
    close: () => (closing ??= close()),
  }
}

async function checkFolder(file: DocumentFile, report: (message: string) => void) {
  const folder = dirname(file.path)
  const { share, isKnown } = await diskOf(folder, file.files)
  if (isKnown) return
  await probeFolder(file.path, file)
  if (share)
    report(`${folder} is on a network share (${share}), so syncs and locks are only as good as those of the share`)
}
