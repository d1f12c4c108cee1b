import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import type { FileSystem } from './file-system.ts'
import { otherKind } from './refuse-other-kind.ts'

/** A fresh name in the same folder, for content that is renamed to `path` once it is complete. */
export const temporaryPath = (path: string) => `${path}.tmp-${randomBytes(4).toString('hex')}`

/**
 * Removes the temporary files that unfinished writes of these files have left behind. Anything but a file belongs to
 * another program, and stays.
 */
export async function removeTemporaries(files: FileSystem, paths: readonly string[]) {
  for (const path of paths) {
    const start = `${basename(path)}.tmp-`
    for (const name of await files.list(dirname(path))) {
      const isTemporary = name.startsWith(start) && /^[\da-f]{8}$/.test(name.slice(start.length))
      const found = isTemporary ? files.stat(join(dirname(path), name)) : undefined
      if (found && !otherKind(found)) await files.remove(join(dirname(path), name))
    }
  }
}
