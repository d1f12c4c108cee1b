import { basename, dirname, join, resolve } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { codeOf, toStorageError } from './to-storage-error.ts'

/** The absolute path of a file without symbolic links: one file has one path. Its folder is created if missing. */
export async function resolveFile(path: string, files: FileSystem): Promise<string> {
  const wanted = resolve(path)
  try {
    await files.makeFolder(dirname(wanted))
    return await files.realPath(wanted)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw toStorageError(`use ${wanted}`, error)
    return join(await files.realPath(dirname(wanted)), basename(wanted))
  }
}
