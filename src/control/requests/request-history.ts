import util from 'node:util'
import { type LoggedRequest, loggedRequest, loggedRequests } from './logged-request.ts'
import type { RequestEntry, RequestLog } from './request-log.ts'
import { checkPattern, type Equals, isMatch, mismatchesOf, type RequestPattern } from './request-pattern.ts'

/** The last 1,000 requests to the API, oldest first. */
export interface RequestHistory {
  all(): LoggedRequest[]
  /** The requests that match. `equals` compares values with matchers. @throws TypeError for a misspelt name */
  matching(pattern: RequestPattern, equals?: Equals): LoggedRequest[]
  /** The request that differs least from the pattern, and its differences; `undefined` without requests. */
  nearest(pattern: RequestPattern, equals?: Equals): { request: LoggedRequest; differences: string[] } | undefined
  /**
   * The requests that match one pattern after the other, up to the first pattern that none matches. Others may come
   * between them.
   */
  inOrder(patterns: readonly RequestPattern[], equals?: Equals): LoggedRequest[]
  /** What the real service would reject or lose, a line each: `PUT /api/v1/workflows/1 (request 3): …`. */
  warnings(): string[]
  /** How many older requests were deleted. */
  readonly dropped: number
  /** Deletes all requests. */
  clear(): void
}

const ORDER = "An order of requests must be a list of objects such as { operation: 'createTag' }"

/** @param operations the names that patterns may have */
export function createRequestHistory(log: RequestLog, operations: readonly string[]): RequestHistory {
  return {
    all: () => loggedRequests(log.entries(), true),
    matching(pattern, equals) {
      checkPattern(pattern, operations)
      return loggedRequests(log.entries(), true, entry => isMatch(entry, pattern, equals))
    },
    nearest(pattern, equals) {
      checkPattern(pattern, operations)
      const candidates = log.entries().map(entry => ({ entry, differences: mismatchesOf(entry, pattern, equals) }))
      const least = candidates.reduce<(typeof candidates)[number] | undefined>(
        (best, next) => (best && weightOf(best.differences) <= weightOf(next.differences) ? best : next),
        undefined,
      )
      return least && { request: loggedRequest(least.entry, undefined, true), differences: least.differences }
    },
    inOrder(patterns, equals) {
      if (!Array.isArray(patterns)) {
        throw new TypeError(`${ORDER}, not ${util.inspect(patterns)}`)
      }
      for (const pattern of patterns) checkPattern(pattern, operations)
      const entries = log.entries()
      const found = new Set<RequestEntry>()
      let from = 0
      for (const pattern of patterns) {
        const at = entries.findIndex((entry, place) => place >= from && isMatch(entry, pattern, equals))
        const entry = entries[at]
        if (!entry) break
        found.add(entry)
        from = at + 1
      }
      return loggedRequests(entries, true, entry => found.has(entry))
    },
    warnings: () =>
      loggedRequests(log.entries(), false).flatMap(({ id, method, path, warnings }) =>
        warnings.map(warning => `${method} ${path} (request ${id}): ${warning}`),
      ),
    get dropped() {
      return log.dropped
    },
    clear: log.clear,
  }
}

/** Another operation, path or method is further off than anything in the query or the body. */
const FAR = 1000

const weightOf = (differences: string[]) =>
  differences.reduce((sum, line) => sum + (/^(operation|path|method):/.test(line) ? FAR : 1), 0)
