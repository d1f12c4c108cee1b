import { describe, expect, test } from 'bun:test'
import type { FileHandle } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import {
  createObjectCache,
  type GitObject,
  ObjectMissing,
  type ObjectType,
  oidOf,
  readTree,
  treeOf,
} from '../../../../src/core/git/git-object.ts'
import type { Limits } from '../../../../src/core/git/limits.ts'
import { indexPack } from '../../../../src/core/git/pack.ts'
import { readRefList } from '../../../../src/core/git/protocol.ts'
import { applyDelta, type ByteSource, inflate, readThroughWindow } from '../../../../src/core/git/unpack.ts'
import { BLOB, delta, entry, OFS_DELTA, packOf } from './hostile-packs.ts'

const MEGABYTE = 1024 * 1024
const zeros = (count: number) => Buffer.alloc(count)
const whole = (bytes: Buffer) => entry(BLOB, bytes.length, deflateSync(bytes))
const onBefore = (distance: number, bytes: Buffer) =>
  Buffer.concat([entry(OFS_DELTA, bytes.length, Buffer.alloc(0)), Buffer.from([distance]), deflateSync(bytes)])

/** Limits that count the pauses; the one of the number ends the pull. */
function countPauses(last = Number.POSITIVE_INFINITY) {
  const counted = { pauses: 0 }
  const limits: Limits = {
    maxBytes: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    count: () => () => {},
    async pause() {
      if (++counted.pauses === last) throw new Error('cancelled')
    },
  }
  return { counted, limits }
}

const sourceOf = (bytes: Buffer, counted = { reads: 0 }): ByteSource => {
  const read = async (at: number, length: number) => {
    counted.reads++
    return bytes.subarray(at, at + length)
  }
  return { size: bytes.length, read, readCopy: read }
}

async function index(bytes: Buffer, limits: Limits, counted?: { reads: number }) {
  const readOther = () => Promise.reject(new ObjectMissing())
  await indexPack({ name: 'pack', source: sourceOf(bytes, counted) }, readOther, limits)
}

async function entriesOf(object: GitObject, limits: Limits) {
  const entries = []
  for await (const entry of readTree(object, limits)) entries.push(entry)
  return entries
}

const blob = whole(zeros(5))
const entryOf = (name: string) => Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.alloc(20, 1)])
const treeWith = (count: number) => ({ type: 'tree' as const, bytes: Buffer.concat(Array(count).fill(entryOf('a'))) })
const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text

describe('others have their turn', () => {
  test.each<[string, pauses: number, (limits: Limits) => Promise<unknown>]>([
    ['at a megabyte that is hashed', 1, limits => oidOf({ type: 'blob', bytes: zeros(MEGABYTE) }, limits)],
    ['at the next byte again', 2, limits => oidOf({ type: 'blob', bytes: zeros(MEGABYTE + 1) }, limits)],
    ['at each object of a pack, and as it is hashed', 4, limits => index(packOf([blob, blob]), limits)],
    [
      'at each delta: as it is found, resolved, applied and hashed',
      6,
      limits => index(packOf([blob, onBefore(blob.length, delta(5, '', 5))]), limits),
    ],
    ['at 1,024 instructions of a delta', 1, limits => applyDelta(zeros(1), delta(1, '', 1, 1024), limits)],
    ['at the next instruction again', 2, limits => applyDelta(zeros(1), delta(1, '', 1, 1025), limits)],
    [
      'at each 256 KB that are inflated',
      2,
      limits => inflate(sourceOf(deflateSync(zeros(MEGABYTE / 2))), 0, MEGABYTE / 2, limits),
    ],
    ['at 256 entries of a folder', 1, limits => entriesOf(treeWith(256), limits)],
    ['at the next entry again', 2, limits => entriesOf(treeWith(257), limits)],
    ['at 256 branches, and 256 more', 2, limits => readRefList(Buffer.from(line('x').repeat(512)), limits)],
  ])('%s: %i times', async (_, pauses, run) => {
    const { counted, limits } = countPauses()
    await run(limits)
    expect(counted.pauses).toBe(pauses)
    for (let last = 1; last <= pauses; last++) {
      await expect(run(countPauses(last).limits)).rejects.toThrow('cancelled')
    }
  })
})

test('the base of two deltas is read once', async () => {
  const same = onBefore(blob.length, delta(5, '', 5))
  const next = onBefore(same.length, delta(5, '', 5))
  const counted = { reads: 0 }
  await index(packOf([blob, same, next]), countPauses().limits, counted)
  // of the pack, its count; of each object, its head and its bytes; of each delta, both once more
  expect(counted.reads).toBe(1 + 3 * 2 + 2 * 2)
})

test('what inflates to more than it says is given up at the first piece', async () => {
  const { counted, limits } = countPauses()
  const source = sourceOf(deflateSync(zeros(2 * MEGABYTE)))
  await expect(inflate(source, 0, MEGABYTE / 16, limits)).rejects.toThrow('An object is not as large as it says')
  expect(counted.pauses).toBe(0)
})

test('what cannot be read on the way is refused', async () => {
  const deflated = deflateSync(Buffer.from(Array.from({ length: MEGABYTE }, (_, n) => (n * n) % 251)), { level: 0 })
  const source: ByteSource = {
    ...sourceOf(deflated),
    readCopy: async (at, length) => {
      if (at > 0) throw new Error('It is gone')
      return deflated.subarray(at, at + length)
    },
  }
  await expect(inflate(source, 0, MEGABYTE, countPauses().limits)).rejects.toThrow('It is gone')
})

describe('a file of a repository', () => {
  const WINDOW = 256 * 1024
  const bytes = Buffer.from(Array.from({ length: 3 * WINDOW }, (_, n) => (n * n) % 251))

  /** A file that returns a limited number of bytes at a time, and none from `end` on. */
  function fileOf(atOnce: number, end = bytes.length) {
    const asked: number[] = []
    const read = async (buffer: Buffer, offset: number, length: number, position: number) => {
      asked.push(position)
      const bytesRead = bytes.subarray(position, Math.min(end, position + atOnce)).copy(buffer, offset, 0, length)
      return { bytesRead, buffer }
    }
    return { asked, file: { read } as unknown as FileHandle }
  }

  test.each<[string, [at: number, length: number][], asked: number[]]>([
    [
      'neighbouring pieces',
      [
        [0, 10],
        [10, 10],
        [5, 10],
      ],
      [0],
    ],
    ['all of the window', [[0, WINDOW]], [0]],
    [
      'its end',
      [
        [0, 10],
        [WINDOW - 10, 10],
      ],
      [0],
    ],
    [
      'one byte more than the window',
      [
        [0, 10],
        [WINDOW - 9, 10],
      ],
      [0, WINDOW - 9],
    ],
    [
      'the same piece',
      [
        [10, 10],
        [10, 5],
      ],
      [10],
    ],
    [
      'a piece before the window',
      [
        [20, 10],
        [19, 10],
      ],
      [20, 19],
    ],
    [
      'a piece after it',
      [
        [0, 10],
        [WINDOW, 10],
      ],
      [0, WINDOW],
    ],
    [
      'a piece that is larger',
      [
        [0, 10],
        [0, WINDOW + 1],
        [10, 10],
      ],
      [0, 0],
    ],
    [
      'nothing behind the end',
      [
        [bytes.length, 10],
        [bytes.length + 5, 10],
      ],
      [bytes.length, bytes.length + 5],
    ],
    ['less at the end', [[bytes.length - 5, 10]], [bytes.length - 5, bytes.length]],
  ])('is read through a window: %s', async (_, pieces, asked) => {
    const it = fileOf(bytes.length)
    const source = readThroughWindow(it.file, bytes.length)
    for (const [at, length] of pieces) {
      expect(Buffer.compare(await source.read(at, length), bytes.subarray(at, at + length))).toBe(0)
    }
    expect(it.asked).toEqual(asked)
  })

  test('is read on where less comes than was asked for, up to where it ends', async () => {
    const it = fileOf(60, 150)
    const source = readThroughWindow(it.file, bytes.length)
    expect((await source.readCopy(10, 200)).equals(bytes.subarray(10, 150))).toBe(true)
    expect(it.asked).toEqual([10, 70, 130, 150])
    expect((await source.read(100, 100)).equals(bytes.subarray(100, 150))).toBe(true)
  })
})

describe('objects are cached up to a number of bytes', () => {
  test.each<[string, [key: string, bytes: number][], string]>([
    [
      'as many as fit',
      [
        ['a', 5],
        ['b', 5],
      ],
      'ab',
    ],
    [
      'with one byte more, the oldest goes',
      [
        ['a', 5],
        ['b', 6],
      ],
      'b',
    ],
    [
      'what has gone counts no more',
      [
        ['a', 5],
        ['b', 5],
        ['c', 5],
        ['d', 5],
      ],
      'cd',
    ],
    [
      'one that is as large as all',
      [
        ['a', 5],
        ['b', 10],
      ],
      'b',
    ],
    [
      'one that is larger changes nothing',
      [
        ['a', 5],
        ['b', 11],
      ],
      'a',
    ],
    [
      'one that is there already counts once',
      [
        ['a', 5],
        ['a', 5],
        ['b', 5],
      ],
      'ab',
    ],
  ])('%s', (_, given, left) => {
    const cache = createObjectCache(10)
    for (const [key, count] of given) cache.set(key, { type: 'blob', bytes: zeros(count) })
    expect(['a', 'b', 'c', 'd'].filter(key => cache.get(key)).join('')).toBe(left)
  })
})

describe('a folder of a commit', () => {
  const oid = 'a1'.repeat(20)

  test.each<[string, (limits: Limits) => unknown]>([
    ['A commit is not one', () => treeOf({ type: 'blob', bytes: Buffer.from(`tree ${oid}\n`) })],
    ['A commit is not one', () => treeOf({ type: 'commit', bytes: Buffer.from(`tree ${oid}`) })],
    ['A commit is not one', () => treeOf({ type: 'commit', bytes: Buffer.from(`x\ntree ${oid}\n`) })],
    ['A folder is not one', limits => entriesOf({ ...treeWith(1), type: 'blob' as ObjectType }, limits)],
    ['A folder is damaged', limits => entriesOf({ type: 'tree', bytes: entryOf('a').subarray(0, -1) }, limits)],
    ['A folder is damaged', limits => entriesOf({ type: 'tree', bytes: Buffer.from('100644') }, limits)],
    ['A folder is damaged', limits => entriesOf({ type: 'tree', bytes: Buffer.from('100644 a') }, limits)],
    [
      'A folder is damaged',
      limits => entriesOf({ type: 'tree', bytes: Buffer.concat([zeros(1), Buffer.alloc(30, 'x')]) }, limits),
    ],
  ])('%s', async (says, run) => {
    await expect((async () => run(countPauses().limits))()).rejects.toThrow(says)
  })

  test('is named by the first line of the commit', () => {
    expect(treeOf({ type: 'commit', bytes: Buffer.from(`tree ${oid}\nparent\n`) })).toBe(oid)
  })

  test('may have an entry without a mode', async () => {
    const bytes = entryOf('a').subarray('100644'.length)
    const [entry] = await entriesOf({ type: 'tree', bytes }, countPauses().limits)
    expect(entry).toEqual({ mode: '', name: 'a', oid: '01'.repeat(20) })
  })

  test('has entries, of which a name may not be UTF-8', async () => {
    const bytes = Buffer.concat([entryOf('ä'), Buffer.from('40000 \xff\0', 'latin1'), Buffer.alloc(20, 2)])
    expect(await entriesOf({ type: 'tree', bytes }, countPauses().limits)).toEqual([
      { mode: '100644', name: 'ä', oid: '01'.repeat(20) },
      { mode: '40000', name: undefined, oid: '02'.repeat(20) },
    ])
  })
})
