import { Type } from '@sinclair/typebox'
import { reply } from '../../http/reply.ts'
import type { State } from '../../model/state.ts'
import type { Simulation } from '../../simulation/simulation.ts'
import { type ControlPart, controlOperation } from '../operation.ts'
import { ruleOperations } from '../rules/rule-operations.ts'
import { createOutcomePlan, type OutcomePlan } from './outcome-plan.ts'
import { type OutcomeRule, OutcomeRuleShape, OutcomeSettingShape, PlannedOutcomeShape } from './outcome-rule.ts'

/**
 * Simulated runs, and the rules for how they end.
 *
 * @example
 * instance.simulation.add({ workflow: '1', node: 'HTTP Request', error: 'Timed out', times: 1 })
 */
export interface SimulationControl extends Pick<OutcomePlan, 'rules' | 'add' | 'set' | 'remove' | 'clear'> {
  /** Whether runs are simulated. */
  readonly isOn: boolean
  /** How many executions are running. */
  readonly running: number
  /** What was left out and why, the newest last. */
  readonly notes: readonly string[]
  /** Turns simulation on or off. Off, running executions never end. */
  turn(on: boolean): void
}

const simulationControl = (simulation: Simulation, plan: OutcomePlan): SimulationControl => ({
  get isOn() {
    return simulation.isOn
  },
  get running() {
    return simulation.running
  },
  get notes() {
    return simulation.notes
  },
  get rules() {
    return plan.rules
  },
  turn: simulation.setEnabled,
  add: plan.add,
  set: plan.set,
  remove: plan.remove,
  clear: plan.clear,
})

/** The simulation of an instance, and the rules of its runs. */
export function simulationPart(simulation: Simulation, seed: number, data: State) {
  const outcomes = createOutcomePlan(seed, data)
  simulation.setRules(outcomes.rulesOf)
  return {
    operations: simulationOperations,
    revisions: () => ({ simulation: simulation.revision + outcomes.revision }),
    reset() {
      outcomes.reset()
      simulation.reset()
    },
    control: {
      simulation: simulationControl(simulation, outcomes),
    },
  } satisfies ControlPart
}

interface SimulationContext {
  simulation: SimulationControl
}

const tag = 'Simulation'
const state = {
  200: {
    description: 'Whether it is on, and what runs',
    schema: Type.Object(
      {
        on: Type.Boolean({ description: 'Whether runs are simulated' }),
        running: Type.Integer({ description: 'How many simulated executions are running' }),
        notes: Type.Array(Type.String(), { description: 'What was left out and why, the newest last' }),
      },
      { additionalProperties: false },
    ),
  },
}
const show = ({ isOn, running, notes }: SimulationControl) => reply({ on: isOn, running, notes })

const simulationOperations = [
  controlOperation({
    id: 'getSimulation',
    method: 'GET',
    path: '/simulation',
    tag,
    summary: 'Get whether runs are simulated',
    responses: state,
    run: (_call, { simulation }: SimulationContext) => show(simulation),
  }),
  controlOperation({
    id: 'setSimulation',
    method: 'PUT',
    path: '/simulation',
    tag,
    summary: 'Turn simulation on or off',
    description:
      'While it is on, webhooks and forms of active workflows answer, schedules run as the clock moves, and executions are ' +
      'created. No code is executed and no request is sent.',
    body: {
      schema: Type.Object(
        { on: Type.Boolean({ description: 'Whether to simulate runs' }) },
        { additionalProperties: false },
      ),
      example: { on: true },
    },
    responses: state,
    run({ body }, { simulation }: SimulationContext) {
      simulation.turn(body.on)
      return show(simulation)
    },
  }),
  ...ruleOperations<SimulationContext>({
    tag,
    path: '/simulation/rules',
    names: {
      list: 'listOutcomes',
      add: 'addOutcome',
      set: 'setOutcomes',
      remove: 'removeOutcome',
      clear: 'clearOutcomes',
    },
    summary: 'List the rules for how simulated runs end, with their counts',
    descriptions: { set: 'Random numbers and counts start again.' },
    rule: {
      schema: OutcomeRuleShape,
      planned: PlannedOutcomeShape,
      example: { workflow: '1', error: 'The order is gone', times: 1 },
    },
    setting: {
      schema: OutcomeSettingShape,
      example: { rules: [{ workflow: '1', duration: '5m', probability: 0.5 }] },
    },
    list: Type.Object(
      { rules: Type.Array(PlannedOutcomeShape, { description: 'The first that applies to a run wins' }) },
      { additionalProperties: false },
    ),
    rulesOf: ({ simulation }) => simulation,
    set: ({ simulation }, body, source) => simulation.set((body as { rules: OutcomeRule[] }).rules, source),
    show: ({ simulation: { rules } }) => ({ rules }),
  }),
]
