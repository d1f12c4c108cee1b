import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'

const HEADER_LENGTH = 12
const CHECKSUM_LENGTH = 20
const OFS_DELTA = 6
const REF_DELTA = 7
const MAX_OBJECT_BYTES = 256 * 1024 * 1024
const BREATH = 64

/**
 * Whether a pack is whole and sound: its checksum is right, its objects follow one another to its end, none unpacks to
 * more than 256 MB, and every delta stands on an object before it. isomorphic-git takes a pack unchecked, and never
 * returns from a delta that stands on itself.
 */
export async function isSoundPack(pack: Buffer): Promise<boolean> {
  const checksum = createHash('sha1').update(pack.subarray(0, -CHECKSUM_LENGTH)).digest()
  if (pack.length < HEADER_LENGTH + CHECKSUM_LENGTH || !checksum.equals(pack.subarray(-CHECKSUM_LENGTH))) return false
  try {
    return await objectsAreSound(pack)
  } catch {
    return false
  }
}

async function objectsAreSound(pack: Buffer) {
  const starts = new Set<number>()
  const end = pack.length - CHECKSUM_LENGTH
  let at = HEADER_LENGTH
  for (let count = pack.readUInt32BE(8); count > 0; count--) {
    if (count % BREATH === 0) await setImmediate()
    const start = at
    const type = (pack.readUInt8(at) >> 4) & 7
    at = skipVarInt(pack, at)
    if (type === OFS_DELTA) {
      const [offset, next] = readOffset(pack, at)
      if (!starts.has(start - offset)) return false
      at = next
    }
    if (type === REF_DELTA) at += CHECKSUM_LENGTH
    at += deflatedLength(pack.subarray(at, end))
    starts.add(start)
  }
  return at === end
}

function skipVarInt(pack: Buffer, from: number) {
  let at = from
  while (pack.readUInt8(at++) & 0x80);
  return at
}

/** How far back the base of a delta is (gitformat-pack, "offset encoding"), and where the delta begins. */
function readOffset(pack: Buffer, from: number): [offset: number, next: number] {
  let at = from
  let byte = pack.readUInt8(at++)
  let offset = byte & 0x7f
  while (byte & 0x80) {
    byte = pack.readUInt8(at++)
    offset = (offset + 1) * 128 + (byte & 0x7f)
  }
  return [offset, at]
}

function deflatedLength(bytes: Buffer) {
  const { engine } = inflateSync(bytes, { info: true, maxOutputLength: MAX_OBJECT_BYTES }) as unknown as Inflated
  return engine.bytesWritten
}

/** What `info: true` gives; the types of node:zlib do not know it. */
interface Inflated {
  engine: { bytesWritten: number }
}
