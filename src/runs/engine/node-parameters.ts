import described from '../../../data/node-parameters.json' with { type: 'json' }
import { isRecord } from '../../core/base/is-record.ts'
import type { Node } from '../../core/model/workflow.ts'
import { filledParameters, UnreadableList } from '../nodes/tools/filled-parameters.ts'
import type { ParameterDescription } from '../nodes/tools/shown-parameters.ts'

interface Group {
  versions: readonly number[]
  parameters: readonly ParameterDescription[]
}

const GROUPS = described as unknown as Readonly<Record<string, readonly Group[]>>
const filled = new WeakMap<Node, Filled>()

interface Filled {
  node: Node
  /** Why the service cannot read its parameters. */
  unreadable?: string
}

const groupsOf = ({ type = '' }: Node) => (Object.hasOwn(GROUPS, type) ? (GROUPS[type] ?? []) : [])

/** The version that a node runs in: without one it is the newest of a type with several implementations. */
export function versionOf(node: Node): number {
  const groups = groupsOf(node)
  return Number(node.typeVersion) || (groups.length > 1 ? Math.max(...groups.flatMap(({ versions }) => versions)) : 1)
}

/** Whether a node is of a version for which its type has no implementation. */
function lacksImplementation(node: Node): boolean {
  const groups = groupsOf(node)
  return groups.length > 1 && !groups.some(({ versions }) => versions.includes(versionOf(node)))
}

/** The parameters of a type in the version of a node; of a version that is not known those of the newest. */
export function parametersOf(node: Node): readonly ParameterDescription[] | undefined {
  const groups = groupsOf(node)
  const version = versionOf(node)
  return (groups.find(({ versions }) => versions.includes(version)) ?? groups.at(-1))?.parameters
}

/** A node as it runs: its parameters with their defaults, without those that its form does not show. */
export const withDefaults = (node: Node): Node => fill(node).node

function fill(node: Node): Filled {
  const known = filled.get(node)
  if (known) return known
  const parameters = parametersOf(node)
  if (!parameters) return { node }
  const made = filledNode(node, parameters)
  filled.set(node, made)
  return made
}

function filledNode(node: Node, described: readonly ParameterDescription[]): Filled {
  const given = isRecord(node.parameters) ? node.parameters : {}
  try {
    return { node: { ...node, parameters: filledParameters(described, given, versionOf(node)) } }
  } catch (error) {
    if (error instanceof UnreadableList) return { node, unreadable: error.message }
    throw error
  }
}

/** The nodes of a workflow as they run. */
export interface FilledNodes {
  byName: ReadonlyMap<string, Node>
  /** Whether any of them may need the engine of expressions. */
  haveExpressions: boolean
  /** Those of versions for which their types have no implementation. */
  withoutCode: readonly string[]
  /** Why the service cannot read the parameters of one of them: it runs nothing of the workflow then. */
  unreadable: string | undefined
}

const filledNodes = new WeakMap<ReadonlyMap<string, Node>, FilledNodes>()

/** The same for all nodes of a workflow, by their names. */
export function withAllDefaults(nodes: ReadonlyMap<string, Node>): FilledNodes {
  const known = filledNodes.get(nodes)
  if (known) return known
  const each = Array.from(nodes, ([name, node]) => ({ name, ...fill(node) }))
  const byName = new Map(each.map(({ name, node }) => [name, node]))
  const made = {
    byName,
    haveExpressions: /"=|\{\{|regex/i.test(JSON.stringify([...byName.values()])),
    withoutCode: Array.from(nodes).flatMap(([name, node]) => (lacksImplementation(node) ? [name] : [])),
    unreadable: each.find(({ unreadable }) => unreadable !== undefined)?.unreadable,
  }
  filledNodes.set(nodes, made)
  return made
}
