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

/** Characters that go into one write. */
const CHUNK = 256 * 1024

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
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < CHUNK) continue
    const bytes = Buffer.from(text)
    checksum.add(bytes)
    yield bytes
    text = ''
  }
  const last = Buffer.from(`${text} 00000000\n`)
  checksum.add(last.subarray(0, -TAIL - 1))
  last.write(checksum.fingerprint.crc32, last.length - TAIL, 'latin1')
  yield last
}

/** Characters of a space and a checksum. */
const TAIL = 9

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
