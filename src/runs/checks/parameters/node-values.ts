import { isRecord } from '../../../core/base/is-record.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { NodeFacts } from './node-facts.ts'
import { readValues, type Surroundings, shownValues, type Values, withDefaults } from './shown.ts'

export interface NodeParameters {
  /** The shown parameters with their defaults: what the node gets. */
  values: Values
  /** What conditions of parameters look at. */
  around: Surroundings
}

/** The parameters of a node, of which its type is known. */
export function parametersOf(node: Node, facts: NodeFacts, version: number): NodeParameters {
  const given = isRecord(node.parameters) ? node.parameters : {}
  const root = withDefaults(facts.parameters, given, { around: { type: facts.type, version } })
  const around = { type: facts.type, version, root }
  return { values: shownValues(facts.parameters, given, { values: root, around }), around }
}

/** The given parameters without those that the others hide: an expression in them is never evaluated. */
export function readParametersOf(node: Node, facts: NodeFacts, version: number): Values {
  const given = isRecord(node.parameters) ? node.parameters : {}
  const { around } = parametersOf(node, facts, version)
  return readValues(facts.parameters, given, { values: around.root, around })
}

/** How a message calls a node. */
export const shownName = ({ name, type }: Node) => (typeof name === 'string' ? JSON.stringify(name) : String(type))
