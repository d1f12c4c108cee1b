import util from 'node:util'
import { refuseKeyless } from '../core/base/known-keys.ts'
import type { Equals, LoggedRequest, RequestHistory, RequestPattern } from '../index.ts'
import { type ExpectedRun, matchRan } from './ran.ts'
import { stackFromCaller } from './stack-from-caller.ts'

/** Which requests are expected, and how many: at least one where `times` is left out. */
export interface Expected extends RequestPattern {
  times?: number
}

/** What the matchers add to what `expect` gives. */
export interface InstanceMatchers<R = void> {
  /**
   * Passes if the instance was asked so. A key or an operation that does not exist is an error, also after `not`.
   *
   * @example
   * expect(instance).toHaveReceived({ method: 'POST', path: '/tags', body: { name: 'urgent' }, times: 1 })
   */
  toHaveReceived(expected: Expected): R
  /**
   * Passes if the instance was asked so, one after the other; others may come between.
   *
   * @example
   * expect(instance).toHaveReceivedInOrder([{ operation: 'createWorkflow' }, { operation: 'activateWorkflow' }])
   */
  toHaveReceivedInOrder(expected: readonly RequestPattern[]): R
  /** Passes if nothing that it was asked needs to be looked at: see `instance.requests.warnings()`. */
  toHaveNoWarnings(): R
  /**
   * Passes if a node of a workflow ran so, in what `runWorkflow` resolves with.
   *
   * @example
   * expect(run).toHaveRun('Notify Slack', { parameters: { text: 'Order of 1200' } })
   */
  toHaveRun(node: string, expected?: ExpectedRun): R
}

interface Outcome {
  pass: boolean
  message: () => string
}

/** What `expect` calls a matcher on. */
interface MatcherContext {
  equals?: Equals
}

/** Matchers for `expect.extend`, of bun:test, Vitest, Jest and whatever else has it. */
export const matchers = {
  toHaveReceived(this: MatcherContext | undefined, received: unknown, expected: Expected): Outcome {
    const equals: Equals | undefined = this?.equals?.bind(this)
    return stackFromCaller(matchers.toHaveReceived, () => matchReceived(received, expected, equals))
  },
  toHaveReceivedInOrder(
    this: MatcherContext | undefined,
    received: unknown,
    expected: readonly RequestPattern[],
  ): Outcome {
    const equals: Equals | undefined = this?.equals?.bind(this)
    return stackFromCaller(matchers.toHaveReceivedInOrder, () => matchInOrder(received, expected, equals))
  },
  toHaveNoWarnings(received: unknown): Outcome {
    return stackFromCaller(matchers.toHaveNoWarnings, () => matchNoWarnings(received))
  },
  toHaveRun(received: unknown, node: string, expected?: ExpectedRun): Outcome {
    return stackFromCaller(matchers.toHaveRun, () => matchRan(received, node, expected))
  },
}

function matchReceived(received: unknown, expected: Expected, equals: Equals | undefined): Outcome {
  const requests = requestsOf(received)
  refuseKeyless(expected, "What is expected must be an object such as { operation: 'createTag' }")
  const { times, ...pattern } = expected
  checkTimes(times)
  const found = requests.matching(pattern, equals)
  const pass = times === undefined ? found.length > 0 : found.length === times
  if (pass) return { pass, message: () => unexpected(pattern, found) }
  const nearest = found.length === 0 ? requests.nearest(pattern, equals) : undefined
  return { pass, message: () => missing(pattern, found, times, nearest, requests.dropped) }
}

function matchInOrder(received: unknown, expected: readonly RequestPattern[], equals: Equals | undefined): Outcome {
  const requests = requestsOf(received)
  const found = requests.inOrder(expected, equals)
  const pass = found.length === expected.length
  return { pass, message: () => (pass ? unexpectedOrder(found) : outOfOrder(expected, found, requests)) }
}

function matchNoWarnings(received: unknown): Outcome {
  const warnings = requestsOf(received).warnings()
  const pass = warnings.length === 0
  return {
    pass,
    message: () =>
      pass
        ? 'Expected warnings about the requests, but there are none'
        : ['The client should look at:', ...warnings].join('\n  '),
  }
}

function checkTimes(times: number | undefined) {
  if (times === undefined || (Number.isInteger(times) && times >= 0)) return
  throw new TypeError(`times must be a whole number from 0 on, not ${util.inspect(times)}`)
}

function unexpected(pattern: RequestPattern, found: readonly LoggedRequest[]) {
  const count = found.length
  return [
    `Expected no request ${described(pattern)}, but there ${count === 1 ? 'was one' : `were ${count}`}`,
    ...listed(found),
  ].join('\n')
}

function missing(
  pattern: RequestPattern,
  found: readonly LoggedRequest[],
  times: number | undefined,
  nearest: ReturnType<RequestHistory['nearest']>,
  dropped: number,
) {
  const count = found.length
  const wanted = times === undefined ? 'a request' : times === 1 ? 'one request' : `${times} requests`
  const there = count === 1 ? 'was one' : `were ${count || 'none'}`
  const lines = [`Expected ${wanted} ${described(pattern)}, but there ${there}`, ...listed(found)]
  if (count === 0 && !nearest) lines.push('The instance received no requests.')
  if (nearest) {
    const { id, method, path, query, status } = nearest.request
    lines.push(`Nearest is request ${id}, ${method} ${path}${query && `?${query}`} (answered ${status}):`)
    lines.push(...nearest.differences.map(line => `  ${line}`))
    lines.push(...nearest.request.warnings.map(warning => `  warning: ${warning}`))
  }
  if (dropped) lines.push(`${dropped} earlier requests were deleted already.`)
  return lines.join('\n')
}

const unexpectedOrder = (found: readonly LoggedRequest[]) =>
  ['Expected the requests not to come in this order, but they did', ...listed(found)].join('\n')

function outOfOrder(expected: readonly RequestPattern[], found: readonly LoggedRequest[], requests: RequestHistory) {
  const last = found.at(-1)
  const missed = described(expected[found.length])
  return [
    `Expected a request ${missed}${last ? ` after request ${last.id}` : ''}, but there was none. The instance received:`,
    ...listed(requests.all()),
  ].join('\n')
}

const SHOWN = 20

/** A line for each request. */
function listed(requests: readonly LoggedRequest[]): string[] {
  const lines = requests.slice(0, SHOWN).map(({ id, method, path, query, status, body }) => {
    const sent = body === undefined ? '' : ` ${shortened(JSON.stringify(body))}`
    return `  request ${id}: ${method} ${path}${query && `?${query}`} (answered ${status})${sent}`
  })
  return requests.length > SHOWN ? [...lines, `  and ${requests.length - SHOWN} more`] : lines
}

const SHOWN_CHARACTERS = 120

const shortened = (text: string) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text)

const described = (pattern: RequestPattern | undefined) =>
  util.inspect(pattern, { depth: 6, breakLength: Number.POSITIVE_INFINITY })

function requestsOf(received: unknown): RequestHistory {
  const { requests } = (received ?? {}) as { requests?: Partial<RequestHistory> }
  if (typeof requests?.matching === 'function') return requests as RequestHistory
  throw new TypeError('This matcher is for an instance of startInstance from n8n-understudy/testing')
}
