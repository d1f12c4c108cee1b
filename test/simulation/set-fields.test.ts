import { expect, test } from 'bun:test'
import { type Node, startInstance } from '../../src/testing.ts'
import { inARow, webhook } from './workflows.ts'

/** What a set node makes of `{ kept: { a: 1 }, text: 't' }`. */
async function made(parameters: Record<string, unknown>) {
  const set = (name: string, parameters: Record<string, unknown>): Node => ({
    ...{ name, type: 'n8n-nodes-base.set', parameters },
  })
  const item = { mode: 'raw', jsonOutput: { kept: { a: 1 }, text: 't' } }
  const nodes = [webhook('x', { responseMode: 'lastNode' }), set('Before', item), set('Set', parameters)]
  await using instance = await startInstance({
    ...{ socket: false, simulate: true },
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
  [assign(['n', '={{ $json.kept.a }}']), { n: 1 }],
  [assign(['n', '=plain']), { n: 'plain' }],
  [assign(['n', '={{ code() }}'], ['m', 1]), { m: 1 }],
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
])('a set node with %j makes %j', async (parameters, expected) => {
  expect(await made(parameters)).toEqual(expected)
})
