import fc from 'fast-check'

/** JSON values that programs trip over, as values. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 5e-324, 2 ** 53, '', [], {}, [null], [[]], { '': null }),
  fc.constantFrom<unknown>('__proto__', 'constructor', 'toString', '\u0000', '\ud800', '\udfff', '🚀', '1e999', '-0'),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__":{"polluted":true}}'), { constructor: { prototype: 1 } }, { id: 1 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** JSON texts that no value gives: duplicate keys, numbers beyond all limits, depths, halves of characters. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '{"name":"a","name":"b"}',
    '{"name":"a","nodes":[],"connections":{},"settings":{},"__proto__":{"active":true},"__proto__":null}',
    '{"name":"\\ud800","nodes":[],"connections":{"\\udfff":{}},"settings":{}}',
    '{"name":"a","nodes":[],"connections":{},"settings":{"executionTimeout":1e999}}',
    '{"name":"a\\u0000b"}',
    '\ufeff{"name":"a"}',
    '[{"id":"1"},{"id":"1"}]',
    '"text"',
    'nul',
    '-',
    ' ',
  ),
  fc.integer({ min: 1, max: 400 }).map(digits => `{"name":${'9'.repeat(digits)}}`),
  fc.integer({ min: 1, max: 5000 }).map(depth => '['.repeat(depth)),
  fc.integer({ min: 1, max: 5000 }).map(depth => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.integer({ min: 1, max: 3000 }).map(depth => `{"name":"a","nodes":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** The same value with one place in it replaced, removed, or given a sibling. */
export function withOddPlace(value: unknown, pick: number, odd: unknown): unknown {
  const places = placesIn(value)
  const place = places[pick % places.length]
  return place ? changeAt(value, place, pick % 7, odd) : odd
}

type Place = readonly (string | number)[]

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [at, ...keys.flatMap(key => placesIn((value as Record<string | number, unknown>)[key], [...at, key]))]
}

function changeAt(value: unknown, [key, ...rest]: Place, way: number, odd: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return odd
  const copy = Array.isArray(value) ? [...value] : { ...value }
  const fields = copy as Record<string | number, unknown>
  if (rest.length > 0) fields[key] = changeAt(fields[key], rest, way, odd)
  else if (way === 0) Array.isArray(copy) ? copy.splice(Number(key), 1) : delete fields[key]
  else if (way === 1) Array.isArray(copy) ? copy.push(odd) : defineOwn(copy, JSON.stringify(odd), odd)
  else if (way === 2 && Array.isArray(copy)) copy.push(copy[Number(key)])
  else fields[key] = odd
  return copy
}

/** Also for `__proto__`, which an assignment would take for something else. */
const defineOwn = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
