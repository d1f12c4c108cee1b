import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ByteSource, openAsSource } from './byte-source.ts'
import { createObjectCache, type GitObject, MAX_OBJECT_BYTES, ObjectMissing } from './git-object.ts'
import type { Limits } from './limits.ts'
import { readLooseObject } from './loose-object.ts'
import { findInPackIndex } from './pack-index.ts'
import { type Pack, readPackedObject } from './packed-object.ts'

/** The objects of a repository on this machine. */
export interface ObjectDatabase extends AsyncDisposable {
  /** @throws ObjectMissing, ObjectTooLarge, and Error for what is damaged */
  read(oid: string, maxBytes?: number): Promise<GitObject>
  has(oid: string): Promise<boolean>
}

interface IndexedPack extends Pack {
  index: ByteSource
}

/** Opens the objects of a repository. No more of a pack is held in memory than is read of it. */
export async function openObjects(gitFolder: string, limits: Limits): Promise<ObjectDatabase> {
  const folder = join(gitFolder, 'objects')
  const cache = createObjectCache()
  const opened: AsyncDisposable[] = []
  const packs: IndexedPack[] = []
  try {
    const names = await readdir(join(folder, 'pack')).catch(() => [])
    for (const name of names.filter(name => name.endsWith('.idx'))) {
      const path = join(folder, 'pack', name.slice(0, -'.idx'.length))
      packs.push({ name: path, index: await openFile(`${path}.idx`), source: await openFile(`${path}.pack`) })
    }
  } catch (error) {
    await close()
    throw error
  }
  return {
    read: (oid, maxBytes = MAX_OBJECT_BYTES) => read(oid, maxBytes, 0),
    has: oid =>
      read(oid, MAX_OBJECT_BYTES, 0).then(
        () => true,
        () => false,
      ),
    [Symbol.asyncDispose]: close,
  }

  async function read(oid: string, maxBytes: number, depth: number): Promise<GitObject> {
    await limits.pause()
    const loose = await readLooseObject(folder, oid, maxBytes, limits)
    if (loose) return loose
    for (const pack of packs) {
      const offset = await findInPackIndex(pack.index, oid)
      if (offset === undefined) continue
      if (depth > MOST_PACKS) throw new Error('A delta stands on itself')
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

  async function close() {
    for (const source of opened.splice(0)) await source[Symbol.asyncDispose]()
  }
}

/** Deltas by id may lead from pack to pack, but not without end. */
const MOST_PACKS = 100
