import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { isRecord } from '../../../src/core/base/is-record.ts'
import { isUnusable, parseDocumentJson } from '../../../src/core/model/parse-json.ts'
import { wasRight } from '../../../src/core/storage/load-document.ts'
import { contentsOf, inPieces, openLibrary, type Shelf, temporaryFolder } from './library.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const SHELVES: Shelf[] = [
  { id: 'top', room: 'hall', boards: [{ width: 80 }], label: { text: 'é, "[{🎭\\' } },
  Object.assign({ id: 'low', label: null }, { toString: 'T', constructor: 1 }),
  { boards: [], id: 'old' },
]
const LINES = [
  '{',
  '  "format": 1,',
  '  "books": [',
  '    {"id":"b","title":"Book b","topics":[]}',
  '  ],',
  '  "shelves": [',
  ...SHELVES.map((shelf, at) => `    ${JSON.stringify(shelf)}${at < SHELVES.length - 1 ? ',' : ''}`),
  '  ],',
  '  "counters": {',
  '    "books": 2',
  '  },',
  '  "motto": "read"',
  '}',
]
const WRITTEN = `${LINES.join('\n')}\n`
/** The text with one line as another, or as several. */
const withLine = (at: number, line: string) => WRITTEN.replace(`${LINES[at]}`, () => line)

const isRight = (_: string, record: { room?: string }) => record.room !== 'cellar' && !isUnusable(record, 2)

interface Opened {
  /** What the state holds, or why the document was refused. */
  outcome: unknown
  /** How many records were taken from their lines. */
  taken: number
}

/** Opens a text as a document, whose records may be taken from their lines, or may not. */
async function openText(text: string | Uint8Array, byLines: boolean, pieces = 1024): Promise<Opened> {
  const file = join(folder.path, byLines ? 'lines.json' : 'whole.json')
  writeFileSync(file, text)
  let taken = 0
  try {
    const store = await openLibrary(file, {
      files: inPieces(pieces),
      parse: parseDocumentJson,
      check(parts) {
        const { shelves = [] } = parts as { shelves?: unknown[] }
        taken = shelves.filter(wasRight).length
        for (const [at, shelf] of shelves.entries())
          if (!wasRight(shelf) && isRecord(shelf) && shelf.room === 'cellar')
            throw new Error(`shelves/${at} is in the cellar`)
      },
      ...(byLines ? { isRight } : {}),
    })
    const { shelves, ...rest } = contentsOf(store.data)
    await store.close()
    const outcome = {
      ...rest,
      shelves: shelves.map(shelf => Object.entries(shelf)),
      file: folder.read(byLines ? 'lines.json' : 'whole.json'),
    }
    return { outcome, taken }
  } catch (error) {
    return { outcome: (error as Error).message.replaceAll(file, 'FILE'), taken }
  }
}

const deep = (levels: number) => `    {"id":"deep","label":${'['.repeat(levels)}${']'.repeat(levels)}},\n${LINES[7]}`

test.each<{ what: string; text: string | Uint8Array; taken: number }>([
  { what: 'as it is written', text: WRITTEN, taken: 3 },
  { what: 'without its last newline', text: WRITTEN.trimEnd(), taken: 3 },
  { what: 'with blank lines between parts', text: withLine(4, '  ],\n\n'), taken: 3 },
  { what: 'with a record that has spaces', text: withLine(6, '    { "id": "a", "room": "x" },'), taken: 3 },
  { what: 'with 1,000 levels', text: withLine(7, deep(997)), taken: 4 },
  { what: 'with a key twice in a record', text: withLine(6, '    {"id":"a","id":"z","room":"x"},'), taken: 3 },
  { what: 'with a key that every object has', text: withLine(6, '    {"id":"a","__proto__":{"room":"x"}},'), taken: 3 },
  { what: 'with the characters of other ends', text: withLine(6, '    {"id":"a","room":"\u2028"},'), taken: 3 },
  { what: 'with lines that end as on Windows', text: WRITTEN.replaceAll('\n', '\r\n'), taken: 0 },
  { what: 'in one line', text: JSON.stringify(JSON.parse(WRITTEN)), taken: 0 },
  { what: 'in many lines', text: JSON.stringify(JSON.parse(WRITTEN), null, 2), taken: 0 },
  { what: 'with a byte order mark', text: `\ufeff${WRITTEN}`, taken: 0 },
  { what: 'with a character that stands for invalid bytes', text: withLine(6, '    {"id":"\ufffd"},'), taken: 0 },
  { what: 'with the same in another part', text: withLine(13, '  "motto": "\ufffd"'), taken: 0 },
  { what: 'with two records in a line', text: withLine(6, '    {"id":"x"},{"id":"y"},'), taken: 0 },
  { what: 'with a record in two lines', text: withLine(6, '    {"id":"x",\n    "room":"y"},'), taken: 0 },
  {
    what: 'with records and lines that differ',
    text: withLine(6, '    {"id":"x"},{"label":[{},\n    {"y":1}],"id":"z"},'),
    taken: 0,
  },
  { what: 'with an empty list in two lines', text: `${LINES.slice(0, 6).join('\n')}\n  ]\n}`, taken: 0 },
  { what: 'with a record that is not right', text: withLine(7, '    {"id":"low","room":"cellar"},'), taken: 0 },
  { what: 'with a value that is no record', text: withLine(6, '    7,'), taken: 0 },
  { what: 'with a list for a record', text: withLine(6, '    [{"id":"x"}],'), taken: 0 },
  { what: 'with a record that is not JSON', text: withLine(6, '    {"id":"x",room:1},'), taken: 0 },
  { what: 'with another character before a record', text: withLine(6, '   x{"id":"x"},'), taken: 0 },
  { what: 'with a tab before a record', text: withLine(6, ' \t  {"id":"x"},'), taken: 0 },
  { what: 'that begins with a blank line', text: `\n${WRITTEN}`, taken: 3 },
  { what: 'without a comma between records', text: withLine(6, '    {"id":"x"}'), taken: 0 },
  { what: 'with a comma after the last record', text: withLine(8, '    {"id":"x"},'), taken: 0 },
  {
    what: 'with the records twice',
    text: withLine(13, `  "motto": "x",\n${LINES.slice(5, 9).join('\n')}\n  ]`),
    taken: 0,
  },
  { what: 'that ends among the records', text: LINES.slice(0, 8).join('\n'), taken: 0 },
  { what: 'with another name for its records', text: withLine(5, '  "toString": ['), taken: 0 },
  { what: 'with an id twice', text: withLine(6, '    {"id":"low"},'), taken: 0 },
  { what: 'with a number beyond all numbers', text: withLine(6, '    {"id":"x","label":-1e999},'), taken: 0 },
  { what: 'with 1,001 levels', text: withLine(7, deep(998)), taken: 0 },
  { what: 'that is not UTF-8', text: Buffer.from(WRITTEN).fill(0xff, 150, 151), taken: 0 },
  { what: 'of a later format', text: withLine(1, '  "format": 2,'), taken: 0 },
])('a document $what is the same by its lines as whole', async ({ text, taken }) => {
  const whole = await openText(text, false)
  for (const pieces of [1, 7, 1024]) {
    const lines = await openText(text, true, pieces)
    expect(lines.outcome).toEqual(whole.outcome)
    if (taken > 0 || typeof whole.outcome !== 'string') expect(lines.taken).toBe(taken)
  }
})

test('a document with anything changed is the same by its lines as whole', async () => {
  const at = fc.nat(WRITTEN.length)
  const piece = fc.oneof(fc.constantFrom(...LINES.map(line => `${line}\n`)), fc.constantFrom(...'{}[],:" \n1eé\\'))
  await fc.assert(
    fc.asyncProperty(
      at,
      fc.nat(30),
      fc.oneof(fc.constant(''), piece),
      fc.integer({ min: 1, max: 40 }),
      async (from, length, put, pieces) => {
        const text = WRITTEN.slice(0, from) + put + WRITTEN.slice(from + length)
        const { outcome } = await openText(text, true, pieces)
        expect(outcome).toEqual((await openText(text, false)).outcome)
      },
    ),
    { numRuns: 150 },
  )
})

test('a record in a line of more than 16 MB is read with the whole document', async () => {
  const shelf = (length: number) => `    {"id":"low","label":"${'x'.repeat(length)}"},`
  for (const [length, taken] of [
    [15_000_000, 3],
    [19_000_000, 0],
  ] as const) {
    expect(await openText(withLine(7, shelf(length)), true, 1024 * 1024)).toMatchObject({ outcome: {}, taken })
  }
})

test('a record that the journal changes is checked again', async () => {
  const store = await openLibrary(folder.file, { initial: { shelves: SHELVES } })
  await store.checkpoint()
  await store.update(draft => draft.shelves.set({ id: 'low', room: 'attic' }))
  const copy = join(folder.path, 'copy.json')
  for (const ending of ['', '.journal']) writeFileSync(`${copy}${ending}`, folder.read(`library.json${ending}`))
  await store.close()
  const taken: unknown[] = []
  const again = await openLibrary(copy, {
    isRight,
    check(parts) {
      taken.push(...(parts as { shelves: { id: string }[] }).shelves.map(shelf => [shelf.id, wasRight(shelf)]))
    },
  })
  await again.close()
  expect(taken).toEqual([
    ['top', true],
    ['low', false],
    ['old', true],
  ])
})
