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

/** What every node that sends requests takes beside the parameters of its type. */
const OF_REQUESTS = 'requestOptions'

/** The given parameters without those that the node does not read: an expression in them is never evaluated. */
export function readParametersOf(node: Node, facts: NodeFacts, version: number): Values {
  const given = isRecord(node.parameters) ? node.parameters : {}
  const { around } = parametersOf(node, facts, version)
  const read = readValues(facts.parameters, given, { values: around.root, around })
  return Object.hasOwn(given, OF_REQUESTS) ? { ...read, [OF_REQUESTS]: given[OF_REQUESTS] } : read
}

/** How a message calls a node. */
export const shownName = ({ name, type }: Node) => (typeof name === 'string' ? JSON.stringify(name) : String(type))
