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

expect.extend(matchers)
