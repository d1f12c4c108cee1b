import { inspect } from 'node:util'
import type { Equals, RequestHistory, RequestPattern } from '../index.ts'

/** Which requests are expected, and how many: at least one where `times` is left out. */
export interface Expected extends RequestPattern {
  times?: number
}

export interface InstanceMatchers<R = void> {
  /**
   * Passes if the instance was asked so.
   *
   * @example
   * expect(instance).toHaveReceived({ method: 'POST', path: '/tags', body: { name: 'urgent' }, times: 1 })
   */
  toHaveReceived(expected: Expected): R
  /** Passes if nothing that it was asked needs to be looked at: see `instance.requests.warnings()`. */
  toHaveNoWarnings(): R
}

interface Outcome {
  pass: boolean
  message: () => string
}

/** What `expect` calls a matcher on. */
interface MatcherContext {
  equals?: Equals
}

/** Matchers for `expect.extend`, of bun:test and of whatever else has it. */
export const matchers = {
  toHaveReceived(this: MatcherContext | undefined, received: unknown, expected: Expected): Outcome {
    const equals: Equals | undefined = this?.equals?.bind(this)
    const requests = requestsOf(received)
    const { times, ...pattern } = expected
    const count = requests.matching(pattern, equals).length
    const pass = times === undefined ? count > 0 : count === times
    if (pass) return { pass, message: () => unexpected(pattern, count) }
    const nearest = count === 0 ? requests.nearest(pattern, equals) : undefined
    return { pass, message: () => missing(pattern, count, times, nearest, requests.dropped) }
  },
  toHaveNoWarnings(received: unknown): Outcome {
    const warnings = requestsOf(received).warnings()
    const pass = warnings.length === 0
    return {
      pass,
      message: () =>
        pass
          ? 'Expected warnings about the requests, but there are none'
          : ['The client should look at:', ...warnings].join('\n  '),
    }
  },
}

function unexpected(pattern: RequestPattern, count: number) {
  return `Expected no request ${described(pattern)}, but there ${count === 1 ? 'was one' : `were ${count}`}`
}

function missing(
  pattern: RequestPattern,
  count: number,
  times: number | undefined,
  nearest: ReturnType<RequestHistory['nearest']>,
  dropped: number,
) {
  const wanted = times === undefined ? 'a request' : times === 1 ? 'one request' : `${times} requests`
  const there = count === 1 ? 'was one' : `were ${count || 'none'}`
  const lines = [`Expected ${wanted} ${described(pattern)}, but there ${there}`]
  if (count === 0 && !nearest) lines.push('The instance was asked nothing at all.')
  if (nearest) {
    const { id, method, path, query, status } = nearest.request
    lines.push(`Nearest is request ${id}, ${method} ${path}${query && `?${query}`} (answered ${status}):`)
    lines.push(...nearest.differences.map(line => `  ${line}`))
  }
  if (dropped) lines.push(`${dropped} earlier requests are forgotten already.`)
  return lines.join('\n')
}

const described = (pattern: RequestPattern) => inspect(pattern, { depth: 6, breakLength: Number.POSITIVE_INFINITY })

function requestsOf(received: unknown): RequestHistory {
  const { requests } = (received ?? {}) as { requests?: Partial<RequestHistory> }
  if (typeof requests?.matching === 'function') return requests as RequestHistory
  throw new TypeError('This matcher is for an instance that startInstance of understudy/testing has given')
}
