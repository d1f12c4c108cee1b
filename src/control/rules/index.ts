export {
  createRuleList,
  type GivenRule,
  MAX_RULES,
  type PlannedRule,
  type RuleLimits,
  type RuleList,
} from './rule-list.ts'
export { ruleOperations } from './rule-operations.ts'
export { countShapes, limitShapes } from './rule-shapes.ts'
