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
