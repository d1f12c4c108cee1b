import type { ByteSource } from './byte-source.ts'
import { applyDelta, readDeltaHead } from './delta.ts'
import { type GitObject, MAX_OBJECT_BYTES, type ObjectCache, ObjectTooLarge } from './git-object.ts'
import { inflate } from './inflate.ts'
import type { Limits } from './limits.ts'
import { type PackEntry, readPackEntry } from './pack-entry.ts'

export interface Pack {
  /** The path of its file. */
  name: string
  source: ByteSource
}

interface Reading {
  limits: Limits
  cache: ObjectCache
  /** Reads the base of a delta that names it by its id. */
  readBase(oid: string): Promise<GitObject>
  /** @throws ObjectTooLarge when the object has more bytes */
  maxBytes: number
}

const MAX_DELTAS = 10_000

/**
 * Reads an object of a pack: what the chain of deltas stands on, and the deltas one after the other.
 *
 * @throws ObjectTooLarge, and Error for a pack that is damaged
 */
export async function readPackedObject(pack: Pack, offset: number, reading: Reading): Promise<GitObject> {
  const { cache, limits, readBase, maxBytes } = reading
  const deltas: { key: string; entry: PackEntry }[] = []
  let object: GitObject | undefined
  for (let at = offset; !object; ) {
    const key = `${pack.name} ${at}`
    object = cache.get(key)
    if (object) break
    const entry = await readPackEntry(pack.source, at)
    if (entry.type) {
      object = { type: entry.type, bytes: await inflateUpTo(at === offset ? maxBytes : MAX_OBJECT_BYTES, pack, entry) }
      cache.set(key, object)
      break
    }
    deltas.push({ key, entry })
    if (deltas.length > MAX_DELTAS) throw new Error('A chain of deltas is too long')
    if (typeof entry.base === 'number') at = entry.base
    else object = await readBase(entry.base ?? '')
  }
  for (const [depth, { key, entry }] of [...deltas.entries()].reverse()) {
    const delta = await inflateUpTo(MAX_OBJECT_BYTES, pack, entry)
    if (readDeltaHead(delta).size > (depth === 0 ? maxBytes : MAX_OBJECT_BYTES)) throw new ObjectTooLarge()
    object = { type: object.type, bytes: await applyDelta(object.bytes, delta, limits) }
    cache.set(key, object)
  }
  if (object.bytes.length > maxBytes) throw new ObjectTooLarge()
  return object

  async function inflateUpTo(most: number, { source }: Pack, { start, size }: PackEntry) {
    if (size > most) throw new ObjectTooLarge()
    return (await inflate(source, start, size, limits)).bytes
  }
}
