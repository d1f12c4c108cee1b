import { badRequest } from '../../base/errors.ts'
import type { RunRules } from '../../simulation/runner.ts'
import { type Run, reaches } from '../../simulation/runs.ts'
import { createRuleList, MAX_RULES, type RuleList } from '../rules/rule-list.ts'
import { type OutcomeRule, preparedOf, readOutcomeRule } from './outcome-rule.ts'

/** The rules by which simulated runs of an instance end. */
export interface OutcomePlan extends RuleList<OutcomeRule, ReturnType<typeof preparedOf>> {
  /** Replaces all rules; the random numbers begin with the seed again. @throws ApiError 400 */
  set(rules: readonly OutcomeRule[], source?: string): void
  /**
   * How a run ends: by the first rule that applies to it. What its nodes put out: by the first for each node. Which
   * requests are answered: by all that apply.
   */
  rulesOf(run: Run): RunRules
}

export function createOutcomePlan(seed: number): OutcomePlan {
  const list = createRuleList({
    seed,
    missing: id => `There is no rule ${id} of the simulation`,
    full: `There are ${MAX_RULES} rules of the simulation, and no room for more`,
    read: (given, source = 'rule') => readOutcomeRule(given, source),
    prepare: preparedOf,
  })
  return Object.assign(list, {
    set(rules: readonly OutcomeRule[], source = 'simulation') {
      if (!Array.isArray(rules)) throw badRequest(`${source}/rules must be array`)
      if (rules.length > MAX_RULES) throw badRequest(`${source}/rules has more than ${MAX_RULES} rules`)
      list.replace(rules.map((rule, at) => readOutcomeRule(rule, `${source}/rules/${at}`)))
    },
    rulesOf(run: Run) {
      const rules: RunRules & Required<Pick<RunRules, 'mocks' | 'http'>> = { mocks: {}, http: [] }
      const keyOf = (rule: OutcomeRule, id: number) => {
        if (!applies(rule, run)) return undefined
        if (rule.http !== undefined) return `http:${id}`
        return rule.output === undefined ? outcomeKey(run) : `node:${rule.node}`
      }
      for (const { rule, prepared } of list.applyEach(keyOf)) {
        const { node = '', error } = rule
        const { mock, http, waitTill, duration } = prepared
        if (mock) rules.mocks = { ...rules.mocks, [node]: mock }
        else if (http) rules.http = [...rules.http, http]
        else rules.outcome = { node: rule.node, error, waitTill: waitTill?.(run.at), duration }
      }
      return rules
    },
  })
}

/** How a run ends was said when it began: one that goes on has its mocks alone. */
const outcomeKey = ({ resumed }: Run) => (resumed ? undefined : 'outcome')

function applies({ workflow: named, node }: OutcomeRule, run: Run): boolean {
  const { id, name } = run.workflow
  return (named === id || named === name) && (node === undefined || reaches(run, node))
}
