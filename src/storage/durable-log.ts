import { Low } from 'lowdb'
import { CheckpointTimer, type CheckpointTimes } from './checkpoint-timer.ts'
import { diskFault } from './disk-fault.ts'
import type { AroundReplace, DocumentFile } from './document-file.ts'
import type { StoredDocument } from './document-text.ts'
import type { FileLock } from './file-lock.ts'
import type { Journal } from './journal.ts'
import { keepBeside } from './keep-beside.ts'
import { StorageError } from './store.ts'

export interface DurableLogOptions {
  file: DocumentFile
  journal: Journal
  lock: FileLock
  times: CheckpointTimes
  report: (message: string) => void
  /** The state as it stands, for the document. */
  snapshot: () => StoredDocument
  /** Runs a task while no commit is under way. */
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/**
 * Keeps commits in the journal, and writes them into the document at checkpoints.
 *
 * Files that somebody removes meanwhile are written again. A document that somebody changes is left to them: the state
 * is kept beside it, and every further commit is refused.
 */
export class DurableLog {
  readonly #options: DurableLogOptions
  readonly #timer: CheckpointTimer
  #running: Promise<void> | undefined
  /** Counts the documents written outside checkpoints: a checkpoint that began before one is out of date. */
  #rewrites = 0
  #refusal: string | undefined
  #isFailing = false

  constructor(options: DurableLogOptions) {
    this.#options = options
    this.#timer = new CheckpointTimer(options.times, () => this.#tryCheckpoint())
    if (options.journal.isAhead) this.#startTimer()
  }

  async append(encoded: readonly (readonly string[])[]) {
    const { file, journal } = this.#options
    if (this.#refusal) throw new StorageError(this.#refusal)
    try {
      await this.#repair()
      await journal.append(encoded)
    } catch (error) {
      throw diskFault(`keep the change in ${file.path}.journal`, error)
    }
    this.#startTimer()
  }

  /** Writes the document while commits go on. */
  checkpoint(): Promise<void> {
    this.#running ??= this.#writeCheckpoint()
      .catch(error => {
        throw diskFault(`write ${this.#options.file.path} (its journal goes on holding the changes)`, error)
      })
      .finally(() => {
        this.#running = undefined
      })
    return this.#running
  }

  /** Writes the document while no commit is under way. */
  async rewrite() {
    const { journal, lock, snapshot } = this.#options
    const { sequence } = journal
    this.#rewrites++
    await lock.renew()
    await journal.dropRoom()
    await this.#write(snapshot(), async (fingerprint, replace) => {
      if (journal.isUntouched) await journal.announce({ fingerprint, sequence })
      else await journal.restart({ fingerprint, sequence })
      await replace()
      journal.base = { fingerprint, sequence }
    })
    await journal.drop()
  }

  /** Leaves the one document, or, if it cannot be written, the journal with what it lacks. No commit may follow. */
  async close() {
    const { file, journal, lock } = this.#options
    this.#timer.stop()
    await this.#running?.catch(() => {})
    try {
      if (this.#refusal) return
      const found = await file.look()
      if (found === 'changed') return await this.#giveWay()
      if (found === 'missing' || journal.isAhead) await this.rewrite()
      await journal.remove()
    } catch (error) {
      throw diskFault(`write ${file.path} (the changes are in its journal, and the next start finds them)`, error)
    } finally {
      this.#refusal ??= `The store of ${file.path} is closed`
      await journal.close()
      lock.release()
    }
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
        if ((await file.look()) === 'changed') throw new StorageError(await this.#giveWay())
        await journal.announce({ fingerprint, sequence })
        await replace()
        journal.base = { fingerprint, sequence }
        isReplaced = true
      }),
    )
    if (isReplaced) await journal.drop()
  }

  async #write(document: StoredDocument, around: AroundReplace) {
    const { file } = this.#options
    const adapter = { read: () => file.read(), write: (parts: StoredDocument) => file.write(parts, around) }
    await new Low(adapter, document).write()
  }

  /** Refuses the commit under way if a file is not as it was left, and puts right what can be. */
  async #repair() {
    const { file, journal, report } = this.#options
    if (file.isUntouched && journal.isUntouched) return
    const found = await file.look()
    if (found === 'same' && journal.isUntouched) return
    if (found === 'changed') throw new StorageError(await this.#giveWay())
    const lost = found === 'missing' ? file.path : `${file.path}.journal`
    await this.rewrite()
    const message = `${lost} was removed or changed by somebody else while the instance was running. ${file.path} has been written again with all that was in it.`
    report(message)
    throw new StorageError(`${message} Only this change was not made: make it again.`)
  }

  /** Leaves the document to whoever changed it, and keeps the state beside it if it had changed as well. */
  async #giveWay(): Promise<string> {
    const { file, journal, lock, snapshot, report } = this.#options
    await lock.renew()
    this.#rewrites++
    const kept = journal.isAhead ? await keepBeside(file, snapshot(), 'kept') : undefined
    await journal.remove()
    this.#timer.stop()
    this.#refusal =
      `${file.path} was changed by somebody else while the instance was running. It is left as it is, and nothing ` +
      `more is written: start the instance again to load it. ${kept ? keptAdvice(kept, file.path) : ''}`.trim()
    report(this.#refusal)
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

const keptAdvice = (kept: string, path: string) =>
  `What the instance held is in ${kept}: to go back to that, put it in the place of ${path} first.`
