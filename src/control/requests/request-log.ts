import type { Clock } from '../../clock.ts'
import type { Operation } from '../../http/operation.ts'
import { createBodyRetention } from './body-retention.ts'
import { RequestEntry } from './request-entry.ts'

export const REMEMBERED_REQUESTS = 1000

/** The last requests, oldest first, and those under way. */
export interface RequestLog {
  /** Notes a request as it comes. */
  open(request: Request, operation: Operation | undefined): RequestEntry
  close(entry: RequestEntry, status: number): void
  entries(): RequestEntry[]
  /** How many have been forgotten since the log was last cleared, for being too many. */
  readonly dropped: number
  /** Forgets all of them; their numbers go on. */
  clear(): void
  /** Forgets all of them and begins again with number 1. */
  reset(): void
  /** Tells of every answer from now on. @returns what ends that */
  subscribe(listener: (entry: RequestEntry) => void): () => void
}

export function createRequestLog(clock: Clock, limit = REMEMBERED_REQUESTS): RequestLog {
  const ring: (RequestEntry | undefined)[] = []
  const bodies = createBodyRetention(entryOf)
  const listeners = new Set<(entry: RequestEntry) => void>()
  let first = 1
  let next = 1

  function entryOf(id: number) {
    const entry = ring[id % limit]
    return entry?.id === id ? entry : undefined
  }

  function clear() {
    ring.length = 0
    bodies.clear()
    first = next
  }

  return {
    open(request, operation) {
      const entry = new RequestEntry(next++, clock.now(), request, operation)
      const place = entry.id % limit
      if (ring[place]) bodies.forget(ring[place])
      ring[place] = entry
      return entry
    },
    close(entry, status) {
      entry.close(status)
      if (entry.bodyText !== undefined && entryOf(entry.id) === entry) bodies.add(entry)
      for (const listener of listeners) listener(entry)
    },
    entries() {
      const found: RequestEntry[] = []
      for (let id = Math.max(first, next - limit); id < next; id++) {
        const entry = entryOf(id)
        if (entry) found.push(entry)
      }
      return found
    },
    get dropped() {
      return Math.max(0, next - first - limit)
    },
    clear,
    reset() {
      next = 1
      clear()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
