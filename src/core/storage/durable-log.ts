import type { Low } from 'lowdb'
import { StorageError } from '../base/store.ts'
import { CheckpointTimer, type CheckpointTimes } from './checkpoint-timer.ts'
import { type AroundReplace, backUpDocument, type DocumentFile, type StoredDocument } from './document/index.ts'
import { toStorageError } from './files/index.ts'
import type { Journal } from './journal/index.ts'
import type { FileLock } from './lock/index.ts'

export interface DurableLogOptions {
  /** Holds the document as it was last read or written, with `file` as its adapter. */
  database: Low<StoredDocument>
  file: DocumentFile
  journal: Journal
  lock: FileLock
  times: CheckpointTimes
  report: (message: string) => void
  /** A copy of the present state, for the document. */
  snapshot: () => StoredDocument
  /** Runs a task while no commit is being written. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/**
 * Writes commits to the journal, and at checkpoints the document.
 *
 * Files that another program removes in between are written again. After another program has changed the document, that
 * version stays, the state is saved in a backup file, and further commits are refused.
 */
export class DurableLog {
  readonly #options: DurableLogOptions
  readonly #timer: CheckpointTimer
  #running: Promise<void> | undefined
  /** Counts the documents written outside checkpoints: a checkpoint that began before one is out of date. */
  #rewrites = 0
  #refusal: StorageError | undefined
  #isFailing = false

  constructor(options: DurableLogOptions) {
    this.#options = options
    this.#timer = new CheckpointTimer(options.times, () => this.#tryCheckpoint())
    if (options.journal.isAhead) this.#startTimer()
  }

  async append(encoded: readonly (readonly string[])[]) {
    const { file, journal } = this.#options
    if (this.#refusal) throw this.#refusal
    try {
      await this.#repair()
      await journal.append(encoded)
    } catch (error) {
      throw toStorageError(`save the change in ${file.path}.journal`, error)
    }
    this.#startTimer()
  }

  /** Writes the document while commits go on. */
  checkpoint(): Promise<void> {
    this.#running ??= this.#writeCheckpoint()
      .catch(error => {
        throw toStorageError(`write ${this.#options.file.path} (its journal still has the changes)`, error)
      })
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  /** Writes the document while no commit is being written. */
  async rewrite() {
    const { journal, lock, snapshot } = this.#options
    const { sequence } = journal
    this.#rewrites++
    await lock.renew()
    await journal.releasePreallocation()
    await this.#write(snapshot(), async (fingerprint, replace) => {
      if (journal.isUntouched) await journal.writeBaseMarker({ fingerprint, sequence })
      else await journal.restart({ fingerprint, sequence })
      await replace()
      journal.base = { fingerprint, sequence }
    })
    await journal.dropFirst()
  }

  /** Leaves the complete document, or, if it cannot be written, also the journal with what it lacks. Call it last. */
  async close() {
    const { file, journal, lock } = this.#options
    this.#timer.stop()
    await this.#running?.catch(() => {})
    try {
      await this.#writeLast()
        .catch(error => {
          throw toStorageError(`write ${file.path}${journal.isUntouched ? KEPT_IN_JOURNAL : ''}`, error)
        })
        .finally(() => journal.close())
    } catch (error) {
      throw toStorageError(`close ${file.path}`, error)
    } finally {
      this.#refusal ??= new StorageError(`The store of ${file.path} is closed`)
      lock.release()
    }
  }

  async #writeLast() {
    const { file, journal } = this.#options
    if (this.#refusal) return
    const found = await file.compareWithDisk()
    if (found === 'changed') return void (await this.#yieldToExternalEdit())
    if (found === 'missing' || journal.isAhead) await this.rewrite()
    await journal.remove()
  }

  async #writeCheckpoint() {
    const { file, journal, snapshot, exclusive } = this.#options
    if (this.#refusal || !journal.isAhead) return
    const { document, sequence, rewrites } = await exclusive(async () => {
      await journal.startNext()
      return { document: snapshot(), sequence: journal.sequence, rewrites: this.#rewrites }
    })
    let isReplaced = false
    await this.#write(document, (fingerprint, replace) =>
      exclusive(async () => {
        if (rewrites !== this.#rewrites) return
        if ((await file.compareWithDisk()) === 'changed') throw await this.#yieldToExternalEdit()
        await journal.writeBaseMarker({ fingerprint, sequence })
        await replace()
        journal.base = { fingerprint, sequence }
        isReplaced = true
      }),
    )
    if (isReplaced) await journal.dropFirst()
  }

  #write(document: StoredDocument, aroundReplace: AroundReplace) {
    const { database, file } = this.#options
    file.aroundReplace = aroundReplace
    database.data = document
    return database.write()
  }

  /** If another program has touched the files: writes them again where possible, and rejects the present commit. */
  async #repair() {
    const { file, journal, report } = this.#options
    if (file.isUntouched && journal.isUntouched) return
    const found = await file.compareWithDisk()
    if (found === 'same' && journal.isUntouched) return
    if (found === 'changed') throw await this.#yieldToExternalEdit()
    const lost = found === 'missing' ? file.path : `${file.path}.journal`
    await this.rewrite()
    const message = `${lost} was removed or changed by another program while the instance was running. ${file.path} was written again with its content.`
    report(message)
    throw new StorageError(`${message} Only this change was not saved: send it again.`, { code: 'FILES_RESTORED' })
  }

  /** Leaves the document as another program has changed it, and backs up the state if it has commits of its own. */
  async #yieldToExternalEdit(): Promise<StorageError> {
    const { file, journal, lock, snapshot, report } = this.#options
    await lock.renew()
    this.#rewrites++
    const backup = journal.isAhead ? await backUpDocument(file, snapshot(), 'kept') : undefined
    await journal.remove()
    this.#timer.stop()
    const message =
      `${file.path} was changed by another program while the instance was running. It is left as it is, and nothing ` +
      `more is written: start the instance again to load it. ${backup ? backupAdvice(backup, file.path) : ''}`.trim()
    this.#refusal = new StorageError(message, { code: 'EXTERNAL_EDIT' })
    report(this.#refusal.message)
    return this.#refusal
  }

  #startTimer() {
    const { file, journal } = this.#options
    this.#timer.committed(journal.bytes, file.fingerprint.bytes)
  }

  async #tryCheckpoint() {
    const { report } = this.#options
    try {
      await this.checkpoint()
      this.#isFailing = false
      return true
    } catch (error) {
      if (!this.#isFailing && !this.#refusal) report((error as StorageError).message)
      this.#isFailing = true
      return false
    }
  }
}

const KEPT_IN_JOURNAL = ' (the changes are in its journal, and the next start finds them)'

const backupAdvice = (backup: string, path: string) =>
  `What the instance held is in ${backup}: to use that instead, replace ${path} with it first.`
