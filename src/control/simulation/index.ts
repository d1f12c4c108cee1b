export { type SimulationControl, simulationControl, simulationOperations } from './operations.ts'
export { createOutcomePlan } from './outcome-plan.ts'
export type { OutcomeRule, PlannedOutcome } from './outcome-rule.ts'
