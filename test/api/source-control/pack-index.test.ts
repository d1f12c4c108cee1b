import { expect, test } from 'bun:test'
import { findInPackIndex, writePackIndex } from '../../../src/git/pack.ts'

const oid = (first: string) => first.padEnd(40, '7')
const OFFSETS = new Map([
  [oid('00000000'), 77],
  [oid('00'), 12],
  [oid('01'), 200],
  [oid('01aa'), 300],
  [oid('7f'), 0x7fff_ffff],
  [oid('ff'), 5],
])
const written = writePackIndex(OFFSETS, Buffer.alloc(20, 1))

function sourceOf(bytes: Buffer) {
  const read = async (at: number, length: number) => bytes.subarray(at, at + length)
  return { size: bytes.length, read, readCopy: read }
}

/** The same index with the offset of one object in the table of those beyond 2 GiB. */
function withLargeOffset(offset: bigint) {
  const at = 8 + 256 * 4 + OFFSETS.size * 24
  const nth = [...OFFSETS.keys()].indexOf(oid('01aa'))
  const index = Buffer.concat([written.subarray(0, -40), Buffer.alloc(8), written.subarray(-40)])
  index.writeUInt32BE(0x8000_0000, at + nth * 4)
  index.writeBigUInt64BE(offset, at + OFFSETS.size * 4)
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

test('the index of a pack finds an object beyond 2 GiB', async () => {
  expect(await findInPackIndex(sourceOf(withLargeOffset(5_000_000_000n)), oid('01aa'))).toBe(5_000_000_000)
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
