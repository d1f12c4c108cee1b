import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import { controlOperation } from '../operation.ts'
import { OutcomeRuleShape, OutcomeSettingShape, PlannedOutcomeShape } from './outcome-rule.ts'
import type { SimulationControl } from './simulation-control.ts'

interface SimulationContext {
  simulation: SimulationControl
}

const StateShape = Type.Object(
  {
    on: Type.Boolean({ description: 'Whether runs are played' }),
    running: Type.Integer({ description: 'How many simulated executions are running' }),
    notes: Type.Array(Type.String(), { description: 'What was left out and why, the newest last' }),
  },
  { additionalProperties: false },
)
const RuleList = Type.Object(
  { rules: Type.Array(PlannedOutcomeShape, { description: 'The first that applies to a run wins' }) },
  { additionalProperties: false },
)

const tag = 'Simulation'
const params = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const state = { 200: { description: 'How the simulation stands', schema: StateShape } }
const listed = { 200: { description: 'The rules in force', schema: RuleList } }
const show = ({ isOn, running, notes }: SimulationControl) => reply({ on: isOn, running, notes })
const list = ({ rules }: SimulationControl) => reply({ rules })

/** What the control API does with simulated runs. */
export const simulationOperations = [
  controlOperation({
    id: 'getSimulation',
    method: 'GET',
    path: '/simulation',
    tag,
    summary: 'Whether runs are simulated',
    responses: state,
    run: (_call, { simulation }: SimulationContext) => show(simulation),
  }),
  controlOperation({
    id: 'setSimulation',
    method: 'PUT',
    path: '/simulation',
    tag,
    summary: 'Simulate runs, or do so no more',
    description:
      'While it is on, webhooks and forms of active workflows answer, schedules run as the clock goes on, and executions ' +
      'are added as if the workflows had run. No code is executed and nobody is called.',
    body: {
      schema: Type.Object({ on: Type.Boolean() }, { additionalProperties: false }),
      example: { on: true },
    },
    responses: state,
    run({ body }, { simulation }: SimulationContext) {
      simulation.turn(body.on)
      return show(simulation)
    },
  }),
  controlOperation({
    id: 'listOutcomes',
    method: 'GET',
    path: '/simulation/rules',
    tag,
    summary: 'The rules by which simulated runs end, with how often each was applied',
    responses: listed,
    run: (_call, { simulation }: SimulationContext) => list(simulation),
  }),
  controlOperation({
    id: 'addOutcome',
    method: 'POST',
    path: '/simulation/rules',
    tag,
    summary: 'Add one rule after the others',
    body: {
      schema: OutcomeRuleShape,
      isCheckedByRun: true,
      example: { workflow: '1', error: 'The order is gone', times: 1 },
    },
    responses: { 201: { description: 'The rule, with its id', schema: PlannedOutcomeShape } },
    refusals: [409],
    run: ({ body }, { simulation }: SimulationContext) => reply(simulation.add(body, 'request/body'), 201),
  }),
  controlOperation({
    id: 'setOutcomes',
    method: 'PUT',
    path: '/simulation/rules',
    tag,
    summary: 'Put a list of rules in the place of the one before',
    description: 'The chance begins with the seed again, and every rule counts anew.',
    body: { schema: OutcomeSettingShape, example: { rules: [{ workflow: '1', duration: '5m', probability: 0.5 }] } },
    responses: listed,
    run({ body }, { simulation }: SimulationContext) {
      simulation.set(body.rules, 'request/body')
      return list(simulation)
    },
  }),
  controlOperation({
    id: 'removeOutcome',
    method: 'DELETE',
    path: '/simulation/rules/:id',
    tag,
    summary: 'Take one rule away; the others count on',
    params,
    responses: { 200: { description: 'The rule as it was', schema: PlannedOutcomeShape } },
    refusals: [404],
    run: ({ params: { id } }, { simulation }: SimulationContext) => reply(simulation.remove(id)),
  }),
  controlOperation({
    id: 'clearOutcomes',
    method: 'DELETE',
    path: '/simulation/rules',
    tag,
    summary: 'Take all rules away',
    responses: listed,
    run(_call, { simulation }: SimulationContext) {
      simulation.clear()
      return list(simulation)
    },
  }),
]
