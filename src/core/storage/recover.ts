import { StorageError } from '../base/store.ts'
import type { DocumentFile, StoredDocument } from './document/index.ts'
import { isSame } from './files/index.ts'
import {
  type Changes,
  type DocumentState,
  type JournalFile,
  journalPaths,
  readJournal,
  replayChanges,
} from './journal/index.ts'

export interface Recovered {
  /** `undefined` if there is no document yet. */
  document: StoredDocument | undefined
  base: DocumentState
  /** The number of the last commit. */
  sequence: number
  journal: JournalFile[]
}

/** Reads the journal and replays it over the document, in memory only. */
export async function recover(file: DocumentFile, document: StoredDocument | null): Promise<Recovered> {
  const journal = await readJournal(journalPaths(file.path), file.files)
  if (!document) {
    const [left] = journal
    if (left) throw new StorageError(`${file.path} is gone, but ${left.path} is there. ${MISSING_ADVICE}`)
    return { document: undefined, base: { fingerprint: file.fingerprint, sequence: 0 }, sequence: 0, journal }
  }
  const base = { fingerprint: file.fingerprint, sequence: sequenceOf(file, journal) }
  const commits = commitsAfter(base.sequence, journal)
  const sequence = base.sequence + commits.length
  return {
    document: commits.length === 0 ? document : replayChanges(document, commits.flat()),
    base,
    sequence,
    journal,
  }
}

const MISSING_ADVICE =
  'Put the document back; or, to start with an empty one, move the journal away as well. Nothing was touched.'

/** The number of the last commit in the document, by its base marker in the journal. */
function sequenceOf({ path, fingerprint }: DocumentFile, journal: JournalFile[]) {
  if (journal.length === 0) return 0
  const entries = journal.flatMap(file => file.entries)
  const found = entries.findLast(({ entry }) => 'document' in entry && isSame(entry.document, fingerprint))
  if (found) return found.entry.sequence
  const lost = entries.filter(({ entry }) => 'changes' in entry).length
  if (lost === 0) return highestSequence(journal)
  throw new StorageError(
    `${path} is not the document that ${journal[0]?.path} goes on from: it was changed while the instance was not ` +
      `running, or after it had been killed. Put back the document as it was; or, to go on with the one that is there, ` +
      `move the journal away with the changes in it (commits: ${lost}). Nothing was touched.`,
  )
}

const highestSequence = (journal: JournalFile[]) =>
  Math.max(0, ...journal.flatMap(file => file.entries.map(({ entry }) => entry.sequence)))

function commitsAfter(sequence: number, journal: JournalFile[]): Changes[][] {
  const commits: Changes[][] = []
  for (const { path, entries } of journal) {
    for (const { entry, line } of entries) {
      if (!('changes' in entry) || entry.sequence <= sequence) continue
      if (entry.sequence !== sequence + commits.length + 1) {
        throw new StorageError(
          `${path}, line ${line}: commit ${entry.sequence} follows on ${sequence + commits.length}, so some are missing. ` +
            'Nothing was touched. Restore the journal from a copy; or, to go on with the document as it stands, move it away.',
        )
      }
      commits.push(entry.changes)
    }
  }
  return commits
}
