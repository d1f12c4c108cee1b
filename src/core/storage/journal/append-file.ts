import { type FileStat, type FileSystem, type OpenFile, temporaryPath } from '../files/index.ts'

/** After a sync in fewer milliseconds, the next one blocks: handing it to another thread would take longer. */
const QUICK_SYNC_MS = 0.5

/** Bytes preallocated at a time: as many as the file has, between these bounds. */
const PREALLOCATION = { least: 64 * 1024, most: 1024 * 1024 }
const ZEROS = Buffer.alloc(PREALLOCATION.least)

interface AppendOptions {
  files: FileSystem
  isDurable: boolean
}

/**
 * A file that grows by atomic appends: an append that failed is truncated before the next. In durable mode, zeros are
 * preallocated behind the data: syncing overwritten blocks takes half the time of syncing a file that grows.
 */
export class AppendFile {
  path: string
  /** Bytes of the data that is known to be on disk. */
  size: number
  /** The file's size, with the preallocation behind the data. */
  #end: number
  readonly #handle: OpenFile
  readonly #identity: FileStat
  readonly #files: FileSystem
  readonly #isDurable: boolean
  #isTorn = false
  #isQuick = false

  private constructor(path: string, handle: OpenFile, size: number, { files, isDurable }: AppendOptions) {
    this.path = path
    this.size = size
    this.#end = size
    this.#handle = handle
    this.#identity = handle.stat()
    this.#files = files
    this.#isDurable = isDurable
  }

  /**
   * Creates the file with its first bytes, under a temporary name, so that it never exists without them. Its name is
   * durable after a sync of the folder.
   */
  static async create(path: string, chunks: Iterable<Buffer>, options: AppendOptions & { mode: number }) {
    const { files, mode } = options
    const temporary = temporaryPath(path)
    const handle = await files.open(temporary, 'wx', mode)
    const file = new AppendFile(temporary, handle, 0, options)
    try {
      await file.append(chunks)
      file.rename(path)
      return file
    } catch (error) {
      await Promise.allSettled([handle.close(), files.remove(temporary)])
      throw error
    }
  }

  /** Opens an existing file for appending after its first `size` bytes. Whatever follows them is truncated. */
  static async reopen(path: string, size: number, options: AppendOptions) {
    const handle = await options.files.open(path, 'r+')
    const file = new AppendFile(path, handle, size, options)
    // the process that wrote those bytes may have ended before it synced them
    file.#isTorn = true
    await file.truncateTornTail()
    return file
  }

  /** Whether the file at the path is this one, with the size that this process left it at. */
  get isUntouched() {
    const found = this.#files.stat(this.path)
    return this.#isFile(found) && (this.#isTorn || Number(found?.size) === this.#end)
  }

  /** Whether the file at the path is this one, whatever its content. */
  get isInPlace() {
    return this.#isFile(this.#files.stat(this.path))
  }

  /**
   * Resolves when all bytes are on disk. If it rejects, none of them counts as written.
   *
   * @param options.preallocate whether to preallocate space for further appends
   * @param options.isShared whether several wait for it: others come meanwhile, and this thread is better left to them
   */
  async append(chunks: Iterable<Buffer>, { preallocate = false, isShared = false } = {}) {
    await this.truncateTornTail()
    let at = this.size
    this.#isTorn = true
    try {
      for (const bytes of chunks) at = this.#write(bytes, at)
      if (at > this.#end) this.#end = preallocate && this.#isDurable ? this.#preallocate(at) : at
      if (this.#isDurable) await this.#sync(isShared)
    } catch (error) {
      await this.truncateTornTail().catch(() => {})
      throw error
    }
    this.#isTorn = false
    this.size = at
  }

  #write(bytes: Uint8Array, at: number) {
    for (let done = 0; done < bytes.length; ) {
      done += this.#handle.writeNow(bytes, done, at + done)
    }
    return at + bytes.length
  }

  #preallocate(at: number) {
    const wanted = at + Math.min(Math.max(at, PREALLOCATION.least), PREALLOCATION.most)
    let end = at
    try {
      while (end < wanted) end = this.#write(ZEROS, end)
      return end
    } catch {
      // on a disk that is nearly full, the data itself may still fit
      return Number(this.#handle.stat().size)
    }
  }

  /** Syncs on this thread while the disk is quick and one waits, else on another one. */
  async #sync(isShared: boolean) {
    if (isShared) return this.#handle.datasync()
    if (this.#isQuick) {
      this.#isQuick = this.#handle.datasyncNow() < QUICK_SYNC_MS
      return
    }
    const began = performance.now()
    await this.#handle.datasync()
    this.#isQuick = performance.now() - began < QUICK_SYNC_MS
  }

  /** Truncates what a failed append has left behind the data. */
  async truncateTornTail() {
    if (!this.#isTorn) return
    await this.releasePreallocation()
    if (this.#isDurable) await this.#handle.datasync()
    this.#isTorn = false
  }

  /** Truncates the file to its data. */
  async releasePreallocation() {
    await this.#handle.truncate(this.size)
    this.#end = this.size
  }

  rename(path: string) {
    this.#files.rename(this.path, path)
    this.path = path
  }

  async remove() {
    if (this.isInPlace) await this.#files.remove(this.path)
  }

  close() {
    return this.#handle.close()
  }

  #isFile(found: FileStat | undefined) {
    return found?.ino === this.#identity.ino && found.dev === this.#identity.dev
  }
}
