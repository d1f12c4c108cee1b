import { expect, test } from 'bun:test'
import { type Node, startInstance } from '../../src/testing.ts'
import { called, node, playing } from './playing.ts'
import { inARow, webhook } from './workflows.ts'

/** What a set node makes of `{ kept: { a: 1 }, text: 't' }`. */
async function made(parameters: Record<string, unknown>, rest: Node = {}) {
  const set = (name: string, parameters: Record<string, unknown>): Node => ({
    name,
    type: 'n8n-nodes-base.set',
    parameters,
  })
  const item = { mode: 'raw', jsonOutput: { kept: { a: 1 }, text: 't' } }
  const nodes = [
    webhook('x', { responseMode: 'lastNode' }),
    set('Before', item),
    { ...set('Set', parameters), ...rest },
  ]
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    fixture: { workflows: [{ id: '1', name: 'w', active: true, ...inARow(...nodes) }] },
  })
  return (await instance.request('GET', '/webhook/x', undefined, { key: null })).body
}

const BEFORE = { kept: { a: 1 }, text: 't' }
const assign = (...assignments: [name: string, value: unknown, type?: string][]) => ({
  assignments: { assignments: assignments.map(([name, value, type]) => ({ name, value, type })) },
})

test.each<[Record<string, unknown>, object]>([
  [assign(['n', 1]), { n: 1 }],
  [
    { ...assign(['n', 1]), includeOtherFields: true },
    { ...BEFORE, n: 1 },
  ],
  [{ ...assign(['n', 1]), includeOtherFields: false, include: 'all' }, { n: 1 }],
  [
    { ...assign(['n', 1]), include: 'all' },
    { ...BEFORE, n: 1 },
  ],
  [{ ...assign(['n', 1]), include: 'none' }, { n: 1 }],
  [{ values: { number: [{ name: 'n', value: 1 }] } }, { ...BEFORE, n: 1 }],
  [
    { keepOnlySet: false, values: { number: [{ name: 'n', value: 1 }] } },
    { ...BEFORE, n: 1 },
  ],
  [{ keepOnlySet: true, values: { number: [{ name: 'n', value: 1 }] } }, { n: 1 }],
  [{ fields: { values: [{ name: 'n', stringValue: 'x' }] } }, { n: 'x' }],
  [{ fields: { values: [{ name: 'n', type: 'booleanValue', booleanValue: 'true' }] } }, { n: true }],
  [assign(['n', '7', 'number']), { n: 7 }],
  [assign(['n', ' ', 'number']), { n: ' ' }],
  [assign(['n', '7', 'string']), { n: '7' }],
  [assign(['n', 'true', 'boolean']), { n: true }],
  [assign(['n', 'yes', 'boolean']), { n: false }],
  [assign(['n', 1, 'boolean']), { n: 1 }],
  [assign(['n', '{"a":1}', 'object']), { n: { a: 1 } }],
  [assign(['n', '[1]', 'array']), { n: [1] }],
  [assign(['n', '[1', 'array']), { n: '[1' }],
  [assign(['n', { a: 1 }, 'object']), { n: { a: 1 } }],
  [assign(['n', [1], 'array']), { n: [1] }],
  [assign(['n', '={{ $json.kept.a }}']), { n: 1 }],
  [assign(['n', '=plain']), { n: 'plain' }],
  [assign(['a.b', 1], ['a.c', 2]), { a: { b: 1, c: 2 } }],
  [assign(['a', { b: 1 }], ['a.c', 2]), { a: { b: 1, c: 2 } }],
  [assign(['n', '={{ code() }}'], ['m', 1]), { n: '={{ code() }}', m: 1 }],
  [assign(['n.m.o', 1], ['n.p', 2]), { n: { m: { o: 1 }, p: 2 } }],
  [
    { ...assign(['kept.b', 2]), includeOtherFields: true },
    { kept: { a: 1, b: 2 }, text: 't' },
  ],
  [
    { ...assign(['text.b', 2]), includeOtherFields: true },
    { kept: { a: 1 }, text: { b: 2 } },
  ],
  [{ mode: 'raw', jsonOutput: '{"n":1}' }, { n: 1 }],
  [
    { mode: 'raw', jsonOutput: '{"n":1}', includeOtherFields: true },
    { ...BEFORE, n: 1 },
  ],
  [{ mode: 'raw', jsonOutput: { n: 1 } }, { n: 1 }],
  [{ mode: 'raw', jsonOutput: '5' }, {}],
  [{ mode: 'raw', jsonOutput: '{', includeOtherFields: true }, BEFORE],
  [{ mode: 'raw', jsonOutput: '{' }, {}],
  [{ mode: 'raw', jsonOutput: [{ n: 1 }] }, {}],
  [{ mode: 'raw' }, {}],
  [{ mode: 'raw', jsonOutput: '{"n":1}', includeOtherFields: 'true' }, { n: 1 }],
  [{}, BEFORE],
  [{ keepOnlySet: true }, {}],
  [{ assignments: {} }, {}],
  [{ assignments: null, include: 'all' }, BEFORE],
  [
    { fields: { values: [{ name: 'n', stringValue: 'x' }] }, include: 'all' },
    { ...BEFORE, n: 'x' },
  ],
  [{ fields: { values: [{ name: 'n', type: 'numberValue', numberValue: '7', stringValue: 'x' }] } }, { n: 7 }],
  [{ fields: { values: [{ name: 'n', type: 'arrayValue', arrayValue: '[1]' }] } }, { n: [1] }],
  [
    { values: { string: [{ name: 'n', value: 'x' }], boolean: [{ name: 'm', value: true }] } },
    { ...BEFORE, n: 'x', m: true },
  ],
  [assign(['n', 'false', 'boolean']), { n: false }],
  [assign(['n', 7, 'number']), { n: 7 }],
  [assign(['n', '{"a":1}', 'string']), { n: '{"a":1}' }],
  [assign(['n', null]), { n: null }],
  [{ assignments: { assignments: [{ name: 5, value: 1 }] } }, { 5: 1 }],
  [{ assignments: { assignments: ['n', null, [], { name: 'm', value: 1 }] } }, { m: 1 }],
  [assign(['n', '={{ $json }}']), { n: BEFORE }],
  [assign(['n', '={{$json.kept?.a}}']), { n: 1 }],
  [assign(['n', '={{ $json["kept"]["a"] }}']), { n: 1 }],
  [assign(['n', '={{ $json.none.a }}']), { n: null }],
  [assign(['n', '={{ $json.text.length }}']), { n: 1 }],
  [assign(['n', '={{ $json.toString }}']), { n: null }],
  [assign(['n', '={{ $json.kept.a + 1 }}']), { n: 2 }],
  [assign(['n', 'a ={{ $json.text }}']), { n: 'a ={{ $json.text }}' }],
  [assign(['n', '= {{ $json.text }} ']), { n: ' t ' }],
  [assign(['n', '={{ $json.text }} and more']), { n: 't and more' }],
  [
    { ...assign(['n', 1]), includeOtherFields: true, include: 'selected', includeFields: 'more, text' },
    { text: 't', n: 1 },
  ],
  [{ ...assign(['n', 1]), includeOtherFields: true, include: 'selected' }, { n: 1 }],
  [
    { ...assign(['n', 1]), includeOtherFields: true, include: 'except', excludeFields: 'more, text' },
    { kept: { a: 1 }, n: 1 },
  ],
  [
    { ...assign(['n', 1]), includeOtherFields: true, include: 'except' },
    { ...BEFORE, n: 1 },
  ],
  [{ ...assign(['n', 1]), includeOtherFields: true, include: 'none' }, { n: 1 }],
  [{ ...assign(['n', 1]), include: 'selected', includeFields: 'text' }, { n: 1 }],
  [
    { mode: 'raw', jsonOutput: '{"text":"other"}', includeOtherFields: true },
    { kept: { a: 1 }, text: 'other' },
  ],
  [assign(['n', 7, 'string']), { n: '7' }],
  [assign(['n', { a: 1 }, 'string']), { n: '{"a":1}' }],
  [assign(['n', null, 'string']), { n: null }],
  [assign(['n', 'x', 'number']), { n: null }],
  [assign(['n', '{', 'object']), { n: '{' }],
  [assign(['toString.a', 1]), { toString: { a: 1 } }],
])('a set node with %j makes %j', async (parameters, expected) => {
  expect(await made(parameters)).toEqual(expected)
})

test.each<[number, object]>([
  [2, { ...BEFORE }],
  [3, {}],
])('a set node of version %i without fields makes %j', async (typeVersion, expected) => {
  expect(await made({}, { typeVersion })).toEqual(expected)
})

test('a set node that is disabled passes on what it gets', async () => {
  expect(await made({ ...assign(['n', 1]) }, { disabled: true })).toEqual(BEFORE)
})

test('what a set node leaves out is named', async () => {
  const set = {
    name: 'Set',
    type: 'n8n-nodes-base.set',
    parameters: assign(['a', '={{ x() }}'], ['b', 1], ['c'.repeat(201), '={{ y() }}']),
  }
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    fixture: { workflows: [{ id: '1', name: 'w', active: true, ...inARow(webhook('x'), set) }] },
  })
  await instance.request('GET', '/webhook/x', undefined, { key: null })
  const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
  expect(text).toContain(`and is left as text: a, ${'c'.repeat(200)}"`)
})

test('a set node names the fields that it leaves out, and the beginning of a long name', async () => {
  const deep = 'a.'.repeat(150)
  await using instance = await playing([
    called('x', [node('Set', 'set', assign([deep, 1], ['b', '={{ code() }}'], ['c', 1]))]),
  ])
  const { execution } = await instance.call('x')
  const message = `This takes code, which is not run here, and is left as text: ${deep.slice(0, 200)}, b`
  expect<unknown>(execution.data.resultData.runData.Set?.[0]?.hints).toEqual([{ message, location: 'outputPane' }])
})

test('a set node leaves out a field that lies deeper than may be read again', async () => {
  expect(await made(assign(['a.'.repeat(100_000), 1], ['n', 1]))).toEqual({ n: 1 })
  expect(await made(assign([`${'a.'.repeat(100)}a`, 1], ['n', 1]))).toEqual({ n: 1 })
  const deepest = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)
  expect(await made(assign([`${'a.'.repeat(99)}a`, 1]))).toEqual(deepest)
})
