// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are expressions
// Names whose values come from the run, and those that change it.
import { beforeAll, expect, test } from 'bun:test'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import type { EngineInterface } from '../../../src/runs/expressions/realm.ts'
import { makeScope } from './scope.ts'

let engine: EngineInterface
beforeAll(async () => {
  engine = await loadEngine()
})

const ORDERS = [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }]

async function evaluated(expression: string, itemIndex: number, options: Parameters<typeof makeScope>[1] = {}) {
  const { run, scope } = makeScope({ n: 1 }, options)
  run.variables.token = 't'
  const realm = await engine.open(run)
  try {
    return realm.evaluate(expression, scope, itemIndex)
  } finally {
    realm.close()
  }
}

test.each([
  ['={{ $json.sku }}', 1, 'b'],
  ['={{ $input.first().json.sku + $input.last().json.sku + $input.all().length }}', 1, 'ac3'],
  ['={{ $("Orders").item.json.sku }}', 2, 'c'],
  ['={{ $("Orders").all().map(item => item.json.sku).join() }}', 0, 'a,b,c'],
  ['={{ $("Data").item.json.n }}', 2, 1],
  ['={{ $node["Orders"].json.sku }}', 1, 'b'],
  ['={{ $items("Orders")[1].json.sku }}', 0, 'b'],
  ['={{ $item(2).$json.sku }}', 0, 'c'],
  ['={{ $itemIndex }}', 2, 2],
  ['={{ $vars.token }}', 0, 't'],
  ['={{ $workflow.name }}', 0, 'A workflow'],
  ['={{ $prevNode.name }}', 0, 'Orders'],
  ['={{ $evaluateExpression("{" + "{ $json.sku }" + "}") }}', 1, 'b'],
  ['={{ Object.keys($json) }}', 0, ['sku']],
  ['={{ $("").item.json.sku }}', 1, 'b'],
  ['={{ ($)("Data").item.json.n + 1 }}', 1, 2],
  ['={{ $json.$ }} and {{ ($json.a.$); }}', 0, ' and '],
  ['={{ $json["$"] ?? "$" + `$` }}', 0, '$$'],
  ['={{ $("Nope") }}', 0, {}],
  ['={{ `${$json?.sku ?? 1}${[1].map(n => n?.x)}` + $json?.sku }}', 1, 'bb'],
  ['={{ $("Data").foo ?? "none" }}', 0, 'none'],
  ['={{ process.env.HOME ?? "none" }}', 0, 'none'],
  ['={{ $fromAI("sku", "what", "string", "z") }}', 1, 'a'],
  ['={{ $fromAI("toString", "what", "string", "z") }}', 1, 'z'],
])('%s of item %d', async (expression, itemIndex, want) => {
  expect(await evaluated(expression, itemIndex, { items: ORDERS })).toEqual(want)
})

test('what a model chose is looked for below query first', async () => {
  const items = [{ n: 1, query: { n: 2 } }]
  expect(await evaluated('={{ $fromAI("n") + $fromAI("query").n }}', 0, { items })).toBe(4)
})

test.each([
  ['$.json.sku', 'Cannot access "$" without calling it as a function'],
  ['[$]', 'Cannot access "$" without calling it as a function'],
  ['typeof $', 'Cannot access "$" without calling it as a function'],
  ['$json.a.$.id', 'Cannot access "$" without calling it as a function'],
  ['$json.a?.$', 'Cannot access "$" without calling it as a function'],
  ['$json.$ ?? 1', 'Cannot access "$" without calling it as a function'],
  ['$("Data").$', 'Cannot access "$" without calling it as a function'],
  ['`a ${$json?.sku}`', "Cannot read properties of undefined (reading 'start')"],
  ['[1].map(n => `${n}${$json.a?.[0].b(1)}`)', "Cannot read properties of undefined (reading 'start')"],
  ['`${$json.sku?.()}`', "Cannot read properties of undefined (reading 'start')"],
  ['`${$json.sku?.isEmpty()}`', 'invalid syntax'],
  ['"a.constructor"', 'Expression contains invalid constructor function call'],
  ['1 }} and . constructor {{ 2', 'Expression contains invalid constructor function call'],
  ['$("Nope").foo', "Referenced node doesn't exist"],
  ['$("Nope").json.sku', "Referenced node doesn't exist"],
  ['$fromAI("a b")', 'Invalid parameter key, must be between 1 and 64 characters long'],
  ['$fromAI("constructor")', 'Invalid parameter key'],
])('%s is refused', async (code, message) => {
  await expect(evaluated(`={{ ${code} }}`, 0, { items: ORDERS })).rejects.toThrow(message)
})

test.each([
  ['=a {{', 'a '],
  ['={{ $json.sku }}{{', 'b'],
  ['={{', ''],
])('braces at the end that open nothing are dropped: %s', async (text, value) => {
  expect(await evaluated(text, 1, { items: ORDERS })).toBe(value)
})

test('a text without expressions is refused for a constructor, too', async () => {
  await expect(evaluated('=this.constructor', 0)).rejects.toThrow('invalid constructor function call')
})

test.each([
  ['null', '"a"'],
  ['"text"', '"a"'],
  ['{ a: 1 }', '5'],
])('$jmespath(%s, %s) is refused', async (data, expression) => {
  await expect(evaluated(`={{ $jmespath(${data}, ${expression}) }}`, 0)).rejects.toThrow(
    'expected two arguments (Object, string) for this function',
  )
})

test.each([
  ['"const\\u0072uctor"', 'constructor'],
  ["'\\x5f_proto__'", '__proto__'],
  ['"__\\u{70}roto__"', '__proto__'],
])('a refused name is refused however it is written: %s', async (written, name) => {
  await expect(evaluated(`={{ $json[${written}] }}`, 0)).rejects.toThrow(
    `Cannot access "${name}" due to security concerns`,
  )
})

test.each([
  ...['isFinite', 'isNaN', 'parseFloat', 'parseInt', 'Boolean', 'Symbol', 'Date', 'ArrayBuffer', 'DataView'],
  ...['encodeURI', 'encodeURIComponent', 'decodeURI', 'decodeURIComponent'],
])('an expression has %s', async name => {
  expect(await evaluated(`={{ typeof ${name} }}`, 0)).toBe('function')
})

test('what a node adds is there for that node alone', async () => {
  expect(await evaluated('={{ $response.body.next }}', 0, { extra: { $response: { body: { next: 2 } } } })).toBe(2)
  expect(await evaluated('={{ $response }}', 0)).toBeUndefined()
})

test('a time without a zone is in the zone of the workflow', async () => {
  const iso = '={{ "2025-03-04".toDateTime().toISO() }}'
  expect(await evaluated(iso, 0, { zone: 'Europe/Berlin' })).toBe('2025-03-04T00:00:00.000+01:00')
  expect(await evaluated(iso, 0, { zone: 'Asia/Tokyo' })).toBe('2025-03-04T00:00:00.000+09:00')
})

test('Code logs, and changes static and custom data of its run', async () => {
  const { run, scope, logged } = makeScope({ n: 1 })
  run.staticData.global = { seen: 1 }
  const realm = await engine.open(run)
  const code = `
    console.log('Hello', { a: 1 }, [1])
    $getWorkflowStaticData('global').seen++
    $getWorkflowStaticData('node').mine = true
    $execution.customData.set('k', 'v')
    $execution.customData.setAll({ n: 1, 'bad key!': 'x' })
    const before = Date.now()
    await new Promise(resolve => setTimeout(resolve, 5000))
    return { waited: Date.now() - before, custom: $execution.customData.getAll() }`
  expect(await realm.runCode({ code, for: 'items', dialect: 'code' }, scope)).toEqual({
    waited: 5000,
    custom: { k: 'v', n: '1' },
  })
  realm.close()
  // the run's clock has gone on
  expect(run.now).toBe(Date.UTC(2026, 10, 23, 22, 46, 5))
  expect(logged).toEqual(['Hello {"a":1} [1]'])
  expect(run.staticData).toEqual({ global: { seen: 2 }, 'node:Eval': { mine: true } })
  expect(run.customData).toEqual({ k: 'v', n: '1' })
})

test('custom data holds ten keys of 50 characters, and values of 512, as the service stores them', async () => {
  const { run, scope } = makeScope({})
  const realm = await engine.open(run)
  const code = `
    for (let n = 0; n < 12; n++) $execution.customData.set('k' + n, n === 0 ? 'v'.repeat(600) : n)
    $execution.customData.set('k1', true)
    return $execution.customData.get('k11') ?? 'not there'`
  expect(await realm.runCode({ code, for: 'items', dialect: 'code' }, scope)).toBe('not there')
  expect(Object.keys(run.customData)).toEqual(Array.from({ length: 10 }, (_, n) => `k${n}`))
  expect([run.customData.k0, run.customData.k1, run.customData.k9]).toEqual(['v'.repeat(512), 'true', '9'])

  const long = makeScope({})
  const other = await engine.open(long.run)
  await other.runCode(
    { code: "$execution.customData.set('k'.repeat(60), 'v')", for: 'items', dialect: 'code' },
    long.scope,
  )
  expect(long.run.customData).toEqual({ ['k'.repeat(50)]: 'v' })
  realm.close()
  other.close()
})

test.each([
  'httpRequest',
  'request',
  'httpRequestWithAuthentication',
  'requestWithAuthentication',
  'requestOAuth1',
  'requestOAuth2',
  'requestWithAuthenticationPaginated',
  'prepareBinaryData',
  'setBinaryDataBuffer',
  'getBinaryDataBuffer',
  'assertBinaryData',
])('a call of a service by %s says so', async name => {
  const { run, scope } = makeScope({})
  const realm = await engine.open(run)
  const code = `return await this.helpers.${name}({ url: "http://localhost" })`
  const made = realm.runCode({ code, for: 'items', dialect: 'code' }, scope)
  await expect(made).rejects.toThrow(`this.helpers.${name}() calls a service: simulated runs call none`)
  realm.close()
})
