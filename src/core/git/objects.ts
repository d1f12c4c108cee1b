import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import {
  createObjectCache,
  type GitObject,
  MAX_OBJECT_BYTES,
  ObjectMissing,
  ObjectTooLarge,
  type ObjectType,
} from './git-object.ts'
import type { Limits } from './limits.ts'
import { findInPackIndex, type Pack, readPackedObject } from './pack.ts'
import { openRepositoryFile } from './repository-files.ts'
import { type ByteSource, inflateInto, type OpenSource, openAsSource, readThroughWindow } from './unpack.ts'

/** The objects of a repository on this machine. */
export interface ObjectDatabase {
  /** @throws ObjectMissing, ObjectTooLarge, and Error for what is damaged */
  read(oid: string, maxBytes?: number): Promise<GitObject>
  has(oid: string): Promise<boolean>
}

interface IndexedPack extends Pack {
  index: ByteSource
}

/**
 * Opens the objects of a repository, and closes them when `use` is done. isomorphic-git could read them, but reads a
 * pack into memory as a whole (573 MB of a local repository: 1.2 GB), inflates an object in one go (180 MB: others wait
 * 0.7 s), applies a delta in one go (four million instructions: 0.5 to 1 s) and reads the bases of a delta again for
 * each object (3,000 files in one chain: 35 to 50 s, here 0.6 s). This reads piece by piece and lets other work run in
 * between.
 */
export async function withObjects<T>(
  gitFolder: string,
  limits: Limits,
  use: (objects: ObjectDatabase) => Promise<T>,
): Promise<T> {
  const folder = join(gitFolder, 'objects')
  const cache = createObjectCache()
  const opened: OpenSource[] = []
  const packs: IndexedPack[] = []
  try {
    const names = await readdir(join(folder, 'pack')).catch(() => [])
    for (const name of names.filter(name => name.endsWith('.idx'))) {
      const path = join(folder, 'pack', name.slice(0, -'.idx'.length))
      packs.push({ name: path, index: await openFile(`${path}.idx`), source: await openFile(`${path}.pack`) })
    }
    return await use({
      read: (oid, maxBytes = MAX_OBJECT_BYTES) => read(oid, maxBytes, 0),
      has: oid =>
        read(oid, MAX_OBJECT_BYTES, 0).then(
          () => true,
          () => false,
        ),
    })
  } finally {
    for (const source of opened) await source.close()
  }

  async function read(oid: string, maxBytes: number, depth: number): Promise<GitObject> {
    await limits.pause()
    const loose = await readLooseObject(folder, oid, maxBytes, limits)
    if (loose) return loose
    for (const pack of packs) {
      const offset = await findInPackIndex(pack.index, oid)
      if (offset === undefined) continue
      if (depth > MAX_PACKS_OF_A_DELTA) throw new Error('A chain of deltas is too long')
      const readBase = (base: string) => read(base, MAX_OBJECT_BYTES, depth + 1)
      return readPackedObject(pack, offset, { cache, limits, maxBytes, readBase })
    }
    throw new ObjectMissing(`There is no object ${oid}`)
  }

  async function openFile(path: string) {
    const source = await openAsSource(path)
    opened.push(source)
    return source
  }
}

/** A delta that names its base by id may lead from pack to pack, but not endlessly. */
const MAX_PACKS_OF_A_DELTA = 100

/** Deflated bytes that are inflated at once: they become at most 16 MB. */
const SMALL = 16 * 1024
const MAX_HEAD_LENGTH = 32

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
    return inflateSync(deflated, { maxOutputLength: maxBytes + MAX_HEAD_LENGTH })
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
        const head = /^(commit|tree|blob|tag) (\d{1,15})\0/.exec(chunk.toString('latin1', 0, MAX_HEAD_LENGTH))
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
