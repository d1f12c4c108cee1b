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
import { diskFault } from './disk-fault.ts'
import { StorageError } from './store.ts'
import { temporaryPath } from './temporary-file.ts'

/** The key in a file. If others may read the file, it is closed to them. */
export function readKeyFile(path: string): string {
  try {
    if (process.platform !== 'win32' && statSync(path).mode & 0o077) chmodSync(path, 0o600)
    const key = readFileSync(path, 'utf8').trim()
    if (key !== '') return key
  } catch (error) {
    throw diskFault(`read the key file ${path}`, error)
  }
  throw new StorageError(`The key file ${path} is empty: put a good copy in its place`)
}

/** Makes the file with a new random key; it is on disk before anything is sealed with it. */
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
    throw diskFault(`make the key file ${path}`, error)
  }
  return key
}

function syncFolderNow(path: string) {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
