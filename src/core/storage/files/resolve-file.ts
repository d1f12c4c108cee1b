import { basename, dirname, join, resolve } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { codeOf, toStorageError } from './to-storage-error.ts'

/**
 * The absolute path of a file without symbolic links: one file has one path, also before it is made. Its folder is created
 * if missing.
 */
export async function resolveFile(path: string, files: FileSystem): Promise<string> {
  const wanted = resolve(path)
  try {
    await files.makeFolder(dirname(wanted))
    return await files.realPath(wanted)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw toStorageError(`use ${wanted}`, error)
    const folder = await files.realPath(dirname(wanted))
    const target = await files.linkTarget(wanted)
    return target === undefined ? join(folder, basename(wanted)) : resolveFile(resolve(folder, target), files)
  }
}
