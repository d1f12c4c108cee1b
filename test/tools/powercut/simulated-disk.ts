import { basename } from 'node:path'
import type { FileStat, FileSystem, OpenFile } from '../../../src/core/storage/files/index.ts'
import type { Image } from './crash-states.ts'
import { DiskContents } from './disk-contents.ts'
import type { Errors } from './errors.ts'
import type { Operation } from './operations.ts'

export const FOLDER = '/disk'
export const FILE = `${FOLDER}/library.json`

/** Says of an operation whether it fails, or is done in part. */
export interface DiskOptions {
  errors?: Errors
  /** Milliseconds that a sync takes. The store waits for a quick disk otherwise than for a slow one. */
  syncTime?: number
}

/** A disk in memory, with one folder. It writes down every step that a power cut may undo. */
export class SimulatedDisk implements FileSystem {
  readonly syncsAside = true
  /** How many steps were done when an operation failed. */
  readonly failures: number[] = []
  /** The time of this disk, in milliseconds. */
  now = 0
  readonly #contents: DiskContents
  readonly #errors: Errors | undefined
  readonly #syncTime: number

  constructor(image: Image = new Map(), { errors, syncTime = 0.1 }: DiskOptions = {}) {
    this.#contents = new DiskContents(image)
    this.#errors = errors
    this.#syncTime = syncTime
  }

  get steps() {
    return this.#contents.steps
  }

  /** The states of this disk from its beginning on. */
  crashStates() {
    return this.#contents.crashStates()
  }

  /** What programs find on it, power cuts aside. */
  get image() {
    return this.#contents.image
  }

  async open(path: string, flags: 'r' | 'r+' | 'wx', mode?: number): Promise<OpenFile> {
    await this.#turn()
    if (path === FOLDER) return this.#folderHandle()
    this.#refuse('open')
    if (flags === 'wx') this.#contents.create(path)
    return this.#handle(this.#contents.fileAt(path), mode)
  }

  stat(path: string): FileStat | undefined {
    const file = this.#contents.entries.get(basename(path))
    return file === undefined ? undefined : this.#contents.statOf(file)
  }

  rename(from: string, to: string) {
    this.#refuse('rename')
    if (from === to) return
    this.#contents.enter({ kind: 'rename', from: basename(from), to: basename(to), file: this.#contents.fileAt(from) })
  }

  link(path: string, second: string) {
    this.#refuse('link')
    this.#contents.enter({ kind: 'name', name: basename(second), file: this.#contents.fileAt(path) })
  }

  async remove(path: string) {
    await this.#turn()
    this.#refuse('remove')
    this.removeNow(path)
  }

  removeNow(path: string) {
    if (this.#contents.entries.has(basename(path))) this.#contents.enter({ kind: 'remove', name: basename(path) })
  }

  async readFile(path: string) {
    await this.#turn()
    this.#refuse('read')
    return this.readFileNow(path)
  }

  readFileNow(path: string) {
    return Buffer.from(this.#contents.read(this.#contents.fileAt(path)))
  }

  async *read(path: string) {
    yield await this.readFile(path)
  }

  createNow(path: string, text: string, { isDurable }: { isDurable: boolean }) {
    this.#refuse('open')
    this.#contents.create(path)
    const file = this.#contents.fileAt(path)
    this.#refuse('write')
    this.#contents.change({ kind: 'write', file, position: 0, bytes: Buffer.from(text) })
    if (isDurable) this.steps.push({ kind: 'sync', file })
  }

  async copy(from: string, to: string) {
    const bytes = await this.readFile(from)
    this.#contents.create(to)
    this.#contents.change({ kind: 'write', file: this.#contents.fileAt(to), position: 0, bytes })
  }

  async list() {
    await this.#turn()
    // whoever waits for a lock looks again and again: the time that this takes must go by
    this.now += 200
    this.#refuse('list')
    return [...this.#contents.entries.keys()]
  }

  async makeFolder() {}

  async realPath(path: string) {
    if (path !== FOLDER) this.#contents.fileAt(path)
    return path
  }

  linkTarget = async () => undefined

  /** ext4: no probe is needed. */
  kindOf = async () => 61267

  touch() {}
  setMode() {}
  syncFolderNow() {
    this.#refuse('sync')
    this.steps.push({ kind: 'sync folder' })
  }

  #handle(file: number, mode?: number): OpenFile {
    let end = 0
    const write = (bytes: Uint8Array, from: number, position: number) => {
      const length = this.#errors?.lengthOf(bytes.length - from) ?? bytes.length - from
      if (length > 0)
        this.#contents.change({
          kind: 'write',
          file,
          position,
          bytes: new Uint8Array(bytes.subarray(from, from + length)),
        })
      this.#refuse('write')
      return length
    }
    const sync = () => {
      this.now += this.#syncTime
      this.#refuse('sync', seed => this.steps.push({ kind: 'lost', file, seed }))
      this.steps.push({ kind: 'sync', file })
    }
    const later = async (work: () => void) => {
      await this.#turn()
      work()
    }
    return {
      stat: () => ({ ...this.#contents.statOf(file), mode: BigInt(mode ?? 0o600) }),
      pieces: () => piecesOf(this.#contents.read(file)),
      text: async () => Buffer.from(this.#contents.read(file)).toString(),
      writeNow: write,
      write: async (bytes, from) => {
        await this.#turn()
        const written = write(bytes, from, end)
        end += written
        return written
      },
      truncate: size =>
        later(() => {
          this.#refuse('truncate')
          this.#contents.change({ kind: 'truncate', file, size })
        }),
      datasync: () => later(sync),
      datasyncNow() {
        sync()
        return 0
      },
      sync: () => later(sync),
      setMode: async () => {},
      setOwner: async () => {},
      close: () => later(() => this.#refuse('close')),
    }
  }

  #folderHandle(): OpenFile {
    const { stat, ...handle } = this.#handle(0)
    const sync = async () => {
      await this.#turn()
      this.syncFolderNow()
    }
    return { ...handle, stat, sync }
  }

  /** Lets others go on: what is not awaited is overtaken. */
  #turn() {
    this.now += 0.01
    return new Promise<void>(resolve => setImmediate(resolve))
  }

  #refuse(operation: Operation, lose?: (seed: number) => void) {
    if (!this.#errors) return
    try {
      this.#errors.refuse(operation, lose)
    } catch (error) {
      this.failures.push(this.steps.length)
      throw error
    }
  }
}

async function* piecesOf(content: Uint8Array) {
  yield content
}
