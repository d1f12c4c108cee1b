import type { Method } from '../../http/operation.ts'
import type { OperationName } from '../operation-name.ts'

/**
 * What is to go wrong, and when. It applies to requests of one operation, or of a path and a method, or of either; to all
 * where none is named.
 *
 * @example
 * { operation: 'getWorkflows', status: 503, times: 2 }
 * { path: '/workflows/:id', drop: 'middle', probability: 0.1 }
 * { operation: 'createTag', retryAfter: 2, times: 1 }
 */
export interface FaultRule {
  /** An operation's name, e.g. `createTag`. */
  operation?: OperationName
  method?: Method
  /** `/workflows/7`, or with open parts: `/workflows/:id`. */
  path?: string
  /** Answer this, and do nothing. */
  status?: number
  /** With `status`: text as it is, anything else as JSON. Left out: the API's error with the status's usual words. */
  body?: unknown
  /** With `status`. */
  headers?: Record<string, string>
  /** Answer with `Retry-After`: seconds, or a date. The status is 429 where none is given. */
  retryAfter?: number | string
  /** Wait this many real milliseconds first, or something in between the two. */
  delay?: number | [least: number, most: number]
  /** Reset the connection: before anything is done, or in the middle of the answer. */
  drop?: 'before' | 'middle'
  /** Answer only the first half of the JSON, or HTML instead. */
  malformed?: 'truncated' | 'html'
  /** Never answer. */
  hang?: boolean
  /** Apply it this many times only. */
  times?: number
  /** Let this many of its requests pass first. */
  after?: number
  /** Apply it to this share of its requests: 0 to 1. */
  probability?: number
}

/** A rule that may be one in force. */
export interface GivenRule extends FaultRule {
  id?: number
}

/** Rules, and what their chance goes by. */
export interface FaultSetting {
  /** The first that applies to a request wins. One with the id of a rule in force counts on where that stood. */
  rules: readonly GivenRule[]
  /** A whole number below 2^32; the one before where left out. */
  seed?: number
}

/** A rule in force, and how often it was applied. */
export interface PlannedFault extends FaultRule {
  /** Counts from 1 since the start or the last reset. */
  id: number
  /** How many requests it was applied to. */
  hits: number
  /** To how many more it will be applied; null without a limit, 0 for a rule that is spent. */
  left: number | null
}
