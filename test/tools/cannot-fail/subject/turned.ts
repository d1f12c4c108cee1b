// Stands for `bun:test` in a copy where each expectation is turned round.
import { expect as realExpect } from 'bun:test'
import { turned } from './turn-round.ts'

export { afterAll, afterEach, beforeAll, beforeEach, describe, jest, mock, setDefaultTimeout, test } from './capped.ts'

/** What `expect` gives, with every matcher turned round; behind `not`, `resolves` and `rejects` too. */
const turnedMatchers = (matchers: object): object =>
  new Proxy(matchers, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      // a matcher of the kit's has no `bind`
      if (typeof value === 'function') return turned((...args) => Reflect.apply(value, target, args))
      return typeof value === 'object' && value !== null ? turnedMatchers(value) : value
    },
  })

export const expect = new Proxy(realExpect, {
  get: (target, name) => Reflect.get(target, name, target),
  apply: (target, _self, args: Parameters<typeof realExpect>) => turnedMatchers(target(...args)),
})
