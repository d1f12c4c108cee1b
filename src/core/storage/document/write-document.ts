import { setImmediate } from 'node:timers/promises'
import { Checksum, type FileSystem, type Fingerprint } from '../files/index.ts'
import { documentText, type StoredDocument } from './document-text.ts'

/** Bytes per write. */
const CHUNK = 256 * 1024
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const BYTES_A_CHARACTER = 3
/** Bytes between syncs: a sync of the journal in between then waits for no more than these. */
const SYNC_EVERY = 4 * 1024 * 1024
/** Milliseconds of work between yields to the event loop. */
const YIELD_EVERY_MS = 1

export interface WritingOptions {
  mode: number
  /** The owner to give the file to, if this process has the right to. */
  owner?: { uid: number; gid: number }
  isDurable: boolean
  files: FileSystem
}

/** Writes a document to a new file, yielding to the event loop, and syncs it. */
export async function writeDocument(
  path: string,
  document: StoredDocument,
  { mode, owner, isDurable, files }: WritingOptions,
): Promise<Fingerprint> {
  const handle = await files.open(path, 'wx', mode)
  const checksum = new Checksum()
  let unsynced = 0
  const write = async (bytes: Buffer) => {
    checksum.add(bytes)
    for (let at = 0; at < bytes.length; ) at += await handle.write(bytes, at)
    unsynced += bytes.length
    if (!isDurable || unsynced < SYNC_EVERY) return
    await handle.datasync()
    unsynced = 0
  }
  try {
    await handle.setMode(mode)
    if (owner) await handle.setOwner(owner.uid, owner.gid).catch(() => {})
    for await (const bytes of inChunks(documentText(document))) await write(bytes)
    if (isDurable) await handle.sync()
  } finally {
    await handle.close()
  }
  return checksum.fingerprint
}

/** Joins pieces to chunks, and yields to the event loop at intervals. Chunks share a buffer: write each before asking for the next. */
async function* inChunks(pieces: Iterable<string>) {
  const buffer = Buffer.allocUnsafeSlow(CHUNK)
  let end = 0
  let turnEnds = performance.now() + YIELD_EVERY_MS
  for (const piece of pieces) {
    const most = piece.length * BYTES_A_CHARACTER
    if (end + most > CHUNK) {
      yield buffer.subarray(0, end)
      end = 0
    }
    if (most > CHUNK) yield Buffer.from(piece)
    else end += buffer.write(piece, end)
    if (performance.now() < turnEnds) continue
    await setImmediate()
    turnEnds = performance.now() + YIELD_EVERY_MS
  }
  yield buffer.subarray(0, end)
}
