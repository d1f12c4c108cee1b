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
    const step = runSlice(steps)
    if (step.done) return step.value
    await nextTurn()
  }
}

/** The same, but what ends in the first slice is returned at once, if this turn of the event loop has time left. */
export function runSoon<T>(steps: Generator<unknown, T>): T | Promise<T> {
  if (!isTurnOver()) {
    // most have one step, for which no time is taken
    let step = steps.next()
    if (!step.done) step = runSlice(steps)
    if (step.done) return step.value
  }
  return nextTurn().then(() => runInSlices(steps))
}

function runSlice<T>(steps: Generator<unknown, T>): IteratorResult<unknown, T> {
  const ends = endOfTurn()
  let step = steps.next()
  while (!step.done && performance.now() < ends) step = steps.next()
  return step
}

/**
 * Lets other requests be served if that is due. To be called between the steps of a loop that awaits other things, too:
 * awaiting a value that is ready already lets nothing else run, and Deno serves no one while a file is read either.
 */
export async function giveWay(): Promise<void> {
  const now = performance.now()
  if (now >= endOfTurn() || now >= lastPause + SLICE_MS) await nextTurn()
}

/** Lets other requests be served. */
export const pause = () => setTimeout(PAUSE_MS)

/** When work last went on after a pause. */
let lastPause = 0

/** Pauses until a turn of the event loop has time left: what pauses together does not go on together. */
async function nextTurn() {
  do await pause()
  while (performance.now() >= endOfTurn())
  lastPause = performance.now()
}

/** When the work of this turn of the event loop has to pause; 0 in a turn without any. */
let turnEnds = 0
/** A turn whose time was up this long ago has ended, in milliseconds: fake timers may not tell. */
const STALE_MS = 200

/** When what runs now has to pause. All work of a turn shares a slice, as many requests may have come at once. */
function endOfTurn(): number {
  const now = performance.now()
  if (!isUnderWay(now)) {
    turnEnds = now + SLICE_MS
    setImmediate(() => {
      turnEnds = 0
    })
  }
  return turnEnds
}

const isUnderWay = (now: number) => turnEnds !== 0 && now <= turnEnds + STALE_MS

/** Whether other work has used up this turn. */
function isTurnOver() {
  const now = performance.now()
  return isUnderWay(now) && now >= turnEnds
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
