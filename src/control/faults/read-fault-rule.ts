import { badRequest, refuseAny } from '../../base/errors.ts'
import { ownCopy } from '../../base/own-copy.ts'
import { validationErrors } from '../../http/validation-errors.ts'
import type { FaultRule, FaultSetting, PlannedFault } from './fault-rule.ts'
import { FaultRuleShape, FaultSettingShape } from './fault-shapes.ts'

/**
 * Checks rules that come from outside.
 *
 * @param source what messages call them
 * @param operations the names that a rule may give
 * @throws ApiError 400 with everything that is wrong
 */
export function readFaultSetting(value: unknown, source: string, operations: readonly string[]): FaultSetting {
  refuseAny(validationErrors(FaultSettingShape, value, source, { named: true }))
  const { rules, ...rest } = ownCopy(value as FaultSetting)
  refuseAny(rules.flatMap((rule, at) => contradictionsOf(rule, `${source}/rules/${at}`, operations)))
  const ids = rules.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw badRequest(`${source}/rules has the same id twice`)
  return { ...rest, rules: rules.map(rule => withoutCounts(rule)) }
}

/** A list that was answered may be given back: what it tells of a rule is passed over. */
const withoutCounts = ({ hits, left, ...rule }: Partial<PlannedFault>) => rule

/**
 * Checks one rule that comes from outside.
 *
 * @param source what messages call it
 * @param operations the names that it may give
 * @throws ApiError 400 with everything that is wrong
 */
export function readFaultRule(value: unknown, source: string, operations: readonly string[]): FaultRule {
  refuseAny(validationErrors(FaultRuleShape, value, source, { named: true }))
  const rule = ownCopy(value as FaultRule)
  refuseAny(contradictionsOf(rule, source, operations))
  return rule
}

function contradictionsOf(rule: FaultRule, source: string, operations: readonly string[]): string[] {
  const { operation, method, path, status, retryAfter, delay, drop, malformed, hang } = rule
  const texts: string[] = []
  const tell = (text: string) => texts.push(`${source} ${text}`)
  const answers = status !== undefined || retryAfter !== undefined
  if (operation !== undefined && !operations.includes(operation)) {
    texts.push(`${source}/operation must be equal to one of the allowed values: ${operations.join(', ')}`)
  }
  if (operation !== undefined && (method !== undefined || path !== undefined)) {
    tell('has an operation and a method or path: it takes one or the other')
  }
  if (!answers && delay === undefined && !drop && !malformed && !hang) {
    tell('says nothing that goes wrong: it needs status, retryAfter, delay, drop, malformed or hang')
  }
  if ([drop, malformed, hang].filter(Boolean).length > 1) tell('has more than one of drop, malformed and hang')
  if (!answers && (rule.body !== undefined || rule.headers)) tell('has a body or headers, but no status')
  if (!areHeaders({ ...rule.headers, 'retry-after': String(retryAfter ?? '') }))
    tell('has a header that cannot be sent')
  if (Array.isArray(delay) && delay[0] > delay[1]) tell('has a delay whose least is more than its most')
  return texts
}

function areHeaders(headers: Record<string, string>) {
  try {
    new Headers(headers)
    return true
  } catch {
    return false
  }
}
