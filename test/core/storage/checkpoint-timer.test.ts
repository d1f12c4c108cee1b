import { describe, expect, test } from 'bun:test'
import { CheckpointTimer, type CheckpointTimes } from '../../../src/core/storage/checkpoint-timer.ts'

/** Longer than any test: what is to happen only then never happens. */
const NEVER = 1e6
const SMALL_DOCUMENT = 1

/** A timer whose checkpoints end when they are told to; `begun` counts them. */
function start(times: Partial<CheckpointTimes>) {
  const ends: ((isDone: boolean) => void)[] = []
  const begun = { count: 0 }
  const timer = new CheckpointTimer({ idle: NEVER, journalBytes: 10, retryAfter: NEVER, ...times }, () => {
    begun.count++
    return new Promise(resolve => ends.push(resolve))
  })
  return {
    timer,
    begun,
    async end(isDone: boolean) {
      ends.shift()?.(isDone)
      await Bun.sleep(1)
    },
    async next() {
      const before = begun.count
      while (begun.count === before) await Bun.sleep(1)
    },
  }
}

describe('a checkpoint begins', () => {
  test.each([
    { name: 'at the journal’s limit', journal: 10, document: SMALL_DOCUMENT, count: 0 },
    { name: 'with one byte more', journal: 11, document: SMALL_DOCUMENT, count: 1 },
    { name: 'with twice what the document has', journal: 40, document: 20, count: 0 },
    { name: 'with one byte more than twice what the document has', journal: 41, document: 20, count: 1 },
  ])('while commits go on, $name ($journal bytes, the document $document): $count', ({ journal, document, count }) => {
    const { timer, begun } = start({})
    timer.committed(journal, document)
    expect(begun.count).toBe(count)
    timer.stop()
  })

  test('once there was no commit for a while, and no second one without another commit', async () => {
    const { timer, begun, end, next } = start({ idle: 5 })
    timer.committed(1, SMALL_DOCUMENT)
    expect(begun.count).toBe(0)
    await next()
    await end(true)
    await Bun.sleep(50)
    expect(begun.count).toBe(1)
    timer.committed(1, SMALL_DOCUMENT)
    await next()
    timer.stop()
  })

  test('later where the one before took long', async () => {
    const { timer, begun, end, next } = start({ idle: 1 })
    timer.committed(1, SMALL_DOCUMENT)
    await next()
    await Bun.sleep(100)
    await end(true)
    timer.committed(1, SMALL_DOCUMENT)
    await Bun.sleep(100)
    expect(begun.count).toBe(1)
    timer.stop()
  })

  test('only once where there were several commits, also when it has ended at once', async () => {
    let count = 0
    const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>()
    const timer = new CheckpointTimer({ idle: 5, journalBytes: 10, retryAfter: NEVER }, async () => {
      count++
      begin()
      return true
    })
    for (let commits = 0; commits < 3; commits++) timer.committed(1, SMALL_DOCUMENT)
    await isBegun
    await Bun.sleep(50)
    timer.stop()
    expect(count).toBe(1)
  })

  test('not while another runs; a commit that came meanwhile is written by the next', async () => {
    const { timer, begun, end, next } = start({ idle: 5 })
    timer.committed(11, SMALL_DOCUMENT)
    timer.committed(12, SMALL_DOCUMENT)
    await Bun.sleep(20)
    expect(begun.count).toBe(1)
    await Promise.all([next(), end(true)])
    expect(begun.count).toBe(2)
    timer.stop()
  })

  test('again after one that failed, without another commit, and no sooner than it may', async () => {
    const soon = start({ idle: 0, retryAfter: 5 })
    soon.timer.committed(11, SMALL_DOCUMENT)
    await Promise.all([soon.next(), soon.end(false)])
    await Promise.all([soon.next(), soon.end(false)])
    soon.timer.stop()

    const late = start({ idle: 0 })
    late.timer.committed(11, SMALL_DOCUMENT)
    await late.end(false)
    late.timer.committed(11, SMALL_DOCUMENT)
    late.timer.committed(1, SMALL_DOCUMENT)
    await Bun.sleep(50)
    expect(late.begun.count).toBe(1)
    late.timer.stop()
  })

  test.each(['before it is due', 'while one runs'])('never after the timer was stopped %s', async when => {
    const { timer, begun, end } = start({ idle: 1 })
    timer.committed(when === 'while one runs' ? 11 : 1, SMALL_DOCUMENT)
    const before = begun.count
    timer.stop()
    timer.committed(1, SMALL_DOCUMENT)
    timer.committed(11, SMALL_DOCUMENT)
    await end(false)
    timer.committed(11, SMALL_DOCUMENT)
    await Bun.sleep(50)
    expect(begun.count).toBe(before)
  })
})
