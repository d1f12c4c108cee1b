import { AssertionError } from 'node:assert'
import type { RequestPattern } from '../index.ts'
import { type Expected, matchers } from './matchers.ts'
import type { TestInstance } from './start-instance.ts'

/**
 * The matchers for a runner without `expect`, such as `node:test`: passes if the instance was asked so.
 *
 * @throws AssertionError that says what was nearest, and how it differs
 *
 * @example
 * assertReceived(instance, { method: 'POST', path: '/tags', body: { name: 'urgent' }, times: 1 })
 */
export const assertReceived = (instance: TestInstance, expected: Expected) =>
  assertPasses(matchers.toHaveReceived.call(undefined, instance, expected))

/** Passes if the instance was asked so, one after the other; others may come between. @throws AssertionError */
export const assertReceivedInOrder = (instance: TestInstance, expected: readonly RequestPattern[]) =>
  assertPasses(matchers.toHaveReceivedInOrder.call(undefined, instance, expected))

/** Passes if nothing that the instance was asked needs to be looked at. @throws AssertionError with the warnings */
export const assertNoWarnings = (instance: TestInstance) => assertPasses(matchers.toHaveNoWarnings(instance))

function assertPasses({ pass, message }: { pass: boolean; message: () => string }) {
  if (!pass) throw new AssertionError({ message: message() })
}
