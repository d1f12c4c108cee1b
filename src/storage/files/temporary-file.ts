import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A fresh name in the same folder, for content that is renamed to `path` once it is complete. */
export const temporaryPath = (path: string) => `${path}.tmp-${randomBytes(4).toString('hex')}`

/** Removes the temporary files that unfinished writes of these files have left behind. */
export async function removeTemporaries(...paths: string[]) {
  for (const path of paths) {
    const start = `${basename(path)}.tmp-`
    for (const name of await readdir(dirname(path))) {
      if (name.startsWith(start) && /^[\da-f]{8}$/.test(name.slice(start.length))) await rm(join(dirname(path), name))
    }
  }
}
