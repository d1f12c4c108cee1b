import { current } from './run.ts'

interface Timer {
  at: number
  order: number
  every: number | undefined
  call(): void
}

/** The longest delay of a timer, in milliseconds: a longer one is 1. */
const MAX_DELAY = 2 ** 31 - 1

const timers = new Map<number, Timer>()
let count = 0

/** Timers that do not wait: when nothing else is left to do, the run's time advances to the next one. */
export function installTimers() {
  const add =
    (isRepeated: boolean) =>
    (callback: unknown, delay?: unknown, ...given: unknown[]) => {
      if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function')
      count++
      const asked = Number(delay) || 0
      const wait = asked >= 1 && asked <= MAX_DELAY ? asked : 1
      timers.set(count, {
        at: current.waited + wait,
        order: count,
        every: isRepeated ? wait : undefined,
        call: () => callback(...given),
      })
      return count
    }
  const remove = (id: unknown) => void timers.delete(Number(id))
  const immediate = (callback: unknown, ...given: unknown[]) => add(false)(callback, 0, ...given)
  Object.assign(globalThis, {
    setTimeout: add(false),
    setInterval: add(true),
    setImmediate: immediate,
    clearTimeout: remove,
    clearInterval: remove,
    clearImmediate: remove,
  })
}

export const isTimerLeft = () => timers.size > 0
export const forgetTimers = () => timers.clear()

/** When a timer is due next. */
export const nextTimer = () => findNext()?.[1].at ?? 0

function findNext() {
  let next: [number, Timer] | undefined
  for (const entry of timers)
    if (!next || entry[1].at < next[1].at || (entry[1].at === next[1].at && entry[1].order < next[1].order))
      next = entry
  return next
}

/** Calls the timer that is next. */
export function advanceTimers() {
  const next = findNext()
  if (!next) return
  const [id, timer] = next
  current.waited = Math.max(current.waited, timer.at)
  if (timer.every === undefined) timers.delete(id)
  else timer.at += timer.every
  timer.call()
}
