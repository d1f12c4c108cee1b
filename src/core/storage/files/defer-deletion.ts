import type { FileSystem } from './file-system.ts'
import { temporaryPath } from './temporary-file.ts'

/**
 * Keeps a file's content alive under a second name while another file is renamed over it: the rename then does not wait
 * until the file system has freed the blocks of a large file. `release` frees them. Without support for hard links, the
 * rename waits.
 */
export function deferDeletion(path: string, files: FileSystem): { release: () => Promise<void> } {
  const second = temporaryPath(path)
  try {
    files.link(path, second)
  } catch {
    // no hard links here, or no such file
  }
  return { release: () => files.remove(second) }
}
