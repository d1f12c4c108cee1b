/** The check that fails where this one holds, and holds where it fails. */
export const turned =
  <Args extends unknown[]>(check: (...args: Args) => unknown) =>
  (...args: Args) => {
    let held: unknown
    try {
      held = check(...args)
    } catch {
      return
    }
    if (held instanceof Promise) return held.then(fail, () => {})
    fail()
  }

function fail() {
  throw new Error('This expectation holds, and was turned round')
}
