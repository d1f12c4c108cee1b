import { Checksum, type Fingerprint } from '../files/index.ts'

/** The changes of a commit: replay deletes first, then sets the records in their order. */
export interface Changes {
  delete?: { [collection: string]: string[] }
  set?: { [collection: string]: { id: string }[] }
  values?: { [name: string]: unknown }
}

/** A line of the journal. A document line names a document that contains all commits up to `sequence`. */
export type JournalEntry =
  | { sequence: number; changes: Changes[] }
  | { sequence: number; document: Fingerprint; journal: typeof JOURNAL_VERSION }

export const JOURNAL_VERSION = 1

/**
 * The line of a commit, in parts. All parts share one buffer: write each before asking for the next.
 *
 * @param changes for each update, the pieces of its JSON text
 */
export function commitLine(sequence: number, changes: readonly (readonly string[])[]): Generator<Buffer> {
  const separated = changes.flatMap((pieces, index) => (index === 0 ? pieces : [',', ...pieces]))
  return lineOf([`{"sequence":${sequence},"changes":[`, ...separated, ']}'])
}

export function documentLine(sequence: number, document: Fingerprint): Generator<Buffer> {
  return lineOf([JSON.stringify({ journal: JOURNAL_VERSION, document, sequence })])
}

/** JSON, a space, the JSON's checksum, a newline. */
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

// one buffer for all lines: allocating each line costs cache misses and garbage collection
const buffer = Buffer.allocUnsafeSlow(256 * 1024)

/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const BYTES_A_CHARACTER = 3
/** Length of the space and the checksum. */
const TAIL = 9
/** Bytes of the buffer that a line's JSON may take. */
const CAPACITY = buffer.length - TAIL - 1

/** Parses a line without its newline: `undefined` if the checksum does not match, `null` if the text is not JSON. */
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
