// Small faults in what expressions and Code call of values change a line here. Recorded rows are in recorded.json.
import { expect, test } from 'bun:test'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import { TRANSFORMATIONS } from '../../../src/runs/expressions/rewrite-code.ts'
import { digest } from '../../digest.ts'
import { node, play, workflow } from '../engine/playing.ts'
import { makeScope } from './scope.ts'

const DATA = {
  texts: [
    '',
    'hello World-wide_web 2',
    'mail ann@example.com or https://www.example.com:80/a/b?c=d#e',
    'https://sub.example.co.uk/path/x',
    'example.com',
    '12.50',
    '-7',
    'false',
    'no',
    '2024-03-05T10:20:30Z',
    '1709634030',
    '<p>a &amp; <b>b</b></p>',
    'Zoë übt "laut"',
    'YWJj',
    '{"a": [1]}',
    '[1,',
    '# Title\n* x',
  ],
  numbers: [0, 1, -2, 2.5, -2.4567, 1709634030, 1709634030123, 45356.5, 1e21],
  booleans: [true, false],
  lists: [
    [],
    [1, 2, 3, 2],
    ['a', 'b', '', null],
    [
      { k: 'x', v: 1 },
      { k: 'y', v: 2, w: 0 },
      { k: 'x', v: 1 },
    ],
    [1, 'x', [2], {}],
    [null],
  ],
  objects: [{}, { a: 1, b: '', c: null, d: 'text', e: { f: [] } }, { name: 'a b', list: [1], 'x&y': 'ü' }],
  none: [null],
}
const DATES = ['$now', 'new Date(0)', 'DateTime.fromISO("2024-02-29T23:59:59.999")', 'new Date(NaN)', '$today']

/** Arguments of functions: usual ones, of other types, and none. */
const GIVEN = [
  '',
  '1',
  '2, "x"',
  '-1',
  '"a"',
  '"k", "v"',
  '"x", "y"',
  '"days"',
  '1, "months"',
  '"month"',
  '"yyyy-MM-dd", "x"',
  '[2, 9, "a"]',
  '{ a: 5, z: 1 }',
  '[{ k: "x", v: 1 }]',
  'true',
  'null',
  '"s"',
  '"sha256"',
  '"2024-01-01", "2026-12-31"',
  'DateTime.fromISO("2024-01-01")',
]

test('functions of values give what is approved (bun run generate writes it)', async () => {
  const engine = await loadEngine()
  const made = makeScope(DATA, { time: 600_000 })
  const realm = await engine.open(made.run)
  const shown = (expression: string) => {
    try {
      const value = realm.evaluate(expression, made.scope, 0)
      if (value instanceof Date) return `Date ${value.getTime()}`
      return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined')
    } catch (error) {
      return `fails: ${(error as Error).message}`
    }
  }
  const values = [
    ...Object.entries(DATA).flatMap(([kind, all]) => all.map((_, at) => `$json.${kind}[${at}]`)),
    ...DATES.map(date => `(${date})`),
  ]
  const lines = [...TRANSFORMATIONS].sort().map(name => {
    const all = values.flatMap((value, at) => {
      const call = (given: string) => shown(`={{ ${value}.${name}(${given}) }}`)
      const first = call('')
      // values of this type do not have it
      if (first.includes('is only callable on')) return [first]
      return [first, ...GIVEN.slice(1).flatMap((given, number) => ((number + at) % 4 === 0 ? [call(given)] : []))]
    })
    return `${name}: ${all.filter(text => !text.startsWith('fails')).length} of ${all.length}, ${digest(all.join('\n'))}`
  })
  realm.close()
  expect(lines.join('\n')).toMatchSnapshot()
}, 60_000)

/** JSON that is broken at each place; the words of its error are V8's. */
const BROKEN = [
  '',
  ' ',
  '{',
  '{,}',
  '{"a"',
  '{"a" 1}',
  '{"a":}',
  '{"a":1',
  '{"a":1,}',
  '{"a":1,"b"}',
  '{"a":1,b:2}',
  '{"a":1 "b":2}',
  '{"a":[1,{"b":2,x}]}',
  '{1:2}',
  "{'a':1}",
  '[',
  '[1',
  '[1,',
  '[1,]',
  '[1 2]',
  '[,1]',
  '[1]]',
  '[1] x',
  '{}{',
  '"abc',
  '"a\nb"',
  '"\\x"',
  '"\\u12g4"',
  '"\\u12',
  '01',
  '1.',
  '-',
  '1e',
  '1e+',
  '.5',
  '+1',
  'tru',
  'nul',
  'truex',
  'undefined',
  'NaN',
  '[1,\n2,\n\n  x]',
  `[${'1,'.repeat(40)}x]`,
]

const BYTES = 'Buffer.from("héllo wörld, 12")'
const CODES = [
  ...[
    'utf8',
    'UTF-8',
    'hex',
    'base64',
    'base64url',
    'latin1',
    'binary',
    'ascii',
    'utf16le',
    'ucs2',
    'none',
    undefined,
  ].flatMap(encoding => {
    const name = JSON.stringify(encoding) ?? 'undefined'
    return [
      `${BYTES}.toString(${name})`,
      `${BYTES}.toString(${name}, 2, 6)`,
      `Buffer.from("c3bf41", ${name})`,
      `Buffer.byteLength("é1", ${name})`,
      `Buffer.isEncoding(${name})`,
      `Buffer.alloc(5, "ab", ${name})`,
      `Buffer.alloc(6).write("abcd", 1, 3, ${name})`,
      `new TextDecoder(${name}).decode(${BYTES})`,
    ]
  }),
  ...[
    'readUInt8',
    'readUInt16BE',
    'readUInt16LE',
    'readUInt32BE',
    'readUInt32LE',
    'readInt32BE',
    'readInt32LE',
  ].flatMap(read => ['', '1', '3'].map(at => `Buffer.from([255, 2, 3, 250, 5, 6, 7, 8]).${read}(${at})`)),
  ...['', ', 1', ', 1, 2', ', 0, 1, 3', ', 4'].flatMap(given => [
    `(() => { const to = Buffer.alloc(5, "."); return [Buffer.from("abcdef").copy(to${given}), to] })()`,
    `(() => { const to = Buffer.alloc(5, "."); return [to.write("abcdef"${given}), to] })()`,
    `Buffer.alloc(5, ".").fill("xy"${given})`,
    `Buffer.alloc(5).fill(7${given})`,
    `Buffer.from("abcdef").slice(0${given})`,
  ]),
  ...BROKEN.map(text => `JSON.parse(${JSON.stringify(text)})`),
  'Buffer.alloc(3)',
  'Buffer.alloc(3, 7)',
  'Buffer.alloc(3, "")',
  'Buffer.allocUnsafe(2).length',
  'Buffer.isBuffer(Buffer.alloc(1))',
  'Buffer.isBuffer(new Uint8Array(1))',
  'Buffer.from([1, 2, 300, -1])',
  'Buffer.from({ type: "Buffer", data: [1, 2] })',
  'Buffer.from({ length: 2, 0: 5, 1: 6 })',
  'Buffer.from(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2)',
  'Buffer.from(5)',
  'Buffer.from(null)',
  'Buffer.byteLength(new Uint8Array(3))',
  'Buffer.concat([Buffer.from("ab"), Buffer.from("cd")])',
  'Buffer.concat([Buffer.from("ab"), Buffer.from("cd"), Buffer.from("e")], 3)',
  'Buffer.concat([Buffer.from("ab")], 4)',
  'Buffer.concat([])',
  ...['"a", "b"', '"b", "a"', '"ab", "a"', '"a", "ab"', '"a", "a"', '"", ""'].flatMap(pair => [
    `Buffer.compare(...[${pair}].map(text => Buffer.from(text)))`,
    `Buffer.from([${pair}][0]).equals(Buffer.from([${pair}][1]))`,
    `Buffer.from([${pair}][0]).compare(Buffer.from([${pair}][1]))`,
  ]),
  'new TextEncoder().encode("é")',
  'new TextEncoder().encode()',
  'new TextEncoder().encoding',
  'new TextDecoder("UTF-8").encoding',
  'new TextDecoder().decode()',
  'new TextDecoder().decode(new Uint8Array([65, 66]).buffer)',
  'new TextDecoder().decode(new Uint8Array([65, 66, 67]).subarray(1))',
  'btoa("abc")',
  'atob("YWJj")',
  'atob("%")',
  'btoa("€")',
  'structuredClone({ a: [1, new Date(0)] })',
  'encodeURIComponent("é &")',
  'new URL("https://u:p@a.example:81/b/c?d=1&d=2#e")',
  'new URL("../x", "https://a.example/b/c/").href',
  'new URL("no")',
  'new URL("https://a.example/?d=1&d=2").searchParams.getAll("d")',
  'new URLSearchParams("a=1&b=%20+2&a=3").toString()',
  'new URLSearchParams({ a: "1 2" }).get("a")',
  'new Date(2024, 0, 31, 5).toString()',
  'new Date("2024-03-10T12:00:00").toLocaleString("de-DE")',
  'new Date(0).toLocaleDateString("en-GB", { weekday: "long" })',
  'new Date(0).getTimezoneOffset()',
  '(1234.5).toLocaleString("de-DE")',
  'new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" }).format(12.345)',
  'new Intl.DateTimeFormat("en-US", { timeZone: "Asia/Tokyo", hour: "numeric" }).format(new Date(0))',
  'new Intl.DateTimeFormat("en-US").formatToParts(new Date(0))',
  'new Intl.DateTimeFormat("en-US").formatRange(new Date(0), new Date(864e5))',
  'new Intl.NumberFormat("de").formatRangeToParts(1, 2).length',
  'new Intl.DisplayNames("de", { type: "region" }).of("FR")',
  'new Intl.NumberFormat("de", { minimumFractionDigits: 2 }).resolvedOptions().minimumFractionDigits',
  'new Intl.NumberFormat("en").format(12345678901234567890n)',
  'new Intl.ListFormat("en").format(["a", "b"])',
  'new Intl.PluralRules("en").select(1)',
  'new Intl.RelativeTimeFormat("en").format(-1, "day")',
  'new Intl.Collator("de").compare("ä", "z")',
  '["ä", "z", "a"].sort((a, b) => a.localeCompare(b, "de"))',
  'Intl.getCanonicalLocales("EN-us")',
  'DateTime.fromISO("2024-03-10").plus({ days: 1 }).toISO()',
  'Duration.fromObject({ hours: 5 }).as("minutes")',
  'Interval.fromISO("2024-01-01/2024-01-03").length("days")',
  '$jmespath({ a: [{ b: 1 }, { b: 2 }] }, "a[?b > `1`].b")',
  '$jmespath({ a: 1 }, "a[")',
  '$max(1, 5, 3)',
  '$min()',
  '$average(1, 2)',
  '$not(0)',
  '$ifEmpty("", "x")',
  'JSON.stringify({ a: undefined, b: [undefined], c: new Map([[1, 2]]), d: 1n.toString() })',
  'JSON.parse("{")',
  '[...new Set([1, 1, 2])]',
  'typeof setTimeout',
  'typeof process',
  'typeof require',
  'require("crypto")',
  'items.length',
  '$input.first().json.n',
  '$input.last().json.n',
  '$input.all().map(item => item.json.n)',
  '$("T").all().length',
  '$("T").first().json',
  '$("none").all()',
  '$itemIndex',
  '$runIndex',
  '$mode',
  '$workflow',
  '$execution.id',
  '$prevNode',
  '$nodeVersion',
  '$now.toISO()',
  '$today.toISO()',
  '$vars',
  '$secrets',
  '$env',
]

test('what Code reaches gives what is approved (bun run generate writes it)', async () => {
  const functions = CODES.map(code => `() => (${code})`).join(',\n')
  const jsCode = `const shown = value => value instanceof Uint8Array ? 'bytes ' + [...value] : typeof value === 'object' ? JSON.stringify(value) : typeof value + ' ' + String(value)
const all = []
for (const make of [${functions}]) {
  try {
    const made = make()
    all.push(Array.isArray(made) ? made.map(shown) : shown(made))
  } catch (error) { all.push('fails: ' + error.name + ': ' + error.message) }
}
return { all }`
  const trigger = node('T', { type: 'n8n-nodes-base.webhook' })
  const code = node('C', { type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } })
  const { data, error } = await play(workflow([trigger, code], 'T > C'), {
    start: { node: 'T', items: [{ json: { n: 1 } }, { json: { n: 2 } }] },
    timeLimit: 60_000,
  })
  expect(error).toBeUndefined()
  const { runData } = (
    data as { resultData: { runData: Record<string, { data: { main: { json: { all: unknown[] } }[][] } }[]> } }
  ).resultData
  const all = runData.C?.[0]?.data.main[0]?.[0]?.json.all ?? []
  expect(CODES.map((code, at) => `${code.slice(0, 70)} → ${digest(JSON.stringify(all[at]) ?? '')}`)).toMatchSnapshot()
})
