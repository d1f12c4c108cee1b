import type { Clock } from '../../base/clock.ts'
import type { Operation } from '../../http/operation.ts'
import { createBodyRetention, type RetainedBodies } from './body-retention.ts'
import { RequestEntry } from './request-entry.ts'

const REMEMBERED_REQUESTS = 1000

/** The last requests, oldest first, and those under way. */
export interface RequestLog {
  /** Notes a request as it comes. */
  open(request: Request, operation: Operation | undefined): RequestEntry
  close(entry: RequestEntry, status: number): void
  entries(): RequestEntry[]
  /** The request with a number, as long as it is remembered. */
  get(id: number): RequestEntry | undefined
  /** Grows with every request that comes and that is answered, and when they are forgotten. */
  readonly revision: number
  /** How many have been forgotten since the log was last cleared, for being too many. */
  readonly dropped: number
  /** Forgets all of them; their numbers go on. */
  clear(): void
  /** Forgets all of them and begins again with number 1. */
  reset(): void
  /** Tells of every answer from now on. @returns what ends that */
  subscribe(listener: (entry: RequestEntry) => void): () => void
}

const ASKED: RetainedBodies = {
  sizeOf: ({ bodyText }) => bodyText?.length ?? 0,
  drop(entry) {
    entry.bodyText = undefined
  },
}
const ANSWERED: RetainedBodies = {
  sizeOf: ({ response }) => (response?.body === undefined ? 0 : response.bytes),
  drop({ response }) {
    if (response) response.body = undefined
  },
}

export function createRequestLog(clock: Clock, limit = REMEMBERED_REQUESTS): RequestLog {
  const ring: (RequestEntry | undefined)[] = []
  const retained = [createBodyRetention(ASKED, entryOf), createBodyRetention(ANSWERED, entryOf)]
  const listeners = new Set<(entry: RequestEntry) => void>()
  let first = 1
  let next = 1
  let revision = 0

  function entryOf(id: number) {
    const entry = ring[id % limit]
    return entry?.id === id ? entry : undefined
  }

  function clear() {
    revision++
    ring.length = 0
    for (const bodies of retained) bodies.clear()
    first = next
  }

  return {
    open(request, operation) {
      revision++
      const entry = new RequestEntry(next++, clock.now(), request, operation)
      const place = entry.id % limit
      const oldest = ring[place]
      if (oldest) for (const bodies of retained) bodies.forget(oldest)
      ring[place] = entry
      return entry
    },
    close(entry, status) {
      revision++
      entry.close(status)
      if (entryOf(entry.id) === entry) for (const bodies of retained) bodies.add(entry)
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
    get: entryOf,
    get dropped() {
      return Math.max(0, next - first - limit)
    },
    get revision() {
      return revision
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
