import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { giveWay } from '../../base/run-in-slices.ts'
import { StorageError } from '../../base/store.ts'
import {
  Checksum,
  deferDeletion,
  type FileStat,
  type FileSystem,
  type Fingerprint,
  isSame,
  type OpenFile,
  refuseOtherKind,
  syncFolder,
  temporaryPath,
} from '../files/index.ts'
import { DocumentLines, type LineForm } from './document-lines.ts'
import type { StoredDocument } from './document-text.ts'
import { emptyDocument, type ParseJson, parseDocument } from './parse-document.ts'
import { writeDocument } from './write-document.ts'

/** Calls `replace`, which renames the new document over the old one, or does not call it to leave the old one. */
export type AroundReplace = (written: Fingerprint, replace: () => Promise<void>) => Promise<void>

interface DocumentFileOptions {
  /** Whether writes wait for the disk, or only for the operating system. */
  isDurable: boolean
  files: FileSystem
  parse?: ParseJson | undefined
  /** How records are taken from its lines. Without it, it is always read whole. */
  lines?: Omit<LineForm, 'parse'> | undefined
  /** Whether to pause for other requests between two pieces of the file, where Deno serves none. Default: false. */
  givesWay?: boolean
}

/** A lowdb adapter that stores the document in one file and replaces that file atomically. */
export class DocumentFile implements Adapter<StoredDocument> {
  readonly path: string
  /** Identifies the content that was last read or written. */
  fingerprint: Fingerprint = { bytes: 0, crc32: '' }
  /** Permissions and owner of an existing file stay; a new file is readable by its owner only. */
  mode = 0o600
  owner: { uid: number; gid: number } | undefined
  readonly isDurable: boolean
  readonly files: FileSystem
  /** What must happen before and after the next write replaces the file. Each `write` takes the value it starts with. */
  aroundReplace: AroundReplace = (_, replace) => replace()
  readonly #parse: ParseJson
  readonly #lines: DocumentFileOptions['lines']
  readonly #givesWay: boolean
  #seen: FileStat | undefined

  constructor(path: string, options: DocumentFileOptions) {
    const { isDurable, files, parse = text => JSON.parse(text), lines, givesWay = false } = options
    this.path = path
    this.isDurable = isDurable
    this.files = files
    this.#parse = parse
    this.#lines = lines
    this.#givesWay = givesWay
  }

  /**
   * `null` if there is no such file.
   *
   * @throws StorageError if it is no file, or if the file is empty or no document
   */
  async read(): Promise<StoredDocument | null> {
    const lines = this.#lines && new DocumentLines({ ...this.#lines, parse: this.#parse })
    const handle = await this.#open(bytes => lines?.add(bytes))
    if (!handle) return null
    try {
      if (this.fingerprint.bytes === 0) throw emptyDocument(this.path)
      return lines?.end() ?? (await parseDocument(this.path, handle, this.#parse))
    } finally {
      await handle.close()
    }
  }

  /** Takes the file that there is, whatever it holds, for the one that `write` replaces. */
  async take(): Promise<void> {
    const handle = await this.#open(() => {})
    await handle?.close()
  }

  /** Opens the file, and remembers what it is, before it is read: what another program writes in between is not replaced. */
  async #open(look: (bytes: Uint8Array) => void): Promise<OpenFile | undefined> {
    if (!this.files.stat(this.path)) return undefined
    refuseOtherKind(this.path, 'the document', this.files)
    const handle = await this.files.open(this.path, 'r')
    try {
      this.#seen = handle.stat()
      this.mode = Number(this.#seen.mode) & 0o777
      this.owner = { uid: Number(this.#seen.uid), gid: Number(this.#seen.gid) }
      const checksum = new Checksum()
      for await (const bytes of handle.pieces()) {
        checksum.add(bytes)
        look(bytes)
        if (this.#givesWay) await giveWay()
      }
      this.fingerprint = checksum.fingerprint
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Throws instead of replacing a file that is not the one last read or written. */
  async write(document: StoredDocument): Promise<void> {
    const { aroundReplace } = this
    const temporary = temporaryPath(this.path)
    const old = this.#deferDeletion()
    try {
      const written = await writeDocument(temporary, document, this)
      await aroundReplace(written, async () => {
        if ((await this.compareWithDisk()) === 'changed') {
          throw new StorageError(`${this.path} was changed by another program`)
        }
        this.files.rename(temporary, this.path)
        this.#seen = this.files.stat(this.path)
        this.fingerprint = written
      })
    } finally {
      await this.files.remove(temporary)
      await old.release()
    }
    if (this.isDurable) await syncFolder(dirname(this.path), this.files)
  }

  /** A second link changes the file's change time, which therefore is read again. */
  #deferDeletion() {
    const seen = this.isUntouched ? this.#seen : undefined
    const deferred = deferDeletion(this.path, this.files)
    const linked = this.files.stat(this.path)
    if (seen && linked && looksSame(linked, seen)) this.#seen = linked
    return deferred
  }

  /** Whether the file looks like the one last read or written: cheap enough to check before each commit. */
  get isUntouched() {
    const found = this.files.stat(this.path)
    return found !== undefined && this.#seen !== undefined && isSameFile(found, this.#seen)
  }

  /** As `isUntouched`, but compares the content of a file that looks different. */
  async compareWithDisk(): Promise<'same' | 'missing' | 'changed'> {
    if (this.isUntouched) return 'same'
    const found = this.files.stat(this.path)
    if (!found) return 'missing'
    if (!isSame(await this.#fingerprintOnDisk(), this.fingerprint)) return 'changed'
    this.#seen = found
    return this.isUntouched ? 'same' : 'changed'
  }

  async #fingerprintOnDisk() {
    const checksum = new Checksum()
    for await (const bytes of this.files.read(this.path)) checksum.add(bytes)
    return checksum.fingerprint
  }
}

const looksSame = (a: FileStat, b: FileStat) =>
  a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs

// an edit can set the modification time back, but not the change time
const isSameFile = (a: FileStat, b: FileStat) => looksSame(a, b) && a.ctimeNs === b.ctimeNs
