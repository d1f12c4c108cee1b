import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { entryFault, isEntry } from './check-entry.ts'
import { type JournalEntry, parseLine } from './journal-line.ts'
import { StorageError } from './store.ts'

export interface JournalFile {
  path: string
  entries: { entry: JournalEntry; line: number }[]
  /** Bytes of the whole lines. */
  size: number
  /** Bytes of a last line that was not written to its end. */
  torn: number
}

/**
 * Reads the files of a journal that are there. The last line of the last file may be torn: the process or the machine
 * stopped while it was written. Anything else that is unreadable is refused.
 */
export async function readJournal(paths: readonly string[]): Promise<JournalFile[]> {
  const files: JournalFile[] = []
  for (const path of paths) if (existsSync(path)) files.push(readLines(path, await readFile(path)))
  for (const { path, entries, torn } of files) {
    if (entries.length === 0) throw unreadable(path, 1, 'no line of it is whole')
    if (torn > 0 && path !== files.at(-1)?.path) throw unreadable(path, entries.length + 1, 'the line is cut off')
  }
  return files
}

const NEWLINE = 10

function readLines(path: string, file: Buffer): JournalFile {
  const bytes = withoutRoom(file)
  const entries: JournalFile['entries'] = []
  let size = 0
  for (;;) {
    const end = bytes.indexOf(NEWLINE, size)
    const line = entries.length + 1
    const entry = end < 0 ? undefined : parseLine(bytes.subarray(size, end))
    if (entry === undefined) {
      const rest = bytes.subarray(size)
      if (end < 0 || isUnwritten(rest)) return { path, entries, size, torn: rest.length }
      throw unreadable(path, line, 'its checksum does not fit')
    }
    if (!isEntry(entry)) throw unreadable(path, line, entryFault(entry))
    entries.push({ entry, line })
    size = end + 1
  }
}

/** The zeros at the end are room for further lines. No line has any. */
function withoutRoom(file: Buffer): Buffer {
  let end = file.length
  while (file[end - 1] === 0) end--
  return file.subarray(0, end)
}

/** After a power cut, parts of the last line may have reached the disk only as zeros. */
const isUnwritten = (rest: Buffer) => rest.includes(0) && rest.indexOf(NEWLINE) === rest.length - 1

function unreadable(path: string, line: number, fault: string) {
  return new StorageError(
    `${path}, line ${line}: ${fault}. Nothing was touched. Restore the file from a copy; or, to go on without the ` +
      `changes from that line on, remove it and what follows; or, to go on with the document as it stands, move the journal away.`,
  )
}
