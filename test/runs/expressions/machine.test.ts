import { expect, test } from 'bun:test'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import { makeScope } from './scope.ts'

test('an engine that follows one whose run took much memory has its libraries, too', async () => {
  const expression = '={{ Array(1_500_000).fill(1.5).map(n => n + 1).length + DateTime.fromISO("2024-01-01").year }}'
  for (let engines = 0; engines < 2; engines++) {
    const { run, scope } = makeScope({}, { time: 60_000 })
    const realm = await (await loadEngine()).open(run)
    expect(realm.evaluate(expression, scope, 0)).toBe(1_502_024)
    realm.close()
  }
})

const GROWN = `(() => {
  const names = Array.from({ length: 5000 }, (_, at) => 'name' + at)
  const shapes = names.map((name, at) => ({ [name]: at, [names[at ^ 1]]: at, [Symbol.for(name)]: [at] }))
  const lists = Array.from({ length: 60 }, (_, at) => new Uint32Array(1 << at % 16).fill(0xdeadbeef))
  return shapes.length + lists.length
})()`
const CHANGED = `
for (let at = 0; at < 2000; at++) Object.prototype['name' + at] = [at]
for (const { prototype } of [Array, Function, RegExp, Map]) prototype.constructor = undefined
Math.round = Array.prototype.sort = String.prototype.split = JSON.stringify = () => 'changed'
`
const USUAL = `JSON.stringify([Math.round(2.4), [3, 1, 2].sort(), 'a-b'.split('-'), new Map([[1, 2]]).get(1), /b+/.exec('abb')[0],
  Object.keys({ name1: 1, name2: 2 }), typeof ({}).name1, Symbol.for('name7').toString()])`

test('an engine is as it was after runs that have changed all kinds of what it holds', async () => {
  const engine = await loadEngine()
  const opened = async () => {
    const { run, scope } = makeScope({}, { time: 60_000 })
    const realm = await engine.open(run)
    return {
      evaluated: (text: string) => realm.evaluate(`={{ ${text} }}`, scope, 0),
      returned: (code: string) => realm.runCode({ dialect: 'code', for: 'items', code }, scope),
      close: () => realm.close(),
    }
  }
  const want = '[2,[1,2,3],["a","b"],2,"bb",["name1","name2"],"undefined","Symbol(name7)"]'
  for (let runs = 0; runs < 3; runs++) {
    const usual = await opened()
    expect(usual.evaluated(USUAL)).toBe(want)
    expect(await usual.returned(`return ${USUAL}`)).toBe(want)
    usual.close()
    const changing = await opened()
    expect(changing.evaluated(GROWN)).toBe(5060)
    expect(await changing.returned(`const grown = ${GROWN};${CHANGED};return grown`)).toBe(5060)
    expect(await changing.returned(`return ${USUAL}`)).not.toBe(want)
    changing.close()
  }
})
