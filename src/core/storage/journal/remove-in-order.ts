import { dirname } from 'node:path'
import { type FileSystem, syncFolder } from '../files/index.ts'

interface Removable {
  path: string
  /** How the file is removed. Default: whatever is at the path. */
  remove?: () => Promise<void>
}

/**
 * Removes the files of a journal, whose commits are all in the document. The folder is synced before each removal: a
 * power cut must not undo the rename that put the document in place while the journal is gone, nor leave the first file
 * without the second one, whose base marker names the document.
 */
export async function removeInOrder(
  journal: readonly Removable[],
  { files, isDurable }: { files: FileSystem; isDurable: boolean },
) {
  const sync = async (path: string) => {
    if (isDurable) await syncFolder(dirname(path), files)
  }
  for (const { path, remove = () => files.remove(path) } of journal) {
    await sync(path)
    await remove()
  }
  if (journal[0]) await sync(journal[0].path)
}
