import { type BigIntStats, createReadStream, existsSync, renameSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { Checksum, type Fingerprint, fingerprintOf, isSame } from './checksum.ts'
import type { StoredDocument } from './document-text.ts'
import { holdFile } from './hold-file.ts'
import { type ParseJson, parseDocument } from './parse-document.ts'
import { StorageError } from './store.ts'
import { syncFolder } from './sync-folder.ts'
import { temporaryPath } from './temporary-file.ts'
import { writeDocument } from './write-document.ts'

/** Runs `replace`, which puts the new document in the old one's place, between what must come before and after; or not. */
export type AroundReplace = (written: Fingerprint, replace: () => Promise<void>) => Promise<void>

/** A lowdb adapter: the whole document in one file, which is replaced at one stroke and never half written. */
export class DocumentFile implements Adapter<StoredDocument> {
  readonly path: string
  /** Of the content that was last read or written. */
  fingerprint: Fingerprint = { bytes: 0, crc32: '' }
  /** Permissions and owner are kept as they are; a new file is for its owner only. */
  mode = 0o600
  owner: { uid: number; gid: number } | undefined
  readonly isDurable: boolean
  readonly #parse: ParseJson | undefined
  #seen: BigIntStats | undefined

  /** `isDurable`: whether to wait for the disk, or only for the operating system. */
  constructor(path: string, { isDurable, parse }: { isDurable: boolean; parse?: ParseJson | undefined }) {
    this.path = path
    this.isDurable = isDurable
    this.#parse = parse
  }

  /** `null` if there is no such file. An empty or broken one is refused. */
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

  /** Refuses to replace a file that is not the one last read or written. */
  async write(document: StoredDocument, around: AroundReplace = (_, replace) => replace()): Promise<void> {
    const temporary = temporaryPath(this.path)
    const old = await holdFile(this.path)
    try {
      const written = await writeDocument(temporary, document, this)
      await around(written, async () => {
        if ((await this.look()) === 'changed') throw new StorageError(`${this.path} was changed by somebody else`)
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

  /** Whether the file is still the one last read or written: cheap, and enough before each commit. */
  get isUntouched() {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    return found !== undefined && this.#seen !== undefined && isSameFile(found, this.#seen)
  }

  /** As `isUntouched`, but a file that looks different is read: the same content counts as the same. */
  async look(): Promise<'same' | 'missing' | 'changed'> {
    if (this.isUntouched) return 'same'
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false })
    if (!found) return 'missing'
    if (!isSame(await fingerprintOfFile(this.path), this.fingerprint)) return 'changed'
    this.#seen = found
    return this.isUntouched ? 'same' : 'changed'
  }
}

function isSameFile(a: BigIntStats, b: BigIntStats) {
  return a.ino === b.ino && a.dev === b.dev && a.size === b.size && a.mtimeNs === b.mtimeNs
}

async function fingerprintOfFile(path: string) {
  const checksum = new Checksum()
  for await (const bytes of createReadStream(path)) checksum.add(bytes)
  return checksum.fingerprint
}
