import { Type } from '@sinclair/typebox'
import { ruleOperations } from '../rules/index.ts'
import type { FaultPlan } from './fault-plan.ts'
import { FaultRuleShape, type FaultSetting, FaultSettingShape, PlannedFaultShape } from './fault-rule.ts'

interface FaultContext {
  faults: FaultPlan
}

/** What the control API does to make the API fail on purpose. */
export const faultOperations = ruleOperations<FaultContext>({
  tag: 'Faults',
  path: '/faults',
  names: {
    list: 'listFaults',
    add: 'addFault',
    set: 'setFaults',
    remove: 'removeFault',
    clear: 'clearFaults',
  },
  summary: 'The fault rules, with how often each was applied',
  descriptions: {
    add: 'The other rules keep their counts: one that is used up stays so.',
    set: 'The random numbers begin with the seed again. Counts start at 0, but for rules given with the id of one in force.',
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
      rules: Type.Array(PlannedFaultShape, { description: 'In order: the first that applies to a request wins' }),
      seed: Type.Integer({ description: 'The seed of the random numbers' }),
    },
    { additionalProperties: false },
  ),
  rulesOf: ({ faults }) => faults,
  set: ({ faults }, body, source) => faults.set(body as FaultSetting, source),
  show: ({ faults: { rules, seed } }) => ({ rules, seed }),
})
