// What runs in a realm reaches its run, and nothing else.
import { beforeAll, describe, expect, test } from 'bun:test'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import type { EngineInterface } from '../../../src/runs/expressions/realm.ts'
import { makeScope } from './scope.ts'

let engine: EngineInterface
beforeAll(async () => {
  engine = await loadEngine()
})

async function runCode(code: string): Promise<unknown> {
  const { run, scope } = makeScope({ a: 1 })
  const realm = await engine.open(run)
  try {
    return await realm.runCode({ code, for: 'items', dialect: 'code' }, scope)
  } catch (error) {
    return `failed: ${(error as Error).message}`
  } finally {
    realm.close()
  }
}

/** Globals of hosts: none of them may be there, however it is asked for. */
const HOST = ['process', 'Bun', 'Deno', 'fetch', 'WebSocket', 'Worker', 'XMLHttpRequest', 'navigator', 'performance']
const ASK = `(${JSON.stringify(HOST)}).filter(name => { try { return typeof eval(name) !== 'undefined' } catch { return false } })`

describe('Code does not reach the host', () => {
  test.each([
    ['by its globals', `return ${ASK}`],
    ['by the global object', `return ${JSON.stringify(HOST)}.filter(name => name in globalThis)`],
    ['by the constructor of functions', `return ({}).constructor.constructor("return ${ASK.replaceAll('"', "'")}")()`],
    [
      'by the constructor of what it is given',
      `return $input.first.constructor("return ${ASK.replaceAll('"', "'")}")()`,
    ],
    ['by async functions', `return await (async () => {}).constructor("return ${ASK.replaceAll('"', "'")}")()`],
    ['by indirect eval', `return (0, eval)("${ASK.replaceAll('"', "'")}")`],
  ])('%s', async (_, code) => {
    expect(await runCode(code)).toEqual([])
  })

  test.each([
    ['import()', 'return await import("node:fs")', 'failed: A dynamic import callback was not specified.'],
    [
      'import() of a path',
      'return await import("/etc/passwd")',
      'failed: A dynamic import callback was not specified.',
    ],
    ['require', 'return require("node:fs")', "failed: Module 'node:fs' is disallowed"],
    ['require by its constructor', 'return require.constructor("return typeof process")()', 'undefined'],
    ['the question of the engine', 'return typeof __ask', 'undefined'],
    ['modules', 'return Object.keys(module)', []],
    [
      'a proxy around a name',
      'return new Proxy($input, { get: (t, n) => t[n] }).constructor.constructor("return typeof process")()',
      'undefined',
    ],
    ['getters of what it returns', 'return { get json() { return eval("typeof process") } }', { json: 'undefined' }],
    [
      'a toJSON of what it returns',
      'return { json: { toJSON: () => eval("typeof Bun + typeof Deno + typeof process") } }',
      { json: 'undefinedundefinedundefined' },
    ],
    ['prototypes that it changes', 'Object.prototype.toJSON = () => "changed"; return [{ json: {} }]', 'changed'],
  ])('by %s', async (_, code, want) => {
    expect(await runCode(code)).toEqual(want)
  })

  test('stacks of errors hold no path of the host', async () => {
    const stacks = await runCode(`
      const stacks = []
      for (const run of [() => null.x, () => $('Nope').first(), () => JSON.parse('{'), () => $env.HOME, () => DateTime.fromMillis('x')])
        try { run() } catch (error) { stacks.push(String(error.stack) + error.message) }
      return stacks`)
    expect(stacks).toHaveLength(5)
    expect(JSON.stringify(stacks)).not.toMatch(/\/work|\/home|node_modules|file:|src\//)
  })

  test('what the host keeps is unchanged', async () => {
    await runCode(`
      Object.prototype.polluted = 1
      Array.prototype.map = () => 'broken'
      JSON.stringify = () => 'broken'
      globalThis.Object = undefined
      return []`)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect([1].map(String)).toEqual(['1'])
  })
})

describe('runs do not see each other', () => {
  test('globals, prototypes and names end with their run', async () => {
    await runCode('globalThis.left = 1; Array.prototype.left = 2; $json.left = 3; DateTime.left = 4; return []')
    expect(
      await runCode('return [typeof globalThis.left, typeof [].left, typeof $json.left, typeof DateTime.left]'),
    ).toEqual(['undefined', 'undefined', 'undefined', 'undefined'])
  })

  test('two runs at a time have their own', async () => {
    const first = makeScope({ a: 'first' })
    const second = makeScope({ a: 'second' })
    const one = await engine.open(first.run)
    const other = await engine.open(second.run)
    const set = 'globalThis.seen = (globalThis.seen ?? "") + $json.a; return globalThis.seen'
    expect(await one.runCode({ code: set, for: 'items', dialect: 'code' }, first.scope)).toBe('first')
    expect(await other.runCode({ code: set, for: 'items', dialect: 'code' }, second.scope)).toBe('second')
    expect(one.evaluate('={{ $json.a }}', first.scope, 0)).toBe('first')
    expect(other.evaluate('={{ $json.a }}', second.scope, 0)).toBe('second')
    one.close()
    other.close()
  })

  test('Code does not change what expressions are made of', async () => {
    const { run, scope } = makeScope({ a: ' x ' })
    const realm = await engine.open(run)
    await realm.runCode(
      { code: 'String.prototype.trim = () => "broken"; return []', for: 'items', dialect: 'code' },
      scope,
    )
    expect(realm.evaluate('={{ $json.a.trim() }}', scope, 0)).toBe('x')
    realm.close()
  })

  test('what an expression changes in its item is not changed for the next', async () => {
    const { run, scope } = makeScope({ list: [3, 1, 2] })
    const realm = await engine.open(run)
    expect(realm.evaluate('={{ $json.list.sort() }}', scope, 0)).toEqual([1, 2, 3])
    expect(realm.evaluate('={{ $json.list }}', scope, 0)).toEqual([3, 1, 2])
    expect(scope.inputs[0]?.[0]?.json).toEqual({ list: [3, 1, 2] })
    realm.close()
  })
})

test('the same time, zone and seed give the same values', async () => {
  const expressions = [
    '={{ Math.random() }}',
    '={{ $now.toISO() }}',
    '={{ Date.now() }}',
    '={{ new Date().toString() }}',
    '={{ [1, 2, 3, 4, 5].randomItem() }}',
    '={{ $today.toFormat("cccc") }}',
  ]
  const valuesWith = async (seed: number) => {
    const { run, scope } = makeScope({}, { seed })
    const realm = await engine.open(run)
    const values = expressions.map(text => realm.evaluate(text, scope, 0))
    const code = await realm.runCode(
      { code: 'return [Math.random(), Date.now(), $now.toISO()]', for: 'items', dialect: 'code' },
      scope,
    )
    realm.close()
    return JSON.stringify([values, code])
  }
  expect(await valuesWith(1)).toBe(await valuesWith(1))
  expect(await valuesWith(1)).not.toBe(await valuesWith(2))
})
