import { constants, existsSync } from 'node:fs'
import { copyFile, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DocumentFile } from './document-file.ts'
import type { StoredDocument } from './document-text.ts'
import { syncFolder } from './sync-folder.ts'
import { temporaryPath } from './temporary-file.ts'
import { writeDocument } from './write-document.ts'

/** Writes a document beside the file under the first free name, `FILE.SUFFIX`, `FILE.SUFFIX-2`, …, and says which. */
export async function keepBeside(file: DocumentFile, document: StoredDocument, suffix: string): Promise<string> {
  const temporary = temporaryPath(file.path)
  try {
    await writeDocument(temporary, document, file)
    const kept = freePath(`${file.path}.${suffix}`)
    await rename(temporary, kept)
    if (file.isDurable) await syncFolder(dirname(kept))
    return kept
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Copies the file as it is, under such a name. */
export async function copyBeside(file: DocumentFile, suffix: string): Promise<string> {
  const kept = freePath(`${file.path}.${suffix}`)
  await copyFile(file.path, kept, constants.COPYFILE_EXCL)
  if (!file.isDurable) return kept
  const handle = await open(kept, 'r')
  await handle.sync().finally(() => handle.close())
  await syncFolder(dirname(kept))
  return kept
}

/** The path itself if nothing is there, else with the first number that is free. */
function freePath(path: string) {
  let free = path
  for (let number = 2; existsSync(free); number++) free = `${path}-${number}`
  return free
}
