import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { openAsSource } from '../../src/git/byte-source.ts'
import { indexPack } from '../../src/git/index-pack.ts'
import { createLimits } from '../../src/git/limits.ts'
import { delta, entry, OFS_DELTA, packOf, REF_DELTA } from './hostile-packs.ts'

const blob = (text: string) => entry(3, text.length, deflateSync(text))
const oid = (text: string) => createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex')
const ofs = (distance: number, bytes: Buffer) =>
  Buffer.concat([entry(OFS_DELTA, bytes.length, Buffer.alloc(0)), Buffer.from([distance]), deflateSync(bytes)])
const ref = (base: string, bytes: Buffer) =>
  Buffer.concat([entry(REF_DELTA, bytes.length, Buffer.from(base, 'hex')), deflateSync(bytes)])

const first = blob('first')
const whole = packOf([first, blob('second')])
const longer = delta('first'.length, ' one', 'first'.length)

/** The ids of what a pack holds; undefined when it is damaged. */
async function oidsIn(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-pack-'))
  const name = join(folder, 'pack')
  try {
    await writeFile(name, bytes)
    await using source = await openAsSource(name)
    const limits = createLimits('it', 1e6, new AbortController().signal)
    const other = { type: 'blob' as const, bytes: Buffer.from('other') }
    return [...(await indexPack({ name, source }, async () => other, limits)).keys()]
  } catch {
    return undefined
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.each([
  ['objects one after the other', whole, ['first', 'second']],
  ['a delta on the object before it', packOf([first, ofs(first.length, longer)]), ['first', 'first one']],
  ['a delta on an object that is elsewhere', packOf([ref(oid('other'), longer)]), ['other one']],
  ['a delta on an object by its id', packOf([first, ref(oid('first'), longer)]), ['first', 'first one']],
])('%s are read', async (_, bytes, texts) => {
  expect(await oidsIn(bytes)).toEqual(texts.map(oid))
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a piece of a pack', whole.subarray(0, 40)],
  ['a delta that stands on itself', packOf([ofs(0, longer)])],
  ['a delta that stands between objects', packOf([first, ofs(first.length - 1, longer)])],
  ['a delta that reaches beyond its base', packOf([first, ofs(first.length, delta(5, ' one', 6))])],
  ['a delta that is for a larger base', packOf([first, ofs(first.length, delta(6, ' one', 5))])],
  ['fewer objects than it says', packOf([first], 2)],
  ['more objects than it says', packOf([first, first], 1)],
  ['an object that does not unpack', packOf([Buffer.from([0x35, 1, 2, 3])])],
  ['an object that is larger than it says', packOf([entry(3, 2, deflateSync('first'))])],
  ['an object that is smaller than it says', packOf([entry(3, 9, deflateSync('first'))])],
])('%s is refused', async (_, bytes) => {
  expect(await oidsIn(bytes)).toBeUndefined()
})
