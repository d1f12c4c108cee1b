import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppendFile } from './append-file.ts'
import type { Fingerprint } from './checksum.ts'
import { holdFile } from './hold-file.ts'
import { commitLine, documentLine } from './journal-line.ts'
import { StorageError } from './store.ts'
import { syncFolder } from './sync-folder.ts'

/** Where the journal of a document is. While a checkpoint runs, commits go to the second file. */
export const journalPaths = (document: string) => [`${document}.journal`, `${document}.journal.next`] as const

/** A document on disk. */
export interface DocumentState {
  fingerprint: Fingerprint
  /** The number of the last commit in it. */
  sequence: number
}

export interface JournalOptions {
  /** The document's. */
  path: string
  mode: number
  isDurable: boolean
}

/**
 * The commits since the document was last written, a line each.
 *
 * The first line of each file says which document it goes on from. A checkpoint switches to a second file, writes the
 * document, announces it there, puts it in its place, and drops the first file: whenever that ends, the document on
 * disk is one that the journal names, and the lines after it are the commits that it lacks.
 */
export class Journal {
  /** The number of the last commit. */
  sequence: number
  /** The document as it is on disk. */
  base: DocumentState
  readonly #options: JournalOptions
  readonly #path: string
  readonly #nextPath: string
  readonly #files: AppendFile[]
  #isBroken = false

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

  /** Whether there are commits that the document does not have. */
  get isAhead() {
    return this.sequence > this.base.sequence
  }

  get isUntouched() {
    return !this.#isBroken && this.#files.every(file => file.isUntouched)
  }

  async append(changes: readonly (readonly string[])[]) {
    if (this.#files.length === 0) this.#files.push(await this.#create(this.#path, this.base))
    await this.#current?.append(commitLine(this.sequence + 1, changes), { goesOn: true })
    this.sequence++
  }

  /** Leaves the disk to a document that is about to be written: the room for further commits is made again with them. */
  async dropRoom() {
    if (this.isUntouched) await this.#current?.dropRoom()
  }

  /** Further commits go to a second file. */
  async startNext() {
    await this.#current?.mend()
    await this.dropRoom()
    if (this.#files.length === 1) this.#files.push(await this.#create(this.#nextPath, this.base))
  }

  /** Says which document is about to take the place of the present one. */
  async announce(document: DocumentState) {
    await this.#current?.append(documentLine(document.sequence, document.fingerprint))
  }

  /** The announced document is in its place: the first file, whose commits it holds, is dropped. */
  async drop() {
    this.#isBroken = false
    const held = await holdFile(this.#path)
    try {
      const current = this.#current
      if (!current || current.path === this.#path) return
      this.#refuseForeign(this.#path)
      current.rename(this.#path)
      const [old] = this.#files.splice(0, this.#files.length, current)
      if (old !== current) await old?.close()
    } finally {
      await held.release()
    }
    if (this.#options.isDurable) await syncFolder(dirname(this.#path))
  }

  /** Gives up files that somebody has removed or changed. Until the announced document is in its place, nothing holds. */
  async restart(document: DocumentState) {
    for (const path of [this.#path, this.#nextPath]) this.#refuseForeign(path)
    const file = await AppendFile.create(
      this.#nextPath,
      documentLine(document.sequence, document.fingerprint),
      this.#options,
    )
    const old = this.#files.find(({ path }) => path === this.#path)
    for (const given of this.#files) if (given !== old) await given.close()
    this.#files.splice(0, this.#files.length, ...(old ? [old, file] : [file]))
    this.#isBroken = true
  }

  /** Removes the files: the document holds everything. */
  async remove() {
    if (this.#files.length === 0) return
    for (const file of this.#files) await file.remove()
    await this.close()
    if (this.#options.isDurable) await syncFolder(dirname(this.#path))
  }

  async close() {
    for (const file of this.#files.splice(0)) await file.close()
  }

  get #current() {
    return this.#files.at(-1)
  }

  #create(path: string, { fingerprint, sequence }: DocumentState) {
    this.#refuseForeign(path)
    return AppendFile.create(path, documentLine(sequence, fingerprint), this.#options)
  }

  #refuseForeign(path: string) {
    const isOurs = this.#files.some(file => file.path === path && file.isThere)
    if (isOurs || !existsSync(path)) return
    throw new StorageError(`${path} is not the file that this instance wrote. Move it away, and writing goes on.`)
  }
}
