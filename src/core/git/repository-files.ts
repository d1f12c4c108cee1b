import { randomUUID } from 'node:crypto'
import * as promises from 'node:fs/promises'
import { type FileHandle, lstat, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RemoteError } from './remote-error.ts'

/**
 * The file system for isomorphic-git. Opening a pipe waits for a writer and holds a thread of the runtime until then, so
 * nothing but regular files is read. Links are not followed on the way through folders: two that lead back to their own
 * folder are walked through 2^40 times.
 */
export const repositoryFiles = {
  promises: {
    ...promises,
    stat: lstat,
    async readFile(path: string, options: Parameters<typeof readFile>[1] = null) {
      await refuseSpecialFile(path)
      return readFile(path, options)
    },
    /** Whole, or not at all: an object whose file exists is never written again. */
    async writeFile(path: string, content: Uint8Array, options?: Parameters<typeof writeFile>[2]) {
      // git removes such files once they are old
      const temporary = join(dirname(path), `tmp_obj_${randomUUID()}`)
      try {
        await writeFile(temporary, content, options)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
  },
}

/**
 * Opens a file of a repository for reading.
 *
 * @throws RemoteError `broken` for a pipe, a socket or a device, and what `open` throws
 */
export async function openRepositoryFile(path: string): Promise<FileHandle> {
  await refuseSpecialFile(path)
  return open(path)
}

async function refuseSpecialFile(path: string) {
  const found = await stat(path)
  // a folder has an error of its own, which isomorphic-git knows
  if (found.isFile() || found.isDirectory()) return
  throw new RemoteError('broken', `${path} is not a regular file; a repository must not hold pipes, sockets or devices`)
}
