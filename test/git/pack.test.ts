import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { isSoundPack } from '../../src/git/pack.ts'

const blob = (text: string) => Buffer.concat([Buffer.from([0x30 | text.length]), deflateSync(text)])
const ofsDelta = (offset: number) => Buffer.concat([Buffer.from([0x63, offset]), deflateSync('abc')])
const refDelta = Buffer.concat([Buffer.from([0x73]), Buffer.alloc(20, 7), deflateSync('abc')])

function pack(objects: Buffer[], count = objects.length) {
  const header = Buffer.alloc(12)
  header.write('PACK')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(count, 8)
  const body = Buffer.concat([header, ...objects])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

const first = blob('first')
const whole = pack([first, blob('second')])

test.each([
  ['objects one after the other', whole],
  ['a delta on the object before it', pack([first, ofsDelta(first.length)])],
  ['a delta on an object that is elsewhere', pack([refDelta])],
])('%s are sound', async (_, bytes) => {
  expect(await isSoundPack(bytes)).toBe(true)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a piece of a pack', whole.subarray(0, 40)],
  ['a delta that stands on itself', pack([ofsDelta(0)])],
  ['a delta that stands between objects', pack([first, ofsDelta(first.length - 1)])],
  ['fewer objects than it says', pack([first], 2)],
  ['more objects than it says', pack([first, first], 1)],
  ['an object that does not unpack', pack([Buffer.from([0x35, 1, 2, 3])])],
])('%s is not sound', async (_, bytes) => {
  expect(await isSoundPack(bytes)).toBe(false)
})

test('no pack with one byte changed is sound', async () => {
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await isSoundPack(changed)).toBe(false)
  }
})
