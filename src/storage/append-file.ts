import { type BigIntStats, fdatasyncSync, fstatSync, renameSync, statSync, writeSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './sync-folder.ts'
import { temporaryPath } from './temporary-file.ts'

/** A disk that has synced within so many milliseconds is waited for without handing over to another thread. */
const QUICK_MS = 0.5

/** So many bytes of room, as zeros, are made at a time: as many again as there are, between these bounds. */
const ROOM = { least: 64 * 1024, most: 1024 * 1024 }
const ZEROS = Buffer.alloc(ROOM.least)

/**
 * A file that only grows, by whole appends: what was not written whole is cut off again before the next. Zeros may follow
 * what was appended, as room for the next, where the disk is waited for: it syncs what is written over in half the time
 * that it takes to make a file longer.
 */
export class AppendFile {
  path: string
  /** Bytes that are known to be on disk, whole. */
  size: number
  /** Where the file itself ends, with the room behind those bytes. */
  #end: number
  readonly #handle: FileHandle
  readonly #identity: BigIntStats
  readonly #isDurable: boolean
  #isTorn = false
  #isQuick = false

  private constructor(path: string, handle: FileHandle, identity: BigIntStats, size: number, isDurable: boolean) {
    this.path = path
    this.size = size
    this.#end = size
    this.#handle = handle
    this.#identity = identity
    this.#isDurable = isDurable
  }

  /** Makes the file with its first bytes: under a temporary name, so that it never exists without them. */
  static async create(
    path: string,
    chunks: Iterable<Buffer>,
    { mode, isDurable }: { mode: number; isDurable: boolean },
  ) {
    const temporary = temporaryPath(path)
    const handle = await open(temporary, 'wx', mode)
    const file = new AppendFile(temporary, handle, await handle.stat({ bigint: true }), 0, isDurable)
    try {
      await file.append(chunks)
      file.rename(path)
      if (isDurable) await syncFolder(dirname(path))
      return file
    } catch (error) {
      await handle.close()
      await rm(file.path, { force: true })
      throw error
    }
  }

  /** Goes on behind the first `size` bytes of a file. What follows them is cut off. */
  static async reopen(path: string, size: number, isDurable: boolean) {
    const handle = await open(path, 'r+')
    const file = new AppendFile(path, handle, await handle.stat({ bigint: true }), size, isDurable)
    file.#isTorn = Number(file.#identity.size) !== size
    await file.mend()
    return file
  }

  /** Whether the file at the path is this one, as it was left. */
  get isUntouched() {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    return this.#isFile(found) && (this.#isTorn || Number(found?.size) === this.#end)
  }

  /** Whether this file is at the path, whatever is in it by now. */
  get isThere() {
    return this.#isFile(statSync(this.path, { bigint: true, throwIfNoEntry: false }))
  }

  /**
   * Resolves when all the bytes are on disk; if it rejects, none is.
   *
   * @param options.goesOn whether more is to come, and room is made for it
   */
  async append(chunks: Iterable<Buffer>, { goesOn = false } = {}) {
    await this.mend()
    let at = this.size
    this.#isTorn = true
    try {
      for (const bytes of chunks) at = this.#write(bytes, at)
      if (at > this.#end) this.#end = goesOn && this.#isDurable ? this.#makeRoom(at) : at
      if (this.#isDurable) await this.#sync()
    } catch (error) {
      await this.mend().catch(() => {})
      throw error
    }
    this.#isTorn = false
    this.size = at
  }

  #write(bytes: Uint8Array, at: number) {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#handle.fd, bytes, done, bytes.length - done, at + done)
    }
    return at + bytes.length
  }

  #makeRoom(at: number) {
    const wanted = at + Math.min(Math.max(at, ROOM.least), ROOM.most)
    let end = at
    try {
      while (end < wanted) end = this.#write(ZEROS, end)
      return end
    } catch {
      // a disk that is nearly full has no room to spare, and may yet take what there is to write
      return fstatSync(this.#handle.fd).size
    }
  }

  /** Waits here for a disk that is quicker than another thread could be asked, and elsewhere for any other. */
  async #sync() {
    const began = performance.now()
    if (this.#isQuick) fdatasyncSync(this.#handle.fd)
    else await this.#handle.datasync()
    this.#isQuick = performance.now() - began < QUICK_MS
  }

  /** Cuts off what was not written whole. */
  async mend() {
    if (!this.#isTorn) return
    await this.dropRoom()
    if (this.#isDurable) await this.#handle.datasync()
    this.#isTorn = false
  }

  /** Gives back what follows the bytes that are on disk. */
  async dropRoom() {
    await this.#handle.truncate(this.size)
    this.#end = this.size
  }

  rename(path: string) {
    renameSync(this.path, path)
    this.path = path
  }

  async remove() {
    if (this.isThere) await rm(this.path)
  }

  close() {
    return this.#handle.close()
  }

  #isFile(found: BigIntStats | undefined) {
    return found?.ino === this.#identity.ino && found.dev === this.#identity.dev
  }
}
