import type { RequestEntry } from './request-entry.ts'

const MAX_BYTES = 16 * 1024 * 1024
const MAX_BYTES_EACH = 1024 * 1024

/** Keeps the bodies of requests as long as they do not take too much memory together; the oldest go first. */
export function createKeptBodies(limit = MAX_BYTES, limitEach = MAX_BYTES_EACH) {
  let kept: { entry: RequestEntry; bytes: number }[] = []
  let sum = 0
  return {
    add(entry: RequestEntry) {
      const bytes = entry.bodyText?.length ?? 0
      if (bytes > limitEach) {
        entry.bodyText = undefined
        return
      }
      kept.push({ entry, bytes })
      sum += bytes
      while (sum > limit) forgetOldest()
    },
    clear() {
      kept = []
      sum = 0
    },
    /** The entry is gone, and its body with it, and those of requests that came before it. */
    forget(entry: RequestEntry) {
      while (kept[0] && kept[0].entry.id <= entry.id) forgetOldest()
    },
  }

  function forgetOldest() {
    const oldest = kept.shift()
    if (!oldest) return
    oldest.entry.bodyText = undefined
    sum -= oldest.bytes
  }
}
