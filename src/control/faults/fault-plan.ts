import { pathMatcher, segmentsOf } from '../path-pattern.ts'
import { createRuleList, MAX_RULES, type RuleList } from '../rules/index.ts'
import { type FaultRule, type FaultSetting, readFaultRule, readFaultSetting } from './fault-rule.ts'

/** A fault that is to happen now. */
export interface DueFault {
  /** The id of its rule. */
  id: number
  rule: FaultRule
  /** Milliseconds to wait first. */
  delay: number
}

/** The fault rules of an instance. */
export interface FaultPlan extends RuleList<FaultRule, ReturnType<typeof pathMatcher>> {
  /**
   * Replaces all rules and begins with the seed again. Counts start at 0, but for rules that are given with the id of one
   * in force.
   *
   * @throws ApiError 400
   */
  set(setting: FaultSetting, source?: string): void
  /** The fault that a request meets: of the first rule that applies to it. */
  due(request: { operation: string; method: string; path: string }): DueFault | undefined
}

/** @param operations the names that rules may give */
export function createFaultPlan(seed: number, operations: readonly string[]): FaultPlan {
  const list = createRuleList({
    seed,
    missing: id => `There is no fault rule ${id}`,
    full: `There are ${MAX_RULES} fault rules, and no room for more`,
    read: (given, source = 'fault') => readFaultRule(given, source, operations),
    prepare: ({ path }: FaultRule) => (path === undefined ? () => true : pathMatcher(path)),
  })

  function delayOf({ delay = 0 }: FaultRule) {
    if (typeof delay === 'number') return delay
    const [least, most] = delay
    return least === most ? least : least + list.draw() * (most - least)
  }

  return Object.assign(list, {
    set(setting: FaultSetting, source = 'faults') {
      const { rules, seed } = readFaultSetting(setting, source, operations)
      list.replace(rules, seed)
    },
    due({ operation, method, path }: { operation: string; method: string; path: string }) {
      const segments = segmentsOf(path)
      const applied = list.apply((rule, isPath) => {
        if (rule.operation !== undefined) return rule.operation === operation
        return (rule.method === undefined || rule.method === method) && isPath(segments)
      })
      return applied && { id: applied.id, rule: applied.rule, delay: delayOf(applied.rule) }
    },
  })
}
