// What would take too long, too much memory or too deep a stack ends its run, and nothing of it is left for the next one.
import { beforeAll, describe, expect, test } from 'bun:test'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import { CodeFailure, ExpressionFailure, LimitReached } from '../../../src/runs/expressions/failure.ts'
import type { EngineInterface } from '../../../src/runs/expressions/realm.ts'
import { makeScope } from './scope.ts'

const TIME = 400
/** A machine that runs other tests at the same time is slow; a run that is not ended takes for ever. */
const AT_MOST = 30_000

let engine: EngineInterface
beforeAll(async () => {
  engine = await loadEngine()
})

const numbers = Array.from({ length: 500_000 }, (_, at) => at)
const digits = '1'.repeat(4_000_000)

async function attempt(
  text: string,
  { isCode = false, data = {}, time = TIME }: { isCode?: boolean; data?: Record<string, unknown>; time?: number },
) {
  const { run, scope } = makeScope(data)
  const realm = await engine.open(Object.assign(run, { deadline: performance.now() + time }))
  const start = performance.now()
  try {
    const value = isCode
      ? await realm.runCode({ code: text, for: 'items', dialect: 'code' }, scope)
      : realm.evaluate(text, scope, 0)
    return { value }
  } catch (error) {
    return { error }
  } finally {
    realm.close()
    expect(performance.now() - start).toBeLessThan(AT_MOST)
  }
}

async function expectNextRunWorks() {
  expect(await attempt('={{ $json.a + 1 }}', { data: { a: 1 }, time: 10_000 })).toEqual({ value: 2 })
}

const TIME_IS_OVER = 'The time limit of a simulated run is reached'

describe('a run ends', () => {
  test.each([
    ['an endless loop in an expression', '={{ (() => { for (;;); })() }}', false],
    ['an endless loop in Code', 'for (;;);', true],
    ['a loop that catches what ends it', 'for (;;) try { for (;;); } catch {}', true],
    ['a pattern that runs away', '={{ /(a+)+$/.test("a".repeat(60) + "b") }}', false],
    ['timers without end', 'await new Promise(() => setInterval(() => {}, 1))', true],
    ['promises without end', 'const again = () => Promise.resolve().then(again); await again()', true],
    ['a list that is sorted by an endless loop', '={{ [1, 2].sort(() => { for (;;); }) }}', false],
  ])('by its deadline: %s', async (_, run, isCode) => {
    expect((await attempt(run, { isCode })).error).toEqual(new LimitReached(TIME_IS_OVER))
    await expectNextRunWorks()
  })

  test('of Code that waits for a promise that nothing ends', async () => {
    const { error } = await attempt('await new Promise(() => {})', { isCode: true })
    expect(error).toEqual(
      new LimitReached('The Code waits for a promise that never ends: nothing is left that could end it'),
    )
    await expectNextRunWorks()
  })

  test.each([
    ['lists that grow', 'const all = []; for (;;) all.push(new Array(10000).fill(1))'],
    ['a text that grows', 'let text = "x".repeat(1e6); const all = []; for (let i = 0; ; i++) all.push(text + i)'],
    ['a buffer', 'const all = []; for (;;) all.push(new Uint8Array(1e7))'],
    [
      'lists that grow, though it is caught',
      'const all = []; for (;;) try { for (;;) all.push(new Array(1e5).fill(1)) } catch {}',
    ],
  ])('by its memory or its deadline: %s', async (_, code) => {
    const { error } = await attempt(code, { isCode: true })
    expect(error instanceof LimitReached || error instanceof CodeFailure).toBe(true)
    expect((error as Error).message).toMatch(/limit of a simulated run is reached|out of memory/)
    await expectNextRunWorks()
  })

  test.each([
    ['JSON of 200,000 levels', 'return JSON.parse("[".repeat(200000) + "]".repeat(200000)).length'],
    ['an object of 200,000 levels', 'let o = {}; for (let i = 0; i < 200000; i++) o = { o }; return [{ json: o }]'],
    ['a function that calls itself', 'const f = () => f() + 1; return f()'],
    ['a list within lists', 'let a = []; for (let i = 0; i < 200000; i++) a = [a]; return String(a)'],
    ['code of 200,000 brackets', 'return eval("(".repeat(200000))'],
    ['a text of 2^30 signs', 'return "x".repeat(2 ** 30)'],
  ])('or an error: %s', async (_, code) => {
    const { error, value } = await attempt(code, { isCode: true })
    // how deep is too deep differs by runtime
    if (error === undefined) expect(value).toBeDefined()
    else expect(error instanceof LimitReached || error instanceof CodeFailure).toBe(true)
    await expectNextRunWorks()
  })
})

describe('large values take no longer than the deadline', () => {
  test.each([
    ['[].concat on 500,000 items', '={{ [].concat(...$json.list.map(n => [n])).length }}'],
    ['[].concat of a list', '={{ [].concat($json.list).length }}'],
    ['Number on 4 MB', '={{ [...Array(2000)].map(() => Number($json.digits)).length }}'],
    ['parseInt on 4 MB', '={{ [...Array(2000)].map(() => parseInt($json.digits)).length }}'],
    ['Object.keys on 4 MB', '={{ [...Array(2000)].map(() => Object.keys($json.digits).length).length }}'],
  ])('%s', async (_, expression) => {
    const { error } = await attempt(expression, { data: { list: numbers, digits } })
    if (error !== undefined) expect(error instanceof LimitReached || error instanceof ExpressionFailure).toBe(true)
    await expectNextRunWorks()
  })
})
