import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { isPathLike } from '../path-pattern.ts'
import { type FaultRule, type FaultSetting, readFaultSetting } from './fault-rule.ts'

/** A fault that is to happen now. */
export interface DueFault {
  /** The place of its rule in the list. */
  at: number
  rule: FaultRule
  /** Milliseconds to wait first. */
  delay: number
}

/** The rules, how often each was met, and the chance that they share. */
export interface FaultPlan {
  /** What the chance goes by: with the same seed and rules, the same requests meet the same faults. */
  readonly seed: number
  readonly rules: readonly FaultRule[]
  readonly isEmpty: boolean
  /** Whether something was left to chance under the seed of the start. */
  readonly isDrawn: boolean
  /** Takes these rules instead of those before, counts anew, and begins with the seed again. @throws ApiError 400 */
  set(setting: FaultSetting, source?: string): void
  /** Adds a rule after the others. @throws ApiError 400 */
  add(rule: FaultRule): void
  clear(): void
  /** No rules, and the seed of the start. */
  reset(): void
  /** The fault that a request meets: of the first rule that applies to it. */
  due(request: { operation: string; method: string; path: string }): DueFault | undefined
}

export function createFaultPlan(startSeed: number): FaultPlan {
  let seed = startSeed
  let random = xoroshiro128plus(seed)
  let isDrawn = false
  let planned: { rule: FaultRule; met: number; applied: number }[] = []

  function draw() {
    isDrawn ||= seed === startSeed
    return uniformFloat64(random)
  }

  const isMet = (probability: number) => probability >= 1 || (probability > 0 && draw() < probability)

  function begin(rules: readonly FaultRule[], nextSeed = seed) {
    seed = nextSeed
    random = xoroshiro128plus(seed)
    planned = rules.map(rule => ({ rule, met: 0, applied: 0 }))
  }

  function delayOf({ delay = 0 }: FaultRule) {
    if (typeof delay === 'number') return delay
    const [least, most] = delay
    return least === most ? least : least + draw() * (most - least)
  }

  return {
    get seed() {
      return seed
    },
    get rules() {
      return planned.map(({ rule }) => rule)
    },
    get isEmpty() {
      return planned.length === 0
    },
    get isDrawn() {
      return isDrawn
    },
    set(setting, source = 'faults') {
      const checked = readFaultSetting(setting, source)
      begin(checked.rules, checked.seed)
    },
    add(rule) {
      readFaultSetting({ rules: [rule] }, 'faults')
      planned.push({ rule, met: 0, applied: 0 })
    },
    clear: () => begin([]),
    reset: () => begin([], startSeed),
    due(request) {
      let due: DueFault | undefined
      for (const [at, entry] of planned.entries()) {
        const { rule } = entry
        if (!applies(rule, request)) continue
        entry.met++
        if (due || entry.met <= (rule.after ?? 0) || entry.applied >= (rule.times ?? Number.POSITIVE_INFINITY)) continue
        if (!isMet(rule.probability ?? 1)) continue
        entry.applied++
        due = { at, rule, delay: delayOf(rule) }
      }
      return due
    },
  }
}

function applies(rule: FaultRule, { operation, method, path }: { operation: string; method: string; path: string }) {
  if (rule.operation !== undefined) return rule.operation === operation
  return (
    (rule.method === undefined || rule.method === method) && (rule.path === undefined || isPathLike(rule.path, path))
  )
}
