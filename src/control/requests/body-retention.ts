import type { RequestEntry } from './request-entry.ts'

const MAX_BYTES = 16 * 1024 * 1024
const MAX_BYTES_EACH = 1024 * 1024

/** Bodies of one kind, of requests or of responses. */
export interface RetainedBodies {
  /** Bytes, or characters where those are sooner told; 0 without one. */
  sizeOf(entry: RequestEntry): number
  drop(entry: RequestEntry): void
}

/**
 * Keeps bodies as long as they do not take too much memory together; the oldest go first.
 *
 * @param entryOf the request with a number, as long as it is remembered
 */
export function createBodyRetention(
  { sizeOf, drop }: RetainedBodies,
  entryOf: (id: number) => RequestEntry | undefined,
) {
  let sum = 0
  /** No answered request before this one has a body. */
  let oldest = 0

  function release(entry: RequestEntry | undefined) {
    if (!entry?.isAnswered) return
    sum -= sizeOf(entry)
    drop(entry)
  }

  return {
    /** Of a request that has been answered just now. */
    add(entry: RequestEntry) {
      const bytes = sizeOf(entry)
      if (bytes === 0) return
      if (bytes > MAX_BYTES_EACH) return drop(entry)
      oldest = sum === 0 ? entry.id : Math.min(oldest, entry.id)
      sum += bytes
      while (sum > MAX_BYTES) release(entryOf(oldest++))
    },
    /** The request is remembered no longer, and none before it is. */
    forget(entry: RequestEntry) {
      release(entry)
      oldest = Math.max(oldest, entry.id + 1)
    },
    clear() {
      sum = 0
    },
  }
}
