import { createHash } from 'node:crypto'
import type { ByteSource } from './byte-source.ts'

const MAGIC = 0xff744f63
const VERSION = 2
const FANOUT = 8
const OIDS = FANOUT + 256 * 4
const OID_LENGTH = 20
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
    if (order === 0) return readOffset(index, total, middle)
    if (order < 0) from = middle + 1
    else to = middle
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
