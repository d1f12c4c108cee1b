export { applyFault, createPendingDelays, isServed, type PendingDelays } from './apply-fault.ts'
export { createFaultPlan, type FaultPlan } from './fault-plan.ts'
export {
  type FaultRule,
  FaultRuleShape,
  type FaultSetting,
  type PlannedFault,
  PlannedFaultShape,
} from './fault-rule.ts'
export { faultOperations } from './operations.ts'
