import { link, rm } from 'node:fs/promises'
import { temporaryPath } from './temporary-file.ts'

/**
 * Keeps a file's content alive under a second name while another file is renamed over it: the rename then does not wait
 * until the file system has freed the blocks of a large file. `release` frees them. Without support for hard links, the
 * rename waits.
 */
export async function deferDeletion(path: string): Promise<{ release: () => Promise<void> }> {
  const second = temporaryPath(path)
  await link(path, second).catch(() => {})
  return { release: () => rm(second, { force: true }) }
}
