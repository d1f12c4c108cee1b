import { dirname } from 'node:path'
import { type FileSystem, syncFolder, temporaryPath } from '../files/index.ts'
import type { DocumentFile } from './document-file.ts'
import type { StoredDocument } from './document-text.ts'
import { writeDocument } from './write-document.ts'

/** Writes a document to the first free path of `FILE.SUFFIX`, `FILE.SUFFIX-2`, …, and returns that path. */
export async function backUpDocument(file: DocumentFile, document: StoredDocument, suffix: string): Promise<string> {
  const { files } = file
  const temporary = temporaryPath(file.path)
  try {
    await writeDocument(temporary, document, file)
    const backup = freePath(`${file.path}.${suffix}`, files)
    files.rename(temporary, backup)
    if (file.isDurable) await syncFolder(dirname(backup), files)
    return backup
  } catch (error) {
    await files.remove(temporary)
    throw error
  }
}

/** Copies the document file as it is to such a path, and returns that path. */
export async function backUpFile(file: DocumentFile, suffix: string): Promise<string> {
  const { files } = file
  const backup = freePath(`${file.path}.${suffix}`, files)
  await files.copy(file.path, backup)
  if (!file.isDurable) return backup
  const handle = await files.open(backup, 'r')
  await handle.sync().finally(() => handle.close())
  await syncFolder(dirname(backup), files)
  return backup
}

/** The path itself if it does not exist, else with the first free number. */
function freePath(path: string, files: FileSystem) {
  let free = path
  for (let number = 2; files.stat(free); number++) free = `${path}-${number}`
  return free
}
