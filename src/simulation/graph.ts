import { isRecord } from '../base/is-record.ts'
import type { Node, WorkflowRecord } from '../model/workflow.ts'

/** What is run: nodes and what leads where. */
export type Graph = Pick<WorkflowRecord, 'nodes' | 'connections'>

/** Where an output leads: a node, and which of its inputs. */
export interface Target {
  node: string
  input: number
}

/** A graph in the form in which it is run; read once for a graph, since a schedule runs the same one many times. */
export interface Wiring {
  connections: unknown
  nodes: ReadonlyMap<string, Node>
  /** Node → its outputs → where they lead. */
  targets: ReadonlyMap<string, Target[][]>
  /** Node → its inputs that something leads to. */
  inputs: ReadonlyMap<string, ReadonlySet<number>>
  /** Node → how many connections lead to it. */
  sources: ReadonlyMap<string, number>
  /** Trigger → the nodes that a run from it can reach. */
  reached: Map<string, ReadonlySet<string>>
}

const STICKY_NOTE = 'n8n-nodes-base.stickyNote'
const MOST_INPUTS = 100
const MOST_REACHED = 100
const wirings = new WeakMap<Graph['nodes'], Wiring>()

export function wiringOf({ nodes: given, connections }: Graph): Wiring {
  const known = wirings.get(given)
  if (known?.connections === connections) return known
  const working = given.filter(({ name, type }) => name !== undefined && type !== STICKY_NOTE).map(withParameters)
  const nodes = new Map(working.map(node => [node.name ?? '', node]))
  const targets = new Map([...nodes.keys()].map(name => [name, targetsOf(connections, name, nodes)]))
  const inputs = new Map<string, Set<number>>()
  const sources = new Map<string, number>()
  for (const { node, input } of [...targets.values()].flat(2)) {
    sources.set(node, (sources.get(node) ?? 0) + 1)
    const known = inputs.get(node)
    if (known) known.add(input)
    else inputs.set(node, new Set([input]))
  }
  const wiring = { connections, nodes, targets, inputs, sources, reached: new Map() }
  wirings.set(given, wiring)
  return wiring
}

/** A document may hold anything for the parameters of a node. */
const withParameters = (node: Node): Node =>
  node.parameters === undefined || isRecord(node.parameters) ? node : { ...node, parameters: {} }

/** Connections may hold anything. */
function targetsOf(connections: Graph['connections'], name: string, nodes: ReadonlyMap<string, Node>): Target[][] {
  const main = Object.hasOwn(connections, name) ? (connections[name] as { main?: unknown } | null)?.main : undefined
  if (!Array.isArray(main)) return []
  return main.map(output =>
    (Array.isArray(output) ? output : []).flatMap((target): Target[] => {
      if (typeof target?.node !== 'string' || !nodes.has(target.node)) return []
      const { index } = target
      return [{ node: target.node, input: Number.isInteger(index) && index > 0 && index < MOST_INPUTS ? index : 0 }]
    }),
  )
}

/** Whether a run that begins at one node can reach another. */
export function leadsTo(graph: Graph, start: string, node: string): boolean {
  const wiring = wiringOf(graph)
  return wiring.nodes.has(start) && reachedFrom(start, wiring).has(node)
}

function reachedFrom(start: string, { reached, targets }: Wiring): ReadonlySet<string> {
  const known = reached.get(start)
  if (known) return known
  const found = new Set([start])
  for (const name of found) for (const { node } of targets.get(name)?.flat() ?? []) found.add(node)
  if (reached.size < MOST_REACHED) reached.set(start, found)
  return found
}

/** A node, and all from which a run can reach it. */
export function nodesLeadingTo(name: string, { targets }: Wiring): Set<string> {
  const from = new Map<string, string[]>()
  for (const [source, outputs] of targets) {
    for (const { node } of outputs.flat()) {
      const sources = from.get(node)
      if (sources) sources.push(source)
      else from.set(node, [source])
    }
  }
  const found = new Set([name])
  for (const node of found) for (const source of from.get(node) ?? []) found.add(source)
  return found
}

/** Where a run begins whose trigger is unknown: best at an enabled trigger, else at a node that nothing leads to. */
export function startOf({ nodes, targets }: Wiring, isWanted: (name: string) => boolean): string | undefined {
  const led = new Set([...targets.values()].flat(2).map(({ node }) => node))
  const starts = [...nodes.keys()].filter(name => !led.has(name) && isWanted(name))
  const isTrigger = (name: string) => {
    const node = nodes.get(name)
    return !node?.disabled && /trigger|webhook/i.test(node?.type ?? '')
  }
  return (
    starts.find(isTrigger) ??
    starts.find(name => targets.get(name)?.some(output => output.length)) ??
    starts[0] ??
    [...nodes.keys()].find(isWanted)
  )
}

/** The first output that leads anywhere. */
export const firstLeading = (outputs: readonly Target[][]) =>
  Math.max(
    outputs.findIndex(output => output.length > 0),
    0,
  )
