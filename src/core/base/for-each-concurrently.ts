/** Does something with each item, `most` at a time. The first failure is thrown once nothing runs any more. */
export async function forEachConcurrently<T>(items: Iterable<T>, most: number, task: (item: T) => Promise<void>) {
  const iterator = items[Symbol.iterator]()
  let failure: { error: unknown } | undefined
  async function work() {
    for (let next = iterator.next(); !next.done && !failure; next = iterator.next()) {
      await task(next.value).catch(error => {
        failure ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: most }, work))
  if (failure) throw failure.error
}
