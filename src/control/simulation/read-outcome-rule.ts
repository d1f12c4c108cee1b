import { badRequest, refuseAny } from '../../base/errors.ts'
import { validationErrors } from '../../http/validation-errors.ts'
import { isDateTime } from '../../model/schema.ts'
import { durationOf } from '../clock/index.ts'
import { type OutcomeRule, OutcomeRuleShape } from './outcome-rule.ts'

/** A rule with its times as numbers. */
export interface ReadRule {
  given: OutcomeRule
  /** When a run that begins at a time waits until; both in milliseconds since 1970. */
  waitTill?: ((at: number) => number) | undefined
  /** Milliseconds. */
  duration?: number | undefined
}

/** Ten years: what is to last longer can be told by a time. */
const MAX_SPAN_MS = 10 * 366 * 86_400_000

/**
 * Checks a rule that comes from outside.
 *
 * @param source what messages call it
 * @throws ApiError 400 with everything that is wrong
 */
export function readOutcomeRule(value: unknown, source: string): ReadRule {
  refuseAny(validationErrors(OutcomeRuleShape, value, source, { named: true }))
  const given = { ...(value as OutcomeRule) }
  const { node, error, wait, duration } = given
  if (error === undefined && wait === undefined && duration === undefined) {
    throw badRequest(`${source} says nothing that happens: it needs error, wait or duration`)
  }
  if (wait !== undefined && (error !== undefined || duration !== undefined)) {
    throw badRequest(`${source} has a wait and an error or a duration: it takes one or the other`)
  }
  if (node !== undefined && error === undefined && wait === undefined) {
    throw badRequest(`${source} has a node, but neither an error nor a wait`)
  }
  return {
    given,
    waitTill: wait === undefined ? undefined : waitOf(wait),
    duration: duration === undefined ? undefined : spanOf(duration),
  }
}

function waitOf(wait: string | number) {
  if (typeof wait === 'string' && isDateTime(wait)) {
    const time = Date.parse(wait)
    return () => time
  }
  const span = spanOf(wait)
  return (at: number) => at + span
}

function spanOf(given: string | number): number {
  const span = durationOf(given)
  if (span >= 0 && span <= MAX_SPAN_MS) return span
  throw badRequest(`${JSON.stringify(given)} must be a duration of 0 to 10 years`)
}
