/**
 * The test kit: an instance per test in milliseconds, in any state, that remembers what it was asked.
 *
 * @example
 * import { expect, test } from 'bun:test'
 * import { matchers, startInstance } from 'n8n-understudy/testing'
 *
 * expect.extend(matchers)
 *
 * test('makes a tag', async () => {
 *   await using instance = await startInstance()
 *   await myClient({ url: instance.url, apiKey: instance.apiKey }).createTag('urgent')
 *   expect(instance).toHaveReceived({ method: 'POST', path: '/tags', body: { name: 'urgent' } })
 * })
 */
export type * from './index.ts'
export { createGitRemote } from './index.ts'
export { aCredential, aNode, anExecution, aTag, aUser, aWorkflow } from './testing/builders.ts'
export type { InstanceMatchers } from './testing/bun-matchers.ts'
export { type Expected, matchers } from './testing/matchers.ts'
export {
  type Faults,
  type RequestOptions,
  startInstance,
  type TestAnswer,
  type TestInstance,
} from './testing/start-instance.ts'
export type { TestClock } from './testing/test-clock.ts'
