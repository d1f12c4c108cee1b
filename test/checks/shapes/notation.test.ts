import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { schemaOf } from '../../../src/core/versions/v2/shapes/notation.ts'

test.each<[notation: string, taken: unknown[], refused: unknown[]]>([
  ['string', ['', 'a'], [1, null]],
  ['string(min 2)', ['ab'], ['a']],
  ['string(max 2)', ['ab'], ['abc']],
  ['string(min 1 max 2)', ['a', 'ab'], ['', 'abc']],
  ['integer', [0, -1], [0.5, '1']],
  ['integer(≥0)', [0, 5], [-1]],
  ['integer(≤9)', [9], [10]],
  ['number', [0.5], ['x']],
  ['boolean', [true, false], [1]],
  ['"a"', ['a'], ['b', '']],
  ['"a"|"b"', ['a', 'b'], ['c']],
  ['"a"|null', ['a', null], ['b']],
  ['string|null', ['a', null], [1]],
  ['string[]', [[], ['a']], ['a', [1]]],
  ['string[](1..)', [['a']], [[]]],
  ['(string|integer)[]', [['a', 1]], [[true]]],
  ['{a: string, b?: integer}', [{ a: 'x' }, { a: 'x', b: 1, c: 1 }], [{}, { a: 1 }, { a: 'x', b: 'y' }]],
  ['{a: string, nothing else}', [{ a: 'x' }], [{ a: 'x', c: 1 }]],
  ['{a: {b: "x"|"y", nothing else}, …}', [{ a: { b: 'y' }, c: 1 }], [{ a: { b: 'z' } }, { a: { b: 'x', c: 1 } }]],
  ['{a: string} & {b: string}', [{ a: 'x', b: 'y' }], [{ a: 'x' }, { b: 'y' }]],
  ['{a: string} | {b: string}', [{ a: 'x' }, { b: 'y' }], [{}]],
])('the notation %s takes %j, and not %j', (notation, taken, refused) => {
  const schema = schemaOf(notation)
  expect(taken.filter(value => !Value.Check(schema, value))).toEqual([])
  expect(refused.filter(value => Value.Check(schema, value))).toEqual([])
})
