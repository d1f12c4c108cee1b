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
