import { StorageError } from '../base/store.ts'

/** Says why a write was not saved, without paths. `undefined` for other errors, whose reason is for the log alone. */
export function describeStorageFailure(error: unknown): string | undefined {
  const reason = error instanceof StorageError && error.code !== undefined && REASONS.get(error.code)
  return reason ? `The write could not be saved: ${reason}` : undefined
}

const REASONS = new Map([
  ['ENOSPC', 'no space left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'no permission to write the file'],
  ['EPERM', 'no permission to write the file'],
  ['EIO', 'the disk reported an error'],
  ['ENOENT', 'the folder or the file is gone'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EXTERNAL_EDIT', 'the document was changed by another program. Start the instance again to load it'],
  ['FILES_RESTORED', 'a file was removed or changed by another program, and has been written again. Send it again'],
])
