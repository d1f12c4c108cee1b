import { pause } from '../base/run-in-slices.ts'

/** How long runs may hold the event loop, in milliseconds, before others get their turn, and how long one of them. */
const SLICE_MS = 15
const TURN_MS = 4

interface Job {
  steps: Generator<unknown, unknown>
  resolve(value: never): void
  reject(reason: unknown): void
}

/**
 * Runs that anybody may cause, in steps. A short one is over in its first turn; of those that are not, one at a time goes
 * on, in turn with the new ones. Between slices everybody else is served.
 *
 * @example
 * const inTurns = createTurns()
 * const played = await inTurns(player.play(store.data, run))
 */
export function createTurns() {
  const fresh: Job[] = []
  const long: Job[] = []
  let isWorking = false
  let isLongNext = false

  /** Whether it is over. */
  function advance({ steps, resolve, reject }: Job): boolean {
    const ends = performance.now() + TURN_MS
    try {
      do {
        const step = steps.next()
        if (step.done) {
          resolve(step.value as never)
          return true
        }
      } while (performance.now() < ends)
      return false
    } catch (error) {
      reject(error)
      return true
    }
  }

  async function work() {
    isWorking = true
    let ends = performance.now() + SLICE_MS
    while (fresh.length + long.length > 0) {
      const [first] = long
      if (first && (isLongNext || fresh.length === 0)) {
        isLongNext = false
        if (advance(first)) long.shift()
      } else {
        isLongNext = true
        const job = fresh.shift()
        if (job && !advance(job)) long.push(job)
      }
      if (performance.now() < ends) continue
      await pause()
      ends = performance.now() + SLICE_MS
    }
    isWorking = false
  }

  return <T>(steps: Generator<unknown, T>): Promise<T> =>
    new Promise((resolve, reject) => {
      fresh.push({ steps, resolve, reject })
      if (!isWorking) work()
    })
}
