import { type BigIntStats, createReadStream, existsSync, renameSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import {
  Checksum,
  deferDeletion,
  type Fingerprint,
  fingerprintOf,
  isSame,
  syncFolder,
  temporaryPath,
} from '../files/index.ts'
import { StorageError } from '../store.ts'
import type { StoredDocument } from './document-text.ts'
import { type ParseJson, parseDocument } from './parse-document.ts'
import { writeDocument } from './write-document.ts'

/** Calls `replace`, which renames the new document over the old one, or does not call it to leave the old one. */
export type AroundReplace = (written: Fingerprint, replace: () => Promise<void>) => Promise<void>

/** A lowdb adapter that keeps the document in one file and replaces that file atomically. */
export class DocumentFile implements Adapter<StoredDocument> {
  readonly path: string
  /** Identifies the content that was last read or written. */
  fingerprint: Fingerprint = { bytes: 0, crc32: '' }
  /** Permissions and owner of an existing file are kept; a new file is readable by its owner only. */
  mode = 0o600
  owner: { uid: number; gid: number } | undefined
  readonly isDurable: boolean
  /** What must happen before and after the next write replaces the file. Each `write` takes the value it starts with. */
  aroundReplace: AroundReplace = (_, replace) => replace()
  readonly #parse: ParseJson | undefined
  #seen: BigIntStats | undefined

  /** `isDurable`: whether writes wait for the disk, or only for the operating system. */
  constructor(path: string, { isDurable, parse }: { isDurable: boolean; parse?: ParseJson | undefined }) {
    this.path = path
    this.isDurable = isDurable
    this.#parse = parse
  }

  /**
   * `null` if there is no such file.
   *
   * @throws StorageError if the file is empty or no document
   */
  async read(): Promise<StoredDocument | null> {
    if (!existsSync(this.path)) return null
    const handle = await open(this.path, 'r')
    try {
      this.#seen = await handle.stat({ bigint: true })
      this.mode = Number(this.#seen.mode) & 0o777
      this.owner = { uid: Number(this.#seen.uid), gid: Number(this.#seen.gid) }
      const bytes = await handle.readFile()
      this.fingerprint = fingerprintOf(bytes)
      return parseDocument(this.path, bytes, this.#parse)
    } finally {
      await handle.close()
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
          throw new StorageError(`${this.path} was changed by somebody else`)
        }
        renameSync(temporary, this.path)
        this.#seen = statSync(this.path, { bigint: true })
        this.fingerprint = written
      })
    } finally {
      await rm(temporary, { force: true })
      await old.release()
    }
    if (this.isDurable) await syncFolder(dirname(this.path))
  }

  /** A second link changes the file's change time, which therefore is read again. */
  #deferDeletion() {
    const seen = this.isUntouched ? this.#seen : undefined
    const deferred = deferDeletion(this.path)
    const linked = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    if (seen && linked && looksSame(linked, seen)) this.#seen = linked
    return deferred
  }

  /** Whether the file looks like the one last read or written: cheap enough to check before each commit. */
  get isUntouched() {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    return found !== undefined && this.#seen !== undefined && isSameFile(found, this.#seen)
  }

  /** As `isUntouched`, but compares the content of a file that looks different. */
  async compareWithDisk(): Promise<'same' | 'missing' | 'changed'> {
    if (this.isUntouched) return 'same'
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    if (!found) return 'missing'
    if (!isSame(await fingerprintOfFile(this.path), this.fingerprint)) return 'changed'
    this.#seen = found
    return this.isUntouched ? 'same' : 'changed'
  }
}

const looksSame = (a: BigIntStats, b: BigIntStats) =>
  a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs

// an edit can set the modification time back, but not the change time
const isSameFile = (a: BigIntStats, b: BigIntStats) => looksSame(a, b) && a.ctimeNs === b.ctimeNs

async function fingerprintOfFile(path: string) {
  const checksum = new Checksum()
  for await (const bytes of createReadStream(path)) checksum.add(bytes)
  return checksum.fingerprint
}
