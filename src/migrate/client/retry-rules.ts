import { setTimeout as sleep } from 'node:timers/promises'

/** How long a service is given that does not answer as it should. */
export interface RetryRules {
  /** How often a request is sent at most. Default 5. */
  tries: number
  /** Milliseconds before the second try; each later one waits twice as long. Default 500. */
  firstWait: number
  /** The most milliseconds that a `Retry-After` is followed for. Default 60,000. */
  longestWait: number
  /** Milliseconds after which a request without a whole response has failed. Default 120,000. */
  timeout: number
}

export const DEFAULT_RETRY_RULES: RetryRules = { tries: 5, firstWait: 500, longestWait: 60_000, timeout: 120_000 }

/** Milliseconds to wait before the next try: what the service asks for, within bounds, or more each time. */
export function waitBefore(attempt: number, retryAfter: string | null, retries: RetryRules): number {
  const asked = retryAfter === null ? undefined : millisecondsOf(retryAfter)
  return Math.min(asked ?? retries.firstWait * 2 ** (attempt - 1), retries.longestWait)
}

/** `Retry-After` is a number of seconds, or a date. */
function millisecondsOf(retryAfter: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** A wait that all requests of a client keep. */
export function createPause(signal: AbortSignal | undefined) {
  let until = 0
  return {
    extend(milliseconds: number) {
      until = Math.max(until, Date.now() + milliseconds)
    },
    async over() {
      for (let left = until - Date.now(); left > 0; left = until - Date.now()) await sleep(left, undefined, { signal })
    },
  }
}
