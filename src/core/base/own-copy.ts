/** A copy that its giver cannot change. What cannot be copied stays as it is: the checks say what is wrong with it. */
export function ownCopy<T>(value: T): T {
  try {
    return structuredClone(value)
  } catch {
    return value
  }
}
