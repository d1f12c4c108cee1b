import type { Fingerprint } from './checksum.ts'
import { Checksum } from './checksum.ts'

/** What a commit changes: deletions come first, then the records that are set, in their order. */
export interface Changes {
  delete?: { [collection: string]: string[] }
  set?: { [collection: string]: { id: string }[] }
  values?: { [name: string]: unknown }
}

/** A line of the journal. A document line names a document that the journal may be replayed over, from `sequence` on. */
export type JournalEntry =
  | { sequence: number; changes: Changes[] }
  | { sequence: number; document: Fingerprint; journal: typeof JOURNAL_VERSION }

export const JOURNAL_VERSION = 1

/**
 * The line of a commit, in parts. They share their memory: each is to be written before the next is asked for.
 *
 * @param changes of each update the pieces of its JSON
 */
export function commitLine(sequence: number, changes: readonly (readonly string[])[]): Generator<Buffer> {
  const separated = changes.flatMap((pieces, index) => (index === 0 ? pieces : [',', ...pieces]))
  return lineOf([`{"sequence":${sequence},"changes":[`, ...separated, ']}'])
}

export function documentLine(sequence: number, document: Fingerprint): Generator<Buffer> {
  return lineOf([JSON.stringify({ journal: JOURNAL_VERSION, document, sequence })])
}

/** The JSON, a space, its checksum, the end of the line. */
function* lineOf(pieces: readonly string[]): Generator<Buffer> {
  const checksum = new Checksum()
  const checked = (bytes: Buffer) => {
    checksum.add(bytes)
    return bytes
  }
  let end = 0
  for (const piece of pieces) {
    const most = piece.length * BYTES_A_CHARACTER
    if (end + most > CAPACITY) {
      yield checked(buffer.subarray(0, end))
      end = 0
    }
    if (most > CAPACITY) yield checked(Buffer.from(piece))
    else end += buffer.write(piece, end)
  }
  checked(buffer.subarray(0, end))
  end += buffer.write(` ${checksum.fingerprint.crc32}\n`, end)
  yield buffer.subarray(0, end)
}

// fresh memory for each line would be cold, and keep the garbage collector busy
const buffer = Buffer.allocUnsafeSlow(256 * 1024)

/** Bytes of a character in UTF-8, at most. */
const BYTES_A_CHARACTER = 3
/** Characters of a space and a checksum. */
const TAIL = 9
/** What a line's JSON may take of the buffer. */
const CAPACITY = buffer.length - TAIL - 1

/** The value of a line without its end: `undefined` if it is not as it was written, `null` if that is no JSON. */
export function parseLine(line: Buffer): unknown {
  if (line.length <= TAIL) return undefined
  const json = line.subarray(0, -TAIL)
  const tail = ` ${new Checksum().add(json).fingerprint.crc32}`
  if (line.toString('latin1', json.length) !== tail) return undefined
  try {
    return JSON.parse(json.toString())
  } catch {
    return null
  }
}
