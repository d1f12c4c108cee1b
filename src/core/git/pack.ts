import { createHash } from 'node:crypto'
import {
  createObjectCache,
  createOidHash,
  type GitObject,
  MAX_OBJECT_BYTES,
  type ObjectCache,
  ObjectMissing,
  ObjectTooLarge,
  type ObjectType,
  oidOf,
} from './git-object.ts'
import type { Limits } from './limits.ts'
import { applyDelta, type ByteSource, inflate, inflateInto, readDeltaHead } from './unpack.ts'

const HEADER_LENGTH = 12
const CHECKSUM_LENGTH = 20
/** The bytes that an object counts at least, for what is stored about it. */
const LEAST_COST = 256

/**
 * Lists the objects of a pack. Their sizes are added up, and too many bytes are refused, before a delta is applied. A
 * delta whose object is too large for memory is left out.
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
    if (waiting.length === deltas.length) throw baseMissing()
    deltas = waiting
  }
  return offsets

  /** Reads the pack once: stores the offsets of whole objects, and returns those of the deltas. */
  async function scan() {
    const { source } = pack
    const spend = limits.count()
    const deltas: number[] = []
    const starts = new Set<number>()
    const end = source.size - CHECKSUM_LENGTH
    let at = HEADER_LENGTH
    for (let left = (await source.read(0, HEADER_LENGTH)).readUInt32BE(8); left > 0; left--) {
      await limits.pause()
      const entry = await readPackEntry(source, at)
      if (typeof entry.base === 'number' && !starts.has(entry.base)) throw baseMissing()
      spend(Math.max(entry.size, LEAST_COST))
      starts.add(at)
      if (entry.type) at = await noteObject(entry, at)
      else {
        deltas.push(at)
        at = await skipDelta(entry, spend)
      }
    }
    if (at !== end) throw new Error('A pack goes on after its end')
    return deltas
  }

  async function noteObject({ type, size, start }: WholeEntry, offset: number) {
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

  /** Returns those whose base is a delta that comes later. */
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
 * Reads an object of a pack: the base of its chain of deltas, then the deltas one after the other.
 *
 * @throws ObjectTooLarge, and Error for a pack that is damaged
 */
export async function readPackedObject(pack: Pack, offset: number, reading: Reading): Promise<GitObject> {
  const { cache, limits, readBase, maxBytes } = reading
  const deltas: { key: string; entry: DeltaEntry }[] = []
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
    else object = await readBase(entry.base)
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

const baseMissing = () => new Error('The base of a delta is not in the pack')

const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag']

/** The head of an object in a pack (gitformat-pack). */
export type PackEntry = WholeEntry | DeltaEntry

interface WholeEntry extends Deflated {
  type: ObjectType
  base?: undefined
}

/** A delta has the type of its base: at an offset in the same pack, or an object by its id. */
interface DeltaEntry extends Deflated {
  type?: undefined
  base: number | string
}

interface Deflated {
  /** Bytes of the object, or of the delta, when inflated. */
  size: number
  /** Where the deflated bytes begin. */
  start: number
}

const MAX_HEAD = 64
const OID_LENGTH = 20
const OFS_DELTA = 6
const REF_DELTA = 7

/** @throws Error for an invalid type or length */
export async function readPackEntry(pack: ByteSource, offset: number): Promise<PackEntry> {
  const head = await pack.read(offset, MAX_HEAD)
  let byte = head.readUInt8(0)
  const kind = (byte >> 4) & 7
  let at = 1
  let size = byte & 0x0f
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = head.readUInt8(at++)
    size += (byte & 0x7f) * factor
  }
  if (!Number.isSafeInteger(size)) throw new Error('An object of a pack is too large')
  if (kind === REF_DELTA) {
    const base = head.toString('hex', at, at + OID_LENGTH)
    return { size, base, start: offset + at + OID_LENGTH }
  }
  if (kind === OFS_DELTA) {
    byte = head.readUInt8(at++)
    let distance = byte & 0x7f
    while (byte & 0x80) {
      byte = head.readUInt8(at++)
      distance = (distance + 1) * 128 + (byte & 0x7f)
    }
    if (distance === 0 || distance > offset) throw baseMissing()
    return { size, base: offset - distance, start: offset + at }
  }
  const type = TYPES[kind]
  if (!type) throw new Error('An object of a pack has no type')
  return { type, size, start: offset + at }
}

const MAGIC = 0xff744f63
const VERSION = 2
const FANOUT = 8
const OIDS = FANOUT + 256 * 4
const LARGE = 0x8000_0000

/** The index of a pack as git writes it (gitformat-pack, version 2); without the checksums of single objects. */
export function writePackIndex(offsets: ReadonlyMap<string, number>, packChecksum: Buffer): Buffer {
  const entries = [...offsets].sort(([a], [b]) => (a < b ? -1 : 1))
  const index = Buffer.alloc(OIDS + entries.length * (OID_LENGTH + 8) + 2 * OID_LENGTH)
  index.writeUInt32BE(MAGIC, 0)
  index.writeUInt32BE(VERSION, 4)
  const offsetsAt = OIDS + entries.length * (OID_LENGTH + 4)
  for (const [n, [oid, offset]] of entries.entries()) {
    index.write(oid, OIDS + n * OID_LENGTH, 'hex')
    index.writeUInt32BE(offset, offsetsAt + n * 4)
    const first = index.readUInt8(OIDS + n * OID_LENGTH)
    index.writeUInt32BE(n + 1, FANOUT + first * 4)
  }
  for (let byte = 1; byte < 256; byte++) {
    const at = FANOUT + byte * 4
    index.writeUInt32BE(Math.max(index.readUInt32BE(at), index.readUInt32BE(at - 4)), at)
  }
  const end = index.length - 2 * OID_LENGTH
  packChecksum.copy(index, end)
  createHash('sha1')
    .update(index.subarray(0, -OID_LENGTH))
    .digest()
    .copy(index, end + OID_LENGTH)
  return index
}

/**
 * Where an object begins in the pack of an index; undefined when it is not there.
 *
 * @throws Error for an index that is damaged, or of version 1
 */
export async function findInPackIndex(index: ByteSource, oid: string): Promise<number | undefined> {
  const head = Buffer.from(await index.read(0, OIDS))
  if (head.readUInt32BE(0) !== MAGIC || head.readUInt32BE(4) !== VERSION)
    throw new Error('Not a pack index of version 2')
  const wanted = Buffer.from(oid, 'hex')
  const total = head.readUInt32BE(OIDS - 4)
  const first = wanted.readUInt8(0)
  let from = first === 0 ? 0 : head.readUInt32BE(FANOUT + (first - 1) * 4)
  let to = head.readUInt32BE(FANOUT + first * 4)
  if (to > total || index.size < OIDS + total * (OID_LENGTH + 8) + 2 * OID_LENGTH)
    throw new Error('A pack index is damaged')
  while (from < to) {
    const middle = (from + to) >>> 1
    const order = (await index.read(OIDS + middle * OID_LENGTH, OID_LENGTH)).compare(wanted)
    if (order < 0) from = middle + 1
    else if (order > 0) to = middle
    else return readOffset(index, total, middle)
  }
  return undefined
}

async function readOffset(index: ByteSource, total: number, n: number) {
  const offsets = OIDS + total * (OID_LENGTH + 4)
  const offset = (await index.read(offsets + n * 4, 4)).readUInt32BE(0)
  if (offset < LARGE) return offset
  const large = await index.read(offsets + total * 4 + (offset - LARGE) * 8, 8)
  return Number(large.readBigUInt64BE(0))
}
