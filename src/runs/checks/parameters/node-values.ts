import { isRecord } from '../../../core/base/is-record.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { NodeFacts } from './node-facts.ts'
import { type Surroundings, shownValues, type Values, withDefaults } from './shown.ts'

/** What a node gets: the shown parameters with their defaults. */
export function parametersOf(node: Node, facts: NodeFacts, version: number): { values: Values; around: Surroundings } {
  const given = isRecord(node.parameters) ? node.parameters : {}
  const root = withDefaults(facts.parameters, given, { around: { type: facts.type, version } })
  const around = { type: facts.type, version, root }
  return { values: shownValues(facts.parameters, given, { values: root, around }), around }
}

/** How a message calls a node. */
export const shownName = ({ name, type }: Node) => (typeof name === 'string' ? JSON.stringify(name) : String(type))
