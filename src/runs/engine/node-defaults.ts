import { isRecord } from '../../core/base/is-record.ts'
import type { NodeDefaults, ParameterDefault } from '../../core/model/node-defaults.ts'
import type { Node } from '../../core/model/workflow.ts'

const filled = new WeakMap<Node, Node>()

/** A node as an execution stores it: its parameters with their defaults, without those that its form does not show. */
export function withDefaults(node: Node, defaults: NodeDefaults | undefined): Node {
  const { type = '' } = node
  const parameters = defaults && Object.hasOwn(defaults, type) ? defaults[type] : undefined
  if (!parameters) return node
  const known = filled.get(node)
  if (known) return known
  const made = { ...node, parameters: fill(node.parameters ?? {}, parameters, node.typeVersion ?? 1) }
  filled.set(node, made)
  return made
}

/** The same for all nodes of a workflow, by their names. */
export const withAllDefaults = (nodes: ReadonlyMap<string, Node>, defaults: NodeDefaults | undefined) =>
  defaults ? new Map(Array.from(nodes, ([name, node]) => [name, withDefaults(node, defaults)])) : nodes

function fill(given: Record<string, unknown>, parameters: readonly ParameterDefault[], version: number) {
  const made: Record<string, unknown> = {}
  for (const parameter of parameters) {
    const { name, from = 0, before = Number.POSITIVE_INFINITY } = parameter
    if (version < from || version >= before || !isShown(parameter, made)) continue
    const value = given[name] ?? parameter.default
    if (value !== undefined) made[name] = partsOf(value, parameter, made, version)
  }
  const described = new Set(parameters.map(({ name }) => name))
  for (const [name, value] of Object.entries(given)) if (!described.has(name)) made[name] = value
  return made
}

function isShown({ if: wanted, unless }: ParameterDefault, made: Record<string, unknown>): boolean {
  const hasOne = ([name, values]: [string, unknown[]]) => values.includes(made[name])
  return Object.entries(wanted ?? {}).every(hasOne) && !Object.entries(unless ?? {}).some(hasOne)
}

function partsOf(value: unknown, { only, each }: ParameterDefault, made: Record<string, unknown>, version: number) {
  if (!isRecord(value) || (!only && !each)) return value
  const parts: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) {
    if (only?.[name] && !isShown({ name, if: only[name] }, made)) continue
    const entries = each?.[name]
    parts[name] =
      entries && Array.isArray(part) ? part.map(it => (isRecord(it) ? fill(it, entries, version) : it)) : part
  }
  return parts
}
