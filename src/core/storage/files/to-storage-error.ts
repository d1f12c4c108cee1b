import { getSystemErrorName } from 'node:util'
import { StorageError } from '../../base/store.ts'

/** Wraps an error of the file system in a `StorageError` that says which action failed, why, and what to do. */
export function toStorageError(action: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const code = codeOf(error)
  const known = code && REASONS[code]
  const reason = known ?? (error instanceof Error ? error.message : String(error))
  return new StorageError(`Could not ${action}: ${reason}${known ? ` (${code})` : ''}`, { cause: error, code })
}

/** The file system's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  // Deno has no code for some, only the system's number
  const [, number] = /\(os error (\d{1,3})\)$/.exec(error.message) ?? []
  return number === undefined ? undefined : getSystemErrorName(-Number(number))
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full. Free some space and try again',
  EDQUOT: 'the disk quota is used up. Free some space and try again',
  EFBIG: 'the file would be larger than the system allows',
  EACCES: 'no permission. Give this user the right to read and write in that folder',
  EPERM: 'not permitted. Give this user the right to read and write in that folder',
  EROFS: 'the file system is read-only. Make it writable, or use a file elsewhere',
  ENOENT: 'the folder or the file is gone. Put it back',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder, not a file',
  EIO: 'the disk reported an error. Check the disk',
  EMFILE: 'too many files are open in this process',
  ENFILE: 'too many files are open on this machine',
}
