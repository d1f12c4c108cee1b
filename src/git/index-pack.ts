import { readDeltaHead } from './delta.ts'
import {
  createObjectCache,
  createOidHash,
  type GitObject,
  MAX_OBJECT_BYTES,
  ObjectMissing,
  ObjectTooLarge,
  oidOf,
} from './git-object.ts'
import { inflate, inflateInto } from './inflate.ts'
import type { Limits } from './limits.ts'
import { type PackEntry, readPackEntry } from './pack-entry.ts'
import { type Pack, readPackedObject } from './packed-object.ts'

const HEADER_LENGTH = 12
const CHECKSUM_LENGTH = 20
/** What an object costs at least, for all that is remembered of it. */
const LEAST_COST = 256

/**
 * Finds out which objects a pack holds. What they come to is known, and refused, before a delta is applied. An object
 * that is too large to be held, and is a delta, is left out.
 *
 * @param readOther reads an object that the pack leaves out, because its receiver has it; throws ObjectMissing
 * @returns id to offset
 * @throws RemoteError `too-large`, and Error for a pack that is damaged
 */
export async function indexPack(
  pack: Pack,
  readOther: (oid: string) => Promise<GitObject>,
  limits: Limits,
): Promise<Map<string, number>> {
  const offsets = new Map<string, number>()
  const cache = createObjectCache()
  let deltas = await scan()
  while (deltas.length > 0) {
    const waiting = await resolveDeltas(deltas)
    if (waiting.length === deltas.length) throw new Error('A delta of a pack stands on nothing')
    deltas = waiting
  }
  return offsets

  /** Goes through the pack once: notes what is whole, and gives the deltas. */
  async function scan() {
    const { source } = pack
    const spend = limits.count()
    const deltas: number[] = []
    const starts = new Set<number>()
    const end = source.size - CHECKSUM_LENGTH
    let at = HEADER_LENGTH
    for (let left = (await source.read(8, 4)).readUInt32BE(0); left > 0; left--) {
      await limits.pause()
      const entry = await readPackEntry(source, at)
      const { base } = entry
      if (typeof base === 'number' && !starts.has(base)) throw new Error('A delta of a pack stands on nothing')
      spend(Math.max(entry.size, LEAST_COST))
      starts.add(at)
      if (base === undefined) at = await noteObject(entry, at)
      else {
        deltas.push(at)
        at = await skipDelta(entry, spend)
      }
    }
    if (at !== end) throw new Error('A pack goes on after its end')
    return deltas
  }

  async function noteObject({ type, size, start }: PackEntry, offset: number) {
    if (!type) throw new Error('An object of a pack has no type')
    if (size > MAX_OBJECT_BYTES) {
      const hash = createOidHash(type, size)
      let total = 0
      const next = await inflateInto(pack.source, start, limits, chunk => {
        total += chunk.length
        if (total > size) throw new Error('An object is larger than it says')
        hash.update(chunk)
      })
      if (total < size) throw new Error('An object is smaller than it says')
      offsets.set(hash.digest('hex'), offset)
      return next
    }
    const { bytes, next } = await inflate(pack.source, start, size, limits)
    const object = { type, bytes }
    cache.set(`${pack.name} ${offset}`, object)
    offsets.set(await oidOf(object, limits), offset)
    return next
  }

  async function skipDelta({ start, size }: PackEntry, spend: (bytes: number) => void) {
    if (size > MAX_OBJECT_BYTES) return inflateInto(pack.source, start, limits, chunk => spend(chunk.length))
    const { bytes, next } = await inflate(pack.source, start, size, limits)
    spend(readDeltaHead(bytes).size)
    return next
  }

  /** Gives those whose base is a delta that comes later. */
  async function resolveDeltas(deltas: number[]) {
    const waiting: number[] = []
    for (const offset of deltas) {
      await limits.pause()
      try {
        const object = await readAt(offset)
        offsets.set(await oidOf(object, limits), offset)
      } catch (error) {
        if (error instanceof ObjectMissing) waiting.push(offset)
        else if (!(error instanceof ObjectTooLarge)) throw error
      }
    }
    return waiting
  }

  function readAt(offset: number): Promise<GitObject> {
    return readPackedObject(pack, offset, { limits, cache, maxBytes: MAX_OBJECT_BYTES, readBase })
  }

  function readBase(oid: string) {
    const offset = offsets.get(oid)
    return offset === undefined ? readOther(oid) : readAt(offset)
  }
}
