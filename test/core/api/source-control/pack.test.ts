import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { createObjectCache, MAX_OBJECT_BYTES, ObjectMissing } from '../../../../src/core/git/git-object.ts'
import { createLimits, type Limits } from '../../../../src/core/git/limits.ts'
import { indexPack, type Pack, readPackedObject } from '../../../../src/core/git/pack.ts'
import { type OpenSource, openAsSource } from '../../../../src/core/git/unpack.ts'
import { delta, entry, farBack, OFS_DELTA, packOf, REF_DELTA } from './hostile-packs.ts'

const blob = (text: string) => entry(3, text.length, deflateSync(text))
const oid = (text: string, type = 'blob') => createHash('sha1').update(`${type} ${text.length}\0${text}`).digest('hex')
const ofs = (distance: number, bytes: Buffer) =>
  entry(OFS_DELTA, bytes.length, Buffer.concat([farBack(distance), deflateSync(bytes)]))
const ref = (base: string, bytes: Buffer) =>
  Buffer.concat([entry(REF_DELTA, bytes.length, Buffer.from(base, 'hex')), deflateSync(bytes)])

const first = blob('first')
const whole = packOf([first, blob('second')])
const longer = delta('first'.length, ' one', 'first'.length)

/** What is read of a pack; why it is refused when it is damaged. */
async function readingOf<T>(bytes: Buffer, read: (pack: Pack, limits: Limits) => Promise<T>, maxBytes = 1e6) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-pack-'))
  const name = join(folder, 'pack')
  let source: OpenSource | undefined
  try {
    await writeFile(name, bytes)
    source = await openAsSource(name)
    return await read({ name, source }, createLimits('it', maxBytes, new AbortController().signal))
  } catch (error) {
    return (error as Error).message
  } finally {
    await source?.close()
    await rm(folder, { recursive: true })
  }
}

/** The ids of what a pack holds. */
const oidsIn = (bytes: Buffer, maxBytes?: number) =>
  readingOf(bytes, async (pack, limits) => [...(await indexPack(pack, readOther, limits)).keys()], maxBytes)

async function readOther(wanted: string) {
  if (wanted !== oid('other')) throw new ObjectMissing()
  return { type: 'blob' as const, bytes: Buffer.from('other') }
}

const NO_BASE = 'The base of a delta is not in the pack'
/** An object that takes exactly this many bytes of a pack. */
function stored(bytes: number) {
  for (let size = 1; ; size++) {
    const text = 'x'.repeat(size)
    const made = entry(3, size, deflateSync(text, { level: 0 }))
    if (made.length === bytes) return { text, entry: made }
    if (made.length > bytes) throw new Error(`No object takes ${bytes} bytes`)
  }
}
const LARGE = 'x'.repeat(65_536)
const LARGE_SIZE = [0x80, 0x80, 0x04]
const FAR = `${'b'.repeat(0x01_02_03)}tail`
const FAR_SIZE = [0x87, 0x84, 0x04]
const LONG = `${'a'.repeat(300)}tail`
const LONG_SIZE = [0xb0, 0x02]
const onFirst = (bytes: Buffer | readonly number[]) => packOf([first, ofs(first.length, Buffer.from(bytes))])
/** The same delta, which says another size. */
const saying = (size: number) => Buffer.concat([longer.subarray(0, 1), Buffer.from([size]), longer.subarray(2)])
const largest = Buffer.from([...Array(8).fill(0xff), 0x7f])

test.each([
  ['no object', packOf([]), []],
  ['an empty object', packOf([blob('')]), ['']],
  ['objects one after the other', whole, ['first', 'second']],
  ['a delta on the object before it', onFirst(longer), ['first', 'first one']],
  ['a delta on an object that is elsewhere', packOf([ref(oid('other'), longer)]), ['other one']],
  ['a delta on an object by its id', packOf([first, ref(oid('first'), longer)]), ['first', 'first one']],
  ['a delta on an object that comes later', packOf([ref(oid('first'), longer), first]), ['first', 'first one']],
  ...[127, 128, 129, 255, 256, 16_511, 16_512, 16_513, 20_000].map((distance): [string, Buffer, string[]] => {
    const between = stored(distance - first.length)
    return [
      `a delta on an object ${distance} bytes before`,
      packOf([first, between.entry, ofs(distance, longer)]),
      ['first', between.text, 'first one'],
    ]
  }),
  ['a delta that copies from the middle', onFirst([5, 3, 0x91, 2, 3]), ['first', 'rst']],
  ['a delta that copies the beginning', onFirst([5, 3, 0x90, 3]), ['first', 'fir']],
  ['a delta that only adds', onFirst([5, 2, 2, 0x68, 0x69]), ['first', 'hi']],
  [
    'a delta that copies from further off',
    packOf([blob(LONG), ofs(blob(LONG).length, Buffer.from([...LONG_SIZE, 4, 0x93, 0x2c, 1, 4]))]),
    [LONG, 'tail'],
  ],
  [
    'a delta that copies 64 KB, which is said by no length',
    packOf([blob(LARGE), ref(oid(LARGE), Buffer.from([...LARGE_SIZE, 0x81, 0x80, 0x04, 0x80, 1, 0x79]))]),
    [LARGE, `${LARGE}y`],
  ],
  [
    'a delta that copies from far off',
    packOf([blob(FAR), ref(oid(FAR), Buffer.from([...FAR_SIZE, 4, 0x97, 0x03, 0x02, 0x01, 4]))]),
    [FAR, 'tail'],
  ],
  [
    'a delta that copies more than 64 KB',
    packOf([blob(FAR), ref(oid(FAR), delta(FAR.length, '', FAR.length - 4))]),
    [FAR, FAR.slice(0, -4)],
  ],
])('%s are read', async (_, bytes, texts) => {
  expect(await oidsIn(bytes)).toEqual(texts.map(text => oid(text)))
})

test.each([
  [1, 'commit'],
  [2, 'tree'],
  [3, 'blob'],
  [4, 'tag'],
])('an object of the type %i is a %s', async (number, type) => {
  expect(await oidsIn(packOf([entry(number, 5, deflateSync('first'))]))).toEqual([oid('first', type)])
})

/** An object that is stored as it is, so that another is found in it; its checksum of four bytes follows. */
const holding = entry(3, first.length, deflateSync(first, { level: 0 }))

/** What the runtime says of it. */
const ANY = expect.any(String) as unknown as string

test.each([
  ['nothing', Buffer.alloc(0), ANY],
  ['a piece of a pack', whole.subarray(0, 40), ANY],
  ['a delta that stands on itself', packOf([ofs(0, longer)]), NO_BASE],
  ['a delta that stands before the pack', packOf([ofs(100, longer)]), NO_BASE],
  ['a delta that stands between objects', packOf([first, ofs(first.length - 1, longer)]), NO_BASE],
  ['a delta that stands within an object', packOf([holding, ofs(first.length + 4, longer)]), NO_BASE],
  ['a delta on what is nowhere', packOf([ref(oid('gone'), longer)]), NO_BASE],
  ['a delta that reaches beyond its base', onFirst(delta(5, ' one', 6)), 'A delta reaches too far'],
  ['a delta that is for a larger base', onFirst(delta(6, ' one', 5)), 'A delta does not fit its base'],
  ['a delta that is for a smaller base', onFirst(delta(4, ' one', 4)), 'A delta does not fit its base'],
  ['a delta that makes more than it says', onFirst(saying(8)), 'A delta reaches too far'],
  ['a delta that makes less than it says', onFirst(saying(10)), 'A delta makes less than it says'],
  ['a delta of an unknown kind', onFirst([5, 1, 0]), 'A delta has an unknown instruction'],
  ['a delta without sizes', onFirst([]), 'A delta breaks off'],
  ['a delta that breaks off in its size', onFirst([5, 0x80]), 'A delta breaks off'],
  ['a delta that breaks off in its copying', onFirst([5, 5, 0x91, 0]), 'A delta breaks off'],
  ['a delta that adds more than it has', onFirst([5, 5, 5, 0x68]), 'A delta reaches too far'],
  [
    'a delta of a size beyond all numbers',
    onFirst(Buffer.concat([Buffer.from([5]), largest])),
    'A delta says a size that is too large',
  ],
  [
    'an object of a size beyond all numbers',
    packOf([Buffer.concat([Buffer.from([0xb5]), largest, Buffer.alloc(64)])]),
    'An object of a pack is too large',
  ],
  ['fewer objects than it says', packOf([first], 2), ANY],
  ['more objects than it says', packOf([first, first], 1), 'A pack goes on after its end'],
  ['an object that does not unpack', packOf([Buffer.from([0x35, 1, 2, 3])]), ANY],
  ['an object that is larger than it says', packOf([entry(3, 2, deflateSync('first'))]), ANY],
  [
    'an object that is smaller than it says',
    packOf([entry(3, 9, deflateSync('first'))]),
    'An object is not as large as it says',
  ],
  [
    'a large object that is smaller than it says',
    packOf([entry(3, LARGE.length + 1, deflateSync(LARGE))]),
    'An object is not as large as it says',
  ],
  [
    'a large object that is larger than it says',
    packOf([entry(3, LARGE.length - 1, deflateSync(LARGE))]),
    'An object is not as large as it says',
  ],
  ...[0, 5].map((type): [string, Buffer, string] => [
    `an object of the type ${type}`,
    packOf([entry(type, 5, deflateSync('first'))]),
    'An object of a pack has no type',
  ]),
])('%s is refused', async (_, bytes, says) => {
  expect(await oidsIn(bytes)).toEqual(says as never)
})

test.each([
  ['on itself', ofs(0, longer)],
  ['before the pack', ofs(100, longer)],
])('a delta that stands %s is refused where it is read by its offset', async (_, bytes) => {
  const says = await readingOf(packOf([bytes]), (pack, limits) =>
    readPackedObject(pack, 12, { limits, cache: createObjectCache(), readBase: readOther, maxBytes: 1e6 }),
  )
  expect(says).toBe(NO_BASE as never)
})

const tooLarge = (limit: string) =>
  `What it holds comes to more than ${limit}, the most that a pull unpacks; --pull-max-bytes allows more`

test.each<[string, Buffer, number, string | string[]]>([
  ['two empty objects are 512 bytes', packOf([blob(''), blob('')]), 512, ['']],
  ['two empty objects are not 511 bytes', packOf([blob(''), blob('')]), 511, tooLarge('511 bytes')],
  [
    'a megabyte is called one',
    packOf([blob(''), entry(3, 1024 * 1024, Buffer.alloc(0))]),
    1024 * 1024,
    tooLarge('1 MB'),
  ],
  ['what a delta makes is counted with it', onFirst(longer), 256 + 256 + 9, ['first', 'first one']],
  ['what a delta makes is counted before it is applied', onFirst(longer), 256 + 256 + 8, tooLarge('520 bytes')],
])('%s', async (_, bytes, most, found) => {
  expect(await oidsIn(bytes, most)).toEqual(typeof found === 'string' ? (found as never) : found.map(text => oid(text)))
})

describe('of what is larger than is held in memory', () => {
  const size = MAX_OBJECT_BYTES + 2
  const zeros = Buffer.alloc(size)
  const deflated = deflateSync(zeros, { level: 1 })
  const oidOfZeros = createHash('sha1').update(`blob ${size}\0`).update(zeros).digest('hex')

  test.each<[string, Buffer, string | string[]]>([
    ['an object is listed', packOf([entry(3, size, deflated), first]), [oidOfZeros, oid('first')]],
    [
      'an object that says more is refused',
      packOf([entry(3, size + 1, deflated)]),
      'An object is smaller than it says',
    ],
    ['an object that says less is refused', packOf([entry(3, size - 1, deflated)]), 'An object is larger than it says'],
    [
      'a delta is left out',
      packOf([Buffer.concat([entry(REF_DELTA, size, Buffer.from(oid('first'), 'hex')), deflated]), first]),
      [oid('first')],
    ],
    ['what a delta would make is left out', onFirst([5, 0x82, 0x80, 0x80, 0x10]), [oid('first')]],
  ])('%s', async (_, bytes, found) => {
    expect(await oidsIn(bytes, 4 * size)).toEqual(found as never)
  })
})

describe('an object of a pack is read up to a number of bytes', () => {
  const same = ofs(first.length, delta(5, '', 5))
  const shorter = ofs(first.length + same.length, delta(5, '', 3))
  const bytes = packOf([first, same, shorter])
  const AT = { first: 12, same: 12 + first.length, shorter: 12 + first.length + same.length }

  test.each<[keyof typeof AT, most: number, expected: string]>([
    ['first', 5, 'first'],
    ['first', 4, 'ObjectTooLarge'],
    ['same', 5, 'first'],
    ['same', 4, 'ObjectTooLarge'],
    ['shorter', 3, 'fir'],
    ['shorter', 2, 'ObjectTooLarge'],
  ])('%s up to %i: %s, and from the cache as well', async (name, maxBytes, expected) => {
    const found = await readingOf(bytes, async (pack, limits) => {
      const cache = createObjectCache()
      const read = (most: number) =>
        readPackedObject(pack, AT[name], { limits, cache, readBase: readOther, maxBytes: most }).then(
          ({ bytes }) => bytes.toString(),
          ({ name }) => name,
        )
      const before = await read(maxBytes)
      await read(100)
      return [before, await read(maxBytes)]
    })
    expect(found).toEqual([expected, expected] as never)
  })
})

test.each([
  [10_000, 'first'],
  [10_001, 'A chain of deltas is too long'],
])('the last of a chain of %i deltas: %s', async (length, expected) => {
  const same = ofs(first.length, delta(5, '', 5))
  const next = ofs(same.length, delta(5, '', 5))
  expect(next).toHaveLength(same.length)
  const bytes = packOf([first, same, ...Array<Buffer>(length - 1).fill(next)])
  const last = bytes.length - 20 - next.length
  const text = await readingOf(bytes, async (pack, limits) => {
    const reading = { limits, cache: createObjectCache(), readBase: readOther, maxBytes: 1e6 }
    return (await readPackedObject(pack, last, reading)).bytes.toString()
  })
  expect(text).toBe(expected)
})

test('a pause lets others have their turn, once it is time, and not at once again', async () => {
  const limits = createLimits('it', 1e6, new AbortController().signal)
  let turns = 0
  const takeTurn = async () => {
    setTimeout(() => turns++, 0)
    await limits.pause()
  }
  const began = performance.now()
  while (performance.now() - began < 10);
  await takeTurn()
  expect(turns).toBe(1)
  turns = 0
  // a busy machine may take a turn of its own in between
  for (let n = 0; n < 100; n++) await takeTurn()
  expect(turns).toBeLessThan(100)
})

test('a pause ends a pull that was cancelled', async () => {
  const cancelled = new AbortController()
  const limits = createLimits('it', 1e6, cancelled.signal)
  cancelled.abort(new Error('cancelled'))
  const began = performance.now()
  while (performance.now() - began < 10);
  await expect(limits.pause()).rejects.toThrow('cancelled')
})
