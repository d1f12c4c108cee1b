// What Code nodes return and how they fail, as measured at the service 2.41.1.
import { describe, expect, test } from 'bun:test'
import type { NodeItem, NodeRun } from '../../../src/core/model/run-data.ts'
import { node, play } from '../engine/playing.ts'

type Given = { code: string; each?: boolean; onError?: string; items?: Record<string, unknown>[]; type?: string }

async function runOf({ code, each = false, onError, items = [{ n: 1 }], type = 'code' }: Given): Promise<NodeRun> {
  const parameters =
    type === 'code' ? { jsCode: code, ...(each ? { mode: 'runOnceForEachItem' } : {}) } : { functionCode: code }
  const workflow = {
    id: 'w1',
    name: 'A workflow',
    active: true,
    nodes: [
      node('Start'),
      node('Code', {
        type: `n8n-nodes-base.${type}`,
        typeVersion: type === 'code' ? 2 : 1,
        parameters,
        ...(onError ? { onError } : {}),
      }),
    ],
    connections: { Start: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  }
  const made = await play(workflow as never, { start: { node: 'Start', items: items.map(json => ({ json })) } })
  const { runData } = (made.data as { resultData: { runData: Record<string, NodeRun[]> } }).resultData
  return runData.Code?.[0] as NodeRun
}

const itemsOf = async (given: Given): Promise<NodeItem[]> => (await runOf(given)).data?.main[0] ?? []

const ONE = { item: 0 }

describe('all items: what may be returned', () => {
  test.each([
    ['null', 'return null', []],
    ['no items', 'return []', []],
    ['items', 'return [{ json: { a: 1 } }]', [{ json: { a: 1 }, pairedItem: ONE }]],
    ['one item', 'return { json: { a: 1 } }', [{ json: { a: 1 }, pairedItem: ONE }]],
    ['an object', 'return { a: 1 }', [{ json: { a: 1 }, pairedItem: ONE }]],
    [
      'objects',
      'return [{ a: 1 }, {}]',
      [
        { json: { a: 1 }, pairedItem: ONE },
        { json: {}, pairedItem: ONE },
      ],
    ],
    ['objects with the field of an error', 'return [{ error: "x" }]', [{ json: { error: 'x' }, pairedItem: ONE }]],
    ['its items', 'return items', [{ json: { n: 1 }, pairedItem: ONE }]],
    ['its first item', 'return $input.first()', [{ json: { n: 1 }, pairedItem: ONE }]],
    ['a promise', 'return Promise.resolve([{ json: { p: 1 } }])', [{ json: { p: 1 }, pairedItem: ONE }]],
    ['a file alone', 'return [{ binary: {} }]', [{ json: {}, binary: {}, pairedItem: ONE }]],
    ['a pairing', 'return [{ json: {}, pairedItem: 5 }]', [{ json: {}, pairedItem: 5 }]],
    [
      'values that JSON has none of',
      'return [{ json: { a: new Date(0), b: undefined, c: NaN, d: () => 1, e: new Map([[1, 2]]), g: 10n } }]',
      [{ json: { a: '1970-01-01T00:00:00.000Z', c: null, e: {}, g: '10' }, pairedItem: ONE }],
    ],
    [
      'times',
      'return [{ json: { d: DateTime.fromISO("2025-03-04") } }]',
      [{ json: { d: '2025-03-04T00:00:00.000Z' }, pairedItem: ONE }],
    ],
    [
      'bytes',
      'return [{ json: { a: Buffer.from("hé").toString("base64"), b: Buffer.from("aMOp", "base64").toString(), c: Buffer.from("ab") } }]',
      [{ json: { a: 'aMOp', b: 'hé', c: { type: 'Buffer', data: [97, 98] } }, pairedItem: ONE }],
    ],
    [
      'after a wait',
      'await new Promise(r => setTimeout(r, 60000)); return [{ json: { waited: true } }]',
      [{ json: { waited: true }, pairedItem: ONE }],
    ],
    [
      'its own items, changed',
      '$input.first().json.z = 1; return $input.all()',
      [{ json: { n: 1, z: 1 }, pairedItem: ONE }],
    ],
    [
      'names that it declares again',
      'const items = 2; return [{ json: { items } }]',
      [{ json: { items: 2 }, pairedItem: ONE }],
    ],
  ] as [string, string, NodeItem[]][])('%s', async (_, code, want) => {
    expect(await itemsOf({ code })).toEqual(want)
  })

  test('of several items, those made new are not paired, but one alone is', async () => {
    const items = [{ n: 1 }, { n: 2 }, { n: 3 }]
    expect(await itemsOf({ code: 'return [{ a: 1 }, { a: 2 }]', items })).toEqual([
      { json: { a: 1 } },
      { json: { a: 2 } },
    ])
    expect(await itemsOf({ code: 'return [{ a: 1 }]', items })).toEqual([{ json: { a: 1 }, pairedItem: ONE }])
  })
})

const NOT_ITEMS = "Code doesn't return items properly"

describe('all items: what may not be returned fails the node, whatever it does on errors', () => {
  test.each([
    ['a number', 'return 5', NOT_ITEMS],
    ['nothing', 'return', NOT_ITEMS],
    ['a text', 'return "text"', NOT_ITEMS],
    ['a function', 'return () => 1', NOT_ITEMS],
    ['numbers', 'return [5]', NOT_ITEMS],
    ['null within', 'return [null]', NOT_ITEMS],
    ['lists', 'return [[{ json: {} }]]', NOT_ITEMS],
    ['JSON that is a number', 'return [{ json: 5 }]', "A 'json' property isn't an object [item 0]"],
    ['JSON that is a list', 'return { json: [1] }', "A 'json' property isn't an object [item 0]"],
    ['a file that is a number', 'return [{ json: {}, binary: 5 }]', "A 'binary' property isn't an object [item 0]"],
    ['a field beside json', 'return [{ json: { a: 1 }, x: 2 }]', 'Invalid output format [item 0]'],
    ['an object among items', 'return [{ json: {} }, { b: 1 }]', 'Unknown top-level item key: b [item 1]'],
  ])('%s', async (_, code, message) => {
    for (const onError of [undefined, 'continueRegularOutput'])
      expect((await runOf({ code, ...(onError ? { onError } : {}) })).error).toMatchObject({ message, level: 'info' })
  })
})

describe('each item', () => {
  test.each([
    [
      'an item',
      'return { json: { i: $itemIndex } }',
      [
        { json: { i: 0 }, pairedItem: ONE },
        { json: { i: 1 }, pairedItem: { item: 1 } },
      ],
    ],
    [
      'an object',
      'return { i: $json.n }',
      [
        { json: { i: 1 }, pairedItem: ONE },
        { json: { i: 2 }, pairedItem: { item: 1 } },
      ],
    ],
    ['nothing drops it', 'if ($json.n === 1) return null; return item', [{ json: { n: 2 }, pairedItem: { item: 1 } }]],
    [
      'another pairing is not taken',
      'if ($itemIndex) return; return { json: {}, pairedItem: 5 }',
      [{ json: {}, pairedItem: ONE }],
    ],
    [
      'what a comment says is not asked for',
      '// $input.all()\nif ($itemIndex) return; return { json: {} }',
      [{ json: {}, pairedItem: ONE }],
    ],
  ] as [string, string, NodeItem[]][])('%s', async (_, code, want) => {
    expect(await itemsOf({ code, each: true, items: [{ n: 1 }, { n: 2 }] })).toEqual(want)
  })

  test.each([
    ['a list', 'return [{ json: { a: 1 } }]', "A 'json' property isn't an object [item 0]"],
    ['a text', 'return "x"', "A 'json' property isn't an object [item 0]"],
    ['all items', 'const a = 1\nreturn $input.all()', "Can't use .all() here [line 2, for item 0]"],
    ['the first item', 'return $input.first()', "Can't use .first() here [line 1, for item 0]"],
  ])('fails: %s', async (_, code, message) => {
    expect((await runOf({ code, each: true })).error).toMatchObject({ message, level: 'info' })
  })
})

describe('errors have the message and the line that the service gives', () => {
  test.each([
    ['throw new Error("No luck")', 'No luck [line 1]', null],
    ['\n\nthrow new Error("b")', 'b [line 3]', null],
    ['function f() {\n  throw new Error("in f")\n}\n\nf()', 'in f [line 2]', null],
    ['throw "text"', '"text"', null],
    ['throw { message: "m", description: "d" }', 'm', null],
    ['null.x', "Cannot read properties of null (reading 'x') [line 1]", 'TypeError'],
    ['const a = {}\nreturn a.b[0].c', "Cannot read properties of undefined (reading '0') [line 2]", 'TypeError'],
    [
      'const a = { b: null }\nreturn a["b"]["c d"]',
      "Cannot read properties of null (reading 'c d') [line 2]",
      'TypeError',
    ],
    ['let a; a.b = 1', "Cannot set properties of undefined (setting 'b') [line 1]", 'TypeError'],
    ['foo.bar', 'foo is not defined [line 1]', 'ReferenceError'],
    ['const a = 1; a = 2', 'Assignment to constant variable. [line 1]', 'TypeError'],
    ['[].foo()', '[].foo is not a function [line 1]', 'TypeError'],
    ['$input.all().foo(1, 2).bar', '$input.all(...).foo is not a function [line 1]', 'TypeError'],
    ['await $input.first().json.fetchIt()', '$input.first(...).json.fetchIt is not a function [line 1]', 'TypeError'],
    ['"x@y.de".isEmail()', '"x@y.de".isEmail is not a function [line 1]', 'TypeError'],
    ['require("crypto")', "Module 'crypto' is disallowed [line 1]", null],
    ['$if(true, 1, 2)', '$if is not defined [line 1]', 'ReferenceError'],
    ['const a = ;', "Unexpected token ';'", 'SyntaxError'],
    ['\nreturn [{', 'Unexpected end of input', 'SyntaxError'],
    ['const x = 1; const x = 2', "Identifier 'x' has already been declared", 'SyntaxError'],
    ['import fs from "fs"', 'Cannot use import statement outside a module', 'SyntaxError'],
    ['JSON.parse("x")', 'Unexpected token \'x\', "x" is not valid JSON [line 1]', 'SyntaxError'],
    ['JSON.parse("")', 'Unexpected end of JSON input [line 1]', 'SyntaxError'],
    ['JSON.parse(undefined)', '"undefined" is not valid JSON [line 1]', 'SyntaxError'],
    ['JSON.parse(\'{"a": tru}\')', 'Unexpected token \'}\', "{"a": tru}" is not valid JSON [line 1]', 'SyntaxError'],
    ['JSON.parse("[1,]")', 'Unexpected token \']\', "[1,]" is not valid JSON [line 1]', 'SyntaxError'],
    [
      'JSON.parse(\'{"a":1} x\')',
      'Unexpected non-whitespace character after JSON at position 8 (line 1 column 9) [line 1]',
      'SyntaxError',
    ],
    [
      'JSON.parse("{a:1}")',
      "Expected property name or '}' in JSON at position 1 (line 1 column 2) [line 1]",
      'SyntaxError',
    ],
    [
      'JSON.parse("[1")',
      "Expected ',' or ']' after array element in JSON at position 2 (line 1 column 3) [line 1]",
      'SyntaxError',
    ],
    ["JSON.parse('\"abc')", 'Unterminated string in JSON at position 4 (line 1 column 5) [line 1]', 'SyntaxError'],
  ])('%s', async (code, message, description) => {
    expect((await runOf({ code })).error).toMatchObject({
      level: 'info',
      shouldReport: false,
      name: 'WrappedExecutionError',
      message,
      description,
    })
    expect(await itemsOf({ code, onError: 'continueRegularOutput' })).toEqual([
      { json: { error: message }, pairedItem: ONE },
    ])
  })

  test('an error that is caught has it too', async () => {
    const code = 'try { null.x } catch (error) { return [{ json: { message: error.message } }] }'
    expect(await itemsOf({ code })).toEqual([
      { json: { message: "Cannot read properties of null (reading 'x')" }, pairedItem: ONE },
    ])
  })

  test.each([
    ['$("Nope").foo', "Referenced node doesn't exist", { nodeCause: 'Nope', descriptionKey: 'nodeNotFound' }],
    ['$("Nope").first()', "Referenced node doesn't exist", { nodeCause: 'Nope', descriptionKey: 'nodeNotFound' }],
    ['$("Code").first()', "Node 'Code' hasn't been executed", { type: 'no_execution_data' }],
    ['$env.HOME', 'access to env vars denied', { runIndex: 0, itemIndex: 0 }],
  ])('%s', async (code, message, context) => {
    expect((await runOf({ code })).error).toMatchObject({ name: 'WrappedExecutionError', message, context })
  })
})

describe('Function and Function Item', () => {
  test('Function changes items', async () => {
    expect(await itemsOf({ type: 'function', code: 'items[0].json.x = 1; return items' })).toEqual([
      { json: { n: 1, x: 1 }, pairedItem: ONE },
    ])
  })

  test('Function Item changes one', async () => {
    expect(await itemsOf({ type: 'functionItem', code: 'item.x = item.n + 1; return item' })).toEqual([
      { json: { n: 1, x: 2 }, pairedItem: ONE },
    ])
  })

  test('Function Item that returns a function puts out nothing of it', async () => {
    expect(await itemsOf({ type: 'functionItem', code: 'return () => 1' })).toEqual([{ json: {}, pairedItem: ONE }])
  })
})

test('Python is not run, and says so', async () => {
  const workflow = {
    id: 'w1',
    name: 'A workflow',
    active: true,
    nodes: [
      node('Start'),
      node('Code', {
        type: 'n8n-nodes-base.code',
        typeVersion: 2,
        parameters: { language: 'pythonNative', pythonCode: 'return []' },
      }),
    ],
    connections: { Start: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } },
    settings: {},
  }
  const { notes, data } = await play(workflow as never)
  expect(JSON.stringify([notes, data])).toContain('Python')
})
