import * as promises from 'node:fs/promises'
import { type FileHandle, lstat, open, readFile, stat } from 'node:fs/promises'
import { RemoteError } from './remote-error.ts'

/**
 * The file system for isomorphic-git. Opening a pipe waits for a writer and holds a thread of the runtime meanwhile, so
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
