import type { RequestEntry } from './request-entry.ts'

const MAX_BYTES = 16 * 1024 * 1024
const MAX_BYTES_EACH = 1024 * 1024

/**
 * Keeps the bodies of requests as long as they do not take too much memory together; the oldest go first.
 *
 * @param entryOf the request with a number, as long as it is remembered
 */
export function createBodyRetention(entryOf: (id: number) => RequestEntry | undefined) {
  let sum = 0
  /** No answered request before this one has a body. */
  let oldest = 0

  function drop(entry: RequestEntry | undefined) {
    if (!entry?.isAnswered) return
    sum -= entry.bodyText?.length ?? 0
    entry.bodyText = undefined
  }

  return {
    /** Of a request that has been answered just now. */
    add(entry: RequestEntry) {
      const bytes = entry.bodyText?.length ?? 0
      if (bytes > MAX_BYTES_EACH) {
        entry.bodyText = undefined
        return
      }
      oldest = sum === 0 ? entry.id : Math.min(oldest, entry.id)
      sum += bytes
      while (sum > MAX_BYTES) drop(entryOf(oldest++))
    },
    /** The request is remembered no longer, and none before it is. */
    forget(entry: RequestEntry) {
      drop(entry)
      oldest = Math.max(oldest, entry.id + 1)
    },
    clear() {
      sum = 0
    },
  }
}
