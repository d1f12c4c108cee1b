import { clearTimeout, setTimeout } from 'node:timers'

/** Milliseconds that no case may take, unless the cases before took long as well: the machine may be busy. */
const LIMIT = 1000
const TIMES_THE_MEDIAN = 200
/** Milliseconds after which a case counts as hung. */
const HUNG_AFTER = 30_000
const REMEMBERED = 101

/**
 * Watches that no case takes far longer than the ones before it. One that does is run again, since the machine may have
 * done something else meanwhile: only a case that is slow both times is refused.
 */
export function createWatchdog() {
  const durations: number[] = []

  async function time(run: () => Promise<void>) {
    const start = performance.now()
    await unlessHung(run())
    return performance.now() - start
  }

  return async (run: () => Promise<void>) => {
    const limit = Math.max(LIMIT, TIMES_THE_MEDIAN * medianOf(durations))
    let took = await time(run)
    if (took > limit) took = await time(run)
    if (took > limit) throw new Error(`took ${Math.round(took)} ms twice, where ${Math.round(limit)} ms are the most`)
    durations.push(took)
    if (durations.length > REMEMBERED) durations.shift()
  }
}

function unlessHung(run: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`hangs: no end after ${HUNG_AFTER} ms`)), HUNG_AFTER)
    run.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const medianOf = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0
