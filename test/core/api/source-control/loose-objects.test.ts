import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { createLimits } from '../../../../src/core/git/limits.ts'
import { readLooseObject, withObjects } from '../../../../src/core/git/objects.ts'
import { writePackIndex } from '../../../../src/core/git/pack.ts'
import { BLOB, delta, entry, packOf, REF_DELTA } from './hostile-packs.ts'

const OID = 'ab'.repeat(20)
const MOST = 100_000

/** What is read of an object's file; why it is refused where it is damaged. */
async function read(prepare: (path: string) => unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-objects-'))
  try {
    await mkdir(join(folder, 'ab'))
    await prepare(join(folder, 'ab', OID.slice(2)))
    const limits = createLimits('it', 1e6, new AbortController().signal)
    const found = await readLooseObject(folder, OID, MOST, limits)
    return found && `${found.type} ${found.bytes.toString('latin1')}`
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException
    return code ?? (message || name)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Bytes that are as many when they are deflated: a large object is read in pieces. */
const large = (bytes: number) => randomBytes(bytes).toString('latin1')
const most = large(MOST)
const [small, tooSmall] = [large(40_000), 'An object is not as large as it says']

test.each<[string, text: string, expected: string | undefined]>([
  ['a blob', 'blob 5\0first', 'blob first'],
  ['an empty blob', 'blob 0\0', 'blob '],
  ['a folder', 'tree 1\0x', 'tree x'],
  ['a commit', 'commit 1\0x', 'commit x'],
  ['a tag', 'tag 1\0x', 'tag x'],
  ['a large blob', `blob 40000\0${small}`, `blob ${small}`],
  ['the largest', `blob ${MOST}\0${most}`, `blob ${most}`],
  ['the largest of few bytes', `blob ${MOST}\0${'x'.repeat(MOST)}`, `blob ${'x'.repeat(MOST)}`],
  ['one byte more', `blob ${MOST + 1}\0${most}x`, 'ObjectTooLarge'],
  ['one that says one byte more', `blob ${MOST + 1}\0first`, 'ObjectTooLarge'],
  ['one that unpacks to many more', `blob 5\0${'x'.repeat(2 * MOST)}`, 'ObjectTooLarge'],
  ['one that says less', 'blob 4\0first', tooSmall],
  ['one that says more', 'blob 6\0first', tooSmall],
  ['a large one that says less', `blob 39999\0${small}`, tooSmall],
  ['a large one that says more', `blob 40001\0${small}`, tooSmall],
  ['one without a type', '5\0first', 'An object has no head'],
  ['one of another type', 'note 5\0first', 'An object has no head'],
  ['one without a size', 'blob first', 'An object has no head'],
  ['an empty one', '', 'An object has no head'],
])('of an object that is %s', async (_, text, expected) => {
  const found = await read(path => writeFile(path, deflateSync(Buffer.from(text, 'latin1'))))
  expect(found).toBe(expected as never)
})

test.each<[string, (path: string) => unknown, string | undefined]>([
  ['no file', () => {}, undefined],
  [
    'a file as its folder',
    async path => [await rm(dirname(path), { recursive: true }), await writeFile(dirname(path), '')],
    undefined,
  ],
  ['a link to itself in its place', path => symlink(path, path), 'ELOOP'],
  ['a folder in its place', path => mkdir(path), 'EISDIR'],
  ['what does not unpack', path => writeFile(path, 'first'), 'Z_DATA_ERROR'],
])('an object with %s', async (_, prepare, expected) => {
  expect(await read(prepare)).toBe(expected as never)
})

/** Deltas of a pack that name their bases by their ids, each the one before it; the first is a blob, or no object. */
function chainOf(deltas: number, first: 'a blob' | 'the last') {
  const idOf = (n: number) => String(n).padStart(40, '0')
  const change = delta(5, '', 5)
  const on = (base: number) =>
    entry(REF_DELTA, change.length, Buffer.concat([Buffer.from(idOf(base), 'hex'), deflateSync(change)]))
  const start = first === 'a blob' ? entry(BLOB, 5, deflateSync('first')) : on(deltas)
  const entries = [start, ...Array.from({ length: deltas }, (_, n) => on(n))]
  const offsets = new Map<string, number>()
  let at = 12
  for (const [n, { length }] of entries.entries()) {
    offsets.set(idOf(n), at)
    at += length
  }
  return { pack: packOf(entries), offsets, last: idOf(deltas) }
}

test.each<[string, deltas: number, first: 'a blob' | 'the last', expected: string]>([
  ['a hundred deltas by id', 100, 'a blob', 'first'],
  ['one more', 101, 'a blob', 'A chain of deltas is too long'],
  ['deltas in a circle', 3, 'the last', 'A chain of deltas is too long'],
])('of %s, what is read of the last', async (_, deltas, first, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-objects-'))
  const { pack, offsets, last } = chainOf(deltas, first)
  try {
    await mkdir(join(folder, 'objects', 'pack'), { recursive: true })
    await writeFile(join(folder, 'objects', 'pack', 'pack-1.pack'), pack)
    await writeFile(join(folder, 'objects', 'pack', 'pack-1.idx'), writePackIndex(offsets, pack.subarray(-20)))
    const limits = createLimits('it', 1e6, new AbortController().signal)
    const found = withObjects(folder, limits, objects => objects.read(last).then(({ bytes }) => bytes.toString()))
    expect(await found.catch(error => error.message)).toBe(expected)
  } finally {
    await rm(folder, { recursive: true })
  }
})
