import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A name beside the file, for what is to take its place once it is whole. */
export const temporaryPath = (path: string) => `${path}.tmp-${randomBytes(4).toString('hex')}`

/** Removes what writes of these files that never finished have left behind. */
export async function removeTemporaries(...paths: string[]) {
  for (const path of paths) {
    const start = `${basename(path)}.tmp-`
    for (const name of await readdir(dirname(path))) {
      if (name.startsWith(start) && /^[\da-f]{8}$/.test(name.slice(start.length))) await rm(join(dirname(path), name))
    }
  }
}
