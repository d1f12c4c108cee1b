import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { StorageError } from '../base/store.ts'
import { type FileSystem, nodeFiles, resolveFile, temporaryPath, toStorageError } from './files/index.ts'

/** The path of a document's key file: beside the document itself, or beside a link to it, where there is one already. */
export async function keyFileOf(document: string, files = nodeFiles): Promise<string> {
  const besideLink = `${document}.key`
  try {
    if (files.stat(besideLink)) return besideLink
  } catch (error) {
    throw toStorageError(`use ${besideLink}`, error)
  }
  return `${await resolveFile(document, files)}.key`
}

/** Removes the access rights of other users to the file. */
export function closeKeyFile(path: string, files: FileSystem) {
  try {
    const mode = Number(files.stat(path)?.mode ?? 0)
    if (process.platform !== 'win32' && mode & 0o077) files.setMode(path, 0o600)
  } catch (error) {
    throw toStorageError(`close the key file ${path} to other users`, error)
  }
}

export function readKeyFile(path: string, files: FileSystem): string {
  try {
    const key = Buffer.from(files.readFileNow(path)).toString().trim()
    if (key !== '') return key
  } catch (error) {
    throw toStorageError(`read the key file ${path}`, error)
  }
  throw new StorageError(`The key file ${path} is empty: put a good copy in its place`)
}

/** Creates the file with a new random key, and syncs it before anything is sealed with the key. */
export function makeKeyFile(path: string, files: FileSystem): string {
  const key = randomBytes(32).toString('base64')
  const temporary = temporaryPath(path)
  try {
    files.createNow(temporary, `${key}\n`, { mode: 0o600, isDurable: true })
    files.rename(temporary, path)
    if (process.platform !== 'win32') files.syncFolderNow(dirname(path))
  } catch (error) {
    files.removeNow(temporary)
    throw toStorageError(`make the key file ${path}`, error)
  }
  return key
}
