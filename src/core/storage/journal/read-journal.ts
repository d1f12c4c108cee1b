import { StorageError } from '../../base/store.ts'
import { type FileSystem, refuseOtherKind } from '../files/index.ts'
import { describeInvalidEntry, isEntry } from './check-entry.ts'
import { type JournalEntry, parseLine } from './journal-line.ts'

export interface JournalFile {
  path: string
  entries: { entry: JournalEntry; line: number }[]
  /** Bytes of the complete lines. */
  size: number
  /** Bytes of an incomplete last line. */
  torn: number
}

/**
 * Reads the journal files that exist. Only the line after the last commit may be torn, by a crash while it was written.
 *
 * @throws StorageError for anything else that cannot be read
 */
export async function readJournal(paths: readonly string[], disk: FileSystem): Promise<JournalFile[]> {
  const files: JournalFile[] = []
  for (const path of paths) {
    if (!disk.stat(path)) continue
    refuseOtherKind(path, 'the journal', disk)
    files.push(readLines(path, bufferOf(await disk.readFile(path))))
  }
  for (const [index, { path, entries, torn }] of files.entries()) {
    if (entries.length === 0) throw unreadable(path, 1, 'it has no complete line')
    if (torn > 0 && files.slice(index + 1).some(hasCommits)) {
      throw unreadable(path, entries.length + 1, 'the line is cut off')
    }
  }
  return files
}

const bufferOf = (bytes: Uint8Array<ArrayBuffer>) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const hasCommits = ({ entries }: JournalFile) => entries.some(({ entry }) => 'changes' in entry)

const NEWLINE = 10

function readLines(path: string, file: Buffer): JournalFile {
  const bytes = withoutPreallocation(file)
  const entries: JournalFile['entries'] = []
  let size = 0
  for (;;) {
    const end = bytes.indexOf(NEWLINE, size)
    const line = entries.length + 1
    const entry = end < 0 ? undefined : parseLine(bytes.subarray(size, end))
    if (entry === undefined) {
      const rest = bytes.subarray(size)
      if (end < 0 || isPartlyWritten(rest)) return { path, entries, size, torn: rest.length }
      throw unreadable(path, line, 'its checksum does not fit')
    }
    if (!isEntry(entry)) throw unreadable(path, line, describeInvalidEntry(entry))
    entries.push({ entry, line })
    size = end + 1
  }
}

/** Drops the zeros at the end: they are preallocated space, and no line contains one. */
function withoutPreallocation(file: Buffer): Buffer {
  let end = file.length
  while (file[end - 1] === 0) end--
  return file.subarray(0, end)
}

/** After a power cut, the file's size may be on disk without some of its data: those parts read as zeros. */
const isPartlyWritten = (rest: Buffer) => rest.includes(0) && rest.indexOf(NEWLINE) === rest.length - 1

function unreadable(path: string, line: number, reason: string) {
  return new StorageError(
    `${path}, line ${line}: ${reason}. Nothing was touched. Restore the file from a copy; or, to go on without the ` +
      `changes from that line on, remove it and what follows; or, to go on with the document as it stands, move the journal away.`,
  )
}
