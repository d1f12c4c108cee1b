import { StorageError } from '../../base/store.ts'
import type { FileStat, FileSystem } from './file-system.ts'

/** The kind of file in its mode, the same on every system. */
const KIND_BITS = 0o170000
const FILE = 0o100000
const KINDS = new Map([
  [0o040000, 'a folder'],
  [0o010000, 'a named pipe'],
  [0o140000, 'a socket'],
  [0o020000, 'a device'],
  [0o060000, 'a device'],
])

/** The kind of anything but a file, such as `a folder`; `undefined` for a file. */
export function otherKind({ mode }: Pick<FileStat, 'mode'>): string | undefined {
  const kind = Number(mode) & KIND_BITS
  // a simulated disk has only files, and reports no kind
  return kind === FILE || kind === 0 ? undefined : (KINDS.get(kind) ?? 'something else')
}

/**
 * Refuses a path that should be a file and is something else: reading a folder fails, reading a pipe may never end.
 *
 * @param what the file that belongs there
 * @throws StorageError
 */
export function refuseOtherKind(path: string, what: string, files: Pick<FileSystem, 'stat'>) {
  const found = files.stat(path)
  const kind = found && otherKind(found)
  if (kind) throw new StorageError(`${path} is ${kind}, not a file, and in the way of ${what}. Move it away first.`)
}
