import { expect, test } from 'bun:test'
import {
  assertNoWarnings,
  assertReceived,
  assertReceivedInOrder,
  type Expected,
  matchers,
  startInstance,
  type TestInstance,
} from '../../src/testing.ts'

expect.extend(matchers)

const MISSPELT = { operatio: 'createTag' } as Expected
const EXPECTED: Expected = { operation: 'deleteTag' }

test.each<[string, string, (instance: TestInstance) => unknown]>([
  ['assertReceived', 'AssertionError', instance => void assertReceived(instance, EXPECTED)],
  ['assertReceivedInOrder', 'AssertionError', instance => void assertReceivedInOrder(instance, [EXPECTED])],
  ['assertNoWarnings', 'AssertionError', instance => void assertNoWarnings(instance)],
  ['assertReceived with a wrong key', 'TypeError', instance => void assertReceived(instance, MISSPELT)],
  ['assertReceived of something else', 'TypeError', () => void assertReceived({} as TestInstance, EXPECTED)],
  ['toHaveReceived with a wrong key', 'TypeError', instance => void expect(instance).toHaveReceived(MISSPELT)],
  ['toHaveReceivedInOrder with one', 'TypeError', it => void expect(it).toHaveReceivedInOrder([MISSPELT])],
  ['toHaveNoWarnings of something else', 'TypeError', () => void expect({}).toHaveNoWarnings()],
])('the stack trace of %s begins at the line of the test', async (_name, error, check) => {
  await using instance = await startInstance({ socket: false })
  // a request with a warning
  await instance.request('POST', '/api/v1/tags', { name: 'x', id: '1' })
  const thrown = thrownBy(() => check(instance))
  expect(thrown.name).toBe(error)
  expect(firstFrame(thrown)).toContain('stack.test.ts')
})

function thrownBy(run: () => unknown): Error {
  try {
    run()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

/** Frames of the runner's own machine have no file. */
const firstFrame = ({ stack = '' }: Error) => stack.split('\n').find(line => /^\s+at .*[/\\]/.test(line))
