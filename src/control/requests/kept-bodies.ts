import type { RequestEntry } from './request-entry.ts'

const MAX_BYTES = 16 * 1024 * 1024
const MAX_BYTES_EACH = 1024 * 1024

/** Keeps the bodies of requests as long as they do not take too much memory together; the oldest go first. */
export function createKeptBodies(limit = MAX_BYTES, limitEach = MAX_BYTES_EACH) {
  let kept: { entry: RequestEntry; bytes: number }[] = []
  let sum = 0
  return {
    add(entry: RequestEntry) {
      const { body, contentLength } = entry
      if (typeof body !== 'object' || body === null) return
      const bytes = contentLength === null ? roughBytes(body, limitEach) : Number(contentLength)
      if (bytes > limitEach) {
        entry.body = undefined
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
    oldest.entry.body = undefined
    sum -= oldest.bytes
  }
}

/** About how long the JSON of a value is; no more is counted once it is over the limit. */
function roughBytes(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  let bytes = 2
  for (const [key, inner] of Object.entries(value)) {
    bytes += key.length + 3 + roughBytes(inner, limit - bytes)
    if (bytes > limit) break
  }
  return bytes
}
