let depth = 0

/** The check that fails where this one holds, and holds where it fails; one that another calls is part of what it checks. */
export const turned =
  <Args extends unknown[]>(check: (...args: Args) => unknown) =>
  (...args: Args) => {
    if (depth > 0) return check(...args)
    let held: unknown
    depth++
    try {
      held = check(...args)
    } catch {
      return
    } finally {
      depth--
    }
    if (held instanceof Promise) return held.then(fail, () => {})
    fail()
  }

function fail() {
  throw new Error('This expectation holds, and was turned round')
}
