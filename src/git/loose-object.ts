import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { readThroughWindow } from './byte-source.ts'
import { type GitObject, ObjectTooLarge, type ObjectType } from './git-object.ts'
import { inflateInto } from './inflate.ts'
import type { Limits } from './limits.ts'
import { openRepositoryFile } from './repository-files.ts'

/** So few deflated bytes are inflated at once: at most 16 MB come of them. */
const SMALL = 16 * 1024
const MOST_HEAD = 32

/**
 * Reads an object that has a file of its own; undefined when it has none.
 *
 * @throws ObjectTooLarge, and Error for one that is damaged
 */
export async function readLooseObject(
  folder: string,
  oid: string,
  maxBytes: number,
  limits: Limits,
): Promise<GitObject | undefined> {
  const file = await openRepositoryFile(join(folder, oid.slice(0, 2), oid.slice(2))).catch(absent)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    const source = readThroughWindow(file, size)
    const taker = createTaker(maxBytes)
    if (size <= SMALL) taker.take(inflateSmall(await source.read(0, size), maxBytes))
    else await inflateInto(source, 0, limits, taker.take)
    return taker.done()
  } finally {
    await file.close()
  }
}

function inflateSmall(deflated: Buffer, maxBytes: number) {
  try {
    return inflateSync(deflated, { maxOutputLength: maxBytes + MOST_HEAD })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new ObjectTooLarge()
    throw error
  }
}

/** Takes `blob 123`, a zero, and the bytes. */
function createTaker(maxBytes: number) {
  let type: ObjectType = 'blob'
  let bytes: Buffer | undefined
  let filled = 0
  return {
    take(chunk: Buffer) {
      if (!bytes) {
        const head = /^(commit|tree|blob|tag) (\d{1,15})\0/.exec(chunk.toString('latin1', 0, MOST_HEAD))
        if (!head) throw new Error('An object has no head')
        type = head[1] as ObjectType
        const size = Number(head[2])
        if (size > maxBytes) throw new ObjectTooLarge()
        bytes = Buffer.allocUnsafe(size)
        return add(bytes, chunk.subarray(head[0].length))
      }
      add(bytes, chunk)
    },
    done(): GitObject {
      if (!bytes || filled !== bytes.length) throw new Error('An object is not as large as it says')
      return { type, bytes }
    },
  }

  function add(bytes: Buffer, chunk: Buffer) {
    if (filled + chunk.length > bytes.length) throw new Error('An object is not as large as it says')
    filled += chunk.copy(bytes, filled)
  }
}

function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
