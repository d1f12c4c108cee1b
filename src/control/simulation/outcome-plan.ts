import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { badRequest, conflict, notFound } from '../../base/errors.ts'
import { leadsTo } from '../../simulation/execution-path.ts'
import type { Outcome, Run } from '../../simulation/run.ts'
import { MAX_OUTCOME_RULES, type OutcomeRule, type PlannedOutcome } from './outcome-rule.ts'
import { type ReadRule, readOutcomeRule } from './read-outcome-rule.ts'

/** The rules by which simulated runs end, how often each was applied, and the chance that they share. */
export interface OutcomePlan {
  readonly rules: readonly PlannedOutcome[]
  /** Grows with every rule that comes, goes or is applied. */
  readonly revision: number
  /** Adds a rule after the others, which count on. @throws ApiError 400, 409 where there are too many */
  add(rule: OutcomeRule, source?: string): PlannedOutcome
  /** Takes these rules instead of those before; the chance begins anew. @throws ApiError 400 */
  set(rules: readonly OutcomeRule[], source?: string): void
  /** Takes one rule away. @throws ApiError 404 */
  remove(id: number): PlannedOutcome
  clear(): void
  /** No rules, and the seed of the start. */
  reset(): void
  /** How a run ends: by the first rule that applies to it; `undefined` where none does. */
  outcomeOf(run: Run): Outcome | undefined
}

interface Entry extends ReadRule {
  id: number
  hits: number
}

/** @param seed what the chance goes by */
export function createOutcomePlan(seed: number): OutcomePlan {
  let random = xoroshiro128plus(seed)
  let entries: Entry[] = []
  let lastId = 0
  let revision = 0

  function begin(rules: ReadRule[]) {
    random = xoroshiro128plus(seed)
    entries = rules.map(newEntry)
    revision++
  }

  const newEntry = (rule: ReadRule): Entry => ({ ...rule, id: ++lastId, hits: 0 })

  const isMet = ({ given: { probability = 1 } }: Entry) =>
    probability >= 1 || (probability > 0 && uniformFloat64(random) < probability)

  return {
    get rules() {
      return entries.map(planned)
    },
    get revision() {
      return revision
    },
    add(given, source = 'rule') {
      const rule = readOutcomeRule(given, source)
      if (entries.length >= MAX_OUTCOME_RULES) {
        throw conflict(`There are ${MAX_OUTCOME_RULES} rules of the simulation, and no room for more`)
      }
      const entry = newEntry(rule)
      entries.push(entry)
      revision++
      return planned(entry)
    },
    set(rules, source = 'simulation') {
      if (!Array.isArray(rules)) throw badRequest(`${source}/rules must be array`)
      if (rules.length > MAX_OUTCOME_RULES) throw badRequest(`${source}/rules has more than ${MAX_OUTCOME_RULES} rules`)
      begin(rules.map((rule, at) => readOutcomeRule(rule, `${source}/rules/${at}`)))
    },
    remove(id) {
      const removed = entries.find(entry => entry.id === id)
      if (!removed) throw notFound(`There is no rule ${id} of the simulation`)
      entries = entries.filter(entry => entry !== removed)
      revision++
      return planned(removed)
    },
    clear: () => begin([]),
    reset() {
      begin([])
      lastId = 0
    },
    outcomeOf(run) {
      const due = entries.find(entry => leftOf(entry) !== 0 && applies(entry.given, run) && isMet(entry))
      if (!due) return undefined
      due.hits++
      revision++
      const { given, waitTill, duration } = due
      return { node: given.node, error: given.error, waitTill: waitTill?.(run.at), duration }
    },
  }
}

const leftOf = ({ given: { times }, hits }: Entry) => (times === undefined ? null : Math.max(0, times - hits))

const planned = (entry: Entry): PlannedOutcome => ({
  id: entry.id,
  ...entry.given,
  hits: entry.hits,
  left: leftOf(entry),
})

function applies({ workflow: named, node }: OutcomeRule, { workflow, start }: Run): boolean {
  if (named !== workflow.id && named !== workflow.name) return false
  if (node === undefined) return true
  if (start !== undefined && !leadsTo(workflow, start.node, node)) return false
  return workflow.nodes.some(({ name, disabled }) => name === node && disabled !== true)
}
