import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, toStorageError } from './to-storage-error.ts'

/** The absolute path of a file without symbolic links: one file has one path. Its folder is created if missing. */
export async function resolveFile(path: string): Promise<string> {
  const wanted = resolve(path)
  try {
    await mkdir(dirname(wanted), { recursive: true })
    return await realpath(wanted)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw toStorageError(`use ${wanted}`, error)
    return join(await realpath(dirname(wanted)), basename(wanted))
  }
}
