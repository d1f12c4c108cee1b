// by itself: through a webhook these bounds take 128 MB of bodies and a minute
import { expect, test } from 'bun:test'
import { TaskQueue, type Waiting } from '../../../src/runs/schedules/task-queue.ts'

const MB = 1024 * 1024

/** A queue whose clock is set by its test, and what became of its tasks. */
function started() {
  let now = 0
  const queue = new TaskQueue<Waiting>(() => now)
  return {
    queue,
    pass(milliseconds: number) {
      now += milliseconds
    },
    /** Adds a task; resolves with the reason for which it is rejected. */
    add(bytes: number, { group = 'a', hasGone = () => false as boolean } = {}) {
      const rejected = Promise.withResolvers<string>()
      queue.add({ group, caller: { bytes, hasGone }, reject: error => rejected.resolve(String(error)) })
      return rejected.promise
    },
  }
}

const reasonOf = (rejected: Promise<string>) => Promise.race([rejected, Promise.resolve('waits')])
const TOO_MUCH = 'WorkerFailure: Runs with 128 MB of bodies wait to be computed: try again later'

test('bodies of 128 MB wait, and one more is answered 503', async () => {
  const { queue, add } = started()
  const taken = [add(100 * MB), add(28 * MB, { group: 'b' })]
  expect(await add(1, { group: 'c' })).toBe(TOO_MUCH)
  // one without a body has room, and one with a body when others have begun
  expect(await reasonOf(add(0))).toBe('waits')
  queue.take(() => true)
  expect(await reasonOf(add(100 * MB))).toBe('waits')
  expect(await Promise.all(taken.map(reasonOf))).toEqual(['waits', 'waits'])
})

test('bodies of callers that have gone make room', async () => {
  const { pass, add } = started()
  const gone = add(128 * MB, { hasGone: () => true })
  pass(500)
  expect(await reasonOf(add(128 * MB))).toBe('waits')
  expect(await gone).toBe('WorkerFailure: The caller has gone')
})

test('a call that has waited for 60 s is answered 503, and one that has not waits', async () => {
  const { queue, pass, add } = started()
  const first = add(10)
  pass(1)
  const second = add(10)
  pass(59_999)
  expect(await first).toBe('WorkerFailure: The run waited 60 s to be computed: try again later')
  expect([await reasonOf(second), queue.length]).toEqual(['waits', 1])
  // nothing looks at an empty queue
  queue.take(() => true)
})
