import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import { controlOperation } from '../operation.ts'
import type { FaultPlan } from './fault-plan.ts'
import { FaultRuleShape, FaultSettingShape, PlannedFaultShape } from './fault-shapes.ts'

interface FaultContext {
  faults: FaultPlan
}

const FaultList = Type.Object(
  {
    rules: Type.Array(PlannedFaultShape, { description: 'In their order: the first that applies to a request wins' }),
    seed: Type.Integer({ description: 'What the chance goes by' }),
  },
  { additionalProperties: false },
)

const params = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const responses = { 200: { description: 'The rules in force', schema: FaultList } }
const listed = ({ rules, seed }: FaultPlan) => reply({ rules, seed })

/** What the control API does to make the API fail on purpose. */
export const faultOperations = [
  controlOperation({
    id: 'listFaults',
    method: 'GET',
    path: '/faults',
    tag: 'Faults',
    summary: 'The fault rules, with how often each was applied',
    responses,
    run: (_call, { faults }: FaultContext) => listed(faults),
  }),
  controlOperation({
    id: 'addFault',
    method: 'POST',
    path: '/faults',
    tag: 'Faults',
    summary: 'Add one rule after the others',
    description: 'The other rules count on: one that is spent stays spent.',
    body: {
      schema: FaultRuleShape,
      isCheckedByRun: true,
      example: { operation: 'createTag', status: 503, times: 2 },
    },
    responses: { 201: { description: 'The rule, with its id', schema: PlannedFaultShape } },
    refusals: [409],
    run: ({ body }, { faults }: FaultContext) => reply(faults.add(body, 'request/body'), 201),
  }),
  controlOperation({
    id: 'setFaults',
    method: 'PUT',
    path: '/faults',
    tag: 'Faults',
    summary: 'Put a list of rules in the place of the one before',
    description:
      'The chance begins with the seed again, and every rule counts anew but one with the id of a rule in force.',
    body: {
      schema: FaultSettingShape,
      isCheckedByRun: true,
      example: { rules: [{ operation: 'getWorkflows', status: 500, probability: 0.1 }], seed: 7 },
    },
    responses,
    run({ body }, { faults }: FaultContext) {
      faults.set(body, 'request/body')
      return listed(faults)
    },
  }),
  controlOperation({
    id: 'removeFault',
    method: 'DELETE',
    path: '/faults/:id',
    tag: 'Faults',
    summary: 'Take one rule away; the others count on',
    params,
    responses: { 200: { description: 'The rule as it was', schema: PlannedFaultShape } },
    refusals: [404],
    run: ({ params: { id } }, { faults }: FaultContext) => reply(faults.remove(id)),
  }),
  controlOperation({
    id: 'clearFaults',
    method: 'DELETE',
    path: '/faults',
    tag: 'Faults',
    summary: 'Take all rules away',
    responses,
    run(_call, { faults }: FaultContext) {
      faults.clear()
      return listed(faults)
    },
  }),
]
