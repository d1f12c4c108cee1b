import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { called, fields, NOW, node, outputOf, type Playing, playing } from './playing.ts'

const BODY = {
  name: 'Ann Lee',
  total: 12.345,
  n: 3,
  tags: ['b', 'a', 'b'],
  at: '2026-01-02T03:04:05.678Z',
  deep: { 'a b': { c: [1, { d: 'found' }] } },
  flag: true,
  none: null,
  empty: '',
  text: '{"x":[1,2]}',
  odd: { toString: 1, valueOf: 1 },
}

/** What an expression is, where the call is `BODY` in `$json.body`. */
const KNOWN: [expression: string, value: unknown][] = [
  ['{{ $json.body.n }}', 3],
  ['{{ $json["body"].n }}', 3],
  ["{{ $json.body.deep['a b'].c[1].d }}", 'found'],
  ['{{ $json.body.missing }}', null],
  ['{{ $json.body.missing.more }}', null],
  ['{{ $json.body.missing?.more ?? "other" }}', 'other'],
  ['{{ $json.body.tags[0] }}', 'b'],
  ['{{ $json.body.tags.length }}', 3],
  ['Hi {{ $json.body.name }}!', 'Hi Ann Lee!'],
  ['{{ $json.body.n }} of {{ $json.body.tags.length }}', '3 of 3'],
  ['{{ $json.body.deep }} shown', '{"a b":{"c":[1,{"d":"found"}]}} shown'],
  ['{{ $json.body.none }} is nothing', ' is nothing'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template string of the expression
  ['{{ `${$json.body.name} has ${$json.body.n + 1}` }}', 'Ann Lee has 4'],
  ['{{ 1 + 2 * 3 - 4 / 2 }}', 5],
  ['{{ (1 + 2) * 3 % 4 }}', 1],
  ['{{ -$json.body.n + +"4" }}', 1],
  ['{{ "a" + 1 }}', 'a1'],
  ['{{ $json.body.n > 2 && $json.body.flag }}', true],
  ['{{ $json.body.n < 2 || "else" }}', 'else'],
  ['{{ !$json.body.flag }}', false],
  ['{{ $json.body.n === 3 ? "three" : "other" }}', 'three'],
  ['{{ $json.body.n == "3" }}', true],
  ['{{ $json.body.n !== "3" }}', true],
  ['{{ "b" >= "a" }}', true],
  ['{{ [1, $json.body.n] }}', [1, 3]],
  ['{{ { a: { b: $json.body.n }, "c": [1] } }}', { a: { b: 3 }, c: [1] }],
  ["{{ $('Hook').item.json.body.n }}", 3],
  ["{{ $('Hook').first().json.body.n }}", 3],
  ["{{ $('Hook').last().json.body.n }}", 3],
  ["{{ $('Hook').all().length }}", 1],
  ['{{ $node["Hook"].json.body.n }}', 3],
  ['{{ $input.item.json.body.n }}', 3],
  ['{{ $input.first().json.body.n }}', 3],
  ['{{ $input.all().length }}', 1],
  ['{{ $itemIndex }}', 0],
  ['{{ $runIndex }}', 0],
  ['{{ $workflow.name }} {{ $workflow.id }} {{ $workflow.active }}', 'known known true'],
  ['{{ $execution.mode }}', 'production'],
  // where no zone is named it is that of the service
  ['{{ $now }}', '2026-03-01T07:00:00.000-05:00'],
  ['{{ $now.toISO() }}', '2026-03-01T07:00:00.000-05:00'],
  [
    '{{ { a: $now, b: [{ c: $today }, 1] } }}',
    { a: '2026-03-01T07:00:00.000-05:00', b: [{ c: '2026-03-01T00:00:00.000-05:00' }, 1] },
  ],
  [
    'of {{ { a: $today } }}{{ [$today].toJsonString() + { b: $today }.toJsonString() + JSON.stringify([{ c: $today }]) }}',
    'of {"a":"2026-03-01T00:00:00.000-05:00"}["2026-03-01T00:00:00.000-05:00"]' +
      '{"b":"2026-03-01T00:00:00.000-05:00"}[{"c":"2026-03-01T00:00:00.000-05:00"}]',
  ],
  ['{{ $today }}', '2026-03-01T00:00:00.000-05:00'],
  ['{{ $now.setZone("Europe/Berlin").toFormat("yyyy-MM-dd HH:mm") }}', '2026-03-01 13:00'],
  ['{{ $now.plus({ days: 1, hours: 2 }).toISODate() }}', '2026-03-02'],
  ['{{ $now.minus(1, "week").toFormat("d.M.yy") }}', '22.2.26'],
  ['{{ $now.startOf("hour").toMillis() }}', Date.parse(NOW)],
  ['{{ $now.year + $now.month + $now.weekday }}', 2026 + 3 + 7],
  ['{{ $now > $json.body.at.toDateTime() }}', true],
  ['{{ DateTime.fromISO($json.body.at).toMillis() }}', Date.parse('2026-01-02T03:04:05.678Z')],
  ['{{ $json.body.name.toUpperCase() }}', 'ANN LEE'],
  ['{{ $json.body.name.toLowerCase().split(" ") }}', ['ann', 'lee']],
  ['{{ $json.body.name.replace("n", "N") }}', 'ANn Lee'],
  ['{{ $json.body.name.replaceAll("n", "-") }}', 'A-- Lee'],
  ['{{ $json.body.name.slice(0, 3).padEnd(5, ".") }}', 'Ann..'],
  ['{{ $json.body.name.includes("Lee") && $json.body.name.startsWith("A") }}', true],
  ['{{ $json.body.name.length }}', 7],
  ['{{ "  x ".trim().repeat(3) }}', 'xxx'],
  ['{{ "42".toNumber() + "1".toInt() }}', 43],
  ['{{ "hello world".toTitleCase() }}', 'Hello World'],
  ['{{ "YQ==".base64Decode() + "a".base64Encode() }}', 'aYQ=='],
  ['{{ $json.body.total.toFixed(1) }}', '12.3'],
  ['{{ $json.body.total.round(2) }}', 12.35],
  ['{{ $json.body.n.isOdd() }}', true],
  ['{{ Math.max(1, $json.body.n, 2) + Math.round(1.5) }}', 5],
  ['{{ $json.body.tags.join("/") }}', 'b/a/b'],
  ['{{ $json.body.tags.unique() }}', ['b', 'a']],
  ['{{ $json.body.tags.includes("a") }}', true],
  ['{{ $json.body.tags.first() + $json.body.tags.last() }}', 'bb'],
  ['{{ $json.body.tags.slice(1).reverse() }}', ['b', 'a']],
  ['{{ [1, 2, 3].sum() + [1, 3].average() + [4, 9].max() - [4, 9].min() }}', 13],
  ['{{ $json.body.empty.isEmpty() && !$json.body.tags.isEmpty() }}', true],
  ['{{ Object.keys($json.body.deep) }}', ['a b']],
  ['{{ $json.body.deep.keys() }}', ['a b']],
  ['{{ $json.body.deep.hasField("a b") }}', true],
  ['{{ JSON.parse($json.body.text).x[1] }}', 2],
  ['{{ JSON.stringify($json.body.tags) }}', '["b","a","b"]'],
  ['{{ $json.body.tags.toJsonString() }}', '["b","a","b"]'],
  ['{{ String($json.body.n) + Number("4") + Boolean("") }}', '34false'],
  ['{{ parseInt("12px") + parseFloat("0.5") }}', 12.5],
  ['{{ $if($json.body.flag, "yes", "no") }}', 'yes'],
  ['{{ $ifEmpty($json.body.empty, "none") }}', 'none'],
  [
    '{{ [$ifEmpty(null, 1), $ifEmpty($json.body.missing, 2), $ifEmpty(0, 3), $ifEmpty(false, 4), $ifEmpty("x", 5)] }}',
    [1, 2, 0, false, 'x'],
  ],
  ['{{ [$if(0, "yes", "no"), $if(0, "yes") ?? "nothing"] }}', ['no', 'nothing']],
  [
    '{{ [parseInt("ff", 16), parseInt("1e3"), Number("x") || 7, Boolean("x"), String(true)] }}',
    [255, 1, 7, true, 'true'],
  ],
  [
    '{{ [" a ".trimStart(), " a ".trimEnd(), "x".toString(), "aba".indexOf("b"), "aba".lastIndexOf("a")] }}',
    ['a ', ' a', 'x', 1, 2],
  ],
  [
    '{{ ["abc".includes("d"), "abc".startsWith("b"), "abc".endsWith("b"), "abc".endsWith("c")] }}',
    [false, false, false, true],
  ],
  [
    '{{ ["abc".charAt(1), "abc".at(-1), "abc"[1], "abc".slice(1), "abc".slice(-2, -1), "abc".substring(1), "abc".substring(1, 2)] }}',
    ['b', 'c', 'b', 'bc', 'b', 'bc', 'b'],
  ],
  ['{{ ["abcd".substr(1, 2), "abcd".substr(2), "abcd".substr(-3)] }}', ['bc', 'cd', 'bcd']],
  ['{{ ["a".padStart(3), "a".padEnd(3), "7".padStart(3, "0"), "a".concat("b", 1)] }}', ['  a', 'a  ', '007', 'ab1']],
  ['{{ "1-2-1".replace("1", "$&") }}', '$&-2-1'],
  ['{{ ["12.5kg".toFloat(), "12.5kg".toInt(), "010".toInt(), "1e1".toNumber()] }}', [12.5, 12, 10, 10]],
  [
    '{{ ["".isEmpty(), "a".isEmpty(), "".isNotEmpty(), "a".isNotEmpty(), (0).isEmpty()] }}',
    [true, false, false, true, false],
  ],
  ["{{ ['a\"b'.toJsonString(), 'ä'.base64Encode(), 'w6Q='.base64Decode()] }}", ['"a\\"b"', 'w6Q=', 'ä']],
  [
    '{{ [(255).toString(), (255).toString(16), (2.6).toFixed(), (2.6).round(), (2.345).round(1)] }}',
    ['255', 'ff', '3', 3, 2.3],
  ],
  ['{{ [(2.9).floor(), (-2.1).floor(), (2.1).ceil(), (-2).abs(), (2).abs()] }}', [2, -3, 3, 2, 2]],
  [
    '{{ [(3).isEven(), (4).isEven(), (-3).isOdd(), (4).isOdd(), true.toString()] }}',
    [false, true, true, false, 'true'],
  ],
  ['{{ [null, "", 0, 1, $json.body.missing].compact() }}', [0, 1]],
  [
    '{{ [[1, 2].concat([3], 4), [5, 6, 5].indexOf(5), [5, 6].at(-1), [1, 2, 3].slice(0, 2), [3, 4][1]] }}',
    [[1, 2, 3, 4], 0, 6, [1, 2], 4],
  ],
  [
    '{{ [[1, 2].first(), [1, 2].last(), [1, null].join(), [1, 2].toString(), [1, 2].length()] }}',
    [1, 2, '1,', '1,2', 2],
  ],
  [
    '{{ [[1].isEmpty(), [].isEmpty(), [1].isNotEmpty(), [].isNotEmpty(), [1].includes(2), [].sum()] }}',
    [false, true, true, false, false, 0],
  ],
  ['{{ [[-1, -2].max(), [1, 2].min(), [2, "3"].sum(), [1, "2"].average(), [1, 1].unique()] }}', [-1, 1, 5, 1.5, [1]]],
  [
    '{{ [{ a: 1 }.values(), { a: 1 }.isEmpty(), {}.isEmpty(), { a: 1 }.isNotEmpty(), {}.isNotEmpty()] }}',
    [[1], false, true, true, false],
  ],
  ['{{ [{ a: 1 }.toJsonString(), { a: 1 }.hasField("b"), { a: 1 }.hasField("toString")] }}', ['{"a":1}', false, false]],
  ['{{ [Object.values({ a: 1 }), Object.keys("ab"), Object.values(null)] }}', [[1], [], []]],
  ['{{ [Math.floor(1.9), Math.ceil(1.1), Math.abs(-1), Math.min(3, "2"), Math.round("1.4")] }}', [1, 2, 1, 2, 1]],
  ['{{ JSON.stringify({ a: 1 }, null, 2) }}', '{\n  "a": 1\n}'],
  [
    '{{ [1 < 1, 1 <= 1, 1 > 1, 1 >= 1, 1 < 2, 2 <= 1, 2 > 1, 1 >= 2] }}',
    [false, true, false, true, true, false, true, false],
  ],
  ['{{ ["10" < "9", "10" < 9, "b" > "a", "a" >= "b", "a" <= "a"] }}', [true, false, true, false, true]],
  [
    '{{ [1 == 2, 1 != 2, 1 != "1", null == $json.body.missing, null == 0, true == 1, "a" == "b"] }}',
    [false, true, false, true, false, true, false],
  ],
  ['{{ [1 === "1", 1 === 1, 1 !== 1, null === $json.body.missing] }}', [false, true, false, false]],
  ['{{ [0 ?? 1, null ?? 1, 0 || 1, 2 || 1, 0 && 1, 2 && 1] }}', [0, 1, 1, 2, 0, 1]],
  [
    '{{ [1 || 0 && 0, 1 + 2 == 3, 2 + 3 * 4, 10 - 4 - 3, 16 / 4 / 2, 7 % 4 + 1, 1 < 2 == true] }}',
    [1, true, 14, 3, 2, 4, true],
  ],
  ['{{ [null + 1, "4" - 1, "4" * "2", true + 1, [1] + "a", -"2"] }}', [1, 3, 8, 2, '[1]a', -2]],
  ['{{ [0 ? "a" : 1 ? "b" : "c", 1 ? 0 ? "a" : "b" : "c"] }}', ['b', 'b']],
  ['{{ [null, true, false, undefined ?? "left", 1.5, 1e3, 25e-1] }}', [null, true, false, 'left', 1.5, 1000, 2.5]],
  [String.raw`{{ "a\n\t\r\b\f\v\0\u0041\u20ac\\\"\q" }}`, 'a\n\t\r\b\f\v\0A€\\"q'],
  ['{{ \'a"b\' + "a\'b" + `"\'` }}', 'a"ba\'b"\''],
  ['{{ { a: { b: 1 }}}}', { a: { b: 1 } }],
  ['{{ { "a b": 1, c: 2, 3: 4, } }}', { 'a b': 1, c: 2, 3: 4 }],
  ['{{ [1, 2,] }}', [1, 2]],
  ['{{ $json?.body?.["n"] }}', 3],
  ['{{ 1; }}', 1],
  ['{{ 1 }}{{ 2 }}', '12'],
  ['{{ "}" }} and {{ 2 }} {{', '} and 2 {{'],
  ['{{ 1', '{{ 1'],
  ['a }} b', 'a }} b'],
  ['', ''],
  [
    "{{ [$('Hook').first().json.body.n, $('Hook').item.json.body.n, $node.Hook.json.body.n, $input.last().json.body.n] }}",
    [3, 3, 3, 3],
  ],
  ['{{ [$json.body.name[9], $json.body.name.more, $json.body.tags[9], $json.body.n.more].compact() }}', []],
  ['{{ [[3, 4]["1"], "ab"["1"], [3, 4]["x"] ?? "none"] }}', [4, 'b', 'none']],
  [`{{ "x".repeat(1000000)${'.concat("")'.repeat(9)}.length }}`, 1_000_000],
  ['{{ [$json.body.none.trim(), $json.body.missing.trim()].compact() }}', []],
  [
    "{{ '2026-11-05T15:04:09.678Z'.toDateTime().toFormat(\"yyyy yy MM M dd d HH H hh h mm ss SSS a ZZ 'at'\") }}",
    '2026 26 11 11 05 5 15 15 03 3 04 09 678 PM +00:00 at',
  ],
  [
    '{{ ["2026-01-02T00:05:06Z", "2026-01-02T12:05:06Z"].first().toDateTime().toFormat("MMdd M hh h a") }}',
    '0102 1 12 12 AM',
  ],
  ['{{ "2026-01-02T12:00:00Z".toDateTime().format("h hh a H") }}', '12 12 PM 12'],
  [
    '{{ [$now.year, $now.month, $now.day, $now.hour, $now.minute, $now.second, $now.millisecond, $now.plus(2, "days").weekday] }}',
    [2026, 3, 1, 7, 0, 0, 0, 2],
  ],
  [
    "{{ ['2026-11-05T15:04:09.678Z'.toDateTime().day, '2026-11-05T15:04:09.678Z'.toDateTime().minute, '2026-11-05T15:04:09.678Z'.toDateTime().second, '2026-11-05T15:04:09.678Z'.toDateTime().millisecond] }}",
    [5, 4, 9, 678],
  ],
  [
    "{{ ['minute', 'second'].length + '2026-11-05T15:04:09.678Z'.toDateTime().startOf('minute').toFormat('HHmmss SSS') }}",
    '2150400 000',
  ],
  [
    "{{ '2026-11-05T15:04:09.678Z'.toDateTime().setZone('Asia/Kolkata').startOf('hour') }}",
    '2026-11-05T20:00:00.000+05:30',
  ],
  [
    '{{ [$now.plus(1500), $now.plus(1, "minute"), $now.minus({ hours: 1, seconds: 1 }), $now.plus({ weeks: 1, milliseconds: 1 })] }}',
    [
      '2026-03-01T07:00:01.500-05:00',
      '2026-03-01T07:01:00.000-05:00',
      '2026-03-01T05:59:59.000-05:00',
      '2026-03-08T08:00:00.001-04:00',
    ],
  ],
  [
    '{{ [$now.toUTC().toFormat("HH"), $now.toJSON(), $now.toSeconds()] }}',
    ['12', '2026-03-01T07:00:00.000-05:00', Date.parse(NOW) / 1000],
  ],
  [
    '{{ [$now < $now.plus(1), $now >= $now, $now <= $now.minus(1), "at " + $now.toISODate()] }}',
    [true, true, false, 'at 2026-03-01'],
  ],
  ['{{ "x".repeat(1000000).length + "x".padStart(1000000).length + "x".padEnd(1000000).length }}', 3_000_000],
  ['{{ ("x".repeat(1000000) + "x".repeat(1000000)).length + "x".repeat(0) }}', '2000000'],
  [`{{ [${'"x".repeat(1000000), '.repeat(3)}"x".repeat(999997)].join(",").length }}`, 4_000_000],
  [`{{ "x".repeat(1000000).concat(${Array(3).fill('"x".repeat(1000000)').join()}).length }}`, 4_000_000],
  [`{{ (${Array(4).fill('"x".repeat(1000000)').join(' + ')}).length }}`, 4_000_000],
  [`{{ ${'('.repeat(49)}1${')'.repeat(49)} }}`, 1],
  [`{{ ${'-'.repeat(48)}1 }}`, 1],
  [`{{ ${'-'.repeat(49)}1 }}`, -1],
  [
    ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond']
      .map(part => `{{ DateTime.fromISO("2026-11-23T12:34:56.789Z").${part} }}`)
      .join(' '),
    '2026 11 23 12 34 56 789',
  ],
  [`{{ ${' '.repeat(19_997)}1 }}`, 1],
  [`{{ -${'1+'.repeat(4999)}1 }}`, 4998],
  ['no braces', 'no braces'],
  ['{{ $json.body.toString }}', null],
  ['{{ $json.constructor }}', null],
  ['{{ $json.__proto__ }}', null],
  ['{{ "".constructor.fromCharCode(65) }}', null],
]

/** What takes more than this evaluator: it is left as text, and a note says so. */
const LEFT: string[] = [
  '{{ $json.body.tags.map(tag => tag.toUpperCase()) }}',
  '{{ $json.body.name.match(/A/) }}',
  '{{ $json.body.name.replace(/n/g, "") }}',
  '{{ function () { return 1 }() }}',
  '{{ (() => 1)() }}',
  '{{ new Date() }}',
  '{{ $env.SECRET }}',
  '{{ $vars.x }}',
  '{{ process.env }}',
  '{{ globalThis }}',
  '{{ require("fs") }}',
  '{{ this }}',
  '{{ [].constructor.constructor("return process")() }}',
  '{{ $json.body.constructor("x") }}',
  "{{ $('Nowhere').item.json.a }}",
  '{{ a = 1 }}',
  '{{ 1; 2 }}',
  '{{ "x".repeat(1e9) }}',
  '{{ "x".padStart(1e9) }}',
  '{{ "x".repeat(1000001).length }}',
  '{{ "xx".repeat(500001).length }}',
  `{{ "x".repeat(1000000)${'.concat("")'.repeat(11)}.length }}`,
  '{{ "x".repeat(-1) }}',
  `{{ "x".repeat(1000000).concat(${Array(4).fill('"x".repeat(1000000)').join()}).length }}`,
  `{{ (${Array(5).fill('"x".repeat(1000000)').join(' + ')}).length }}`,
  `{{ \`a\${1 2}\` }}`,
  '{{ "x".padStart(1000001).length }}',
  '{{ "x".padEnd(1000001).length }}',
  '{{ "x".replaceAll("x", 1) }}',
  '{{ "1".split(1) }}',
  `{{ [${'"x".repeat(1000000), '.repeat(3)}"x".repeat(999998)].join(",").length }}`,
  `${'{{ "x".repeat(1000000) }}'.repeat(4)}x`,
  '{{ "x".nothing() }}',
  '{{ (1).trim() }}',
  '{{ [1].trim() }}',
  '{{ {}.trim() }}',
  '{{ Math.pow(2, 2) }}',
  '{{ nothing(1) }}',
  '{{ $now.quarter }}',
  '{{ $now.startOf("week") }}',
  '{{ $now.plus({ days: "x" }) }}',
  '{{ "soon".toDateTime() }}',
  '{{ $node }}',
  '{{ $input.all }}',
  '{{ $input.some() }}',
  '{{ a => 1 }}',
  '{{ 1 2 }}',
  '{{ (1 2) }}',
  '{{ [1 2] }}',
  '{{ 1 ? 2 }}',
  '{{ {a} }}',
  '{{ "a".1 }}',
  '{{ `a\\n` }}',
  `{{ ${'('.repeat(50)}1${')'.repeat(50)} }}`,
  `{{ ${'-'.repeat(50)}1 }}`,
  `{{ ${' '.repeat(19_998)}1 }}`,
  `{{ --${'1+'.repeat(4999)}1 }}`,
  `{{ ${'('.repeat(200)}1${')'.repeat(200)} }}`,
  `{{ ${'1+'.repeat(15_000)}1 }}`,
  '{{ $now.toFormat("QQQ") }}',
  '{{ $now.plus({ months: 1 }) }}',
  '{{ JSON.parse("{") }}',
  '{{ $input }}',
  '{{ [$input] }}',
  '{{ { a: [{ b: $node }] } }}',
  '{{ JSON.stringify([$input]) }}',
  '{{ Number($json.body.odd) }}',
  '{{ "a".includes($json.body.odd) }}',
  'a {{ $json.body.odd > 1 }}',
  '{{ $json.body.n.toString(1) }}',
  '{{ $json.body.n.toString(37) }}',
  '{{ $json.body.n.toFixed(-1) }}',
  '{{ $json.body.n.round(101) }}',
]

const BROKEN = [
  '{{ nope( }}',
  '{{ (1] }}',
  '{{ 1) }}',
  '{{ "a }}',
  "{{ 'a\\' }}",
  '{{ `a }}',
  '{{ {1 }}',
  '{{ [1 }}',
  '{{  }}',
]

let instance: Playing

beforeAll(async () => {
  const named = (given: readonly string[]) => Object.fromEntries(given.map((text, at) => [`e${at}`, `=${text}`]))
  instance = await playing([
    called('known', [fields('Set', named(KNOWN.map(([text]) => text)))]),
    ...LEFT.map((text, at) => called(`left${at}`, [fields('Set', { value: `=${text}`, other: '={{ 1 + 1 }}' })])),
    ...BROKEN.map((text, at) => called(`broken${at}`, [fields('Set', { value: `=${text}` })])),
    called('if', [
      node('If', 'if', {
        conditions: {
          combinator: 'and',
          conditions: [
            {
              leftValue: '={{ $json.body.tags.map(x => x) }}',
              rightValue: 1,
              operator: { type: 'number', operation: 'equals' },
            },
          ],
        },
      }),
    ]),
  ])
})
afterAll(async () => instance.stop())

describe('an expression is evaluated', () => {
  test.each(KNOWN.map(([text, value], at) => [text.slice(0, 80), value, at] as const))(
    '%s',
    async (_text, value, at) => {
      known ??= instance.call('known', BODY).then(({ execution }) => outputOf(execution, 'Set')?.[0]?.[0] ?? {})
      expect((await known)[`e${at}`]).toEqual(value)
    },
  )
  let known: Promise<Record<string, unknown>> | undefined
})

describe('what takes code is left as text, with a note', () => {
  test.each(LEFT.map((text, at) => [text.slice(0, 80), text, at] as const))('%s', async (_shown, text, at) => {
    const { execution } = await instance.call(`left${at}`, BODY)
    const [run] = execution.data.resultData.runData.Set ?? []
    expect(run?.data.main[0]?.[0]?.json).toEqual({ value: `=${text}`, other: 2 })
    expect(run?.hints).toEqual([
      {
        message: 'This takes code, which is not run here, and is left as text: value',
        location: 'outputPane',
      } as never,
    ])
    expect(execution.status).toBe('success')
  })

  test('where a condition needs it, the first branch is taken, and a note says so', async () => {
    const { execution } = await instance.call('if', BODY)
    const [run] = execution.data.resultData.runData.If ?? []
    expect(run?.hints.map(({ message }) => message)).toEqual([
      'The condition takes code, which is not run here: the first branch is taken',
    ])
  })
})

test.each(BROKEN.map((text, at) => [text, at] as const))(
  'what is no expression at all is an error: %s',
  async (_text, at) => {
    const { execution } = await instance.call(`broken${at}`)
    expect(execution.data.resultData.error).toMatchObject({
      message: 'invalid syntax',
      context: { parameter: 'assignments', itemIndex: 0 },
    })
  },
)
