/**
 * The test kit for Jest: its matchers are part of `expect`, the global one and that of `@jest/globals`, with their types.
 *
 * @example
 * import { expect, test } from '@jest/globals'
 * import { startInstance } from 'n8n-understudy/testing/jest'
 */
import { expect } from '@jest/globals'
import { type InstanceMatchers, matchers } from '../testing.ts'

export * from '../testing.ts'

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends InstanceMatchers<R> {}
}

declare global {
  // where @types/jest declares what the global expect has
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: all declarations of an interface have the same parameters
    interface Matchers<R, T = {}> extends InstanceMatchers<R> {}
  }
}

expect.extend(matchers)
