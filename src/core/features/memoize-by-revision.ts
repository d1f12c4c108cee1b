/** Derives something from a collection once per revision. */
export function memoizeByRevision<C extends { revision: number }, T>(derive: (collection: C) => T) {
  const results = new WeakMap<C, { revision: number; result: T }>()
  return (collection: C): T => {
    const before = results.get(collection)
    if (before?.revision === collection.revision) return before.result
    const result = derive(collection)
    results.set(collection, { revision: collection.revision, result })
    return result
  }
}
