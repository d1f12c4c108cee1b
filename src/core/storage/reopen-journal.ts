import type { DocumentFile } from './document/index.ts'
import { AppendFile, Journal, journalPaths, removeInOrder } from './journal/index.ts'
import type { Recovered } from './recover.ts'

/** Opens the journal that was found, without its torn last line; one whose commits are all in the document is removed. */
export async function reopenJournal(file: DocumentFile, recovered: Recovered, report: (message: string) => void) {
  const { base, sequence, journal } = recovered
  for (const { path, entries, torn } of journal) {
    if (torn === 0) continue
    report(
      `${path}, line ${entries.length + 1}: dropped the ${torn} bytes of a change that was cut off while it was ` +
        'written, and so was never confirmed.',
    )
  }
  if (sequence === base.sequence) {
    await removeInOrder(journal, file)
    return new Journal(file, base)
  }
  const files: AppendFile[] = []
  for (const { path, size } of journal) files.push(await AppendFile.reopen(path, size, file))
  const [first] = journalPaths(file.path)
  const [only] = files
  if (files.length === 1 && only?.path !== first) only?.rename(first)
  return new Journal(file, base, sequence, files)
}
