import type { Simulation } from '../../simulation/simulation.ts'
import type { OutcomePlan } from './outcome-plan.ts'

/**
 * Simulated runs, and the rules by which they end.
 *
 * @example
 * instance.simulation.add({ workflow: '1', node: 'HTTP Request', error: 'Timed out', times: 1 })
 */
export interface SimulationControl extends Pick<OutcomePlan, 'rules' | 'add' | 'set' | 'remove' | 'clear'> {
  /** Whether runs are played. */
  readonly isOn: boolean
  /** How many executions are running. */
  readonly running: number
  /** What was left out and why, the newest last. */
  readonly notes: readonly string[]
  /** Plays runs from now on, or none any more; those that are running never end then. */
  turn(on: boolean): void
}

export const simulationControl = (simulation: Simulation, plan: OutcomePlan): SimulationControl => ({
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
  turn: simulation.turn,
  add: plan.add,
  set: plan.set,
  remove: plan.remove,
  clear: plan.clear,
})
