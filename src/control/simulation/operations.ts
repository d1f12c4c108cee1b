import { Type } from '@sinclair/typebox'
import type { Clock } from '../../core/base/clock.ts'
import { reply } from '../../core/http/reply.ts'
import type { Version } from '../../core/http/version.ts'
import type { State } from '../../core/model/state.ts'
import type { Simulation } from '../../runs/schedules/simulation.ts'
import { listTriggers } from '../../runs/schedules/triggers.ts'
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

interface SimulationPartContext {
  seed: number
  data: State
  clock: Pick<Clock, 'now'>
  version: Version
}

const tag = 'Simulation'
const ofWorkflow = { workflowId: Type.String(), workflowName: Type.String(), node: Type.String() }
const TriggersShape = Type.Object(
  {
    addresses: Type.Array(
      Type.Object(
        {
          ...ofWorkflow,
          kind: Type.String({ description: 'webhook, form, chat, or event of a service' }),
          methods: Type.Array(Type.String()),
          path: Type.String({ description: 'From the root of the instance; a part like `:id` stands for any text' }),
        },
        { additionalProperties: false },
      ),
    ),
    schedules: Type.Array(
      Type.Object(
        {
          ...ofWorkflow,
          next: Type.Union([Type.String(), Type.Null()], { description: 'When it is due next; null for never' }),
          problem: Type.Optional(Type.String({ description: 'Why it never runs' })),
        },
        { additionalProperties: false },
      ),
    ),
    more: Type.Integer({ description: 'How many active workflows were left out' }),
  },
  { additionalProperties: false },
)
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

/** The simulation of an instance, and the rules of its runs. */
export function simulationPart(simulation: Simulation, { seed, data, clock, version }: SimulationPartContext) {
  const outcomes = createOutcomePlan(seed, data, simulation.allowForward)
  simulation.setRules(outcomes.rulesOf)
  const control = {
    simulation: simulationControl(simulation, outcomes),
    rulesMetBy: outcomes.rulesMetBy,
    /** What starts runs of active workflows. */
    triggers: () =>
      listTriggers(data, {
        zone: simulation.zone,
        now: clock.now(),
        areBelowWorkflow: version.webhooksBelowWorkflow === true,
      }),
  }
  return {
    control,
    revisions: () => ({ simulation: simulation.revision + outcomes.revision }),
    reset() {
      outcomes.reset()
      simulation.reset()
    },
    operations: [
      controlOperation({
        id: 'getSimulation',
        method: 'GET',
        path: '/simulation',
        tag,
        summary: 'Get whether runs are simulated',
        responses: state,
        run: () => show(control.simulation),
      }),
      controlOperation({
        id: 'setSimulation',
        method: 'PUT',
        path: '/simulation',
        tag,
        summary: 'Turn simulation on or off',
        description:
          'While it is on, webhooks and forms of active workflows answer, schedules run as the clock moves, and executions are ' +
          'created. Expressions and code run in an engine of their own; no request is sent.',
        body: {
          schema: Type.Object(
            { on: Type.Boolean({ description: 'Whether to simulate runs' }) },
            { additionalProperties: false },
          ),
          example: { on: true },
        },
        responses: state,
        run({ body }) {
          control.simulation.turn(body.on)
          return show(control.simulation)
        },
      }),
      controlOperation({
        id: 'listTriggers',
        method: 'GET',
        path: '/simulation/triggers',
        tag,
        summary: 'List what starts runs of active workflows',
        description:
          'The addresses of webhooks, forms and chats, and when schedules are due next by the clock of the instance. They ' +
          'answer, and run, while simulation is on. At most 500 of both; `more` is the number of active workflows left out.',
        responses: { 200: { description: 'Addresses and times', schema: TriggersShape } },
        run: async () => reply(await control.triggers()),
      }),
      ...ruleOperations({
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
        rules: control.simulation,
        set: (body, source) => control.simulation.set((body as { rules: OutcomeRule[] }).rules, source),
        show: () => ({ rules: control.simulation.rules }),
      }),
    ],
  } satisfies ControlPart
}
