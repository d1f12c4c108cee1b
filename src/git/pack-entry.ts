import type { ByteSource } from './byte-source.ts'
import type { ObjectType } from './git-object.ts'

const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag']

/** The head of an object in a pack (gitformat-pack). */
export interface PackEntry {
  /** Undefined for a delta, which has the type of its base. */
  type: ObjectType | undefined
  /** Bytes of the object, or of the delta, when inflated. */
  size: number
  /** What a delta stands on: an offset in the same pack, or the id of an object. */
  base: number | string | undefined
  /** Where the deflated bytes begin. */
  start: number
}

const MOST_HEAD = 64
const OID_LENGTH = 20
const OFS_DELTA = 6
const REF_DELTA = 7

/** @throws Error for a type or a length that there is not */
export async function readPackEntry(pack: ByteSource, offset: number): Promise<PackEntry> {
  const head = await pack.read(offset, MOST_HEAD)
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
    return { type: undefined, size, base, start: offset + at + OID_LENGTH }
  }
  if (kind === OFS_DELTA) {
    byte = head.readUInt8(at++)
    let distance = byte & 0x7f
    while (byte & 0x80) {
      byte = head.readUInt8(at++)
      distance = (distance + 1) * 128 + (byte & 0x7f)
    }
    if (distance === 0 || distance > offset) throw new Error('A delta of a pack stands on nothing')
    return { type: undefined, size, base: offset - distance, start: offset + at }
  }
  const type = TYPES[kind]
  if (!type) throw new Error('An object of a pack has no type')
  return { type, size, base: undefined, start: offset + at }
}
