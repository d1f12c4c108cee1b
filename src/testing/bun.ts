/**
 * The test kit for `bun test`: its matchers are part of `expect`, with their types.
 *
 * @example
 * import { expect, test } from 'bun:test'
 * import { startInstance } from 'n8n-understudy/testing/bun'
 *
 * test('makes a tag', async () => {
 *   await using instance = await startInstance()
 *   await myClient(instance).createTag('urgent')
 *   expect(instance).toHaveReceived({ operation: 'createTag', body: { name: 'urgent' } })
 * })
 */
import { expect } from 'bun:test'
import { type InstanceMatchers, matchers } from '../testing.ts'

export * from '../testing.ts'

declare module 'bun:test' {
  interface Matchers<T = unknown> extends InstanceMatchers {}
}

expect.extend(matchers)
