import { late } from '../core/base/late-modules.ts'
import type { RequestPattern } from '../index.ts'
import { type Expected, matchers } from './matchers.ts'
import type { ExpectedRun } from './ran.ts'
import { stackFromCaller } from './stack-from-caller.ts'
import type { TestInstance } from './start-instance.ts'
import type { WorkflowRun } from './workflow-run.ts'

/**
 * The matchers for a runner without `expect`, such as `node:test`: passes if the instance received the request.
 *
 * @throws AssertionError with the request that is nearest, and how it differs
 *
 * @example
 * assertReceived(instance, { method: 'POST', path: '/tags', body: { name: 'urgent' }, times: 1 })
 */
export function assertReceived(instance: TestInstance, expected: Expected) {
  stackFromCaller(assertReceived, () => assertPasses(matchers.toHaveReceived.call(undefined, instance, expected)))
}

/** Passes if the instance received the requests in this order; others may come between. @throws AssertionError */
export function assertReceivedInOrder(instance: TestInstance, expected: readonly RequestPattern[]) {
  stackFromCaller(assertReceivedInOrder, () =>
    assertPasses(matchers.toHaveReceivedInOrder.call(undefined, instance, expected)),
  )
}

/** Passes if no request of the client has a warning. @throws AssertionError with the warnings */
export function assertNoWarnings(instance: TestInstance) {
  stackFromCaller(assertNoWarnings, () => assertPasses(matchers.toHaveNoWarnings(instance)))
}

/**
 * Passes if a node of a workflow ran, with the parts that are named.
 *
 * @throws AssertionError with what differs, or why it did not run: which condition sent the items elsewhere
 *
 * @example
 * assertRan(await runWorkflow('./orders.json', { mocks }), 'Notify Slack', { parameters: { text: 'Order of 1200' } })
 */
export function assertRan(run: WorkflowRun, node: string, expected: ExpectedRun = {}) {
  stackFromCaller(assertRan, () => assertPasses(matchers.toHaveRun(run, node, expected)))
}

function assertPasses({ pass, message }: { pass: boolean; message: () => string }) {
  if (!pass) throw new late.assert.AssertionError({ message: message() })
}
