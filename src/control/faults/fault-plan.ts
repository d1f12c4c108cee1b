import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { conflict, notFound } from '../../base/errors.ts'
import { pathMatcher, segmentsOf } from '../path-pattern.ts'
import type { FaultRule, FaultSetting, GivenRule, PlannedFault } from './fault-rule.ts'
import { MAX_RULES } from './fault-shapes.ts'
import { readFaultRule, readFaultSetting } from './read-fault-rule.ts'

/** A fault that is to happen now. */
export interface DueFault {
  /** The id of its rule. */
  id: number
  rule: FaultRule
  /** Milliseconds to wait first. */
  delay: number
}

/** The rules, how often each was met, and the chance that they share. */
export interface FaultPlan {
  /** What the chance goes by: with the same seed and rules, the same requests meet the same faults. */
  readonly seed: number
  /** The rules in their order, with what became of them so far. */
  readonly rules: readonly PlannedFault[]
  readonly isEmpty: boolean
  /** Grows with every rule that comes, goes or is applied. */
  readonly revision: number
  /** Whether something was left to chance under the seed of the start. */
  readonly isDrawn: boolean
  /**
   * Takes these rules instead of those before and begins with the seed again. All count anew, but for those that are
   * given with the id of a rule in force.
   *
   * @throws ApiError 400
   */
  set(setting: FaultSetting, source?: string): void
  /** Adds a rule after the others, which count on. @throws ApiError 400, 409 where there are too many */
  add(rule: FaultRule, source?: string): PlannedFault
  /** The rule as it stands. @throws ApiError 404 */
  get(id: number): PlannedFault
  /** Takes one rule away; the others count on. @throws ApiError 404 */
  remove(id: number): PlannedFault
  clear(): void
  /** No rules, and the seed of the start. */
  reset(): void
  /** The fault that a request meets: of the first rule that applies to it. */
  due(request: { operation: string; method: string; path: string }): DueFault | undefined
}

/** A request, as rules ask for it. */
interface Asked {
  operation: string
  method: string
  /** The segments of its path. */
  segments: readonly string[]
}

interface Entry {
  id: number
  rule: FaultRule
  isPath: ReturnType<typeof pathMatcher>
  met: number
  hits: number
}

/** @param operations the names that rules may give */
export function createFaultPlan(startSeed: number, operations: readonly string[]): FaultPlan {
  let seed = startSeed
  let random = xoroshiro128plus(seed)
  let isDrawn = false
  let entries: Entry[] = []
  let lastId = 0
  let revision = 0

  function draw() {
    isDrawn ||= seed === startSeed
    return uniformFloat64(random)
  }

  const isMet = (probability: number) => probability >= 1 || (probability > 0 && draw() < probability)

  function begin(rules: readonly GivenRule[], nextSeed = seed) {
    seed = nextSeed
    random = xoroshiro128plus(seed)
    revision++
    const before = new Map(entries.map(entry => [entry.id, entry]))
    entries = rules.map(({ id, ...rule }) => {
      const known = id === undefined ? undefined : before.get(id)
      return known ? { ...newEntry(rule, known.id), met: known.met, hits: known.hits } : newEntry(rule)
    })
  }

  const newEntry = (rule: FaultRule, id = ++lastId): Entry => ({
    ...{ id, rule, met: 0, hits: 0 },
    isPath: rule.path === undefined ? () => true : pathMatcher(rule.path),
  })

  function find(id: number): Entry {
    const entry = entries.find(entry => entry.id === id)
    if (!entry) throw notFound(`There is no fault rule ${id}`)
    return entry
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
      return entries.map(planned)
    },
    get isEmpty() {
      return entries.length === 0
    },
    get revision() {
      return revision
    },
    get isDrawn() {
      return isDrawn
    },
    set(setting, source = 'faults') {
      const { rules, seed } = readFaultSetting(setting, source, operations)
      begin(rules, seed)
    },
    add(given, source = 'fault') {
      const rule = readFaultRule(given, source, operations)
      if (entries.length >= MAX_RULES) throw conflict(`There are ${MAX_RULES} fault rules, and no room for more`)
      const entry = newEntry(rule)
      entries.push(entry)
      revision++
      return planned(entry)
    },
    get: id => planned(find(id)),
    remove(id) {
      const removed = find(id)
      revision++
      entries = entries.filter(entry => entry !== removed)
      return planned(removed)
    },
    clear: () => begin([]),
    reset() {
      begin([], startSeed)
      lastId = 0
    },
    due({ path, ...request }) {
      const asked = { ...request, segments: segmentsOf(path) }
      let due: DueFault | undefined
      for (const entry of entries) {
        const { id, rule } = entry
        if (!applies(entry, asked)) continue
        entry.met++
        if (due || entry.met <= (rule.after ?? 0) || leftOf(entry) === 0) continue
        if (!isMet(rule.probability ?? 1)) continue
        entry.hits++
        revision++
        due = { id, rule, delay: delayOf(rule) }
      }
      return due
    },
  }
}

const leftOf = ({ rule, hits }: Entry) => (rule.times === undefined ? null : Math.max(0, rule.times - hits))

const planned = (entry: Entry): PlannedFault => ({
  id: entry.id,
  ...entry.rule,
  hits: entry.hits,
  left: leftOf(entry),
})

function applies({ rule, isPath }: Entry, { operation, method, segments }: Asked) {
  if (rule.operation !== undefined) return rule.operation === operation
  return (rule.method === undefined || rule.method === method) && isPath(segments)
}
