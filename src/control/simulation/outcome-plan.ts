import { badRequest } from '../../base/errors.ts'
import type { Outcome } from '../../runs/job.ts'
import { type Run, reaches } from '../../simulation/runs.ts'
import { createRuleList, MAX_RULES, type RuleList } from '../rules/rule-list.ts'
import { type OutcomeRule, readOutcomeRule, timesOf } from './outcome-rule.ts'

/** The rules by which simulated runs of an instance end. */
export interface OutcomePlan extends RuleList<OutcomeRule, ReturnType<typeof timesOf>> {
  /** Replaces all rules; the random numbers begin with the seed again. @throws ApiError 400 */
  set(rules: readonly OutcomeRule[], source?: string): void
  /** How a run ends: by the first rule that applies to it; `undefined` where none does. */
  outcomeOf(run: Run): Outcome | undefined
}

export function createOutcomePlan(seed: number): OutcomePlan {
  const list = createRuleList({
    seed,
    missing: id => `There is no rule ${id} of the simulation`,
    full: `There are ${MAX_RULES} rules of the simulation, and no room for more`,
    read: (given, source = 'rule') => readOutcomeRule(given, source),
    prepare: timesOf,
  })
  return Object.assign(list, {
    set(rules: readonly OutcomeRule[], source = 'simulation') {
      if (!Array.isArray(rules)) throw badRequest(`${source}/rules must be array`)
      if (rules.length > MAX_RULES) throw badRequest(`${source}/rules has more than ${MAX_RULES} rules`)
      list.replace(rules.map((rule, at) => readOutcomeRule(rule, `${source}/rules/${at}`)))
    },
    outcomeOf(run: Run) {
      const applied = list.apply(rule => applies(rule, run))
      if (!applied) return undefined
      const { node, error } = applied.rule
      const { waitTill, duration } = applied.prepared
      return { node, error, waitTill: waitTill?.(run.at), duration }
    },
  })
}

function applies({ workflow: named, node }: OutcomeRule, run: Run): boolean {
  const { id, name } = run.workflow
  return (named === id || named === name) && (node === undefined || reaches(run, node))
}
