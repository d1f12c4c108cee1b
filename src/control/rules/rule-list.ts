import { Type } from '@sinclair/typebox'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { conflict, notFound } from '../../core/base/errors.ts'
import { Nullable } from '../../core/model/schema.ts'

/** How often a rule applies. */
export interface RuleLimits {
  /** Apply it this many times only. */
  times?: number
  /** Skip this many matches first. */
  after?: number
  /** Apply it to this share of its matches: 0 to 1. */
  probability?: number
}

/** A rule in force, and how often it was applied. */
export type PlannedRule<Rule> = Rule & {
  /** Counts from 1 since the start or the last reset. */
  id: number
  hits: number
  /** How many more times it will be applied; null without a limit, 0 for a rule that is used up. */
  left: number | null
}

/** A rule of a list that replaces another; one with the id of a rule in force has its counts. */
export type GivenRule<Rule> = Rule & { id?: number }

/**
 * Rules in order, how often each was applied, and the random numbers that they share: with the same seed and rules, the
 * same matches are hit.
 *
 * @typeParam Rule a rule as it is given and shown
 * @typeParam Prepared what is computed of it once, for matching
 */
export interface RuleList<Rule extends RuleLimits, Prepared> {
  readonly seed: number
  readonly rules: readonly PlannedRule<Rule>[]
  readonly isEmpty: boolean
  /** Grows with every rule that is added, removed or applied. */
  readonly revision: number
  /** Whether a random number was drawn with the seed of the start. */
  readonly usedRandomness: boolean
  /**
   * Adds a rule after the others, which keep their counts.
   *
   * @param source what messages call the rule
   * @throws ApiError 400, 409 where there are too many
   */
  add(rule: Rule, source?: string): PlannedRule<Rule>
  /** @throws ApiError 404 */
  get(id: number): PlannedRule<Rule>
  /** Replaces all rules and begins with the seed again. Counts start at 0, but for rules given with the id of one in force. */
  replace(rules: readonly GivenRule<Rule>[], seed?: number): void
  /** Removes one rule; the others keep their counts. @throws ApiError 404 */
  remove(id: number): PlannedRule<Rule>
  clear(): void
  /** No rules, and the seed of the start. */
  reset(): void
  /** The first rule that matches and is due; it counts as applied. */
  apply(matches: (rule: Rule, prepared: Prepared) => boolean): AppliedRule<Rule, Prepared> | undefined
  /**
   * The same for several kinds of rules at once: of each key the first rule that has it and is due. They count where they
   * are used.
   */
  dueEach(keyOf: (rule: Rule, id: number) => string | undefined): AppliedRule<Rule, Prepared>[]
  /** How many more times a rule will be applied; null without a limit, 0 for one that was removed. */
  leftOf(id: number): number | null
  /** Counts a rule as applied a number of times. */
  count(id: number, times: number): void
  /** A random number, at least 0 and below 1. */
  draw(): number
}

interface AppliedRule<Rule, Prepared> {
  id: number
  rule: Rule
  prepared: Prepared
}

interface RuleListOptions<Rule, Prepared> {
  /** The seed of the start. */
  seed: number
  /** The text of a 404, of an id. */
  missing: (id: number) => string
  /** The text of a 409, where there are too many. */
  full: string
  /** Checks a rule that comes from outside. @throws ApiError 400 */
  read: (given: unknown, source?: string) => Rule
  /** A rule for which it throws is refused, and nothing changes. */
  prepare: (rule: Rule) => Prepared
}

/** The most rules that may be in force. */
export const MAX_RULES = 1000

interface Entry<Rule, Prepared> extends AppliedRule<Rule, Prepared> {
  matched: number
  hits: number
}

export function createRuleList<Rule extends RuleLimits, Prepared>(
  options: RuleListOptions<Rule, Prepared>,
): RuleList<Rule, Prepared> {
  return new CountedRules(options)
}

/** Its functions are bound: tests take them out of `faults`. */
class CountedRules<Rule extends RuleLimits, Prepared> implements RuleList<Rule, Prepared> {
  readonly #options: RuleListOptions<Rule, Prepared>
  #seed: number
  #random: ReturnType<typeof xoroshiro128plus>
  #usedRandomness = false
  #entries: Entry<Rule, Prepared>[] = []
  #lastId = 0
  #revision = 0

  constructor(options: RuleListOptions<Rule, Prepared>) {
    this.#options = options
    this.#seed = options.seed
    this.#random = xoroshiro128plus(options.seed)
  }

  get seed() {
    return this.#seed
  }

  get rules() {
    return this.#entries.map(planned)
  }

  get isEmpty() {
    return this.#entries.length === 0
  }

  get revision() {
    return this.#revision
  }

  get usedRandomness() {
    return this.#usedRandomness
  }

  readonly add = (given: Rule, source?: string) => {
    const rule = this.#options.read(given, source)
    const prepared = this.#options.prepare(rule)
    if (this.#entries.length >= MAX_RULES) throw conflict(this.#options.full)
    const entry = { id: ++this.#lastId, rule, prepared, matched: 0, hits: 0 }
    this.#entries.push(entry)
    this.#revision++
    return planned(entry)
  }

  readonly get = (id: number) => planned(this.#find(id))

  readonly replace = (rules: readonly GivenRule<Rule>[], seed = this.#seed) => {
    const inForce = new Map(this.#entries.map(entry => [entry.id, entry]))
    const prepared = rules.map(given => {
      const { id, ...rest } = given
      // without its id, a given rule is a rule
      const rule = rest as unknown as Rule
      return { known: id === undefined ? undefined : inForce.get(id), rule, prepared: this.#options.prepare(rule) }
    })
    this.#entries = prepared.map(({ known, rule, prepared }) => ({
      id: known?.id ?? ++this.#lastId,
      rule,
      prepared,
      matched: known?.matched ?? 0,
      hits: known?.hits ?? 0,
    }))
    this.#seed = seed
    this.#random = xoroshiro128plus(seed)
    this.#revision++
  }

  readonly remove = (id: number) => {
    const removed = this.#find(id)
    this.#entries = this.#entries.filter(entry => entry !== removed)
    this.#revision++
    return planned(removed)
  }

  readonly clear = () => this.replace([])

  readonly reset = () => {
    this.replace([], this.#options.seed)
    this.#lastId = 0
  }

  readonly apply = (matches: (rule: Rule, prepared: Prepared) => boolean) => {
    const [first] = this.#dueEach(({ rule, prepared }) => (matches(rule, prepared) ? '' : undefined))
    if (first) this.count(first.id, 1)
    return first
  }

  readonly dueEach = (keyOf: (rule: Rule, id: number) => string | undefined) =>
    this.#dueEach(({ rule, id }) => keyOf(rule, id))

  readonly leftOf = (id: number) => {
    const entry = this.#entries.find(entry => entry.id === id)
    return entry ? leftOf(entry) : 0
  }

  readonly count = (id: number, times: number) => {
    const entry = this.#entries.find(entry => entry.id === id)
    if (!entry) return
    entry.hits += times
    this.#revision++
  }

  readonly draw = () => {
    this.#usedRandomness ||= this.#seed === this.#options.seed
    return uniformFloat64(this.#random)
  }

  #dueEach(keyOf: (entry: Entry<Rule, Prepared>) => string | undefined) {
    const due = new Map<string, Entry<Rule, Prepared>>()
    for (const entry of this.#entries) {
      const key = keyOf(entry)
      if (key === undefined) continue
      // a match that an earlier rule takes still counts for `after`
      entry.matched++
      if (due.has(key) || entry.matched <= (entry.rule.after ?? 0) || leftOf(entry) === 0) continue
      if (this.#isHit(entry.rule)) due.set(key, entry)
    }
    return [...due.values()]
  }

  #isHit({ probability = 1 }: Rule) {
    return probability === 1 || (probability > 0 && this.draw() < probability)
  }

  #find(id: number) {
    const entry = this.#entries.find(entry => entry.id === id)
    if (!entry) throw notFound(this.#options.missing(id))
    return entry
  }
}

const leftOf = <Rule extends RuleLimits>({ rule: { times }, hits }: Entry<Rule, unknown>) =>
  times === undefined ? null : Math.max(0, times - hits)

const planned = <Rule extends RuleLimits>(entry: Entry<Rule, unknown>): PlannedRule<Rule> => ({
  id: entry.id,
  ...entry.rule,
  hits: entry.hits,
  left: leftOf(entry),
})

/** The fields that limit how often a rule applies. @param what it applies to, e.g. `requests` */
export const limitShapes = (what: string) => ({
  times: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Apply it to this number, then no more. Default: no limit' }),
  ),
  probability: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: `Apply it to this share of the ${what}. Default: 1` }),
  ),
})

/** The fields that a rule in force is shown with. @param what it applies to, e.g. `requests` */
export const countShapes = (what: string) => ({
  hits: Type.Integer({ minimum: 0, description: `Number of ${what} it was applied to` }),
  left: Nullable(
    Type.Integer({
      minimum: 0,
      description: `Number of ${what} it will still be applied to; null without a limit`,
    }),
  ),
})
