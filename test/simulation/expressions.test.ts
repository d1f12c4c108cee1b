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
  `{{ ${'('.repeat(200)}1${')'.repeat(200)} }}`,
  `{{ ${'1+'.repeat(15_000)}1 }}`,
  '{{ $now.toFormat("QQQ") }}',
  '{{ $now.plus({ months: 1 }) }}',
  '{{ JSON.parse("{") }}',
  '{{ $input }}',
]

let instance: Playing

beforeAll(async () => {
  const named = (given: readonly string[]) => Object.fromEntries(given.map((text, at) => [`e${at}`, `=${text}`]))
  instance = await playing([
    called('known', [fields('Set', named(KNOWN.map(([text]) => text)))]),
    ...LEFT.map((text, at) => called(`left${at}`, [fields('Set', { value: `=${text}`, other: '={{ 1 + 1 }}' })])),
    called('broken', [fields('Set', { value: '={{ nope( }}' })]),
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
  test.each(KNOWN.map(([text, value], at) => [text, value, at] as const))('%s', async (_text, value, at) => {
    known ??= instance.call('known', BODY).then(({ execution }) => outputOf(execution, 'Set')?.[0]?.[0] ?? {})
    expect((await known)[`e${at}`]).toEqual(value)
  })
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

test('what is no expression at all is an error', async () => {
  const { execution } = await instance.call('broken')
  expect(execution.data.resultData.error).toMatchObject({
    message: 'invalid syntax',
    context: { parameter: 'assignments', itemIndex: 0 },
  })
})
