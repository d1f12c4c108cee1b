/** Runs tasks, `most` at a time; the others wait in their order. */
export function limitConcurrency(most: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

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
