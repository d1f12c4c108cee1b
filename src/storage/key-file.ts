import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { temporaryPath, toStorageError } from './files/index.ts'
import { StorageError } from './store.ts'

/** Reads the key. Access rights of other users to the file are removed. */
export function readKeyFile(path: string): string {
  try {
    if (process.platform !== 'win32' && statSync(path).mode & 0o077) chmodSync(path, 0o600)
    const key = readFileSync(path, 'utf8').trim()
    if (key !== '') return key
  } catch (error) {
    throw toStorageError(`read the key file ${path}`, error)
  }
  throw new StorageError(`The key file ${path} is empty: put a good copy in its place`)
}

/** Creates the file with a new random key, and syncs it before anything is sealed with the key. */
export function makeKeyFile(path: string): string {
  const key = randomBytes(32).toString('base64')
  const temporary = temporaryPath(path)
  try {
    const file = openSync(temporary, 'wx', 0o600)
    writeSync(file, `${key}\n`)
    fsyncSync(file)
    closeSync(file)
    renameSync(temporary, path)
    if (process.platform !== 'win32') syncFolderNow(dirname(path))
  } catch (error) {
    rmSync(temporary, { force: true })
    throw toStorageError(`make the key file ${path}`, error)
  }
  return key
}

function syncFolderNow(path: string) {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
