import { dirname } from 'node:path'
import { encodeChanges } from './changes.ts'
import type { CheckpointTimes } from './checkpoint-timer.ts'
import { diskFault } from './disk-fault.ts'
import { DocumentFile } from './document-file.ts'
import { DurableLog } from './durable-log.ts'
import { type FileLock, lockFile } from './file-lock.ts'
import { journalPaths } from './journal.ts'
import { loadDocument } from './load-document.ts'
import type { ParseJson } from './parse-document.ts'
import { diskOf, probeFolder } from './probe-folder.ts'
import { reopenJournal } from './reopen-journal.ts'
import { resolveFile } from './resolve-file.ts'
import { StateBase } from './state-layers.ts'
import type { Contents, Layout, Store } from './store.ts'
import { removeTemporaries } from './temporary-file.ts'
import { UpdateQueue } from './update-queue.ts'

export interface DocumentStoreOptions<C, V> {
  /** The document's path. It and its folder are made if missing. */
  file: string
  layout: Layout<C, V>
  /** The number of the document's form, which is the first thing in the file. */
  format: number
  /** How the document's text becomes a value. Default: `JSON.parse`. */
  parse?: ParseJson
  /** Turns a document of a lower format, or without one, into the parts of the present one. Without it those are refused. */
  upgrade?: (older: unknown) => unknown
  /** Looks at the parts of the document as read; throws what is wrong with them. If it returns something, that is taken instead. */
  check?: (parts: unknown) => unknown
  /** What a new document starts with. */
  initial?: Partial<Contents<C, V>>
  /** `disk` (default): an update is kept when the disk says so. `process`: it survives the process, but not a power cut. */
  durability?: 'disk' | 'process'
  /** When the document is written while the store is open. */
  checkpoints?: Partial<CheckpointTimes>
  /** Told what the user should know and no one asked for: a torn line dropped, a file written again. */
  report?: (message: string) => void
}

export interface DocumentStore<C, V> extends Store<C, V> {
  /** The document's path, absolute and without symbolic links. */
  readonly file: string
  /** Whether the document was made just now. */
  readonly isNew: boolean
  /** Writes the document now, while updates go on. */
  checkpoint(): Promise<void>
}

/**
 * Opens the store of a document file, for this process alone.
 *
 * @throws StorageError if another process has it, or if a file is not as it should be; then nothing was touched.
 * @example
 * const store = await openDocumentStore<Collections, Values>({ file: 'data/instance.json', layout, format: FORMAT })
 * await store.update(draft => draft.tags.set(tag))
 * await store.close()
 */
export async function openDocumentStore<C, V>(options: DocumentStoreOptions<C, V>): Promise<DocumentStore<C, V>> {
  const path = await resolveFile(options.file)
  const lock = await lockFile(path)
  try {
    return await openLocked(options, path, lock)
  } catch (error) {
    lock.release()
    throw diskFault(`open ${path}`, error)
  }
}

async function openLocked<C, V>(options: DocumentStoreOptions<C, V>, path: string, lock: FileLock) {
  const { layout, format, durability = 'disk', checkpoints, parse, report = () => {} } = options
  const file = new DocumentFile(path, { isDurable: durability === 'disk', parse })
  await checkFolder(file, report)
  const { parts, recovered, isNew, mustWrite } = await loadDocument(file, options)
  const base = new StateBase(layout, Object.fromEntries(parts) as Partial<Contents<C, V>>)
  await removeTemporaries(path, ...journalPaths(path))
  const journal = await reopenJournal(file, recovered, report)

  const queue: UpdateQueue<C, V> = new UpdateQueue(base, {
    encode: encodeChanges,
    append: encoded => log.append(encoded),
  })
  const log = new DurableLog({
    file,
    journal,
    lock,
    times: { idle: 1000, journalBytes: 8 * 1024 * 1024, ...checkpoints },
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
    isNew,
    data: base.view,
    update: queue.update,
    checkpoint: () => log.checkpoint(),
    close: () => (closing ??= close()),
  }
}

async function checkFolder(file: DocumentFile, report: (message: string) => void) {
  const folder = dirname(file.path)
  const { share, isKnown } = await diskOf(folder)
  if (isKnown) return
  await probeFolder(file.path, file)
  if (share)
    report(`${folder} is on a network share (${share}), whose word for what is on disk, and for who has it, is taken`)
}
