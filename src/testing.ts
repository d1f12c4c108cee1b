/**
 * The test kit: starts an instance for each test in milliseconds, in any state, and records its requests.
 *
 * @example
 * import test from 'node:test'
 * import { assertReceived, startInstance } from 'n8n-understudy/testing'
 *
 * test('makes a tag', async () => {
 *   await using instance = await startInstance()
 *   await myClient({ url: instance.url, apiKey: instance.apiKey }).createTag('urgent')
 *   assertReceived(instance, { method: 'POST', path: '/tags', body: { name: 'urgent' } })
 * })
 */
export type * from './index.ts'
export { createGitRemote, versions } from './index.ts'
export { assertNoWarnings, assertRan, assertReceived, assertReceivedInOrder } from './testing/assertions.ts'
export { aCredential, aNode, anExecution, aTag, aUser, aWorkflow } from './testing/builders.ts'
export { type Expected, type InstanceMatchers, matchers } from './testing/matchers.ts'
export type { ExpectedRun } from './testing/ran.ts'
export { runWorkflow } from './testing/run-workflow.ts'
export {
  type Faults,
  type RequestOptions,
  type State,
  startInstance,
  type TestAnswer,
  type TestInstance,
  type UsualPart,
} from './testing/start-instance.ts'
export type { TestClock } from './testing/test-clock.ts'
export type {
  AnswerRequest,
  HttpAnswer,
  ItemJson,
  MockCall,
  MockedError,
  NodeMock,
  NodeResult,
  RunOptions,
  WorkflowRun,
} from './testing/workflow-run.ts'
