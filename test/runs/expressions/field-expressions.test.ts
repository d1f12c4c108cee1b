// What only reads fields is read without the engine, and is what the engine makes of it.
import { beforeAll, expect, test } from 'bun:test'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import type { EngineInterface } from '../../../src/runs/expressions/realm.ts'
import { makeScope } from './scope.ts'

let engine: EngineInterface
beforeAll(async () => {
  engine = await loadEngine()
})

const DATA = {
  name: 'Ann',
  total: 12.5,
  zero: -0,
  none: null,
  yes: true,
  empty: '',
  'two words': 'there',
  'a.b': 'dotted',
  list: ['a', { b: 'c' }, [1, 2]],
  sparse: new Array(2),
  order: { id: 7, lines: [], constructor: 'own', nested: { deep: { deeper: 'found' } } },
  when: new Date(0),
  endless: Number.POSITIVE_INFINITY,
  missing: undefined,
  0: 'zero',
}

const READ = [
  '$json',
  '$json.name',
  '$json.total',
  '$json.zero',
  '$json.none',
  '$json.yes',
  '$json.empty',
  '$json.unknown',
  '$json.unknown.further',
  '$json.none.further',
  '$json.unknown?.further',
  '$json?.order?.nested.deep.deeper',
  '$json["two words"]',
  "$json['two words']",
  '$json["a.b"]',
  '$json["}}"]',
  '$json.list',
  '$json.list[0]',
  '$json.list[1].b',
  '$json.list[2][1]',
  '$json.list[9]',
  '$json.list[9].b',
  '$json.list["1"].b',
  '$json.list["01"]',
  '$json.list.length',
  '$json.list.b',
  '$json.list.at',
  '$json.sparse[0]',
  '$json.sparse.length',
  '$json[0]',
  '$json["0"]',
  '$json.order',
  '$json.order.id',
  '$json.order.id.further',
  '$json.order.constructor',
  '$json.order.toString',
  '$json.order.lines',
  '$json.constructor',
  '$json.constructor.constructor',
  '$json.__proto__',
  '$json.hasOwnProperty',
  '$json.name.length',
  '$json.name[0]',
  '$json.name.first',
  '$json.total.toFixed',
  '$json.yes.toString',
  '$json.when',
  '$json.when.getTime',
  '$json.endless',
  '$json.missing',
  '$json.missing.further',
  '$json . name',
  '$json. name',
  '$json\n  .order\n  .id',
  '$json.order.id;',
  '$json["name" ]',
  '$json[`name`]',
  '$json.$x',
  '$jsonname',
  '$json.name.',
  '$input.item.json',
  '$input.item.json.order.id',
  '$input.item.json.unknown.further',
  '$input.item.binary',
  '$input.item',
  '$("Data").item.json',
  '$("Data").item.json.name',
  "$('Data').item.json.list[1].b",
  "$('Data').item.json['two words']",
  "$('Data').item.json.unknown",
  "$('Data').item.json.unknown.further",
  "$('Data').item.json.constructor",
  "$('Data').item.pairedItem",
  "$('Data').first().json.name",
  "$('Webhook').item.json.body.order.id",
  "$('Webhook').item?.json.body.order.id",
  "$('Orders').item.json.name",
  "$('Later').item.json.name",
  "$('Eval').item.json.name",
  "$('Unknown').item.json.name",
  "$('constructor').item.json.name",
  "$('').item.json.name",
]

const TEMPLATES = READ.flatMap(code => [
  [`={{ ${code} }}`, `={{ (${code}) }}`],
  [`={{${code}}}`, `={{(${code})}}`],
  [`=It is {{ ${code} }}.`, `=It is {{ (${code}) }}.`],
  [`= {{ ${code} }}`, `= {{ (${code}) }}`],
  [`={{ ${code} }}{{ $json.name }}`, `={{ (${code}) }}{{ $json.name }}`],
  [`=\\{{ {{ ${code} }}`, `=\\{{ {{ (${code}) }}`],
])

/** The node gets what Data puts out, or what a node behind that makes of it: two items. */
const SCOPES = [{}, { items: [DATA, { name: 'Ben', order: 'none' }] }]

async function outcomeOf(text: string, itemIndex: number, options: Parameters<typeof makeScope>[1]) {
  const { run, scope } = makeScope(DATA, options)
  const realm = await engine.open(run)
  try {
    const value = realm.evaluate(text, scope, itemIndex)
    return { value, text: JSON.stringify(value) }
  } catch (error) {
    return String(error)
  } finally {
    realm.close()
  }
}

/** The syntax of a field is none where it is in brackets. */
const ENDS_EARLY = /;|}}"|\.$/

test.each(TEMPLATES)('%s is what the engine makes of it', async (read, computed) => {
  if (ENDS_EARLY.test(read)) return
  for (const options of SCOPES) {
    for (const item of [0, 1])
      expect(await outcomeOf(read, item, options)).toEqual(await outcomeOf(computed, item, options))
  }
})

test.each([
  ['a list', '={{ $json.long }}'],
  ['a text in another', '=It is {{ $json.text }}.'],
])('%s that is long is what the engine makes of it', async (_, text) => {
  const { run, scope } = makeScope({
    long: Array.from({ length: 9000 }, (_, at) => `${at} of 9000`),
    text: 'é'.repeat(99_000),
  })
  const realm = await engine.open(run)
  const computed = text.replace('{{', '{{ (').replace('}}', ') }}')
  expect(realm.evaluate(text, scope, 0)).toEqual(realm.evaluate(computed, scope, 0))
  realm.close()
})

test('nothing is read once the time of the run is over', async () => {
  const { run, scope } = makeScope({ a: 1 }, { time: -1 })
  const realm = await engine.open(run)
  expect(() => realm.evaluate('={{ $json.a }}', scope, 0)).toThrow('The time limit of a simulated run is reached')
  realm.close()
})

test('a list that was read is a copy', async () => {
  const { run, scope } = makeScope({ list: [1] })
  const realm = await engine.open(run)
  const read = realm.evaluate('={{ $json.list }}', scope, 0) as number[]
  read.push(2)
  expect(realm.evaluate('={{ $json.list }}', scope, 0)).toEqual([1])
  expect(scope.inputs[0]?.[0]?.json).toEqual({ list: [1] })
  realm.close()
})

test('a name that a node adds wins over the item', async () => {
  const { run, scope } = makeScope({ a: 1 }, { extra: { $json: { a: 2 } } })
  const realm = await engine.open(run)
  expect(realm.evaluate('={{ $json.a }}', scope, 0)).toBe(2)
  realm.close()
})

test('what an expression has changed of an item is read again', async () => {
  const { run, scope } = makeScope({ list: [2, 1] })
  const realm = await engine.open(run)
  expect(realm.evaluate('={{ $json.list.sort() }}', scope, 0)).toEqual([1, 2])
  expect(realm.evaluate('={{ $json.list }}', scope, 0)).toEqual([2, 1])
  realm.close()
})
