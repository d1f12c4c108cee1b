import { setImmediate } from 'node:timers'
import { setTimeout } from 'node:timers/promises'

/** How long work may hold the event loop, in milliseconds, before others get their turn. */
const SLICE_MS = 20
/** Long enough for the runtime to look at its sockets; Deno hardly does while there is anything else to do. */
const PAUSE_MS = 2

/**
 * Runs steps to their end, and lets others run in between.
 *
 * @throws whatever a step throws
 * @example
 * const value = await runInSlices(parseJsonSteps(bytes, 1_000_000))
 */
export async function runInSlices<T>(steps: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = runSlice(steps)
    if (done) return value
    await pause()
  }
}

/** The same, but what ends within one slice is returned at once. */
export function runSoon<T>(steps: Generator<unknown, T>): T | Promise<T> {
  const { done, value } = runSlice(steps)
  return done ? value : pause().then(() => runInSlices(steps))
}

/** When what runs in this turn of the event loop is to pause; `undefined` while none of it has taken long. */
let turnEnds: number | undefined
/** What takes no longer, in milliseconds, leaves the others of its turn their time. */
const LONG_MS = 1

/** Runs steps for one slice, which all share that run in the same turn: many requests may have come at once. */
function runSlice<T>(steps: Generator<unknown, T>): IteratorResult<unknown, T> {
  const begins = performance.now()
  const ends = turnEnds ?? begins + SLICE_MS
  let step = steps.next()
  let now = performance.now()
  while (!step.done && now < ends) {
    step = steps.next()
    now = performance.now()
  }
  if (turnEnds === undefined && now - begins > LONG_MS) {
    turnEnds = ends
    setImmediate(() => {
      turnEnds = undefined
    })
  }
  return step
}

let lastPause: Promise<unknown> = Promise.resolve()

/** Lets other requests be served. One after the other: what pauses together would go on together as well. */
export function pause(): Promise<unknown> {
  lastPause = lastPause.then(() => setTimeout(PAUSE_MS))
  return lastPause
}

let sliceEnds = 0

/**
 * Lets other requests be served if that is due. To be called between the steps of a loop that awaits other things, too:
 * awaiting a value that is ready already lets nothing else run.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() < sliceEnds) return
  await pause()
  sliceEnds = performance.now() + SLICE_MS
}

/** Runs steps to their end, at once. */
export function runAtOnce<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** How many items of a list are one step, where they are small. */
const ITEMS_A_STEP = 500

/** Maps a list in steps. */
export function* mapInSteps<T, R>(
  items: readonly T[],
  map: (item: T, at: number) => R,
  itemsAStep = ITEMS_A_STEP,
): Generator<undefined, R[]> {
  const mapped: R[] = []
  for (const [at, item] of items.entries()) {
    mapped.push(map(item, at))
    if (at % itemsAStep === itemsAStep - 1) yield
  }
  return mapped
}
