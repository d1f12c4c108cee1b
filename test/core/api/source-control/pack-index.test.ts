import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { findInPackIndex, writePackIndex } from '../../../../src/core/git/pack.ts'

const oid = (first: string) => first.padEnd(40, '7')
const OFFSETS = new Map([
  [oid('00000000'), 77],
  [oid('00'), 12],
  [oid('01'), 200],
  [oid('01aa'), 300],
  [oid('7f'), 0x7fff_ffff],
  ...Array.from({ length: 8 }, (_, n): [string, number] => [oid(`80${n}`), 1000 + n]),
  [oid('ff'), 5],
])
const written = writePackIndex(OFFSETS, Buffer.alloc(20, 1))

function sourceOf(bytes: Buffer) {
  const read = async (at: number, length: number) => bytes.subarray(at, at + length)
  return { size: bytes.length, read, readCopy: read }
}

/** The same index with the offsets of these objects in the table of those beyond 2 GiB. */
function withLargeOffsets(large: [id: string, offset: bigint][]) {
  const at = 8 + 256 * 4 + OFFSETS.size * 24
  const ids = [...OFFSETS.keys()].sort()
  const index = Buffer.concat([written.subarray(0, -40), Buffer.alloc(8 * large.length), written.subarray(-40)])
  for (const [n, [id, offset]] of large.entries()) {
    index.writeUInt32BE(0x8000_0000 + n, at + ids.indexOf(id) * 4)
    index.writeBigUInt64BE(offset, at + OFFSETS.size * 4 + n * 8)
  }
  return index
}

/** The same index with another number in its head. */
function saying(at: number, number: number) {
  const index = Buffer.from(written)
  index.writeUInt32BE(number, at)
  return index
}

test.each([...OFFSETS])('the index of a pack finds %s at %i', async (id, offset) => {
  expect(await findInPackIndex(sourceOf(written), id)).toBe(offset)
})

test.each([oid('02'), oid('0000'), oid('fe'), oid('fff')])('the index of a pack does not find %s', async id => {
  expect(await findInPackIndex(sourceOf(written), id)).toBeUndefined()
})

test('the index of a pack finds objects beyond 2 GiB', async () => {
  const large: [string, bigint][] = [
    [oid('01aa'), 5_000_000_000n],
    [oid('7f'), 6_000_000_000n],
    [oid('00'), 7_000_000_000n],
  ]
  const index = sourceOf(withLargeOffsets(large))
  for (const [id, offset] of large) expect(await findInPackIndex(index, id)).toBe(Number(offset))
})

test('the index of a pack is the one that git writes', () => {
  expect(written.toString('hex', 0, 8)).toBe('ff744f6300000002')
  const ids = [...OFFSETS.keys()].sort()
  const counts = Array.from({ length: 256 }, (_, byte) => written.readUInt32BE(8 + byte * 4))
  expect(counts).toEqual(counts.map((_, byte) => ids.filter(id => Number.parseInt(id.slice(0, 2), 16) <= byte).length))
  expect(written.subarray(-40, -20)).toEqual(Buffer.alloc(20, 1))
  expect(written.toString('hex', written.length - 20)).toBe(
    createHash('sha1').update(written.subarray(0, -20)).digest('hex'),
  )
})

test('an object with a first byte of its own is found in three reads', async () => {
  for (const id of ['7f', 'ff']) {
    let reads = 0
    const { read, ...source } = sourceOf(written)
    const counting = (at: number, length: number) => {
      reads++
      return read(at, length)
    }
    await findInPackIndex({ ...source, read: counting }, oid(id))
    expect(reads).toBe(3)
  }
})

test.each([
  ['of version 1', Buffer.concat([Buffer.alloc(8), written.subarray(8)]), 'Not a pack index of version 2'],
  ['of version 3', saying(4, 3), 'Not a pack index of version 2'],
  ['that begins otherwise', saying(0, 0), 'Not a pack index of version 2'],
  ['that lost its last byte', written.subarray(0, -1), 'A pack index is damaged'],
  ['without checksums', written.subarray(0, -40), 'A pack index is damaged'],
])('an index %s is refused', async (_, bytes, says) => {
  await expect(findInPackIndex(sourceOf(Buffer.from(bytes)), oid('01'))).rejects.toThrow(says)
})
