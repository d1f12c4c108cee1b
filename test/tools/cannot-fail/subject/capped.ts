// Stands for `bun:test` in a copy: a test has no longer than the command says, and is noted when it starts.

import { beforeEach, test as realTest } from 'bun:test'
import { appendFileSync } from 'node:fs'
import { LOG, STARTED } from './log.ts'

export { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, mock } from 'bun:test'

type Callable = (...args: unknown[]) => unknown

const isCallable = (value: unknown): value is Callable => typeof value === 'function'

/** The same without the time that a test asks for: with a wrong subject many would wait for as long. */
const capped = (make: Callable, owner: unknown): Callable =>
  new Proxy(make, {
    apply(_target, _self, args) {
      const made = Reflect.apply(make, owner, args.slice(0, 2))
      return isCallable(made) ? capped(made, undefined) : made
    },
    get(_target, name) {
      const value = Reflect.get(make, name, make)
      return isCallable(value) ? capped(value, make) : value
    },
  })

export const test = capped(realTest as unknown as Callable, undefined)

/** The command says how long a test has. */
export const setDefaultTimeout = () => {}

beforeEach(() => appendFileSync(LOG, STARTED))
