import { setTimeout } from 'node:timers/promises'

/**
 * Runs tasks one after the other.
 *
 * @example
 * const inTurn = oneAtATime()
 * const [first, second] = await Promise.all([inTurn(readOne), inTurn(readOther)])
 */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }
}

/** Long enough for the runtime to look at its sockets; Deno hardly does while there is anything else to do. */
const PAUSE_MS = 2

/** Lets others be served. */
export const pause = () => setTimeout(PAUSE_MS)
