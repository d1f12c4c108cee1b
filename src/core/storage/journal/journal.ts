import { dirname } from 'node:path'
import { StorageError } from '../../base/store.ts'
import { deferDeletion, type FileSystem, type Fingerprint, syncFolder } from '../files/index.ts'
import { AppendFile } from './append-file.ts'
import { commitLine, documentLine } from './journal-line.ts'
import { removeInOrder } from './remove-in-order.ts'

/** The paths of a document's journal. While a checkpoint runs, commits go to the second file. */
export const journalPaths = (document: string) => [`${document}.journal`, `${document}.journal.next`] as const

/** A document, by its content and the commits that it contains. */
export interface DocumentState {
  fingerprint: Fingerprint
  /** The number of the last commit that it contains. */
  sequence: number
}

export interface JournalOptions {
  /** The document's path. */
  path: string
  /** The document's permissions. */
  mode: number
  isDurable: boolean
  files: FileSystem
}

const OWNER_WRITES = 0o200
/** After this many commits in a row of one change each, only one client is writing. */
const ALONE = 8

/**
 * The commits since the document was last written, one per line.
 *
 * The first line of each file, a base marker, identifies the document that the following commits apply to. A checkpoint
 * switches to a second file, writes the new document under a temporary name, writes its base marker to the second file,
 * renames it over the old document, and removes the first file. At any crash point, the document on disk is one that the
 * journal has a marker of, and the commits after that marker's sequence number are those that the document lacks.
 */
export class Journal {
  /** The number of the last commit. */
  sequence: number
  /** The document on disk. */
  base: DocumentState
  readonly #options: JournalOptions
  readonly #path: string
  readonly #nextPath: string
  readonly #files: AppendFile[]
  #isBroken = false
  /** Commits of one change each, in a row. */
  #alone = 0
  /**
   * Whether a rename of the document or of a journal file may not be on disk yet, as at the start, after a process that
   * ended before its sync. It must be before another file is renamed, and before anything is written to these files.
   */
  #hasUnsyncedRename = true

  /** `files` as recovery left them: none, the first, or both. */
  constructor(options: JournalOptions, base: DocumentState, sequence = base.sequence, files: AppendFile[] = []) {
    this.sequence = sequence
    this.base = base
    this.#options = options
    this.#files = files
    ;[this.#path, this.#nextPath] = journalPaths(options.path)
  }

  get bytes() {
    return this.#files.reduce((sum, file) => sum + file.size, 0)
  }

  /** Whether there are commits that the document does not contain. */
  get isAhead() {
    return this.sequence > this.base.sequence
  }

  get isUntouched() {
    return !this.#isBroken && this.#files.every(file => file.isUntouched)
  }

  async append(changes: readonly (readonly string[])[]) {
    if (this.#files.length === 0) await this.#addFile(this.#path)
    await this.#syncRename()
    this.#alone = changes.length > 1 ? 0 : this.#alone + 1
    const isShared = this.#options.files.syncsAside && this.#alone < ALONE
    await this.#current?.append(commitLine(this.sequence + 1, changes), { preallocate: true, isShared })
    this.sequence++
  }

  /** Frees preallocated disk space for a document that is about to be written. The next commit preallocates again. */
  async releasePreallocation() {
    if (this.isUntouched) await this.#current?.releasePreallocation()
  }

  /** Lets further commits go to a second file. */
  async startNext() {
    await this.#current?.truncateTornTail()
    await this.releasePreallocation()
    if (this.#files.length === 1) await this.#addFile(this.#nextPath)
    await this.#syncRename()
  }

  /** Writes the base marker of the document that is about to replace the present one. */
  async writeBaseMarker(document: DocumentState) {
    await this.#syncRename()
    await this.#current?.append(documentLine(document.sequence, document.fingerprint))
  }

  /** Removes the first file, after a document that contains its commits is in place. */
  async dropFirst() {
    this.#isBroken = false
    const replaced = deferDeletion(this.#path, this.#options.files)
    try {
      const current = this.#current
      if (!current || current.path === this.#path) return
      this.#refuseForeign(this.#path)
      this.#hasUnsyncedRename = true
      current.rename(this.#path)
      const [old] = this.#files.splice(0, this.#files.length, current)
      if (old !== current) await old?.close()
    } finally {
      await replaced.release()
    }
    await this.#syncRename()
  }

  /**
   * Starts again with a new file, after another program has removed or changed a file of the journal. The journal is
   * invalid until the document that the new file begins with is in place.
   */
  async restart(document: DocumentState) {
    this.#refuseForeign(this.#path)
    const file = await this.#create(this.#nextPath, document)
    const old = this.#files.find(({ path }) => path === this.#path)
    for (const given of this.#files) if (given !== old) await given.close()
    this.#files.splice(0, this.#files.length, ...(old ? [old, file] : [file]))
    this.#isBroken = true
    await this.#syncRename()
  }

  /** Removes the files, after a document that contains all commits is in place. */
  async remove() {
    if (this.#files.length === 0) return
    await removeInOrder(
      this.#files.map(file => ({ path: file.path, remove: () => file.remove() })),
      this.#options,
    )
    await this.close()
  }

  async close() {
    const closed = await Promise.allSettled(this.#files.splice(0).map(file => file.close()))
    const failed = closed.find(result => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  get #current() {
    return this.#files.at(-1)
  }

  async #addFile(path: string) {
    this.#files.push(await this.#create(path, this.base))
  }

  async #create(path: string, { fingerprint, sequence }: DocumentState) {
    this.#refuseForeign(path)
    await this.#syncRename()
    const { files, isDurable, mode } = this.#options
    const line = documentLine(sequence, fingerprint)
    // the next start opens it to write, also beside a document that may only be read
    const file = await AppendFile.create(path, line, { files, isDurable, mode: mode | OWNER_WRITES })
    this.#hasUnsyncedRename = true
    return file
  }

  async #syncRename() {
    if (this.#hasUnsyncedRename && this.#options.isDurable) await syncFolder(dirname(this.#path), this.#options.files)
    this.#hasUnsyncedRename = false
  }

  #refuseForeign(path: string) {
    const isOurs = this.#files.some(file => file.path === path && file.isInPlace)
    if (isOurs || !this.#options.files.stat(path)) return
    throw new StorageError(`${path} is not the file that this instance wrote. Move it away; writes work again then.`)
  }
}
