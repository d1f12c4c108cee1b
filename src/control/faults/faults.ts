import { Type } from '@sinclair/typebox'
import type { ControlPart } from '../operation.ts'
import { pathMatcher, segmentsOf } from '../path-pattern.ts'
import { createRuleList, MAX_RULES, type RuleList } from '../rules/rule-list.ts'
import { ruleOperations } from '../rules/rule-operations.ts'
import {
  type FaultRule,
  FaultRuleShape,
  type FaultSetting,
  FaultSettingShape,
  PlannedFaultShape,
  readFaultRule,
  readFaultSetting,
  type ServedOperation,
} from './fault-rule.ts'

/** A fault that is to happen now. */
export interface DueFault {
  /** The id of its rule. */
  id: number
  rule: FaultRule
  /** Milliseconds to wait first. */
  delay: number | undefined
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
  due(request: { operation: string | undefined; method: string; path: string }): DueFault | undefined
}

/** @param operations those that rules may apply to */
function createFaultPlan(seed: number, operations: readonly ServedOperation[]): FaultPlan {
  const list = createRuleList({
    seed,
    missing: id => `There is no fault rule ${id}`,
    full: `There are ${MAX_RULES} fault rules, and no room for more`,
    read: (given, source = 'fault') => readFaultRule(given, source, operations),
    prepare: ({ path }: FaultRule) => (path === undefined ? () => true : pathMatcher(path)),
  })

  function delayOf({ delay }: FaultRule) {
    if (!Array.isArray(delay)) return delay
    const [least, most] = delay
    return least === most ? least : least + list.draw() * (most - least)
  }

  return Object.assign(list, {
    set(setting: FaultSetting, source = 'faults') {
      const { rules, seed } = readFaultSetting(setting, source, operations)
      list.replace(rules, seed)
    },
    due({ operation, method, path }: Parameters<FaultPlan['due']>[0]) {
      const segments = segmentsOf(path)
      const applied = list.apply((rule, isPath) => {
        if (rule.operation !== undefined) return rule.operation === operation
        // a call of a webhook has no operation: a rule names its path
        if (operation === undefined && rule.path === undefined) return false
        return (rule.method === undefined || rule.method === method) && isPath(segments)
      })
      return applied && { id: applied.id, rule: applied.rule, delay: delayOf(applied.rule) }
    },
  })
}

/** The requests that a fault rule delays. */
export interface PendingDelays {
  /** Aborted when the waiting is to end. */
  readonly signal: AbortSignal
  /** Ends every wait; later requests may wait again. */
  reset(): void
}

function createPendingDelays(): PendingDelays {
  let controller = new AbortController()
  return {
    get signal() {
      return controller.signal
    },
    reset() {
      controller.abort()
      controller = new AbortController()
    },
  }
}

/** The fault rules of an instance, and the requests that they delay. */
export function faultPart(seed: number, operations: readonly ServedOperation[]) {
  const faults = createFaultPlan(seed, operations)
  const pendingDelays = createPendingDelays()
  return {
    revisions: () => ({ faults: faults.revision }),
    reset() {
      faults.reset()
      pendingDelays.reset()
    },
    stop: pendingDelays.reset,
    control: { faults, pendingDelays },
    operations: ruleOperations({
      tag: 'Faults',
      path: '/faults',
      names: {
        list: 'listFaults',
        add: 'addFault',
        set: 'setFaults',
        remove: 'removeFault',
        clear: 'clearFaults',
      },
      summary: 'List the fault rules, with their counts',
      descriptions: {
        add: 'Other rules keep their counts.',
        set: 'Random numbers start again. A rule with the id of an existing one keeps its counts.',
      },
      rule: {
        schema: FaultRuleShape,
        planned: PlannedFaultShape,
        example: { operation: 'createTag', status: 503, times: 2 },
      },
      setting: {
        schema: FaultSettingShape,
        isCheckedByRun: true,
        example: { rules: [{ operation: 'getWorkflows', status: 500, probability: 0.1 }], seed: 7 },
      },
      list: Type.Object(
        {
          rules: Type.Array(PlannedFaultShape, {
            description: 'In order: the first that applies to a request is used',
          }),
          seed: Type.Integer({ description: 'The seed of the random numbers' }),
        },
        { additionalProperties: false },
      ),
      rules: faults,
      set: (body, source) => faults.set(body as FaultSetting, source),
      show: () => ({ rules: faults.rules, seed: faults.seed }),
    }),
  } satisfies ControlPart
}
