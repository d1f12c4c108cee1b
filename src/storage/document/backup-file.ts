import { constants, existsSync } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder, temporaryPath } from '../files/index.ts'
import type { DocumentFile } from './document-file.ts'
import type { StoredDocument } from './document-text.ts'
import { writeDocument } from './write-document.ts'

/** Writes a document to the first free path of `FILE.SUFFIX`, `FILE.SUFFIX-2`, …, and returns that path. */
export async function backUpDocument(file: DocumentFile, document: StoredDocument, suffix: string): Promise<string> {
  const temporary = temporaryPath(file.path)
  try {
    await writeDocument(temporary, document, file)
    const backup = freePath(`${file.path}.${suffix}`)
    await rename(temporary, backup)
    if (file.isDurable) await syncFolder(dirname(backup))
    return backup
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Copies the document file as it is to such a path, and returns that path. */
export async function backUpFile(file: DocumentFile, suffix: string): Promise<string> {
  const backup = freePath(`${file.path}.${suffix}`)
  await copyFile(file.path, backup, constants.COPYFILE_EXCL)
  if (!file.isDurable) return backup
  const handle = await open(backup, 'r')
  await handle.sync().finally(() => handle.close())
  await syncFolder(dirname(backup))
  return backup
}

/** The path itself if it does not exist, else with the first free number. */
function freePath(path: string) {
  let free = path
  for (let number = 2; existsSync(free); number++) free = `${path}-${number}`
  return free
}
