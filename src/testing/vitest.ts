/**
 * The test kit for Vitest: its matchers are part of `expect`, with their types.
 *
 * @example
 * import { expect, test } from 'vitest'
 * import { startInstance } from 'n8n-understudy/testing/vitest'
 */
import { expect } from 'vitest'
import { type InstanceMatchers, matchers } from '../testing.ts'

export * from '../testing.ts'

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends InstanceMatchers<R> {}
}

expect.extend(matchers)
