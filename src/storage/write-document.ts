import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { Checksum, type Fingerprint } from './checksum.ts'
import { documentText, type StoredDocument } from './document-text.ts'

/** Bytes (of characters, roughly) that go into one write. */
const CHUNK = 128 * 1024
/** Bytes after which the disk is made to catch up, so that a journal's sync never waits for the whole document's. */
const SYNC_EVERY = 4 * 1024 * 1024
/** Milliseconds of work before others get their turn. */
const SLICE = 1

export interface WritingOptions {
  mode: number
  /** Whose the file is to be, where this process may say so. */
  owner?: { uid: number; gid: number }
  isDurable: boolean
}

/** Writes a document as a new file, in slices, and waits for the disk. */
export async function writeDocument(
  path: string,
  document: StoredDocument,
  { mode, owner, isDurable }: WritingOptions,
): Promise<Fingerprint> {
  const handle = await open(path, 'wx', mode)
  const checksum = new Checksum()
  let unsynced = 0
  const write = async (text: string) => {
    const bytes = Buffer.from(text)
    checksum.add(bytes)
    for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
    unsynced += bytes.length
    if (!isDurable || unsynced < SYNC_EVERY) return
    await handle.datasync()
    unsynced = 0
  }
  try {
    await handle.chmod(mode)
    if (owner) await handle.chown(owner.uid, owner.gid).catch(() => {})
    for await (const text of inSlices(documentText(document))) await write(text)
    if (isDurable) await handle.sync()
  } finally {
    await handle.close()
  }
  return checksum.fingerprint
}

/** Joins pieces to chunks, and lets others have their turn between slices. */
async function* inSlices(pieces: Iterable<string>) {
  let chunk: string[] = []
  let length = 0
  let turnEnds = performance.now() + SLICE
  for (const piece of pieces) {
    chunk.push(piece)
    length += piece.length
    if (length >= CHUNK) {
      yield chunk.join('')
      chunk = []
      length = 0
    }
    if (performance.now() < turnEnds) continue
    await setImmediate()
    turnEnds = performance.now() + SLICE
  }
  yield chunk.join('')
}
